//! The words of an object: what a program can see of it.
//!
//! ```text
//! type, storage, allocation id, and
//!   Slots    the shape's stable name, number of visible slots, those slots
//!   Tuple    length, items
//!   Bytes    length, aux, the bytes in words of eight, padded with zeros
//!   Boxed    a hash made by the language
//!   List     length, items
//!   Dict     number of entries, three counters, each entry: 1, hash, key, value, or 0 if it was removed
//!   Set      number of slots, used, fill, finger, each slot: 2, hash, key, or 0 if vacant, or 1 if removed
//!   Buffer   number of exports, length, the bytes as above
//!   Deque    length, state, limit, items
//! ```
//!
//! Capacities, indexes, cached hashes, epochs, marks, generations and addresses are not among them.

use std::any::Any;

use crate::heap::Heap;
use crate::object::Storage;
use crate::storage::dict::ENTRY;
use crate::value::{TypeId, Value};

/// What the digest must ask the language about its objects.
pub trait Describe {
    /// Returns a name of the shape that is equal in every run.
    fn shape_name(&self, tid: TypeId, shape: u32) -> u64;
    /// Returns the number of slots that count, or a larger number for all of them.
    fn visible_slots(&self, tid: TypeId, shape: u32) -> usize;
    /// Returns a hash of host data.
    fn boxed(&self, tid: TypeId, data: &dyn Any) -> u64;
    /// Returns a slot to leave out of objects of this type, because its value differs from run to run.
    fn hidden_slot(&self, _tid: TypeId) -> Option<usize> {
        None
    }
    /// Returns the first of the allocation ids of permanent objects, which exist at all times, never change, and refer
    /// to permanent objects only. Their ids are left out.
    fn first_permanent_alloc_id(&self) -> u64 {
        u64::MAX
    }
    /// Returns the object through which most of the objects that change are reached.
    fn changing_part(&self) -> Option<Value> {
        None
    }
}

/// Receives the words of an object.
pub(crate) trait WordSink {
    /// Whether all words matter, and not only references.
    const WORDS: bool = true;

    /// Receives the next word.
    fn word(&mut self, x: u64);

    /// Receives the next value.
    fn value(&mut self, v: Value);

    /// Receives the next values.
    #[inline]
    fn values(&mut self, values: &[Value]) {
        values.iter().for_each(|&v| self.value(v));
    }
}

/// Passes the words of an object to a sink.
#[inline]
pub(crate) fn object_words<D: Describe + ?Sized>(heap: &Heap, describe: &D, v: Value, sink: &mut impl WordSink) {
    ObjectWords { heap, describe, sink }.object(v);
}

struct ObjectWords<'a, S, D: ?Sized> {
    heap: &'a Heap,
    describe: &'a D,
    sink: &'a mut S,
}

impl<S: WordSink, D: Describe + ?Sized> ObjectWords<'_, S, D> {
    fn bytes(&mut self, bytes: &[u8]) {
        self.sink.word(bytes.len() as u64);
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|word| self.sink.word(u64::from_le_bytes(*word)));
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.sink.word(u64::from_le_bytes(word));
        }
    }

    fn object(&mut self, v: Value) {
        let heap = self.heap;
        let header = heap.header(v);
        self.sink.word(header.tid as u64 | (header.storage as u64) << 8);
        self.sink.word(header.alloc_id.min(self.describe.first_permanent_alloc_id()));
        match header.storage {
            Storage::Slots => self.slots(v),
            Storage::Tuple => self.row(heap.tuple(v)),
            Storage::List => self.row(heap.list(v)),
            Storage::Dict => self.dict(v),
            Storage::Set => self.set(v),
            Storage::Deque => {
                self.sink.word(heap.deque_state(v) as u64);
                self.sink.word(heap.deque_limit(v).map_or(u64::MAX, |n| n as u64));
                self.row(&heap.deque_items(v));
            }
            Storage::Free => panic!("a freed object is reachable: {v:?}"),
            // The others refer to nothing.
            _ if !S::WORDS => {}
            Storage::Bytes => {
                self.sink.word(heap.aux(v));
                self.bytes(heap.bytes(v));
            }
            Storage::Boxed => self.sink.word(self.describe.boxed(v.tid(), &**heap.boxed_any(v))),
            Storage::Buffer => {
                self.sink.word(heap.buffer_exports(v) as u64);
                self.bytes(heap.buffer(v));
            }
        }
    }

    fn slots(&mut self, v: Value) {
        let (tid, shape, slots) = (v.tid(), self.heap.shape(v), self.heap.slots(v));
        let count = self.describe.visible_slots(tid, shape).min(slots.len());
        if S::WORDS {
            self.sink.word(self.describe.shape_name(tid, shape));
        }
        self.sink.word(count as u64);
        match self.describe.hidden_slot(tid) {
            None => self.sink.values(&slots[..count]),
            Some(hidden) => {
                let shown = |(i, v): (usize, &Value)| if i == hidden { Value::NONE } else { *v };
                slots[..count].iter().enumerate().map(shown).for_each(|v| self.sink.value(v));
            }
        }
    }

    fn row(&mut self, items: &[Value]) {
        self.sink.word(items.len() as u64);
        self.sink.values(items);
    }

    fn dict(&mut self, v: Value) {
        let (size, counters) = (self.heap.dict_size(v), self.heap.dict_counters(v));
        self.sink.word(size as u64);
        counters.iter().for_each(|&c| self.sink.word(c as u64));
        let (entries, _) = self.heap.dict_words(v).as_chunks::<ENTRY>();
        for &[hash, key, value] in &entries[..size] {
            let key = Value::from_raw(key);
            if key.is_unbound() {
                self.sink.word(0);
            } else {
                self.sink.word(1);
                self.sink.word(hash);
                self.sink.value(key);
                self.sink.value(Value::from_raw(value));
            }
        }
    }

    fn set(&mut self, v: Value) {
        let (slots, counters) = (self.heap.set_slots(v), self.heap.set_counters(v));
        self.sink.word(slots as u64);
        counters.iter().for_each(|&c| self.sink.word(c as u64));
        for slot in 0..slots {
            match self.heap.set_slot_at(v, slot) {
                None => self.sink.word(self.heap.set_slot_was_removed(v, slot) as u64),
                Some((hash, key)) => {
                    self.sink.word(2);
                    self.sink.word(hash as u64);
                    self.sink.value(key);
                }
            }
        }
    }
}
