//! Source lines of the program as it was run, read once.

use std::collections::HashMap;
use std::rc::Rc;

use ttd_code::bytecode::versions::all_in;
use ttd_code::{Mode, Options};

use crate::target::Target;

/// The lines of a file, if it has a source.
type Lines = Option<Rc<Vec<String>>>;

/// The sources of a session.
#[derive(Default)]
pub struct Sources {
    /// Lines by path, with the version of the file that they are.
    files: HashMap<String, (Option<usize>, Lines)>,
    /// The lines with code of the file that was asked about last, with its path and version.
    with_code: Option<(String, Option<usize>, Rc<Vec<u32>>)>,
}

impl Sources {
    /// The lines of a file; `None` when it has no source.
    pub fn lines(&mut self, target: &dyn Target, path: &str) -> Option<Rc<Vec<String>>> {
        let version = target.source_version(path);
        match self.files.get(path) {
            Some((known, lines)) if *known == version => lines.clone(),
            _ => {
                let lines = target.source(path).map(|text| Rc::new(text.lines().map(str::to_string).collect()));
                self.files.insert(path.to_string(), (version, lines.clone()));
                lines
            }
        }
    }

    /// The lines of a file on which a line event can happen, in order; none if it has no source.
    pub fn lines_with_code(&mut self, target: &dyn Target, path: &str) -> Rc<Vec<u32>> {
        let version = target.source_version(path);
        match &self.with_code {
            Some((known, of, lines)) if known == path && *of == version => lines.clone(),
            _ => {
                let lines = Rc::new(lines_with_code(&self.text(target, path), path).unwrap_or_default());
                self.with_code = Some((path.to_string(), version, lines.clone()));
                lines
            }
        }
    }

    /// The text of a file; empty when it has no source.
    pub fn text(&mut self, target: &dyn Target, path: &str) -> String {
        self.lines(target, path).map(|lines| lines.join("\n")).unwrap_or_default()
    }

    /// One line, trimmed; empty when there is none.
    pub fn line(&mut self, target: &dyn Target, path: &str, line: u32) -> String {
        let lines = self.lines(target, path);
        let at = (line as usize).checked_sub(1);
        at.and_then(|at| lines.as_ref()?.get(at)).map(|text| text.trim().to_string()).unwrap_or_default()
    }
}

/// The lines of a source on which a line event can happen, in order.
///
/// # Errors
/// Why it cannot be compiled.
pub(crate) fn lines_with_code(source: &str, path: &str) -> Result<Vec<u32>, String> {
    let options = Options { counted: true, program: true, ..Options::default() };
    let code = ttd_code::compile(source, path, Mode::Exec, options)
        .map_err(|error| format!("SyntaxError: {}", error.message))?;
    let mut lines: Vec<u32> = all_in(&code).iter().flat_map(|code| code.event_lines()).collect();
    lines.sort_unstable();
    lines.dedup();
    Ok(lines)
}

/// The first and the last line of the definition at `first_line`, as CPython's `inspect` finds them: the whole file for
/// a module, else the first line and all lines below that are indented more deeply.
pub fn extent(lines: &[String], name: &str, first_line: u32, at_least: u32) -> (u32, u32) {
    if name == "<module>" {
        return (1, lines.len() as u32);
    }
    let first = first_line.max(1);
    let indent = |text: &str| text.len() - text.trim_start().len();
    let own = lines.get(first as usize - 1).map_or(0, |text| indent(text));
    let mut last = at_least.max(first);
    for (number, text) in (1u32..).zip(lines).skip(last as usize) {
        let blank = text.trim().is_empty();
        if !blank && indent(text) <= own {
            break;
        }
        if !blank && !text.trim_start().starts_with('#') {
            last = number;
        }
    }
    (first, last)
}
