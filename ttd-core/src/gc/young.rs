//! Collections of what is young: of objects that were made since the last one.
//!
//! Most objects die young, and in a logged run nearly all others are held by the log for good. So the marks of what
//! outlived a collection stay, and the next one marks and frees only what was made since. What is old can refer to
//! what is young only where it was written to since, and under the rule that every write is logged the journal names
//! all such objects: those in its new entries are traced once more.
//!
//! **Invariant.** While `Heap::marked` is there, every object that has the heap's mark was reached by a collection, and
//! every reference that was put into it since is in the open segment or in a node that is younger than the collection.
//! Whatever else writes to objects or marks (going back, questions about what is dead) takes it away; then the next
//! collection is a full one. So is one now and then: what dies old is found by no other.
//!
//! # Why the unsafe code is sound
//!
//! The journal names cells with an initialised header: collections keep them.

use crate::gc::mark::Marker;
use crate::heap::Heap;
use crate::journal::entry::each_cell;

/// What the last collection left.
pub(crate) struct RetainedMarks {
    /// How many nodes of the history it went through.
    nodes: usize,
    /// After so many bytes of new objects, whether they live or not, everything is to be collected.
    left: i64,
}

/// So much more may be made before everything is collected if the young are collected in between.
const FULL_COLLECTION_FACTOR: i64 = 16;
/// The least number of bytes that young objects have together when they are collected.
const MIN_YOUNG_BYTES: i64 = 32 << 20;
/// The mark of an old object that is among those that are traced again.
const TRACE_AGAIN: u8 = 4;

impl Heap {
    /// After a full collection: how many bytes may be made until the next. `next`: until the next full one.
    pub(crate) fn retain_marks(&mut self, next: i64) -> i64 {
        if !self.every_write || self.cursor.is_some() {
            return next;
        }
        let nodes = self.tree.nodes.len();
        let left = next.saturating_mul(FULL_COLLECTION_FACTOR);
        self.retained_marks = Some(RetainedMarks { nodes, left });
        MIN_YOUNG_BYTES.max(self.old_bytes as i64).min(next)
    }

    /// Whether a collection of what is young will do.
    pub fn can_collect_young(&self) -> bool {
        let is_there = |marked: &RetainedMarks| marked.left > self.fresh_bytes;
        self.cursor.is_none() && self.retained_marks.as_ref().is_some_and(is_there)
    }

    /// Frees the objects that were made since the last collection and that nothing can reach. The roots may leave out
    /// what was a root at the last collection and refers to the same objects.
    ///
    /// # Panics
    /// When `can_collect_young` says no.
    pub fn collect_young(&mut self, roots: &mut dyn FnMut(&mut Marker<'_>)) {
        let Some(marked) = self.retained_marks.take() else {
            panic!("there are no marks of an earlier collection");
        };
        let made = self.fresh_bytes;
        let written = self.written_old_objects(marked.nodes);
        self.mark_more(self.mark, Some(marked.nodes), written, roots);
        self.sweep_unmarked();
        self.trigger = MIN_YOUNG_BYTES.max(self.old_bytes as i64);
        self.retained_marks = Some(RetainedMarks { nodes: self.tree.nodes.len(), left: marked.left - made });
    }

    /// The old objects that the new part of the journal names, each once.
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
