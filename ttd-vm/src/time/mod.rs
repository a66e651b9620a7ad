//! Time: events, checkpoints, and the machine that goes to any of them.

pub mod checkpoint;
pub mod digest;
pub mod event;
pub mod filter;
pub(crate) mod forgetting;
mod forks;
pub mod inspect;
pub mod location;
mod logged;
mod lookout;
pub mod machine;
mod numbers;
pub mod policy;
pub mod program;
pub mod questions;
mod recorded;
mod ring;
mod search;
pub(crate) mod sieve;
pub mod watch;

pub use crate::log::{Choice, Condition, Test};
pub use checkpoint::CheckpointInfo;
pub use event::{CodeInfo, Death, End, Event, EventKind, FrameInfo, How, Reached};
pub use filter::{CmpOp, Filter, Literal, Subject, ValueTest};
pub(crate) use forks::Forks;
pub use location::{Key, Location};
pub use machine::{Config, Machine};
pub use program::{LaunchError, Program};
pub use questions::{Kept, Raised, Told};
pub use recorded::{Judge, Recorded};
pub use watch::{Appearance, FrameWatch, Holder, Kinds, OnProgress, Place, Progress, Search, Watch, Writing};
