//! Breakpoints on lines and functions. The client sends all of a file at once, and all on functions at once.

use std::collections::HashMap;

use serde_json::{Value, json};
use ttd_debug::views::{HitCount, NewBreakpoint, Placed};

use super::adapter::Adapter;
use super::requests::{Reply, Request};

/// Numbers of breakpoints that could not be set begin here.
const UNBOUND: u64 = 1_000_000_000;

/// The breakpoints that the client has set.
#[derive(Default)]
pub(super) struct BreakpointTable {
    /// By the name of the file that the client gave.
    of_files: HashMap<String, Vec<u32>>,
    of_functions: Vec<u32>,
    unbound: u64,
}

impl BreakpointTable {
    pub(super) fn is_of_function(&self, number: u32) -> bool {
        self.of_functions.contains(&number)
    }
}

impl Adapter<'_> {
    pub(super) fn set_breakpoints(&mut self, request: &Request) -> Reply {
        let source = request.arguments.get("source").cloned().unwrap_or_default();
        let path = self.path_of(&source).ok_or("setBreakpoints needs a source with a path")?;
        for number in self.breakpoints.of_files.remove(&path).unwrap_or_default() {
            self.session()?.remove_breakpoint(number);
        }
        let mut answers = Vec::new();
        let mut set = Vec::new();
        for wanted in request.list("breakpoints")? {
            let line = wanted.get("line").and_then(Value::as_u64).unwrap_or(0);
            let line = u32::try_from(line).unwrap_or(u32::MAX);
            let placed = match read(wanted) {
                Ok(new) => self.session()?.set_line_breakpoint(&path, line, new),
                Err(why) => Err(why),
            };
            set.extend(placed.as_ref().ok().map(|placed| placed.number));
            answers.push(self.shown(placed, Some(line)));
        }
        self.breakpoints.of_files.insert(path, set);
        Ok(json!({ "breakpoints": answers }))
    }

    pub(super) fn set_function_breakpoints(&mut self, request: &Request) -> Reply {
        for number in std::mem::take(&mut self.breakpoints.of_functions) {
            self.session()?.remove_breakpoint(number);
        }
        let mut answers = Vec::new();
        for wanted in request.list("breakpoints")? {
            let name = wanted.get("name").and_then(Value::as_str).unwrap_or_default();
            let placed = match read(wanted) {
                Ok(new) => self.session()?.set_function_breakpoint(name, new),
                Err(why) => Err(why),
            };
            self.breakpoints.of_functions.extend(placed.as_ref().ok().map(|placed| placed.number));
            answers.push(self.shown(placed, None));
        }
        Ok(json!({ "breakpoints": answers }))
    }

    /// A breakpoint as the protocol shows it.
    fn shown(&mut self, placed: Result<Placed, String>, line: Option<u32>) -> Value {
        match placed {
            Ok(placed) => {
                let source = self.source_of(&placed.path);
                json!({ "id": placed.number, "verified": true, "line": placed.line, "source": source })
            }
            Err(why) => {
                self.breakpoints.unbound += 1;
                let mut shown = json!({ "id": UNBOUND + self.breakpoints.unbound, "verified": false, "message": why });
                if let Some(line) = line {
                    shown["line"] = line.into();
                }
                shown
            }
        }
    }
}

/// Reads what a breakpoint depends on.
fn read(wanted: &Value) -> Result<NewBreakpoint, String> {
    let text = |name: &str| {
        let text = wanted.get(name).and_then(Value::as_str).map(str::trim).map(str::to_string);
        text.filter(|text| !text.is_empty())
    };
    let (ignore, hits) = match text("hitCondition") {
        Some(text) => hit_count(&text)?,
        None => (0, HitCount::All),
    };
    Ok(NewBreakpoint { condition: text("condition"), ignore, hits, log: text("logMessage") })
}

/// Reads `5`, `== 5`, `>= 5`, `> 5`, `<= 5`, `< 5` and `% 5`: the first hits that do not count, and which others do.
fn hit_count(text: &str) -> Result<(u64, HitCount), String> {
    let wrong = || format!("a hit condition is a number, perhaps after ==, >=, >, <=, < or %, not {text}");
    let digits = text.trim_start_matches(|c: char| !c.is_ascii_digit());
    let sign = text[..text.len() - digits.len()].trim();
    let number: u64 = digits.trim().parse().map_err(|_| wrong())?;
    match sign {
        "" | "=" | "==" if number > 0 => Ok((0, HitCount::Exactly(number))),
        ">=" => Ok((number.saturating_sub(1), HitCount::All)),
        ">" => Ok((number, HitCount::All)),
        "<=" => Ok((0, HitCount::UpTo(number))),
        "<" => Ok((0, HitCount::UpTo(number.saturating_sub(1)))),
        "%" if number > 0 => Ok((0, HitCount::Every(number))),
        _ => Err(wrong()),
    }
}

#[cfg(test)]
mod tests {
    use super::{HitCount, hit_count};

    #[test]
    fn hit_conditions() {
        assert_eq!(hit_count("5"), Ok((0, HitCount::Exactly(5))));
        assert_eq!(hit_count(">= 5"), Ok((4, HitCount::All)));
        assert_eq!(hit_count(">5"), Ok((5, HitCount::All)));
        assert_eq!(hit_count("% 3"), Ok((0, HitCount::Every(3))));
        assert_eq!(hit_count("<3"), Ok((0, HitCount::UpTo(2))));
        for wrong in ["", "x", "0", "%0", "5 6", "=> 5", "-1", "99999999999999999999999"] {
            assert!(hit_count(wrong).is_err(), "{wrong}");
        }
    }
}
