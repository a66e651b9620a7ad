//! Pruning: removing from old segments what they know of objects that the program can no longer reach.
//!
//! A log of every write keeps every object that it names, and most objects of a long run are dead. To keep the history
//! of live objects for longer, the writes to dead ones are removed from old segments, and all other references to them
//! are replaced by tombstones. Then nothing names the dead objects, and the next collection frees them.
//!
//! The steps in order: `begin_prune` marks what stays; `prunable_objects` lists what is not marked; `prune_segment`
//! rewrites one old segment; `end_prune` resets the marks. In between nothing may be written or collected.
//!
//! Objects without references of their own (strings, numbers) are never pruned: that one was in a place is part of the
//! place's history.
//!
//! # Why the unsafe code is sound
//!
//! The journal and the values of callers name cells with an initialised header: collections keep them.

use std::collections::HashSet;
use std::ops::Range;

use crate::gc::marker::Marker;
use crate::heap::Heap;
use crate::history::NodeId;
use crate::journal::entry::{Entry, entries, entry_at};
use crate::journal::kinds::{EDIT, EDIT_META, ITEM, SLOT, SLOTS, SMALL_EDIT, VALUE};
use crate::journal::moment_marks::{MomentMarks, counts};
use crate::journal::references::each_reference;
use crate::journal::segment::Segment;
use crate::journal::small_edit;
use crate::memory::word_vec::WordVec;
use crate::object::{Slots, Storage};
use crate::raw_vector;
use crate::value::{TypeId, Value};

/// The mark of objects that stay, unlike the two of live objects and those of other walks.
const KEPT_MARK: u8 = 5;

/// Decides what is pruned, and what replaces it.
pub trait DeadPruner {
    /// Whether the writes to this object are removed.
    fn drops(&self, object: Value) -> bool;
    /// Returns the replacement of a word that was written to `owner`; the word need not be a reference.
    fn replacement(&self, owner: Value, word: u64) -> u64;
}

impl Heap {
    /// Marks what these roots reach, and what the journal refers to outside of the segments of the nodes in `old`, none
    /// of which may be open. Then marks what `frames` reach without passing through objects of type `cell`. Shortcuts
    /// are dropped, because they repeat what is about to be rewritten.
    pub fn begin_prune(
        &mut self,
        old: &[NodeId],
        roots: &mut dyn FnMut(&mut Marker<'_>),
        (cell, frames): (TypeId, &mut dyn FnMut(&mut Marker<'_>)),
    ) {
        self.drop_shortcuts();
        self.retained_marks = None;
        let referenced = self.referenced_elsewhere(old);
        self.mark_from(KEPT_MARK, false, &mut |marker| {
            roots(marker);
            referenced.iter().for_each(|&index| marker.cell(index));
        });
        self.mark_around(KEPT_MARK, cell, frames);
    }

    /// Returns the object in this cell, which must be in use.
    pub fn object_at(&self, cell: u32) -> Value {
        self.value_of(self.cell_at(cell))
    }

    /// Returns the cells that the journal refers to outside of the segments of these nodes.
    fn referenced_elsewhere(&self, old: &[NodeId]) -> Vec<u32> {
        let old: HashSet<u32> = old.iter().map(|node| node.0).filter(|node| !self.has_cursor_in(*node)).collect();
        let mut referenced = Vec::new();
        let mut add_all = |chunk: &[u64]| {
            for e in entries(chunk) {
                each_reference(self, e, &mut |index| referenced.push(index));
            }
        };
        self.journal.chunks().for_each(&mut add_all);
        let nodes = self.tree.nodes.iter().enumerate();
        let others = || {
            let alive = nodes.clone().filter(|(_, n)| n.alive);
            alive.filter(|(id, _)| !old.contains(&(*id as u32)))
        };
        for (_, node) in others() {
            node.segment.chunks().for_each(&mut add_all);
        }
        for (_, node) in others() {
            let compressed = node.compressed.as_deref();
            referenced.extend(compressed.into_iter().flat_map(|compressed| compressed.references()));
        }
        referenced.sort_unstable();
        referenced.dedup();
        referenced
    }

    /// Returns the objects not marked by `begin_prune` that have references of their own, ordered by cell.
    pub fn prunable_objects(&mut self) -> Vec<Value> {
        let mut found = Vec::new();
        self.each_cell(|heap, cell| {
            // SAFETY: `each_cell` passes initialised cells.
            let header = unsafe { &*cell };
            let stays = header.mark == KEPT_MARK || header.storage == Storage::Bytes;
            if !stays && header.storage != Storage::Free {
                found.push(heap.value_of(cell));
            }
        });
        found.sort_unstable_by_key(|v| v.index());
        found
    }

    /// Overwrites a slot at all times: the old value is not recorded.
    ///
    /// # Panics
    /// When the object has no such slot.
    pub fn overwrite_slot_unlogged(&mut self, object: Value, slot: usize, value: Value) {
        assert!(slot < self.slots(object).len(), "there is no slot {slot}");
        let cell = self.cell_at(object.index()).cast::<Slots>();
        // SAFETY: `slots` has checked that the cell holds slots, and that there are more than `slot`.
        unsafe {
            (&raw mut (*cell).slots).cast::<Value>().add(slot).write(value);
        }
    }

    /// Removes the writes to pruned objects from a node's segment, and replaces other references to them.
    pub fn prune_segment(&mut self, node: NodeId, pruner: &dyn DeadPruner) {
        if self.has_cursor_in(node.0) {
            return;
        }
        let (segment, compressed) = self.take_segment(node.0);
        let (mut words, mut kept_counts) = (Vec::new(), Vec::new());
        let counts_before = counts(&segment.marks);
        let mut left = counts_before.iter().copied();
        let (mut in_moment, mut kept_entries) = (left.next().unwrap_or(u32::MAX), 0);
        let mut swapped_words = segment.swapped_words;
        for chunk in segment.chunks() {
            let mut at = 0;
            while at < chunk.len() {
                while in_moment == 0 {
                    kept_counts.push(std::mem::take(&mut kept_entries));
                    in_moment = left.next().unwrap_or(u32::MAX);
                }
                in_moment -= 1;
                let len = 1 + entry_at(chunk, at).words.len();
                let entry = &chunk[at..at + len];
                at += len;
                if pruner.drops(self.object_at(entry_at(entry, 0).index)) {
                    swapped_words -= self.drop_swapped(entry_at(entry, 0));
                    continue;
                }
                kept_entries += 1;
                let begin = words.len();
                words.extend_from_slice(entry);
                self.rewrite_entry(&mut words[begin..], pruner);
            }
        }
        kept_counts.push(kept_entries);
        kept_counts.resize(counts_before.len(), 0);
        for chunk in segment.into_chunks_backwards() {
            chunk.retire(&mut self.pool);
        }
        let first = WordVec::copy_of(&mut self.pool, &words);
        let marks = MomentMarks::from_counts(&kept_counts).close();
        let segment = Segment { swapped_words, ..Segment::single_chunk(first, marks) };
        self.put_segment(node.0, segment, compressed);
    }

    /// Frees the buffer that an entry owns; returns its words.
    fn drop_swapped(&mut self, e: Entry<'_>) -> usize {
        let Some(buffer) = e.swapped_buffer() else { return 0 };
        let words = buffer.cap as usize * raw_vector::width(self.storage_at(e.index));
        self.free_swapped(e);
        words
    }

    /// Replaces the references of an entry to pruned objects.
    fn rewrite_entry(&self, entry: &mut [u64], pruner: &dyn DeadPruner) {
        let e = entry_at(entry, 0);
        let (owner, storage) = (self.object_at(e.index), self.storage_at(e.index));
        let width = raw_vector::width(storage);
        // The range of words of an element that are values.
        let values = match storage {
            Storage::List | Storage::Deque => 0..1,
            Storage::Dict => 1..3,
            Storage::Set => 1..2,
            _ => 0..0,
        };
        if let Some(buffer) = e.swapped_buffer() {
            // SAFETY: the entry owns a buffer with that many initialised elements.
            let elements = unsafe { std::slice::from_raw_parts_mut(buffer.ptr, buffer.len as usize * width) };
            return replace_references(elements, width, values, owner, pruner);
        }
        // The offset of the first value in the entry.
        let (first, width, values) = match e.kind {
            SLOTS => (2, 1, 0..1),
            SLOT | ITEM | VALUE => (1, 1, 0..1),
            SMALL_EDIT if !small_edit::are_integers(e.number) => (1, 1, 0..1),
            EDIT => (2, width, values),
            EDIT_META => (4, width, values),
            _ => return,
        };
        replace_references(&mut entry[first..], width, values, owner, pruner);
    }

    /// Gives everything the mark of live objects again; the next collection must be a full one.
    pub fn end_prune(&mut self) {
        let mark = self.mark;
        self.each_cell(|_, cell| {
            // SAFETY: `each_cell` passes initialised cells.
            let header = unsafe { &mut *cell };
            if header.storage != Storage::Free {
                header.mark = mark;
            }
        });
    }
}

/// Replaces the references of some elements to pruned objects.
fn replace_references(elements: &mut [u64], width: usize, values: Range<usize>, owner: Value, pruner: &dyn DeadPruner) {
    for element in elements.chunks_mut(width) {
        let end = values.end.min(element.len());
        for word in &mut element[values.start..end] {
            *word = pruner.replacement(owner, *word);
        }
    }
}
