//! ttd-core: values, the versioned heap, its journal and checkpoints. No Python, no input or output.
//!
//! Read in this order: `value` (a word), `object` (cells), `heap` (what holds them), `seq` (how containers are saved),
//! `journal` and `history` (going back), `collect`, `digest`, `verify`.
//!
//! Unsafe code is in `arena`, `pool`, `heap`, `access`, `slots`, `seq`, `saved`, `fast`, `apply` and `collect`, each with its
//! argument at the top; the containers (`list`, `dict`, `set`, `buffer`, `deque`) are safe code on top of `seq`.

pub mod value;

pub mod object;

pub mod heap;

// Where memory comes from.
mod arena;
mod pool;
mod words;

// Objects by storage.
mod access;
mod buffer;
mod deque;
mod dict;
mod dict_index;
mod fast;
mod list;
mod saved;
mod seq;
mod set;
mod set_table;
mod slots;

// Going back.
mod apply;
mod history;
mod journal;
mod merge;

// Walking the whole heap.
mod collect;
mod digest;
mod verify;
mod verify_history;

pub use collect::Marker;
pub use digest::Describe;
pub use heap::{Heap, HeapConfig};
pub use history::NodeId;
pub use object::{Boxed, Bytes, Dict, Header, List, Slots, Storage, Table, Tuple};
pub use set::{SetProbe, SetStep};
pub use value::{T_IMM, T_INT, T_OBJ, TypeId, Value};
