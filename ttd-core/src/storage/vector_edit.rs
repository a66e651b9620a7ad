//! Editing the elements of a container; see `raw_vector`.
//!
//! # Why the unsafe code is sound
//!
//! As in `raw_vector`; every range is checked against the length before it is used, and the buffer is made large enough
//! before the length grows.

use crate::heap::Heap;
use crate::raw_vector::RawVector;
use std::ops::Range;

/// The smallest capacity to allocate, in elements.
const FEWEST: usize = 5;

impl Heap {
    /// Replaces `removed` elements at `pos` by these, after recording what must be recorded.
    pub(crate) fn edit(&mut self, s: RawVector, pos: usize, removed: usize, words: &[u64]) {
        self.before_edit(s, pos, removed, words.len() / s.width());
        self.edit_saved(s, pos, removed, words);
    }

    /// Replaces `removed` elements at `pos` by these; the caller has recorded the change.
    pub(crate) fn edit_saved(&mut self, s: RawVector, pos: usize, removed: usize, words: &[u64]) {
        self.open_gap(s, pos, removed, words.len() / s.width());
        let at = pos * s.width();
        let to = &mut self.words_mut(s)[at..at + words.len()];
        match (to, words) {
            ([], []) => {}
            ([to], [word]) => *to = *word,
            (to, words) => to.copy_from_slice(words),
        }
    }

    /// Fills a container allocated by this operation: nothing is recorded.
    pub(crate) fn fill_new(&mut self, s: RawVector, words: &[u64]) {
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

    /// Fills a container allocated by this operation, whose elements are single words, with bytes; the last word is
    /// padded with zeros.
    pub(crate) fn fill_new_bytes(&mut self, s: RawVector, bytes: &[u8]) {
        debug_assert!(s.len() == 0 && s.width() == 1, "a new container is empty");
        let n = bytes.len().div_ceil(size_of::<u64>());
        self.reserve(s, n);
        if n > 0 {
            // SAFETY: see the module; there is room, and the bytes are not in the new buffer.
            unsafe {
                let words = (*s.list()).ptr.cast::<u64>();
                words.add(n - 1).write(0);
                std::ptr::copy_nonoverlapping(bytes.as_ptr(), words.cast(), bytes.len());
                (*s.list()).len = n as u32;
            }
        }
    }

    /// Fills a container allocated by this operation with the elements of another of the same width.
    pub(crate) fn fill_new_like(&mut self, s: RawVector, from: RawVector) {
        debug_assert!(s.len() == 0 && s.0 != from.0 && s.width() == from.width(), "a new container is empty");
        let n = from.len();
        self.reserve(s, n);
        if n > 0 {
            // SAFETY: see the module; there is room, and the two have different buffers.
            unsafe {
                std::ptr::copy_nonoverlapping((*from.list()).ptr.cast::<u64>(), (*s.list()).ptr.cast(), n * s.width());
                (*s.list()).len = n as u32;
            }
        }
    }

    /// Replaces `removed` elements at `pos` by all elements of another container of the same width.
    #[inline]
    pub(crate) fn edit_from(&mut self, s: RawVector, pos: usize, removed: usize, from: RawVector) {
        if s.0 == from.0 {
            let words = self.words(from).to_vec();
            return self.edit(s, pos, removed, &words);
        }
        debug_assert_eq!(s.width(), from.width(), "elements are of one width");
        let (n, w) = (from.len(), s.width());
        self.before_edit(s, pos, removed, n);
        self.open_gap(s, pos, removed, n);
        if n > 0 {
            // SAFETY: see the module; the gap has room for `n` elements, and the two have different buffers.
            unsafe {
                let to = (*s.list()).ptr.cast::<u64>().add(pos * w);
                std::ptr::copy_nonoverlapping((*from.list()).ptr.cast(), to, n * w);
            }
        }
    }

    /// Fills a list allocated by this operation with `n` items of another from `start` on, `step` apart.
    ///
    /// # Panics
    /// When one of them lies outside.
    #[inline]
    pub(crate) fn fill_new_from(&mut self, s: RawVector, from: RawVector, start: usize, step: isize, n: usize) {
        debug_assert!(s.len() == 0 && s.0 != from.0, "a new list is empty");
        if n == 0 {
            return;
        }
        let last = (n as isize - 1).checked_mul(step).and_then(|d| start.checked_add_signed(d));
        assert!(start < from.len() && last.is_some_and(|l| l < from.len()), "items outside the list");
        assert!(s.cap() >= n, "a new list has room");
        // SAFETY: see the module; there is room, all positions between two that lie in the list do, and the two have
        // different buffers.
        unsafe {
            let (mut source, to) = ((*from.list()).ptr.add(start).cast_const(), (*s.list()).ptr);
            if step == 1 {
                std::ptr::copy_nonoverlapping(source, to, n);
            } else {
                for i in 0..n {
                    *to.add(i) = *source;
                    source = source.wrapping_offset(step);
                }
            }
            (*s.list()).len = n as u32;
        }
    }

    /// Makes room for `inserted` elements in place of `removed` ones; the caller fills it.
    #[inline]
    fn open_gap(&mut self, s: RawVector, pos: usize, removed: usize, inserted: usize) {
        let (len, w) = (s.len(), s.width());
        assert!(pos <= len && removed <= len - pos, "an edit outside the container");
        if inserted == removed {
            return;
        }
        self.reserve(s, len - removed + inserted);
        // SAFETY: see the module; the buffer has room for the new length, and both ranges lie in it.
        unsafe {
            let p = (*s.list()).ptr.cast::<u64>();
            let tail = len - pos - removed;
            if tail > 0 {
                std::ptr::copy(p.add((pos + removed) * w), p.add((pos + inserted) * w), tail * w);
            }
            if inserted > removed {
                p.add((pos + removed) * w).write_bytes(0, (inserted - removed) * w);
            }
            (*s.list()).len = (len - removed + inserted) as u32;
        }
    }

    /// Makes room for `n` elements in all.
    #[inline]
    pub(crate) fn reserve(&mut self, s: RawVector, n: usize) {
        if n > s.cap() {
            self.grow(s, n);
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, s: RawVector, n: usize) {
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
    pub(crate) fn push_element<const W: usize>(&mut self, s: RawVector, words: [u64; W]) {
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
    pub(crate) fn put_element<const W: usize>(&mut self, s: RawVector, i: usize, words: [u64; W]) {
        debug_assert_eq!(W, s.width(), "a wrong width");
        assert!(i < s.len(), "an element outside the container");
        self.before_edit(s, i, 1, 1);
        // SAFETY: see the module; the element exists.
        unsafe { (*s.list()).ptr.cast::<[u64; W]>().add(i).write(words) }
    }

    /// Removes the last element, which must exist.
    #[inline]
    pub(crate) fn pop_element(&mut self, s: RawVector) {
        let last = s.len() - 1;
        self.before_edit(s, last, 1, 0);
        // SAFETY: see the module.
        unsafe { (*s.list()).len = last as u32 }
    }

    /// Removes elements and closes the gap.
    pub(crate) fn remove_elements(&mut self, s: RawVector, range: Range<usize>) {
        self.edit(s, range.start, range.len(), &[]);
    }

    /// Replaces all elements; the old buffer may move into the journal.
    pub(crate) fn replace_all(&mut self, s: RawVector, words: &[u64]) {
        let w = s.width();
        let n = words.len() / w;
        self.before_replace(s, n);
        let (p, cap) = if n == 0 { (std::ptr::null_mut(), 0) } else { self.pool.alloc(n, w) };
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
