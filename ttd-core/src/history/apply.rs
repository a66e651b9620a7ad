//! Applying a segment: undoing and redoing are one operation.
//!
//! Every entry is exchanged with what it replaces, from the last entry to the first, and the exchanged entries form the
//! segment for the way back. No code of the program runs, and the write barrier records nothing: the caller starts a
//! new epoch afterwards.
//!
//! # Why the unsafe code is sound
//!
//! 1. Entries name cells that were alive when they were written, and the collector keeps what segments name, so the
//!    cell still has the storage that the entry was written for.
//! 2. An entry is applied to exactly the state that followed the change it was written for, so its positions are inside
//!    the container; `edit_saved` asserts it again.
//! 3. The buffer of a `BUFFER_SWAP` belongs to the entry; the exchange gives it to the container and the container's to
//!    the new entry.

use crate::heap::Heap;
use crate::journal::entry::{Edit, Entry, entry_at, offsets_of};
use crate::journal::item_barrier::write_slots;
use crate::journal::kinds::{self, ALL, INLINE_INDEX_MAX};
use crate::journal::moment_marks::runs;
use crate::journal::record_edit::{write_buffer_swap, write_edit};
use crate::journal::segment::Segment;
use crate::journal::writer::Writer;
use crate::object::{Slots, Storage};
use crate::raw_vector::{RawVector, width};
use crate::storage::dict::restore::Repair;
use crate::storage::dict::table::Counters;

/// Decodes three counters from their two words.
fn unpack(meta: &[u64]) -> [u32; 3] {
    [meta[0] as u32, (meta[0] >> 32) as u32, meta[1] as u32]
}

/// Pops a group: the number of moments between it and the one before, and its number of entries.
fn next_group(groups: &mut Vec<(u32, u32)>) -> Option<(u32, u32)> {
    let (without, entries) = groups.pop()?;
    Some((without + u32::from(!groups.is_empty()), entries))
}

impl Heap {
    /// Exchanges the state with the contents of the segment; returns the inverse segment, with the moments in reverse
    /// order.
    pub(crate) fn apply(&mut self, segment: Segment) -> Segment {
        if self.every_write {
            self.retained_marks = None;
        }
        let mut out = Writer::default();
        // From the last group on: `left` entries remain before `moments` moments have to be passed.
        let mut groups: Vec<(u32, u32)> = runs(&segment.marks).collect();
        let (mut moments, mut left) = next_group(&mut groups).unwrap_or((0, u32::MAX));
        let mut offsets = Vec::new();
        for chunk in segment.into_chunks_backwards() {
            offsets_of(&chunk, &mut offsets);
            for &at in offsets.iter().rev() {
                while left == 0 {
                    out.marks.mark_many(moments);
                    (moments, left) = next_group(&mut groups).unwrap_or((0, u32::MAX));
                }
                self.apply_entry(entry_at(&chunk, at as usize), &mut out);
                left -= 1;
            }
            chunk.retire(&mut self.pool);
        }
        // Moments before the first entry.
        out.marks.mark_many(moments);
        while let Some((moments, _)) = next_group(&mut groups) {
            out.marks.mark_many(moments);
        }
        let closed = out.close(&mut self.pool);
        out.retire(&mut self.pool);
        closed
    }

    pub(crate) fn apply_entry(&mut self, e: Entry<'_>, out: &mut Writer) {
        // SAFETY: see the module.
        self.remember(unsafe { &mut *self.cell_at(e.index) });
        match (e.kind, e.edit()) {
            (kinds::SLOT | kinds::SLOT_INLINE, _) => self.apply_slot(e, out),
            (kinds::SLOTS, _) => self.apply_slots(e, out),
            (kinds::SHAPE, _) => self.apply_shape(e, out),
            (kinds::SLOT_ADDED, _) => {
                self.apply_shape(e, out);
                self.apply_slot(e, out);
            }
            (kinds::ITEM | kinds::ITEM_INLINE, _) => self.apply_item(e, out),
            (kinds::WORD, _) => self.apply_word(e, out),
            (kinds::VALUE, _) => self.apply_value(e, out),
            (kinds::BUFFER_SWAP, _) => self.apply_buffer_swap(e, out),
            (_, Some(edit)) => self.apply_edit(e, edit, Some(out)),
            (kind, None) => panic!("entry of kind {kind} in the journal"),
        }
    }

    fn target_slots(&self, e: Entry<'_>) -> *mut Slots {
        let s = self.cell_at(e.index).cast::<Slots>();
        // SAFETY: see the module.
        let storage = unsafe { (*s).header.storage };
        assert!(storage == Storage::Slots, "the journal names a cell without slots");
        s
    }

    #[inline]
    fn apply_slot(&mut self, e: Entry<'_>, out: &mut Writer) {
        let (at, old) = self.exchange_slot(e);
        out.slot(&mut self.pool, e.index, at, old);
    }

    /// Puts a slot's value in place; returns the slot and what it held.
    #[inline]
    pub(crate) fn exchange_slot(&mut self, e: Entry<'_>) -> (usize, u64) {
        let s = self.target_slots(e);
        let Some((at, value)) = e.single() else {
            panic!("entry of kind {} says no value", e.kind);
        };
        // SAFETY: see the module.
        unsafe {
            assert!(at < (*s).cap as usize, "the journal names a slot that does not exist");
            (at, std::mem::replace(&mut *(&raw mut (*s).slots).cast::<u64>().add(at), value))
        }
    }

    fn apply_slots(&mut self, e: Entry<'_>, out: &mut Writer) {
        let s = self.target_slots(e);
        // SAFETY: see the module.
        unsafe {
            write_slots(out, &mut self.pool, e.index, s);
            assert!(e.words.len() == (*s).cap as usize + 1, "the journal knows another capacity");
            (*s).shape = e.words[0] as u32;
            let slots = (&raw mut (*s).slots).cast::<u64>();
            std::ptr::copy_nonoverlapping(e.words[1..].as_ptr(), slots, e.words.len() - 1);
        }
    }

    fn apply_shape(&mut self, e: Entry<'_>, out: &mut Writer) {
        let s = self.target_slots(e);
        let Some(shape) = e.shape() else {
            panic!("entry of kind {} says no shape", e.kind);
        };
        // SAFETY: see the module.
        unsafe {
            let old = (*s).shape as usize;
            if old < INLINE_INDEX_MAX {
                out.header_only(&mut self.pool, kinds::SHAPE, old, e.index);
            } else {
                write_slots(out, &mut self.pool, e.index, s);
            }
            (*s).shape = shape;
        }
    }

    #[inline]
    fn apply_item(&mut self, e: Entry<'_>, out: &mut Writer) {
        let (at, old) = self.exchange_item(e);
        out.item(&mut self.pool, e.index, at, old);
    }

    /// Puts a list item in place; returns its position and what was there.
    #[inline]
    pub(crate) fn exchange_item(&mut self, e: Entry<'_>) -> (usize, u64) {
        let s = self.container_of_entry(e);
        assert!(s.width() == 1, "the journal names a container of words");
        let Some((at, value)) = e.single() else {
            panic!("entry of kind {} says no value", e.kind);
        };
        (at, std::mem::replace(&mut self.words_mut(s)[at], value))
    }

    /// Exchanges a word of a buffer of bytes.
    fn apply_word(&mut self, e: Entry<'_>, out: &mut Writer) {
        let s = self.container_of_entry(e);
        assert!(s.storage() == Storage::Buffer, "the journal names no buffer");
        let old = std::mem::replace(&mut self.words_mut(s)[e.number], e.words[0]);
        out.header_and_word(&mut self.pool, kinds::WORD, e.number, e.index, Some(old));
    }

    #[inline]
    fn apply_value(&mut self, e: Entry<'_>, out: &mut Writer) {
        let old = self.exchange_value(e);
        out.positioned(&mut self.pool, kinds::VALUE, e.index, e.number, old);
    }

    /// Puts the value of a dict entry in place; returns the entry's key and what the value was.
    #[inline]
    pub(crate) fn exchange_value(&mut self, e: Entry<'_>) -> [u64; 2] {
        let s = self.container_of_entry(e);
        assert!(s.storage() == Storage::Dict, "the journal names no dict");
        let entry = &mut self.words_mut(s)[e.number * width(Storage::Dict)..][1..3];
        [entry[0], std::mem::replace(&mut entry[1], e.words[1])]
    }

    /// Exchanges elements of a container; without `out`, what they replace is lost.
    pub(crate) fn apply_edit(&mut self, e: Entry<'_>, edit: Edit<'_>, out: Option<&mut Writer>) {
        let s = self.container_of_entry(e);
        let mut room = std::mem::take(&mut self.scratch);
        let (words, pos, count) = (edit.elements.words(&mut room), edit.pos, edit.count);
        let inserted = words.len() / width(s.storage());
        let removed = if count == ALL { s.len() - pos } else { count as usize };
        if let Some(out) = out {
            let inverse_count = if count == ALL { ALL } else { inserted as u32 };
            write_edit(out, &mut self.pool, e.index, s, pos, inverse_count, pos..pos + removed);
        }
        if s.storage() == Storage::Dict {
            self.apply_dict_edit(s, pos, removed, words, edit.meta);
        } else {
            self.edit_saved(s, pos, removed, words);
            self.apply_meta(s, edit.meta);
        }
        self.forget_hash(s);
        self.scratch = room;
    }

    /// Exchanges entries of a dict, and repairs its index where that takes less work than replaying it.
    fn apply_dict_edit(&mut self, s: RawVector, pos: usize, removed: usize, words: &[u64], meta: &[u64]) {
        self.keys_changed(s);
        let inserted = words.len() / width(Storage::Dict);
        let repair = self.dict_repair(s, pos, removed, words, Counters(unpack(meta)));
        if repair == Repair::End {
            self.index_cut(s, pos..pos + removed);
        }
        self.edit_saved(s, pos, removed, words);
        self.apply_meta(s, meta);
        match repair {
            Repair::None => {}
            Repair::End => self.index_extend(s, pos..pos + inserted),
            Repair::Replay => self.dict_restored(s),
        }
    }

    fn apply_buffer_swap(&mut self, e: Entry<'_>, out: &mut Writer) {
        let s = self.container_of_entry(e);
        let Some(buffer) = e.swapped_buffer() else { return };
        write_buffer_swap(out, &mut self.pool, e.index, s);
        self.swapped_words += s.cap() * s.width();
        self.swapped_words -= buffer.cap as usize * s.width();
        // SAFETY: see the module.
        unsafe {
            let l = s.list();
            (*l).ptr = buffer.ptr.cast();
            (*l).len = buffer.len;
            (*l).cap = buffer.cap;
        }
        if s.has_meta() {
            self.apply_meta(s, buffer.meta);
        }
        if s.storage() == Storage::Dict {
            self.dict_restored(s);
        }
        self.forget_hash(s);
    }

    /// Forgets the hash of a set whose keys are others now.
    fn forget_hash(&self, s: RawVector) {
        if s.storage() == Storage::Set {
            s.cache_hash(0);
        }
    }

    pub(crate) fn apply_meta(&mut self, s: RawVector, meta: &[u64]) {
        if !meta.is_empty() {
            for (i, x) in unpack(meta).into_iter().enumerate() {
                self.set_meta(s, i, x);
            }
            if s.storage() == Storage::Deque {
                self.set_extra(s, (meta[1] >> 32) as u32);
            }
        }
    }
}
