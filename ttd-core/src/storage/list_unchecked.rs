//! List operations for the interpreter's loop, which has checked the storage itself.
//!
//! # Why the unsafe code is sound
//!
//! The caller passes a pointer to a live list of this heap and, where there is one, an index inside it. When the header
//! has the heap's epoch nothing need be recorded; otherwise the write barrier runs first.

use crate::heap::Heap;
use crate::object::List;
use crate::raw_vector::RawVector;
use crate::value::Value;

impl Heap {
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
