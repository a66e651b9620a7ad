//! What was written lately: the end of the journal, for whoever follows a run write by write. It tells everything only
//! under the rule that every write is logged.

use crate::heap::Heap;
use crate::journal::entry::{Entry, entries, entry_at, offsets_of};
use crate::journal::kinds;
use crate::value::Value;

/// A place in the journal. What is written later is what was written since.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JournalPlace {
    node: u32,
    full: usize,
    len: usize,
}

/// A part of an object that was written to. Another write may have followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
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
    Some,
}

impl Heap {
    /// What an entry wrote to.
    pub(crate) fn touched_by(&self, e: Entry<'_>) -> WriteTarget {
        let part = match e.kind {
            kinds::SLOT | kinds::SLOT_INLINE | kinds::SLOT_ADDED => {
                e.single().map_or(WriteTargetPart::Some, |(at, _)| WriteTargetPart::Slot(at))
            }
            kinds::SHAPE => WriteTargetPart::Shape,
            kinds::VALUE => WriteTargetPart::Value(Value::from_raw(e.words[0])),
            _ => WriteTargetPart::Some,
        };
        let object = self.value_of(self.cell_at(e.index));
        WriteTarget { object, part }
    }

    /// The end of the journal.
    pub fn journal_place(&self) -> JournalPlace {
        JournalPlace { node: self.tree.current, full: self.open.full.len(), len: self.open.chunk.len() }
    }

    /// What was written since the journal's end was here, or since the last checkpoint if that was later. The first
    /// write comes first.
    pub fn written_since(&self, place: JournalPlace) -> Vec<Written> {
        let here = self.journal_place();
        let begins = place.node == here.node && (place.full, place.len) <= (here.full, here.len);
        let (full, len) = if begins { (place.full, place.len) } else { (0, 0) };
        let chunks = self.open.full[full..].iter().chain([&self.open.chunk]);
        let mut found = Vec::new();
        for (i, chunk) in chunks.enumerate() {
            let from = if i == 0 { len.min(chunk.len()) } else { 0 };
            found.extend(entries(&chunk[from..]).filter_map(|e| self.written(e)));
        }
        found
    }

    /// What was written on the way to the moment at which the state is: inside a segment, or at its last moment.
    pub fn written_at_moment(&self) -> Vec<Written> {
        match &self.inside {
            Some(inside) => {
                let pile = inside.behind();
                let count = pile.steps.last().copied().unwrap_or(0);
                let known = Some(pile.offsets.as_slice());
                let chunks = pile.writer.chunks().collect();
                self.written_in(last_entries(chunks, known, count as usize))
            }
            None => {
                let segment = self.reading(self.tree.current);
                let count: u32 = segment.counts().iter().rev().take(2).sum();
                self.written_in(last_entries(segment.chunks(), None, count as usize))
            }
        }
    }

    /// What entries say, the last one first.
    fn written_in(&self, last: Vec<Entry<'_>>) -> Vec<Written> {
        let written = last.into_iter().rev();
        written.filter_map(|e| self.written(e)).collect()
    }

    fn written(&self, e: Entry<'_>) -> Option<Written> {
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
            (kinds::VALUE, _) => (elements(e.at, 1), vec![0, e.words[0], e.words[1]]),
            (kinds::BUFFER_SWAP, _) => (elements(0, kinds::ALL), self.moved_words_of(e)),
            (_, Some(edit)) => {
                let old = edit.elements.words(&mut Vec::new()).to_vec();
                (elements(edit.pos, edit.count), old)
            }
            _ => return None,
        };
        Some(Written { object, part, old })
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
