//! Sets: a table of slots (see `table`) and three counters, as CPython has them.

pub(crate) mod plain;
pub(crate) mod table;

use crate::heap::Heap;
use crate::object::{self, Storage};
use crate::raw_vector::RawVector;
use crate::storage::set::table::{MIN_SLOTS, Probes, REMOVED, SLOT, VACANT, is_used, rebuilt, slots_for, vacant_table};
use crate::value::{TypeId, Value};
use std::mem::size_of;

/// The counter of keys.
const USED: usize = 0;
/// The counter of slots that are not vacant.
const FILL: usize = 1;
/// The slot at which `set_pop` continues.
const FINGER: usize = 2;

/// A search driven by the caller, because comparing keys may run code that changes the set. After such a change it must
/// start again.
#[derive(Clone, Copy, Debug)]
pub struct SetProbe {
    set: Value,
    hash: i64,
    probes: Probes,
}

/// A step of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetStep {
    /// A slot whose key has the hash and may be equal.
    Candidate(usize),
    /// The end of the search: the key is absent.
    Vacant(usize),
}

impl SetProbe {
    /// Returns the next candidate, or the end of the search.
    pub fn next(&mut self, heap: &Heap) -> SetStep {
        let table = heap.elements(heap.raw_vector(self.set, Storage::Set), SLOT);
        loop {
            let slot = self.probes.next();
            let found = &table[slot * SLOT..(slot + 1) * SLOT];
            if *found == VACANT {
                return SetStep::Vacant(slot);
            }
            if is_used(found) && found[0] == self.hash as u64 {
                return SetStep::Candidate(slot);
            }
        }
    }
}

impl Heap {
    /// Allocates an empty set.
    pub fn new_set(&mut self, tid: TypeId) -> Value {
        let v = self.new_container(tid, Storage::Set, size_of::<object::Set>(), MIN_SLOTS);
        self.fill_new(self.set_vector(v), &VACANT.repeat(MIN_SLOTS));
        v
    }

    #[inline(always)]
    fn set_vector(&self, v: Value) -> RawVector {
        self.raw_vector(v, Storage::Set)
    }

    /// Returns the number of keys.
    #[inline]
    pub fn set_len(&self, v: Value) -> usize {
        self.set_vector(v).meta(USED) as usize
    }

    /// Returns the number of slots of the table.
    #[inline]
    pub fn set_slots(&self, v: Value) -> usize {
        self.set_vector(v).len()
    }

    /// Returns hash and key in a slot.
    #[inline]
    pub fn set_slot_at(&self, v: Value, slot: usize) -> Option<(i64, Value)> {
        let found = self.elements(self.set_vector(v), SLOT).get(slot * SLOT..(slot + 1) * SLOT)?;
        is_used(found).then(|| (found[0] as i64, Value::from_raw(found[1])))
    }

    /// Returns the first slot from this one on that has a key, and the key.
    #[inline]
    pub fn next_key(&self, v: Value, from: usize) -> Option<(usize, Value)> {
        let slots = self.elements(self.set_vector(v), SLOT).as_chunks::<SLOT>().0;
        let found = slots.get(from..)?.iter().position(|found| is_used(found))?;
        Some((from + found, Value::from_raw(slots[from + found][1])))
    }

    /// Returns hashes and keys, in the order of the slots.
    pub fn set_entries(&self, v: Value) -> impl Iterator<Item = (i64, Value)> {
        let slots = self.elements(self.set_vector(v), SLOT).as_chunks::<SLOT>().0;
        slots.iter().filter(|found| is_used(*found)).map(|found| (found[0] as i64, Value::from_raw(found[1])))
    }

    /// Returns the hash that `keep_frozen_hash` was given for these contents, if any.
    #[inline]
    pub fn frozen_hash(&self, v: Value) -> Option<i64> {
        let hash = self.set_vector(v).cached_hash();
        (hash != 0).then_some(hash)
    }

    /// Keeps the hash of a set whose keys stay as they are.
    pub fn keep_frozen_hash(&self, v: Value, hash: i64) {
        self.set_vector(v).cache_hash(hash);
    }

    /// Returns the three counters: used, fill, finger.
    pub(crate) fn set_counters(&self, v: Value) -> [u32; 3] {
        let s = self.set_vector(v);
        [s.meta(USED), s.meta(FILL), s.meta(FINGER)]
    }

    /// Whether a key was removed from this slot.
    pub(crate) fn set_slot_was_removed(&self, v: Value, slot: usize) -> bool {
        self.elements(self.set_vector(v), SLOT)[slot * SLOT..(slot + 1) * SLOT] == REMOVED
    }

    /// Returns the slot of the first key with this hash that satisfies the predicate.
    #[inline]
    pub fn set_find(&self, v: Value, hash: i64, mut equal: impl FnMut(Value) -> bool) -> Option<usize> {
        let s = self.set_vector(v);
        let table = self.elements(s, SLOT);
        let mut probes = Probes::new(s.len(), hash);
        let slots = table.as_chunks::<SLOT>().0;
        loop {
            let run = probes.next_run();
            for (i, found) in slots[run.clone()].iter().enumerate() {
                if is_used(found) {
                    if found[0] == hash as u64 && equal(Value::from_raw(found[1])) {
                        return Some(run.start + i);
                    }
                } else if *found == VACANT {
                    return None;
                }
            }
        }
    }

    /// Starts a search for a hash.
    #[inline]
    pub fn set_probe(&self, v: Value, hash: i64) -> SetProbe {
        SetProbe { set: v, hash, probes: Probes::new(self.set_slots(v), hash) }
    }

    /// Inserts a key that the caller knows to be absent: into the last removed slot that the search passes, or else
    /// into the vacant one that ends it.
    pub fn set_add_new(&mut self, v: Value, hash: i64, key: Value) {
        assert!(!key.is_unbound() && hash != -1, "not a key");
        let s = self.set_vector(v);
        let (slot, vacant) = self.set_place(s, hash);
        self.set_put(s, slot, vacant, hash, key);
    }

    /// Puts an absent key into its slot, which is vacant or was removed.
    #[inline]
    fn set_put(&mut self, s: RawVector, slot: usize, vacant: bool, hash: i64, key: Value) {
        s.cache_hash(0);
        self.put_element(s, slot, [hash as u64, key.raw()]);
        let used = s.meta(USED) + 1;
        self.set_meta(s, USED, used);
        if !vacant {
            return;
        }
        let fill = s.meta(FILL) + 1;
        self.set_meta(s, FILL, fill);
        if is_full(fill as usize, s.len()) {
            self.set_resize(s, grown(used));
        }
    }

    /// Returns the slot for an absent key, and whether it is vacant.
    fn set_place(&self, s: RawVector, hash: i64) -> (usize, bool) {
        let table = self.elements(s, SLOT);
        let mut probes = Probes::new(s.len(), hash);
        let mut removed = None;
        let slots = table.as_chunks::<SLOT>().0;
        loop {
            let run = probes.next_run();
            for (slot, found) in run.clone().zip(&slots[run]) {
                if is_used(found) {
                    continue;
                }
                if *found == VACANT {
                    return removed.map_or((slot, true), |r| (r, false));
                }
                removed = Some(slot);
            }
        }
    }

    /// Removes and returns the key in a slot.
    pub fn set_remove_at(&mut self, v: Value, slot: usize) -> Value {
        let s = self.set_vector(v);
        let Some((_, key)) = self.set_slot_at(v, slot) else { panic!("no key in slot {slot}") };
        self.put_element(s, slot, REMOVED);
        self.set_meta(s, USED, s.meta(USED) - 1);
        key
    }

    /// Removes some key: the first at or after the position where the last search ended.
    pub fn set_pop(&mut self, v: Value) -> Option<Value> {
        let s = self.set_vector(v);
        if s.meta(USED) == 0 {
            return None;
        }
        let mask = s.len() - 1;
        let mut slot = s.meta(FINGER) as usize & mask;
        while self.set_slot_at(v, slot).is_none() {
            slot = (slot + 1) & mask;
        }
        let key = self.set_remove_at(v, slot);
        self.set_meta(s, FINGER, slot as u32 + 1);
        Some(key)
    }

    /// Removes all keys.
    pub fn set_clear(&mut self, v: Value) {
        let s = self.set_vector(v);
        if s.len() == MIN_SLOTS && s.meta(FILL) == 0 {
            return;
        }
        self.replace_all(s, &vacant_table(MIN_SLOTS));
        self.set_meta(s, USED, 0);
        self.set_meta(s, FILL, 0);
    }

    /// Allocates a set of type `tid` with the same keys, arranged like CPython's copies.
    pub fn set_copy(&mut self, tid: TypeId, v: Value) -> Value {
        let table = self.set_table_of(v);
        self.new_set_of(tid, &table)
    }

    /// The table of a copy of a set with keys, where an empty table of `slots` is filled.
    fn copied_table(&self, from: RawVector, slots: usize) -> Vec<u64> {
        let used = from.meta(USED);
        let slots = if is_full(used as usize, slots) { slots_for(used as usize * 2) } else { slots };
        let old = self.elements(from, SLOT);
        if slots * SLOT == old.len() && from.meta(FILL) == used { old.to_vec() } else { rebuilt(old, slots - 1) }
    }

    /// Merges a set into one that is new or was cleared, arranged as CPython does. Returns false and does nothing if
    /// `v` has keys, or had keys that were removed singly.
    pub fn set_merge_into_empty(&mut self, v: Value, other: Value) -> bool {
        let (s, from) = (self.set_vector(v), self.set_vector(other));
        if s.meta(FILL) != 0 {
            return false;
        }
        let used = from.meta(USED);
        if used == 0 {
            return true;
        }
        let table = self.copied_table(from, s.len());
        s.cache_hash(0);
        self.replace_all(s, &table);
        self.set_meta(s, USED, used);
        self.set_meta(s, FILL, used);
        true
    }

    /// Resizes the table once before `extra` keys are merged into a set, as CPython does.
    pub fn set_make_room(&mut self, v: Value, extra: usize) {
        let s = self.set_vector(v);
        if is_full(s.meta(FILL) as usize + extra, s.len()) {
            self.set_resize(s, (s.meta(USED) as usize + extra) * 2);
        }
    }

    /// Shrinks the table if more than a quarter of it are removed slots, as CPython does after removing the keys of
    /// another container.
    pub fn set_shrink(&mut self, v: Value) {
        let s = self.set_vector(v);
        if (s.meta(FILL) - s.meta(USED)) as usize > (s.len() - 1) / 4 {
            self.set_resize(s, grown(s.meta(USED)));
        }
    }

    fn set_resize(&mut self, s: RawVector, min_used: usize) {
        let table = rebuilt(self.words(s), min_used);
        self.replace_all(s, &table);
        self.set_meta(s, FILL, s.meta(USED));
    }
}

/// Whether a table has to grow, given how many of its slots are not vacant.
fn is_full(fill: usize, slots: usize) -> bool {
    fill * 5 >= (slots - 1) * 3
}

/// Returns the number of keys to make a table for when one is full.
fn grown(used: u32) -> usize {
    if used > 50_000 { used as usize * 2 } else { used as usize * 4 }
}
