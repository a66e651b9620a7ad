//! What was written lately: the end of the journal, for whoever follows a run write by write. It tells everything only
//! under the rule that every write is logged.

use crate::heap::Heap;
use crate::journal::entry::{Entry, entries, entry_at, offsets_of};
use crate::journal::kinds;
use crate::value::Value;

/// A place in the journal. What is written later is what was written since.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JournalPosition {
    node: u32,
    full: usize,
    len: usize,
}

/// A part of an object that was written to. Another write may have followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecentWrite {
    /// The object.
    pub object: Value,
    /// Which part.
    pub part: Part,
    /// The words that were there. Those of dicts are three an element (hash, key, value; the hash is 0 where only the
    /// value was replaced), those of sets two.
    pub old: Vec<u64>,
}

/// A part of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The slots from this one on.
    Slots(usize),
    /// The elements from this one on.
    Elements {
        /// The first.
        at: usize,
        /// How many took the place of the old ones; `None`: all up to the end.
        inserted: Option<usize>,
    },
}

/// An object that was written to, and what of it: of what there was, only what tells which part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WriteTarget {
    /// The object.
    pub object: Value,
    /// Which part.
    pub part: WriteTargetPart,
}

/// Which part of an object was written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteTargetPart {
    /// This slot.
    Slot(usize),
    /// Its shape alone.
    Shape,
    /// The value of the entry of a dict with this key.
    Value(Value),
    /// Some elements, or all slots.
    Other,
}

impl Heap {
    /// What an entry wrote to.
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

    /// The end of the journal.
    pub fn journal_position(&self) -> JournalPosition {
        JournalPosition { node: self.tree.current, full: self.journal.full.len(), len: self.journal.chunk.len() }
    }

    /// What was written since the journal's end was here, or since the last checkpoint if that was later. The first
    /// write comes first.
    pub fn writes_since(&self, place: JournalPosition) -> Vec<RecentWrite> {
        let here = self.journal_position();
        let begins = place.node == here.node && (place.full, place.len) <= (here.full, here.len);
        let (full, len) = if begins { (place.full, place.len) } else { (0, 0) };
        let chunks = self.journal.full[full..].iter().chain([&self.journal.chunk]);
        let mut found = Vec::new();
        for (i, chunk) in chunks.enumerate() {
            let from = if i == 0 { len.min(chunk.len()) } else { 0 };
            found.extend(entries(&chunk[from..]).filter_map(|e| self.write_of_entry(e)));
        }
        found
    }

    /// What was written on the way to the moment at which the state is: inside a segment, or at its last moment.
    pub fn writes_at_moment(&self) -> Vec<RecentWrite> {
        match &self.cursor {
            Some(inside) => {
                let pile = inside.undo_stack();
                let count = pile.counts.last().copied().unwrap_or(0);
                let known = Some(pile.offsets.as_slice());
                let chunks = pile.writer.chunks().collect();
                self.writes_of_entries(last_entries(chunks, known, count as usize))
            }
            None => {
                let segment = self.read_segment(self.tree.current);
                let count: u32 = segment.counts().iter().rev().take(2).sum();
                self.writes_of_entries(last_entries(segment.chunks(), None, count as usize))
            }
        }
    }

    /// What entries say, the last one first.
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
            (kinds::VALUE, _) => (elements(e.number, 1), vec![0, e.words[0], e.words[1]]),
            (kinds::BUFFER_SWAP, _) => (elements(0, kinds::ALL), self.swapped_words_of(e)),
            (_, Some(edit)) => {
                let old = edit.elements.words(&mut Vec::new()).to_vec();
                (elements(edit.pos, edit.count), old)
            }
            _ => return None,
        };
        Some(RecentWrite { object, part, old })
    }
}

/// The last `count` entries of some chunks, the last one first. Where those of the last chunk begin may be known.
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
