//! Operations on lists for the interpreter's loop, which has checked the storage itself.
//!
//! # Why the unsafe code is sound
//!
//! The caller passes a pointer to a live list of this heap and, where there is one, an index inside it. When the
//! header has the heap's epoch nothing need be saved; otherwise the general operation of `seq` is used.

use crate::heap::Heap;
use crate::journal::INLINE_INDEX_MAX;
use crate::journal::write_barrier::{CHUNK, Notes, SINGLES_PER_CHUNK_MAX, chunk_notes};
use crate::memory::size_classes::UNIT;
use crate::object::List;
use crate::storage::vector::RawVector;
use crate::value::Value;

impl Heap {
    /// Saves an item of a list whose header has an older epoch. What calls others does so at its end, so that no
    /// register has to be saved for it.
    ///
    /// # Safety
    /// As `list_set_unchecked`.
    #[inline(never)]
    unsafe fn save_item(&mut self, l: *mut List, i: usize) {
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
            self.open.item(&mut self.pool, index as u32, i, old);
        }
    }

    /// The same where checkpoints need only the first write to each item. What happens again and again in a large list
    /// is done here, in few instructions, so that the processor can wait for several items at once.
    ///
    /// # Safety
    /// As `list_set_unchecked`.
    #[inline(never)]
    unsafe fn note_item(&mut self, l: *mut List, i: usize) {
        // SAFETY: the caller's promise; see `saved` for the notes.
        unsafe {
            let n = (*l).saved.cast::<Notes>();
            if !n.is_null() && (*n).epoch == self.epoch {
                if i >= (*n).low as usize {
                    return;
                }
                let c = &mut *chunk_notes(n, i / CHUNK);
                if c.epoch == self.epoch && c.count < SINGLES_PER_CHUNK_MAX - 1 && i < INLINE_INDEX_MAX {
                    let (word, bit) = (i % CHUNK / 64, 1 << (i % 64));
                    if c.bits[word] & bit == 0 {
                        c.bits[word] |= bit;
                        c.count += 1;
                        let index = (l as usize - self.base() as usize) / UNIT;
                        let old = (*(*l).ptr.add(i)).raw();
                        self.open.item(&mut self.pool, index as u32, i, old);
                    }
                    return;
                }
            }
        }
        self.save_edit(RawVector(l.cast()), i, 1, 1);
    }

    /// Overwrites an item.
    ///
    /// # Safety
    /// `l` must point to a live list of this heap that has more than `i` items.
    #[inline(always)]
    pub unsafe fn list_set_unchecked(&mut self, l: *mut List, i: usize, x: Value) {
        // SAFETY: the caller's promise.
        unsafe {
            if (*l).header.epoch != self.epoch {
                self.save_item(l, i);
            }
            (*l).ptr.add(i).write(x);
        }
    }

    /// Appends an item.
    ///
    /// # Safety
    /// `l` must point to a live list of this heap.
    #[inline(always)]
    pub unsafe fn list_push_unchecked(&mut self, l: *mut List, x: Value) {
        // SAFETY: the caller's promise.
        unsafe {
            let len = (*l).len;
            if (*l).header.epoch == self.epoch && len < (*l).cap {
                (*l).ptr.add(len as usize).write(x);
                (*l).len = len + 1;
            } else {
                self.push_slow(RawVector(l.cast()), x);
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn push_slow(&mut self, s: RawVector, x: Value) {
        self.push_element(s, [x.raw()]);
    }
}
