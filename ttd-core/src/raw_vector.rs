//! The common core of growing containers: a vector of elements of one to three words, and up to three counters.
//!
//! A list is a vector of values; a dict is a vector of entries (hash, key, value) with an index beside it; a set is its
//! table of slots (hash, key), all of them elements; a deque is a ring; a byte buffer is a vector of words of eight
//! bytes. What they share is here (access), in `journal::write_barrier` (recording) and in `storage::vector_edit`
//! (growing and editing). Their own files contain no unsafe code, but for a dict's index.
//!
//! Every change is announced by `before_edit(position, removed, inserted)`: `removed` elements at this position are
//! about to be replaced by `inserted` others. Both rules of recording follow from that.
//!
//! **Invariants.** The first `len` elements of the buffer are initialised; those between `len` and `cap` mean nothing.
//! `len` and the counters change only after `before_edit`.
//!
//! # Why the unsafe code is sound
//!
//! 1. A `RawVector` is made only of a cell with a container's storage, and used before anything can be collected:
//!    collecting needs the heap as a whole, and no `RawVector` outlives an operation.
//! 2. `ptr` holds `cap` elements from the pool, or is null with `cap` 0.
//! 3. Slices of elements borrow the heap.

use crate::heap::Heap;
use crate::object::{Header, List, Set, Storage, Table};
use crate::value::{TypeId, Value};
use std::mem::size_of;

/// A container in use by an operation.
#[derive(Clone, Copy)]
pub(crate) struct RawVector(pub(crate) *mut Table);

/// Returns the number of words in an element.
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

/// Returns the words of some values.
#[inline(always)]
pub(crate) fn raw(values: &[Value]) -> &[u64] {
    // SAFETY: a `Value` is a word.
    unsafe { std::slice::from_raw_parts(values.as_ptr().cast(), values.len()) }
}

impl RawVector {
    /// Returns the fields that all containers have.
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

    /// Returns the number of elements.
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

    /// Returns a counter. Lists have none.
    #[inline(always)]
    pub(crate) fn meta(self, i: usize) -> u32 {
        debug_assert!(self.has_meta(), "lists have no counters");
        // SAFETY: see the module; all but lists have counters.
        unsafe { (*self.0).meta[i] }
    }

    /// Returns the extra word. Lists have none.
    #[inline(always)]
    pub(crate) fn extra(self) -> u32 {
        debug_assert!(self.has_meta(), "lists have no extra word");
        // SAFETY: see the module; all but lists have it.
        unsafe { (*self.0).extra }
    }

    /// Returns the cached hash of a set; 0 when there is none.
    #[inline(always)]
    pub(crate) fn cached_hash(self) -> i64 {
        debug_assert_eq!(self.storage(), Storage::Set, "only sets have a hash");
        // SAFETY: see the module; sets have a hash.
        unsafe { (*self.0.cast::<Set>()).hash.get() }
    }

    /// Caches the hash of a set; 0 forgets it.
    #[inline(always)]
    pub(crate) fn cache_hash(self, hash: i64) {
        debug_assert_eq!(self.storage(), Storage::Set, "only sets have a hash");
        // SAFETY: see the module; sets have a hash.
        unsafe { (*self.0.cast::<Set>()).hash.set(hash) }
    }

    /// Returns the extra word of a deque, journalled in the upper half of the third counter; 0 for the others.
    #[inline(always)]
    pub(crate) fn limit(self) -> u32 {
        if self.storage() == Storage::Deque { self.extra() } else { 0 }
    }
}

impl Heap {
    /// Returns the container of a value, which must have this storage.
    #[inline(always)]
    pub(crate) fn raw_vector(&self, v: Value, storage: Storage) -> RawVector {
        RawVector(self.cell_of(v, storage).cast())
    }

    /// Allocates an empty container of `bytes` bytes with room for `n` elements.
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

    /// Returns the words of all elements.
    #[inline(always)]
    pub(crate) fn words(&self, s: RawVector) -> &[u64] {
        self.elements(s, s.width())
    }

    /// Returns the words of all elements, when the width is known.
    #[inline(always)]
    pub(crate) fn elements(&self, s: RawVector, width: usize) -> &[u64] {
        debug_assert_eq!(width, s.width(), "a wrong width");
        let n = s.len() * width;
        // SAFETY: see the module; an empty slice may not be null.
        unsafe { if n == 0 { &[] } else { std::slice::from_raw_parts((*s.list()).ptr.cast(), n) } }
    }

    /// Returns the words of all elements, for a change announced by `before_edit`.
    #[inline(always)]
    pub(crate) fn words_mut(&mut self, s: RawVector) -> &mut [u64] {
        let n = s.len() * s.width();
        // SAFETY: see the module.
        unsafe { if n == 0 { &mut [] } else { std::slice::from_raw_parts_mut((*s.list()).ptr.cast(), n) } }
    }

    /// Returns the elements of a container of values.
    #[inline(always)]
    pub(crate) fn values(&self, s: RawVector) -> &[Value] {
        let words = self.elements(s, 1);
        // SAFETY: a `Value` is a word.
        unsafe { std::slice::from_raw_parts(words.as_ptr().cast(), words.len()) }
    }

    /// Returns the bytes of all words.
    #[inline(always)]
    pub(crate) fn bytes_of_words(&self, s: RawVector) -> &[u8] {
        let words = self.elements(s, 1);
        // SAFETY: the bytes of initialised words are initialised.
        unsafe { std::slice::from_raw_parts(words.as_ptr().cast(), words.len() * 8) }
    }

    /// Returns the bytes of all words, for a change announced by `before_edit`.
    #[inline(always)]
    pub(crate) fn bytes_of_words_mut(&mut self, s: RawVector) -> &mut [u8] {
        let words = self.words_mut(s);
        // SAFETY: any bytes make words.
        unsafe { std::slice::from_raw_parts_mut(words.as_mut_ptr().cast(), words.len() * 8) }
    }

    /// Sets a counter after `before_edit`.
    #[inline(always)]
    pub(crate) fn set_meta(&mut self, s: RawVector, i: usize, x: u32) {
        debug_assert!(s.has_meta(), "lists have no counters");
        // SAFETY: see the module.
        unsafe { (*s.0).meta[i] = x }
    }

    /// Sets the extra word; that of a deque after `before_edit`.
    #[inline(always)]
    pub(crate) fn set_extra(&self, s: RawVector, x: u32) {
        debug_assert!(s.has_meta(), "lists have no extra word");
        // SAFETY: see the module; no reference to the field exists.
        unsafe { (*s.0).extra = x }
    }
}
