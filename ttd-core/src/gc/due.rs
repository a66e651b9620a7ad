//! When a collection is due.

use crate::heap::Heap;

/// The most by which questions can put off a collection, in bytes.
const MOST_SPARED: i64 = 64 << 20;

impl Heap {
    /// Whether a collection is due.
    #[inline(always)]
    pub fn wants_collection(&self) -> bool {
        self.fresh_bytes >= self.trigger
    }

    /// Lets a collection be due that much earlier: host data that an object refers to takes this many bytes.
    pub fn note_outside(&mut self, bytes: usize) {
        self.trigger -= bytes as i64;
    }

    /// The bytes that may be allocated before a collection is due.
    pub fn bytes_before_collection(&self) -> i64 {
        self.trigger - self.fresh_bytes
    }

    /// Has what was allocated since there were `before` bytes left count for little, up to a limit: it was rolled back,
    /// and nothing refers to it. A debugger's question at every event would else collect all the time.
    pub fn spare(&mut self, before: i64) {
        let used = before - self.bytes_before_collection();
        let spared = (used - used / 8).clamp(0, MOST_SPARED - self.spared);
        self.trigger += spared;
        self.spared += spared;
    }

    /// Makes the next check whether to collect say yes.
    pub fn collect_soon(&mut self) {
        self.trigger = self.trigger.min(self.fresh_bytes);
    }

    /// Sets how many bytes may be allocated before the next collection: fewer where that reaches the limit, but not so
    /// few that one collection follows another.
    pub(crate) fn set_trigger(&mut self, bytes: i64) {
        let limit = self.config.limit_bytes;
        let room = limit.saturating_sub(self.bytes_used()).max(limit / 64).cast_signed();
        self.trigger = bytes.min(room);
        self.spared = 0;
    }
}
