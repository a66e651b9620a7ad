//! Segments taken apart entry by entry, with the number of entries per moment; see `moments`.

use crate::journal::entry::{Entry, append_offsets, entries, offsets_of};
use crate::journal::writer::Writer;
use crate::memory::pool::Pool;

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
pub(crate) struct MomentStack {
    pub(crate) writer: Writer,
    /// Where the entries of the writer's chunk begin.
    pub(crate) offsets: Vec<u32>,
    /// How many entries belong to each step, the next one last.
    pub(crate) counts: Vec<u32>,
}

impl MomentStack {
    /// As the function of this name.
    pub(crate) fn touching(&self, wanted: impl Fn(Entry<'_>) -> bool) -> Vec<usize> {
        touching(self.writer.chunks(), &self.counts, wanted)
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
    pub(crate) fn note_offsets(&mut self, len: usize, full: usize) {
        if self.writer.full.len() == full {
            append_offsets(&self.writer.chunk, len, &mut self.offsets);
        } else {
            offsets_of(&self.writer.chunk, &mut self.offsets);
        }
    }
}
