//! What views of a whole screen show: a function with the lines that have run, variables with their changes, the run as
//! a line.

use crate::target::Time;

/// The function of the selected frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionView {
    /// The file.
    pub path: String,
    /// The line that the frame is at.
    pub line: u32,
    /// The function's name.
    pub function: String,
    /// Its source, or as much of it as there is room for.
    pub lines: Vec<FunctionLine>,
}

/// A line of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionLine {
    /// Its number.
    pub number: u32,
    /// Its text.
    pub text: String,
    /// A breakpoint is on it.
    pub breakpoint: bool,
    /// The frame is at it.
    pub current: bool,
    /// It has run in this call, or belongs to a statement that has; `None` where that is not known.
    pub ran: Option<bool>,
}

/// A variable and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariableView {
    /// Its name.
    pub name: String,
    /// The shortened repr of its value.
    pub value: String,
    /// At the stop before, this frame had another value for it, or none.
    pub changed: bool,
}

/// The run, or a part of it, in columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimelineView {
    /// The first event.
    pub from: Time,
    /// The last event.
    pub to: Time,
    /// The columns, by time; they cover equally many events.
    pub columns: Vec<TimelineColumn>,
}

/// A column of a timeline: the events from its first one up to the next column's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TimelineColumn {
    /// The first event.
    pub time: Time,
    /// The number of user frames at the first event.
    pub depth: u32,
    /// The present is in it.
    pub now: bool,
    /// The marks in it.
    pub marks: Vec<String>,
    /// An exception was raised in it that is no end of an iteration. Of long stretches only the uncaught one is known.
    pub exception: bool,
    /// How often lines with breakpoints were passed in it; 0 for long stretches.
    pub breakpoints: u64,
}
