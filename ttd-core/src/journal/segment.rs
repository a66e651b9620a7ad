//! Segments: what leads from one checkpoint to the next, once it is written; see `journal`.

use crate::memory::word_vec::WordVec;

/// A closed sequence of entries.
#[derive(Default, Debug)]
pub(crate) struct Segment {
    pub(crate) first: WordVec,
    pub(crate) rest: Vec<WordVec>,
    /// Words of buffers that `MOVE` entries own.
    pub(crate) swapped_words: usize,
    /// How many entries there are between its moments; nothing when it has none. See `moments`.
    pub(crate) marks: Box<[u8]>,
}

impl Segment {
    /// A segment of entries in one chunk, which own no buffers.
    pub(crate) fn single_chunk(first: WordVec, marks: Box<[u8]>) -> Segment {
        Segment { first, rest: Vec::new(), swapped_words: 0, marks }
    }

    /// Its chunks in the order in which they were written.
    pub(crate) fn chunks(&self) -> impl Iterator<Item = &[u64]> {
        self.memory().map(|c| &**c)
    }

    /// The memory of the chunks, for counting.
    pub(crate) fn memory(&self) -> impl Iterator<Item = &WordVec> {
        std::iter::once(&self.first).chain(&self.rest)
    }

    /// Its chunks, last to first.
    pub(crate) fn into_chunks_backwards(self) -> impl Iterator<Item = WordVec> {
        self.rest.into_iter().rev().chain(std::iter::once(self.first))
    }

    /// Bytes of memory, buffers included.
    pub(crate) fn bytes(&self) -> u64 {
        ((self.first.capacity() + self.rest.iter().map(WordVec::capacity).sum::<usize>() + self.swapped_words) * 8
            + self.marks.len()) as u64
    }

    /// Whether it changes nothing.
    pub(crate) fn is_empty(&self) -> bool {
        self.first.is_empty()
    }

    /// The two together: applied, `later` comes first. The moments stay if one of them is empty.
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

    /// Its chunks in the order in which they were written.
    pub(crate) fn into_chunks(self) -> impl Iterator<Item = WordVec> {
        std::iter::once(self.first).chain(self.rest)
    }
}
