//! Time: events, checkpoints, and the machine that goes to any of them.

pub(crate) mod branches;
pub mod checkpoint;
pub mod digest;
pub mod driver;
mod environment;
mod exit;
mod held_present;
pub mod inspect;
mod launch;
mod logged;
pub mod machine;
pub mod observe;
pub mod program;
pub(crate) mod program_stops;
mod progress;
pub mod search;

pub use crate::log::{Condition, NumberTest, RecordChoice, Test};
pub use crate::vm::code::event_choice::EventChoice;
pub use crate::vm::event::{CodeInfo, Death, End, Event, EventKind, FrameInfo, How, ProgramStop, Reached};
pub use branches::{BranchInfo, Change, Reloaded, Typed};
pub use checkpoint::CheckpointInfo;
pub(crate) use checkpoint::fork_baseline::ForkBaseline;
pub use inspect::eval_error::EvalError;
pub use inspect::object_ids::object_at;
pub use inspect::prompt_names::PromptRun;
pub use inspect::saved_values::{EvalResult, Raised, SavedValue};
pub use inspect::{LeftOut, ThreadInfo, Unmatched};
pub use launch::Config;
pub use logged::recording_status::{RecordDecider, RecordingStatus};
pub use logged::show_log::show_log;
pub use machine::Machine;
pub use observe::computed::Question;
pub use observe::content_change::{ContentChange, ContentsSnapshot};
pub use observe::location::{Key, WatchTarget};
pub use program::{LaunchError, Program};
pub use search::filter::{CmpOp, Filter, FilterNotes, Literal, PlainExpr, Subject, ValueTest, plain_expression};
pub use search::query::{
    Container, EventQuery, FrameWatch, Kinds, ObjectUse, OnProgress, PlaceCondition, Progress, Search, SourceLocation,
    WriteQuery, is_same_file,
};
