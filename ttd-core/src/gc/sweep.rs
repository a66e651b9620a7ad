//! Collection: finding what nothing can reach, and freeing it.
//!
//! Roots are what the caller names (stacks, modules, what its checkpoints hold) and everything that segments of the
//! journal name or hold, in the past and in the future. So nothing that a checkpoint can see is ever freed, and
//! whether a collection ran is invisible. *Finalising* is another question, with other roots: `unreachable`.
//!
//! Marking is iterative with a stack of its own. Sweeping goes through the cells in order of address, frees what the
//! dead own, and gives blocks without any live cell back to the arena.
//!
//! A list that was made for a moment and that nobody else has (`a[:n] = a[n::-1]`) is freed by whoever made it: its
//! memory is used again while it is still near. That is possible only where the past cannot see it.
//!
//! # Why the unsafe code is sound
//!
//! 1. Roots and fields hold values of live cells, so every index that is marked has an initialised header.
//! 2. A cell is freed only when nothing refers to it; what it owns (buffer, notes, index, host data) is freed with it
//!    and once, because its storage becomes `Free` in the same step.

use crate::gc::mark::Marker;
use crate::heap::Heap;
use crate::journal::notes::Notes;
use crate::memory::arena::{Arena, Row};
use crate::memory::pool::prefetch;
use crate::memory::size_classes::UNIT;
use crate::object::{Boxed, Header, List, Storage};
use crate::raw_vector::{RawVector, is_container, width};
use crate::value::{TypeId, Value};
use std::mem::{ManuallyDrop, size_of};

/// A mark that is neither of the two that live objects have in turn.
const QUERY_MARK: u8 = 3;

/// So many cells ahead of the one that is looked at the next are fetched.
const AHEAD: usize = 8;

impl Heap {
    /// Frees every object that neither the roots nor the journal can reach.
    // Whoever asks for one seldom does: what leads here is to stay out of the way of the interpreter's loop.
    #[cold]
    #[inline(never)]
    pub fn collect(&mut self, roots: &mut dyn FnMut(&mut Marker<'_>)) {
        self.mark = 3 - self.mark;
        self.mark_from(self.mark, true, roots);
        self.sweep_unmarked();
        // Marking goes through the journal too, so a long history makes collections rarer.
        let work = self.bytes_used().max(self.history_bytes());
        // Without a log little lives at first, and marking that costs more than using less of the processor's cache
        // gains.
        let least = self.config.min_collect_bytes << u32::from(!self.every_write);
        let next = work.max(least) as i64;
        self.trigger = self.retain_marks(next);
    }

    /// Frees what was not marked.
    pub(crate) fn sweep_unmarked(&mut self) {
        self.old_bytes = self.sweep();
        self.fresh_bytes = 0;
    }

    /// The objects of certain types that cannot be reached from these roots, in the order of their births. The
    /// journal does not count: what only the past can reach is dead to the program. After going back, what only the
    /// future can reach is among them: a language that finalises in any timeline keeps a versioned list of what has
    /// a finaliser, and asks `find_unreachable`.
    pub fn find_dead(
        &mut self,
        roots: &mut dyn FnMut(&mut Marker<'_>),
        mut wanted: impl FnMut(TypeId) -> bool,
    ) -> Vec<Value> {
        self.retained_marks = None;
        self.mark_from(QUERY_MARK, false, roots);
        let mut dead = Vec::new();
        let mark = self.mark;
        self.each_cell(|heap, cell| {
            // SAFETY: `each_cell` passes initialised cells.
            let header = unsafe { &mut *cell };
            if header.storage == Storage::Free {
                return;
            }
            if header.mark != QUERY_MARK && wanted(TypeId(header.tid)) {
                dead.push((header.alloc_id, heap.value_of(cell)));
            }
            header.mark = mark;
        });
        dead.sort_by_key(|d| d.0);
        dead.into_iter().map(|d| d.1).collect()
    }

    /// The objects of certain types that can be reached from these roots, in the order of their births.
    pub fn find_live(
        &mut self,
        roots: &mut dyn FnMut(&mut Marker<'_>),
        mut wanted: impl FnMut(TypeId) -> bool,
    ) -> Vec<Value> {
        self.retained_marks = None;
        self.mark_from(QUERY_MARK, false, roots);
        let mut live = Vec::new();
        let mark = self.mark;
        self.each_cell(|heap, cell| {
            // SAFETY: `each_cell` passes initialised cells.
            let header = unsafe { &mut *cell };
            if header.storage == Storage::Free {
                return;
            }
            if header.mark == QUERY_MARK && wanted(TypeId(header.tid)) {
                live.push((header.alloc_id, heap.value_of(cell)));
            }
            header.mark = mark;
        });
        live.sort_by_key(|d| d.0);
        live.into_iter().map(|d| d.1).collect()
    }

    pub(crate) fn each_cell(&mut self, mut f: impl FnMut(&mut Heap, *mut Header)) {
        for block in 0..self.arena.block_count() {
            let Some(row) = self.arena.row(block) else {
                continue;
            };
            for i in 0..row.count {
                f(self, cell_of_row(row, i));
            }
        }
    }

    /// Frees the unmarked cells; returns the bytes of the others.
    fn sweep(&mut self) -> u64 {
        self.arena.begin_sweep();
        let mut bytes = 0;
        for block in 0..self.arena.block_count() {
            let Some(row) = self.arena.row(block) else {
                continue;
            };
            let mut live = 0;
            for i in 0..row.count {
                let cell = cell_of_row(row, i);
                prefetch(cell.wrapping_byte_add(AHEAD * row.size));
                // SAFETY: the cell is initialised; see the module.
                unsafe {
                    match (*cell).storage {
                        Storage::Free => {}
                        _ if (*cell).mark == self.mark => live += 1,
                        // Most of the dead own nothing.
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

    /// Frees a list to which nothing refers: no object, no root, no checkpoint and no entry of the journal. A list
    /// that may be older than the last checkpoint, or that a collection has seen, is left to the collector.
    /// `since_moment` says that it was made since the last moment; it counts where every write is logged.
    ///
    /// # Panics
    /// When the value is no list.
    pub fn discard_list(&mut self, v: Value, since_moment: bool) {
        let cell = self.cell_of(v, Storage::List);
        // SAFETY: 2. of the module.
        let list = unsafe { &mut *cell.cast::<List>() };
        let of_now = if self.every_write { since_moment } else { list.header.epoch == self.epoch };
        if !of_now || list.header.mark != 0 || !list.saved.is_null() {
            return;
        }
        let (units, cap) = (size_of::<List>().div_ceil(UNIT), list.cap as usize);
        self.fresh_bytes -= Arena::cell_size(units) as i64;
        self.trigger += (cap * 8) as i64;
        list.header.storage = Storage::Free;
        // SAFETY: the caller's promise; the cell has the size that lists are made with, and owns its buffer alone.
        unsafe {
            if cap > 0 {
                self.pool.free(list.ptr.cast(), cap, 1);
            }
            self.arena.take_back(cell, units);
        }
    }

    /// Frees what a cell owns and makes it a free one.
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

/// One cell of a row.
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
