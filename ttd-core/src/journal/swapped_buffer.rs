//! The buffers that entries own: read, and freed with their segment.
//!
//! # Why the unsafe code is sound
//!
//! The buffer of a `BUFFER_SWAP` belongs to the entry, and the cell that the entry names still has the storage that the
//! entry was written for.

use crate::heap::Heap;
use crate::journal::entry::{Entry, entries};
use crate::journal::kinds;
use crate::journal::segment::Segment;
use crate::raw_vector::{RawVector, is_container, width};

impl Heap {
    /// The container that an entry names.
    pub(crate) fn container_of_entry(&mut self, e: Entry<'_>) -> RawVector {
        let s = RawVector(self.cell_at(e.index).cast());
        assert!(is_container(s.storage()), "the journal names a cell that is no container");
        s
    }

    /// Frees what a segment owns. What it would have restored is lost.
    pub(crate) fn discard(&mut self, segment: Segment) {
        let owns = segment.swapped_words > 0;
        for chunk in segment.into_chunks_backwards() {
            if owns {
                for e in entries(&chunk).filter(|e| e.kind == kinds::BUFFER_SWAP) {
                    self.free_swapped(e);
                }
            }
            chunk.retire(&mut self.pool);
        }
    }

    /// The words in the buffer of a `MOVE` entry.
    pub(crate) fn swapped_words_of(&self, e: Entry<'_>) -> Vec<u64> {
        let Some(moved) = e.swapped_buffer().filter(|moved| moved.len > 0) else {
            return Vec::new();
        };
        let len = moved.len as usize * width(self.storage_at(e.index));
        // SAFETY: see the module: the buffer is the entry's, and holds its length's elements.
        unsafe { std::slice::from_raw_parts(moved.ptr, len) }.to_vec()
    }

    /// Frees the buffer of a `MOVE` entry.
    pub(crate) fn free_swapped(&mut self, e: Entry<'_>) {
        let s = self.container_of_entry(e);
        if let Some(moved) = e.swapped_buffer().filter(|moved| moved.cap > 0) {
            let cap = moved.cap as usize;
            self.swapped_words -= cap * s.width();
            // SAFETY: see the module: the buffer was the entry's.
            unsafe { self.pool.free(moved.ptr, cap, s.width()) };
        }
    }
}
