//! ttd-core: values, the versioned heap, its journal and checkpoints. No Python, no input or output.
//!
//! Read in this order: `value` (a word), `object` (cells), `heap` (what holds them), `seq` and `saved` (how containers
//! are saved), `journal` and `history` (going back), `collect`, `digest`, `verify`.
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
//! Unsafe code is in the files that have a section "Why the unsafe code is sound"; `tests/tidy.rs` has their list.
//! `list`, `dict`, `set`, `buffer`, `deque` and `history` are safe code on top of them.

pub mod value;

pub mod object;

pub mod heap;

// Where memory comes from.
mod archive;
mod arena;
mod blocks;
mod pool;
mod sizes;
mod system;
mod words;

// Objects by storage.
mod access;
mod buffer;
mod deque;
mod dict;
mod dict_bulk;
mod dict_index;
mod dict_past;
mod dict_table;
mod edit;
mod entries;
mod fast;
mod few;
mod list;
mod saved;
mod seq;
mod set;
mod set_table;
mod slots;

// Going back.
mod apply;
mod consolidate;
mod entry;
mod far;
mod history;
mod journal;
mod merge;
mod moments;
mod packed;
mod piles;
mod segment;
mod told;
mod tree;
mod written;

// Walking the whole heap.
mod collect;
mod digest;
mod find;
mod forget;
mod mark;
mod transcript;
mod unreachable;
mod verify;
mod verify_containers;
mod verify_history;
mod witnesses;
mod young;

pub use archive::Archived;
pub use deque::DEQUE_LIMIT;
pub use dict::DictProbe;
pub use digest::Describe;
pub use forget::Forgetting;
pub use heap::{Heap, HeapConfig};
pub use history::NodeId;
pub use mark::Marker;
pub use moments::Scratch;
pub use object::{Boxed, Bytes, Dict, Header, List, Slots, Storage, Table, Tuple};
pub use packed::{Packed, add_words, words_of};
pub use set::{SetProbe, SetStep};
pub use system::{NoRoom, no_room};
pub use transcript::{Place, Transcript, Word};
pub use unreachable::{Owner, Unreachable};
pub use value::{T_IMM, T_INT, T_OBJ, TypeId, Value};
pub use written::{JournalPlace, Part, Touched, TouchedPart, Written};
