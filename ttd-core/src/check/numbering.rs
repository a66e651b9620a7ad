//! Numbers for cells in the order in which they are met.
//!
//! A table as large as the heap is much faster than a map, but clearing it takes as long as the walk of a small heap.
//! So each thread keeps one, and numbers of earlier walks are recognised by being too small. A heap with the cells of a
//! whole run, of which the walk meets few, has a table of pages, which are made when one of their cells is met.

use std::cell::Cell;

/// How many cells a table may have that is kept.
const KEPT: usize = 1 << 22;
/// How many cells have a page of a larger table.
const PAGE: usize = 1 << 10;
/// Numbers up to this one may be in use before the table is cleared.
const MOST: u32 = 1 << 31;

thread_local! {
    /// The table of the thread's last walk, and the greatest number in it. No walk can tell what the last one did.
    static LAST: Cell<(Vec<u32>, u32)> = const { Cell::new((Vec::new(), 0)) };
}

/// The numbers of one walk.
pub(crate) struct Numbering {
    /// For each cell, its number plus `base` plus one; it has none if this is at most `base`. Empty if there are pages.
    table: Vec<u32>,
    /// The table by pages.
    pages: Vec<Option<Box<[u32; PAGE]>>>,
    base: u32,
    count: u32,
}

impl Numbering {
    /// Begins to number the cells below `cells`.
    pub(crate) fn begin(cells: usize) -> Numbering {
        if cells > KEPT {
            return Numbering { table: Vec::new(), pages: vec![None; cells.div_ceil(PAGE)], base: 0, count: 0 };
        }
        // A walk that panics does not give the table back.
        let (mut table, mut base) = LAST.take();
        if base >= MOST {
            table.fill(0);
            base = 0;
        }
        if table.len() < cells {
            table.resize(cells, 0);
        }
        Numbering { table, pages: Vec::new(), base, count: 0 }
    }

    /// Returns the number of a cell, and whether it got it just now.
    #[inline]
    pub(crate) fn of(&mut self, cell: u32) -> (u32, bool) {
        let cell = cell as usize;
        let entry = match self.table.get_mut(cell) {
            Some(entry) => entry,
            None => &mut self.pages[cell / PAGE].get_or_insert_with(|| Box::new([0; PAGE]))[cell % PAGE],
        };
        if *entry > self.base {
            return (*entry - self.base - 1, false);
        }
        self.count += 1;
        *entry = self.base + self.count;
        (self.count - 1, true)
    }

    /// Keeps the table for the next walk.
    pub(crate) fn end(self) {
        if self.pages.is_empty() {
            LAST.set((self.table, self.base + self.count));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(limit: usize, cells: &[u32]) -> Vec<(u32, bool)> {
        let mut numbers = Numbering::begin(limit);
        let all = cells.iter().map(|cell| numbers.of(*cell)).collect();
        numbers.end();
        all
    }

    #[test]
    fn every_walk_counts_from_zero() {
        let expected = [(0, true), (1, true), (0, false), (2, true)];
        for _ in 0..3 {
            assert_eq!(number(10, &[7, 3, 7, 9]), expected);
            assert_eq!(number(KEPT + 9, &[KEPT as u32 + 8, 3, KEPT as u32 + 8, 9]), expected);
        }
        let (table, _) = LAST.take();
        LAST.set((table, u32::MAX - 1));
        assert_eq!(number(10, &[9, 3, 9, 7]), expected);
        assert_eq!(number(10, &[7, 3, 7, 9]), expected);
    }
}
