//! Set algebra while the keys can be compared without running code: the keys of one set are asked for in another, and
//! a result is made as a table of its own before it becomes an object.
//!
//! The caller says which keys are equal, with `None` when only code can tell. Then these operations stop at once and
//! have changed nothing, and the operation can begin again in a way that may run code.

use crate::heap::Heap;
use crate::object::{self, Storage};
use crate::raw_vector::RawVector;
use crate::storage::set::table::{MIN_SLOTS, Probes, REMOVED, SLOT, VACANT, is_used, rebuilt, vacant_table};
use crate::storage::set::{FILL, USED, grown, is_full};
use crate::value::{TypeId, Value};
use std::mem::size_of;

/// Where a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetFound {
    /// At the slot of the key.
    At(usize),
    /// Nowhere: the slot for the key, and whether it is vacant.
    Absent(usize, bool),
}

/// Searches a table. `None` when `equal` does not know.
#[inline(always)]
fn search(
    slots: &[[u64; SLOT]],
    hash: i64,
    key: Value,
    equal: impl Fn(Value, Value) -> Option<bool>,
) -> Option<SetFound> {
    let first = hash as usize & (slots.len() - 1);
    let found = &slots[first];
    if *found == [hash as u64, key.raw()] {
        return Some(SetFound::At(first));
    }
    if *found == VACANT {
        return Some(SetFound::Absent(first, true));
    }
    search_on(slots, hash, key, equal)
}

fn search_on(
    slots: &[[u64; SLOT]],
    hash: i64,
    key: Value,
    equal: impl Fn(Value, Value) -> Option<bool>,
) -> Option<SetFound> {
    let mut probes = Probes::new(slots.len(), hash);
    let mut removed = None;
    loop {
        let run = probes.next_run();
        for (slot, found) in run.clone().zip(&slots[run]) {
            if is_used(found) {
                if found[0] == hash as u64 && equal(Value::from_raw(found[1]), key)? {
                    return Some(SetFound::At(slot));
                }
            } else if *found == VACANT {
                return Some(removed.map_or(SetFound::Absent(slot, true), |r| SetFound::Absent(r, false)));
            } else {
                removed = Some(slot);
            }
        }
    }
}

/// The table of a set that is being made.
#[derive(Debug)]
pub struct SetTable {
    words: Vec<u64>,
    used: u32,
    fill: u32,
}

impl Default for SetTable {
    fn default() -> SetTable {
        SetTable { words: vacant_table(MIN_SLOTS), used: 0, fill: 0 }
    }
}

impl SetTable {
    /// Adds a key. Returns whether it was new, `None` when `equal` does not know.
    #[inline]
    pub fn add(&mut self, hash: i64, key: Value, equal: impl Fn(Value, Value) -> Option<bool>) -> Option<bool> {
        match search(self.words.as_chunks::<SLOT>().0, hash, key, equal)? {
            SetFound::At(_) => Some(false),
            SetFound::Absent(slot, vacant) => {
                self.put(slot, vacant, hash, key);
                Some(true)
            }
        }
    }

    /// Removes a key that is there, and adds one that is not. `None` when `equal` does not know.
    #[inline]
    pub fn toggle(&mut self, hash: i64, key: Value, equal: impl Fn(Value, Value) -> Option<bool>) -> Option<()> {
        match search(self.words.as_chunks::<SLOT>().0, hash, key, equal)? {
            SetFound::At(slot) => {
                self.words[slot * SLOT..(slot + 1) * SLOT].copy_from_slice(&REMOVED);
                self.used -= 1;
            }
            SetFound::Absent(slot, vacant) => self.put(slot, vacant, hash, key),
        }
        Some(())
    }

    #[inline]
    fn put(&mut self, slot: usize, vacant: bool, hash: i64, key: Value) {
        self.words[slot * SLOT] = hash as u64;
        self.words[slot * SLOT + 1] = key.raw();
        self.used += 1;
        if vacant {
            self.fill += 1;
            if is_full(self.fill as usize, self.words.len() / SLOT) {
                self.words = rebuilt(&self.words, grown(self.used));
                self.fill = self.used;
            }
        }
    }
}

impl Heap {
    /// Looks for the keys in some slots of a set in another one, and tells `f` hash and key of each and whether the
    /// other has it; that ends when `f` returns false. Returns whether it went to the end, `None` when `equal` or `f`
    /// does not know.
    #[inline]
    pub fn set_ask_each(
        &self,
        set: Value,
        slots: std::ops::Range<usize>,
        other: Value,
        equal: impl Fn(Value, Value) -> Option<bool>,
        mut f: impl FnMut(i64, Value, bool) -> Option<bool>,
    ) -> Option<bool> {
        let walked = self.elements(self.set_vector(set), SLOT).as_chunks::<SLOT>().0;
        let asked = self.elements(self.set_vector(other), SLOT).as_chunks::<SLOT>().0;
        for found in &walked[slots.start.min(walked.len())..slots.end.min(walked.len())] {
            if is_used(found) {
                let (hash, key) = (found[0] as i64, Value::from_raw(found[1]));
                let has = matches!(search(asked, hash, key, &equal)?, SetFound::At(_));
                if !f(hash, key, has)? {
                    return Some(false);
                }
            }
        }
        Some(true)
    }

    /// Searches a set for a key. `None` when `equal` does not know.
    #[inline]
    pub fn set_search(
        &self,
        v: Value,
        hash: i64,
        key: Value,
        equal: impl Fn(Value, Value) -> Option<bool>,
    ) -> Option<SetFound> {
        search(self.elements(self.set_vector(v), SLOT).as_chunks::<SLOT>().0, hash, key, equal)
    }

    /// Adds a key where the search for it has just ended. Returns whether it was new.
    #[inline]
    pub fn set_add_at(&mut self, v: Value, found: SetFound, hash: i64, key: Value) -> bool {
        let SetFound::Absent(slot, vacant) = found else { return false };
        let s = self.set_vector(v);
        self.set_put(s, slot, vacant, hash, key);
        true
    }

    /// Returns the table that a copy of a set would have.
    pub fn set_table_of(&self, v: Value) -> SetTable {
        let from = self.set_vector(v);
        let used = from.meta(USED);
        let words = if used == 0 { vacant_table(MIN_SLOTS) } else { self.copied_table(from, MIN_SLOTS) };
        SetTable { words, used, fill: used }
    }

    /// Allocates a set of type `tid` with a table.
    pub fn new_set_of(&mut self, tid: TypeId, table: &SetTable) -> Value {
        let v = self.new_container(tid, Storage::Set, size_of::<object::Set>(), table.words.len() / SLOT);
        let s = self.set_vector(v);
        self.fill_new(s, &table.words);
        self.set_counts(s, table);
        v
    }

    /// Gives a set another table.
    pub fn set_take_table(&mut self, v: Value, table: &SetTable) {
        let s = self.set_vector(v);
        s.cache_hash(0);
        self.replace_all(s, &table.words);
        self.set_counts(s, table);
    }

    fn set_counts(&mut self, s: RawVector, table: &SetTable) {
        self.set_meta(s, USED, table.used);
        self.set_meta(s, FILL, table.fill);
    }
}
