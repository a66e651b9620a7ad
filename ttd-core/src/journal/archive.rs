//! Pool memory for logs that callers keep beside the journal: written once, then kept or released as a whole. It counts
//! as the journal's.

use crate::heap::Heap;
use crate::memory::word_vec::WordVec;

/// Words kept for a caller, who must give them back with `Heap::release`.
#[derive(Debug, Default)]
pub struct Archived {
    words: WordVec,
}

impl Archived {
    /// Returns the words.
    #[inline]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Returns the bytes of memory occupied.
    pub fn bytes(&self) -> u64 {
        self.words.capacity() as u64 * 8
    }
}

impl Heap {
    /// Copies words into pool memory.
    pub fn archive(&mut self, words: impl ExactSizeIterator<Item = u64>) -> Archived {
        let mut kept = WordVec::new(&mut self.pool, words.len());
        words.for_each(|word| kept.push(word));
        self.archived_words += kept.capacity();
        Archived { words: kept }
    }

    /// Copies bytes into pool memory, eight to a word, little-endian.
    pub fn archive_bytes(&mut self, bytes: &[u8]) -> Archived {
        let words = WordVec::of_bytes(&mut self.pool, bytes);
        self.archived_words += words.capacity();
        Archived { words }
    }

    /// Releases the memory.
    pub fn release(&mut self, archived: Archived) {
        self.archived_words -= archived.words.capacity();
        archived.words.retire(&mut self.pool);
    }
}
