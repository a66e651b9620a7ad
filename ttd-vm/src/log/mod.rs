//! The log of a run: enough to restore any event without running code.
//!
//! At every event a logged run writes down what changed since the event before. The heap's part is its journal under
//! the rule that every write is journalled, with a moment for each event (`ttd_core`, `history/moments`). Registers,
//! frames and the few words outside them are written here. One *moment* stands for all events of one instruction: no
//! code runs between them.
//!
//! ```text
//!  checkpoint 0 --- block 0: moment, moment, ... --- checkpoint 1 --- block 1: ... --- frontier
//! ```
//!
//! | file | what it does |
//! |---|---|
//! | `format`, `varint`, `raw_buffer`, `frame_table`, `transitions` | the open block and its encoding |
//! | `block`, `packer` | closed blocks, packing |
//! | `write/` | one moment per instruction with events: `moment` decides, `fast_path` and `slow_path` write |
//! | `read/` | `decode` reads moments, `replay` applies them |
//! | `record_filter`, `gaps` | recording a part of a run |
//!
//! * A block begins at a checkpoint and leads forwards only: to restore one of its events, the checkpoint's stack is
//!   taken and the moments up to that event are applied. The heap's part leads both ways.
//! * Registers are logged where an event comes, not where they are written, so instructions cost what they always cost.
//!   After a known transition only those registers are compared that the code can have written on that way (`Plan`),
//!   and most of them are predicted; otherwise all live registers are compared with the last logged values
//!   (`Log::shadow`).
//! * Only the frames from `Counting::dirty_frames_from` on may have changed. Code that writes a register other than
//!   through an instruction of the frame's own code must lower it below that frame.
//!
//! None of this is program state: it only repeats what the program's state was.

mod address_set;
mod block;
mod format;
mod frame_table;
mod gaps;
pub(crate) mod packer;
mod raw_buffer;
pub(crate) mod read;
mod record_filter;
mod site_index;
#[cfg(test)]
pub(crate) mod tests;
mod transitions;
mod varint;
pub(crate) mod write;

pub(crate) use block::{Block, PackedBlock};
pub(crate) use format::{Moments, RareState};
pub(crate) use read::name_index::NameSites;
pub(crate) use read::replay::{Replay, ScanTarget, is_container};
pub(crate) use record_filter::RecordFilter;
pub use record_filter::{Condition, NumberTest, RecordChoice, Test};
pub(crate) use site_index::SiteIndex;
pub(crate) use transitions::Table;
pub(crate) use write::recorder::Log;
