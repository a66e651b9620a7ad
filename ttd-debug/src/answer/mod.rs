//! What a command answers: plain data that outlives any state of the program.

pub mod colour;
pub mod render;

use crate::target::{CheckpointInfo, EventKind, How};

/// One piece of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Lines to be shown as they are.
    Text(String),
    /// The repr of a value, after what evaluating it printed.
    Value(String),
    /// Something that could not be done.
    Error(String),
    /// The present after a motion.
    Stop(Stop),
    /// The frame that is looked at.
    Frame(FrameView),
    /// The call stack, outermost first.
    Stack(Vec<FrameView>),
    /// Source lines.
    Source(Listing),
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
    /// What a place has held.
    History(Vec<ValueChange>),
    /// Where an object has appeared.
    Sightings(Vec<Sighting>),
    /// The steps by which a value came to where it is, the last first.
    Origin(Vec<Sighting>),
    /// The checkpoints, by time.
    Checkpoints(Vec<CheckpointInfo>),
    /// The session is over.
    Quit,
}

/// Where the program is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// What happened on the way: a temporary breakpoint deleted, the program ended.
    pub notes: Vec<String>,
    /// The time.
    pub time: u64,
    /// The kind of event.
    pub kind: EventKind,
    /// Which call or return.
    pub how: How,
    /// At an `exception` event: `KeyError: 'a'`.
    pub exception: Option<String>,
    /// The frame of the event.
    pub frame: FrameView,
    /// Another command follows at once: only what happened is worth showing.
    pub passing: bool,
}

/// A frame with the line that it is at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameView {
    /// It is the one that is looked at.
    pub current: bool,
    /// The file.
    pub path: String,
    /// The line.
    pub line: u32,
    /// The function's name.
    pub function: String,
    /// The repr of the value it is returning, shortened.
    pub returning: Option<String>,
    /// The source line without the space around it; empty when there is none.
    pub source: String,
}

/// A stretch of source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// The lines.
    pub lines: Vec<SourceLine>,
    /// The file ends where lines were asked for.
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
    /// It goes with its first hit.
    pub temporary: bool,
    /// It is on.
    pub enabled: bool,
    /// Its condition.
    pub condition: Option<String>,
    /// How many hits do not count.
    pub ignore: u64,
    /// How often its place was passed from event 0 to now, where that is known.
    pub crossings: u64,
}

/// `when`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct When {
    /// The time.
    pub time: u64,
    /// The events that are known.
    pub events: u64,
    /// Those are all.
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
    pub time: u64,
    /// It is the present.
    pub here: bool,
}

/// An event of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventView {
    /// We are there.
    pub current: bool,
    /// The time.
    pub time: u64,
    /// What happened.
    pub kind: EventKind,
    /// Which call or return.
    pub how: How,
    /// How many frames of user code there are.
    pub depth: u32,
    /// The file, its name only.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The function's name.
    pub function: String,
}

/// A value that an expression took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// The first event at which it had it.
    pub time: u64,
    /// The frame, when they are of several.
    pub frame: Option<u64>,
    /// The file, its name only.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The repr, shortened.
    pub value: String,
}

/// A call of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallView {
    /// We are in its frame.
    pub current: bool,
    /// The time.
    pub time: u64,
    /// How deep it is shown.
    pub indent: u32,
    /// The function's name.
    pub function: String,
    /// The file, its name only.
    pub file: String,
    /// The line.
    pub line: u32,
    /// `n=3, m=4`, where that was asked for.
    pub arguments: Option<String>,
    /// What came of it.
    pub result: Option<String>,
}

/// A change of a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueChange {
    /// Its number, from 1.
    pub number: usize,
    /// It gave the place what it holds now.
    pub current: bool,
    /// The event after which it was made.
    pub time: u64,
    /// The file of the code that made it, its name only.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The repr of what the place held before, shortened; `None` when that was nothing.
    pub old: Option<String>,
    /// What it held afterwards.
    pub new: Option<String>,
}

/// An appearance of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sighting {
    /// The event; for what was written, the one after which it was.
    pub time: u64,
    /// The file, its name only.
    pub file: String,
    /// The line.
    pub line: u32,
    /// What it appeared as.
    pub text: String,
}

/// An exception of a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Its number, from 0.
    pub number: usize,
    /// It is the one that we are at.
    pub current: bool,
    /// Its repr.
    pub text: String,
    /// When it was raised, where that was in user code.
    pub at: Option<u64>,
}
