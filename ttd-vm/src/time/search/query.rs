//! What a search looks for, and what it finds: plain data.
//!
//! An [`EventQuery`] is a predicate over events that can be decided where an event happens, so the machine need not
//! hand over every event. [`EventQuery::matches`] is its definition; `time::search` computes the same answers faster.

use ttd_pyalgos::text::posix_path::normalized;

use crate::time::observe::location::WatchTarget;
use crate::vm::event::{CodeInfo, Event, EventKind, How};

/// A set of event kinds, with `call` and `return` divided by how they come about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kinds(u8);

impl Kinds {
    /// No event.
    pub const NONE: Kinds = Kinds(0);
    /// The first call of a frame.
    pub const START: Kinds = Kinds(1);
    /// The resumption of a generator.
    pub const RESUME: Kinds = Kinds(1 << 1);
    /// A line.
    pub const LINE: Kinds = Kinds(1 << 2);
    /// An exception.
    pub const EXCEPTION: Kinds = Kinds(1 << 3);
    /// The last return of a frame, with a value.
    pub const FINAL: Kinds = Kinds(1 << 4);
    /// A `yield` or an `await`.
    pub const SUSPEND: Kinds = Kinds(1 << 5);
    /// A frame is left by an exception.
    pub const UNWIND: Kinds = Kinds(1 << 6);
    /// Both ways to begin an activation.
    pub const CALLS: Kinds = Kinds(Kinds::START.0 | Kinds::RESUME.0);
    /// The ways in which a frame is over.
    pub const ENDS: Kinds = Kinds(Kinds::FINAL.0 | Kinds::UNWIND.0);
    /// All ways to end an activation.
    pub const RETURNS: Kinds = Kinds(Kinds::ENDS.0 | Kinds::SUSPEND.0);
    /// Every event.
    pub const ALL: Kinds = Kinds(0x7F);

    /// The kind of one event.
    pub fn of(event: &Event) -> Kinds {
        match (event.kind, event.how) {
            (EventKind::Call, How::Resume) => Kinds::RESUME,
            (EventKind::Call, _) => Kinds::START,
            (EventKind::Line, _) => Kinds::LINE,
            (EventKind::Exception, _) => Kinds::EXCEPTION,
            (EventKind::Return, How::Suspend) => Kinds::SUSPEND,
            (EventKind::Return, How::Unwind) => Kinds::UNWIND,
            (EventKind::Return, _) => Kinds::FINAL,
        }
    }

    /// The kinds of both.
    pub const fn and(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }

    /// These without those of `other`.
    pub const fn without(self, other: Kinds) -> Kinds {
        Kinds(self.0 & !other.0)
    }

    /// Whether the two have a kind in common.
    pub const fn matches(self, other: Kinds) -> bool {
        self.0 & other.0 != 0
    }
}

/// A line of a file, or of one function in it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SourceLocation {
    /// The file, as in `co_filename`.
    pub path: String,
    /// The line, from 1.
    pub line: u32,
    /// Only code objects with this `co_name` count; `None`: all.
    pub function: Option<String>,
}

impl SourceLocation {
    /// Whether a `line` event of this code and line is at the place.
    pub fn is_at(&self, path: &str, name: &str, line: u32) -> bool {
        self.line == line
            && is_same_file(&self.path, path)
            && self.function.as_ref().is_none_or(|function| function == name)
    }
}

/// Whether two paths of code name the same file: programs can be started by a path with `..`, and breakpoints are set
/// at plain ones.
pub fn is_same_file(a: &str, b: &str) -> bool {
    let has_dots = |path: &str| path.contains("/../") || path.contains("/./");
    a == b || (has_dots(a) || has_dots(b)) && normalized(a.as_bytes()) == normalized(b.as_bytes())
}

/// A query for events of one frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameWatch {
    /// The frame: the time of its first call.
    pub frame: u64,
    /// Its code object.
    pub code: u32,
    /// The kinds that count.
    pub kinds: Kinds,
    /// Of the lines, when they count, those from the first to the second.
    pub lines: (u32, u32),
}

impl FrameWatch {
    /// Events of these kinds, on any line.
    pub fn of_kinds(frame: u64, code: u32, kinds: Kinds) -> FrameWatch {
        FrameWatch { frame, code, kinds, lines: (0, u32::MAX) }
    }

    /// Whether this event counts.
    pub fn matches(&self, event: &Event) -> bool {
        event.frame == self.frame
            && self.kinds.matches(Kinds::of(event))
            && (event.kind != EventKind::Line || (self.lines.0..=self.lines.1).contains(&event.line))
    }
}

/// A condition on the events at a place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlaceCondition {
    /// The place.
    pub place: SourceLocation,
    /// The expression.
    pub condition: String,
}

/// What is looked for: events at one of the places, events of one frame, or events of some kinds in any frame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventQuery {
    /// `line` events at these places.
    pub locations: Vec<SourceLocation>,
    /// Conditions of some of the places. The events at such a place do not match where none of its conditions holds, as
    /// far as that can be decided without running code.
    pub conditions: Vec<PlaceCondition>,
    /// Events of this frame.
    pub frame: Option<FrameWatch>,
    /// Events of these kinds, which must not be lines or exceptions, in whatever frame.
    pub any: Kinds,
    /// Events at which one of these holds something else than at the event before.
    pub targets: Vec<WatchTarget>,
    /// Whether a target changes also when the container that it holds does.
    pub contents: bool,
    /// Events before which something was written.
    pub writes: Option<WriteQuery>,
    /// Running on also stops where the program asks for it. Searches backwards do not look for that.
    pub program_stops: bool,
    /// Searches backwards may leave out matches before the last one.
    pub last_only: bool,
}

/// What is looked for among the writes between an event and the one before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WriteQuery {
    /// Those to a variable, an attribute or an item of this name; `None`: of any name.
    Named(Option<String>),
    /// The appearances of an object: the number of its allocation.
    Object(u64),
}

/// What holds an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Container {
    /// The name of its class.
    pub class: String,
    /// The number of its allocation.
    pub object: u64,
}

/// What was found between an event and the one before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ObjectUse {
    /// Something of this name was written to.
    Named(String),
    /// The object was made.
    Created,
    /// The function was called with it as the argument of this name.
    Argument(String),
    /// It is what the function returns.
    Returned,
    /// It is what the generator yields.
    Yielded,
    /// A variable of a function has become it.
    Variable(String, String),
    /// A variable of a module or class body has.
    Global(String),
    /// An attribute has.
    Attribute(Container, String),
    /// It is held under this key, shown as its repr.
    Item(Container, String),
    /// It is in it.
    Member(Container),
}

impl EventQuery {
    /// Changes of one of these.
    pub fn of_targets(locations: Vec<WatchTarget>) -> EventQuery {
        EventQuery { targets: locations, ..EventQuery::default() }
    }

    /// Changes of one of these, or of the contents of the list, dict, set, deque or bytearray that it holds.
    pub fn of_contents(locations: Vec<WatchTarget>) -> EventQuery {
        EventQuery { targets: locations, contents: true, ..EventQuery::default() }
    }

    /// Makes it one for a search backwards that needs the last match alone.
    pub fn last_only(self) -> EventQuery {
        EventQuery { last_only: true, ..self }
    }

    /// What was written.
    pub fn of_writes(writing: WriteQuery) -> EventQuery {
        EventQuery { writes: Some(writing), ..EventQuery::default() }
    }

    /// Whether a match depends on the state at two events, not on the event alone.
    pub fn observes_state(&self) -> bool {
        !self.targets.is_empty() || self.writes.is_some()
    }

    /// `line` events at these places.
    pub fn of_locations(places: Vec<SourceLocation>) -> EventQuery {
        EventQuery { locations: places, ..EventQuery::default() }
    }

    /// Events of one frame.
    pub fn frame(frame: FrameWatch) -> EventQuery {
        EventQuery { frame: Some(frame), ..EventQuery::default() }
    }

    /// Whether nothing can meet it.
    pub fn is_empty(&self) -> bool {
        self.locations.is_empty() && self.frame.is_none() && self.any == Kinds::NONE && !self.observes_state()
    }

    /// Whether all that can meet it are events of one frame.
    pub fn is_of_one_frame(&self) -> bool {
        self.locations.is_empty() && self.any == Kinds::NONE && self.frame.is_some() && !self.observes_state()
    }

    /// The frame, if all that can meet it are changes of one variable of a frame that is no generator's.
    pub(crate) fn frame_of_variable(&self) -> Option<u64> {
        let data_only = self.locations.is_empty() && self.frame.is_none() && self.any == Kinds::NONE;
        match self.targets[..] {
            [WatchTarget::Variable { frame, generator: None, .. }] if data_only && self.writes.is_none() => Some(frame),
            _ => None,
        }
    }

    /// Whether an event is one of those that are looked for, the changes of places aside. `code` is asked for the
    /// event's code object when there are places.
    pub fn matches(&self, event: &Event, code: impl FnOnce() -> CodeInfo) -> bool {
        if self.any.matches(Kinds::of(event)) || self.frame.is_some_and(|frame| frame.matches(event)) {
            return true;
        }
        if self.locations.is_empty() || event.kind != EventKind::Line {
            return false;
        }
        let code = code();
        self.locations.iter().any(|place| place.is_at(&code.path, &code.name, event.line))
    }
}

/// What a search backwards has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// Times that meet the watch, ascending: the last is the one that was asked for.
    pub times: Vec<u64>,
    /// Between this time and the one the search began at, `times` are all there are.
    pub from: u64,
    /// Ctrl-C: before `from` nothing is known.
    pub interrupted: bool,
}

/// How far a long seek or search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Events that are behind it.
    pub done: u64,
    /// Events it may have to go through in all; `None` when that is not known.
    pub total: Option<u64>,
    /// Bytes of the program's output that the world has seen: nothing must be drawn over them.
    pub output: u64,
}

/// Gets progress reports. It must not use the machine.
pub type OnProgress = Box<dyn FnMut(Progress)>;
