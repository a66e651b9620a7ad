//! Immutable objects: tuples, bytes and host data; and the headers of all objects.
//!
//! # Why the unsafe code is sound
//!
//! 1. `cell_of` has checked the storage, so the cell has the layout that is read; its length was written on allocation
//!    and never changes.
//! 2. References handed out borrow the heap; cells are freed only by `collect(&mut self)`.

use crate::heap::Heap;
use crate::object::{Boxed, Bytes, Header, SHARED, Shared, Storage, Tuple};
use crate::value::{TypeId, Value};
use std::any::Any;
use std::mem::{ManuallyDrop, size_of};
use std::ops::Range;
use std::rc::Rc;

/// Copies bytes. Most strings and numbers are short, and two overlapping moves then take less time than calling the
/// general copy.
///
/// # Safety
/// `to` must have room for the bytes and not overlap them.
#[inline(always)]
unsafe fn copy_short(bytes: &[u8], to: *mut u8) {
    // SAFETY: as the caller promises; the moves stay inside the bytes.
    unsafe {
        match bytes.len() {
            8..=16 => copy_ends::<8>(bytes, to),
            17..=32 => copy_ends::<16>(bytes, to),
            4..=7 => copy_ends::<4>(bytes, to),
            2..=3 => copy_ends::<2>(bytes, to),
            _ => std::ptr::copy_nonoverlapping(bytes.as_ptr(), to, bytes.len()),
        }
    }
}

/// Copies the first and the last `N` bytes, which may overlap.
///
/// # Safety
/// There must be `N` to `2 * N` bytes; `to` must have room for them and not overlap them.
#[inline(always)]
unsafe fn copy_ends<const N: usize>(bytes: &[u8], to: *mut u8) {
    // SAFETY: as the caller promises.
    unsafe {
        let last = bytes.len() - N;
        let piece = |at: usize| bytes.as_ptr().add(at).cast::<[u8; N]>();
        let (head, tail) = (piece(0).read(), piece(last).read());
        to.cast::<[u8; N]>().write(head);
        to.add(last).cast::<[u8; N]>().write(tail);
    }
}

impl Heap {
    /// Returns the header of an object.
    #[inline(always)]
    pub fn header(&self, v: Value) -> &Header {
        // SAFETY: see the module; a header is all that is read.
        unsafe { &*self.cell(v) }
    }

    /// Returns the ordinal of an object's allocation.
    #[inline(always)]
    pub fn alloc_id(&self, v: Value) -> u64 {
        self.header(v).alloc_id
    }

    /// Allocates a tuple.
    #[inline]
    pub fn new_tuple(&mut self, tid: TypeId, items: &[Value]) -> Value {
        self.new_tuple_with(tid, items.len(), |i| items[i])
    }

    /// Allocates a tuple of `n` items made one by one.
    #[inline]
    pub fn new_tuple_with(&mut self, tid: TypeId, n: usize, mut item: impl FnMut(usize) -> Value) -> Value {
        let (cell, v) = self.new_cell(tid, Storage::Tuple, size_of::<Tuple>() + n * 8);
        // SAFETY: the cell is new and has room for `n` items. Should `item` panic, the length is still 0.
        unsafe {
            let t = cell.cast::<Tuple>();
            (&raw mut (*t).len).write(0);
            let items = (&raw mut (*t).items).cast::<Value>();
            for i in 0..n {
                items.add(i).write(item(i));
            }
            (*t).len = n as u64;
        }
        v
    }

    /// Returns the items of a tuple.
    #[inline(always)]
    pub fn tuple(&self, v: Value) -> &[Value] {
        let t = self.cell_of(v, Storage::Tuple).cast::<Tuple>();
        // SAFETY: see the module.
        unsafe { std::slice::from_raw_parts((&raw const (*t).items).cast(), (*t).len as usize) }
    }

    /// Allocates immutable bytes with the language's extra word.
    #[inline]
    pub fn new_bytes(&mut self, tid: TypeId, bytes: &[u8], aux: u64) -> Value {
        self.new_bytes_of(tid, [bytes], aux)
    }

    #[inline]
    fn new_bytes_of<const N: usize>(&mut self, tid: TypeId, parts: [&[u8]; N], aux: u64) -> Value {
        let len = parts.iter().map(|part| part.len()).sum::<usize>();
        let (cell, v) = self.new_cell(tid, Storage::Bytes, size_of::<Bytes>() + len);
        // SAFETY: the cell is new and has room for the bytes.
        unsafe {
            let b = cell.cast::<Bytes>();
            (&raw mut (*b).len).write(len as u64);
            (&raw mut (*b).aux).write(aux);
            (&raw mut (*b).hash).write(std::cell::Cell::new(-1));
            let mut to = (&raw mut (*b).bytes).cast::<u8>();
            for part in parts {
                copy_short(part, to);
                to = to.add(part.len());
            }
        }
        v
    }

    /// Allocates the concatenation of two bytes objects.
    pub fn new_bytes_joined(&mut self, tid: TypeId, left: Value, right: Value, aux: u64) -> Value {
        let (left, right) = (&raw const *self.bytes(left), &raw const *self.bytes(right));
        // SAFETY: a cell stays where it is, making another one frees none, and no two cells overlap.
        let (left, right) = unsafe { (&*left, &*right) };
        self.new_bytes_of(tid, [left, right], aux)
    }

    /// Allocates a part of a bytes object, which may share its bytes.
    ///
    /// # Panics
    /// When the range is not inside the source.
    pub fn new_bytes_part(&mut self, tid: TypeId, source: Value, part: Range<usize>, aux: u64) -> Value {
        if let Some(shared) = self.new_shared_part(tid, source, &part, aux) {
            return shared;
        }
        let bytes = &raw const self.bytes(source)[part];
        // SAFETY: a cell stays where it is, making another one frees none, and no two cells overlap.
        self.new_bytes(tid, unsafe { &*bytes }, aux)
    }

    /// Allocates a part of a buffer.
    ///
    /// # Panics
    /// When the range is not inside the source.
    pub fn new_bytes_of_buffer(&mut self, tid: TypeId, source: Value, part: Range<usize>) -> Value {
        let bytes = &raw const self.buffer(source)[part];
        // SAFETY: making a cell neither moves nor frees the words of a buffer, and overlaps none.
        self.new_bytes(tid, unsafe { &*bytes }, 0)
    }

    /// Allocates the little-endian bytes of a number, without zeros at the end.
    #[inline]
    pub fn new_number(&mut self, tid: TypeId, number: u128, aux: u64) -> Value {
        let len = size_of::<u128>() - number.leading_zeros() as usize / 8;
        let words = if len > 8 { 2 } else { 1 };
        let (cell, v) = self.new_cell(tid, Storage::Bytes, size_of::<Bytes>() + words * 8);
        // SAFETY: the cell is new and has room for this many words.
        unsafe {
            let b = cell.cast::<Bytes>();
            (&raw mut (*b).len).write(len as u64);
            (&raw mut (*b).aux).write(aux);
            (&raw mut (*b).hash).write(std::cell::Cell::new(-1));
            let to = (&raw mut (*b).bytes).cast::<u64>();
            to.write((number as u64).to_le());
            if words == 2 {
                to.add(1).write(((number >> 64) as u64).to_le());
            }
        }
        v
    }

    /// Returns the bytes as a little-endian number, if there are 16 at most. They are read as whole words, like they
    /// are written: partial reads of a fresh word would defeat store forwarding.
    #[inline(always)]
    pub fn number(&self, v: Value) -> Option<u128> {
        let b = self.bytes_cell(v);
        // SAFETY: see the module. A cell is a multiple of 16 bytes, so that what begins in its last word may be read as
        // a whole word; what lies behind the bytes was mapped as zeros, or written by the cell's previous owner.
        unsafe {
            let len = (*b).len as usize;
            let words = (&raw const (*b).bytes).cast::<u64>();
            let part = |at: usize, len: usize| u64::from_le(words.add(at).read()) & (!0 >> (64 - 8 * len));
            match len {
                0 => Some(0),
                1..=8 => Some(u128::from(part(0, len))),
                9..=16 => Some(u128::from(part(0, 8)) | u128::from(part(1, len - 8)) << 64),
                _ => None,
            }
        }
    }

    #[inline(always)]
    fn bytes_cell(&self, v: Value) -> *mut Bytes {
        self.cell_of(v, Storage::Bytes).cast()
    }

    /// Returns the bytes.
    #[inline(always)]
    pub fn bytes(&self, v: Value) -> &[u8] {
        let b = self.bytes_cell(v);
        // SAFETY: see the module and `storage::shared_bytes`.
        unsafe {
            let (own, len) = ((&raw const (*b).bytes).cast::<u8>(), (*b).len);
            if len & SHARED != 0 {
                return std::slice::from_raw_parts((*own.cast::<Shared>()).at, (len & !SHARED) as usize);
            }
            std::slice::from_raw_parts(own, len as usize)
        }
    }

    /// Returns the language's extra word.
    #[inline(always)]
    pub fn aux(&self, v: Value) -> u64 {
        // SAFETY: see the module.
        unsafe { (*self.bytes_cell(v)).aux }
    }

    /// Returns the cached hash, or -1.
    #[inline(always)]
    pub fn cached_hash(&self, v: Value) -> i64 {
        // SAFETY: see the module.
        unsafe { (*self.bytes_cell(v)).hash.get() }
    }

    /// Caches a hash: invisible to programs, and not journalled.
    #[inline(always)]
    pub fn set_cached_hash(&self, v: Value, hash: i64) {
        // SAFETY: see the module; the field is a `Cell`.
        unsafe { (*self.bytes_cell(v)).hash.set(hash) }
    }

    /// Allocates host data that never changes visibly to a program.
    pub fn new_boxed(&mut self, tid: TypeId, data: Rc<dyn Any>) -> Value {
        let (cell, v) = self.new_cell(tid, Storage::Boxed, size_of::<Boxed>());
        // SAFETY: the cell is new and large enough.
        unsafe { (&raw mut (*cell.cast::<Boxed>()).data).write(ManuallyDrop::new(data)) };
        v
    }

    /// Returns the host data.
    #[inline]
    pub fn boxed_any(&self, v: Value) -> &Rc<dyn Any> {
        let b = self.cell_of(v, Storage::Boxed).cast::<Boxed>();
        // SAFETY: see the module.
        unsafe { &(*b).data }
    }

    /// Returns the host data, if it is a `T`.
    #[inline]
    pub fn boxed<T: 'static>(&self, v: Value) -> Option<&T> {
        self.boxed_any(v).downcast_ref()
    }

    /// Returns a shared reference to the host data, if it is a `T`.
    pub fn boxed_rc<T: 'static>(&self, v: Value) -> Option<Rc<T>> {
        self.boxed_any(v).clone().downcast().ok()
    }
}
