//! The writer of the open segment: appends entries to chunks of words.
//!
//! **Cost.** Chunks of 64 KiB are recycled. Closing a segment copies its last chunk to its exact size unless it is
//! nearly full.

use crate::journal::entry::{Entry, header};
use crate::journal::inline_entry;
use crate::journal::kinds::{INLINE_INDEX_MAX, ITEM, ITEM_INLINE, SLOT, SLOT_INLINE};
use crate::journal::moment_marks::MomentMarks;
use crate::journal::segment::Segment;
use crate::memory::pool::Pool;
use crate::memory::word_vec::WordVec;

const CHUNK: usize = 8192;
const FIRST_CHUNK: usize = 512;
/// Shorter chunks are copied to their size: the next segment reuses memory that is still in the processor's cache, and
/// none lies idle behind the old one.
const COPY_BELOW: usize = CHUNK / 4 * 3;

/// The open segment.
#[derive(Default)]
pub(crate) struct Writer {
    pub(crate) chunk: WordVec,
    pub(crate) full: Vec<WordVec>,
    pub(crate) swapped_words: usize,
    /// See `Segment::marks`.
    pub(crate) marks: MomentMarks,
    /// How far the last collection has walked, and how far the last search among young objects, if that was later.
    walked: Place,
    searched: Place,
}

/// A place in the open segment. Entries are only appended, so what lies before it stays as it was.
#[derive(Clone, Copy, Default)]
struct Place {
    full: usize,
    len: usize,
    swapped_words: usize,
}

impl Writer {
    /// Starts an entry; the caller then pushes exactly `words` words.
    #[inline]
    pub(crate) fn begin(&mut self, pool: &mut Pool, kind: u8, index: u32, words: usize) -> &mut WordVec {
        self.begin_numbered(pool, kind, words, index, words)
    }

    /// Starts an entry whose header has a number other than its length.
    #[inline]
    pub(crate) fn begin_numbered(
        &mut self,
        pool: &mut Pool,
        kind: u8,
        number: usize,
        index: u32,
        words: usize,
    ) -> &mut WordVec {
        if self.chunk.len() + 1 + words > self.chunk.capacity() {
            self.roll(pool, words);
        }
        self.marks.since += 1;
        self.chunk.push(header(kind, number, index));
        &mut self.chunk
    }

    /// Writes an entry with a position in its header.
    ///
    /// # Panics
    /// When the position is not below `INLINE_INDEX_MAX`.
    #[inline(always)]
    pub(crate) fn positioned<const N: usize>(
        &mut self,
        pool: &mut Pool,
        kind: u8,
        index: u32,
        pos: usize,
        words: [u64; N],
    ) {
        assert!(pos < INLINE_INDEX_MAX, "a position that has no room in a header");
        if self.chunk.len() + 1 + N > self.chunk.capacity() {
            self.roll(pool, N);
        }
        self.marks.since += 1;
        self.chunk.push(header(kind, pos, index));
        self.chunk.push_all(words);
    }

    /// Writes an entry with a number in the header, and one word or none.
    #[inline(always)]
    pub(crate) fn header_and_word(&mut self, pool: &mut Pool, kind: u8, number: usize, index: u32, word: Option<u64>) {
        let used = 1 + usize::from(word.is_some());
        self.put(pool, header(kind, number, index), word.unwrap_or(0), used);
    }

    /// Writes a header and, if `used` is two, a word.
    #[inline(always)]
    fn put(&mut self, pool: &mut Pool, header: u64, word: u64, used: usize) {
        if !self.chunk.has_room_for_two() {
            return self.put_after_roll(pool, header, word, used);
        }
        self.marks.since += 1;
        self.chunk.push_some([header, word], used);
    }

    /// Writes into a new chunk. The last call is in tail position, so that callers need not save registers.
    #[cold]
    #[inline(never)]
    fn put_after_roll(&mut self, pool: &mut Pool, header: u64, word: u64, used: usize) {
        self.roll(pool, 1);
        self.put(pool, header, word, used);
    }

    /// Copies an entry of another segment.
    pub(crate) fn copy(&mut self, pool: &mut Pool, e: Entry<'_>) {
        self.begin_numbered(pool, e.kind, e.number, e.index, e.words.len()).extend_from_slice(e.words);
    }

    /// Writes an entry without words; the number has 24 bits.
    #[inline(always)]
    pub(crate) fn header_only(&mut self, pool: &mut Pool, kind: u8, number: usize, index: u32) {
        assert!(number < 1 << 24, "a number that has no room in a header");
        self.put(pool, header(kind, number, index), 0, 1);
    }

    /// Writes a slot's old value; the position must be below `INLINE_INDEX_MAX`.
    #[inline(always)]
    pub(crate) fn slot(&mut self, pool: &mut Pool, index: u32, pos: usize, old: u64) {
        self.single(pool, [SLOT_INLINE, SLOT], index, pos, old);
    }

    /// Writes a list item's old value; the position must be below `INLINE_INDEX_MAX`.
    #[inline(always)]
    pub(crate) fn item(&mut self, pool: &mut Pool, index: u32, pos: usize, old: u64) {
        self.single(pool, [ITEM_INLINE, ITEM], index, pos, old);
    }

    #[inline(always)]
    fn single(&mut self, pool: &mut Pool, kinds: [u8; 2], index: u32, pos: usize, old: u64) {
        let (header, used) = match inline_entry::encode(pos, old) {
            Some(number) => (header(kinds[0], number, index), 1),
            None => (header(kinds[1], pos, index), 2),
        };
        self.put(pool, header, old, used);
    }

    /// Starts a new chunk. The first one of a journal is small.
    #[cold]
    fn roll(&mut self, pool: &mut Pool, words: usize) {
        assert!(words < 1 << 24, "an object too large for the journal");
        let size = if self.chunk.capacity() == 0 && self.full.is_empty() { FIRST_CHUNK } else { CHUNK };
        let old = std::mem::replace(&mut self.chunk, WordVec::new(pool, size.max(words + 1)));
        if old.is_empty() {
            old.retire(pool);
        } else {
            self.full.push(old);
        }
    }

    /// Whether nothing was written.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.chunk.is_empty() && self.full.is_empty()
    }

    /// Iterates over the chunks in the order of writing.
    pub(crate) fn chunks(&self) -> impl Iterator<Item = &[u64]> {
        self.memory().map(|c| &**c)
    }

    /// The end.
    fn end(&self) -> Place {
        Place { full: self.full.len(), len: self.chunk.len(), swapped_words: self.swapped_words }
    }

    /// Notes that a collection has walked all entries.
    pub(crate) fn note_walked(&mut self) {
        (self.walked, self.searched) = (self.end(), self.end());
    }

    /// Notes that a search has walked all entries.
    pub(crate) fn note_searched(&mut self) {
        self.searched = self.end();
    }

    /// Has the next collection walk all entries.
    pub(crate) fn forget_walked(&mut self) {
        (self.walked, self.searched) = (Place::default(), Place::default());
    }

    /// Iterates over the chunks, or their ends, that no collection has walked.
    pub(crate) fn unwalked(&self) -> impl Iterator<Item = &[u64]> {
        self.chunks_from(self.walked)
    }

    /// Iterates over the chunks, or their ends, that neither a collection nor a search has walked.
    pub(crate) fn unsearched(&self) -> impl Iterator<Item = &[u64]> {
        self.chunks_from(self.searched)
    }

    fn chunks_from(&self, place: Place) -> impl Iterator<Item = &[u64]> {
        let chunks = self.memory().skip(place.full).enumerate();
        chunks.map(move |(k, chunk)| &chunk[if k == 0 { place.len } else { 0 }..])
    }

    /// Returns the bytes of these, with the buffers that moved into them.
    pub(crate) fn unwalked_bytes(&self) -> u64 {
        let swapped = self.swapped_words.saturating_sub(self.walked.swapped_words);
        (self.unwalked().map(<[u64]>::len).sum::<usize>() + swapped) as u64 * 8
    }

    /// Returns the bytes of memory occupied.
    pub(crate) fn bytes(&self) -> u64 {
        ((self.full.iter().map(WordVec::capacity).sum::<usize>() + self.chunk.len() + self.swapped_words) * 8) as u64
    }

    /// Closes the segment and starts the next.
    #[inline]
    pub(crate) fn close(&mut self, pool: &mut Pool) -> Segment {
        let moved = std::mem::take(&mut self.swapped_words);
        let marks = self.marks.close();
        self.forget_walked();
        if self.full.is_empty() && self.chunk.len() <= COPY_BELOW {
            let first = WordVec::copy_of(pool, &self.chunk);
            self.chunk.clear();
            return Segment { first, rest: Vec::new(), swapped_words: moved, marks };
        }
        self.close_long(pool, moved, marks)
    }

    #[cold]
    fn close_long(&mut self, pool: &mut Pool, moved: usize, marks: Box<[u8]>) -> Segment {
        let mut rest = std::mem::take(&mut self.full);
        if self.chunk.len() <= COPY_BELOW {
            if !self.chunk.is_empty() {
                rest.push(WordVec::copy_of(pool, &self.chunk));
            }
            self.chunk.clear();
        } else {
            rest.push(std::mem::take(&mut self.chunk));
        }
        let first = rest.remove(0);
        Segment { first, rest, swapped_words: moved, marks }
    }

    /// Removes all entries, which must own no buffers.
    pub(crate) fn clear(&mut self, pool: &mut Pool) {
        self.full.drain(..).for_each(|chunk| chunk.retire(pool));
        self.chunk.clear();
        self.marks.since = 0;
        self.forget_walked();
    }

    /// Gives the memory back to the pool; the segment must have been closed.
    pub(crate) fn retire(self, pool: &mut Pool) {
        assert!(self.is_empty(), "a segment is lost");
        self.chunk.retire(pool);
    }

    /// Iterates over the memory of the chunks, for accounting.
    pub(crate) fn memory(&self) -> impl Iterator<Item = &WordVec> {
        self.full.iter().chain(std::iter::once(&self.chunk))
    }
}
