//! What an object contains, as a program could see it.

use ttd_core::{Heap, Storage, Value};

/// The contents of one object.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Model {
    Slots(u32, Vec<Value>),
    List(Vec<Value>),
    /// Entries with their positions.
    Dict(Vec<Option<(i64, Value, Value)>>),
    /// The slots of the table.
    Set(Vec<Option<(i64, Value)>>),
    Buffer(Vec<u8>),
    /// The limit of its length, and the items.
    Deque(Option<usize>, Vec<Value>),
    /// Immutable objects: items and bytes.
    Fixed(Vec<Value>, Vec<u8>),
}

/// Reads an object through the public operations.
pub(crate) fn read(h: &Heap, v: Value) -> Model {
    match h.header(v).storage {
        Storage::Slots => Model::Slots(h.shape(v), h.slots(v).to_vec()),
        Storage::List => Model::List(h.list(v).to_vec()),
        Storage::Dict => Model::Dict((0..h.dict_size(v)).map(|i| h.dict_entry(v, i)).collect()),
        Storage::Set => Model::Set((0..h.set_slots(v)).map(|i| h.set_slot_at(v, i)).collect()),
        Storage::Buffer => Model::Buffer(h.buffer(v).to_vec()),
        Storage::Deque => Model::Deque(h.deque_limit(v), h.deque_items(v)),
        Storage::Tuple => Model::Fixed(h.tuple(v).to_vec(), Vec::new()),
        Storage::Bytes => Model::Fixed(Vec::new(), h.bytes(v).to_vec()),
        storage => panic!("{storage:?} in the root list"),
    }
}
