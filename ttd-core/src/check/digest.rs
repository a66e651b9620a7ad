//! The digest: one number for everything that a program can see.
//!
//! **Definition.** Objects are visited breadth first from the roots, in the order in which references are met, and
//! numbered from 0 in that order. The digest is a hash of the sequence of words
//!
//! ```text
//! number of roots, roots, then for every object in order of number:
//!   type, storage, allocation id, and
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
//! where a reference is `T_OBJ` plus the number of the object, and any other value its own bits. Objects of types that
//! the language skips are `T_OBJ` plus 2^40 plus the type, and are not visited.
//!
//! Capacities, indexes, cached hashes, epochs, marks, generations and addresses do not contribute.
//!
//! The cost is that of reading every object once, mostly cache misses; the walk is compiled for each language.

use crate::check::numbering::Numbering;
use crate::heap::Heap;
use crate::memory::arena::BLOCK;
use crate::memory::pool::prefetch;
use crate::memory::size_classes::UNIT;
use crate::object::Storage;
use crate::storage::dict::ENTRY;
use crate::value::{T_OBJ, TypeId, Value};
use std::any::Any;

/// The distance, in objects, at which headers are prefetched.
const AHEAD: usize = 8;

/// What the digest must ask the language about its objects.
pub trait Describe {
    /// Returns a name of the shape that is equal in every run.
    fn shape_name(&self, tid: TypeId, shape: u32) -> u64;
    /// Returns the number of slots that count, or a larger number for all of them.
    fn visible_slots(&self, tid: TypeId, shape: u32) -> usize;
    /// Returns a hash of host data.
    fn boxed(&self, tid: TypeId, data: &dyn Any) -> u64;
    /// Whether objects of this type are caches that no program can see.
    fn skip(&self, tid: TypeId) -> bool;
    /// Returns a slot to leave out of objects of this type, because its value differs from run to run.
    fn hidden_slot(&self, _tid: TypeId) -> Option<usize> {
        None
    }
    /// Returns the first of the allocation ids to leave out: those of objects that exist at all times.
    fn first_permanent_alloc_id(&self) -> u64 {
        u64::MAX
    }
}

/// Receives the words of the digest.
pub(crate) trait DigestSink {
    /// Whether words matter, and not only objects.
    const WORDS: bool = true;
    /// Receives the next word.
    fn word(&mut self, x: u64);
    /// Announces the words of this object; `false` ends the walk.
    fn object(&mut self, _v: Value) -> bool {
        true
    }
}

/// A hash of two lanes of multiply and fold.
struct Mixer(u64, u64);

impl DigestSink for Mixer {
    #[inline]
    fn word(&mut self, x: u64) {
        let fold = |a: u64, k: u64| {
            let m = (a as u128).wrapping_mul(k as u128);
            m as u64 ^ (m >> 64) as u64
        };
        self.0 = fold(self.0 ^ x, 0x9E37_79B9_7F4A_7C15).rotate_left(23) ^ x;
        self.1 = fold(self.1.wrapping_add(x), 0xD6E8_FEB8_6659_FD93).rotate_left(41) ^ self.0;
    }
}

struct Walk<'a, W, D: ?Sized> {
    heap: &'a Heap,
    describe: &'a D,
    mixer: W,
    /// The number of each cell's object, if it was met.
    numbers: Numbering,
    order: Vec<Value>,
}

impl Heap {
    /// Returns the digest of everything that these roots reach; see the module for the definition.
    pub fn digest(&self, roots: &[Value], describe: &impl Describe) -> u128 {
        let mixer = self.digest_words(roots, describe, Mixer(1, 2));
        (mixer.0 as u128) << 64 | mixer.1 as u128
    }

    /// Passes all words to `mixer` and returns it.
    pub(crate) fn digest_words<W: DigestSink>(&self, roots: &[Value], describe: &impl Describe, mixer: W) -> W {
        let numbers = Numbering::begin(self.arena.block_count() * (BLOCK / UNIT));
        let mut walk = Walk { heap: self, describe, mixer, numbers, order: Vec::new() };
        walk.mixer.word(roots.len() as u64);
        walk.values(roots);
        let mut next = 0;
        while next < walk.order.len() {
            let v = walk.order[next];
            if let Some(later) = walk.order.get(next + AHEAD) {
                prefetch(self.cell_at(later.index()));
            }
            if !walk.mixer.object(v) {
                break;
            }
            walk.object(v);
            next += 1;
        }
        walk.numbers.end();
        walk.mixer
    }
}

impl<W: DigestSink, D: Describe + ?Sized> Walk<'_, W, D> {
    #[inline]
    fn values(&mut self, values: &[Value]) {
        values.iter().for_each(|&v| self.value(v));
    }

    #[inline]
    fn value(&mut self, v: Value) {
        if !v.is_obj() {
            return self.mixer.word(v.raw());
        }
        if self.describe.skip(v.tid()) {
            return self.mixer.word(T_OBJ | 1 << 40 | v.tid().0 as u64);
        }
        let (number, is_new) = self.numbers.of(v.index());
        if is_new {
            self.order.push(v);
        }
        self.mixer.word(T_OBJ | number as u64);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.mixer.word(bytes.len() as u64);
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|word| self.mixer.word(u64::from_le_bytes(*word)));
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.mixer.word(u64::from_le_bytes(word));
        }
    }

    fn object(&mut self, v: Value) {
        let heap = self.heap;
        let header = heap.header(v);
        self.mixer.word(header.tid as u64 | (header.storage as u64) << 8);
        self.mixer.word(header.alloc_id.min(self.describe.first_permanent_alloc_id()));
        match header.storage {
            Storage::Slots => self.slots(v),
            Storage::Tuple => self.row(heap.tuple(v)),
            Storage::List => self.row(heap.list(v)),
            Storage::Dict => self.dict(v),
            Storage::Set => self.set(v),
            Storage::Deque => {
                self.mixer.word(heap.deque_state(v) as u64);
                self.mixer.word(heap.deque_limit(v).map_or(u64::MAX, |n| n as u64));
                self.row(&heap.deque_items(v));
            }
            Storage::Free => panic!("a freed object is reachable: {v:?}"),
            // The others refer to nothing.
            _ if !W::WORDS => {}
            Storage::Bytes => {
                self.mixer.word(heap.aux(v));
                self.bytes(heap.bytes(v));
            }
            Storage::Boxed => self.mixer.word(self.describe.boxed(v.tid(), &**heap.boxed_any(v))),
            Storage::Buffer => {
                self.mixer.word(heap.buffer_exports(v) as u64);
                self.bytes(heap.buffer(v));
            }
        }
    }

    fn slots(&mut self, v: Value) {
        let (tid, shape, slots) = (v.tid(), self.heap.shape(v), self.heap.slots(v));
        let count = self.describe.visible_slots(tid, shape).min(slots.len());
        if W::WORDS {
            self.mixer.word(self.describe.shape_name(tid, shape));
        }
        self.mixer.word(count as u64);
        match self.describe.hidden_slot(tid) {
            None => self.values(&slots[..count]),
            Some(hidden) => {
                let shown = |(i, v): (usize, &Value)| if i == hidden { Value::NONE } else { *v };
                slots[..count].iter().enumerate().map(shown).for_each(|v| self.value(v));
            }
        }
    }

    fn row(&mut self, items: &[Value]) {
        self.mixer.word(items.len() as u64);
        self.values(items);
    }

    fn dict(&mut self, v: Value) {
        let (size, counters) = (self.heap.dict_size(v), self.heap.dict_counters(v));
        self.mixer.word(size as u64);
        counters.iter().for_each(|&c| self.mixer.word(c as u64));
        let (entries, _) = self.heap.dict_words(v).as_chunks::<ENTRY>();
        for &[hash, key, value] in &entries[..size] {
            let key = Value::from_raw(key);
            if key.is_unbound() {
                self.mixer.word(0);
            } else {
                self.mixer.word(1);
                self.mixer.word(hash);
                self.value(key);
                self.value(Value::from_raw(value));
            }
        }
    }

    fn set(&mut self, v: Value) {
        let (slots, counters) = (self.heap.set_slots(v), self.heap.set_counters(v));
        self.mixer.word(slots as u64);
        counters.iter().for_each(|&c| self.mixer.word(c as u64));
        for slot in 0..slots {
            match self.heap.set_slot_at(v, slot) {
                None => self.mixer.word(self.heap.set_slot_was_removed(v, slot) as u64),
                Some((hash, key)) => {
                    self.mixer.word(2);
                    self.mixer.word(hash as u64);
                    self.value(key);
                }
            }
        }
    }
}
