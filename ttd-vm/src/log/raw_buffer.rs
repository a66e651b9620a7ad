//! A vector that is written through a pointer: where the log puts its bytes and words.
//!
//! Whoever writes first looks whether there is room, which is one comparison as long as it is for little, then takes the
//! place where the tape ends, writes, and says where it ends now.
//!
//! # Why the unsafe code is sound
//!
//! `at` points into the memory of `memory` or to its end, and everything before it was written: `set_end` is told so.
//! The vector's own length is brought up to that whenever the vector is used. Items are `Copy`, so nothing is dropped.

/// See the module.
pub(crate) struct RawBuffer<T: Copy> {
    memory: Vec<T>,
    /// Where the next item goes.
    at: *mut T,
    /// Up to here `slack` items have room.
    limit: *mut T,
    slack: usize,
}

impl<T: Copy> RawBuffer<T> {
    /// An empty tape. `has_slack` tells whether there is room for so many items.
    pub(crate) fn new(slack: usize) -> RawBuffer<T> {
        let mut memory = Vec::new();
        let at = memory.as_mut_ptr();
        RawBuffer { memory, at, limit: std::ptr::null_mut(), slack }
    }

    /// Where the next item goes.
    #[inline(always)]
    pub(crate) fn end(&self) -> *mut T {
        self.at
    }

    /// From here on nothing was written.
    ///
    /// # Safety
    /// `end` must lie in the room behind `end()`, and everything between must have been written.
    #[inline(always)]
    pub(crate) unsafe fn set_end(&mut self, end: *mut T) {
        self.at = end;
    }

    /// Whether `slack` items have room.
    #[inline(always)]
    pub(crate) fn has_slack(&self) -> bool {
        self.at <= self.limit
    }

    /// Makes room for so many items, and `slack`.
    #[cold]
    pub(crate) fn reserve(&mut self, items: usize) {
        let len = self.written().len();
        // SAFETY: see the module.
        unsafe { self.memory.set_len(len) };
        self.memory.reserve(items.max(self.slack));
        self.at = self.memory.as_mut_ptr().wrapping_add(len);
        self.limit = self.memory.as_mut_ptr().wrapping_add(self.memory.capacity() - self.slack);
    }

    /// For how many items there is room all in all.
    pub(crate) fn capacity(&self) -> usize {
        self.memory.capacity()
    }

    /// Makes room for so many items all in all, and `slack`.
    pub(crate) fn reserve_all(&mut self, items: usize) {
        self.reserve(items.saturating_sub(self.written().len()) + self.slack);
    }

    /// What was written.
    pub(crate) fn written(&self) -> &[T] {
        let start = self.memory.as_ptr();
        let len = (self.at as usize - start as usize) / size_of::<T>();
        // SAFETY: see the module.
        unsafe { std::slice::from_raw_parts(start, len) }
    }

    /// Forgets everything, and keeps the room.
    pub(crate) fn clear(&mut self) {
        self.at = self.memory.as_mut_ptr();
    }
}
