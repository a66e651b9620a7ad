//! Young collections: freeing only objects allocated since the last collection.
//!
//! Most objects die young, so the marks of survivors stay, and the next collection marks and frees only newer objects:
//! it costs what was allocated, not what is alive. An old object can refer to a young one only if it was written to
//! since, so such objects are traced once more.
//!
//! * **First write per epoch.** A collection begins an epoch, so the first write to each old object comes to the
//!   barrier, which remembers it (`remember`). Going to another checkpoint remembers the objects that it changes, and
//!   the segments that it exchanges: these may refer to new objects now (`Tree::note_exchanged`).
//! * **Every write is logged.** The journal names the objects. The log keeps nearly everything alive, so there are
//!   fewer collections.
//!
//! **Invariant.** While `Heap::retained_marks` is set, every object with the heap's mark was reached by a collection,
//! and every object that a reference was stored into since is remembered, or named by the open segment, behind the
//! place to which the collection has walked it, or by a node newer than the collection. Everything else that writes to
//! objects or marks (going back in a log, pruning) clears it, and the next collection is a full one. Full collections
//! also run now and then, because only they free objects that die old.
//!
//! # Why the unsafe code is sound
//!
//! The journal names cells with an initialised header: collections keep them. Remembered cells are those of old
//! objects, which only full collections free.

use crate::gc::marker::Marker;
use crate::gc::unreachable::{ORDERED, Owner, REACHED};
use crate::heap::Heap;
use crate::journal::entry::each_cell;
use crate::memory::size_classes::UNIT;
use crate::object::Header;
use crate::raw_vector::{RawVector, is_container};
use crate::value::{TypeId, Value};

/// The state left by the last collection.
pub(crate) struct RetainedMarks {
    /// The number of history nodes that it walked, and that the last search walked.
    nodes: usize,
    searched: usize,
    /// The bytes that were in use afterwards.
    used: u64,
    /// Until a full collection is due: bytes of new objects when every write is logged, otherwise those by which the
    /// memory in use may grow.
    left: i64,
}

/// How much further apart full collections are when young ones run in between, and every write is logged.
const FULL_COLLECTION_FACTOR: i64 = 16;
/// The bytes of new objects that trigger a young collection when every write is logged.
const LOGGED_BYTES: i64 = 32 << 20;
/// How many bytes of new objects are worth reading a byte of old ones, which may refer to a cell in cold memory.
const READING_FACTOR: u64 = 4;
/// From this many young objects on, those that a search has reached are old for the next one.
const WORTH_PROMOTING: usize = 512;
/// The mark of an old object that is to be traced again.
pub(crate) const REMEMBERED: u8 = 4;

impl Heap {
    /// Keeps the marks after a full collection. `next` is the number of bytes until the next full collection; returns
    /// the number until the next of either kind.
    pub(crate) fn retain_marks(&mut self, next: i64) -> i64 {
        if self.cursor.is_some() {
            return next;
        }
        let nodes = self.tree.nodes.len();
        let left = if self.every_write { next.saturating_mul(FULL_COLLECTION_FACTOR) } else { next };
        self.retained_marks = Some(RetainedMarks { nodes, searched: nodes, used: self.bytes_used(), left });
        self.journal.note_walked();
        self.begin_generation();
        self.young_bytes(0).min(next)
    }

    /// Returns the bytes of new objects that trigger the next young collection, when the last one read this many bytes
    /// of old objects and of the journal: it must not cost more than making the objects did.
    fn young_bytes(&self, read: u64) -> i64 {
        match self.every_write {
            true => LOGGED_BYTES,
            false => self.config.min_collect_bytes.max(READING_FACTOR * read) as i64,
        }
    }

    /// Lets the first write to each object come to the barrier.
    fn begin_generation(&mut self) {
        if !self.every_write {
            self.next_epoch();
        }
    }

    /// Has the next collection be a full one: roots come that young collections do not visit.
    pub fn collect_fully_next(&mut self) {
        self.retained_marks = None;
    }

    /// Regards every object there is as reached by a collection, garbage too, so that young collections suffice from
    /// here on: it costs what was allocated since the last collection. For a while in which the first write per epoch
    /// is recorded; objects that became garbage before are freed by the next full collection.
    pub fn retain_all(&mut self) {
        self.close_segment();
        let mark = self.mark;
        self.take_remembered();
        self.each_touched_cell(|cell| cell.mark = mark);
        self.sweep_unmarked(false);
        self.tree.forget_exchanged();
        let next = self.retain_marks(self.full_bytes());
        self.set_trigger(next);
    }

    /// Whether a young collection suffices. Near the limit of memory it does not.
    pub fn can_collect_young(&self) -> bool {
        let Some(marks) = &self.retained_marks else { return false };
        let least = if self.every_write { self.fresh_bytes } else { 0 };
        marks.left > least && self.cursor.is_none() && self.bytes_used() < self.config.limit_bytes
    }

    /// Returns the number of history nodes at the last collection, whose marks are kept: roots of checkpoints that are
    /// older may be omitted by a young collection.
    pub fn nodes_collected(&self) -> u32 {
        self.retained_marks.as_ref().map_or(0, |marks| marks.nodes as u32)
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
        let (made, written) = (self.fresh_bytes, self.take_remembered());
        let old_bytes = written.iter().map(|index| self.container_bytes(*index)).sum::<u64>();
        let read = self.journal.unwalked_bytes() + old_bytes;
        match self.every_write {
            true => self.mark_written(marks.nodes, roots),
            false => self.mark_more(self.mark, Some(marks.nodes), written, roots),
        }
        self.tree.forget_exchanged();
        self.sweep_unmarked(false);
        let used = self.bytes_used();
        let spent = if self.every_write { made } else { used as i64 - marks.used as i64 };
        let nodes = self.tree.nodes.len();
        self.retained_marks = Some(RetainedMarks { nodes, searched: nodes, used, left: marks.left - spent });
        self.journal.note_walked();
        self.begin_generation();
        let young = self.young_bytes(read);
        // No more garbage than before a full collection.
        self.set_trigger(if self.every_write { young } else { young.min(self.full_bytes()) });
    }

    /// Returns how often objects have become old so far: at each collection, and after long searches that have found
    /// something.
    pub fn times_aged(&self) -> u64 {
        self.times_aged
    }

    /// Returns the young objects of a type that the roots reach, perhaps by way of an old object that nothing reaches
    /// any more; `None` where it is not known which objects are young. It costs what is young, not what is alive.
    pub fn find_young_live(&mut self, roots: &mut dyn FnMut(&mut Marker<'_>), wanted: TypeId) -> Option<Vec<Value>> {
        if !self.knows_young() {
            return None;
        }
        let reached = self.mark_bit(REACHED, true, roots);
        let found = self.of_type(&reached, wanted);
        if reached.len() < WORTH_PROMOTING {
            self.clear_marks(reached, REACHED);
            return Some(found);
        }
        self.promote(reached);
        self.times_aged += u64::from(!found.is_empty());
        Some(found)
    }

    /// Regards the young objects that were reached as old, and whatever else is young as made since: all that the old
    /// objects refer to, those included that were remembered, is among what was reached.
    fn promote(&mut self, reached: Vec<u32>) {
        for &index in &reached {
            // SAFETY: see the module.
            unsafe { (*self.cell_at(index)).mark = self.mark };
        }
        self.mark_stack = reached;
        self.mark_stack.clear();
        self.take_remembered();
        self.begin_generation();
    }

    /// Whether the marks say which objects are young. Then each old one that may refer to a young one is remembered.
    fn knows_young(&mut self) -> bool {
        let known = self.retained_marks.is_some() && self.cursor.is_none();
        if known && self.every_write {
            self.remember_logged();
        }
        known
    }

    /// Remembers the old objects that the journal names since the last collection or search.
    fn remember_logged(&mut self) {
        let Some(marks) = &mut self.retained_marks else { return };
        let from = std::mem::replace(&mut marks.searched, self.tree.nodes.len());
        let mut remembered = std::mem::take(&mut self.remembered);
        let mut name = |index: u32| {
            // SAFETY: see the module.
            let header = unsafe { &mut *self.cell_at(index) };
            if header.mark == self.mark {
                header.mark = REMEMBERED;
                remembered.push(index);
            }
        };
        for chunk in self.journal.unsearched().chain(self.tree.chunks_since(from)) {
            each_cell(chunk, |_, index, _| name(index));
        }
        self.tree.compressed_references(from).for_each(&mut name);
        self.remembered = remembered;
        self.journal.note_searched();
    }

    /// Returns the candidates that were made since the last collection and that nothing reaches, not even an old
    /// object that is garbage itself, in the order of `find_unreachable`; `None` where it is not known which objects
    /// are young. What `weak` objects refer to does not count. It costs what is young, not what is alive.
    pub fn find_young_dead(
        &mut self,
        roots: &mut dyn FnMut(&mut Marker<'_>),
        owner: &Owner<'_>,
        candidates: &[Value],
        weak: &[Value],
    ) -> Option<Vec<Value>> {
        if !self.knows_young() {
            return None;
        }
        let weak: Vec<u32> = weak.iter().map(|v| v.index()).collect();
        for &index in &weak {
            // SAFETY: see the module. What is marked already is not traced.
            unsafe { (*self.cell_at(index)).mark |= REACHED };
        }
        let mut reached = self.mark_bit(REACHED, true, roots);
        reached.extend(weak);
        let old = [self.mark, REMEMBERED];
        let is_dead = |v: &Value| {
            let mark = self.header(*v).mark;
            mark & REACHED == 0 && !old.contains(&mark)
        };
        let mut dead: Vec<Value> = candidates.iter().copied().filter(is_dead).collect();
        if dead.len() > 1 {
            // No old object leads from one of them to another: what an old object has come to refer to was reached.
            dead = self.in_order(dead, owner, &old, &mut reached);
        }
        self.clear_marks(reached, REACHED | ORDERED);
        Some(dead)
    }

    /// Returns the objects of a type that the roots reach. The marks of collections stay as they are.
    pub fn find_live(&mut self, roots: &mut dyn FnMut(&mut Marker<'_>), wanted: TypeId) -> Vec<Value> {
        let reached = self.mark_bit(REACHED, false, roots);
        let found = self.of_type(&reached, wanted);
        self.clear_marks(reached, REACHED);
        found
    }

    /// Returns those of some cells' objects that have a type.
    fn of_type(&self, cells: &[u32], wanted: TypeId) -> Vec<Value> {
        let objects = cells.iter().map(|index| self.value_of(self.cell_at(*index)));
        objects.filter(|v| v.tid() == wanted).collect()
    }

    /// Returns the bytes of a container's elements; 0 for other objects.
    fn container_bytes(&self, index: u32) -> u64 {
        let storage = self.storage_at(index);
        if !is_container(storage) {
            return 0;
        }
        (self.words(RawVector(self.cell_at(index).cast())).len() * 8) as u64
    }

    /// Remembers an old object that is about to be written to, once.
    #[inline]
    pub(crate) fn remember(&mut self, header: &mut Header) {
        if header.mark == self.mark && self.retained_marks.is_some() {
            let index = (std::ptr::from_mut(header) as usize - self.base() as usize) / UNIT;
            header.mark = REMEMBERED;
            self.remembered.push(index as u32);
        }
    }

    /// Takes the remembered objects, which have the heap's mark again.
    fn take_remembered(&mut self) -> Vec<u32> {
        let remembered = std::mem::take(&mut self.remembered);
        for &index in &remembered {
            // SAFETY: see the module.
            unsafe { (*self.cell_at(index)).mark = self.mark };
        }
        remembered
    }
}
