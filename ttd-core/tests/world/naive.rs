//! CPython 3.13's dict, as simply as it can be written: an index of slots, entries, and a count of usable ones.

use ttd_core::value::{TypeId, Value};

/// The type of the keys that count as strings.
pub(crate) const TEXT: TypeId = TypeId(250);

pub(crate) type Entry = (i64, Value, Value);

#[derive(Clone, Copy, PartialEq, Debug)]
enum Slot {
    Empty,
    Dummy,
    Used(usize),
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Naive {
    slots: Vec<Slot>,
    pub(crate) entries: Vec<Option<Entry>>,
    usable: usize,
    only_text: bool,
}

fn fraction(slots: usize) -> usize {
    slots * 2 / 3
}

fn size_for(least: usize) -> usize {
    let bits = ((least | 8) - 1) | 7;
    (bits + 1).next_power_of_two()
}

fn estimate(entries: usize) -> usize {
    size_for((entries * 3).div_ceil(2))
}

impl Naive {
    pub(crate) fn new() -> Naive {
        Naive { slots: Vec::new(), entries: Vec::new(), usable: 0, only_text: true }
    }

    pub(crate) fn slots(&self) -> usize {
        self.slots.len()
    }

    pub(crate) fn live(&self) -> usize {
        self.entries.iter().flatten().count()
    }

    fn path(&self, hash: i64) -> impl Iterator<Item = usize> + use<> {
        let mask = self.slots.len() as u64 - 1;
        let (mut i, mut perturb) = (hash as u64 & mask, hash as u64);
        std::iter::from_fn(move || {
            let now = i;
            perturb >>= 5;
            i = (i.wrapping_mul(5).wrapping_add(perturb).wrapping_add(1)) & mask;
            Some(now as usize)
        })
    }

    /// Returns the positions compared with an absent key of this hash.
    pub(crate) fn compared(&self, hash: i64) -> Vec<usize> {
        let mut all = Vec::new();
        if self.slots.is_empty() {
            return all;
        }
        for slot in self.path(hash) {
            match self.slots[slot] {
                Slot::Empty => break,
                Slot::Used(i) if self.entries[i].is_some_and(|e| e.0 == hash) => all.push(i),
                _ => {}
            }
        }
        all
    }

    pub(crate) fn find(&self, key: Value) -> Option<usize> {
        self.entries.iter().position(|e| e.is_some_and(|e| e.1 == key))
    }

    pub(crate) fn resize(&mut self, slots: usize, only_text: bool) {
        let old = std::mem::take(&mut self.entries);
        self.slots = vec![Slot::Empty; slots];
        self.usable = fraction(slots);
        self.only_text = only_text;
        old.into_iter().flatten().for_each(|e| self.put(e));
    }

    fn put(&mut self, e: Entry) {
        let slot = self.path(e.0).find(|&i| !matches!(self.slots[i], Slot::Used(_))).expect("a path never ends");
        self.slots[slot] = Slot::Used(self.entries.len());
        self.entries.push(Some(e));
        self.usable -= 1;
    }

    /// Prepares for looking up a key to be inserted.
    pub(crate) fn expect(&mut self, key: Value) {
        if !key.is(TEXT) && self.only_text && !self.slots.is_empty() {
            self.resize(size_for(self.live() * 3), false);
        }
    }

    pub(crate) fn insert(&mut self, e: Entry) {
        if self.slots.is_empty() {
            self.resize(8, e.1.is(TEXT));
        }
        self.expect(e.1);
        if self.usable == 0 {
            self.resize(size_for(self.live() * 3), self.only_text);
        }
        self.put(e);
    }

    pub(crate) fn remove(&mut self, i: usize) {
        self.entries[i] = None;
        let slot = self.slots.iter().position(|s| *s == Slot::Used(i));
        self.slots[slot.expect("it is in the table")] = Slot::Dummy;
    }

    pub(crate) fn pop_last(&mut self) -> Option<Entry> {
        let last = self.entries.iter().rposition(Option::is_some)?;
        let e = self.entries[last];
        self.remove(last);
        self.entries.truncate(last);
        e
    }

    /// Prepares for merging another dict; returns whether nothing is left to do.
    pub(crate) fn merge_begins(&mut self, other: &Naive) -> bool {
        let n = other.live();
        if n == 0 {
            return true;
        }
        let tight = other.slots() == 8 || fraction(other.slots() / 2) < n;
        if self.live() == 0 && n == other.entries.len() && tight {
            *self = other.clone();
            return true;
        }
        if fraction(self.slots()) < n {
            let only_text = other.only_text && (self.only_text || self.slots.is_empty());
            self.resize(estimate(self.live() + n), only_text);
        }
        false
    }

    pub(crate) fn copy(&self) -> Naive {
        let mut copy = Naive::new();
        if self.live() > 0 && self.live() >= self.entries.len() * 2 / 3 {
            return self.clone();
        }
        if self.live() > 0 {
            copy.resize(estimate(self.live()), self.only_text);
            self.entries.iter().flatten().for_each(|&e| copy.insert(e));
        }
        copy
    }

    pub(crate) fn presize(&mut self, pairs: usize) {
        if pairs > 5 {
            self.resize(estimate(pairs), false);
        }
    }
}
