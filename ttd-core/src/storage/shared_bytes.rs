//! Bytes objects that share their bytes: a string that is extended again and again is copied only now and then, and so
//! is one of which a program cuts off what it has read.
//!
//! `s += x` makes a new object each time, and the old one may live on: in another variable, in a checkpoint, in the
//! log. So both refer to one growing buffer, each with a length of its own. Appending to the object that ends where the
//! used part of the buffer ends writes behind it, where no object looks; any other append copies. What was written
//! stays as it is, so neither the journal nor going back knows of it. After going back the same append finds its bytes
//! already there and shares them.
//!
//! A growing buffer is a bytes cell that no value refers to. It takes no allocation id, because whether one is made
//! depends on what was written before.
//!
//! A large part of a bytes object, at least half of it, refers to the object's own bytes, or to its buffer.
//!
//! # Why the unsafe code is sound
//!
//! 1. Only this file makes objects with `SHARED` in their length. They have the two words of a `Shared`, and the
//!    collector marks their buffer's cell with them.
//! 2. Bytes below `used` of a growing buffer are written once, other bytes objects never change. No object ends behind
//!    them.
//! 3. Cells never move.

use crate::heap::Heap;
use crate::object::{Bytes, SHARED, Shared, Storage};
use crate::value::{TypeId, Value};
use std::mem::size_of;
use std::ops::Range;

/// Shorter results are copied.
const SHARED_MIN: usize = 512;
/// Larger buffers grow by a quarter.
const DOUBLED_MAX: usize = 64 << 20;
/// Shorter parts are copied.
const PART_MIN: usize = 1024;
/// In the place of the allocation id of a growing buffer.
const GROWING: u64 = u64::MAX;

/// Where the bytes of an object lie.
#[derive(Clone, Copy)]
struct Place {
    /// The cell of the buffer, or of the object itself.
    buffer: u32,
    /// The position of the first byte in it.
    start: usize,
}

impl Heap {
    fn place_of(&self, v: Value) -> Place {
        let b = self.cell_of(v, Storage::Bytes).cast::<Bytes>();
        // SAFETY: a bytes object, and the first point of the module.
        unsafe {
            if (*b).len & SHARED == 0 {
                return Place { buffer: v.index(), start: 0 };
            }
            let shared = (&raw const (*b).bytes).cast::<Shared>();
            let buffer = (*shared).buffer as u32;
            Place { buffer, start: (*shared).at.offset_from_unsigned(self.buffer_start(buffer)) }
        }
    }

    fn buffer_start(&self, buffer: u32) -> *const u8 {
        // SAFETY: only a place is computed.
        unsafe { (&raw const (*self.cell_at(buffer).cast::<Bytes>()).bytes).cast::<u8>() }
    }

    fn is_growing(&self, buffer: u32) -> bool {
        // SAFETY: the cell of a buffer is a live one.
        unsafe { (*self.cell_at(buffer)).alloc_id == GROWING }
    }

    /// Allocates an object whose bytes lie in a buffer.
    fn new_shared(&mut self, tid: TypeId, place: Place, len: usize, aux: u64) -> Value {
        let (cell, v) = self.new_cell(tid, Storage::Bytes, size_of::<Bytes>() + size_of::<Shared>());
        // SAFETY: the cell is new and has room for both; the buffer holds all of the bytes.
        unsafe {
            let at = self.buffer_start(place.buffer).add(place.start);
            let b = cell.cast::<Bytes>();
            (&raw mut (*b).len).write(len as u64 | SHARED);
            (&raw mut (*b).aux).write(aux);
            (&raw mut (*b).hash).write(std::cell::Cell::new(-1));
            (&raw mut (*b).bytes).cast::<Shared>().write(Shared { at, buffer: u64::from(place.buffer) });
        }
        v
    }

    /// Allocates a large part of a bytes object without copying it; `None` where the rest would be kept in vain.
    pub(crate) fn new_shared_part(&mut self, tid: TypeId, v: Value, part: &Range<usize>, aux: u64) -> Option<Value> {
        let len = part.len();
        if len < PART_MIN {
            return None;
        }
        assert!(part.end <= self.bytes(v).len(), "a part outside the bytes");
        let place = self.place_of(v);
        // SAFETY: the cell of a buffer is a bytes object.
        let size = unsafe { (*self.cell_at(place.buffer).cast::<Bytes>()).len } as usize;
        (len >= size / 2).then(|| self.new_shared(tid, Place { start: place.start + part.start, ..place }, len, aux))
    }
}

impl Heap {
    /// Allocates the concatenation of two bytes objects, as one of several that extend each other.
    pub fn new_bytes_appended(&mut self, tid: TypeId, left: Value, right: Value, aux: u64) -> Value {
        let (head, tail) = (self.bytes(left).len(), self.bytes(right).len());
        if head + tail < SHARED_MIN || tail > head {
            return self.new_bytes_joined(tid, left, right, aux);
        }
        let place = match self.buffer_with_room(left, right) {
            Some(place) => place,
            None => Place { buffer: self.new_shared_buffer(left, right), start: 0 },
        };
        self.new_shared(tid, place, head + tail, aux)
    }

    /// The place of `left` in its growing buffer with `right` behind it, if it is there or has room.
    fn buffer_with_room(&mut self, left: Value, right: Value) -> Option<Place> {
        let place = self.place_of(left);
        if !self.is_growing(place.buffer) {
            return None;
        }
        // SAFETY: both are bytes objects; what is written lies in the buffer behind its used part.
        unsafe {
            let buffer = self.cell_at(place.buffer).cast::<Bytes>();
            let (used, end) = ((*buffer).hash.get() as usize, place.start + self.bytes(left).len());
            let behind = (&raw mut (*buffer).bytes).cast::<u8>().add(end);
            let tail = self.bytes(right);
            if used == end && end + tail.len() <= (*buffer).len as usize {
                std::ptr::copy_nonoverlapping(tail.as_ptr(), behind, tail.len());
                (*buffer).hash.set((end + tail.len()) as i64);
                return Some(place);
            }
            let written = end + tail.len() <= used && std::slice::from_raw_parts(behind, tail.len()) == tail;
            written.then_some(place)
        }
    }

    /// Makes a buffer of the bytes of both.
    fn new_shared_buffer(&mut self, left: Value, right: Value) -> u32 {
        let (head, tail) = (self.bytes(left).len(), self.bytes(right).len());
        let used = head + tail;
        let grows = self.is_growing(self.place_of(left).buffer);
        let spare = if grows && used <= DOUBLED_MAX { used } else { used / 4 };
        let count = self.allocation_count;
        let (cell, v) = self.new_cell(left.tid(), Storage::Bytes, size_of::<Bytes>() + used + spare);
        self.allocation_count = count;
        // SAFETY: the cell is new and has room for this many bytes. Making it freed and moved nothing.
        unsafe {
            let b = cell.cast::<Bytes>();
            (*cell).alloc_id = GROWING;
            (&raw mut (*b).len).write((used + spare) as u64);
            (&raw mut (*b).aux).write(0);
            (&raw mut (*b).hash).write(std::cell::Cell::new(used as i64));
            let to = (&raw mut (*b).bytes).cast::<u8>();
            std::ptr::copy_nonoverlapping(self.bytes(left).as_ptr(), to, head);
            std::ptr::copy_nonoverlapping(self.bytes(right).as_ptr(), to.add(head), tail);
        }
        v.index()
    }
}
