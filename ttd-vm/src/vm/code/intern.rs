//! Interned strings and other values that live as long as the machine.
//!
//! Their allocation ids come from a range of their own: whether a name was interned before must not shift the ids of
//! the program's objects, or a run after going back would differ from the first.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};
use ttd_core::Heap;
use ttd_core::value::Value;

use crate::{Vm, ids};

/// The interned strings.
pub(crate) struct Interned {
    /// By text, with its hash. That may be fast and predictable: a program could only slow down its own run.
    known: HashTable<(u64, Value)>,
    /// Those that were asked for last, by where the text lay: natives ask with constants of this program.
    recent: Recent,
}

/// Interned strings in the slots of [`Interned::place`].
struct Recent(Box<[Value; 1 << RECENT_BITS]>);

const RECENT_BITS: u32 = 10;

impl Default for Recent {
    fn default() -> Recent {
        Recent(Box::new([Value::UNBOUND; 1 << RECENT_BITS]))
    }
}

/// More strings than a machine has when its first program begins.
const AT_BOOT: usize = 3_500;

impl Default for Interned {
    fn default() -> Interned {
        Interned { known: HashTable::with_capacity(AT_BOOT), recent: Recent::default() }
    }
}

impl Interned {
    /// The place of a text among the recent ones. It is only likely to be the text's: compare.
    #[inline]
    fn place(text: &[u8]) -> usize {
        let mixed = (text.as_ptr() as u64 ^ (text.len() as u64) << 48).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> (64 - RECENT_BITS)) as usize
    }

    /// The string with this text, if it was interned.
    pub(crate) fn get(&self, heap: &Heap, text: &[u8]) -> Option<Value> {
        self.find(heap, hash_of(text), text)
    }

    fn find(&self, heap: &Heap, hash: u64, text: &[u8]) -> Option<Value> {
        self.known.find(hash, |(h, v)| *h == hash && heap.bytes(*v) == text).map(|(_, v)| *v)
    }
}

fn hash_of(text: &[u8]) -> u64 {
    FxBuildHasher.hash_one(text)
}

/// The interned strings of one ASCII character, filled on demand: indexing a string yields these.
pub(crate) type AsciiChars = [Value; 128];

/// A map from interned strings.
pub(crate) type ByName<T> = FxHashMap<Value, T>;

/// The first allocation id of values that are never freed.
pub(crate) const IMMORTAL: u64 = 1 << 46;

/// Whether an object with this id exists when `allocated` ids have been given out. Immortal ones always do.
pub(crate) fn is_allocated(object: u64, allocated: u64) -> bool {
    object < allocated || object >= IMMORTAL
}

impl Vm {
    /// Returns the one string object with this text.
    pub fn intern(&mut self, text: &str) -> Value {
        self.intern_bytes(text.as_bytes())
    }

    /// Returns the one string object with this text, in WTF-8.
    pub fn intern_bytes(&mut self, text: &[u8]) -> Value {
        match *text {
            [one] if one < 128 => {
                let known = self.loaded.ascii_chars[one as usize];
                if !known.is_unbound() {
                    return known;
                }
                let v = self.intern_text(text);
                self.loaded.ascii_chars[one as usize] = v;
                v
            }
            _ => self.intern_text(text),
        }
    }

    fn intern_text(&mut self, text: &[u8]) -> Value {
        let place = Interned::place(text);
        let recent = self.loaded.interned.recent.0[place];
        if !recent.is_unbound() && self.heap.bytes(recent) == text {
            return recent;
        }
        let v = self.known_or_new(text);
        self.loaded.interned.recent.0[place] = v;
        v
    }

    fn known_or_new(&mut self, text: &[u8]) -> Value {
        let hash = hash_of(text);
        if let Some(v) = self.loaded.interned.find(&self.heap, hash, text) {
            return v;
        }
        let chars = text.iter().filter(|b| (**b & 0xC0) != 0x80).count() as u64;
        let v = self.immortal(|vm| vm.heap.new_bytes(ids::STR, text, chars));
        self.heap.set_cached_hash(v, ttd_pyalgos::hash::string::hash_str(text));
        self.loaded.interned.known.insert_unique(hash, (hash, v), |(h, _)| *h);
        v
    }

    /// Whether a string object is the interned one.
    pub(crate) fn is_interned(&self, v: Value) -> bool {
        self.heap.alloc_id(v) >= IMMORTAL
    }

    /// Returns the interned string equal to a string object, for use as an attribute name.
    pub fn intern_value(&mut self, v: Value) -> Value {
        if self.is_interned(v) {
            return v;
        }
        let text: Box<[u8]> = self.heap.bytes(v).into();
        self.intern_bytes(&text)
    }

    /// Makes a value that is never freed and takes its ids from the immortal range.
    pub(crate) fn immortal<T: Into<Value> + Copy>(&mut self, make: impl FnOnce(&mut Vm) -> T) -> T {
        let allocated = self.heap.allocation_count();
        self.heap.set_allocation_count(self.loaded.immortal_ids);
        // Going back in the log must not remove items put into a set here.
        let logs = self.heap.logs_every_write();
        self.heap.set_log_every_write(false);
        let made = make(self);
        self.heap.set_log_every_write(logs);
        self.loaded.immortal_ids = self.heap.allocation_count();
        self.heap.set_allocation_count(allocated);
        self.loaded.immortals.push(made.into());
        made
    }
}
