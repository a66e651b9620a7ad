//! Merging two segments when the checkpoint between them is dropped.
//!
//! Concatenated they are already correct: the entries of the later segment are applied first, then those of the earlier
//! one. Entries of the later that the earlier one overwrites anyway are left out, so that thinning a history makes it
//! shorter:
//!
//! * all entries about an object that the earlier segment exchanges as a whole;
//! * elements exchanged in place that the earlier segment exchanges too: those it saved singly or by chunks, and all
//!   from where it cut the container. Positions must mean the same in both, so an object with an entry that shifts
//!   elements keeps all its entries.
//!
//! Counters need little care: every entry of a container exchanges them, except `VALUE` and `WORD`, beside which alone
//! no entry with counters is superfluous; and the first entry of the earlier segment that has them, which stays, is
//! applied last.
//!
//! This holds in both directions: of two segments that lead forwards, the farther one is the earlier.
//!
//! **Cost.** Two passes over both segments.

use rustc_hash::FxHashMap;

use crate::heap::Heap;
use crate::journal::entry::{Entry, entries};
use crate::journal::kinds::{self, ALL};
use crate::journal::segment::Segment;
use crate::journal::writer::Writer;
use crate::raw_vector::width;

const CHUNK: usize = 256;

/// The effect of a segment on one object.
#[derive(Default)]
struct Effect {
    /// The last entry, which is applied first, exchanges the whole object.
    whole: bool,
    /// Whether some entry shifts elements.
    shifts: bool,
    /// Whether some entry exchanges whole elements and, where there are any, the counters.
    counted: bool,
    /// All elements from this one on are exchanged.
    from: usize,
    /// Elements before `from` that are exchanged in place, as bits per chunk.
    chunks: FxHashMap<u32, [u64; CHUNK / 64]>,
}

/// An exchange of elements.
struct Edit {
    pos: usize,
    inserted: usize,
    count: u32,
    /// Whether whole elements and the counters are exchanged, not only the value of a dict entry or a word.
    whole: bool,
}

impl Edit {
    fn in_place(&self) -> bool {
        self.count as usize == self.inserted
    }

    fn shifts(&self) -> bool {
        self.count != ALL && !self.in_place()
    }
}

impl Effect {
    fn note(&mut self, edit: Option<Edit>) {
        let Some(edit) = edit else {
            self.whole = true;
            self.from = 0;
            return;
        };
        self.whole = edit.count == ALL && edit.pos == 0;
        self.counted |= edit.whole;
        if edit.count == ALL {
            self.from = self.from.min(edit.pos);
        } else if edit.in_place() && edit.whole {
            for i in edit.pos..edit.pos + edit.inserted {
                let bits = self.chunks.entry((i / CHUNK) as u32).or_default();
                bits[i % CHUNK / 64] |= 1 << (i % 64);
            }
        }
        self.shifts |= edit.shifts();
    }

    fn covers(&self, edit: &Edit) -> bool {
        let bit =
            |i: usize| self.chunks.get(&((i / CHUNK) as u32)).is_some_and(|b| b[i % CHUNK / 64] >> (i % 64) & 1 == 1);
        let has_counters = self.counted || !edit.whole;
        has_counters && edit.in_place() && (edit.pos..edit.pos + edit.inserted).all(|i| i >= self.from || bit(i))
    }
}

impl Heap {
    /// Merges two segments into one that does what `later` and then `earlier` do.
    pub(crate) fn merge(&mut self, earlier: Segment, later: Segment) -> Segment {
        if earlier.is_empty() || later.is_empty() {
            return earlier.join(later);
        }
        let mut effects: FxHashMap<u32, Effect> = FxHashMap::default();
        for e in earlier.chunks().flat_map(entries) {
            let edit = self.edit_of(e);
            let effect = effects.entry(e.index).or_insert_with(|| Effect { from: usize::MAX, ..Effect::default() });
            effect.note(edit);
        }
        for e in later.chunks().flat_map(entries) {
            if let (Some(effect), Some(edit)) = (effects.get_mut(&e.index), self.edit_of(e)) {
                effect.shifts |= edit.shifts();
            }
        }
        if !later.chunks().flat_map(entries).any(|e| self.is_superfluous(&effects, e)) {
            return earlier.join(later);
        }
        let rest = self.without(later, &effects);
        earlier.join(rest)
    }

    fn is_superfluous(&self, effects: &FxHashMap<u32, Effect>, e: Entry<'_>) -> bool {
        effects.get(&e.index).is_some_and(|effect| {
            effect.whole || !effect.shifts && self.edit_of(e).is_some_and(|edit| effect.covers(&edit))
        })
    }

    /// Copies a segment without the entries that an earlier one makes superfluous.
    fn without(&mut self, segment: Segment, effects: &FxHashMap<u32, Effect>) -> Segment {
        let mut out = Writer::default();
        for chunk in segment.into_chunks() {
            for e in entries(&chunk) {
                let superfluous = self.is_superfluous(effects, e);
                if let Some(buffer) = e.swapped_buffer() {
                    if superfluous {
                        self.free_swapped(e);
                        continue;
                    }
                    out.swapped_words += buffer.cap as usize * self.width_of(e);
                }
                if !superfluous {
                    out.copy(&mut self.pool, e);
                }
            }
            chunk.retire(&mut self.pool);
        }
        let rest = out.close(&mut self.pool);
        out.retire(&mut self.pool);
        rest
    }

    fn width_of(&self, e: Entry<'_>) -> usize {
        width(self.storage_at(e.index))
    }

    /// Returns the entry as an edit of elements, or nothing if it exchanges the object as a whole. A single slot or
    /// shape counts as an edit that shifts, so that it is kept.
    fn edit_of(&self, e: Entry<'_>) -> Option<Edit> {
        let elements = |pos, inserted, count, whole| Some(Edit { pos, inserted, count, whole });
        match (e.kind, e.edit()) {
            (kinds::SLOT | kinds::SLOT_INLINE | kinds::SHAPE | kinds::SLOT_ADDED, _) => elements(0, 0, 1, true),
            (kinds::VALUE | kinds::WORD, _) => elements(e.number, 1, 1, false),
            (_, edit) => {
                let edit = edit?;
                let inserted = edit.elements.len() / self.width_of(e);
                elements(edit.pos, inserted, edit.count, true)
            }
        }
    }
}
