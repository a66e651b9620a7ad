//! Where the search for what a program has let go of looks first.
//!
//! What is asked about, such as the handlers of a log, is mostly held by the same objects for long, and a search that
//! takes everything in turn goes through thousands of others before it comes to them. So the objects on the way from
//! the roots to each are remembered, and the next search goes through those of them that it reaches before all others.
//! That changes the order in which objects are met, and not which are reached: an object that has died since is not
//! reached, and what has come into its cell is asked what it refers to like anything else. So these are no part of the
//! program's state.

use crate::value::Value;

/// For more objects than these the ways are not worth remembering.
const MAX_CANDIDATES: usize = 64;
/// A search was in vain so often in a row: after that, the pauses between two tries grow no more.
const MAX_FAILURES: u32 = 10;

/// Cells among which most others are not found at the first look.
#[derive(Debug)]
pub(crate) struct CellSet {
    cells: Vec<u32>,
    /// A bit for each remainder of a cell by the number of bits.
    bits: [u64; 64],
}

impl Default for CellSet {
    fn default() -> CellSet {
        CellSet::of(Vec::new())
    }
}

impl CellSet {
    fn of(cells: Vec<u32>) -> CellSet {
        let mut bits = [0; 64];
        for cell in &cells {
            bits[(cell >> 6) as usize % 64] |= 1 << (cell % 64);
        }
        CellSet { cells, bits }
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Whether this is one of them.
    #[inline]
    pub(crate) fn has(&self, cell: u32) -> bool {
        self.bits[(cell >> 6) as usize % 64] >> (cell % 64) & 1 != 0 && self.cells.contains(&cell)
    }
}

/// The objects on the ways from the roots to what was asked about.
#[derive(Debug, Default)]
pub(crate) struct SearchHints {
    cells: CellSet,
    /// How often in a row they did not suffice.
    failures: u32,
    /// So many searches do without them.
    pause: u32,
}

/// What a search went through.
#[derive(Debug, Default)]
pub(crate) struct Traversal {
    /// The cells that it reached, in their order: roots, and then what was reached through each step.
    pub(crate) reached: Vec<u32>,
    /// Its steps: the cell that was gone through, and how many cells were reached before.
    pub(crate) steps: Vec<(u32, u32)>,
}

impl Traversal {
    /// The position of the cell through which the one at this position was reached; none for a root.
    fn before(&self, position: usize) -> Option<usize> {
        let step = self.steps.partition_point(|&(_, start)| start as usize <= position);
        let (cell, _) = self.steps[step.checked_sub(1)?];
        self.position(cell, position)
    }

    fn position(&self, cell: u32, end: usize) -> Option<usize> {
        self.reached[..end].iter().position(|&c| c == cell)
    }
}

impl SearchHints {
    /// Takes them for a search for these objects; none where they are not to be used.
    pub(crate) fn take(&mut self, candidates: &[Value]) -> CellSet {
        if candidates.len() > MAX_CANDIDATES || self.pause > 0 {
            self.pause = self.pause.saturating_sub(1);
            return CellSet::default();
        }
        std::mem::take(&mut self.cells)
    }

    /// A search has found all candidates alive, after these witnesses: they are kept if they sufficed, and others are
    /// found if not.
    pub(crate) fn learn(&mut self, used: CellSet, course: &Traversal, candidates: &[Value]) {
        if candidates.len() > MAX_CANDIDATES || self.pause > 0 {
            return;
        }
        if !used.is_empty() {
            if course.steps.iter().all(|&(cell, _)| used.has(cell)) {
                self.failures = 0;
                self.cells = used;
                return;
            }
            self.failures = (self.failures + 1).min(MAX_FAILURES);
            self.pause = (1 << self.failures) - 2;
        }
        let mut ways = Vec::new();
        for v in candidates {
            let mut at = course.position(v.index(), course.reached.len());
            while let Some(position) = at.and_then(|p| course.before(p)) {
                ways.push(position);
                at = Some(position);
            }
        }
        ways.sort_unstable();
        ways.dedup();
        let cells = ways.into_iter().map(|p| course.reached[p]);
        self.cells = CellSet::of(cells.collect());
    }
}
