//! What was written lately: the end of the journal, for whoever follows a run write by write. It tells everything only
//! under the rule that every write is logged.

use crate::heap::Heap;
use crate::journal::{self, Entry, entries, entry_at};
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
    /// The words that were there. Those of dicts are three an element (hash, key, value), those of sets two.
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

impl Heap {
    /// The end of the journal.
    pub fn journal_place(&self) -> JournalPlace {
        JournalPlace {
            node: self.tree.current,
            full: self.open.full.len(),
            len: self.open.chunk.len(),
        }
    }

    /// What was written since the journal's end was here, or since the last checkpoint if that was later. The first
    /// write comes first.
    pub fn written_since(&self, place: JournalPlace) -> Vec<Written> {
        let here = self.journal_place();
        let begins = place.node == here.node && (place.full, place.len) <= (here.full, here.len);
        let (full, len) = if begins {
            (place.full, place.len)
        } else {
            (0, 0)
        };
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
        let (chunks, count): (Vec<&[u64]>, u32) = match &self.inside {
            Some(inside) => inside.last_step(),
            None => {
                let segment = &self.tree.nodes[self.tree.current as usize].segment;
                let counts = crate::piles::counts(&segment.marks);
                let count = counts.iter().rev().take(2).sum();
                (segment.chunks().collect(), count)
            }
        };
        let mut last: Vec<Entry<'_>> = Vec::new();
        for chunk in chunks.into_iter().rev() {
            let mut offsets = Vec::new();
            crate::piles::offsets_of(chunk, &mut offsets);
            let left = count as usize - last.len();
            let all = offsets.iter().rev().take(left);
            last.extend(all.map(|at| entry_at(chunk, *at as usize)));
            if last.len() == count as usize {
                break;
            }
        }
        last.into_iter()
            .rev()
            .filter_map(|e| self.written(e))
            .collect()
    }

    fn written(&self, e: Entry<'_>) -> Option<Written> {
        let object = self.value_of(self.cell_at(e.index));
        let edit = |skip: usize| {
            let (at, count) = (e.words[0] as u32 as usize, (e.words[0] >> 32) as u32);
            let inserted = (count != journal::ALL).then_some(count as usize);
            (Part::Elements { at, inserted }, e.words[skip..].to_vec())
        };
        let (part, old) = match e.kind {
            journal::SLOT => (Part::Slots(e.words[0] as usize), e.words[1..].to_vec()),
            journal::SLOTS => (Part::Slots(0), e.words[1..].to_vec()),
            journal::EDIT => edit(1),
            journal::EDIT_META => edit(3),
            journal::MOVE => (
                Part::Elements {
                    at: 0,
                    inserted: None,
                },
                self.moved_words_of(e),
            ),
            _ => return None,
        };
        Some(Written { object, part, old })
    }
}
