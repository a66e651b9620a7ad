//! Hints that let the search for unreachable objects finish early.
//!
//! Most candidates, such as the handlers of a log, are held by the same objects for long, but a breadth-first search
//! meets thousands of others before them. So the objects on the paths from the roots to the candidates are remembered,
//! and the next search traces those it reaches before all others.
//!
//! Hints change the order in which objects are met, not which are reached: a hinted object that died is not reached,
//! and its cell's new owner is traced like any other. So they are no part of the program's state.

use crate::value::Value;

/// Paths to more candidates than this are not worth remembering.
const MAX_CANDIDATES: usize = 64;
/// After this many failures in a row, the pauses between two tries stop growing.
const MAX_FAILURES: u32 = 10;

/// A small set of cells with a quick test for most others.
#[derive(Debug)]
pub(crate) struct CellSet {
    cells: Vec<u32>,
    /// One bit per cell number modulo 4096.
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

    /// Whether the set is empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Whether the cell is in the set.
    #[inline]
    pub(crate) fn has(&self, cell: u32) -> bool {
        self.bits[(cell >> 6) as usize % 64] >> (cell % 64) & 1 != 0 && self.cells.contains(&cell)
    }
}

/// The objects on the paths from the roots to the last candidates.
#[derive(Debug, Default)]
pub(crate) struct SearchHints {
    cells: CellSet,
    /// The candidates of the last search, if that found all of them alive.
    alive: CellSet,
    /// The number of consecutive searches for which they did not suffice.
    failures: u32,
    /// The number of searches still to run without them.
    pause: u32,
}

/// The course of a search.
#[derive(Debug, Default)]
pub(crate) struct Traversal {
    /// The cells reached, in order: roots, then what each step reached.
    pub(crate) reached: Vec<u32>,
    /// Each step's traced cell, with the number of cells reached before it.
    pub(crate) steps: Vec<(u32, u32)>,
}

impl Traversal {
    /// Returns the position of the cell from which the one at this position was reached; none for a root.
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
    /// Whether the last search has found all of these alive, so that the next one is likely to be short, or there are
    /// too many of them for hints.
    pub(crate) fn cover(&self, candidates: &[Value]) -> bool {
        candidates.len() > MAX_CANDIDATES || candidates.iter().all(|v| self.alive.has(v.index()))
    }

    /// Takes the hints for a search for these objects; none if they are not to be used.
    pub(crate) fn take(&mut self, candidates: &[Value]) -> CellSet {
        self.alive = CellSet::default();
        if candidates.len() > MAX_CANDIDATES || self.pause > 0 {
            self.pause = self.pause.saturating_sub(1);
            return CellSet::default();
        }
        std::mem::take(&mut self.cells)
    }

    /// Learns from a search that found all candidates alive: keeps the hints if they sufficed, otherwise replaces them.
    pub(crate) fn learn(&mut self, used: CellSet, traversal: &Traversal, candidates: &[Value]) {
        if candidates.len() > MAX_CANDIDATES {
            return;
        }
        self.alive = CellSet::of(candidates.iter().map(|v| v.index()).collect());
        if self.pause > 0 {
            return;
        }
        if !used.is_empty() {
            if traversal.steps.iter().all(|&(cell, _)| used.has(cell)) {
                self.failures = 0;
                self.cells = used;
                return;
            }
            self.failures = (self.failures + 1).min(MAX_FAILURES);
            self.pause = (1 << self.failures) - 2;
        }
        let mut positions = Vec::new();
        for v in candidates {
            let mut at = traversal.position(v.index(), traversal.reached.len());
            while let Some(position) = at.and_then(|p| traversal.before(p)) {
                positions.push(position);
                at = Some(position);
            }
        }
        positions.sort_unstable();
        positions.dedup();
        let cells = positions.into_iter().map(|p| traversal.reached[p]);
        self.cells = CellSet::of(cells.collect());
    }
}
