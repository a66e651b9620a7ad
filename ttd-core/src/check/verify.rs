//! Verification: checks every invariant of the heap by walking all of it.
//!
//! Slow, for tests: the interpreter's stress mode calls it at every event. It checks cells and free lists; headers;
//! that every reference in an object or in the journal names a live cell of the right type; lengths, counters, indexes
//! and tables of containers; that no two owners share memory of the pool and none was lost; the entries of the journal;
//! the tree of checkpoints.
//!
//! # Why the unsafe code is sound
//!
//! Rows contain only initialised cells, and pointers in a cell are followed only after its storage was read.

use crate::gc::sweep::cell_of_row;
use crate::gc::young::REMEMBERED;
use crate::heap::Heap;
use crate::object::{Header, Storage};
use crate::raw_vector::{RawVector, is_container, width};
use crate::value::{TypeId, Value};

/// The findings of the walk so far.
#[derive(Default)]
pub(crate) struct Census {
    /// Live cells, ascending.
    cells: Vec<u32>,
    /// Memory of the pool that has an owner: start and words.
    memory: Vec<(usize, usize)>,
}

/// Returns `Err` with a message unless the condition holds.
macro_rules! ensure {
    ($condition:expr, $($message:tt)+) => {
        if !$condition {
            return Err(format!($($message)+));
        }
    };
}
pub(crate) use ensure;

impl Census {
    /// Records memory that has an owner.
    pub(crate) fn owns(&mut self, start: *const u64, words: usize) {
        if words > 0 {
            self.memory.push((start as usize, words));
        }
    }

    /// Whether the cell is alive.
    pub(crate) fn is_alive(&self, index: u32) -> bool {
        self.cells.binary_search(&index).is_ok()
    }
}

impl Heap {
    /// Checks every invariant; the error names the one that does not hold.
    pub fn verify(&self) -> Result<(), String> {
        let mut census = self.verify_cells()?;
        for &index in &census.cells {
            self.verify_references(&census, index)?;
        }
        for i in 0..census.cells.len() {
            let cell = self.cell_at(census.cells[i]);
            // SAFETY: the census names initialised cells.
            if is_container(unsafe { (*cell).storage }) {
                self.verify_container(&mut census, RawVector(cell.cast()))
                    .map_err(|e| format!("{:?}: {e}", self.value_of(cell)))?;
            }
        }
        self.verify_history(&mut census)?;
        self.verify_memory(census)
    }

    /// Checks cells, headers and free lists; returns the live cells.
    fn verify_cells(&self) -> Result<Census, String> {
        let mut census = Census::default();
        let mut free = Vec::new();
        for row in (0..self.arena.block_count()).filter_map(|b| self.arena.row(b)) {
            for i in 0..row.count {
                let cell = cell_of_row(row, i);
                // SAFETY: see the module.
                let header: &Header = unsafe { &*cell };
                let index = self.value_of(cell).index();
                if header.storage == Storage::Free {
                    free.push((index, row.size));
                    continue;
                }
                ensure!([0, self.mark, REMEMBERED].contains(&header.mark), "cell {index} has mark {}", header.mark);
                ensure!(header.epoch <= self.epoch, "cell {index} is younger than the heap");
                ensure!(cfg!(debug_assertions) || header.generation == 0, "cell {index} has a generation");
                census.cells.push(index);
            }
        }
        let mut listed = Vec::new();
        for (mut cell, size) in self.arena.free_lists() {
            while !cell.is_null() {
                listed.push((self.value_of(cell).index(), size));
                let too_many = listed.len() > free.len();
                ensure!(!too_many, "the free lists have too many cells");
                // SAFETY: cells of a free list have initialised headers.
                cell = unsafe { (*cell).alloc_id } as *mut Header;
            }
        }
        listed.sort_unstable();
        free.sort_unstable();
        ensure!(listed == free, "the free lists are not the free cells");
        Ok(census)
    }

    /// Checks that a reference names a live cell; other values pass.
    pub(crate) fn verify_value(&self, census: &Census, v: Value) -> Result<(), String> {
        if !v.is_obj() {
            return Ok(());
        }
        ensure!(census.is_alive(v.index()), "refers to {v:?}, which is not alive");
        // SAFETY: the cell is alive.
        let header = unsafe { &*self.cell_at(v.index()) };
        ensure!(TypeId(header.tid) == v.tid(), "refers to {v:?}, which has type {}", header.tid);
        ensure!(header.generation == v.generation(), "refers to {v:?}, whose cell was used again");
        Ok(())
    }

    /// Checks the values among the words of elements.
    pub(crate) fn verify_elements(&self, census: &Census, storage: Storage, words: &[u64]) -> Result<(), String> {
        let skip = match storage {
            Storage::Buffer => return Ok(()),
            Storage::Dict | Storage::Set => 1,
            _ => 0,
        };
        for e in words.chunks_exact(width(storage)) {
            e[skip..].iter().try_for_each(|&w| self.verify_value(census, Value::from_raw(w)))?;
        }
        Ok(())
    }

    fn verify_references(&self, census: &Census, index: u32) -> Result<(), String> {
        let v = self.value_of(self.cell_at(index));
        let check = |x: &Value| self.verify_value(census, *x).map_err(|e| format!("{v:?} {e}"));
        match self.header(v).storage {
            Storage::Slots => self.slots(v).iter().try_for_each(check),
            Storage::Tuple => self.tuple(v).iter().try_for_each(check),
            Storage::Bytes | Storage::Boxed | Storage::Free => Ok(()),
            storage => self
                .verify_elements(census, storage, self.words(RawVector(self.cell_at(index).cast())))
                .map_err(|e| format!("{v:?} {e}")),
        }
    }

    /// Checks that owners have disjoint memory, and that everything handed out has an owner.
    fn verify_memory(&self, mut census: Census) -> Result<(), String> {
        census.memory.sort_unstable();
        let mut total = self.archived_words;
        for pair in census.memory.windows(2) {
            ensure!(pair[0].0 + pair[0].1 * 8 <= pair[1].0, "memory with two owners");
        }
        for &(_, words) in &census.memory {
            total += crate::memory::pool::Pool::size_of(words, 1);
        }
        ensure!(total == self.pool.words_in_use(), "{total} of {} words have an owner", self.pool.words_in_use());
        Ok(())
    }
}
