//! The counters of a dict: how large its table is, and what a small table contains.
//!
//! ```text
//! meta[0]   live entries
//! meta[1]   small table: its eight slots, four bits each        large table: ghosts
//! meta[2]   bits 0 .. 6    log2 of the number of slots, 0 when there is no table yet
//!           bit 6          there was a key that is no text
//!           bits 8 .. 32   small table: ghosts                  large table: late
//! ```
//!
//! A slot is 0 when it is vacant, 1 when its key was removed, otherwise a position plus 2. *Ghosts* are entries that
//! were removed from the end (see `dict`). *Late* is no less than the time at which any tombstone died; the largest
//! number means that nobody knows.
//!
//! **Sizes** are CPython 3.13's: two thirds of the slots can be spent, on entries living and dead; then the table is
//! made anew for three times the living.

use crate::raw_vector::RawVector;

pub(crate) const VACANT: u32 = 0;
pub(crate) const REMOVED: u32 = 1;
pub(crate) const FIRST: u32 = 2;
/// Log2 of the smallest number of slots.
const SMALLEST: u32 = 3;
/// Slots of a small table less one.
pub(crate) const SMALL_MASK: usize = 7;
/// Presizing for a display or a call stops here.
const PRESIZED: usize = 1 << 17;
const LOG2: u32 = 63;
const MIXED: u32 = 64;
const NUMBER: u32 = 8;
const MANY: u32 = (1 << 24) - 1;

/// All counters, as the journal has them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Counters(pub(crate) [u32; 3]);

impl Counters {
    #[inline(always)]
    pub(crate) fn of(s: RawVector) -> Counters {
        Counters([s.meta(0), s.meta(1), s.meta(2)])
    }

    /// Those of a dict with so many entries, all alive, and a table of so many slots that is still vacant.
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

    /// Whether there is no table, because nothing was ever put in.
    #[inline(always)]
    pub(crate) fn is_bare(self) -> bool {
        self.log2() == 0
    }

    /// Whether the table is in the counters: then there is no index.
    #[inline(always)]
    pub(crate) fn is_small(self) -> bool {
        self.log2() <= SMALLEST
    }

    /// How many entries, living and dead, the table has slots for.
    #[inline(always)]
    pub(crate) fn room(self) -> usize {
        room(self.log2())
    }

    /// Whether keys other than texts were put in.
    #[inline(always)]
    pub(crate) fn is_mixed(self) -> bool {
        self.0[2] & MIXED != 0
    }

    #[inline(always)]
    pub(crate) fn ghosts(self) -> usize {
        if self.is_small() { (self.0[2] >> NUMBER) as usize } else { self.0[1] as usize }
    }

    /// After a removal: the number of ghosts, and the time at which the last tombstone died.
    pub(crate) fn note_removal(&mut self, ghosts: usize, time: usize) {
        if self.is_small() {
            self.0[2] = self.0[2] & ((1 << NUMBER) - 1) | (ghosts as u32) << NUMBER;
        } else {
            self.0[1] = ghosts as u32;
            self.set_late(time.max((self.0[2] >> NUMBER) as usize));
        }
    }

    /// Notes when the last tombstone died.
    pub(crate) fn set_late(&mut self, time: usize) {
        let late = time.min(MANY as usize) as u32;
        self.0[2] = self.0[2] & ((1 << NUMBER) - 1) | late << NUMBER;
    }

    /// Whether tombstones may have died later than that.
    pub(crate) fn late_after(self, time: usize) -> bool {
        let late = self.0[2] >> NUMBER;
        !self.is_small() && (late == MANY || late as usize > time)
    }

    /// What a slot of a small table contains.
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

/// What a slot of a small table contains, given `meta[1]`.
#[inline(always)]
pub(crate) fn small_slot(table: u32, slot: usize) -> u32 {
    table >> (slot as u32 * 4) & 15
}

#[inline(always)]
fn room(log2: u32) -> usize {
    (1_usize << log2) * 2 / 3
}

/// The table of at least so many slots; twice as many as a power of two above the smallest, as CPython computes it.
pub(crate) fn log2_of(slots: usize) -> u32 {
    let bits = ((slots | 1 << SMALLEST) - 1) | SMALL_MASK;
    usize::BITS - bits.leading_zeros()
}

/// The table for so many entries that are to come at once.
pub(crate) fn log2_for(entries: usize) -> u32 {
    log2_of((entries * 3).div_ceil(2))
}

/// The table that so many entries have led to, one after the other.
pub(crate) fn log2_after(entries: usize) -> u32 {
    let mut log2 = SMALLEST;
    while room(log2) < entries {
        log2 = log2_of(room(log2) * 3);
    }
    log2
}

/// The table of a display of so many pairs, if it is not the smallest.
pub(crate) fn log2_of_display(pairs: usize) -> Option<u32> {
    if pairs <= room(SMALLEST) {
        None
    } else if pairs > room(PRESIZED.trailing_zeros()) {
        Some(PRESIZED.trailing_zeros())
    } else {
        Some(log2_for(pairs))
    }
}

/// Whether a copy keeps this table, because it is the one that so many entries would get.
pub(crate) fn is_tight(log2: u32, entries: usize) -> bool {
    log2 == SMALLEST || room(log2 - 1) < entries
}

/// The slots that a hash leads to, as CPython goes through its tables. It never ends, and may come to the same slot
/// twice.
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

    /// The slot to look at.
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
