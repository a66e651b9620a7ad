//! Breakpoints and watches as data.

use ttd_code::bytecode::versions::all_in;
use ttd_code::{Mode, Options};

use crate::commands::breakpoints::checked;
use crate::commands::query::history;
use crate::session::Session;
use crate::syntax::text;
use crate::target::{EvalError, SourceLocation};
pub use crate::travel::breakpoints::HitRule as HitCount;

/// A breakpoint to set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewBreakpoint {
    /// An expression that must be true.
    pub condition: Option<String>,
    /// The number of first hits that do not count.
    pub ignore: u64,
    /// Which hits count besides.
    pub hits: HitCount,
    /// A text with expressions in braces, to be noted instead of stopping.
    pub log: Option<String>,
}

/// A breakpoint that was set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Its number.
    pub number: u32,
    /// The file.
    pub path: String,
    /// The line that it is on.
    pub line: u32,
}

impl Session {
    /// Sets a breakpoint on a line of a file, or on the next line below that has code.
    ///
    /// # Errors
    /// Why there can be none.
    pub fn set_line_breakpoint(&mut self, file: &str, line: u32, new: NewBreakpoint) -> Result<Placed, String> {
        self.sync_target();
        let path = self.resolver().file(file).ok_or_else(|| format!("{file}: there is no such file"))?;
        let source = self.sources.text(&*self.target, &path);
        let lines = lines_with_code(&source, &path)?;
        let line = lines.into_iter().find(|with_code| *with_code >= line);
        let line = line.ok_or_else(|| format!("{}: no code from this line on", text::file_name(&path)))?;
        self.put(SourceLocation { path, line, function: None }, new)
    }

    /// Sets a breakpoint on a function.
    ///
    /// # Errors
    /// Why there can be none.
    pub fn set_function_breakpoint(&mut self, name: &str, new: NewBreakpoint) -> Result<Placed, String> {
        self.sync_target();
        let is_line = name.trim().chars().all(|c| c.is_ascii_digit()) || name.contains([':', ',', ';', '\n']);
        let found = if is_line { None } else { self.resolver().resolve(name.trim()).ok() };
        let place = found.ok_or_else(|| format!("There is no function {name} in the program so far"))?;
        self.put(place, new)
    }

    fn put(&mut self, place: SourceLocation, new: NewBreakpoint) -> Result<Placed, String> {
        if let Some(why) = self.without_events(&place.path) {
            return Err(why);
        }
        let condition = new.condition.map(|text| checked(self, &text)).transpose()?;
        let log = new.log.map(|text| checked(self, &format!("f{}", text::quote(&text)))).transpose()?;
        let SourceLocation { path, line, .. } = place.clone();
        let number = self.breakpoints.add(place, false, condition);
        self.breakpoints.change(number, |b| {
            b.ignore = new.ignore;
            b.rule = new.hits;
            b.log = log;
        });
        Ok(Placed { number, path, line })
    }

    /// Deletes a breakpoint; false if there is none with this number.
    pub fn remove_breakpoint(&mut self, number: u32) -> bool {
        self.breakpoints.remove(number).is_some()
    }

    /// Watches the variable, attribute or item that an expression denotes in the selected frame: its changes stop a
    /// motion, in both directions. Returns the watchpoint's number.
    ///
    /// # Errors
    /// Why it cannot be watched.
    pub fn add_watch(&mut self, expression: &str) -> Result<u32, EvalError> {
        let location = history::locate(self, expression)?;
        Ok(self.watches.add(expression.to_string(), location))
    }

    /// Whether an expression can be watched.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn can_watch(&mut self, expression: &str) -> Result<(), EvalError> {
        history::locate(self, expression).map(drop)
    }

    /// Deletes a watchpoint; false if there is none with this number.
    pub fn remove_watch(&mut self, number: u32) -> bool {
        let before = self.watches.list.len();
        self.watches.list.retain(|watch| watch.number != number);
        self.watches.list.len() < before
    }
}

/// The lines of a source on which a line event can happen, in order.
pub(super) fn lines_with_code(source: &str, path: &str) -> Result<Vec<u32>, String> {
    let options = Options { counted: true, program: true, ..Options::default() };
    let code = ttd_code::compile(source, path, Mode::Exec, options)
        .map_err(|error| format!("SyntaxError: {}", error.message))?;
    let mut lines: Vec<u32> = all_in(&code).iter().flat_map(|code| code.event_lines()).collect();
    lines.sort_unstable();
    lines.dedup();
    Ok(lines)
}
