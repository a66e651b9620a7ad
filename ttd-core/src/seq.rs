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
//! 1. A `Seq` is made only from a cell whose storage is a container's, and used before anything can be collected:
//!    collecting needs the heap as a whole, and no `Seq` is kept between two operations.
//! 2. `ptr` holds `cap` elements from the pool, or is null with `cap` 0.
//! 3. Slices of elements borrow the heap.

use crate::heap::Heap;
use crate::object::{Header, List, Storage, Table};
use crate::value::{TypeId, Value};
use std::mem::size_of;
use std::ops::Range;

/// Room for so many elements is made at first.
const FEWEST: usize = 5;

/// A container that is being worked on.
#[derive(Clone, Copy)]
pub(crate) struct Seq(pub(crate) *mut Table);

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
    matches!(
        storage,
        Storage::List | Storage::Dict | Storage::Set | Storage::Buffer | Storage::Deque
    )
}

/// The words of some values.
#[inline(always)]
pub(crate) fn raw(values: &[Value]) -> &[u64] {
    // SAFETY: a `Value` is a word.
    unsafe { std::slice::from_raw_parts(values.as_ptr().cast(), values.len()) }
}

impl Seq {
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

    /// The word that is not journalled. Lists have none.
    #[inline(always)]
    pub(crate) fn extra(self) -> u32 {
        debug_assert!(self.has_meta(), "lists have no extra word");
        // SAFETY: see the module; all but lists have it.
        unsafe { (*self.0).extra }
    }
}

impl Heap {
    /// The container behind a value, which must have this storage.
    #[inline(always)]
    pub(crate) fn seq(&self, v: Value, storage: Storage) -> Seq {
        Seq(self.cell_of(v, storage).cast())
    }

    /// A new container of `bytes` bytes, empty, with room for `n` elements.
    #[inline]
    pub(crate) fn new_container(
        &mut self,
        tid: TypeId,
        storage: Storage,
        bytes: usize,
        n: usize,
    ) -> Value {
        let (cell, v) = self.new_cell(tid, storage, bytes);
        let w = width(storage);
        let (ptr, cap) = if n == 0 {
            (std::ptr::null_mut(), 0)
        } else {
            self.pool.alloc(n, w)
        };
        self.trigger -= (cap * w * 8) as i64;
        // SAFETY: the cell is new and has `bytes` bytes; all zero is a valid state of every field.
        unsafe {
            cell.byte_add(size_of::<Header>())
                .cast::<u8>()
                .write_bytes(0, bytes - size_of::<Header>());
            let l = cell.cast::<List>();
            (*l).ptr = ptr.cast();
            (*l).cap = cap as u32;
        }
        v
    }

    /// All words of all elements.
    #[inline(always)]
    pub(crate) fn words(&self, s: Seq) -> &[u64] {
        self.elements(s, s.width())
    }

    /// All words, when the width is known.
    #[inline(always)]
    pub(crate) fn elements(&self, s: Seq, width: usize) -> &[u64] {
        debug_assert_eq!(width, s.width(), "a wrong width");
        let n = s.len() * width;
        // SAFETY: see the module; an empty slice may not be null.
        unsafe {
            if n == 0 {
                &[]
            } else {
                std::slice::from_raw_parts((*s.list()).ptr.cast(), n)
            }
        }
    }

    /// All words, for changing what `before_edit` has announced.
    #[inline(always)]
    pub(crate) fn words_mut(&mut self, s: Seq) -> &mut [u64] {
        let n = s.len() * s.width();
        // SAFETY: see the module.
        unsafe {
            if n == 0 {
                &mut []
            } else {
                std::slice::from_raw_parts_mut((*s.list()).ptr.cast(), n)
            }
        }
    }

    /// The elements of a container of values.
    #[inline(always)]
    pub(crate) fn values(&self, s: Seq) -> &[Value] {
        let words = self.elements(s, 1);
        // SAFETY: a `Value` is a word.
        unsafe { std::slice::from_raw_parts(words.as_ptr().cast(), words.len()) }
    }

    /// The bytes of all words.
    #[inline(always)]
    pub(crate) fn bytes_of_words(&self, s: Seq) -> &[u8] {
        let words = self.elements(s, 1);
        // SAFETY: the bytes of initialised words are initialised.
        unsafe { std::slice::from_raw_parts(words.as_ptr().cast(), words.len() * 8) }
    }

    /// Changes a counter that `before_edit` has announced.
    #[inline(always)]
    pub(crate) fn set_meta(&mut self, s: Seq, i: usize, x: u32) {
        debug_assert!(s.has_meta(), "lists have no counters");
        // SAFETY: see the module.
        unsafe { (*s.0).meta[i] = x }
    }

    /// Changes the word that is not journalled.
    #[inline(always)]
    pub(crate) fn set_extra(&self, s: Seq, x: u32) {
        debug_assert!(s.has_meta(), "lists have no extra word");
        // SAFETY: see the module; no reference to the field exists.
        unsafe { (*s.0).extra = x }
    }

    /// Replaces `removed` elements at `pos` by these, saving first what must be saved.
    pub(crate) fn edit(&mut self, s: Seq, pos: usize, removed: usize, words: &[u64]) {
        self.before_edit(s, pos, removed, words.len() / s.width());
        self.edit_saved(s, pos, removed, words);
    }

    /// Replaces `removed` elements at `pos` by these. The caller has saved what must be saved.
    pub(crate) fn edit_saved(&mut self, s: Seq, pos: usize, removed: usize, words: &[u64]) {
        self.open_gap(s, pos, removed, words.len() / s.width());
        let at = pos * s.width();
        self.words_mut(s)[at..at + words.len()].copy_from_slice(words);
    }

    /// Fills a container that was made in this very operation: nothing is saved.
    pub(crate) fn fill_new(&mut self, s: Seq, words: &[u64]) {
        debug_assert!(s.len() == 0, "a new container is empty");
        let n = words.len() / s.width();
        self.reserve(s, n);
        if n > 0 {
            // SAFETY: see the module; there is room, and the words are not in the new buffer.
            unsafe {
                std::ptr::copy_nonoverlapping(words.as_ptr(), (*s.list()).ptr.cast(), words.len());
                (*s.list()).len = n as u32;
            }
        }
    }

    /// Makes room for `inserted` elements in the place of `removed` ones; the caller fills it.
    fn open_gap(&mut self, s: Seq, pos: usize, removed: usize, inserted: usize) {
        let (len, w) = (s.len(), s.width());
        assert!(
            pos <= len && removed <= len - pos,
            "an edit outside the container"
        );
        if inserted == removed {
            return;
        }
        self.reserve(s, len - removed + inserted);
        // SAFETY: see the module; the buffer has room for the new length, and both ranges lie in it.
        unsafe {
            let p = (*s.list()).ptr.cast::<u64>();
            let tail = len - pos - removed;
            if tail > 0 {
                std::ptr::copy(
                    p.add((pos + removed) * w),
                    p.add((pos + inserted) * w),
                    tail * w,
                );
            }
            if inserted > removed {
                p.add((pos + removed) * w)
                    .write_bytes(0, (inserted - removed) * w);
            }
            (*s.list()).len = (len - removed + inserted) as u32;
        }
    }

    /// Makes room for so many elements in all.
    #[inline]
    pub(crate) fn reserve(&mut self, s: Seq, n: usize) {
        if n > s.cap() {
            self.grow(s, n);
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, s: Seq, n: usize) {
        let (cap, w) = (s.cap(), s.width());
        assert!(n < u32::MAX as usize - 8, "a container too large");
        let wanted = match cap {
            0 => n.max(FEWEST),
            1..4096 => n.max(cap + cap / 2),
            _ => n.max(cap + cap / 4),
        };
        // SAFETY: see the module; `n` exceeds the capacity.
        unsafe {
            let l = s.list();
            let (p, new_cap) = self.pool.grow((*l).ptr.cast(), cap, w, s.len(), wanted);
            (*l).ptr = p.cast();
            (*l).cap = new_cap.min(u32::MAX as usize) as u32;
            self.trigger -= ((new_cap - cap) * w * 8) as i64;
        }
    }

    /// Appends one element.
    #[inline]
    pub(crate) fn push_element<const W: usize>(&mut self, s: Seq, words: [u64; W]) {
        debug_assert_eq!(W, s.width(), "a wrong width");
        let len = s.len();
        self.before_edit(s, len, 0, 1);
        self.reserve(s, len + 1);
        // SAFETY: see the module; there is room for one more.
        unsafe {
            (*s.list()).ptr.cast::<[u64; W]>().add(len).write(words);
            (*s.list()).len = len as u32 + 1;
        }
    }

    /// Overwrites one element.
    #[inline]
    pub(crate) fn put_element<const W: usize>(&mut self, s: Seq, i: usize, words: [u64; W]) {
        debug_assert_eq!(W, s.width(), "a wrong width");
        assert!(i < s.len(), "an element outside the container");
        self.before_edit(s, i, 1, 1);
        // SAFETY: see the module; the element exists.
        unsafe { (*s.list()).ptr.cast::<[u64; W]>().add(i).write(words) }
    }

    /// Removes the last element, which exists.
    #[inline]
    pub(crate) fn pop_element(&mut self, s: Seq) {
        let last = s.len() - 1;
        self.before_edit(s, last, 1, 0);
        // SAFETY: see the module.
        unsafe { (*s.list()).len = last as u32 }
    }

    /// Removes elements and closes the gap.
    pub(crate) fn remove_elements(&mut self, s: Seq, range: Range<usize>) {
        self.edit(s, range.start, range.len(), &[]);
    }

    /// Gives the container other contents altogether; the old buffer may move into the journal.
    pub(crate) fn replace_all(&mut self, s: Seq, words: &[u64]) {
        let w = s.width();
        let n = words.len() / w;
        self.before_replace(s, n);
        let (p, cap) = if n == 0 {
            (std::ptr::null_mut(), 0)
        } else {
            self.pool.alloc(n, w)
        };
        self.trigger -= (cap * w * 8) as i64;
        // SAFETY: see the module; the new buffer has room for the words, and the old one is the container's unless
        // `before_replace` gave it to the journal and left none.
        unsafe {
            let l = s.list();
            std::ptr::copy_nonoverlapping(words.as_ptr(), p, words.len());
            if (*l).cap > 0 {
                self.pool.free((*l).ptr.cast(), (*l).cap as usize, w);
            }
            (*l).ptr = p.cast();
            (*l).cap = cap as u32;
            (*l).len = n as u32;
        }
    }
}
