//! Forgetting what the past knows of objects that the program can no longer reach.
//!
//! A log of every write keeps every object that it names, and most of what a long run made is dead. Whoever wants
//! to keep what happened to the living for longer lets go of the dead: the writes to them are taken out of old
//! segments, and what else the segments say refers to something that stands in for them. Then nothing names them any
//! more, and the next collection frees them.
//!
//! In this order: `begin_forgetting` marks what is to stay; `only_past` lists what is not marked; `rewrite_past` goes
//! through one old segment; `end_forgetting`. In between nothing may be written and nothing collected.
//!
//! What has no references of its own (texts, numbers) is never forgotten: that it was in a place is what the history
//! of the place says.
//!
//! # Why the unsafe code is sound
//!
//! The journal and the values of callers name cells with an initialised header: collections keep them.

use std::collections::HashSet;
use std::ops::Range;

use crate::gc::mark::Marker;
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

/// The mark of what is to stay: neither of those that live objects have in turn, nor one that other walks use.
const KEPT_MARK: u8 = 5;

/// What is to be forgotten, and what stands in for it.
pub trait DeadPruner {
    /// Whether what was written to this object is forgotten.
    fn drops(&self, object: Value) -> bool;
    /// What takes the place of a word in something that was written to `owner`; the word may be no reference.
    fn replacement(&self, owner: Value, word: u64) -> u64;
}

impl Heap {
    /// Marks what these roots reach, and what the journal refers to but for the segments of the nodes in `old`, which
    /// must not be entered. Steps across groups are forgotten: they say what is about to be rewritten.
    /// Then what `frames` reach is marked without passing through objects of the type `cell`.
    pub fn begin_prune(
        &mut self,
        old: &[NodeId],
        roots: &mut dyn FnMut(&mut Marker<'_>),
        (cell, frames): (TypeId, &mut dyn FnMut(&mut Marker<'_>)),
    ) {
        self.drop_shortcuts();
        self.retained_marks = None;
        let named = self.referenced_elsewhere(old);
        self.mark_from(KEPT_MARK, false, &mut |marker| {
            roots(marker);
            named.iter().for_each(|&index| marker.cell(index));
        });
        self.mark_around(KEPT_MARK, cell, frames);
    }

    /// The object in this cell, which must be in use.
    pub fn object_at(&self, cell: u32) -> Value {
        self.value_of(self.cell_at(cell))
    }

    /// The cells that the journal refers to, but for the segments of these nodes.
    fn referenced_elsewhere(&self, old: &[NodeId]) -> Vec<u32> {
        let old: HashSet<u32> = old.iter().map(|node| node.0).filter(|node| !self.has_cursor_in(*node)).collect();
        let mut named = Vec::new();
        let mut name_all = |chunk: &[u64]| {
            for e in entries(chunk) {
                each_reference(self, e, &mut |index| named.push(index));
            }
        };
        self.journal.chunks().for_each(&mut name_all);
        let nodes = self.tree.nodes.iter().enumerate();
        let others = || {
            let alive = nodes.clone().filter(|(_, n)| n.alive);
            alive.filter(|(id, _)| !old.contains(&(*id as u32)))
        };
        for (_, node) in others() {
            node.segment.chunks().for_each(&mut name_all);
        }
        for (_, node) in others() {
            let packed = node.compressed.as_deref();
            named.extend(packed.into_iter().flat_map(|packed| packed.refers_to.iter()));
        }
        named.sort_unstable();
        named.dedup();
        named
    }

    /// The objects that `begin_forgetting` did not mark and that have references of their own, by their cells.
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

    /// Puts something else into a slot, as if it had always been there.
    ///
    /// # Panics
    /// When the object has no such slot.
    pub fn overwrite_slot_unlogged(&mut self, object: Value, slot: usize, value: Value) {
        assert!(slot < self.slots(object).len(), "there is no slot {slot}");
        let cell = self.cell_at(object.index()).cast::<Slots>();
        // SAFETY: `slots` has checked that the cell holds slots, and there are so many.
        unsafe {
            (&raw mut (*cell).slots).cast::<Value>().add(slot).write(value);
        }
    }

    /// Takes out of a node's segment what is written to objects that are forgotten, and lets others stand in for them.
    pub fn prune_segment(&mut self, node: NodeId, forgetting: &dyn DeadPruner) {
        if self.has_cursor_in(node.0) {
            return;
        }
        let (segment, packed) = self.take_segment(node.0);
        let (mut words, mut kept) = (Vec::new(), Vec::new());
        let steps = counts(&segment.marks);
        let mut left = steps.iter().copied();
        let (mut in_step, mut stay) = (left.next().unwrap_or(u32::MAX), 0);
        let mut moved = segment.swapped_words;
        for chunk in segment.chunks() {
            let mut at = 0;
            while at < chunk.len() {
                while in_step == 0 {
                    kept.push(std::mem::take(&mut stay));
                    in_step = left.next().unwrap_or(u32::MAX);
                }
                in_step -= 1;
                let len = 1 + entry_at(chunk, at).words.len();
                let entry = &chunk[at..at + len];
                at += len;
                if forgetting.drops(self.object_at(entry_at(entry, 0).index)) {
                    moved -= self.drop_swapped(entry_at(entry, 0));
                    continue;
                }
                stay += 1;
                let begin = words.len();
                words.extend_from_slice(entry);
                self.rewrite_entry(&mut words[begin..], forgetting);
            }
        }
        kept.push(stay);
        kept.resize(steps.len(), 0);
        for chunk in segment.into_chunks_backwards() {
            chunk.retire(&mut self.pool);
        }
        let first = WordVec::copy_of(&mut self.pool, &words);
        let marks = MomentMarks::from_counts(&kept).close();
        let segment = Segment { swapped_words: moved, ..Segment::single_chunk(first, marks) };
        self.put_segment(node.0, segment, packed);
    }

    /// Frees the buffer that an entry owns; how many words it has.
    fn drop_swapped(&mut self, e: Entry<'_>) -> usize {
        let Some(moved) = e.swapped_buffer() else { return 0 };
        let words = moved.cap as usize * raw_vector::width(self.storage_at(e.index));
        self.free_swapped(e);
        words
    }

    /// Lets others stand in for what an entry refers to.
    fn rewrite_entry(&self, entry: &mut [u64], forgetting: &dyn DeadPruner) {
        let e = entry_at(entry, 0);
        let (owner, storage) = (self.object_at(e.index), self.storage_at(e.index));
        let width = raw_vector::width(storage);
        // Of the words of an element, which are values.
        let values = match storage {
            Storage::List | Storage::Deque => 0..1,
            Storage::Dict => 1..3,
            Storage::Set => 1..2,
            _ => 0..0,
        };
        if let Some(moved) = e.swapped_buffer() {
            // SAFETY: the entry owns a buffer with that many initialised elements.
            let elements = unsafe { std::slice::from_raw_parts_mut(moved.ptr, moved.len as usize * width) };
            return replace_references(elements, width, values, owner, forgetting);
        }
        // Where the first value stands.
        let (first, width, values) = match e.kind {
            SLOTS => (2, 1, 0..1),
            SLOT | ITEM | VALUE => (1, 1, 0..1),
            SMALL_EDIT if !small_edit::are_integers(e.number) => (1, 1, 0..1),
            EDIT => (2, width, values),
            EDIT_META => (4, width, values),
            _ => return,
        };
        replace_references(&mut entry[first..], width, values, owner, forgetting);
    }

    /// What was marked is like all others again: the next collection goes through everything.
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

/// Lets others stand in for what these elements refer to.
fn replace_references(
    elements: &mut [u64],
    width: usize,
    values: Range<usize>,
    owner: Value,
    forgetting: &dyn DeadPruner,
) {
    for element in elements.chunks_mut(width) {
        let end = values.end.min(element.len());
        for word in &mut element[values.start..end] {
            *word = forgetting.replacement(owner, *word);
        }
    }
}
