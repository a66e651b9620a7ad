//! Segments that are taken apart entry by entry, and how many entries belong to each of their moments; see `moments`.

use crate::entry::{Entry, entries, entry_at};
use crate::journal::Writer;
use crate::pool::Pool;

/// How many entries lie between moments, as they are counted while a segment is written: a byte each, and where that is
/// `MANY`, four more.
#[derive(Default, Debug)]
pub(crate) struct Marks {
    bytes: Vec<u8>,
    /// Entries since the last moment.
    pub(crate) since: u32,
}

const MANY: u8 = u8::MAX;

impl Marks {
    /// The present is a moment.
    #[inline]
    pub(crate) fn mark(&mut self) {
        let since = std::mem::take(&mut self.since);
        if since < u32::from(MANY) {
            self.bytes.push(since as u8);
        } else {
            self.bytes.push(MANY);
            self.bytes.extend_from_slice(&since.to_le_bytes());
        }
    }

    /// The counts of a whole segment, which end with those after the last moment; nothing when there is no moment.
    #[inline]
    pub(crate) fn close(&mut self) -> Box<[u8]> {
        if self.bytes.is_empty() {
            self.since = 0;
            return Box::default();
        }
        self.mark();
        let bytes = self.bytes.as_slice().into();
        self.bytes.clear();
        bytes
    }
}

/// The counts that were kept for a segment.
pub(crate) fn counts(marks: &[u8]) -> Vec<u32> {
    let mut counts = Vec::with_capacity(marks.len());
    let mut rest = marks;
    while let [first, after @ ..] = rest {
        rest = after;
        let Some((many, after)) = rest.split_first_chunk().filter(|_| *first == MANY) else {
            counts.push(u32::from(*first));
            continue;
        };
        counts.push(u32::from_le_bytes(*many));
        rest = after;
    }
    counts
}

/// Where the entries of a chunk begin, from the first to the last.
pub(crate) fn offsets_of(chunk: &[u64], offsets: &mut Vec<u32>) {
    offsets.clear();
    more_offsets(chunk, 0, offsets);
}

fn more_offsets(chunk: &[u64], from: usize, offsets: &mut Vec<u32>) {
    let mut at = from;
    while at < chunk.len() {
        offsets.push(at as u32);
        at += 1 + entry_at(chunk, at).words.len();
    }
}

/// The steps, counted from the first that was written, in which there is an entry that is looked for.
pub(crate) fn touching<'a>(
    chunks: impl Iterator<Item = &'a [u64]>,
    counts: &[u32],
    wanted: impl Fn(Entry<'_>) -> bool,
) -> Vec<usize> {
    let mut found = Vec::new();
    let (mut step, mut left) = (0, counts.first().copied().unwrap_or(u32::MAX));
    for e in chunks.flat_map(entries) {
        while left == 0 {
            step += 1;
            left = counts.get(step).copied().unwrap_or(u32::MAX);
        }
        left -= 1;
        if wanted(e) && found.last() != Some(&step) {
            found.push(step);
        }
    }
    found
}

/// Entries that are taken from where they are put.
#[derive(Default)]
pub(crate) struct Pile {
    pub(crate) writer: Writer,
    /// Where the entries of the writer's chunk begin.
    pub(crate) offsets: Vec<u32>,
    /// How many entries belong to each step, the next one last.
    pub(crate) steps: Vec<u32>,
}

impl Pile {
    /// As the function of this name.
    pub(crate) fn touching(&self, wanted: impl Fn(Entry<'_>) -> bool) -> Vec<usize> {
        touching(self.writer.chunks(), &self.steps, wanted)
    }

    /// Makes the chunk on top one that has entries.
    pub(crate) fn uncover(&mut self, pool: &mut Pool) {
        while self.writer.chunk.is_empty() {
            let Some(below) = self.writer.full.pop() else {
                return;
            };
            std::mem::replace(&mut self.writer.chunk, below).retire(pool);
            offsets_of(&self.writer.chunk, &mut self.offsets);
        }
    }

    /// Notes where the entries begin that were written since the chunk had this length and so many were below it.
    pub(crate) fn note(&mut self, len: usize, full: usize) {
        if self.writer.full.len() == full {
            more_offsets(&self.writer.chunk, len, &mut self.offsets);
        } else {
            offsets_of(&self.writer.chunk, &mut self.offsets);
        }
    }
}
