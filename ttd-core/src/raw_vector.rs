//! The core of every growing container: a vector of elements of one to three words, and up to three counters.
//!
//! A list is a vector of values; a dict a vector of entries (hash, key, value) with an index beside it; a set is its
//! table of slots (hash, key), all of them elements; a deque a ring; a byte buffer a vector of words of eight bytes.
//! What they share is here and in `saved`: growing, saving before a change, and the exchange of elements. Their files
//! contain no unsafe code.
//!
//! Every change is announced by `before_edit(position, removed, inserted)`: so many elements at this position are
//! about to be replaced by so many others. From that both rules of saving follow (see `saved`).
//!
//! **Invariants.** The first `len` elements of the buffer are initialised; what lies between `len` and `cap` means
//! nothing. `len` and the counters change only after `before_edit`.
//!
//! # Why the unsafe code is sound
//!
//! 1. A `RawVector` is made only from a cell whose storage is a container's, and used before anything can be collected:
//!    collecting needs the heap as a whole, and no `RawVector` is kept between two operations.
//! 2. `ptr` holds `cap` elements from the pool, or is null with `cap` 0.
//! 3. Slices of elements borrow the heap.

use crate::heap::Heap;
use crate::object::{Header, List, Storage, Table};
use crate::value::{TypeId, Value};
use std::mem::size_of;

/// A container that is being worked on.
#[derive(Clone, Copy)]
pub(crate) struct RawVector(pub(crate) *mut Table);

/// Words in an element.
#[inline(always)]
pub(crate) fn width(storage: Storage) -> usize {
    match storage {
        Storage::Dict => 3,
        Storage::Set => 2,
        _ => 1,
    }
}

/// Whether cells of this storage are containers.
pub(crate) fn is_container(storage: Storage) -> bool {
    matches!(storage, Storage::List | Storage::Dict | Storage::Set | Storage::Buffer | Storage::Deque)
}

/// The words of some values.
#[inline(always)]
pub(crate) fn raw(values: &[Value]) -> &[u64] {
    // SAFETY: a `Value` is a word.
    unsafe { std::slice::from_raw_parts(values.as_ptr().cast(), values.len()) }
}

impl RawVector {
    /// The part that all containers have.
    #[inline(always)]
    pub(crate) fn list(self) -> *mut List {
        self.0.cast()
    }

    #[inline(always)]
    pub(crate) fn storage(self) -> Storage {
        // SAFETY: see the module.
        unsafe { (*self.list()).header.storage }
    }

    #[inline(always)]
    pub(crate) fn width(self) -> usize {
        width(self.storage())
    }

    /// Number of elements.
    #[inline(always)]
    pub(crate) fn len(self) -> usize {
        // SAFETY: see the module.
        unsafe { (*self.list()).len as usize }
    }

    #[inline(always)]
    pub(crate) fn cap(self) -> usize {
        // SAFETY: see the module.
        unsafe { (*self.list()).cap as usize }
    }

    #[inline(always)]
    pub(crate) fn has_meta(self) -> bool {
        self.storage() != Storage::List
    }

    /// A counter. Lists have none.
    #[inline(always)]
    pub(crate) fn meta(self, i: usize) -> u32 {
        debug_assert!(self.has_meta(), "lists have no counters");
        // SAFETY: see the module; all but lists have counters.
        unsafe { (*self.0).meta[i] }
    }

    /// The word that is journalled for deques only. Lists have none.
    #[inline(always)]
    pub(crate) fn extra(self) -> u32 {
        debug_assert!(self.has_meta(), "lists have no extra word");
        // SAFETY: see the module; all but lists have it.
        unsafe { (*self.0).extra }
    }

    /// The extra word of a deque, which is journalled in the upper half of the third counter; 0 for the others.
    #[inline(always)]
    pub(crate) fn limit(self) -> u32 {
        if self.storage() == Storage::Deque { self.extra() } else { 0 }
    }
}

impl Heap {
    /// The container behind a value, which must have this storage.
    #[inline(always)]
    pub(crate) fn raw_vector(&self, v: Value, storage: Storage) -> RawVector {
        RawVector(self.cell_of(v, storage).cast())
    }

    /// A new container of `bytes` bytes, empty, with room for `n` elements.
    #[inline(always)]
    pub(crate) fn new_container(&mut self, tid: TypeId, storage: Storage, bytes: usize, n: usize) -> Value {
        let (cell, v) = self.new_cell(tid, storage, bytes);
        let w = width(storage);
        let (ptr, cap) = if n == 0 { (std::ptr::null_mut(), 0) } else { self.pool.alloc(n, w) };
        self.trigger -= (cap * w * 8) as i64;
        // SAFETY: the cell is new and has `bytes` bytes; all zero is a valid state of every field.
        unsafe {
            cell.byte_add(size_of::<Header>()).cast::<u8>().write_bytes(0, bytes - size_of::<Header>());
            let l = cell.cast::<List>();
            (*l).ptr = ptr.cast();
            (*l).cap = cap as u32;
        }
        v
    }

    /// All words of all elements.
    #[inline(always)]
    pub(crate) fn words(&self, s: RawVector) -> &[u64] {
        self.elements(s, s.width())
    }

    /// All words, when the width is known.
    #[inline(always)]
    pub(crate) fn elements(&self, s: RawVector, width: usize) -> &[u64] {
        debug_assert_eq!(width, s.width(), "a wrong width");
        let n = s.len() * width;
        // SAFETY: see the module; an empty slice may not be null.
        unsafe { if n == 0 { &[] } else { std::slice::from_raw_parts((*s.list()).ptr.cast(), n) } }
    }

    /// All words, for changing what `before_edit` has announced.
    #[inline(always)]
    pub(crate) fn words_mut(&mut self, s: RawVector) -> &mut [u64] {
        let n = s.len() * s.width();
        // SAFETY: see the module.
        unsafe { if n == 0 { &mut [] } else { std::slice::from_raw_parts_mut((*s.list()).ptr.cast(), n) } }
    }

    /// The elements of a container of values.
    #[inline(always)]
    pub(crate) fn values(&self, s: RawVector) -> &[Value] {
        let words = self.elements(s, 1);
        // SAFETY: a `Value` is a word.
        unsafe { std::slice::from_raw_parts(words.as_ptr().cast(), words.len()) }
    }

    /// The bytes of all words.
    #[inline(always)]
    pub(crate) fn bytes_of_words(&self, s: RawVector) -> &[u8] {
        let words = self.elements(s, 1);
        // SAFETY: the bytes of initialised words are initialised.
        unsafe { std::slice::from_raw_parts(words.as_ptr().cast(), words.len() * 8) }
    }

    /// Changes a counter that `before_edit` has announced.
    #[inline(always)]
    pub(crate) fn set_meta(&mut self, s: RawVector, i: usize, x: u32) {
        debug_assert!(s.has_meta(), "lists have no counters");
        // SAFETY: see the module.
        unsafe { (*s.0).meta[i] = x }
    }

    /// Changes the extra word; of a deque, one that `before_edit` has announced.
    #[inline(always)]
    pub(crate) fn set_extra(&self, s: RawVector, x: u32) {
        debug_assert!(s.has_meta(), "lists have no extra word");
        // SAFETY: see the module; no reference to the field exists.
        unsafe { (*s.0).extra = x }
    }
}
