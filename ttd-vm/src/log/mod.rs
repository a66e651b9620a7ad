//! The log of a run: what it takes to be at any event again without running anything.
//!
//! A logged run writes down at every event what changed since the event before. The heap's part is its journal under the
//! rule that every write is logged, with a moment for each event (`ttd_core`, `moments`). The rest, registers and frames
//! and the few words outside them, is written here. A *moment* stands for all events of one instruction, which no code
//! runs between.
//!
//! ```text
//!  checkpoint 0 --- block 0: moment, moment, ... --- checkpoint 1 --- block 1: ... --- frontier
//! ```
//!
//! * `block` is the format, `record`, `moment`, `brief` and `learn` write it, `read` and `replay` read it, `travel` goes to its events.
//! * A block begins at a checkpoint and leads forwards only: whoever wants to be at one of its events takes the
//!   checkpoint's stack and applies the moments up to there. The heap's part leads both ways.
//! * Registers are not logged where they are written but where an event comes, so instructions cost what they always
//!   cost. Where a moment was reached in a known way (`steps`), those are looked at that code can have written on it
//!   (`plan`), and most of them hold what they must; elsewhere all are compared with what the log says so far
//!   (`Log::shadow`). Who writes a register that no instruction of the frame's code writes lowers `Vm::dirty_frames_from` below
//!   the frame.
//! * What was chosen not to be recorded is passed over (`selection`, `gaps`).
//! * The frames that may have changed are those above the lowest that was on top since (`Vm::dirty_frames_from`).
//!
//! None of this is state of the program: it only repeats what the program's state was.

mod block;
mod format;
mod frame_table;
mod gaps;
mod raw_buffer;
pub(crate) mod read;
mod record_filter;
mod transitions;
mod varint;
pub(crate) mod write;

pub(crate) use block::Block;
pub(crate) use format::{Moments, RareState};
pub(crate) use read::name_index::NameSites;
pub(crate) use read::replay::{Replay, ScanTarget, is_container};
pub(crate) use record_filter::RecordFilter;
pub use record_filter::{Condition, RecordChoice, Test};
pub(crate) use write::recorder::Log;
