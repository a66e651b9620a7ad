//! A vector of words in the pool's memory: the chunks of journal segments.
//!
//! It must be given back with `retire`; dropping it leaks the memory until the heap ends, which `verify` detects.
//!
//! # Why the unsafe code is sound
//!
//! `ptr` points to `cap` words that the pool gave to this vector alone, of which the first `len` are initialised; an
//! empty vector has no memory.

use crate::memory::pool::Pool;
use std::ops::Deref;

/// A chunk of words; see the module.
#[derive(Debug)]
pub(crate) struct WordVec {
    ptr: *mut u64,
    len: usize,
    cap: usize,
}

impl Default for WordVec {
    fn default() -> WordVec {
        WordVec { ptr: std::ptr::null_mut(), len: 0, cap: 0 }
    }
}

impl Deref for WordVec {
    type Target = [u64];

    #[inline(always)]
    fn deref(&self) -> &[u64] {
        // SAFETY: see the module.
        unsafe { if self.cap == 0 { &[] } else { std::slice::from_raw_parts(self.ptr, self.len) } }
    }
}

impl WordVec {
    /// Creates an empty vector with room for `n` words.
    pub(crate) fn new(pool: &mut Pool, n: usize) -> WordVec {
        if n == 0 {
            return WordVec::default();
        }
        let (ptr, cap) = pool.alloc(n, 1);
        pool.journal += cap;
        WordVec { ptr, len: 0, cap }
    }

    /// Copies words into a vector of exactly their size.
    pub(crate) fn copy_of(pool: &mut Pool, words: &[u64]) -> WordVec {
        let mut copy = WordVec::new(pool, words.len());
        copy.extend_from_slice(words);
        copy
    }

    /// Copies bytes into a vector of exactly their size, eight to a word, little-endian.
    pub(crate) fn of_bytes(pool: &mut Pool, bytes: &[u8]) -> WordVec {
        let len = bytes.len().div_ceil(8);
        let mut copy = WordVec::new(pool, len);
        if len == 0 {
            return copy;
        }
        // SAFETY: see the module; there is room for the bytes in `len` words, the last of which is zero before.
        unsafe {
            copy.ptr.add(len - 1).write(0);
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), copy.ptr.cast(), bytes.len());
            std::slice::from_raw_parts_mut(copy.ptr, len).iter_mut().for_each(|word| *word = u64::from_le(*word));
        }
        copy.len = len;
        copy
    }

    /// Gives the memory back to the pool.
    pub(crate) fn retire(self, pool: &mut Pool) {
        if self.cap > 0 {
            pool.journal -= self.cap;
            // SAFETY: see the module; the vector ends here.
            unsafe { pool.free(self.ptr, self.cap, 1) };
        }
    }

    /// Returns the capacity in words.
    #[inline(always)]
    pub(crate) fn capacity(&self) -> usize {
        self.cap
    }

    /// Shortens the vector to `len` words.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// Removes all words.
    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    /// Appends a word, for which there must be room.
    #[inline(always)]
    pub(crate) fn push(&mut self, word: u64) {
        assert!(self.len < self.cap, "no room in the journal");
        // SAFETY: see the module; there is room.
        unsafe { self.ptr.add(self.len).write(word) };
        self.len += 1;
    }

    /// Appends `N` words, for which there must be room.
    #[inline(always)]
    pub(crate) fn push_all<const N: usize>(&mut self, words: [u64; N]) {
        assert!(self.cap - self.len >= N, "no room in the journal");
        // SAFETY: see the module; there is room.
        unsafe { self.ptr.add(self.len).cast::<[u64; N]>().write(words) };
        self.len += N;
    }

    /// Whether two more words fit.
    #[inline(always)]
    pub(crate) fn has_room_for_two(&self) -> bool {
        self.cap - self.len >= 2
    }

    /// Appends the first or both of two words; needs room for both.
    #[inline(always)]
    pub(crate) fn push_some(&mut self, words: [u64; 2], used: usize) {
        assert!(self.has_room_for_two(), "no room in the journal");
        // SAFETY: see the module; there is room.
        unsafe { self.ptr.add(self.len).cast::<[u64; 2]>().write(words) };
        self.len += used.clamp(1, 2);
    }

    /// Appends words, for which there must be room.
    #[inline(always)]
    pub(crate) fn extend_from_slice(&mut self, words: &[u64]) {
        if let &[word] = words {
            return self.push(word);
        }
        assert!(words.len() <= self.cap - self.len, "no room in the journal");
        // SAFETY: see the module; there is room, and the memory is this vector's alone.
        unsafe { std::ptr::copy_nonoverlapping(words.as_ptr(), self.ptr.add(self.len), words.len()) };
        self.len += words.len();
    }
}
