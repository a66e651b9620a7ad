//! The pool: the memory of container buffers and journal chunks.
//!
//! Buffers are measured in words of eight bytes. Up to 128 KiB they are carved from slabs of 2 MiB in size classes and
//! recycled through free lists; before a new slab is taken, free buffers above 4 KiB are divided. Larger ones come from
//! the C library; some of them are kept when freed, because page faults of fresh memory cost more than writing to it.
//! There are two classes per power of two up to 4 KiB, and eight above, where a log keeps buffers that never grow.
//!
//! **Invariant.** A buffer is freed with the capacity that `alloc` or `grow` reported, which leads to the same class
//! again: `alloc` gives `cap = class / width` elements, and `cap * width` rounds up to the same class.
//!
//! **Limits.** Slabs are returned only when the heap is dropped.
//!
//! # Why the unsafe code is sound
//!
//! 1. A buffer belongs to one owner: a container, a journal entry, or the pool. Each frees it once, with its capacity.
//! 2. A free buffer keeps the next free one in its first word, and every class has at least four words.

use crate::memory::system::{HUGE, fresh, give_back, regrow};
use std::ptr;

/// Log2 of the largest of the small classes, in words.
const SMALL: u32 = 9;
const SMALL_CLASSES: usize = 15;
const CLASSES: usize = SMALL_CLASSES + 5 * 8;
const LARGEST: usize = 16 << 10;
/// Words of the first slab; later ones fill a large page.
const FIRST_SLAB: usize = 32 << 10;
const PAGE: usize = 512;
const KEPT_WORDS: usize = 8 << 20;
/// The number of free buffers of a class that wait for others of its size; if there are more, they are divided.
const SPARE: u32 = 16;

/// Owns the slabs and the kept buffers; see the module.
pub(crate) struct Pool {
    free: [*mut u64; CLASSES],
    /// How many free buffers each class has.
    count: [u32; CLASSES],
    bump: *mut u64,
    left: usize,
    slabs: Vec<*mut u64>,
    /// Freed large buffers and their sizes in words.
    kept: Vec<(*mut u64, usize)>,
    kept_words: usize,
    /// Words handed out and not yet freed.
    in_use: usize,
    /// The part of them that belongs to segments of the journal.
    pub(crate) journal: usize,
}

/// Sizes up to this many words find their class in a table.
const LISTED: usize = 64;

/// The class and its size, for each of the smallest sizes.
static CLASS_OF: [(u8, u8); LISTED + 1] = {
    let mut list = [(0, 0); LISTED + 1];
    let mut words = 0;
    while words <= LISTED {
        let (class, size) = class_computed(words);
        list[words] = (class as u8, size as u8);
        words += 1;
    }
    list
};

/// The size of each class.
static SIZES: [usize; CLASSES] = {
    let mut sizes = [0; CLASSES];
    let mut words = 4;
    while words <= LARGEST {
        let (class, size) = class_computed(words);
        sizes[class] = size;
        words = size + 1;
    }
    sizes
};

/// Returns the smallest class of at least `words` words, and its size: 4, 6, 8, 12, 16, 24 ... 512, 576, 640 ...
#[inline(always)]
fn class_of(words: usize) -> (usize, usize) {
    match CLASS_OF.get(words) {
        Some(&(class, size)) => (usize::from(class), usize::from(size)),
        None => class_computed(words),
    }
}

const fn class_computed(words: usize) -> (usize, usize) {
    let words = if words < 4 { 4 } else { words };
    let k = (words - 1).ilog2();
    if k >= SMALL {
        let step = k - 3;
        let size = words.next_multiple_of(1 << step);
        let nth = ((size - (1 << k)) >> step) - 1;
        return (SMALL_CLASSES + (k - SMALL) as usize * 8 + nth, size);
    }
    let (k, half) = (k as usize, 3 << (k - 1));
    if words <= half { (2 * k - 3, half) } else { (2 * k - 2, 2 << k) }
}

/// Fetches memory that will be read soon. Free lists are chains through cold memory: the next link arrives while the
/// first buffer or cell is being filled.
#[inline(always)]
pub(crate) fn prefetch<T>(p: *const T) {
    // SAFETY: a hint; any address may be given.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(p.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = p;
}

impl Pool {
    pub(crate) fn new() -> Pool {
        Pool {
            free: [ptr::null_mut(); CLASSES],
            count: [0; CLASSES],
            bump: ptr::null_mut(),
            left: 0,
            slabs: Vec::new(),
            kept: Vec::new(),
            kept_words: 0,
            in_use: 0,
            journal: 0,
        }
    }

    /// Returns the words handed out and not yet freed.
    pub(crate) fn words_in_use(&self) -> usize {
        self.in_use
    }

    /// Allocates a buffer for at least `n` elements of `width` words; returns it uninitialised with its capacity.
    #[inline]
    pub(crate) fn alloc(&mut self, n: usize, width: usize) -> (*mut u64, usize) {
        let words = n * width;
        if words > LARGEST {
            return self.alloc_large(words, width, 2);
        }
        let (class, size) = class_of(words);
        self.in_use += size;
        let p = self.pop(class).unwrap_or_else(|| self.carve(size));
        (p, size / width)
    }

    /// Allocates a buffer whose owner remembers only this number of words.
    pub(crate) fn alloc_exact(&mut self, words: usize) -> *mut u64 {
        if words > LARGEST {
            return self.alloc_large(words, 1, 1).0;
        }
        self.alloc(words, 1).0
    }

    #[cold]
    fn carve(&mut self, size: usize) -> *mut u64 {
        if self.left < size {
            self.free_rest();
            (self.bump, self.left) = self.take_free(size).unwrap_or_else(|| self.take_slab());
        }
        let p = self.bump;
        // SAFETY: `left` words follow `bump` in the slab, and `size` is at most that.
        self.bump = unsafe { p.add(size) };
        self.left -= size;
        p
    }

    fn take_slab(&mut self) -> (*mut u64, usize) {
        let words = if self.slabs.is_empty() { FIRST_SLAB } else { HUGE / 8 };
        let slab = fresh(words);
        self.slabs.push(slab);
        (slab, words)
    }

    /// Frees what is left of the place that buffers were carved from.
    fn free_rest(&mut self) {
        let Some(class) = SIZES.iter().rposition(|size| *size <= self.left) else { return };
        // SAFETY: these words belong to nobody, and there are as many as the class has, or more.
        unsafe { self.push(self.bump, class) };
        self.left = 0;
    }

    /// Takes a free buffer of at least `size` words, of the class with the most free memory, to carve smaller ones from
    /// it: a log leaves many when it packs what they hold.
    fn take_free(&mut self, size: usize) -> Option<(*mut u64, usize)> {
        let large = (SMALL_CLASSES..CLASSES).filter(|class| SIZES[*class] >= size && self.count[*class] > SPARE);
        let class = large.max_by_key(|class| self.count[*class] as usize * SIZES[*class])?;
        Some((self.pop(class)?, SIZES[class]))
    }

    /// Takes a free buffer of this class.
    #[inline(always)]
    fn pop(&mut self, class: usize) -> Option<*mut u64> {
        let p = self.free[class];
        if p.is_null() {
            return None;
        }
        // SAFETY: free buffers keep the next one in their first word.
        self.free[class] = unsafe { *p } as *mut u64;
        prefetch(self.free[class]);
        self.count[class] -= 1;
        Some(p)
    }

    /// Puts a buffer into the list of its class.
    ///
    /// # Safety
    /// It must have as many words as buffers of the class, and belong to nobody.
    #[inline(always)]
    unsafe fn push(&mut self, p: *mut u64, class: usize) {
        // SAFETY: the caller's promise; every class has at least four words.
        unsafe { *p = self.free[class] as u64 };
        self.free[class] = p;
        self.count[class] += 1;
    }

    /// Allocates a large buffer; a kept one may be up to `most` times as large as needed.
    #[cold]
    fn alloc_large(&mut self, words: usize, width: usize, most: usize) -> (*mut u64, usize) {
        let size = words.next_multiple_of(PAGE);
        if let Some(i) = self.kept.iter().position(|k| k.1 >= size && k.1 <= size * most) {
            let (p, size) = self.kept.swap_remove(i);
            self.kept_words -= size;
            self.in_use += size;
            return (p, size / width);
        }
        self.in_use += size;
        (fresh(size), size / width)
    }

    /// Returns the words that a buffer of this capacity occupies.
    pub(crate) fn size_of(cap: usize, width: usize) -> usize {
        let words = cap * width;
        if words > LARGEST { words.next_multiple_of(PAGE) } else { class_of(words).1 }
    }

    /// Frees a buffer.
    ///
    /// # Safety
    /// `p` and `cap` must come from this pool with the same `width`, and the caller must own the buffer.
    #[inline]
    pub(crate) unsafe fn free(&mut self, p: *mut u64, cap: usize, width: usize) {
        let words = cap * width;
        if words <= LARGEST {
            let (class, size) = class_of(words);
            self.in_use -= size;
            // SAFETY: the buffer is the caller's, and of the class's size.
            unsafe { self.push(p, class) };
            return;
        }
        let size = words.next_multiple_of(PAGE);
        self.in_use -= size;
        if self.kept_words + size <= KEPT_WORDS && self.kept.len() < 64 {
            self.kept.push((p, size));
            self.kept_words += size;
        } else {
            // SAFETY: large buffers come from `fresh`.
            unsafe { give_back(p) };
        }
    }

    /// Returns a buffer for at least `n` elements that begins with the first `used` of the old one.
    ///
    /// # Safety
    /// As `free`; `used` must not exceed `cap`, and `n` must exceed it.
    pub(crate) unsafe fn grow(
        &mut self,
        p: *mut u64,
        cap: usize,
        width: usize,
        used: usize,
        n: usize,
    ) -> (*mut u64, usize) {
        debug_assert!(used <= cap && n > cap, "grow that does not grow");
        if cap * width > LARGEST {
            let old = Self::size_of(cap, width);
            let new = (n * width).next_multiple_of(PAGE);
            // SAFETY: large buffers come from `fresh`.
            let q = unsafe { regrow(p, new) };
            self.in_use = self.in_use - old + new;
            return (q, new / width);
        }
        let (q, new_cap) = self.alloc(n, width);
        if cap > 0 {
            // SAFETY: both buffers have room for `used` elements and are different ones.
            unsafe {
                ptr::copy_nonoverlapping(p, q, used * width);
                self.free(p, cap, width);
            }
        }
        (q, new_cap)
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        for p in self.slabs.drain(..).chain(self.kept.drain(..).map(|k| k.0)) {
            // SAFETY: slabs and kept buffers come from `fresh`, and the heap has freed all others.
            unsafe { give_back(p) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_has_a_class_that_a_buffer_of_it_finds_again() {
        let mut sizes = [0; CLASSES];
        for words in 1..=LARGEST {
            let (class, size) = class_of(words);
            assert!(size >= words && (sizes[class] == 0 || sizes[class] == size), "{words} words");
            assert!(words <= 512 || size - words < words / 8, "{size} words for {words}");
            sizes[class] = size;
            for width in (1..=3).filter(|width| words % width == 0) {
                assert_eq!(class_of(size / width * width), (class, size), "{words} words, {width} wide");
            }
        }
        assert!(sizes.iter().all(|size| *size > 0) && sizes.is_sorted());
    }
}
