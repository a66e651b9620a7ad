//! The latest writes, read from the end of the journal by observers that follow a run write by write. They are complete
//! only when every write is logged.

use crate::heap::Heap;
use crate::journal::entry::{Entry, entries, entry_at, offsets_of};
use crate::journal::kinds;
use crate::journal::recent_write::{Part, RecentWrite};
use crate::value::Value;

/// A position in the journal; later writes are those behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JournalPosition {
    node: u32,
    full: usize,
    len: usize,
}

/// What a write was made to, without the words replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WriteTarget {
    /// The object written to.
    pub object: Value,
    /// The part written to.
    pub part: WriteTargetPart,
}

/// The part of an object that was written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteTargetPart {
    /// One slot.
    Slot(usize),
    /// The shape alone.
    Shape,
    /// The value of the dict entry with this key.
    Value(Value),
    /// Some elements, or all slots.
    Other,
}

impl Heap {
    /// Returns what an entry records a write to.
    pub(crate) fn write_target(&self, e: Entry<'_>) -> WriteTarget {
        let part = match e.kind {
            kinds::SLOT | kinds::SLOT_INLINE | kinds::SLOT_ADDED => {
                e.single().map_or(WriteTargetPart::Other, |(at, _)| WriteTargetPart::Slot(at))
            }
            kinds::SHAPE => WriteTargetPart::Shape,
            kinds::VALUE => WriteTargetPart::Value(Value::from_raw(e.words[0])),
            _ => WriteTargetPart::Other,
        };
        let object = self.value_of(self.cell_at(e.index));
        WriteTarget { object, part }
    }

    /// Returns the end of the journal.
    pub fn journal_position(&self) -> JournalPosition {
        JournalPosition { node: self.tree.current, full: self.journal.full.len(), len: self.journal.chunk.len() }
    }

    /// Returns the writes since this position of the journal, or since the last checkpoint if that was later, in order.
    pub fn writes_since(&self, position: JournalPosition) -> Vec<RecentWrite> {
        let end = self.journal_position();
        let begins = position.node == end.node && (position.full, position.len) <= (end.full, end.len);
        let (full, len) = if begins { (position.full, position.len) } else { (0, 0) };
        let chunks = self.journal.full[full..].iter().chain([&self.journal.chunk]);
        let mut found = Vec::new();
        for (i, chunk) in chunks.enumerate() {
            let from = if i == 0 { len.min(chunk.len()) } else { 0 };
            found.extend(entries(&chunk[from..]).filter_map(|e| self.write_of_entry(e)));
        }
        found
    }

    /// Returns the writes between the moment before and the one that the state is at.
    pub fn writes_at_moment(&self) -> Vec<RecentWrite> {
        match &self.cursor {
            Some(cursor) => {
                let stack = cursor.undo_stack();
                let count = stack.counts.last().copied().unwrap_or(0);
                let known = Some(stack.offsets.as_slice());
                let chunks = stack.writer.chunks().collect();
                self.writes_of_entries(last_entries(chunks, known, count as usize))
            }
            None => {
                let segment = self.read_segment(self.tree.current);
                let count: u32 = segment.counts().iter().rev().take(2).sum();
                self.writes_of_entries(last_entries(segment.chunks(), None, count as usize))
            }
        }
    }

    /// Decodes entries given last to first into writes in order.
    fn writes_of_entries(&self, last: Vec<Entry<'_>>) -> Vec<RecentWrite> {
        let written = last.into_iter().rev();
        written.filter_map(|e| self.write_of_entry(e)).collect()
    }

    fn write_of_entry(&self, e: Entry<'_>) -> Option<RecentWrite> {
        let object = self.value_of(self.cell_at(e.index));
        let elements = |at, count: u32| {
            let inserted = (count != kinds::ALL).then_some(count as usize);
            Part::Elements { at, inserted }
        };
        let (part, old) = match (e.kind, e.edit()) {
            (kinds::SLOT | kinds::SLOT_INLINE | kinds::SLOT_ADDED, _) => {
                let (at, value) = e.single()?;
                (Part::Slots(at), vec![value])
            }
            (kinds::SLOTS, _) => (Part::Slots(0), e.words[1..].to_vec()),
            (kinds::SHAPE, _) => (Part::Slots(0), Vec::new()),
            (kinds::VALUE, _) => (elements(e.number, 1), vec![0, e.words[0], e.words[1]]),
            (kinds::BUFFER_SWAP, _) => (elements(0, kinds::ALL), self.swapped_words_of(e)),
            (_, Some(edit)) => {
                let old = edit.elements.words(&mut Vec::new()).to_vec();
                (elements(edit.pos, edit.count), old)
            }
            _ => return None,
        };
        let shape = if e.kind == kinds::SLOTS { Some(e.words[0] as u32) } else { e.shape() };
        Some(RecentWrite { object, part, old, shape })
    }
}

/// Returns the last `count` entries of some chunks, last to first. The offsets of the last chunk may be known.
fn last_entries<'a>(chunks: Vec<&'a [u64]>, mut known: Option<&[u32]>, count: usize) -> Vec<Entry<'a>> {
    let mut last = Vec::new();
    let mut found = Vec::new();
    for chunk in chunks.into_iter().rev() {
        if last.len() == count {
            break;
        }
        let offsets = known.take().unwrap_or_else(|| {
            offsets_of(chunk, &mut found);
            &found
        });
        let left = count - last.len();
        let all = offsets.iter().rev().take(left);
        last.extend(all.map(|at| entry_at(chunk, *at as usize)));
    }
    last
}
