//! Whole-dict operations: resizing, copying and merging, with the tables that CPython 3.13 would choose.

use crate::heap::Heap;
use crate::raw_vector::RawVector;
use crate::storage::dict::ENTRY;
use crate::storage::dict::table::{Counters, is_tight, log2_after, log2_for, log2_of_display};
use crate::value::{TypeId, Value};

impl Heap {
    /// Makes room in a new dict for the pairs of a display, as CPython does; `texts` if all keys are strings.
    pub fn dict_presize(&mut self, v: Value, pairs: usize, texts: bool) {
        let s = self.dict_vector(v);
        if let Some(log2) = log2_of_display(pairs) {
            self.dict_resize(s, log2, !texts);
        }
    }

    /// Makes room in an empty dict that `dict.fromkeys` fills with the keys of another, as CPython does.
    pub fn dict_presize_for_keys(&mut self, v: Value, from: Value) {
        let (s, from) = (self.dict_vector(v), Counters::of(self.dict_vector(from)));
        self.dict_resize(s, log2_for(from.live()), from.is_mixed());
    }

    /// Makes room in an empty dict that `dict.fromkeys` fills with the items of a set, as CPython does.
    pub fn dict_presize_for_items(&mut self, v: Value, items: usize) {
        let s = self.dict_vector(v);
        self.dict_resize(s, log2_for(items), true);
    }

    /// Prepares to merge a dict into another entry by entry, as CPython does. Returns true if nothing is left to do
    /// because an empty dict has become a copy.
    pub fn dict_begin_merge(&mut self, v: Value, from: Value) -> bool {
        let (s, other) = (self.dict_vector(v), self.dict_vector(from));
        let (counters, theirs) = (Counters::of(s), Counters::of(other));
        let n = theirs.live();
        if v == from || n == 0 {
            return true;
        }
        let dense = n == other.len() - theirs.ghosts();
        if counters.live() == 0 && dense && is_tight(theirs.log2(), n) {
            let words = self.elements(other, ENTRY).to_vec();
            self.replace_all(s, &words);
            self.finish_copy(s, other);
            return true;
        }
        if counters.room() < n {
            let mixed = theirs.is_mixed() || counters.is_mixed();
            self.dict_resize(s, log2_for(counters.live() + n), mixed);
        }
        false
    }

    /// Puts distinct strings with their hashes and values into a new dict, with the table that inserting them one by
    /// one would give.
    pub fn dict_fill_with_strings(&mut self, v: Value, entries: &[(i64, Value, Value)]) {
        let s = self.dict_vector(v);
        let words = |&(hash, key, value): &(i64, Value, Value)| [hash as u64, key.raw(), value.raw()];
        let words: Vec<u64> = entries.iter().flat_map(words).collect();
        if !entries.is_empty() {
            self.fill_new(s, &words);
            self.remake(s, Counters::new(entries.len(), log2_after(entries.len()), false));
        }
    }

    /// Whether CPython copies the dict with its table and tombstones. Otherwise it merges it into an empty one.
    pub fn dict_copies_whole(&self, v: Value) -> bool {
        self.dict_len(v) >= self.dict_size(v) * 2 / 3
    }

    /// Allocates a dict of type `tid` with the same live entries in the same order; no keys are compared.
    pub fn dict_copy(&mut self, tid: TypeId, v: Value) -> Value {
        let copy = self.new_dict(tid);
        let (s, from) = (self.dict_vector(copy), self.dict_vector(v));
        let counters = Counters::of(from);
        if counters.live() == 0 {
            return copy;
        }
        if self.dict_copies_whole(v) {
            self.fill_new_like(s, from);
            self.finish_copy(s, from);
            return copy;
        }
        let words = self.live_entries(from);
        self.fill_new(s, &words);
        let log2 = log2_for(counters.live());
        self.remake(s, Counters::new(counters.live(), log2, counters.is_mixed()));
        copy
    }

    /// Makes an entry the first one. The entries before it move, and all get a new table: where an entry is found there
    /// depends on those before it.
    pub fn dict_move_to_front(&mut self, v: Value, at: usize) {
        let s = self.dict_vector(v);
        let before = (self.index_first(s)..at).filter(|i| self.dict_entry(v, *i).is_some()).count();
        if before == 0 {
            self.set_index_first(s, at);
        }
        if before == 0 || self.dict_entry(v, at).is_none() {
            return;
        }
        let counters = Counters::of(s);
        if counters.live() == s.len() {
            self.before_edit(s, 0, at + 1, at + 1);
        } else {
            let words = self.live_entries(s);
            self.replace_all(s, &words);
        }
        self.words_mut(s)[..(before + 1) * ENTRY].rotate_right(ENTRY);
        let counters = Counters::new(counters.live(), counters.log2(), counters.is_mixed());
        self.remake(s, counters);
    }

    fn finish_copy(&mut self, s: RawVector, from: RawVector) {
        self.write_counters(s, Counters::of(from));
        self.index_copy(s, from);
        self.tables_made += 1;
        self.keys_changed(s);
    }

    fn live_entries(&self, s: RawVector) -> Vec<u64> {
        let mut words = Vec::with_capacity(Counters::of(s).live() * ENTRY);
        for entry in self.elements(s, ENTRY).as_chunks::<ENTRY>().0 {
            if entry[1] != Value::UNBOUND.raw() {
                words.extend_from_slice(entry);
            }
        }
        words
    }

    /// Rebuilds the table without tombstones.
    #[cold]
    pub(crate) fn dict_resize(&mut self, s: RawVector, log2: u32, mixed: bool) {
        let live = Counters::of(s).live();
        if live < s.len() {
            let words = self.live_entries(s);
            self.replace_all(s, &words);
        } else {
            self.before_edit(s, live, 0, 0);
        }
        self.remake(s, Counters::new(live, log2, mixed));
    }

    /// Puts all entries, none of them a tombstone, into a new table.
    fn remake(&mut self, s: RawVector, mut counters: Counters) {
        self.place_all(s, &mut counters);
        self.write_counters(s, counters);
        self.tables_made += 1;
        self.keys_changed(s);
    }
}
