//! Which block of the arena is used for what, and which runs of blocks are free.
//!
//! **Invariant.** Runs of free blocks are sorted and never adjacent; they are taken first fit.

/// The class of blocks that have no cells of a class.
pub(crate) const NOT_CELLS: u8 = 255;

/// What a block is used for.
#[derive(Clone, Copy)]
pub(crate) struct Block {
    /// The size class, or `NOT_CELLS`.
    pub(crate) class: u8,
    /// For the first block of a large cell: how many blocks it has.
    pub(crate) run: u32,
}

/// All blocks that were ever used.
pub(crate) struct Blocks {
    pub(crate) used: Vec<Block>,
    /// Free runs: first block and length, sorted.
    runs: Vec<(usize, usize)>,
    /// How many blocks there may be.
    limit: usize,
}

const UNUSED: Block = Block { class: NOT_CELLS, run: 0 };

impl Blocks {
    /// Block 0 is never used.
    pub(crate) fn new(most: usize) -> Blocks {
        Blocks { used: vec![UNUSED], runs: Vec::new(), limit: most }
    }

    /// Takes `n` adjacent blocks; returns the first.
    pub(crate) fn take(&mut self, n: usize) -> usize {
        if let Some(at) = self.runs.iter().position(|r| r.1 >= n) {
            let (start, len) = self.runs[at];
            if len == n {
                self.runs.remove(at);
            } else {
                self.runs[at] = (start + n, len - n);
            }
            return start;
        }
        let start = self.used.len();
        assert!(start + n <= self.limit, "the heap's address space is used up");
        self.used.resize(start + n, UNUSED);
        start
    }

    /// Gives blocks back.
    pub(crate) fn release(&mut self, start: usize, n: usize) {
        self.used[start..start + n].fill(UNUSED);
        let at = self.runs.partition_point(|r| r.0 < start);
        self.runs.insert(at, (start, n));
        if at + 1 < self.runs.len() && start + n == self.runs[at + 1].0 {
            self.runs[at].1 += self.runs.remove(at + 1).1;
        }
        if at > 0 && self.runs[at - 1].0 + self.runs[at - 1].1 == start {
            self.runs[at - 1].1 += self.runs.remove(at).1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Blocks;

    #[test]
    fn runs_are_split_and_joined() {
        let mut b = Blocks::new(100);
        let (x, y, z) = (b.take(3), b.take(1), b.take(2));
        assert_eq!((x, y, z), (1, 4, 5));
        b.release(x, 3);
        assert_eq!((b.take(1), b.take(5)), (1, 7));
        b.release(5, 2);
        b.release(4, 1);
        assert_eq!(b.take(5), 2);
    }
}
