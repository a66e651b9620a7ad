//! The buffers that entries own: reading them, and freeing them with their segment.
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
    /// Returns the container that an entry names.
    pub(crate) fn container_of_entry(&mut self, e: Entry<'_>) -> RawVector {
        let s = RawVector(self.cell_at(e.index).cast());
        assert!(is_container(s.storage()), "the journal names a cell that is no container");
        s
    }

    /// Frees a segment and the buffers that it owns, without applying it.
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

    /// Returns the words in the buffer of a `BUFFER_SWAP` entry.
    pub(crate) fn swapped_words_of(&self, e: Entry<'_>) -> Vec<u64> {
        let Some(buffer) = e.swapped_buffer().filter(|buffer| buffer.len > 0) else {
            return Vec::new();
        };
        let len = buffer.len as usize * width(self.storage_at(e.index));
        // SAFETY: see the module: the buffer is the entry's, and holds its length's elements.
        unsafe { std::slice::from_raw_parts(buffer.ptr, len) }.to_vec()
    }

    /// Frees the buffer of a `BUFFER_SWAP` entry.
    pub(crate) fn free_swapped(&mut self, e: Entry<'_>) {
        let s = self.container_of_entry(e);
        if let Some(buffer) = e.swapped_buffer().filter(|buffer| buffer.cap > 0) {
            let cap = buffer.cap as usize;
            self.swapped_words -= cap * s.width();
            // SAFETY: see the module: the buffer was the entry's.
            unsafe { self.pool.free(buffer.ptr, cap, s.width()) };
        }
    }
}
