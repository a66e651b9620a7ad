//! The blocks of the arena: what each is used for, and which runs of them are free.
//!
//! **Invariant.** Runs of free blocks are sorted and never adjacent; allocation is first fit.

use super::arena::BLOCK;
use super::system::no_room;

/// The class of blocks that are not divided into cells of one class.
pub(crate) const NOT_CELLS: u8 = 255;

/// The use of a block.
#[derive(Clone, Copy)]
pub(crate) struct Block {
    /// The size class, or `NOT_CELLS`.
    pub(crate) class: u8,
    /// For the first block of a large cell: the number of its blocks.
    pub(crate) run: u32,
    /// The cells that the last sweep found alive.
    pub(crate) live: u32,
    /// The offset of the first cell of the block's free list while it waits in the queue of its class; 0: none.
    pub(crate) free: usize,
    /// Whether cells were handed out since the last collection.
    pub(crate) touched: bool,
}

impl Block {
    /// A block taken for cells of a class, or for a large cell of `run` blocks.
    pub(crate) fn of(class: u8, run: u32) -> Block {
        Block { class, run, ..UNUSED }
    }
}

/// All blocks used so far.
pub(crate) struct Blocks {
    pub(crate) used: Vec<Block>,
    /// Free runs: first block and length, sorted.
    runs: Vec<(usize, usize)>,
    /// The number of blocks in the reserved range.
    limit: usize,
}

const UNUSED: Block = Block { class: NOT_CELLS, run: 0, live: 0, free: 0, touched: false };

impl Blocks {
    /// Starts with block 0 used.
    pub(crate) fn new(limit: usize) -> Blocks {
        Blocks { used: vec![UNUSED], runs: Vec::new(), limit }
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
        if start + n > self.limit {
            no_room(n * BLOCK, "the heap");
        }
        self.used.resize(start + n, UNUSED);
        start
    }

    /// Releases `n` adjacent blocks.
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
