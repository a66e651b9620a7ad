//! Segments: closed sequences of entries between two checkpoints; see `journal`.

use crate::memory::word_vec::WordVec;

/// A closed sequence of entries.
#[derive(Default, Debug)]
pub(crate) struct Segment {
    pub(crate) first: WordVec,
    pub(crate) rest: Vec<WordVec>,
    /// Words of buffers that `BUFFER_SWAP` entries own.
    pub(crate) swapped_words: usize,
    /// The encoded numbers of entries between its moments; empty when it has none. See `moment_marks`.
    pub(crate) marks: Box<[u8]>,
}

impl Segment {
    /// Makes a segment of one chunk of entries that own no buffers.
    pub(crate) fn single_chunk(first: WordVec, marks: Box<[u8]>) -> Segment {
        Segment { first, rest: Vec::new(), swapped_words: 0, marks }
    }

    /// Iterates over its chunks in the order of writing.
    pub(crate) fn chunks(&self) -> impl Iterator<Item = &[u64]> {
        self.memory().map(|c| &**c)
    }

    /// Iterates over the memory of its chunks, for accounting.
    pub(crate) fn memory(&self) -> impl Iterator<Item = &WordVec> {
        std::iter::once(&self.first).chain(&self.rest)
    }

    /// Consumes it into its chunks, last to first.
    pub(crate) fn into_chunks_backwards(self) -> impl Iterator<Item = WordVec> {
        self.rest.into_iter().rev().chain(std::iter::once(self.first))
    }

    /// Returns the bytes of memory occupied, buffers included.
    pub(crate) fn bytes(&self) -> u64 {
        ((self.first.capacity() + self.rest.iter().map(WordVec::capacity).sum::<usize>() + self.swapped_words) * 8
            + self.marks.len()) as u64
    }

    /// Whether it has no entries.
    pub(crate) fn is_empty(&self) -> bool {
        self.first.is_empty()
    }

    /// Concatenates two segments; `later` is applied first. The moments survive if one of the two is empty.
    pub(crate) fn join(mut self, mut later: Segment) -> Segment {
        let moved = self.swapped_words + later.swapped_words;
        let marks = match (self.is_empty(), later.is_empty()) {
            (true, _) => std::mem::take(&mut later.marks),
            (_, true) => std::mem::take(&mut self.marks),
            _ => Box::default(),
        };
        let mut chunks = self.into_chunks().chain(later.into_chunks()).filter(|c| !c.is_empty());
        let first = chunks.next().unwrap_or_default();
        Segment { first, rest: chunks.collect(), swapped_words: moved, marks }
    }

    /// Consumes it into its chunks in the order of writing.
    pub(crate) fn into_chunks(self) -> impl Iterator<Item = WordVec> {
        std::iter::once(self.first).chain(self.rest)
    }
}
