//! Events in a form that CPython's traces and the machine share.

use std::fmt;

use serde_json::Value;
use ttd_vm::time::{Event, EventKind, How, Machine};

use crate::program;

/// An event without what is particular to one machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// `call`, `line`, `return` or `exception`.
    pub kind: String,
    /// Which call or return; empty for the others.
    pub how: String,
    /// The file, without the folder of the programs.
    pub file: String,
    /// The line.
    pub line: u64,
    /// The function.
    pub function: String,
    /// The time of the frame's first call.
    pub frame: u64,
    /// Number of frames.
    pub depth: u64,
}

impl Row {
    /// Describes the event at which a machine stands.
    pub fn here(machine: &Machine) -> Row {
        Row::of(machine, &machine.event())
    }

    /// Describes an event of a machine.
    pub fn of(machine: &Machine, event: &Event) -> Row {
        let code = machine.code(event.code);
        let file = code.path.strip_prefix(&*program::folder().to_string_lossy());
        Row {
            kind: kind_name(event.kind).into(),
            how: how_name(event.how).into(),
            file: file.map_or(code.path.as_str(), |f| f.trim_start_matches('/')).into(),
            line: u64::from(event.line),
            function: code.name,
            frame: event.frame,
            depth: u64::from(event.depth),
        }
    }

    /// Reads an event as `tests/motions.py` writes it: `[kind, file, line, function, frame, depth]`, and its `how`.
    pub fn from_json(event: &Value, how: &Value) -> Row {
        let text = |v: &Value| v.as_str().unwrap_or_default().to_string();
        let number = |v: &Value| v.as_u64().unwrap_or_default();
        Row {
            kind: text(&event[0]),
            how: text(how),
            file: text(&event[1]),
            line: number(&event[2]),
            function: text(&event[3]),
            frame: number(&event[4]),
            depth: number(&event[5]),
        }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { kind, how, file, line, function, frame, depth } = self;
        let space = if how.is_empty() { "" } else { " " };
        write!(f, "{kind}{space}{how} {file}:{line} {function} frame {frame} depth {depth}")
    }
}

fn kind_name(kind: EventKind) -> &'static str {
    match kind {
        EventKind::Call => "call",
        EventKind::Line => "line",
        EventKind::Return => "return",
        EventKind::Exception => "exception",
    }
}

fn how_name(how: How) -> &'static str {
    match how {
        How::None => "",
        How::Start => "start",
        How::Resume => "resume",
        How::Final => "final",
        How::Suspend => "suspend",
        How::Unwind => "unwind",
    }
}
