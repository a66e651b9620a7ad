//! Building the shortcut of a group of segments; see `shortcut`.
//!
//! The state is at the group's end. All entries inside the group are undone, last to first, but the segments stay as
//! they are. What this overwrites is recorded by the first-write-per-epoch rule: each object, or part of a large
//! container, once. The recorded segment leads back to the group's end.
//!
//! Objects allocated inside the group are left as they are.

use std::ops::Range;

use crate::heap::Heap;
use crate::journal::entry::{Entry, entry_at, offsets_of};
use crate::journal::kinds::{ALL, ITEM, ITEM_INLINE, SLOT, SLOT_INLINE, VALUE};
use crate::journal::segment::Segment;
use crate::journal::writer::Writer;
use crate::object::Storage;
use crate::raw_vector::{RawVector, width};
use crate::value::Value;

impl Heap {
    /// Goes from the end of a group to its start, and builds the shortcut that leads back.
    pub(crate) fn build_shortcut(&mut self, start: u32, end: u32) {
        let every_write = std::mem::replace(&mut self.every_write, false);
        self.retained_marks = None;
        self.bump_epoch();
        let ends = [start, end].map(|end| &self.tree.nodes[end as usize]);
        let (inside, compressed) = (ends[0].allocation_count..ends[1].allocation_count, ends[1].compressed.is_some());
        let mut discarded = Writer::default();
        let mut node = end;
        while node != start {
            self.undo_older_objects(node, &inside, &mut discarded);
            node = self.tree.nodes[node as usize].parent;
        }
        discarded.retire(&mut self.pool);
        let segment = self.journal.close(&mut self.pool);
        self.tree.add_shortcut(start, end, segment);
        if compressed {
            self.compress_node(self.tree.nodes[end as usize].shortcut);
        }
        self.every_write = every_write;
        self.tree.current = start;
    }

    /// Undoes a node's entries about objects not allocated in this range. The segment stays.
    fn undo_older_objects(&mut self, node: u32, inside: &Range<u64>, discarded: &mut Writer) {
        let decompressed = self.decompressed_words(node);
        let segment = std::mem::take(&mut self.tree.nodes[node as usize].segment);
        match &decompressed {
            Some(words) => self.undo_chunk(words, inside, discarded),
            None => {
                let chunks: Vec<&[u64]> = segment.chunks().collect();
                for chunk in chunks.into_iter().rev() {
                    self.undo_chunk(chunk, inside, discarded);
                }
            }
        }
        let slot: &mut Segment = &mut self.tree.nodes[node as usize].segment;
        *slot = segment;
    }

    fn undo_chunk(&mut self, chunk: &[u64], inside: &Range<u64>, discarded: &mut Writer) {
        let mut offsets = Vec::new();
        offsets_of(chunk, &mut offsets);
        for &at in offsets.iter().rev() {
            let e = entry_at(chunk, at as usize);
            let object = self.value_of(self.cell_at(e.index));
            if inside.contains(&self.alloc_id(object)) {
                continue;
            }
            let container = RawVector(self.cell_at(e.index).cast());
            // Nearly all entries are of the first three sorts, and need no entry for the way back to be made.
            match (e.kind, e.single()) {
                (SLOT | SLOT_INLINE, _) => {
                    self.write_slots(object, 0, &[]);
                    self.exchange_slot(e);
                }
                (ITEM | ITEM_INLINE, Some((at, _))) => {
                    self.before_edit(container, at, 1, 1);
                    self.exchange_item(e);
                }
                (VALUE, _) => {
                    self.before_edit(container, e.number, 1, 1);
                    self.exchange_value(e);
                }
                _ => self.undo_larger(e, object, discarded),
            }
        }
    }

    fn undo_larger(&mut self, e: Entry<'_>, object: Value, discarded: &mut Writer) {
        if e.is_about_slots() {
            self.write_slots(object, 0, &[]);
            self.apply_entry(e, discarded);
            discarded.clear(&mut self.pool);
        } else {
            self.undo_edit(e);
        }
    }

    /// Saves a container and undoes an entry about it.
    fn undo_edit(&mut self, e: Entry<'_>) {
        let s = RawVector(self.cell_at(e.index).cast());
        if let Some(buffer) = e.swapped_buffer() {
            // The buffer stays with the entry.
            let words = self.swapped_words_of(e);
            self.before_edit(s, 0, s.len(), buffer.len as usize);
            self.edit_saved(s, 0, s.len(), &words);
            self.restore_meta(s, buffer.meta);
            return;
        }
        let Some(edit) = e.edit() else {
            panic!("entry of kind {} in the journal", e.kind);
        };
        let removed = match edit.count {
            ALL => s.len() - edit.pos,
            count => count as usize,
        };
        let inserted = edit.elements.len() / width(s.storage());
        self.before_edit(s, edit.pos, removed, inserted);
        self.apply_edit(e, edit, None);
    }

    /// Restores the counters of a container whose elements were all exchanged.
    fn restore_meta(&mut self, s: RawVector, meta: &[u64]) {
        if s.has_meta() {
            self.apply_meta(s, meta);
        }
        if s.storage() == Storage::Dict {
            self.dict_restored(s);
        }
    }
}
