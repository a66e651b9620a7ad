//! Collection: freeing what nothing can reach.
//!
//! Roots are the caller's (stacks, modules, what its checkpoints hold) and everything that segments of the journal name
//! or own, in the past and in the future. So nothing that a checkpoint can see is freed, and whether a collection ran
//! is invisible. *Finalisation* asks a different question, with other roots: see `unreachable`.
//!
//! Marking is iterative with a stack of its own. Sweeping walks the cells in address order, frees what dead ones own,
//! and releases blocks without live cells.
//!
//! A temporary list without other references (`a[:n] = a[n::-1]`) is freed by its maker, so that its memory is reused
//! while it is in the cache. That is possible only where no checkpoint and no log can see it.
//!
//! # Why the unsafe code is sound
//!
//! 1. Roots and fields hold values of live cells, so every index that is marked has an initialised header.
//! 2. A cell is freed only when nothing refers to it; what it owns (buffer, notes, index, host data) is freed with it
//!    and once, because its storage becomes `Free` in the same step.

use crate::gc::marker::Marker;
use crate::heap::Heap;
use crate::journal::notes::Notes;
use crate::memory::arena::{Arena, Row};
use crate::memory::pool::prefetch;
use crate::memory::size_classes::UNIT;
use crate::object::{Boxed, Header, List, Storage};
use crate::raw_vector::{RawVector, is_container, width};
use crate::value::Value;
use std::mem::{ManuallyDrop, size_of};

/// The distance, in cells, at which headers are prefetched.
const AHEAD: usize = 8;

impl Heap {
    /// Frees every object that neither the roots nor the journal can reach.
    // Collections are rare: keep the path to them out of the interpreter's loop.
    #[cold]
    #[inline(never)]
    pub fn collect(&mut self, roots: &mut dyn FnMut(&mut Marker<'_>)) {
        self.retained_marks = None;
        self.remembered.clear();
        self.mark = 3 - self.mark;
        self.journal.forget_walked();
        self.mark_from(self.mark, true, roots);
        self.tree.forget_exchanged();
        self.sweep_unmarked(true);
        let next = self.retain_marks(self.full_bytes());
        self.set_trigger(next);
    }

    /// Returns the bytes of new objects that are worth a full collection. Marking walks the journal too, so a long
    /// history makes collections rarer.
    pub(crate) fn full_bytes(&self) -> i64 {
        self.bytes_used().max(self.history_bytes()).max(self.config.min_collect_bytes) as i64
    }

    /// Frees the unmarked cells, all or those of touched blocks, and resets the counters.
    pub(crate) fn sweep_unmarked(&mut self, all: bool) {
        self.old_bytes = self.sweep(all);
        self.fresh_bytes = 0;
        self.times_aged += 1;
    }

    /// Calls `f` with all cells.
    pub(crate) fn each_cell(&mut self, f: impl FnMut(&mut Heap, *mut Header)) {
        self.each_cell_in(0..self.arena.block_count(), f);
    }

    /// Calls `f` with the cells of some blocks, and of all of which these are the first ones.
    fn each_cell_in(&mut self, blocks: impl IntoIterator<Item = usize>, mut f: impl FnMut(&mut Heap, *mut Header)) {
        for block in blocks {
            let Some(row) = self.arena.row(block) else {
                continue;
            };
            for i in 0..row.count {
                f(self, cell_of_row(row, i));
            }
        }
    }

    /// Calls `f` with the headers of all objects in blocks in which cells were allocated since the last collection.
    pub(crate) fn each_touched_cell(&mut self, mut f: impl FnMut(&mut Header)) {
        let touched = self.arena.touched.clone();
        self.each_cell_in(touched.into_iter().map(|block| block as usize), |_, cell| {
            // SAFETY: the cell is initialised; see the module.
            let header = unsafe { &mut *cell };
            if header.storage != Storage::Free {
                f(header);
            }
        });
    }

    /// Frees the unmarked cells; returns the bytes of all others.
    fn sweep(&mut self, all: bool) -> u64 {
        let mut bytes = if all { 0 } else { self.old_bytes };
        for block in self.arena.begin_sweep(all) {
            let Some(row) = self.arena.row(block as usize) else {
                continue;
            };
            if !all {
                bytes -= self.arena.swept_bytes(row);
            }
            let mut live = 0;
            for i in 0..row.count {
                let cell = cell_of_row(row, i);
                prefetch(cell.wrapping_byte_add(AHEAD * row.size));
                // SAFETY: the cell is initialised; see the module.
                unsafe {
                    match (*cell).storage {
                        Storage::Free => {}
                        _ if (*cell).mark == self.mark => live += 1,
                        // Most dead cells own nothing.
                        Storage::Bytes | Storage::Tuple | Storage::Slots => (*cell).storage = Storage::Free,
                        _ => self.free_cell(cell),
                    }
                }
            }
            bytes += (live * row.size) as u64;
            self.arena.sweep_row(row, live);
        }
        bytes
    }

    /// Frees a list to which nothing refers: no object, no root, no checkpoint and no entry of the journal. A list that
    /// may be older than the last checkpoint, or that survived a collection, is left to the collector. `since_moment`
    /// says whether it was allocated since the last moment, which matters when every write is logged.
    ///
    /// # Panics
    /// When the value is no list.
    pub fn discard_list(&mut self, v: Value, since_moment: bool) {
        let cell = self.cell_of(v, Storage::List);
        // SAFETY: point 2 of the module.
        let list = unsafe { &mut *cell.cast::<List>() };
        let of_now = if self.every_write { since_moment } else { list.header.epoch == self.epoch };
        if !of_now || list.header.mark != 0 || !list.saved.is_null() {
            return;
        }
        let (units, cap) = (size_of::<List>().div_ceil(UNIT), list.cap as usize);
        self.fresh_bytes -= Arena::cell_size(units) as i64;
        self.trigger += (cap * 8) as i64;
        list.header.storage = Storage::Free;
        // SAFETY: the caller's promise; the cell has the size of a list, and alone owns its buffer.
        unsafe {
            if cap > 0 {
                self.pool.free(list.ptr.cast(), cap, 1);
            }
            self.arena.take_back(cell, units);
        }
    }

    /// Frees what a cell owns and makes the cell a free one.
    ///
    /// # Safety
    /// Nothing may refer to the cell any more.
    unsafe fn free_cell(&mut self, cell: *mut Header) {
        // SAFETY: the caller's promise; see the module.
        unsafe {
            let storage = (*cell).storage;
            (*cell).storage = Storage::Free;
            if storage == Storage::Boxed {
                ManuallyDrop::drop(&mut (*cell.cast::<Boxed>()).data);
            } else if is_container(storage) {
                let s = RawVector(cell.cast());
                let l = s.list();
                if (*l).cap > 0 {
                    self.pool.free((*l).ptr.cast(), (*l).cap as usize, width(storage));
                }
                if !(*l).saved.is_null() {
                    let words = (*(*l).saved.cast::<Notes>()).words;
                    self.pool.free((*l).saved.cast(), words as usize, 1);
                }
                if storage == Storage::Dict {
                    self.index_drop(s);
                }
            }
        }
    }
}

/// Returns one cell of a row.
pub(crate) fn cell_of_row(row: Row, i: usize) -> *mut Header {
    debug_assert!(i < row.count, "a cell outside its block");
    // SAFETY: `row` says that there are `count` cells of `size` bytes.
    unsafe { row.first.byte_add(i * row.size) }
}

impl Drop for Heap {
    fn drop(&mut self) {
        self.close_segment();
        let open = self.journal.close(&mut self.pool);
        let mut segments = self.tree.take_segments();
        segments.push(open);
        for segment in segments {
            self.discard(segment);
        }
        self.each_cell(|heap, cell| {
            // SAFETY: the heap ends here, so nothing refers to any cell.
            unsafe {
                if (*cell).storage != Storage::Free {
                    heap.free_cell(cell);
                }
            }
        });
    }
}
