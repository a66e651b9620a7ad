//! Answers: what a command found or did, as plain data that outlives any state of the program.

pub mod colour;
pub mod render;
pub mod render_screen;
mod screen;

pub use screen::{FunctionLine, FunctionView, TimelineColumn, TimelineView, VariableView};

use crate::target::{CheckpointInfo, EventKind, How, Time};

/// One piece of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Lines shown as they are.
    Text(String),
    /// The repr of a value, after what evaluating it printed.
    Value(String),
    /// A value that has changed, with its expression; for a front end without colours a text like others.
    Change(String),
    /// Why something could not be done.
    Error(String),
    /// The present after a motion.
    Stop(Stop),
    /// The selected frame.
    Frame(FrameView),
    /// The call stack, outermost first.
    Stack(Vec<FrameView>),
    /// Source lines.
    Source(Listing),
    /// The function of the selected frame, with the lines that have run.
    Function(FunctionView),
    /// The variables of a frame.
    Variables(Vec<VariableView>),
    /// The run as a line.
    Timeline(TimelineView),
    /// The breakpoints.
    Breakpoints(Vec<BreakpointView>),
    /// The present in numbers.
    When(When),
    /// The named times.
    Marks(Vec<Mark>),
    /// The chain of an exception, the oldest first.
    Exceptions(Vec<Link>),
    /// Events, by time.
    Events(Vec<EventView>),
    /// The values of an expression, by time.
    Values(Vec<Value>),
    /// Calls, by time.
    Calls(Vec<CallView>),
    /// The values that a variable, attribute or item has held, by time.
    History(Vec<ValueChange>),
    /// Numbered rows that lead to moments.
    Moments(Vec<MomentRow>),
    /// The uses of an object, by time.
    Uses(Vec<TraceRow>),
    /// The steps by which a value came to where it is, the latest first.
    Origin(Vec<TraceRow>),
    /// How the branches of `try` ended.
    Trials(Trials),
    /// The checkpoints, by time.
    Checkpoints(Vec<CheckpointInfo>),
    /// The session is over.
    Quit,
}

/// What the debugger is waiting for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Prompt {
    /// A command.
    Command(PromptPlace),
    /// A command of a breakpoint, or `end`.
    Definition,
    /// The rest of a statement.
    Rest,
    /// Python, in `interact`.
    Python,
    /// Yes or no.
    Question(String),
}

/// What the prompt for a command shows of the present.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromptPlace {
    /// The present.
    pub now: Time,
    /// The last event so far.
    pub last: Time,
    /// The branch, if it is not the run as it was.
    pub branch: Option<String>,
    /// The thread that is looked at, where there are several.
    pub thread: Option<u64>,
}

/// Where the program is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// What happened on the way: a temporary breakpoint was deleted, the program ended.
    pub notes: Vec<String>,
    /// The time.
    pub time: Time,
    /// The kind of event.
    pub kind: EventKind,
    /// Which call or return it is.
    pub how: How,
    /// At an `exception` event: `KeyError: 'a'`.
    pub exception: Option<String>,
    /// The frame of the event.
    pub frame: FrameView,
    /// Another command follows at once: show the notes and no frame.
    pub passing: bool,
}

/// A frame and its current line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameView {
    /// It is the selected frame.
    pub current: bool,
    /// The file.
    pub path: String,
    /// The line.
    pub line: u32,
    /// The function's name.
    pub function: String,
    /// The shortened repr of the value it is returning.
    pub returning: Option<String>,
    /// The source line, trimmed; empty when there is none.
    pub source: String,
}

/// A stretch of source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// The lines.
    pub lines: Vec<SourceLine>,
    /// The file ends before the last requested line.
    pub end_of_file: bool,
}

/// A line of a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceLine {
    /// Its number.
    pub number: u32,
    /// Its text.
    pub text: String,
    /// A breakpoint is on it.
    pub breakpoint: bool,
    /// The frame is at it.
    pub current: bool,
}

/// A breakpoint as it is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BreakpointView {
    /// Its number.
    pub number: u32,
    /// The file.
    pub path: String,
    /// The line.
    pub line: u32,
    /// It is deleted at its first hit.
    pub temporary: bool,
    /// It is enabled.
    pub enabled: bool,
    /// Its condition.
    pub condition: Option<String>,
    /// The number of first hits that do not count.
    pub ignore: u64,
    /// How often its line was passed from event 0 to now; 0 while that is unknown.
    pub crossings: u64,
}

/// `when`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct When {
    /// The time.
    pub time: Time,
    /// The last event that was ever reached.
    pub last: Time,
    /// It is the last event of the run.
    pub complete: bool,
    /// The kind of event.
    pub kind: EventKind,
    /// The file, its name only.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The function's name.
    pub function: String,
}

/// A named time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Its name.
    pub name: String,
    /// The time.
    pub time: Time,
    /// Its branch, if that is not the present one and does not share the time.
    pub branch: Option<String>,
    /// It is the time of the present.
    pub here: bool,
}

/// An event of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventView {
    /// It is the present.
    pub current: bool,
    /// The time.
    pub time: Time,
    /// What happened.
    pub kind: EventKind,
    /// Which call or return.
    pub how: How,
    /// The number of user frames.
    pub depth: u32,
    /// The file, its name only.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The function's name.
    pub function: String,
    /// Number and name of the thread, in a list of switches.
    pub thread: Option<(u64, String)>,
}

/// A value of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// The first event at which the expression had it.
    pub time: Time,
    /// The frame, when the list covers several.
    pub frame: Option<u64>,
    /// The file, its name only.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The shortened repr.
    pub value: String,
}

/// A call of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallView {
    /// The present is in its frame.
    pub current: bool,
    /// The time.
    pub time: Time,
    /// The levels of indentation.
    pub indent: u32,
    /// The call goes on here, after calls that it has not made.
    pub goes_on: bool,
    /// The function's name.
    pub function: String,
    /// The file, its name only.
    pub file: String,
    /// The line.
    pub line: u32,
    /// `n=3, m=4`, in a list with arguments.
    pub arguments: Option<String>,
    /// What it returned, or why it did not.
    pub result: Option<String>,
    /// The file and line that called it, if that is user code.
    pub caller: Option<(String, u32)>,
}

/// A change of a variable, attribute or item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueChange {
    /// Its number, from 1.
    pub number: usize,
    /// It set the present value.
    pub current: bool,
    /// The event after which it was made.
    pub time: Time,
    /// The file of the code that made it, its name only.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The shortened repr of the value before; `None` when there was none.
    pub old: Option<String>,
    /// The shortened repr of the value afterwards.
    pub new: Option<String>,
    /// What changed in the container, if it is the same as before; then old and new value are left out.
    pub contents: Option<String>,
    /// The changes with which a branch begins there.
    pub branch: Option<String>,
}

/// A numbered row of a list, which leads to a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MomentRow {
    /// Its number, from 1.
    pub number: usize,
    /// It made the present state.
    pub current: bool,
    /// The event after which it happened.
    pub time: Time,
    /// The file, its name only.
    pub file: String,
    /// The line.
    pub line: u32,
    /// What happened.
    pub text: String,
}

/// A use of an object, or a step of an origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceRow {
    /// The event; for a write, the one after which it happened.
    pub time: Time,
    /// The file, its name only.
    pub file: String,
    /// The line.
    pub line: u32,
    /// What it was used as.
    pub text: String,
}

/// The branches that `try` has run, each with another value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trials {
    /// What was assigned to.
    pub target: String,
    /// What was asked at the end of each.
    pub expression: String,
    /// One row for each value.
    pub rows: Vec<TrialRow>,
}

/// A branch that `try` has run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrialRow {
    /// The shortened repr of the value with which it begins.
    pub value: String,
    /// The shortened repr of the expression's value, or why it has none.
    pub result: String,
    /// How it ended, or where it was stopped.
    pub end: String,
    /// The last event that it has come to; `None` if it did not begin.
    pub last: Option<Time>,
    /// Its name, if it was kept.
    pub branch: Option<String>,
}

/// An exception of a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Its number, from 0.
    pub number: usize,
    /// It is the one raised here.
    pub current: bool,
    /// Its repr.
    pub text: String,
    /// When it was raised; `None` when that was not in user code.
    pub at: Option<Time>,
}
