//! The write barrier of single writes: a slot, a shape, a list item.
//!
//! Inlined stores compare epochs themselves and call these functions when the object must be saved or the write logged.
//! The hot ones call other functions only in tail position, so that they need not save registers.
//!
//! # Why the unsafe code is sound
//!
//! The caller passes a pointer to a live cell of this heap with the required storage and, where there is one, an index
//! inside it. For the notes see `write_barrier`.

use crate::heap::Heap;
use crate::journal::inline_entry;
use crate::journal::kinds::{self, INLINE_INDEX_MAX};
use crate::journal::notes::{CHUNK, Notes, SINGLES_PER_CHUNK_MAX, chunk_notes};
use crate::journal::watched::NotedWrite;
use crate::journal::writer::Writer;
use crate::memory::pool::Pool;
use crate::memory::size_classes::UNIT;
use crate::object::{List, Slots};
use crate::raw_vector::RawVector;
use crate::value::Value;

impl Heap {
    /// Records a list item before it is overwritten; the list has an older epoch.
    ///
    /// # Safety
    /// As `list_set_unchecked`.
    #[inline(never)]
    pub(crate) unsafe fn save_item(&mut self, l: *mut List, i: usize) {
        // SAFETY: the caller's promise.
        unsafe {
            if !self.every_write {
                return self.note_item(l, i);
            }
            if i >= INLINE_INDEX_MAX {
                return self.log_edit(RawVector(l.cast()), i, 1, 1);
            }
            let index = (l as usize - self.base() as usize) / UNIT;
            let old = (*(*l).ptr.add(i)).raw();
            self.journal.item(&mut self.pool, index as u32, i, old);
        }
    }

    /// Records a word of a buffer of bytes before bytes of it are overwritten, while its counters stay as they are.
    #[inline]
    pub(crate) fn before_word(&mut self, s: RawVector, pos: usize) {
        // SAFETY: see the module.
        if self.every_write && pos < INLINE_INDEX_MAX && unsafe { (*s.list()).header.epoch } != self.epoch {
            let index = self.value_of(s.0.cast()).index();
            let word = self.words(s)[pos];
            self.journal.header_and_word(&mut self.pool, kinds::WORD, pos, index, Some(word));
        } else {
            self.before_edit(s, pos, 1, 1);
        }
    }

    /// Saves an item of a large list, once per epoch. The frequent case is handled here in few instructions, so that
    /// the processor can have several item loads in flight.
    ///
    /// # Safety
    /// As `list_set_unchecked`.
    #[inline(never)]
    unsafe fn note_item(&mut self, l: *mut List, i: usize) {
        if !self.must_save(l.cast()) {
            return;
        }
        // SAFETY: the caller's promise; see `write_barrier` for the notes.
        unsafe {
            let n = (*l).saved.cast::<Notes>();
            if !n.is_null() && (*n).epoch >= self.checkpoint_epoch && !self.watched.is_active() {
                if i >= (*n).low as usize {
                    return;
                }
                let c = &mut *chunk_notes(n, i / CHUNK);
                if c.epoch >= self.checkpoint_epoch && c.count < SINGLES_PER_CHUNK_MAX - 1 && i < INLINE_INDEX_MAX {
                    let (word, bit) = (i % CHUNK / 64, 1 << (i % 64));
                    if c.bits[word] & bit == 0 {
                        c.bits[word] |= bit;
                        c.count += 1;
                        let index = (l as usize - self.base() as usize) / UNIT;
                        let old = (*(*l).ptr.add(i)).raw();
                        self.journal.item(&mut self.pool, index as u32, i, old);
                    }
                    return;
                }
            }
        }
        self.save_edit(RawVector(l.cast()), i, 1, 1);
    }

    /// Saves all slots and the shape.
    ///
    /// # Safety
    /// As `barrier_slots_unchecked`.
    #[cold]
    #[inline(never)]
    pub(crate) unsafe fn save_slots(&mut self, s: *mut Slots) {
        // SAFETY: the caller's promise.
        unsafe { self.save_slots_for(s, None) }
    }

    /// As `save_slots`, before a write to this slot alone.
    ///
    /// # Safety
    /// As `barrier_slots_unchecked`.
    #[cold]
    #[inline(never)]
    unsafe fn save_slots_for(&mut self, s: *mut Slots, slot: Option<usize>) {
        let v = self.value_of(s.cast());
        if !self.every_write {
            if !self.must_save(s.cast()) {
                return;
            }
            if self.watched.is_active() {
                match self.note_slot_write(v.index(), slot) {
                    NotedWrite::Saved => return,
                    NotedWrite::Unsaved => {}
                    // SAFETY: the caller's promise.
                    NotedWrite::NotWatched => unsafe { (*s).header.epoch = self.epoch },
                }
            } else {
                // SAFETY: the caller's promise.
                unsafe { (*s).header.epoch = self.epoch };
            }
        }
        // SAFETY: the caller's promise.
        unsafe { write_slots(&mut self.journal, &mut self.pool, v.index(), s) };
    }

    /// Records a slot before it is overwritten.
    ///
    /// # Safety
    /// As `set_slot_unchecked`.
    #[inline(never)]
    pub(crate) unsafe fn save_slot(&mut self, s: *mut Slots, i: usize) {
        // SAFETY: the caller's promise.
        unsafe {
            if !self.every_write || i >= INLINE_INDEX_MAX {
                return self.save_slots_for(s, Some(i));
            }
            let index = self.value_of(s.cast()).index();
            let old = (*(&raw const (*s).slots).cast::<Value>().add(i)).raw();
            self.journal.slot(&mut self.pool, index, i, old);
        }
    }

    /// Records what a slot's new value and this shape are about to replace.
    ///
    /// # Safety
    /// As `set_slot_unchecked`.
    #[inline(never)]
    pub(crate) unsafe fn save_slot_and_shape(&mut self, s: *mut Slots, i: usize, shape: u32) {
        // SAFETY: the caller's promise.
        unsafe {
            let before = (*s).shape as usize;
            if !self.every_write || i >= INLINE_INDEX_MAX || before >= INLINE_INDEX_MAX {
                return self.save_slots_for(s, Some(i).filter(|_| shape as usize == before));
            }
            let index = self.value_of(s.cast()).index();
            let (out, pool) = (&mut self.journal, &mut self.pool);
            let old = (*(&raw const (*s).slots).cast::<Value>().add(i)).raw();
            if shape as usize == before {
                return out.slot(pool, index, i, old);
            }
            match inline_entry::encode_slot_added(i, old, before) {
                Some(number) => out.header_and_word(pool, kinds::SLOT_ADDED, number, index, None),
                None => self.save_both(s, i),
            }
        }
    }

    /// Logs a slot and the shape in two entries.
    ///
    /// # Safety
    /// As `set_slot_unchecked`; the shape and `i` must be below `INLINE_INDEX_MAX`.
    #[inline(never)]
    unsafe fn save_both(&mut self, s: *mut Slots, i: usize) {
        // SAFETY: the caller's promise.
        unsafe {
            let index = self.value_of(s.cast()).index();
            let old = (*(&raw const (*s).slots).cast::<Value>().add(i)).raw();
            let (out, pool) = (&mut self.journal, &mut self.pool);
            out.header_only(pool, kinds::SHAPE, (*s).shape as usize, index);
            out.slot(pool, index, i, old);
        }
    }

    /// Records the shape before it is replaced.
    ///
    /// # Safety
    /// As `barrier_slots_unchecked`.
    #[cold]
    #[inline(never)]
    pub(crate) unsafe fn save_shape(&mut self, s: *mut Slots) {
        // SAFETY: the caller's promise.
        unsafe {
            let shape = (*s).shape as usize;
            if !self.every_write || shape >= INLINE_INDEX_MAX {
                return self.save_slots(s);
            }
            let index = self.value_of(s.cast()).index();
            self.journal.header_only(&mut self.pool, kinds::SHAPE, shape, index);
        }
    }
}

/// Writes an entry with all slots and the shape.
///
/// # Safety
/// `s` must point to a live object with slots.
pub(crate) unsafe fn write_slots(out: &mut Writer, pool: &mut Pool, index: u32, s: *const Slots) {
    // SAFETY: the caller's promise; see the module.
    unsafe {
        let n = (*s).cap as usize;
        let entry = out.begin(pool, kinds::SLOTS, index, n + 1);
        entry.push((*s).shape as u64);
        entry.extend_from_slice(std::slice::from_raw_parts((&raw const (*s).slots).cast::<u64>(), n));
    }
}
