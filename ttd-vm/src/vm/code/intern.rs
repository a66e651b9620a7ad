//! Interned strings and other values that live as long as the machine.
//!
//! They take their birth ordinals from a range of their own: whether a name had been interned before must not shift
//! the ordinals of the program's objects, or a run after going back would differ from the first.

use rustc_hash::FxHashMap;
use ttd_core::value::Value;

use crate::{Vm, ids};

/// The interned strings by their texts. Nobody gains by filling the tables of a run of their own, so that the hash may
/// be a quick one.
pub(crate) type Interned = FxHashMap<Box<[u8]>, Value>;

/// The interned strings of one ASCII character, as far as they were asked for: every character that a program takes out
/// of a string is one.
pub(crate) type AsciiChars = [Value; 128];

/// What is found by a name: an interned string.
pub(crate) type ByName<T> = FxHashMap<Value, T>;

/// The first birth ordinal of values that are never freed.
pub(crate) const IMMORTAL: u64 = 1 << 46;

/// Whether an object with this birth is there when so many have been born: what is immortal always is.
pub(crate) fn is_allocated(object: u64, births: u64) -> bool {
    object < births || object >= IMMORTAL
}

impl Vm {
    /// The one string object with this text.
    pub fn intern(&mut self, text: &str) -> Value {
        self.intern_bytes(text.as_bytes())
    }

    /// The one string object with this text, given in WTF-8.
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
        if let Some(&v) = self.loaded.interned.get(text) {
            return v;
        }
        let chars = text.iter().filter(|b| (**b & 0xC0) != 0x80).count() as u64;
        let v = self.immortal(|vm| vm.heap.new_bytes(ids::STR, text, chars));
        self.heap.set_cached_hash(v, crate::types::str::hash_str(text));
        self.loaded.interned.insert(text.into(), v);
        v
    }

    /// The interned string equal to a string object, for use as an attribute name.
    pub fn intern_value(&mut self, v: Value) -> Value {
        if self.heap.alloc_id(v) >= IMMORTAL {
            return v;
        }
        let text: Box<[u8]> = self.heap.bytes(v).into();
        self.intern_bytes(&text)
    }

    /// Makes values that are never freed and whose births are not counted.
    pub(crate) fn immortal<T: Into<Value> + Copy>(&mut self, make: impl FnOnce(&mut Vm) -> T) -> T {
        let births = self.heap.allocation_count();
        self.heap.set_allocation_count(self.loaded.immortal_ids);
        // What a set is filled with must not be taken out of it again when the log goes back.
        let logs = self.heap.logs_every_write();
        self.heap.set_log_every_write(false);
        let made = make(self);
        self.heap.set_log_every_write(logs);
        self.loaded.immortal_ids = self.heap.allocation_count();
        self.heap.set_allocation_count(births);
        self.loaded.immortals.push(made.into());
        made
    }
}
