//! Dicts: entries in insertion order, found through a table that is probed exactly as CPython 3.13 probes its dicts,
//! because programs observe in `__eq__` which keys are compared, how often and in what order.
//!
//! An entry is (hash, key, value). A removed one stays as a *tombstone* with an unbound key, so that positions held by
//! iterators stay valid; rebuilding the table drops tombstones. In place of the hash a tombstone has a `Removal`: its
//! slot, and the number of entries when it was removed, so that the table can be replayed (see `index`).
//!
//! Removing the last entry frees its position, and those of the tombstones before it, but not the slots, which stay
//! spent. So the elements of a dict are its entries, followed by *ghosts*, of which only the removals matter; together
//! they number the insertions since the table was built.
//!
//! The table is kept in the counters (`table`) up to eight slots, and in an index beside the entries (`index`) beyond.
//! CPython has narrower tables for dicts whose keys are all strings, and builds another when the first other key
//! arrives, so the type of strings is part of the heap's configuration.

pub(crate) mod bulk;
pub(crate) mod index;
pub(crate) mod restore;
pub(crate) mod table;

use crate::heap::Heap;
use crate::object::{Dict, Storage};
use crate::raw_vector::RawVector;
use crate::storage::dict::table::{Counters, Path, log2_of};
use crate::value::{TypeId, Value};
use std::mem::size_of;

/// Words in an entry.
pub(crate) const ENTRY: usize = 3;

/// What a tombstone or a ghost keeps in place of its hash.
#[derive(Clone, Copy)]
pub(crate) struct Removal {
    pub(crate) slot: u32,
    /// The number of entries when it was removed.
    pub(crate) time: u32,
}

impl Removal {
    pub(crate) fn from_word(word: u64) -> Removal {
        Removal { slot: word as u32, time: (word >> 32) as u32 }
    }

    fn tombstone(self) -> [u64; ENTRY] {
        let nothing = Value::UNBOUND.raw();
        [self.slot as u64 | (self.time as u64) << 32, nothing, nothing]
    }
}

/// A search driven by the caller, because comparing keys may run code. It may continue afterwards if no table was built
/// meanwhile (`Heap::tables_made`), otherwise it must start again.
#[derive(Clone, Copy, Debug)]
pub struct DictProbe {
    dict: Value,
    hash: i64,
    path: Path,
}

impl DictProbe {
    /// Returns the position of the next entry that has the hash.
    pub fn next(&mut self, heap: &Heap) -> Option<usize> {
        heap.probe_next(heap.dict_vector(self.dict), self.hash, &mut self.path)
    }
}

impl Heap {
    /// Allocates an empty dict.
    #[inline]
    pub fn new_dict(&mut self, tid: TypeId) -> Value {
        self.new_container(tid, Storage::Dict, size_of::<Dict>(), 0)
    }

    #[inline(always)]
    pub(crate) fn dict_vector(&self, v: Value) -> RawVector {
        self.raw_vector(v, Storage::Dict)
    }

    /// Returns the number of elements that writes to the dict are recorded by: its entries, removed ones included, and
    /// what follows them.
    ///
    /// # Panics
    /// When the value is no dict.
    pub fn dict_places(&self, v: Value) -> usize {
        self.raw_vector(v, Storage::Dict).len()
    }

    /// Returns the number of live entries.
    #[inline(always)]
    pub fn dict_len(&self, v: Value) -> usize {
        self.dict_vector(v).meta(0) as usize
    }

    /// Returns the number of entries, removed ones included: positions are below it.
    #[inline(always)]
    pub fn dict_size(&self, v: Value) -> usize {
        let s = self.dict_vector(v);
        s.len() - Counters::of(s).ghosts()
    }

    /// Returns the three counters; see `table`.
    pub(crate) fn dict_counters(&self, v: Value) -> [u32; 3] {
        Counters::of(self.dict_vector(v)).0
    }

    /// Returns the number of slots of the table; 0 before the first insertion.
    pub fn dict_slots(&self, v: Value) -> usize {
        match Counters::of(self.dict_vector(v)).log2() {
            0 => 0,
            log2 => 1 << log2,
        }
    }

    /// Returns how often a table of any dict was rebuilt or cleared. Searches compare it after running code.
    #[inline]
    pub fn tables_made(&self) -> u64 {
        self.tables_made
    }

    /// Sets that number: after a rollback, interrupted searches continue.
    pub fn set_tables_made(&mut self, n: u64) {
        self.tables_made = n;
    }

    /// Returns hash, key and value of the entry at this position, unless it was removed or never existed.
    #[inline]
    pub fn dict_entry(&self, v: Value, i: usize) -> Option<(i64, Value, Value)> {
        self.entry(self.dict_vector(v), i)
    }

    /// Returns the words of all entries, `ENTRY` of each, and perhaps of some more behind the last.
    pub(crate) fn dict_words(&self, v: Value) -> &[u64] {
        self.elements(self.dict_vector(v), ENTRY)
    }

    #[inline]
    fn entry(&self, s: RawVector, i: usize) -> Option<(i64, Value, Value)> {
        let e = self.elements(s, ENTRY).get(i * ENTRY..(i + 1) * ENTRY)?;
        let key = Value::from_raw(e[1]);
        (!key.is_unbound()).then(|| (e[0] as i64, key, Value::from_raw(e[2])))
    }

    /// Returns the position of the first entry with this hash whose key satisfies the predicate. The predicate is
    /// called for keys of this hash only, in CPython's order of comparison; the same key may come twice.
    #[inline]
    pub fn dict_find(&self, v: Value, hash: i64, mut equal: impl FnMut(Value) -> bool) -> Option<usize> {
        let s = self.dict_vector(v);
        let entries = self.elements(s, ENTRY);
        self.probe(s, hash, |i| equal(Value::from_raw(entries[i * ENTRY + 1])))
    }

    /// Starts a search for a hash.
    pub fn dict_probe(&self, v: Value, hash: i64) -> DictProbe {
        DictProbe { dict: v, hash, path: Path::new(hash) }
    }

    /// Prepares for looking up a key to be inserted, as CPython does: a dict of strings gets another table if the key
    /// is no string.
    #[inline]
    pub fn dict_prepare_insert(&mut self, v: Value, key: Value) {
        if !key.is(self.config.string_type) {
            self.widen_for_key(self.dict_vector(v));
        }
    }

    #[inline]
    fn widen_for_key(&mut self, s: RawVector) {
        let counters = Counters::of(s);
        if !counters.is_mixed() && !counters.has_no_table() {
            self.dict_resize(s, log2_of(counters.live() * 3), true);
        }
    }

    /// Inserts an entry for a key that the caller knows to be absent; returns its position.
    pub fn dict_insert_new(&mut self, v: Value, hash: i64, key: Value, value: Value) -> usize {
        assert!(!key.is_unbound(), "an unbound key");
        let s = self.dict_vector(v);
        let other = !key.is(self.config.string_type);
        let mut counters = Counters::of(s);
        if s.len() >= counters.room() || other && !counters.is_mixed() {
            counters = self.make_room_for_key(s, other);
        }
        let words = [hash as u64, key.raw(), value.raw()];
        let mut i = s.len();
        if counters.ghosts() == 0 {
            self.push_element(s, words);
        } else {
            i = self.replace_ghost(s, words);
            counters = Counters::of(s);
        }
        counters.0[0] += 1;
        self.table_insert(s, &mut counters, hash, i);
        self.write_counters(s, counters);
        self.keys_changed(s);
        i
    }

    /// Makes room in the table for one more key; `other` if it is no string. Sets the counters, except those of a first
    /// table, which the caller sets after the journal has recorded the old ones.
    #[cold]
    fn make_room_for_key(&mut self, s: RawVector, other: bool) -> Counters {
        let counters = Counters::of(s);
        if counters.has_no_table() {
            return Counters::new(0, log2_of(0), other);
        }
        if other {
            self.widen_for_key(s);
        }
        if s.len() >= Counters::of(s).room() {
            let counters = Counters::of(s);
            self.dict_resize(s, log2_of(counters.live() * 3), counters.is_mixed());
        }
        Counters::of(s)
    }

    /// Puts an entry in place of the first ghost, which moves to the end. Tombstones with a later time get the present
    /// one: they were removed before this entry came.
    #[cold]
    fn replace_ghost(&mut self, s: RawVector, words: [u64; ENTRY]) -> usize {
        let mut counters = Counters::of(s);
        let size = s.len() - counters.ghosts();
        if counters.removed_after(size) {
            let tombstones_before = if counters.live() < size { size } else { 0 };
            for i in 0..tombstones_before {
                let e = &self.elements(s, ENTRY)[i * ENTRY..];
                let grave = Removal::from_word(e[0]);
                if e[1] == Value::UNBOUND.raw() && grave.time as usize > size {
                    let time = size as u32;
                    self.put_element(s, i, Removal { time, ..grave }.tombstone());
                }
            }
            counters.set_last_removal(size);
        }
        let ghost = Removal::from_word(self.elements(s, ENTRY)[size * ENTRY]);
        self.push_element(s, ghost.tombstone());
        self.put_element(s, size, words);
        self.write_counters(s, counters);
        size
    }

    #[inline(always)]
    pub(crate) fn write_counters(&mut self, s: RawVector, counters: Counters) {
        for (i, x) in counters.0.into_iter().enumerate() {
            self.set_meta(s, i, x);
        }
    }

    /// Overwrites the value of the entry at this position.
    #[inline]
    pub fn dict_set_value(&mut self, v: Value, i: usize, x: Value) {
        let s = self.dict_vector(v);
        assert!(self.entry(s, i).is_some(), "no entry at {i}");
        self.before_value(s, i);
        self.words_mut(s)[i * ENTRY + 2] = x.raw();
    }

    /// Removes the entry at this position; returns its key and value.
    pub fn dict_remove_at(&mut self, v: Value, i: usize) -> (Value, Value) {
        let s = self.dict_vector(v);
        let ghosts = Counters::of(s).ghosts();
        self.remove_entry(s, i, ghosts)
    }

    /// Removes the last live entry, and the tombstones behind it.
    pub fn dict_pop_last(&mut self, v: Value) -> Option<(Value, Value)> {
        let s = self.dict_vector(v);
        let size = s.len() - Counters::of(s).ghosts();
        let i = (0..size).rev().find(|&i| self.entry(s, i).is_some())?;
        Some(self.remove_entry(s, i, s.len() - i))
    }

    /// Removes the first live entry.
    pub fn dict_pop_first(&mut self, v: Value) -> Option<(Value, Value)> {
        let s = self.dict_vector(v);
        let ghosts = Counters::of(s).ghosts();
        let first = (self.index_first(s)..s.len() - ghosts).find(|&i| self.entry(s, i).is_some())?;
        let removed = self.remove_entry(s, first, ghosts);
        self.set_index_first(s, first + 1);
        Some(removed)
    }

    /// Removes an entry, which leaves `ghosts` ghosts.
    fn remove_entry(&mut self, s: RawVector, i: usize, ghosts: usize) -> (Value, Value) {
        let Some((hash, key, value)) = self.entry(s, i) else { panic!("no entry at {i}") };
        let mut counters = Counters::of(s);
        let slot = self.slot_of(s, hash, i);
        let size = s.len() - counters.ghosts();
        let grave = Removal { slot: slot as u32, time: size as u32 };
        self.put_element(s, i, grave.tombstone());
        counters.0[0] -= 1;
        self.table_remove(s, &mut counters, slot);
        // The times of ghosts do not matter.
        let time = if i + ghosts < s.len() { size } else { 0 };
        counters.note_removal(ghosts, time);
        self.write_counters(s, counters);
        self.keys_changed(s);
        (key, value)
    }

    /// Removes all entries and the table.
    pub fn dict_clear(&mut self, v: Value) {
        let s = self.dict_vector(v);
        if Counters::of(s).has_no_table() {
            return;
        }
        self.replace_all(s, &[]);
        self.write_counters(s, Counters::new(0, 0, false));
        self.index_drop(s);
        self.tables_made += 1;
        self.keys_changed(s);
    }
}
