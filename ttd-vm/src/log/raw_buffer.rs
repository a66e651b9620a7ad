//! A vector written through a raw pointer: the log's bytes and words.
//!
//! A writer checks once for slack (one comparison), takes the end pointer, writes, and sets the new end.
//!
//! # Why the unsafe code is sound
//!
//! `at` points into `memory` or to its end, and everything before it is initialised: that is `set_end`'s contract. The
//! vector's own length is brought up to `at` before the vector is used. Items are `Copy`, so nothing is dropped.

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
    /// Returns an empty buffer; `slack` is the number of items that `has_slack` guarantees.
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

    /// Sets the end.
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

    /// Makes room for `items` more items, and for the slack.
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

    /// Makes room for `items` items in total, and for the slack.
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

    /// Empties it, and keeps the capacity.
    pub(crate) fn clear(&mut self) {
        self.at = self.memory.as_mut_ptr();
    }
}
