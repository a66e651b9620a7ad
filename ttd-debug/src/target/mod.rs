//! What the debugger needs of the program it debugs, as traits, and how the interpreter's machine provides it.
//!
//! [`Target`] is the sum of six: [`Timeline`] moves the program, [`Search`] finds events, [`Inspect`] shows the state
//! that the program has now, [`Objects`] tells its objects apart, [`Recording`] tells what of the run has events and is
//! kept, [`Branching`] changes it.
//! Each file holds a trait and its implementation for [`Machine`]. The fake of the tests, which knows nothing but a
//! list of events, implements the methods that have no default.

mod branching;
mod inspect;
mod objects;
mod recording;
mod search;
mod time;
mod timeline;

pub use ttd_vm::time::search::query::{
    Container, EventQuery, FrameWatch, Kinds, ObjectUse, OnProgress, PlaceCondition, Progress, SourceLocation,
    WriteQuery, is_same_file,
};
pub use ttd_vm::time::{
    BranchInfo, Change, CheckpointInfo, Condition, ContentChange, ContentsSnapshot, EvalError, EvalResult, EventChoice,
    Filter, Key, LeftOut, Machine, NumberTest, PromptRun, Raised, RecordChoice, RecordDecider, RecordingStatus,
    Reloaded, SavedValue, Subject, Test, ThreadInfo, Typed, Unmatched, ValueTest, WatchTarget, object_at,
};
pub use ttd_vm::vm::event::{CodeInfo, Death, End, Event, EventKind, FrameInfo, How, ProgramStop, Reached};

pub use ttd_vm::vm::host::Stream;
pub use ttd_vm::vm::host::console::StreamObserver;
pub use ttd_vm::vm::host::exchanges::Exchange;
pub use ttd_vm::vm::host::exchanges::output::OutputPiece;

pub use branching::Branching;
pub use inspect::Inspect;
pub use objects::Objects;
pub use recording::Recording;
pub use search::{Search, SearchResult};
pub use time::{NEVER, Time};
pub use timeline::Timeline;

/// The two ways through time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Towards the end.
    Forward,
    /// Towards the start.
    Backward,
}

/// A program that can be brought to any time of its run, searched and inspected.
pub trait Target: Timeline + Search + Inspect + Objects + Recording + Branching {}

impl<T: Timeline + Search + Inspect + Objects + Recording + Branching> Target for T {}
