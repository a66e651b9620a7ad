//! Making the step that crosses a group of segments at once; see `far`.
//!
//! The state is at the upper end. All entries inside the group are undone, from the last to the first, but the segments
//! stay as they are; and what is written that way is saved by the rule for a run that does not log every write: each
//! object, or part of a large container, once, before its first change. What was saved leads back to the upper end.
//!
//! What was born inside the group is left as it is.

use std::ops::Range;

use crate::heap::Heap;
use crate::journal::entry::{Entry, entry_at, offsets_of};
use crate::journal::kinds::ALL;
use crate::journal::segment::Segment;
use crate::journal::writer::Writer;
use crate::object::Storage;
use crate::raw_vector::{RawVector, width};

impl Heap {
    /// Goes from the upper end of a group to the lower one, and makes the step that leads back.
    pub(crate) fn build_shortcut(&mut self, lower: u32, upper: u32) {
        let every_write = std::mem::replace(&mut self.every_write, false);
        self.retained_marks = None;
        self.bump_epoch();
        let ends = [lower, upper].map(|end| &self.tree.nodes[end as usize]);
        let (young, packed) = (ends[0].allocation_count..ends[1].allocation_count, ends[1].compressed.is_some());
        let mut scrap = Writer::default();
        let mut node = upper;
        while node != lower {
            self.undo_older_objects(node, &young, &mut scrap);
            node = self.tree.nodes[node as usize].parent;
        }
        scrap.retire(&mut self.pool);
        let segment = self.journal.close(&mut self.pool);
        self.tree.add_shortcut(lower, upper, segment);
        if packed {
            self.compress_node(self.tree.nodes[upper as usize].shortcut);
        }
        self.every_write = every_write;
        self.tree.current = lower;
    }

    /// Undoes what a node's segment says of objects that were not born in this range. The segment stays.
    fn undo_older_objects(&mut self, node: u32, young: &Range<u64>, scrap: &mut Writer) {
        let unpacked = self.decompressed_words(node);
        let segment = std::mem::take(&mut self.tree.nodes[node as usize].segment);
        match &unpacked {
            Some(words) => self.undo_chunk(words, young, scrap),
            None => {
                let chunks: Vec<&[u64]> = segment.chunks().collect();
                for chunk in chunks.into_iter().rev() {
                    self.undo_chunk(chunk, young, scrap);
                }
            }
        }
        let place: &mut Segment = &mut self.tree.nodes[node as usize].segment;
        *place = segment;
    }

    fn undo_chunk(&mut self, chunk: &[u64], young: &Range<u64>, scrap: &mut Writer) {
        let mut offsets = Vec::new();
        offsets_of(chunk, &mut offsets);
        for &at in offsets.iter().rev() {
            let e = entry_at(chunk, at as usize);
            let object = self.value_of(self.cell_at(e.index));
            if young.contains(&self.alloc_id(object)) {
                continue;
            }
            if e.is_about_slots() {
                self.write_slots(object, 0, &[]);
                self.apply_entry(e, scrap);
            } else {
                self.undo_edit(e, scrap);
            }
            scrap.clear(&mut self.pool);
        }
    }

    /// Undoes an entry about a container, which is saved before.
    fn undo_edit(&mut self, e: Entry<'_>, scrap: &mut Writer) {
        let s = RawVector(self.cell_at(e.index).cast());
        if let Some(moved) = e.swapped_buffer() {
            // The buffer stays the entry's.
            let words = self.swapped_words_of(e);
            self.before_edit(s, 0, s.len(), moved.len as usize);
            self.edit_saved(s, 0, s.len(), &words);
            self.restore_meta(s, moved.meta);
            return;
        }
        match e.edit() {
            Some(edit) => {
                let removed = match edit.count {
                    ALL => s.len() - edit.pos,
                    count => count as usize,
                };
                let inserted = edit.elements.len() / width(s.storage());
                self.before_edit(s, edit.pos, removed, inserted);
            }
            None => self.before_edit(s, e.number, 1, 1),
        }
        self.apply_entry(e, scrap);
    }

    /// The counters of a container whose elements were all exchanged.
    fn restore_meta(&mut self, s: RawVector, meta: &[u64]) {
        if s.has_meta() {
            self.apply_meta(s, meta);
        }
        if s.storage() == Storage::Dict {
            self.dict_restored(s);
        }
    }
}
