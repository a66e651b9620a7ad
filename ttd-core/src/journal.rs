//! The journal: what it takes to undo.
//!
//! A segment is a sequence of entries, each of which is an exact exchange: applied to the state after a change, it
//! restores what was before and yields the entry that does the opposite. A segment is always applied from its end to
//! its beginning, and what that yields, in the order in which it is yielded, is the segment for the other direction,
//! again to be applied from the end.
//!
//! ```text
//! header    kind (8 bits), words that follow (24 bits), cell index (32 bits)
//! SLOTS     shape, all slots
//! SLOT      index, value                                (only when every write is logged)
//! SHAPE     shape                                       (only when every write is logged)
//! EDIT      position | count << 32, elements            replace `count` elements (ALL: up to the end) by these
//! EDIT_META position | count << 32, meta, meta, elements   the same for containers that have counters
//! MOVE      buffer, len | capacity << 32, meta, meta    exchange the whole buffer
//! ```
//!
//! **Cost.** Entries are written into chunks of 64 KiB that are recycled; a short segment is copied to its exact size
//! when it is closed.

/// All slots and the shape of an object.
pub(crate) const SLOTS: u8 = 1;
/// One slot.
pub(crate) const SLOT: u8 = 2;
/// The shape alone.
pub(crate) const SHAPE: u8 = 3;
/// Some elements of a list.
pub(crate) const EDIT: u8 = 4;
/// Some elements and the counters of another container.
pub(crate) const EDIT_META: u8 = 5;
/// The buffer of a container.
pub(crate) const MOVE: u8 = 6;
/// "Up to the end" as the count of an `EDIT`.
pub(crate) const ALL: u32 = u32::MAX;
/// At most so many words of elements are put into one `EDIT`; a multiple of every width.
pub(crate) const PIECE: usize = 3072;

const CHUNK: usize = 8192;
const COPY_BELOW: usize = 2048;
const SPARE_CHUNKS: usize = 1024;

/// One entry, decoded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<'a> {
    pub(crate) kind: u8,
    pub(crate) index: u32,
    pub(crate) words: &'a [u64],
}

/// A closed sequence of entries.
#[derive(Default, Debug)]
pub(crate) struct Segment {
    first: Vec<u64>,
    rest: Vec<Vec<u64>>,
    /// Words of buffers that `MOVE` entries own.
    pub(crate) moved: usize,
}

/// Where entries are written.
#[derive(Default)]
pub(crate) struct Writer {
    chunk: Vec<u64>,
    full: Vec<Vec<u64>>,
    pub(crate) moved: usize,
}

/// Chunks waiting to be used again.
#[derive(Default)]
pub(crate) struct Spare(Vec<Vec<u64>>);

/// The entries of a chunk, first to last.
pub(crate) fn entries(chunk: &[u64]) -> impl Iterator<Item = Entry<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        if at == chunk.len() {
            return None;
        }
        let entry = entry_at(chunk, at);
        at += 1 + entry.words.len();
        Some(entry)
    })
}

/// The entry whose header is at this offset.
pub(crate) fn entry_at(chunk: &[u64], at: usize) -> Entry<'_> {
    let header = chunk[at];
    let n = (header >> 32) as usize & 0xFF_FFFF;
    Entry {
        kind: (header >> 56) as u8,
        index: header as u32,
        words: &chunk[at + 1..at + 1 + n],
    }
}

impl Spare {
    fn take(&mut self) -> Vec<u64> {
        self.0.pop().unwrap_or_else(|| Vec::with_capacity(CHUNK))
    }

    /// Keeps a chunk for later use, if it is one of the usual size.
    pub(crate) fn put(&mut self, mut chunk: Vec<u64>) {
        if chunk.capacity() == CHUNK && self.0.len() < SPARE_CHUNKS {
            chunk.clear();
            self.0.push(chunk);
        }
    }
}

impl Writer {
    /// Starts an entry; the caller then pushes exactly `words` words.
    #[inline]
    pub(crate) fn begin(
        &mut self,
        spare: &mut Spare,
        kind: u8,
        index: u32,
        words: usize,
    ) -> &mut Vec<u64> {
        if self.chunk.len() + 1 + words > self.chunk.capacity() {
            self.roll(spare, words);
        }
        self.chunk
            .push((kind as u64) << 56 | (words as u64) << 32 | index as u64);
        &mut self.chunk
    }

    #[cold]
    fn roll(&mut self, spare: &mut Spare, words: usize) {
        assert!(words < 1 << 24, "an object too large for the journal");
        let next = if words < CHUNK {
            spare.take()
        } else {
            Vec::with_capacity(words + 1)
        };
        let old = std::mem::replace(&mut self.chunk, next);
        if old.is_empty() {
            spare.put(old);
        } else {
            self.full.push(old);
        }
    }

    /// Whether nothing was written.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.chunk.is_empty() && self.full.is_empty()
    }

    /// What was written so far, in order.
    pub(crate) fn chunks(&self) -> impl Iterator<Item = &[u64]> {
        self.full
            .iter()
            .map(Vec::as_slice)
            .chain(std::iter::once(self.chunk.as_slice()))
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> u64 {
        ((self.full.iter().map(Vec::capacity).sum::<usize>() + self.chunk.len() + self.moved) * 8)
            as u64
    }

    /// Ends the segment and begins the next.
    #[inline]
    pub(crate) fn close(&mut self) -> Segment {
        let moved = std::mem::take(&mut self.moved);
        if self.full.is_empty() && self.chunk.len() <= COPY_BELOW {
            let first = self.chunk.as_slice().to_vec();
            self.chunk.clear();
            return Segment {
                first,
                rest: Vec::new(),
                moved,
            };
        }
        self.close_long(moved)
    }

    /// Gives its memory back.
    pub(crate) fn retire(self, spare: &mut Spare) {
        spare.put(self.chunk);
    }

    #[cold]
    fn close_long(&mut self, moved: usize) -> Segment {
        let mut rest = std::mem::take(&mut self.full);
        if self.chunk.len() <= CHUNK / 2 {
            if !self.chunk.is_empty() {
                rest.push(self.chunk.as_slice().to_vec());
            }
            self.chunk.clear();
        } else {
            rest.push(std::mem::take(&mut self.chunk));
        }
        let first = rest.remove(0);
        Segment { first, rest, moved }
    }
}

impl Segment {
    /// Its chunks in the order in which they were written.
    pub(crate) fn chunks(&self) -> impl Iterator<Item = &[u64]> {
        std::iter::once(self.first.as_slice()).chain(self.rest.iter().map(Vec::as_slice))
    }

    /// Its chunks, last to first.
    pub(crate) fn into_chunks_backwards(self) -> impl Iterator<Item = Vec<u64>> {
        self.rest
            .into_iter()
            .rev()
            .chain(std::iter::once(self.first))
    }

    /// Bytes of memory, buffers included.
    pub(crate) fn bytes(&self) -> u64 {
        ((self.first.capacity() + self.rest.iter().map(Vec::capacity).sum::<usize>() + self.moved)
            * 8) as u64
    }

    /// The two together: applied, `later` comes first.
    pub(crate) fn join(self, later: Segment) -> Segment {
        let moved = self.moved + later.moved;
        let mut chunks = self
            .into_chunks()
            .chain(later.into_chunks())
            .filter(|c| !c.is_empty());
        let first = chunks.next().unwrap_or_default();
        Segment {
            first,
            rest: chunks.collect(),
            moved,
        }
    }

    fn into_chunks(self) -> impl Iterator<Item = Vec<u64>> {
        std::iter::once(self.first).chain(self.rest)
    }
}
