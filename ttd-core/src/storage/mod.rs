//! Objects by storage: slots, lists, dicts, sets, buffers, deques and immutable objects.

pub(crate) mod buffer;
pub(crate) mod deque;
pub(crate) mod dict;
pub(crate) mod immutable;
pub(crate) mod list;
pub(crate) mod list_unchecked;
pub(crate) mod set;
pub(crate) mod shared_bytes;
pub(crate) mod slots;
pub(crate) mod vector_edit;
