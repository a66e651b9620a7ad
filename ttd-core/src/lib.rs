//! ttd-core: values, the versioned heap, its journal and checkpoints. No Python, no input or output.
//!
//! Read in this order: `value` (a word), `object` (cells), `heap` (what owns them), `raw_vector` and `storage`
//! (containers), `journal` (what undoing needs), `gc`, `history` (going back), `check` (digest, verification).
//! `docs/architecture/heap.md` describes how they work together.
//!
//! ```
//! use ttd_core::value::{TypeId, Value};
//! use ttd_core::{Heap, HeapConfig};
//!
//! let mut heap = Heap::new(HeapConfig::default());
//! let list = heap.new_list(TypeId(1), &[Value::NONE]);
//! let before = heap.checkpoint();
//! heap.list_push(list, Value::TRUE);
//! let after = heap.checkpoint();
//! heap.goto(before);
//! assert_eq!(heap.list(list), [Value::NONE]);
//! heap.goto(after);
//! assert_eq!(heap.list(list), [Value::NONE, Value::TRUE]);
//! ```
//!
//! Unsafe code is confined to files with a section "Why the unsafe code is sound". Lists, dicts, sets, buffers, deques
//! and the tree of checkpoints are safe code on top of them.

pub(crate) mod check;
pub(crate) mod gc;
pub mod heap;
mod history;
mod journal;
pub(crate) mod memory;
pub mod object;
pub(crate) mod raw_vector;
pub(crate) mod storage;
pub mod value;

pub use check::digest_memo::DigestMemo;
pub use check::digest_trace::{DigestTrace, TracePosition, Word};
pub use check::words::Describe;
pub use gc::marker::Marker;
pub use gc::unreachable::{Owner, Scope, Unreachable};
pub use heap::{Heap, HeapConfig};
pub use history::NodeId;
pub use history::moments::Savepoint;
pub use history::prune_dead::DeadPruner;
pub use history::recent_writes::{JournalPosition, WriteTarget, WriteTargetPart};
pub use history::segments::{PackedSegment, SegmentCopy};
pub use journal::archive::Archived;
pub use journal::compressed::{Compressed, Compressor, add_words, words_of};
pub use journal::recent_write::{Part, RecentWrite};
pub use memory::sorted_numbers::SortedNumbers;
pub use memory::system::{NoRoom, no_room, use_one_arena};
pub use object::{Boxed, Bytes, Dict, Header, List, Slots, Storage, Table, Tuple};
pub use storage::deque::DEQUE_LIMIT;
pub use storage::dict::DictProbe;
pub use storage::set::plain::{SetFound, SetTable};
pub use storage::set::{SetProbe, SetStep};
pub use storage::slots::copy_few;
pub use value::{T_IMM, T_INT, T_OBJ, TypeId, Value};
