//! Memory of the pool for whoever keeps a log beside the journal: what was written once, and is kept or given back as a
//! whole. It is counted as the journal's.

use crate::heap::Heap;
use crate::memory::word_vec::WordVec;

/// Words that are kept. To be given back with `Heap::forget`.
#[derive(Debug, Default)]
pub struct Archived {
    words: WordVec,
}

impl Archived {
    /// The words.
    #[inline]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Bytes of memory.
    pub fn bytes(&self) -> u64 {
        self.words.capacity() as u64 * 8
    }
}

impl Heap {
    /// Keeps these words.
    pub fn archive(&mut self, words: impl ExactSizeIterator<Item = u64>) -> Archived {
        let mut kept = WordVec::new(&mut self.pool, words.len());
        words.for_each(|word| kept.push(word));
        self.archived_words += kept.capacity();
        Archived { words: kept }
    }

    /// Keeps these bytes, eight to a word, the first in its lowest eight bits.
    pub fn archive_bytes(&mut self, bytes: &[u8]) -> Archived {
        let words = WordVec::of_bytes(&mut self.pool, bytes);
        self.archived_words += words.capacity();
        Archived { words }
    }

    /// Gives the memory back.
    pub fn release(&mut self, archived: Archived) {
        self.archived_words -= archived.words.capacity();
        archived.words.retire(&mut self.pool);
    }
}
