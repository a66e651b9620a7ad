//! Young collections: freeing only objects allocated since the last collection.
//!
//! Most objects die young, and in a logged run the log keeps nearly all others. So the marks of survivors stay, and the
//! next collection marks and frees only newer objects. An old object can refer to a young one only if it was written to
//! since, and when every write is logged the journal names all such objects: those named by its new entries are traced
//! once more.
//!
//! **Invariant.** While `Heap::retained_marks` is set, every object with the heap's mark was reached by a collection,
//! and every reference stored into it since is in the open segment or in a node newer than the collection. Everything
//! else that writes to objects or marks (going back, searches for unreachable objects) clears it, and the next
//! collection is a full one. Full collections also run now and then, because only they free objects that die old.
//!
//! # Why the unsafe code is sound
//!
//! The journal names cells with an initialised header: collections keep them.

use crate::gc::mark::Marker;
use crate::heap::Heap;
use crate::journal::entry::each_cell;

/// The state left by the last collection.
pub(crate) struct RetainedMarks {
    /// The number of history nodes that it walked.
    nodes: usize,
    /// Bytes of new objects, live or dead, until a full collection is due.
    left: i64,
}

/// How much further apart full collections are when young ones run in between.
const FULL_COLLECTION_FACTOR: i64 = 16;
/// The fewest bytes of new objects that trigger a young collection.
const MIN_YOUNG_BYTES: i64 = 32 << 20;
/// The mark of an old object that is to be traced again.
const TRACE_AGAIN: u8 = 4;

impl Heap {
    /// Keeps the marks after a full collection. `next` is the number of bytes until the next full collection; returns
    /// the number until the next of either kind.
    pub(crate) fn retain_marks(&mut self, next: i64) -> i64 {
        if !self.every_write || self.cursor.is_some() {
            return next;
        }
        let nodes = self.tree.nodes.len();
        let left = next.saturating_mul(FULL_COLLECTION_FACTOR);
        self.retained_marks = Some(RetainedMarks { nodes, left });
        MIN_YOUNG_BYTES.max(self.old_bytes as i64).min(next)
    }

    /// Whether a young collection suffices.
    pub fn can_collect_young(&self) -> bool {
        let is_there = |marks: &RetainedMarks| marks.left > self.fresh_bytes;
        self.cursor.is_none() && self.retained_marks.as_ref().is_some_and(is_there)
    }

    /// Frees unreachable objects allocated since the last collection. The roots may omit those that already were roots
    /// then and refer to the same objects.
    ///
    /// # Panics
    /// When `can_collect_young` returns false.
    pub fn collect_young(&mut self, roots: &mut dyn FnMut(&mut Marker<'_>)) {
        let Some(marks) = self.retained_marks.take() else {
            panic!("there are no marks of an earlier collection");
        };
        let made = self.fresh_bytes;
        let written = self.written_old_objects(marks.nodes);
        self.mark_more(self.mark, Some(marks.nodes), written, roots);
        self.sweep_unmarked();
        self.set_trigger(MIN_YOUNG_BYTES.max(self.old_bytes as i64));
        self.retained_marks = Some(RetainedMarks { nodes: self.tree.nodes.len(), left: marks.left - made });
    }

    /// Returns the old objects that the new part of the journal names, each once.
    fn written_old_objects(&self, nodes: usize) -> Vec<u32> {
        let mut found = Vec::new();
        let mut name = |index: u32| {
            // SAFETY: see the module.
            let header = unsafe { &mut *self.cell_at(index) };
            if header.mark == self.mark {
                header.mark = TRACE_AGAIN;
                found.push(index);
            }
        };
        let chunks = self.tree.segments(nodes).flat_map(|s| s.chunks());
        for chunk in self.journal.chunks().chain(chunks) {
            each_cell(chunk, |_, index, _| name(index));
        }
        self.tree.compressed_references(nodes).for_each(&mut name);
        for &index in &found {
            // SAFETY: see the module.
            unsafe { (*self.cell_at(index)).mark = self.mark };
        }
        found
    }
}
