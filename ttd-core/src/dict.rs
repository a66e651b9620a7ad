//! Dicts: entries in the order of insertion.
//!
//! An entry is (hash, key, value); a removed one stays as a tombstone with an unbound key, so that positions, which
//! iterators hold, stay what they are. Tombstones go when an insertion finds that they are more than half of at least
//! eight entries, which depends on journalled state alone.
//!
//! Finding goes through an index beside the entries (`dict_index`), which is not journalled: up to eight entries
//! there is none. Whatever the index's past, entries with the same hash are tried in the order of insertion.

use crate::heap::Heap;
use crate::object::{Dict, Storage};
use crate::seq::Seq;
use crate::value::{TypeId, Value};
use std::mem::size_of;

/// Words in an entry.
pub(crate) const ENTRY: usize = 3;
/// The counter of live entries.
const LIVE: usize = 0;
/// Fewest entries that are worth compacting.
const COMPACT: usize = 8;

impl Heap {
    /// An empty dict.
    #[inline]
    pub fn new_dict(&mut self, tid: TypeId) -> Value {
        self.new_container(tid, Storage::Dict, size_of::<Dict>(), 0)
    }

    #[inline(always)]
    fn dict_seq(&self, v: Value) -> Seq {
        self.seq(v, Storage::Dict)
    }

    /// How many live entries there are.
    #[inline(always)]
    pub fn dict_len(&self, v: Value) -> usize {
        self.dict_seq(v).meta(LIVE) as usize
    }

    /// How many entries there are, removed ones included: positions are below it.
    #[inline(always)]
    pub fn dict_size(&self, v: Value) -> usize {
        self.dict_seq(v).len()
    }

    /// Hash, key and value of the entry at this position, unless it was removed or never was.
    #[inline]
    pub fn dict_entry(&self, v: Value, i: usize) -> Option<(i64, Value, Value)> {
        self.entry(self.dict_seq(v), i)
    }

    #[inline]
    fn entry(&self, s: Seq, i: usize) -> Option<(i64, Value, Value)> {
        let e = self.elements(s, ENTRY).get(i * ENTRY..(i + 1) * ENTRY)?;
        let key = Value::from_raw(e[1]);
        (!key.is_unbound()).then(|| (e[0] as i64, key, Value::from_raw(e[2])))
    }

    /// The position of the first entry with this hash whose key satisfies the predicate. The predicate sees keys of
    /// this hash only, in the order of insertion.
    #[inline]
    pub fn dict_find(
        &self,
        v: Value,
        hash: i64,
        mut equal: impl FnMut(Value) -> bool,
    ) -> Option<usize> {
        let s = self.dict_seq(v);
        let entries = self.elements(s, ENTRY);
        self.probe(s, hash, |i| equal(Value::from_raw(entries[i * ENTRY + 1])))
    }

    /// The position of the next entry with this hash after that position.
    pub fn dict_candidate(&self, v: Value, hash: i64, after: Option<usize>) -> Option<usize> {
        self.probe(self.dict_seq(v), hash, |i| after.is_none_or(|a| i > a))
    }

    /// Adds an entry for a key that the caller knows to be absent; returns its position.
    pub fn dict_insert_new(&mut self, v: Value, hash: i64, key: Value, value: Value) -> usize {
        assert!(!key.is_unbound(), "an unbound key");
        let s = self.dict_seq(v);
        let tombstones = s.len() - s.meta(LIVE) as usize;
        if s.len() >= COMPACT && tombstones * 2 > s.len() {
            self.compact(s);
        }
        let i = s.len();
        self.push_element(s, [hash as u64, key.raw(), value.raw()]);
        self.set_meta(s, LIVE, s.meta(LIVE) + 1);
        self.keys_changed(s);
        self.index_add(s, hash, i);
        i
    }

    /// Gives the entry at this position another value.
    #[inline]
    pub fn dict_set_value(&mut self, v: Value, i: usize, x: Value) {
        let s = self.dict_seq(v);
        let Some((hash, key, _)) = self.entry(s, i) else {
            panic!("no entry at {i}")
        };
        self.put_element(s, i, [hash as u64, key.raw(), x.raw()]);
    }

    /// Removes the entry at this position; returns its key and value.
    pub fn dict_remove_at(&mut self, v: Value, i: usize) -> (Value, Value) {
        let s = self.dict_seq(v);
        let Some((hash, key, value)) = self.entry(s, i) else {
            panic!("no entry at {i}")
        };
        self.index_remove(s, hash, i);
        self.put_element(s, i, [0, Value::UNBOUND.raw(), Value::UNBOUND.raw()]);
        self.set_meta(s, LIVE, s.meta(LIVE) - 1);
        self.keys_changed(s);
        (key, value)
    }

    /// Removes the last live entry, and the tombstones behind it.
    pub fn dict_pop_last(&mut self, v: Value) -> Option<(Value, Value)> {
        let s = self.dict_seq(v);
        let i = (0..s.len()).rev().find(|&i| self.entry(s, i).is_some())?;
        let (hash, key, value) = self.entry(s, i)?;
        self.index_remove(s, hash, i);
        self.remove_elements(s, i..s.len());
        self.set_meta(s, LIVE, s.meta(LIVE) - 1);
        self.keys_changed(s);
        Some((key, value))
    }

    /// Removes all entries.
    pub fn dict_clear(&mut self, v: Value) {
        let s = self.dict_seq(v);
        if s.len() == 0 {
            return;
        }
        self.replace_all(s, &[]);
        self.set_meta(s, LIVE, 0);
        self.index_drop(s);
        self.keys_changed(s);
    }

    /// A new dict of type `tid` with the same live entries in the same order.
    pub fn dict_copy(&mut self, tid: TypeId, v: Value) -> Value {
        let copy = self.new_dict(tid);
        let from = self.dict_seq(v);
        let words = self.live_entries(from);
        let s = self.dict_seq(copy);
        self.fill_new(s, &words);
        self.set_meta(s, LIVE, from.meta(LIVE));
        self.index_restore(s);
        copy
    }

    fn live_entries(&self, s: Seq) -> Vec<u64> {
        let entries = self.elements(s, ENTRY);
        if s.len() == s.meta(LIVE) as usize {
            return entries.to_vec();
        }
        let live = entries
            .chunks_exact(ENTRY)
            .filter(|e| e[1] != Value::UNBOUND.raw());
        live.flatten().copied().collect()
    }

    fn compact(&mut self, s: Seq) {
        let live = self.live_entries(s);
        self.replace_all(s, &live);
        self.index_drop(s);
        self.index_restore(s);
    }

    /// A number that changes whenever keys are added or removed, and whenever the dict is restored: never the same
    /// for two different sets of keys of this dict.
    #[inline]
    pub fn dict_keys_version(&self, v: Value) -> u32 {
        let s = self.dict_seq(v);
        match s.extra() {
            0 => self.fresh_version(s),
            version => version,
        }
    }

    /// The number is drawn when it is asked for, so that changes cost nothing and it does not run out.
    #[cold]
    fn fresh_version(&self, s: Seq) -> u32 {
        let version = self
            .versions
            .get()
            .checked_add(1)
            .expect("versions are used up");
        self.versions.set(version);
        self.set_extra(s, version);
        version
    }

    #[inline]
    pub(crate) fn keys_changed(&mut self, s: Seq) {
        self.set_extra(s, 0);
    }

    /// Whether going back only gives the entries at `pos` other values.
    pub(crate) fn dict_same_keys(&self, s: Seq, pos: usize, removed: usize, words: &[u64]) -> bool {
        let old = &self.elements(s, ENTRY)[pos * ENTRY..(pos + removed) * ENTRY];
        let same = |(a, b): (&[u64], &[u64])| a[..2] == b[..2];
        old.len() == words.len()
            && old
                .chunks_exact(ENTRY)
                .zip(words.chunks_exact(ENTRY))
                .all(same)
    }

    /// Going back is about to replace `removed` entries at `pos` by `inserted` others. Returns whether the index can
    /// be kept and has forgotten them; then `dict_relink` must follow.
    pub(crate) fn dict_unlink(
        &mut self,
        s: Seq,
        pos: usize,
        removed: usize,
        inserted: usize,
    ) -> bool {
        let stable = removed == inserted || pos + removed == s.len();
        if !stable || (removed + inserted) * 4 > s.len() || !self.index_has_room(s, inserted) {
            return false;
        }
        for i in pos..pos + removed {
            if let Some((hash, ..)) = self.entry(s, i) {
                self.index_remove(s, hash, i);
            }
        }
        true
    }

    /// The entries of `range` have been put into a dict whose index was kept.
    pub(crate) fn dict_relink(&mut self, s: Seq, range: std::ops::Range<usize>) {
        for i in range {
            if let Some((hash, ..)) = self.entry(s, i) {
                self.index_relink(s, hash, i);
            }
        }
    }

    /// Going back has exchanged so many entries of this dict that its index must be made anew.
    pub(crate) fn dict_restored(&mut self, s: Seq) {
        self.keys_changed(s);
        self.index_drop(s);
        self.unindexed.push(self.value_of(s.0.cast()).index());
    }

    /// Makes the indexes again that going back has dropped.
    pub(crate) fn restore_indexes(&mut self) {
        for index in std::mem::take(&mut self.unindexed) {
            self.index_restore(Seq(self.cell_at(index).cast()));
        }
    }
}
