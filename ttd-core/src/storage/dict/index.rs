//! The index of a dict with more than eight slots: a table of `u32`, coded as in `table`.
//!
//! ```text
//! word 0   slots less one     word 1   no live entry is before this position     words 2 ..   the slots
//! ```
//!
//! The index is not journalled, but determined by what is: the entries, the slots and times kept by tombstones, and the
//! ghosts. `replay` rebuilds it slot by slot. Going back drops the index, or repairs it when only entries at the end of
//! a dict without holes come or go.
//!
//! **Cost.** A replay is one pass over the entries, and sorts the tombstones.
//!
//! # Why the unsafe code is sound
//!
//! The index is null or a buffer of the pool that belongs to this dict alone, with `slots` words behind the first two,
//! all initialised.

use crate::heap::Heap;
use crate::object::Dict;
use crate::raw_vector::RawVector;
use crate::storage::dict::table::{Counters, FIRST, Path, REMOVED, SMALL_MASK, VACANT, small_slot};
use crate::storage::dict::{ENTRY, Removal};
use crate::value::Value;
use std::ops::Range;

const HEAD: usize = 2;
/// The word that says where live entries may begin. It is a hint: 0 is always right.
const FIRST_LIVE: usize = 1;

/// Returns the words of a buffer for this many slots.
fn buffer_words(slots: usize) -> usize {
    (HEAD + slots).div_ceil(2)
}

impl Heap {
    #[inline(always)]
    pub(crate) fn index(&self, s: RawVector) -> Option<&[u32]> {
        // SAFETY: see the module.
        unsafe {
            let p = (*s.0.cast::<Dict>()).index;
            if p.is_null() { None } else { Some(std::slice::from_raw_parts(p.add(HEAD), *p as usize + 1)) }
        }
    }

    #[inline(always)]
    fn index_mut(&mut self, s: RawVector) -> Option<&mut [u32]> {
        // SAFETY: see the module.
        unsafe {
            let p = (*s.0.cast::<Dict>()).index;
            if p.is_null() { None } else { Some(std::slice::from_raw_parts_mut(p.add(HEAD), *p as usize + 1)) }
        }
    }

    /// Calls `accept` with the positions of the entries that have this hash, in CPython's probing order, until it
    /// returns true.
    #[inline(always)]
    pub(crate) fn probe(&self, s: RawVector, hash: i64, mut accept: impl FnMut(usize) -> bool) -> Option<usize> {
        let entries = self.elements(s, ENTRY);
        let mut path = Path::new(hash);
        let mut check = |found: u32| {
            let i = found.wrapping_sub(FIRST) as usize;
            (found >= FIRST && entries[i * ENTRY] == hash as u64 && accept(i)).then_some(i)
        };
        if let Some(index) = self.index(s) {
            let mask = index.len() - 1;
            loop {
                let found = index[path.slot(mask)];
                if found == VACANT {
                    return None;
                }
                if let Some(i) = check(found) {
                    return Some(i);
                }
                path.advance(mask);
            }
        }
        let table = s.meta(1);
        loop {
            let found = small_slot(table, path.slot(SMALL_MASK));
            if found == VACANT {
                return None;
            }
            if let Some(i) = check(found) {
                return Some(i);
            }
            path.advance(SMALL_MASK);
        }
    }

    /// Advances along the path of a hash to the next entry that has it.
    pub(crate) fn probe_next(&self, s: RawVector, hash: i64, path: &mut Path) -> Option<usize> {
        let entries = self.elements(s, ENTRY);
        let (index, table) = (self.index(s), s.meta(1));
        let mask = index.map_or(SMALL_MASK, |x| x.len() - 1);
        loop {
            let slot = path.slot(mask);
            let found = index.map_or_else(|| small_slot(table, slot), |x| x[slot]);
            if found == VACANT {
                return None;
            }
            path.advance(mask);
            if found >= FIRST {
                let i = (found - FIRST) as usize;
                if entries[i * ENTRY] == hash as u64 {
                    return Some(i);
                }
            }
        }
    }

    /// Returns the slot of an entry.
    pub(crate) fn slot_of(&self, s: RawVector, hash: i64, i: usize) -> usize {
        let (index, table) = (self.index(s), s.meta(1));
        let mask = index.map_or(SMALL_MASK, |x| x.len() - 1);
        let mut path = Path::new(hash);
        loop {
            let slot = path.slot(mask);
            let found = index.map_or_else(|| small_slot(table, slot), |x| x[slot]);
            if found == i as u32 + FIRST {
                return slot;
            }
            assert!(found != VACANT, "an entry that is not in the table");
            path.advance(mask);
        }
    }

    /// Puts an entry into the table.
    #[inline]
    pub(crate) fn table_insert(&mut self, s: RawVector, counters: &mut Counters, hash: i64, i: usize) {
        if let Some(index) = self.index_mut(s) {
            return insert(index, hash, i);
        }
        let mut path = Path::new(hash);
        while counters.slot(path.slot(SMALL_MASK)) >= FIRST {
            path.advance(SMALL_MASK);
        }
        counters.set_slot(path.slot(SMALL_MASK), i as u32 + FIRST);
    }

    /// Marks the slot of a removed key.
    pub(crate) fn table_remove(&mut self, s: RawVector, counters: &mut Counters, slot: usize) {
        match self.index_mut(s) {
            Some(index) => index[slot] = REMOVED,
            None => counters.set_slot(slot, REMOVED),
        }
    }

    /// Returns a position before which no entry lives.
    pub(crate) fn index_first(&self, s: RawVector) -> usize {
        // SAFETY: see the module.
        unsafe {
            let p = (*s.0.cast::<Dict>()).index;
            if p.is_null() { 0 } else { *p.add(FIRST_LIVE) as usize }
        }
    }

    /// Notes a position before which no entry lives.
    pub(crate) fn set_index_first(&mut self, s: RawVector, first: usize) {
        // SAFETY: see the module.
        unsafe {
            let p = (*s.0.cast::<Dict>()).index;
            if !p.is_null() {
                *p.add(FIRST_LIVE) = first as u32;
            }
        }
    }

    /// Frees the index.
    pub(crate) fn index_drop(&mut self, s: RawVector) {
        // SAFETY: see the module.
        unsafe {
            let d = s.0.cast::<Dict>();
            let p = (*d).index;
            if !p.is_null() {
                self.pool.free(p.cast(), buffer_words(*p as usize + 1), 1);
                (*d).index = std::ptr::null_mut();
            }
        }
    }

    /// Replaces the index by a vacant one of 2^`log2` slots.
    pub(crate) fn index_new(&mut self, s: RawVector, log2: u32) {
        self.index_drop(s);
        let slots = 1 << log2;
        let words = buffer_words(slots);
        let p = self.pool.alloc_exact(words).cast::<u32>();
        self.trigger -= (words * 8) as i64;
        // SAFETY: see the module; the new buffer has room for so much.
        unsafe {
            p.write_bytes(0, HEAD + slots);
            *p = slots as u32 - 1;
            (*s.0.cast::<Dict>()).index = p;
        }
    }

    /// Gives a dict without an index a copy of that of another with the same entries.
    pub(crate) fn index_copy(&mut self, s: RawVector, from: RawVector) {
        let Some(old) = self.index(from) else {
            return self.index_drop(s);
        };
        let log2 = old.len().trailing_zeros();
        self.index_new(s, log2);
        // SAFETY: the two buffers are distinct and of one size.
        unsafe {
            let (to, from) = (s.0.cast::<Dict>(), from.0.cast::<Dict>());
            std::ptr::copy_nonoverlapping((*from).index, (*to).index, HEAD + (1 << log2));
        }
    }

    /// Puts all entries, none of them a tombstone, into a vacant table.
    pub(crate) fn place_all(&mut self, s: RawVector, counters: &mut Counters) {
        if counters.is_small() {
            self.index_drop(s);
        } else {
            self.index_new(s, counters.log2());
        }
        for i in 0..counters.live() {
            let hash = self.elements(s, ENTRY)[i * ENTRY] as i64;
            self.table_insert(s, counters, hash, i);
        }
    }

    /// Rebuilds the index if the dict needs one and has none.
    pub(crate) fn index_restore(&mut self, s: RawVector) {
        let log2 = Counters::of(s).log2();
        if !Counters::of(s).is_small() && self.index(s).is_none() {
            let replayed = self.replay(s);
            self.index_new(s, log2);
            if let Some(index) = self.index_mut(s) {
                index.copy_from_slice(&replayed);
            }
        }
    }

    /// Rebuilds the slots of a large table from journalled data alone. Every entry takes the first slot on its path
    /// that no entry of its time occupies, so tombstones must come and go at their times. Slots of ghosts were in
    /// nobody's way: the entries that came after a ghost were removed before it.
    pub(crate) fn replay(&self, s: RawVector) -> Vec<u32> {
        let entries = self.elements(s, ENTRY);
        let counters = Counters::of(s);
        let size = s.len() - counters.ghosts();
        let mut index = vec![VACANT; 1 << counters.log2()];
        for ghost in entries[size * ENTRY..].chunks_exact(ENTRY) {
            index[Removal::from_word(ghost[0]).slot as usize] = REMOVED;
        }
        let entries = entries[..size * ENTRY].chunks_exact(ENTRY);
        let is_dead = |e: &[u64]| e[1] == Value::UNBOUND.raw();
        let mut dead: Vec<Removal> = entries.clone().filter(|e| is_dead(e)).map(|e| Removal::from_word(e[0])).collect();
        dead.sort_by_key(|grave| grave.time);
        let mut deaths = dead.iter().peekable();
        for (i, e) in entries.enumerate() {
            while let Some(grave) = deaths.next_if(|grave| grave.time as usize <= i) {
                index[grave.slot as usize] = REMOVED;
            }
            if is_dead(e) {
                index[Removal::from_word(e[0]).slot as usize] = i as u32 + FIRST;
            } else {
                insert(&mut index, e[0] as i64, i);
            }
        }
        deaths.for_each(|grave| index[grave.slot as usize] = REMOVED);
        index
    }

    /// Removes the last entries of a dict without holes, leaving no trace of them.
    pub(crate) fn index_cut(&mut self, s: RawVector, range: Range<usize>) {
        for i in range.rev() {
            let hash = self.elements(s, ENTRY)[i * ENTRY] as i64;
            let slot = self.slot_of(s, hash, i);
            if let Some(index) = self.index_mut(s) {
                index[slot] = VACANT;
            }
        }
    }

    /// Adds entries at the end of a dict without holes.
    pub(crate) fn index_extend(&mut self, s: RawVector, range: Range<usize>) {
        for i in range {
            let hash = self.elements(s, ENTRY)[i * ENTRY] as i64;
            if let Some(index) = self.index_mut(s) {
                insert(index, hash, i);
            }
        }
    }

    /// Returns the memory of the index: start and words.
    pub(crate) fn index_memory(&self, s: RawVector) -> (*const u64, usize) {
        // SAFETY: see the module.
        let p = unsafe { (*s.0.cast::<Dict>()).index };
        let words = self.index(s).map_or(0, |index| buffer_words(index.len()));
        (p.cast(), words)
    }
}

/// Puts a position into the first slot of its path without an entry.
#[inline]
fn insert(index: &mut [u32], hash: i64, i: usize) {
    let mask = index.len() - 1;
    let mut path = Path::new(hash);
    while index[path.slot(mask)] >= FIRST {
        path.advance(mask);
    }
    index[path.slot(mask)] = i as u32 + FIRST;
}
