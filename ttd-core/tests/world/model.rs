//! The contents of an object, as a program can see them.

use super::naive::Naive;
use super::operations::hashes;
use ttd_core::{Heap, Storage, Value};

/// The contents of one object.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Model {
    Slots(u32, Vec<Value>),
    List(Vec<Value>),
    Dict(Naive),
    /// The slots of the table.
    Set(Vec<Option<(i64, Value)>>),
    Buffer(Vec<u8>),
    /// The maximum length, and the items.
    Deque(Option<usize>, Vec<Value>),
    /// Immutable objects: items and bytes.
    Fixed(Vec<Value>, Vec<u8>),
}

/// Asserts that an object has the contents of the model.
pub(crate) fn check(h: &Heap, v: Value, model: &Model) {
    let Model::Dict(naive) = model else {
        assert_eq!(read(h, v), *model, "{v:?}");
        return;
    };
    let entries: Vec<_> = (0..h.dict_size(v)).map(|i| h.dict_entry(v, i)).collect();
    assert_eq!(entries, naive.entries, "{v:?}");
    assert_eq!((h.dict_slots(v), h.dict_len(v)), (naive.slots(), naive.live()));
    for hash in hashes() {
        let mut probe = h.dict_probe(v, hash);
        let compared: Vec<usize> = std::iter::from_fn(|| probe.next(h)).collect();
        assert_eq!(compared, naive.compared(hash), "{v:?}: keys with hash {hash}");
    }
}

/// Returns the model of a new object.
pub(crate) fn model_of(h: &Heap, v: Value) -> Model {
    match h.header(v).storage {
        Storage::Dict => Model::Dict(Naive::new()),
        _ => read(h, v),
    }
}

/// Reads an object through the public operations.
pub(crate) fn read(h: &Heap, v: Value) -> Model {
    match h.header(v).storage {
        Storage::Slots => Model::Slots(h.shape(v), h.slots(v).to_vec()),
        Storage::List => Model::List(h.list(v).to_vec()),
        Storage::Dict => panic!("a dict is compared by its probes"),
        Storage::Set => Model::Set((0..h.set_slots(v)).map(|i| h.set_slot_at(v, i)).collect()),
        Storage::Buffer => Model::Buffer(h.buffer(v).to_vec()),
        Storage::Deque => Model::Deque(h.deque_limit(v), h.deque_items(v)),
        Storage::Tuple => Model::Fixed(h.tuple(v).to_vec(), Vec::new()),
        Storage::Bytes => Model::Fixed(Vec::new(), h.bytes(v).to_vec()),
        storage => panic!("{storage:?} in the root list"),
    }
}
