//! Objects with a fixed number of mutable slots and a shape.
//!
//! They are saved whole, at full capacity and with their shape, so that undoing and redoing are exact even when
//! attributes were added in between. Logging every write records single slots instead.
//!
//! # Why the unsafe code is sound
//!
//! 1. `cell_of` has checked the storage; `cap` was written on allocation and never changes, and the cell has room for
//!    that many slots, all initialised.
//! 2. The unchecked functions pass both obligations to the caller.

use crate::heap::Heap;
use crate::object::{Slots, Storage};
use crate::value::{TypeId, Value};
use std::mem::size_of;

/// The journal's limit on the number of slots.
const MAX_SLOTS: usize = 1 << 23;

/// Copies a few values, one by one: a call of `memcpy` takes longer, and wider loads would wait for single values that
/// were just written.
///
/// # Safety
/// As `copy_nonoverlapping`.
#[inline(always)]
pub unsafe fn copy_few(from: *const Value, to: *mut Value, count: usize) {
    // SAFETY: the caller's promise. Volatile reads keep the compiler from making one copy of all.
    let copy = |i: usize| unsafe { to.add(i).write(from.add(i).read_volatile()) };
    let mut i = 0;
    while i + 4 <= count {
        copy(i);
        copy(i + 1);
        copy(i + 2);
        copy(i + 3);
        i += 4;
    }
    while i < count {
        copy(i);
        i += 1;
    }
}

impl Heap {
    /// Allocates an object with `cap` unbound slots.
    #[inline(always)]
    pub fn new_slots(&mut self, tid: TypeId, shape: u32, cap: usize) -> Value {
        assert!(cap < MAX_SLOTS, "too many slots");
        let (cell, v) = self.new_cell(tid, Storage::Slots, size_of::<Slots>() + cap * 8);
        // SAFETY: the cell is new and has room for `cap` slots.
        unsafe {
            let s = cell.cast::<Slots>();
            (&raw mut (*s).shape).write(shape);
            (&raw mut (*s).cap).write(cap as u32);
            let slots = (&raw mut (*s).slots).cast::<Value>();
            for i in 0..cap {
                slots.add(i).write(Value::UNBOUND);
            }
        }
        v
    }

    /// Allocates an object with these slots.
    #[inline]
    pub fn new_slots_from(&mut self, tid: TypeId, shape: u32, slots: &[Value]) -> Value {
        assert!(slots.len() < MAX_SLOTS, "too many slots");
        let (cell, v) = self.new_cell(tid, Storage::Slots, size_of::<Slots>() + slots.len() * 8);
        // SAFETY: the cell is new and has room for the slots.
        unsafe {
            let s = cell.cast::<Slots>();
            (&raw mut (*s).shape).write(shape);
            (&raw mut (*s).cap).write(slots.len() as u32);
            std::ptr::copy_nonoverlapping(slots.as_ptr(), (&raw mut (*s).slots).cast(), slots.len());
        }
        v
    }

    /// Fills slots of the object that was allocated last. Nothing of it is in the past, so nothing is recorded.
    ///
    /// # Panics
    /// When another object was allocated since, or there are not that many slots.
    pub fn init_slots(&mut self, v: Value, first: usize, values: &[Value]) {
        let s = self.slots_cell(v);
        // SAFETY: see the module; the range is checked.
        unsafe {
            assert!((*s).header.alloc_id.wrapping_add(1) == self.allocation_count, "{v:?} is not new");
            assert!(first + values.len() <= (*s).cap as usize, "slots {first}.. of {v:?}");
            let slots = (&raw mut (*s).slots).cast::<Value>();
            std::ptr::copy_nonoverlapping(values.as_ptr(), slots.add(first), values.len());
        }
    }

    #[inline(always)]
    fn slots_cell(&self, v: Value) -> *mut Slots {
        self.cell_of(v, Storage::Slots).cast()
    }

    /// Returns all slots, up to the capacity.
    #[inline(always)]
    pub fn slots(&self, v: Value) -> &[Value] {
        let s = self.slots_cell(v);
        // SAFETY: see the module.
        unsafe { std::slice::from_raw_parts((&raw const (*s).slots).cast(), (*s).cap as usize) }
    }

    /// Returns one slot.
    #[inline(always)]
    pub fn slot(&self, v: Value, i: usize) -> Value {
        self.slots(v)[i]
    }

    /// Returns the shape.
    #[inline(always)]
    pub fn shape(&self, v: Value) -> u32 {
        // SAFETY: see the module.
        unsafe { (*self.slots_cell(v)).shape }
    }

    /// Stores into a slot.
    #[inline(always)]
    pub fn set_slot(&mut self, v: Value, i: usize, x: Value) {
        let s = self.slots_cell(v);
        // SAFETY: see the module; the index is checked.
        unsafe {
            assert!(i < (*s).cap as usize, "slot {i} of {v:?}");
            self.set_slot_unchecked(s, i, x);
        }
    }

    /// Stores into several slots from `first` on.
    ///
    /// # Panics
    /// When there are not that many.
    #[inline]
    pub fn write_slots(&mut self, v: Value, first: usize, values: &[Value]) {
        let s = self.slots_cell(v);
        // SAFETY: see the module; the range is checked, and the object's slots are no part of `values`, which the
        // caller could borrow only from outside the heap.
        unsafe {
            assert!(first + values.len() <= (*s).cap as usize, "slots {first}.. of {v:?}");
            let slots = (&raw mut (*s).slots).cast::<Value>();
            if !self.every_write || !self.log_changed_slots(s, &[(first, values)]) {
                self.barrier_slots_unchecked(s);
            }
            std::ptr::copy_nonoverlapping(values.as_ptr(), slots.add(first), values.len());
        }
    }

    /// Stores several runs of slots, as one change of the object.
    ///
    /// # Panics
    /// When there are not that many.
    #[inline]
    pub fn write_slots_at<const N: usize>(&mut self, v: Value, parts: [(usize, &[Value]); N]) {
        let s = self.slots_cell(v);
        // SAFETY: as in `write_slots`.
        unsafe {
            for (first, values) in parts {
                assert!(first + values.len() <= (*s).cap as usize, "slots {first}.. of {v:?}");
            }
            let slots = (&raw mut (*s).slots).cast::<Value>();
            if !self.every_write || !self.log_changed_slots(s, &parts) {
                self.barrier_slots_unchecked(s);
            }
            for (first, values) in parts {
                copy_few(values.as_ptr(), slots.add(first), values.len());
            }
        }
    }

    /// Logs the slots that are about to change one by one, if that takes less room than the whole object: of a
    /// suspended generator's registers few differ from last time. Returns false if nothing was logged.
    ///
    /// # Safety
    /// As `barrier_slots_unchecked`; the slots must be there.
    unsafe fn log_changed_slots(&mut self, s: *mut Slots, parts: &[(usize, &[Value])]) -> bool {
        // SAFETY: the caller's promise.
        unsafe {
            let cap = (*s).cap as usize;
            let slots = (&raw const (*s).slots).cast::<Value>();
            let changed = |i: usize, x: Value| (*slots.add(i)).raw() != x.raw();
            let each = || parts.iter().flat_map(|(first, values)| (*first..).zip(values.iter()));
            // An entry of one slot has two words at most, one of the object all slots and two more.
            if each().filter(|(i, x)| changed(*i, **x)).count() * 2 > cap + 2 {
                return false;
            }
            for (i, x) in each() {
                if changed(i, *x) {
                    self.save_slot(s, i);
                }
            }
        }
        true
    }

    /// Changes the shape.
    #[inline]
    pub fn set_shape(&mut self, v: Value, shape: u32) {
        let s = self.slots_cell(v);
        // SAFETY: see the module.
        unsafe {
            if (*s).header.epoch != self.epoch {
                self.save_shape(s);
            }
            (*s).shape = shape;
        }
    }

    /// Stores into a slot and changes the shape.
    #[inline]
    pub fn set_slot_and_shape(&mut self, v: Value, i: usize, x: Value, shape: u32) {
        self.set_shape(v, shape);
        self.set_slot(v, i, x);
    }

    /// Records an object whose slots are about to be written.
    ///
    /// # Safety
    /// `s` must point to a live object of this heap with slots.
    #[inline(always)]
    unsafe fn barrier_slots_unchecked(&mut self, s: *mut Slots) {
        // SAFETY: the caller's promise.
        unsafe {
            if (*s).header.epoch != self.epoch {
                self.save_slots(s);
            }
        }
    }

    /// Stores into a slot and changes the shape.
    ///
    /// # Safety
    /// As `set_slot_unchecked`.
    #[inline(always)]
    pub unsafe fn set_slot_and_shape_unchecked(&mut self, s: *mut Slots, i: usize, x: Value, shape: u32) {
        // SAFETY: the caller's promise.
        unsafe {
            if (*s).header.epoch != self.epoch {
                self.save_slot_and_shape(s, i, shape);
            }
            (&raw mut (*s).slots).cast::<Value>().add(i).write(x);
            (*s).shape = shape;
        }
    }

    /// Stores into a slot.
    ///
    /// # Safety
    /// `s` must point to a live object of this heap with slots, of which there are more than `i`.
    #[inline(always)]
    pub unsafe fn set_slot_unchecked(&mut self, s: *mut Slots, i: usize, x: Value) {
        // SAFETY: the caller's promise.
        unsafe {
            if (*s).header.epoch != self.epoch {
                self.save_slot(s, i);
            }
            (&raw mut (*s).slots).cast::<Value>().add(i).write(x);
        }
    }
}
