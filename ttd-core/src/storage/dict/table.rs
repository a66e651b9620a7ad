//! The counters of a dict: the size of its table, and the contents of a small table.
//!
//! ```text
//! meta[0]   live entries
//! meta[1]   small table: its eight slots, four bits each        large table: ghosts
//! meta[2]   bits 0 .. 6    log2 of the number of slots, 0 when there is no table yet
//!           bit 6          a key other than a string was inserted
//!           bits 8 .. 32   small table: ghosts                  large table: last removal
//! ```
//!
//! A slot is 0 when it is vacant, 1 when its key was removed, otherwise a position plus 2. *Ghosts* are entries that
//! were removed from the end (see `dict`). *Last removal* is an upper bound of the times at which tombstones were
//! removed; the largest number means unknown.
//!
//! **Sizes** are CPython 3.13's: two thirds of the slots can be spent, on live and removed entries; then the table is
//! rebuilt for three times the live entries.

use crate::raw_vector::RawVector;

pub(crate) const VACANT: u32 = 0;
pub(crate) const REMOVED: u32 = 1;
pub(crate) const FIRST: u32 = 2;
/// Log2 of the smallest number of slots.
const SMALLEST: u32 = 3;
/// Slots of a small table less one.
pub(crate) const SMALL_MASK: usize = 7;
/// Presizing for a display or a call stops at this many slots.
const PRESIZED: usize = 1 << 17;
const LOG2: u32 = 63;
const MIXED: u32 = 64;
const NUMBER: u32 = 8;
const MANY: u32 = (1 << 24) - 1;

/// The three counters, as they are journalled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Counters(pub(crate) [u32; 3]);

impl Counters {
    #[inline(always)]
    pub(crate) fn of(s: RawVector) -> Counters {
        Counters([s.meta(0), s.meta(1), s.meta(2)])
    }

    /// Makes counters for `live` entries without tombstones and a table that is still vacant.
    #[inline(always)]
    pub(crate) fn new(live: usize, log2: u32, mixed: bool) -> Counters {
        let mixed = if mixed { MIXED } else { 0 };
        Counters([live as u32, 0, log2 | mixed])
    }

    #[inline(always)]
    pub(crate) fn live(self) -> usize {
        self.0[0] as usize
    }

    #[inline(always)]
    pub(crate) fn log2(self) -> u32 {
        self.0[2] & LOG2
    }

    /// Whether there is no table, because nothing was ever inserted.
    #[inline(always)]
    pub(crate) fn has_no_table(self) -> bool {
        self.log2() == 0
    }

    /// Whether the table is kept in the counters, without an index.
    #[inline(always)]
    pub(crate) fn is_small(self) -> bool {
        self.log2() <= SMALLEST
    }

    /// Returns the number of entries, live and removed, that the table can hold.
    #[inline(always)]
    pub(crate) fn room(self) -> usize {
        room(self.log2())
    }

    /// Whether a key other than a string was inserted.
    #[inline(always)]
    pub(crate) fn is_mixed(self) -> bool {
        self.0[2] & MIXED != 0
    }

    #[inline(always)]
    pub(crate) fn ghosts(self) -> usize {
        if self.is_small() { (self.0[2] >> NUMBER) as usize } else { self.0[1] as usize }
    }

    /// Sets the number of ghosts and the time of the last removal.
    pub(crate) fn note_removal(&mut self, ghosts: usize, time: usize) {
        if self.is_small() {
            self.0[2] = self.0[2] & ((1 << NUMBER) - 1) | (ghosts as u32) << NUMBER;
        } else {
            self.0[1] = ghosts as u32;
            self.set_last_removal(time.max((self.0[2] >> NUMBER) as usize));
        }
    }

    /// Sets the time of the last removal.
    pub(crate) fn set_last_removal(&mut self, time: usize) {
        let last_removal = time.min(MANY as usize) as u32;
        self.0[2] = self.0[2] & ((1 << NUMBER) - 1) | last_removal << NUMBER;
    }

    /// Whether tombstones may have been removed after this time.
    pub(crate) fn removed_after(self, time: usize) -> bool {
        let last = self.0[2] >> NUMBER;
        !self.is_small() && (last == MANY || last as usize > time)
    }

    /// Returns the contents of a slot of a small table.
    #[inline(always)]
    pub(crate) fn slot(self, slot: usize) -> u32 {
        small_slot(self.0[1], slot)
    }

    #[inline(always)]
    pub(crate) fn set_slot(&mut self, slot: usize, x: u32) {
        let shift = slot as u32 * 4;
        self.0[1] = self.0[1] & !(15 << shift) | x << shift;
    }
}

/// Returns the contents of a slot of a small table, given `meta[1]`.
#[inline(always)]
pub(crate) fn small_slot(table: u32, slot: usize) -> u32 {
    table >> (slot as u32 * 4) & 15
}

#[inline(always)]
fn room(log2: u32) -> usize {
    (1_usize << log2) * 2 / 3
}

/// Returns the size of the table for at least this many slots, or twice that for powers of two above the smallest, as
/// CPython computes it.
pub(crate) fn log2_of(slots: usize) -> u32 {
    let bits = ((slots | 1 << SMALLEST) - 1) | SMALL_MASK;
    usize::BITS - bits.leading_zeros()
}

/// Returns the size of the table for this many entries inserted at once.
pub(crate) fn log2_for(entries: usize) -> u32 {
    log2_of((entries * 3).div_ceil(2))
}

/// Returns the size of the table after this many entries were inserted one by one.
pub(crate) fn log2_after(entries: usize) -> u32 {
    let mut log2 = SMALLEST;
    while room(log2) < entries {
        log2 = log2_of(room(log2) * 3);
    }
    log2
}

/// Returns the size of the table for a display of this many pairs, unless it is the smallest.
pub(crate) fn log2_of_display(pairs: usize) -> Option<u32> {
    if pairs <= room(SMALLEST) {
        None
    } else if pairs > room(PRESIZED.trailing_zeros()) {
        Some(PRESIZED.trailing_zeros())
    } else {
        Some(log2_for(pairs))
    }
}

/// Whether a copy keeps this table, because a new one would have the same size.
pub(crate) fn is_tight(log2: u32, entries: usize) -> bool {
    log2 == SMALLEST || room(log2 - 1) < entries
}

/// The slots of a hash in CPython's probing order. It never ends, and may repeat slots.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Path {
    slot: usize,
    perturb: u64,
}

impl Path {
    #[inline(always)]
    pub(crate) fn new(hash: i64) -> Path {
        Path { slot: hash as usize, perturb: hash as u64 }
    }

    /// Returns the current slot.
    #[inline(always)]
    pub(crate) fn slot(self, mask: usize) -> usize {
        self.slot & mask
    }

    #[inline(always)]
    pub(crate) fn advance(&mut self, mask: usize) {
        self.perturb >>= 5;
        self.slot = (self.slot & mask).wrapping_mul(5).wrapping_add(self.perturb as usize).wrapping_add(1);
    }
}
