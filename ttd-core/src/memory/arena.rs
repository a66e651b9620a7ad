//! The arena: the memory of cells.
//!
//! One range of addresses is reserved when a heap is created and never moves, so 32 bits of index name a cell: `base +
//! 16 * index`. The range is divided into blocks of 256 KiB. A block holds cells of one size class; a cell larger than
//! the largest class gets a run of blocks of its own. Block 0 is never used, so index 0 names nothing.
//!
//! ```text
//! | block 0: nothing | cells of 32 | cells of 48 | a cell of 700,000 bytes | cells of 32 | untouched ...
//! ```
//!
//! **Invariants.** A cell's header says `Free` exactly when the cell is in a free list, was never handed out, or lies
//! in a released block. The cells of a block below its class's `bump` have been initialised; those beyond have not.
//!
//! Each block has a free list of its own. A class hands out the cells of one block at a time, the others wait in a
//! queue. So the blocks *touched* since the last collection are known, and a young collection sweeps no others.
//!
//! **Cost.** Allocation pops a free list. Memory is touched as late as possible: a class carves 4 KiB at a time.
//!
//! **Limits.** 64 GiB of cells; buffers of containers are in `pool`.
//!
//! # Why the unsafe code is sound
//!
//! 1. Every pointer made here is `base` plus an offset below `reserved`, inside one mapping that lives as long as the
//!    arena.
//! 2. Fresh pages are zero, which is a valid free header; recycled blocks are read only below `bump`, where headers
//!    have been written.
//! 3. A cell is in one place at most: a free list or its owner. Only `gc::sweep` frees.

use crate::memory::blocks::{Block, Blocks, NOT_CELLS};
use crate::memory::pool::prefetch;
use crate::memory::size_classes::{CLASSES, SMALL_UNITS, UNIT, class_of, class_size};
use crate::memory::system;
use crate::object::{Header, Storage};
use std::ptr;

/// Bytes in a block.
pub(crate) const BLOCK: usize = 256 << 10;
const CARVE: usize = 4096;

/// The cells of one size.
struct Class {
    /// The free list of the block whose cells are handed out, all of it touched.
    free: *mut Header,
    /// Untouched blocks with free cells; the last is used next.
    queue: Vec<u32>,
    bump: usize,
    end: usize,
    size: usize,
}

impl Class {
    /// Pops the first cell of the free list, which must not be empty.
    #[inline(always)]
    fn pop(&mut self) -> *mut Header {
        let cell = self.free;
        // SAFETY: cells of a free list have initialised headers, and keep the next one in `alloc_id`.
        self.free = unsafe { (*cell).alloc_id } as *mut Header;
        prefetch(self.free);
        cell
    }
}

/// Adjacent cells: a block of one class, or one large cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub(crate) first: *mut Header,
    pub(crate) size: usize,
    pub(crate) count: usize,
    pub(crate) block: usize,
    class: u8,
}

/// Owns the reserved range and hands out its cells; see the module.
pub(crate) struct Arena {
    base: *mut u8,
    reserved: usize,
    blocks: Blocks,
    /// The blocks, by their first one, in which cells were handed out since the last collection.
    pub(crate) touched: Vec<u32>,
    classes: [Class; CLASSES],
}

impl Arena {
    /// Reserves 64 GiB of addresses, or as many as the system gives.
    pub(crate) fn new() -> Arena {
        let (base, reserved) = system::reserve(UNIT << 32);
        let classes = std::array::from_fn(|i| Class {
            free: ptr::null_mut(),
            queue: Vec::new(),
            bump: 0,
            end: 0,
            size: class_size(i),
        });
        Arena { base, reserved, blocks: Blocks::new(reserved / BLOCK), touched: Vec::new(), classes }
    }

    /// Returns the address of the first cell.
    #[inline(always)]
    pub(crate) fn base(&self) -> *mut u8 {
        self.base
    }

    /// Returns the number of bytes reserved for cells.
    pub(crate) fn reserved(&self) -> u64 {
        self.reserved as u64
    }

    /// Whether the index lies inside the reserved range.
    #[inline(always)]
    pub(crate) fn contains(&self, index: u32) -> bool {
        (index as usize) < self.reserved / UNIT
    }

    /// Returns the memory that a cell of this many units takes: of the last block of a large one only whole pages are
    /// ever touched.
    #[inline(always)]
    pub(crate) fn cell_size(units: usize) -> usize {
        if units <= SMALL_UNITS { units * UNIT } else { Self::large_size(units) }
    }

    #[cold]
    fn large_size(units: usize) -> usize {
        class_of(units).map_or((units * UNIT).next_multiple_of(CARVE), class_size)
    }

    /// Allocates a cell of at least `units` (two or more) units. Its header still says `Free`.
    #[inline(always)]
    pub(crate) fn alloc(&mut self, units: usize) -> *mut Header {
        if units <= SMALL_UNITS && !self.classes[units].free.is_null() {
            return self.classes[units].pop();
        }
        self.alloc_slow(units)
    }

    /// Pushes a small cell, whose header says `Free`, onto the free list of its class.
    ///
    /// # Safety
    /// The cell must have been allocated with this many units and have no owner.
    #[inline]
    pub(crate) unsafe fn take_back(&mut self, cell: *mut Header, units: usize) {
        assert!(units <= SMALL_UNITS, "a large cell");
        // SAFETY: the caller's promise.
        unsafe { (*cell).alloc_id = self.classes[units].free as u64 };
        self.classes[units].free = cell;
    }

    #[cold]
    #[inline(never)]
    fn alloc_slow(&mut self, units: usize) -> *mut Header {
        let Some(class) = class_of(units) else {
            let blocks = (units * UNIT).div_ceil(BLOCK);
            let start = self.blocks.take(blocks);
            self.blocks.used[start] = Block::of(NOT_CELLS, blocks as u32);
            self.touch(start);
            let cell = self.at(start * BLOCK);
            // SAFETY: the first bytes of a block taken just now; whatever was there is not a header any more.
            unsafe { Self::make_free(cell, ptr::null_mut()) };
            return cell;
        };
        if self.classes[class].free.is_null() {
            match self.classes[class].queue.pop() {
                Some(block) => self.use_block(class, block as usize),
                None => self.carve(class),
            }
        }
        self.classes[class].pop()
    }

    /// Notes that cells of a block are handed out.
    fn touch(&mut self, block: usize) {
        if !std::mem::replace(&mut self.blocks.used[block].touched, true) {
            self.touched.push(block as u32);
        }
    }

    /// Makes the free list of a block that waited that of its class.
    fn use_block(&mut self, class: usize, block: usize) {
        let first = std::mem::take(&mut self.blocks.used[block].free);
        self.classes[class].free = self.at(first);
        self.touch(block);
    }

    /// Carves fresh cells into the free list of the class.
    fn carve(&mut self, index: usize) {
        let size = self.classes[index].size;
        if self.classes[index].bump + size > self.classes[index].end {
            let start = self.blocks.take(1);
            self.blocks.used[start] = Block::of(index as u8, 0);
            self.classes[index].bump = start * BLOCK;
            self.classes[index].end = (start + 1) * BLOCK;
        }
        let bump = self.classes[index].bump;
        self.touch(bump / BLOCK);
        let n = ((self.classes[index].end - bump) / size).min((CARVE / size).max(1));
        let mut next = self.classes[index].free;
        for i in (0..n).rev() {
            let cell = self.at(bump + i * size);
            // SAFETY: the cell lies between `bump` and `end` of the class's own block.
            unsafe { Self::make_free(cell, next) };
            next = cell;
        }
        self.classes[index].free = next;
        self.classes[index].bump = bump + n * size;
    }

    /// # Safety
    /// `cell` must be the start of a cell without an owner.
    unsafe fn make_free(cell: *mut Header, next: *mut Header) {
        let header = Header { epoch: 0, tid: 0, storage: Storage::Free, mark: 0, generation: 0, alloc_id: next as u64 };
        // SAFETY: the caller's promise.
        unsafe { cell.write(header) };
    }

    fn at(&self, offset: usize) -> *mut Header {
        debug_assert!(offset < self.reserved, "a cell outside the arena");
        // SAFETY: the offset is inside the mapping.
        unsafe { self.base.add(offset).cast() }
    }

    /// Releases blocks, and gives the memory of long runs back to the system.
    fn release_blocks(&mut self, start: usize, n: usize) {
        if n * BLOCK >= 16 << 20 {
            // SAFETY: the pages belong to the mapping, and no cell in them is owned.
            unsafe { system::discard_pages(self.base.add(start * BLOCK), n * BLOCK) };
        }
        self.blocks.release(start, n);
    }

    /// Returns the number of blocks that `row` accepts.
    pub(crate) fn block_count(&self) -> usize {
        self.blocks.used.len()
    }

    /// Returns the initialised cells of a block, if it has any.
    pub(crate) fn row(&self, block: usize) -> Option<Row> {
        let b = self.blocks.used[block];
        let first = self.at(block * BLOCK);
        if b.run > 0 {
            return Some(Row { first, size: b.run as usize * BLOCK, count: 1, block, class: NOT_CELLS });
        }
        if b.class == NOT_CELLS {
            return None;
        }
        let class = &self.classes[b.class as usize];
        let current = class.end == (block + 1) * BLOCK;
        let bytes = if current { class.bump - block * BLOCK } else { BLOCK };
        Some(Row { first, size: class.size, count: bytes / class.size, block, class: b.class })
    }

    /// Begins a sweep of the touched blocks, or of all. Returns them in the order of sweeping: the last is used first.
    pub(crate) fn begin_sweep(&mut self, all: bool) -> Vec<u32> {
        let touched = std::mem::take(&mut self.touched);
        let mut blocks = if all { (0..self.block_count() as u32).collect() } else { touched };
        for class in &mut self.classes {
            // These cells lie in touched blocks.
            class.free = ptr::null_mut();
            if all {
                class.queue.clear();
            }
        }
        blocks.sort_unstable_by(|a, b| b.cmp(a));
        blocks
    }

    /// Returns the bytes of the cells that were alive in a row when it was swept last.
    pub(crate) fn swept_bytes(&self, row: Row) -> u64 {
        self.blocks.used[row.block].live as u64 * row.size as u64
    }

    /// Notes how many cells of a row are alive, and makes its free list; releases the block when all are free.
    pub(crate) fn sweep_row(&mut self, row: Row, live: usize) {
        let block = &mut self.blocks.used[row.block];
        (block.live, block.free, block.touched) = (live as u32, 0, false);
        if row.class == NOT_CELLS {
            if live == 0 {
                self.release_blocks(row.block, row.size / BLOCK);
            }
            return;
        }
        let class = &self.classes[row.class as usize];
        if live == 0 && class.end != (row.block + 1) * BLOCK {
            self.release_blocks(row.block, 1);
            return;
        }
        if live == row.count {
            return;
        }
        let mut next: *mut Header = ptr::null_mut();
        for i in (0..row.count).rev() {
            // SAFETY: `row` says that there are `count` initialised cells of `size` bytes.
            unsafe {
                let cell = row.first.byte_add(i * row.size);
                if (*cell).storage == Storage::Free {
                    (*cell).alloc_id = next as u64;
                    next = cell;
                }
            }
        }
        self.blocks.used[row.block].free = next as usize - self.base as usize;
        self.classes[row.class as usize].queue.push(row.block as u32);
    }

    /// Returns the first cell of every free list, or null, with the size of its cells. `alloc_id` links to the next.
    pub(crate) fn free_lists(&self) -> impl Iterator<Item = (*mut Header, usize)> {
        self.classes.iter().flat_map(|class| {
            let waiting = class.queue.iter().map(|block| self.at(self.blocks.used[*block as usize].free));
            waiting.chain([class.free]).map(|cell| (cell, class.size))
        })
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        // SAFETY: `reserve` made the mapping with this length, and nothing refers into it any more.
        unsafe { system::unreserve(self.base, self.reserved) };
    }
}
