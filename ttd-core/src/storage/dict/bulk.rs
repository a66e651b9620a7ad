//! Dicts as wholes: making tables anew, copying and merging, with the tables that CPython 3.13 would choose.

use crate::heap::Heap;
use crate::raw_vector::RawVector;
use crate::storage::dict::ENTRY;
use crate::storage::dict::table::{Counters, is_tight, log2_after, log2_for, log2_of_display};
use crate::value::{TypeId, Value};

impl Heap {
    /// Makes room in a new dict for the pairs of a display, which are about to be put in; `texts` if all keys are
    /// texts.
    pub fn dict_presize(&mut self, v: Value, pairs: usize, texts: bool) {
        let s = self.dict_vector(v);
        if let Some(log2) = log2_of_display(pairs) {
            self.dict_resize(s, log2, !texts);
        }
    }

    /// What CPython does to an empty dict before `dict.fromkeys` fills it with the keys of another.
    pub fn dict_presize_for_keys(&mut self, v: Value, from: Value) {
        let (s, from) = (self.dict_vector(v), Counters::of(self.dict_vector(from)));
        self.dict_resize(s, log2_for(from.live()), from.is_mixed());
    }

    /// What CPython does to an empty dict before `dict.fromkeys` fills it with so many items of a set.
    pub fn dict_presize_for_items(&mut self, v: Value, items: usize) {
        let s = self.dict_vector(v);
        self.dict_resize(s, log2_for(items), true);
    }

    /// What CPython does before it merges one dict into another, entry by entry. Returns whether nothing is left to do,
    /// because an empty dict has become a copy.
    pub fn dict_merge_begins(&mut self, v: Value, from: Value) -> bool {
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

    /// Puts different texts with their hashes and values into a new dict, which gets the table that it would have if
    /// they came one after the other.
    pub fn dict_fill_with_texts(&mut self, v: Value, entries: &[(i64, Value, Value)]) {
        let s = self.dict_vector(v);
        let words = |&(hash, key, value): &(i64, Value, Value)| [hash as u64, key.raw(), value.raw()];
        let words: Vec<u64> = entries.iter().flat_map(words).collect();
        if !entries.is_empty() {
            self.fill_new(s, &words);
            self.remake(s, Counters::new(entries.len(), log2_after(entries.len()), false));
        }
    }

    /// Whether CPython copies the dict as it is, table and tombstones. Otherwise it merges it into an empty one.
    pub fn dict_copies_whole(&self, v: Value) -> bool {
        self.dict_len(v) >= self.dict_size(v) * 2 / 3
    }

    /// A new dict of type `tid` with the same live entries in the same order, and no key compared.
    pub fn dict_copy(&mut self, tid: TypeId, v: Value) -> Value {
        let copy = self.new_dict(tid);
        let (s, from) = (self.dict_vector(copy), self.dict_vector(v));
        let counters = Counters::of(from);
        if counters.live() == 0 {
            return copy;
        }
        if self.dict_copies_whole(v) {
            let words = self.elements(from, ENTRY).to_vec();
            self.fill_new(s, &words);
            self.finish_copy(s, from);
            return copy;
        }
        let words = self.live_entries(from);
        self.fill_new(s, &words);
        let log2 = log2_for(counters.live());
        self.remake(s, Counters::new(counters.live(), log2, counters.is_mixed()));
        copy
    }

    fn finish_copy(&mut self, s: RawVector, from: RawVector) {
        self.write_counters(s, Counters::of(from));
        self.index_copy(s, from);
        self.tables_made += 1;
        self.keys_changed(s);
    }

    fn live_entries(&self, s: RawVector) -> Vec<u64> {
        let live = self.elements(s, ENTRY).chunks_exact(ENTRY).filter(|e| e[1] != Value::UNBOUND.raw());
        live.flatten().copied().collect()
    }

    /// Makes the table anew, without the dead.
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

    /// Puts all entries, none of which is dead, into a new table.
    fn remake(&mut self, s: RawVector, mut counters: Counters) {
        self.place_all(s, &mut counters);
        self.write_counters(s, counters);
        self.tables_made += 1;
        self.keys_changed(s);
    }
}
