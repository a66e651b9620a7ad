//! The table of a set, probed exactly as CPython 3.13 probes its sets, because programs observe the order of the slots
//! as the order of the items.
//!
//! A slot is (hash, key). A vacant one has hash 0 and no key. One whose key was removed has hash -1 and no key, and is
//! reused by an insertion whose search passes it. After the slot that the hash names, nine more are tried if they do
//! not pass the end of the table; then the next start is drawn from the upper bits of the hash.

use crate::value::Value;
use std::ops::Range;

/// Words in a slot.
pub(crate) const SLOT: usize = 2;
/// Slots of the smallest table.
pub(crate) const MIN_SLOTS: usize = 8;
const LINEAR_PROBES: usize = 9;
const PERTURB_SHIFT: u32 = 5;
/// The two words of a vacant slot.
pub(crate) const VACANT: [u64; 2] = [0, Value::UNBOUND.raw()];
/// The two words of a slot whose key was removed.
pub(crate) const REMOVED: [u64; 2] = [u64::MAX, Value::UNBOUND.raw()];

/// The slots of a hash in the order in which they are tried. It never ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Probes {
    mask: usize,
    perturb: u64,
    start: usize,
    slot: usize,
    left: usize,
}

impl Probes {
    #[inline]
    pub(crate) fn new(slots: usize, hash: i64) -> Probes {
        let mask = slots - 1;
        let start = hash as usize & mask;
        Probes { mask, perturb: hash as u64, start, slot: start, left: run(start, mask) }
    }

    /// Returns the next run of adjacent slots, for callers that visit all of them and have not used `next`.
    #[inline]
    pub(crate) fn next_run(&mut self) -> Range<usize> {
        let first = self.start;
        self.perturb >>= PERTURB_SHIFT;
        self.start = first.wrapping_mul(5).wrapping_add(1).wrapping_add(self.perturb as usize) & self.mask;
        first..first + run(first, self.mask) + 1
    }

    /// Returns the next slot to try.
    #[inline]
    pub(crate) fn next(&mut self) -> usize {
        let slot = self.slot;
        if self.left > 0 {
            self.left -= 1;
            self.slot += 1;
        } else {
            self.perturb >>= PERTURB_SHIFT;
            self.start = self.start.wrapping_mul(5).wrapping_add(1).wrapping_add(self.perturb as usize) & self.mask;
            self.slot = self.start;
            self.left = run(self.start, self.mask);
        }
        slot
    }
}

/// Returns the number of slots to try after this one.
#[inline]
fn run(start: usize, mask: usize) -> usize {
    if start + LINEAR_PROBES <= mask { LINEAR_PROBES } else { 0 }
}

/// Makes a table of vacant slots.
pub(crate) fn vacant_table(slots: usize) -> Vec<u64> {
    VACANT.repeat(slots)
}

/// Whether the slot has a key.
#[inline(always)]
pub(crate) fn is_used(slot: &[u64]) -> bool {
    slot[1] != Value::UNBOUND.raw()
}

/// Puts an absent key into a table without removed slots.
pub(crate) fn insert_clean(table: &mut [u64], hash: i64, key: u64) {
    let mut probes = Probes::new(table.len() / SLOT, hash);
    loop {
        let at = probes.next() * SLOT;
        if !is_used(&table[at..at + SLOT]) {
            table[at] = hash as u64;
            table[at + 1] = key;
            return;
        }
    }
}

/// Returns the size of the smallest table for more than `used` keys.
pub(crate) fn slots_for(used: usize) -> usize {
    let mut slots = MIN_SLOTS;
    while slots <= used {
        slots <<= 1;
    }
    slots
}

/// Rebuilds the keys of `old` in a table for more than `used` keys.
pub(crate) fn rebuilt(old: &[u64], used: usize) -> Vec<u64> {
    let mut table = vacant_table(slots_for(used));
    for slot in old.chunks_exact(SLOT).filter(|s| is_used(s)) {
        insert_clean(&mut table, slot[0] as i64, slot[1]);
    }
    table
}
