//! Events as plain data: what `semantics.md` calls `E[i]`.

use ttd_code::bytecode::code::Event as CodeEvent;
use ttd_code::bytecode::op::Op;

use super::stack::frame::Frame;

/// The kinds of events, as CPython's tracing names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EventKind {
    /// A frame was entered or resumed.
    Call,
    /// A line is about to run.
    Line,
    /// A frame returns, yields or is unwound.
    Return,
    /// An exception was raised in, or reached, this frame.
    Exception,
}

/// How a `call` came about or a `return` leaves; `None` for other events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum How {
    /// Neither a call nor a return.
    None,
    /// The first call of a frame.
    Start,
    /// The resumption of a generator.
    Resume,
    /// The frame's last return, with a value.
    Final,
    /// A `yield` or an `await`.
    Suspend,
    /// The frame is left by an exception.
    Unwind,
}

/// One event. Its time is its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// What happened.
    pub kind: EventKind,
    /// Which call or return.
    pub how: How,
    /// The source line (from 1).
    pub line: u32,
    /// The code object, for `Machine::code`.
    pub code: u32,
    /// The frame: the time of its first call.
    pub frame: u64,
    /// Number of user frames: after a call's increment and a return's decrement.
    pub depth: u32,
}

impl Event {
    /// Before the first event.
    pub const NONE: Event = Event { kind: EventKind::Call, how: How::None, line: 0, code: 0, frame: 0, depth: 0 };

    /// Whether a value is returned or yielded.
    pub fn gives_value(&self) -> bool {
        self.kind == EventKind::Return && self.how != How::Unwind
    }
}

/// What the debugger shows of a code object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeInfo {
    /// `co_name`.
    pub name: String,
    /// `co_qualname`.
    pub qualname: String,
    /// `co_filename`.
    pub path: String,
    /// `co_firstlineno`.
    pub first_line: u32,
    /// The lines on which a line event can happen, sorted.
    pub lines: Vec<u32>,
    /// Its frames can be suspended and resumed.
    pub generator: bool,
    /// It belongs to the program and not to the library.
    pub program: bool,
    /// The names of its arguments and local variables.
    pub variables: Vec<String>,
}

/// A user frame of the stack at the present time, innermost first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameInfo {
    /// The time of its first call.
    pub frame: u64,
    /// The code object.
    pub code: u32,
    /// The line it is at.
    pub line: u32,
}

/// How the program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// The exit status a shell would see.
    pub status: i32,
    /// The time of the last event; `None` when there was none.
    pub last: Option<u64>,
    /// The uncaught exception: where it was first raised, and its traceback as CPython prints it.
    pub died: Option<Death>,
}

/// An uncaught exception.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Death {
    /// The time of its first `exception` event in user code.
    pub at: Option<u64>,
    /// `ZeroDivisionError: division by zero`.
    pub summary: String,
    /// The whole traceback.
    pub traceback: String,
}

/// A stop that the program asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProgramStop {
    /// The time: that of the last event before the call.
    pub time: u64,
    /// The frame that stops: the time of its first call.
    pub frame: u64,
    /// A text to show.
    pub header: Option<String>,
    /// Commands to run.
    pub commands: Vec<String>,
    /// The exception that `post_mortem` is about: the name of its class, and the time of its first `exception` event
    /// in user code.
    pub exception: Option<(String, Option<u64>)>,
}

/// Where a `seek` ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reached {
    /// At the time that was asked for.
    Target,
    /// The program ended before: the present is its last event.
    End,
    /// Ctrl-C: the present is where it stopped (forwards), or where it began (backwards).
    Interrupted,
}

/// The result of `Vm::finish`.
pub(crate) struct Finish {
    pub(crate) status: i32,
    /// Whether the run diverged from its recording.
    pub(crate) diverged: bool,
    pub(crate) died: Option<(Option<u64>, String, String)>,
}

/// Makes the event of a frame's instruction `at` at `time`, without its depth.
pub(crate) fn describe_event(frame: &Frame, event: CodeEvent, at: u32, time: i64) -> Event {
    let (kind, how, line) = match event {
        CodeEvent::Call(line) => {
            let resumed = frame.is_generator() && frame.born != time as u64;
            (EventKind::Call, if resumed { How::Resume } else { How::Start }, line)
        }
        CodeEvent::Line(line) => (EventKind::Line, How::None, line),
        CodeEvent::Return(line) => {
            let how = if frame.code().original(at).op == Op::Yield { How::Suspend } else { How::Final };
            (EventKind::Return, how, line)
        }
    };
    Event { kind, how, line, code: frame.code().id, frame: frame.born, depth: 0 }
}
