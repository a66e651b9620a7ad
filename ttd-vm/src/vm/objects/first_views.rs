//! The buffers that had no views at the last collection: all views of such a buffer are young, and the search for
//! living ones need not look at old objects.
//!
//! This is knowledge, not state: without an entry the whole heap is searched, to the same answer. Going to another time
//! forgets all entries, for there a buffer may have older views.

use ttd_core::Heap;
use ttd_core::value::Value;

/// The number of buffers that are known: of the streams of a program few are in the middle of something.
const KNOWN: usize = 16;

/// The buffers whose first view was made last, each with the number of collections before that.
pub(crate) struct FirstViews {
    known: [(Value, u64); KNOWN],
    next: usize,
}

impl FirstViews {
    pub(crate) const EMPTY: FirstViews = FirstViews { known: [(Value::UNBOUND, 0); KNOWN], next: 0 };

    /// Notes a new view of a buffer, which counts it already.
    pub(crate) fn note(&mut self, heap: &Heap, buffer: Value) {
        if heap.buffer_exports(buffer) == 1 {
            self.forget(buffer);
            self.known[self.next] = (buffer, heap.times_aged());
            self.next = (self.next + 1) % KNOWN;
        }
    }

    /// Whether no view of a buffer is old.
    pub(crate) fn are_young(&self, heap: &Heap, buffer: Value) -> bool {
        self.known.contains(&(buffer, heap.times_aged()))
    }

    /// Forgets a buffer, of which no view is left.
    pub(crate) fn forget(&mut self, buffer: Value) {
        if let Some(first) = self.known.iter_mut().find(|(known, _)| *known == buffer) {
            first.0 = Value::UNBOUND;
        }
    }
}
