//! The index of a dict: from a hash to positions.
//!
//! An open-addressing table of `u32`: 0 is vacant, 1 was removed, everything else is a position plus 2. A removed
//! slot is not used again, and rebuilding goes through the entries in order, so positions with the same hash stand in
//! the order of insertion along their probe sequence. The table is rebuilt when two thirds of it are not vacant.
//!
//! ```text
//! word 0   mask           word 1   slots that are not vacant          words 2 ..   the slots
//! ```
//!
//! Dicts of at most eight entries have no index. The table is never journalled: going back drops it and `index_restore`
//! makes it again.
//!
//! # Why the unsafe code is sound
//!
//! The index is null or a buffer of the pool that belongs to this dict alone, with `mask + 1` slots behind the two
//! words, all initialised.

use crate::dict::ENTRY;
use crate::heap::Heap;
use crate::object::Dict;
use crate::seq::Seq;
use crate::value::Value;

/// Up to so many entries are searched one by one.
const UNINDEXED: usize = 8;
const HEAD: usize = 2;
const VACANT: u32 = 0;
const REMOVED: u32 = 1;
const FIRST: u32 = 2;

/// The next slot to try, as CPython goes through its tables.
#[inline(always)]
fn advance(slot: &mut usize, perturb: &mut u64, mask: usize) {
    *perturb >>= 5;
    *slot = slot
        .wrapping_mul(5)
        .wrapping_add(*perturb as usize)
        .wrapping_add(1)
        & mask;
}

/// Words of the buffer for so many slots.
fn buffer_words(slots: usize) -> usize {
    (HEAD + slots) / 2
}

impl Heap {
    #[inline(always)]
    fn index(&self, s: Seq) -> Option<&[u32]> {
        // SAFETY: see the module.
        unsafe {
            let p = (*s.0.cast::<Dict>()).index;
            if p.is_null() {
                None
            } else {
                Some(std::slice::from_raw_parts(p, HEAD + *p as usize + 1))
            }
        }
    }

    fn index_mut(&mut self, s: Seq) -> Option<&mut [u32]> {
        // SAFETY: see the module.
        unsafe {
            let p = (*s.0.cast::<Dict>()).index;
            if p.is_null() {
                None
            } else {
                Some(std::slice::from_raw_parts_mut(p, HEAD + *p as usize + 1))
            }
        }
    }

    /// Calls `accept` with the positions of the entries that have this hash, in the order of insertion, until it
    /// says yes.
    #[inline(always)]
    pub(crate) fn probe(
        &self,
        s: Seq,
        hash: i64,
        mut accept: impl FnMut(usize) -> bool,
    ) -> Option<usize> {
        let entries = self.elements(s, ENTRY);
        let Some(index) = self.index(s) else {
            return entries
                .chunks_exact(ENTRY)
                .enumerate()
                .find(|(i, e)| e[0] == hash as u64 && e[1] != Value::UNBOUND.raw() && accept(*i))
                .map(|(i, _)| i);
        };
        let mask = index[0] as usize;
        let mut perturb = hash as u64;
        let mut slot = hash as usize & mask;
        let mut next = 0;
        loop {
            let found = index[HEAD + slot];
            if found == VACANT {
                return None;
            }
            if found != REMOVED {
                let i = (found - FIRST) as usize;
                // A probe sequence may come to the same slot twice.
                if entries[i * ENTRY] == hash as u64 && i >= next {
                    next = i + 1;
                    if accept(i) {
                        return Some(i);
                    }
                }
            }
            advance(&mut slot, &mut perturb, mask);
        }
    }

    /// Notes a new entry.
    #[inline]
    pub(crate) fn index_add(&mut self, s: Seq, hash: i64, i: usize) {
        let Some(index) = self.index_mut(s) else {
            if s.len() > UNINDEXED {
                self.index_rebuild(s);
            }
            return;
        };
        if (index[1] + 1) as usize * 3 > (index[0] as usize + 1) * 2 {
            return self.index_rebuild(s);
        }
        index[1] += 1;
        insert(index, hash, i);
    }

    /// Forgets an entry that is still there.
    pub(crate) fn index_remove(&mut self, s: Seq, hash: i64, i: usize) {
        let Some(index) = self.index_mut(s) else {
            return;
        };
        let mask = index[0] as usize;
        let mut perturb = hash as u64;
        let mut slot = hash as usize & mask;
        while index[HEAD + slot] != i as u32 + FIRST {
            assert!(
                index[HEAD + slot] != VACANT,
                "an entry that is not in the index"
            );
            advance(&mut slot, &mut perturb, mask);
        }
        index[HEAD + slot] = REMOVED;
    }

    /// Whether there is an index and so many entries can be added to it.
    pub(crate) fn index_has_room(&self, s: Seq, n: usize) -> bool {
        self.index(s)
            .is_some_and(|index| (index[1] as usize + n) * 3 <= (index[0] as usize + 1) * 2)
    }

    /// Notes an entry that has come back, whose position may be lower than those of others with its hash. They must
    /// stand in ascending order along their probe sequence, so it takes the place of the first higher one, which
    /// takes that of the next, and so on.
    pub(crate) fn index_relink(&mut self, s: Seq, hash: i64, i: usize) {
        // SAFETY: the entries are in another buffer than the index, and neither is freed here.
        let entries = unsafe {
            std::slice::from_raw_parts(self.elements(s, ENTRY).as_ptr(), s.len() * ENTRY)
        };
        let Some(index) = self.index_mut(s) else {
            return;
        };
        let mask = index[0] as usize;
        let mut perturb = hash as u64;
        let mut slot = hash as usize & mask;
        let mut carry = i as u32 + FIRST;
        while index[HEAD + slot] != VACANT {
            let found = &mut index[HEAD + slot];
            if *found > carry && entries[(*found - FIRST) as usize * ENTRY] == hash as u64 {
                std::mem::swap(found, &mut carry);
            }
            advance(&mut slot, &mut perturb, mask);
        }
        index[HEAD + slot] = carry;
        index[1] += 1;
    }

    /// Frees the index.
    pub(crate) fn index_drop(&mut self, s: Seq) {
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

    /// Makes the index if the dict needs one and has none.
    pub(crate) fn index_restore(&mut self, s: Seq) {
        if s.len() > UNINDEXED && self.index(s).is_none() {
            self.index_rebuild(s);
        }
    }

    /// The memory of the index: start and words.
    pub(crate) fn index_memory(&self, s: Seq) -> (*const u64, usize) {
        self.index(s).map_or((std::ptr::null(), 0), |i| {
            (i.as_ptr().cast(), buffer_words(i.len() - HEAD))
        })
    }

    /// How many positions the index has, how many slots that are not vacant, and how many slots in all.
    pub(crate) fn index_census(&self, s: Seq) -> (usize, usize, usize) {
        let slots = self.index(s).map_or(&[][..], |i| &i[HEAD..]);
        let positions = slots.iter().filter(|&&x| x >= FIRST).count();
        (
            positions,
            slots.iter().filter(|&&x| x != VACANT).count(),
            slots.len(),
        )
    }

    #[cold]
    #[inline(never)]
    fn index_rebuild(&mut self, s: Seq) {
        self.index_drop(s);
        let live = s.meta(0) as usize;
        let slots = (live * 2 + 8).next_power_of_two();
        let (p, words) = self.pool.alloc(buffer_words(slots), 1);
        self.trigger -= (words * 8) as i64;
        let p = p.cast::<u32>();
        // SAFETY: see the module: the new buffer is filled before it is used, and is another than the entries'.
        let index = unsafe {
            p.write_bytes(0, HEAD + slots);
            (*s.0.cast::<Dict>()).index = p;
            std::slice::from_raw_parts_mut(p, HEAD + slots)
        };
        index[0] = slots as u32 - 1;
        index[1] = live as u32;
        for (i, e) in self.elements(s, ENTRY).chunks_exact(ENTRY).enumerate() {
            if e[1] != Value::UNBOUND.raw() {
                insert(index, e[0] as i64, i);
            }
        }
    }
}

/// Puts a position at the end of its probe sequence.
#[inline]
fn insert(index: &mut [u32], hash: i64, i: usize) {
    let mask = index[0] as usize;
    let mut perturb = hash as u64;
    let mut slot = hash as usize & mask;
    while index[HEAD + slot] != VACANT {
        advance(&mut slot, &mut perturb, mask);
    }
    index[HEAD + slot] = i as u32 + FIRST;
}
