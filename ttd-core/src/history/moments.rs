//! Moments: places inside a segment that can be gone to.
//!
//! Under the rule that every write is logged, a segment leads back one write at a time. `mark` notes the present as a
//! *moment* of the open segment, which costs a byte, or nothing where nothing was written. After the segment was closed
//! by a checkpoint, `open_segment` goes to that checkpoint and takes its segment apart, and `seek_moment` goes from
//! moment to moment: entries that are undone move from the pile `back` to the pile `ahead`, and return when they are redone.
//!
//! ```text
//! parent --- moment 1 --- moment 2 --- ... --- node
//!    back: | entries | entries |   ahead: | entries | entries |      the state is between the two
//! ```
//!
//! **Positions.** 0 is the state of the parent, then come the moments in order, and the last is the state of the node.
//!
//! **Invariants.** While the state is inside a segment, that segment is in no node. `goto` and dropping the heap leave
//! first. A checkpoint made inside, for a question, must be rolled back before the state moves on.
//!
//! **Cost.** Moving costs what was written on the way. Entering costs one pass over the counts.

use crate::heap::Heap;
use crate::history::NodeId;
use crate::history::moment_stack::{MomentStack, touching};
use crate::history::recent_writes::WriteTarget;
use crate::journal::entry::{Entry, entries, entry_at, offsets_of};
use crate::journal::moment_marks::{MomentMarks, counts};
use crate::journal::segment::Segment;
use crate::journal::writer::Writer;
use crate::memory::word_vec::WordVec;
use crate::raw_vector::width;
use crate::value::Value;

/// See the module.
pub(crate) struct SegmentCursor {
    node: u32,
    /// The segment was packed.
    packed: bool,
    undo: MomentStack,
    redo: MomentStack,
    /// The entry that is being applied.
    words: Vec<u64>,
}

impl SegmentCursor {
    /// All entries.
    pub(crate) fn chunks(&self) -> impl Iterator<Item = &[u64]> {
        self.undo.writer.chunks().chain(self.redo.writer.chunks())
    }

    /// The memory of the chunks, for counting.
    pub(crate) fn memory(&self) -> impl Iterator<Item = &WordVec> {
        self.undo.writer.memory().chain(self.redo.writer.memory())
    }

    /// The entries behind the state.
    pub(crate) fn undo_stack(&self) -> &MomentStack {
        &self.undo
    }

    /// The entries of each pile, with the words that they are said to have moved.
    pub(crate) fn stacks(&self) -> impl Iterator<Item = (impl Iterator<Item = &[u64]>, usize)> {
        [&self.undo, &self.redo].into_iter().map(|pile| (pile.writer.chunks(), pile.writer.swapped_words))
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> u64 {
        self.undo.writer.bytes() + self.redo.writer.bytes()
    }
}

/// Where a question began to write: see `begin_savepoint`.
#[derive(Clone, Copy, Debug)]
pub struct Savepoint {
    full: usize,
    len: usize,
    since: u32,
}

impl Heap {
    /// From now on is written what `end_savepoint` will undo, without a checkpoint: every write is logged.
    ///
    /// # Panics
    /// When not every write is logged.
    pub fn begin_savepoint(&mut self) -> Savepoint {
        assert!(self.every_write, "not every write is logged");
        Savepoint { full: self.journal.full.len(), len: self.journal.chunk.len(), since: self.journal.marks.since }
    }

    /// Undoes what was written since `begin_savepoint`.
    pub fn end_savepoint(&mut self, scratch: Savepoint) {
        let mut from = MomentStack { writer: std::mem::take(&mut self.journal), ..MomentStack::default() };
        offsets_of(&from.writer.chunk, &mut from.offsets);
        let (mut to, mut words) = (MomentStack::default(), Vec::new());
        // The chunk that was on top at the beginning may lie under others now.
        let is_more = |w: &Writer| match w.full.len() - scratch.full {
            0 => w.chunk.len() > scratch.len,
            1 => !w.chunk.is_empty() || w.full.last().is_some_and(|c| c.len() > scratch.len),
            _ => true,
        };
        while is_more(&from.writer) {
            self.exchange_one(&mut words, &mut from, &mut to);
        }
        self.journal = from.writer;
        self.journal.marks.since = scratch.since;
        let undone = to.writer.close(&mut self.pool);
        to.writer.retire(&mut self.pool);
        self.discard(undone);
        self.restore_indexes();
        self.bump_epoch();
    }

    /// Makes the present a moment of the open segment.
    #[inline]
    pub fn mark_moment(&mut self) {
        self.journal.marks.mark();
    }

    /// Goes to a checkpoint, and takes the segment before it apart. The position is then the last.
    pub fn open_segment(&mut self, node: NodeId) {
        if self.has_cursor_in(node.0) {
            return;
        }
        self.goto(node);
        let (segment, packed) = self.take_segment(node.0);
        let mut back = MomentStack { counts: counts(&segment.marks), ..MomentStack::default() };
        if back.counts.is_empty() {
            back.counts.push(segment.chunks().flat_map(entries).count() as u32);
        }
        back.writer.swapped_words = segment.swapped_words;
        back.writer.full = segment.into_chunks().collect();
        back.uncover(&mut self.pool);
        self.cursor = Some(Box::new(SegmentCursor {
            node: node.0,
            packed,
            undo: back,
            redo: MomentStack::default(),
            words: Vec::new(),
        }));
    }

    /// The node whose segment the state is inside of, and the position.
    pub fn cursor_position(&self) -> Option<(NodeId, usize)> {
        self.cursor.as_ref().map(|inside| (NodeId(inside.node), inside.undo.counts.len()))
    }

    pub(crate) fn has_cursor_in(&self, node: u32) -> bool {
        self.cursor.as_ref().is_some_and(|inside| inside.node == node)
    }

    /// Goes to a position of the segment that was entered, or to its last. What was written since is undone and
    /// forgotten.
    pub fn seek_moment(&mut self, position: usize) {
        self.rollback();
        let Some(mut inside) = self.cursor.take() else {
            return;
        };
        while self.tree.current != inside.node {
            self.step_up();
        }
        while inside.undo.counts.len() > position {
            self.exchange_moment(&mut inside.words, &mut inside.undo, &mut inside.redo);
        }
        while inside.undo.counts.len() < position && !inside.redo.counts.is_empty() {
            self.exchange_moment(&mut inside.words, &mut inside.redo, &mut inside.undo);
        }
        self.cursor = Some(inside);
        self.restore_indexes();
        self.bump_epoch();
    }

    /// The positions of a node's segment, in order, on the way to which one of these objects is written to.
    pub fn positions_touching(&self, node: NodeId, objects: &[Value]) -> Vec<usize> {
        self.positions(node, |e| objects.iter().any(|v| v.index() == e.index))
    }

    /// The same for what was written to parts of objects that are looked for.
    pub fn positions_writing(&self, node: NodeId, wanted: impl Fn(&WriteTarget) -> bool) -> Vec<usize> {
        self.positions(node, |e| wanted(&self.write_target(e)))
    }

    fn positions(&self, node: NodeId, touches: impl Fn(Entry<'_>) -> bool) -> Vec<usize> {
        let mut found = Vec::new();
        if let Some(inside) = self.cursor.as_ref().filter(|inside| inside.node == node.0) {
            let back = inside.undo.touching(&touches);
            let last = inside.undo.counts.len() + inside.redo.counts.len();
            let ahead = inside.redo.touching(&touches);
            found.extend(back.into_iter().map(|step| step + 1));
            found.extend(ahead.into_iter().rev().map(|step| last - step));
            return found;
        }
        let segment = self.read_segment(node.0);
        let counts = segment.counts();
        let last = counts.len().max(1);
        let steps = touching(segment.chunks().into_iter(), &counts, &touches);
        if self.tree.nodes[node.0 as usize].backwards {
            found.extend(steps.into_iter().map(|step| step + 1));
        } else {
            found.extend(steps.into_iter().rev().map(|step| last - step));
        }
        found
    }

    /// Goes to the node of the segment that was entered, if one was, and gives the segment back to it.
    pub(crate) fn close_segment(&mut self) {
        if self.cursor.is_none() {
            return;
        }
        self.seek_moment(usize::MAX);
        let Some(mut inside) = self.cursor.take() else {
            return;
        };
        inside.undo.writer.marks = MomentMarks::from_counts(&inside.undo.counts);
        inside.redo.writer.chunk.clear();
        let segment: Segment = inside.undo.writer.close(&mut self.pool);
        inside.undo.writer.retire(&mut self.pool);
        inside.redo.writer.retire(&mut self.pool);
        self.put_segment(inside.node, segment, inside.packed);
    }

    /// Exchanges the entries of one step, which move from one pile to the other.
    fn exchange_moment(&mut self, words: &mut Vec<u64>, from: &mut MomentStack, to: &mut MomentStack) {
        let Some(count) = from.counts.pop() else {
            return;
        };
        to.writer.marks.since = 0;
        for _ in 0..count {
            self.exchange_one(words, from, to);
        }
        to.counts.push(to.writer.marks.since);
    }

    /// Exchanges the entry on top of one pile; what that yields goes to the other.
    fn exchange_one(&mut self, words: &mut Vec<u64>, from: &mut MomentStack, to: &mut MomentStack) {
        self.retained_marks = None;
        from.uncover(&mut self.pool);
        let Some(at) = from.offsets.pop() else {
            panic!("a segment has fewer entries than its moments");
        };
        let entry = entry_at(&from.writer.chunk, at as usize);
        words.clear();
        words.extend_from_slice(entry.words);
        let entry = Entry { words: words.as_slice(), ..entry };
        if let Some(moved) = entry.swapped_buffer() {
            from.writer.swapped_words -= moved.cap as usize * width(self.storage_at(entry.index));
        }
        let (len, full) = (to.writer.chunk.len(), to.writer.full.len());
        self.apply_entry(entry, &mut to.writer);
        to.note_offsets(len, full);
        from.writer.chunk.truncate(at as usize);
    }
}
