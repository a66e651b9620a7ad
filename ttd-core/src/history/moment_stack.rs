//! Stacks of journal entries, with the number of entries per moment; see `moments`.

use crate::journal::entry::{Entry, append_offsets, entries, offsets_of};
use crate::journal::writer::Writer;
use crate::memory::pool::Pool;

/// Returns the moments, counted from the first written, that have an entry accepted by `wanted`.
pub(crate) fn touching<'a>(
    chunks: impl Iterator<Item = &'a [u64]>,
    counts: &[u32],
    wanted: impl Fn(Entry<'_>) -> bool,
) -> Vec<usize> {
    let mut found = Vec::new();
    let (mut moment, mut left) = (0, counts.first().copied().unwrap_or(u32::MAX));
    for e in chunks.flat_map(entries) {
        while left == 0 {
            moment += 1;
            left = counts.get(moment).copied().unwrap_or(u32::MAX);
        }
        left -= 1;
        if wanted(e) && found.last() != Some(&moment) {
            found.push(moment);
        }
    }
    found
}

/// A segment, or the part of one on one side of the state, whose entries are pushed and popped singly.
#[derive(Default)]
pub(crate) struct MomentStack {
    pub(crate) writer: Writer,
    /// The offsets of the entries in the writer's chunk.
    pub(crate) offsets: Vec<u32>,
    /// The number of entries of each moment; the top moment last.
    pub(crate) counts: Vec<u32>,
}

impl MomentStack {
    /// Applies `touching` to this stack.
    pub(crate) fn touching(&self, wanted: impl Fn(Entry<'_>) -> bool) -> Vec<usize> {
        touching(self.writer.chunks(), &self.counts, wanted)
    }

    /// Pops empty chunks until the top chunk has entries.
    pub(crate) fn uncover(&mut self, pool: &mut Pool) {
        while self.writer.chunk.is_empty() {
            let Some(below) = self.writer.full.pop() else {
                return;
            };
            std::mem::replace(&mut self.writer.chunk, below).retire(pool);
            offsets_of(&self.writer.chunk, &mut self.offsets);
        }
    }

    /// Records the offsets of the entries pushed since the top chunk had `len` words and lay on `full` others.
    pub(crate) fn note_offsets(&mut self, len: usize, full: usize) {
        if self.writer.full.len() == full {
            append_offsets(&self.writer.chunk, len, &mut self.offsets);
        } else {
            offsets_of(&self.writer.chunk, &mut self.offsets);
        }
    }
}
