//! Bytes objects that share a growing buffer: a string that is extended again and again is copied only now and then.
//!
//! `s += x` makes a new object each time, and the old one may live on: in another variable, in a checkpoint, in the
//! log. So both refer to one buffer, each with a length of its own. Appending to the object that ends where the used
//! part of the buffer ends writes behind it, where no object looks; any other append copies. What was written stays as
//! it is, so neither the journal nor going back knows of it. After going back the same append finds its bytes already
//! there and shares them.
//!
//! The buffer is a bytes cell that no value refers to. It takes no allocation id, because whether one is made depends
//! on what was written before.
//!
//! # Why the unsafe code is sound
//!
//! 1. Only this file makes objects with `SHARED` in their length. They have the two words of a `Shared`, and the
//!    collector marks their buffer's cell with them.
//! 2. Bytes below `used` of a buffer are written once. No object ends behind them.
//! 3. Cells never move.

use crate::heap::Heap;
use crate::object::{Bytes, Header, SHARED, Shared, Storage};
use crate::value::{TypeId, Value};
use std::mem::size_of;

/// Shorter results are copied.
const SHARED_MIN: usize = 512;
/// Larger buffers grow by a quarter.
const DOUBLED_MAX: usize = 64 << 20;

/// The buffer of a bytes object, if it has one.
///
/// # Safety
/// The cell must be a bytes object.
#[inline(always)]
unsafe fn buffer_of(cell: *const Header) -> Option<u32> {
    let b = cell.cast::<Bytes>();
    // SAFETY: the caller's promise, and the first point of the module.
    unsafe { ((*b).len & SHARED != 0).then(|| (*(&raw const (*b).bytes).cast::<Shared>()).buffer as u32) }
}

impl Heap {
    /// Allocates the concatenation of two bytes objects, as one of several that extend each other.
    pub fn new_bytes_appended(&mut self, tid: TypeId, left: Value, right: Value, aux: u64) -> Value {
        let (head, tail) = (self.bytes(left).len(), self.bytes(right).len());
        if head + tail < SHARED_MIN || tail > head {
            return self.new_bytes_joined(tid, left, right, aux);
        }
        let buffer = match self.buffer_with_room(left, right) {
            Some(buffer) => buffer,
            None => self.new_shared_buffer(left, right),
        };
        let (cell, v) = self.new_cell(tid, Storage::Bytes, size_of::<Bytes>() + size_of::<Shared>());
        // SAFETY: the cell is new and has room for both; the buffer holds all of the bytes.
        unsafe {
            let at = (&raw const (*self.cell_at(buffer).cast::<Bytes>()).bytes).cast::<u8>();
            let b = cell.cast::<Bytes>();
            (&raw mut (*b).len).write((head + tail) as u64 | SHARED);
            (&raw mut (*b).aux).write(aux);
            (&raw mut (*b).hash).write(std::cell::Cell::new(-1));
            (&raw mut (*b).bytes).cast::<Shared>().write(Shared { at, buffer: u64::from(buffer) });
        }
        v
    }

    /// The buffer of `left` with `right` behind it, if it is there or has room.
    fn buffer_with_room(&mut self, left: Value, right: Value) -> Option<u32> {
        // SAFETY: both are bytes objects; what is written lies in the buffer behind its used part.
        unsafe {
            let index = buffer_of(self.cell_of(left, Storage::Bytes))?;
            let buffer = self.cell_at(index).cast::<Bytes>();
            let (used, end) = ((*buffer).hash.get() as usize, self.bytes(left).len());
            let behind = (&raw mut (*buffer).bytes).cast::<u8>().add(end);
            let tail = self.bytes(right);
            if used == end && end + tail.len() <= (*buffer).len as usize {
                std::ptr::copy_nonoverlapping(tail.as_ptr(), behind, tail.len());
                (*buffer).hash.set((end + tail.len()) as i64);
                return Some(index);
            }
            let written = end + tail.len() <= used && std::slice::from_raw_parts(behind, tail.len()) == tail;
            written.then_some(index)
        }
    }

    /// Makes a buffer of the bytes of both.
    fn new_shared_buffer(&mut self, left: Value, right: Value) -> u32 {
        let (head, tail) = (self.bytes(left).len(), self.bytes(right).len());
        let used = head + tail;
        // SAFETY: `left` is a bytes object.
        let grows = unsafe { buffer_of(self.cell_of(left, Storage::Bytes)) }.is_some();
        let spare = if grows && used <= DOUBLED_MAX { used } else { used / 4 };
        let count = self.allocation_count;
        let (cell, v) = self.new_cell(left.tid(), Storage::Bytes, size_of::<Bytes>() + used + spare);
        self.allocation_count = count;
        // SAFETY: the cell is new and has room for this many bytes. Making it freed and moved nothing.
        unsafe {
            let b = cell.cast::<Bytes>();
            (*cell).alloc_id = u64::MAX;
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
