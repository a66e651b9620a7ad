//! Moments: places inside a segment that can be gone to.
//!
//! When every write is logged, a segment leads back one write at a time. `mark_moment` makes the present a *moment* of
//! the open segment, at the cost of one byte, or none where nothing was written. After a checkpoint closed the segment,
//! `open_segment` goes to one of its ends and splits the segment into entries, and `seek_moment` goes from moment to
//! moment: undone entries move from the `undo` stack to the `redo` stack, and return when they are redone.
//!
//! ```text
//! parent --- moment 1 --- moment 2 --- ... --- node
//!    undo: | entries | entries |   redo: | entries | entries |      the state is between the two
//! ```
//!
//! **Positions.** 0 is the state of the parent, then come the moments in order; the last position is the state of the
//! node.
//!
//! **Invariants.** While the state is inside a segment, that segment belongs to no node. `goto` and dropping the heap
//! close it first. A checkpoint made inside, for an evaluation in a diversion, must be rolled back before the state
//! moves on.
//!
//! **Cost.** Moving costs what was written on the way. Opening costs one pass over the counts.

use crate::heap::Heap;
use crate::history::NodeId;
use crate::history::moment_stack::MomentStack;
use crate::journal::entry::{Entry, entries, entry_at};
use crate::journal::moment_marks::{MomentMarks, counts};
use crate::journal::segment::Segment;
use crate::journal::writer::Writer;
use crate::memory::word_vec::WordVec;
use crate::raw_vector::width;

/// The position of the state inside a segment; see the module.
pub(crate) struct SegmentCursor {
    pub(crate) node: u32,
    /// Whether the segment was compressed.
    compressed: bool,
    pub(crate) undo: MomentStack,
    pub(crate) redo: MomentStack,
    /// A copy of the entry being applied.
    words: Vec<u64>,
}

impl SegmentCursor {
    /// Iterates over the chunks of both stacks.
    pub(crate) fn chunks(&self) -> impl Iterator<Item = &[u64]> {
        self.undo.writer.chunks().chain(self.redo.writer.chunks())
    }

    /// Iterates over the memory of the chunks, for accounting.
    pub(crate) fn memory(&self) -> impl Iterator<Item = &WordVec> {
        self.undo.writer.memory().chain(self.redo.writer.memory())
    }

    /// Returns the entries before the state.
    pub(crate) fn undo_stack(&self) -> &MomentStack {
        &self.undo
    }

    /// Iterates over the stacks, each with the number of words that its entries own.
    pub(crate) fn stacks(&self) -> impl Iterator<Item = (impl Iterator<Item = &[u64]>, usize)> {
        [&self.undo, &self.redo].into_iter().map(|stack| (stack.writer.chunks(), stack.writer.swapped_words))
    }

    /// Returns the bytes of memory occupied.
    pub(crate) fn bytes(&self) -> u64 {
        self.undo.writer.bytes() + self.redo.writer.bytes()
    }
}

/// The end of the journal when a diversion began; see `begin_savepoint`.
#[derive(Clone, Copy, Debug)]
pub struct Savepoint {
    full: usize,
    len: usize,
    since: u32,
}

impl Heap {
    /// Begins a diversion without a checkpoint: `end_savepoint` undoes what is written from now on.
    ///
    /// # Panics
    /// When not every write is logged.
    pub fn begin_savepoint(&mut self) -> Savepoint {
        assert!(self.every_write, "not every write is logged");
        Savepoint { full: self.journal.full.len(), len: self.journal.chunk.len(), since: self.journal.marks.since }
    }

    /// Undoes what was written since `begin_savepoint`.
    pub fn end_savepoint(&mut self, savepoint: Savepoint) {
        let mut from = MomentStack { writer: std::mem::take(&mut self.journal), ..MomentStack::default() };
        // What lies before stays: a chunk may be long, and an evaluation writes little.
        from.note_offsets(savepoint.len, savepoint.full);
        let (mut to, mut words) = (MomentStack::default(), Vec::new());
        // The chunk that was on top at the beginning may lie under others now.
        let is_more = |w: &Writer| match w.full.len() - savepoint.full {
            0 => w.chunk.len() > savepoint.len,
            1 => !w.chunk.is_empty() || w.full.last().is_some_and(|c| c.len() > savepoint.len),
            _ => true,
        };
        while is_more(&from.writer) {
            self.exchange_one(&mut words, &mut from, &mut to);
        }
        self.journal = from.writer;
        self.journal.forget_walked();
        self.journal.marks.since = savepoint.since;
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

    /// Opens the segment that leads to a checkpoint: at its first position if the state is there, otherwise at its last
    /// one.
    pub fn open_segment(&mut self, id: NodeId) {
        if self.has_cursor_in(id.0) {
            return;
        }
        self.rollback();
        self.close_segment();
        let (parent, node) = (self.tree.current, &mut self.tree.nodes[id.0 as usize]);
        // Inside a group whose shortcut was crossed the segment fits the state at its end only, and leads backwards.
        let is_ahead = node.alive && node.parent == parent && !node.backwards;
        if is_ahead {
            (node.backwards, self.tree.current) = (true, id.0);
        } else {
            self.goto(id);
        }
        let (segment, compressed) = self.take_segment(id.0);
        let entries = self.moment_stack(segment);
        let (undo, redo) = if is_ahead { (MomentStack::default(), entries) } else { (entries, MomentStack::default()) };
        self.cursor = Some(Box::new(SegmentCursor { node: id.0, compressed, undo, redo, words: Vec::new() }));
    }

    /// Makes a segment a stack: the entries that are applied first are on top.
    fn moment_stack(&mut self, segment: Segment) -> MomentStack {
        let mut stack = MomentStack { counts: counts(&segment.marks), ..MomentStack::default() };
        if stack.counts.is_empty() {
            stack.counts.push(segment.chunks().flat_map(entries).count() as u32);
        }
        stack.writer.swapped_words = segment.swapped_words;
        stack.writer.full = segment.into_chunks().collect();
        stack.uncover(&mut self.pool);
        stack
    }

    /// Returns the node of the open segment that the state is inside of, and the position.
    pub fn cursor_position(&self) -> Option<(NodeId, usize)> {
        self.cursor.as_ref().map(|cursor| (NodeId(cursor.node), cursor.undo.counts.len()))
    }

    pub(crate) fn has_cursor_in(&self, node: u32) -> bool {
        self.cursor.as_ref().is_some_and(|cursor| cursor.node == node)
    }

    /// Goes to a position of the opened segment, or to its last one. What was written since is undone and discarded.
    pub fn seek_moment(&mut self, position: usize) {
        self.rollback();
        let Some(mut cursor) = self.cursor.take() else {
            return;
        };
        while self.tree.current != cursor.node {
            self.step_to_parent();
        }
        while cursor.undo.counts.len() > position {
            self.exchange_moment(&mut cursor.words, &mut cursor.undo, &mut cursor.redo);
        }
        while cursor.undo.counts.len() < position && !cursor.redo.counts.is_empty() {
            self.exchange_moment(&mut cursor.words, &mut cursor.redo, &mut cursor.undo);
        }
        self.cursor = Some(cursor);
        self.restore_indexes();
        self.bump_epoch();
    }

    /// As `seek_moment`, to read only: before anything is written, `seek_moment` must follow.
    pub fn pass_to_moment(&mut self, position: usize) {
        let Some(mut cursor) = self.cursor.take() else {
            return;
        };
        while cursor.undo.counts.len() > position {
            self.exchange_moment(&mut cursor.words, &mut cursor.undo, &mut cursor.redo);
        }
        while cursor.undo.counts.len() < position && !cursor.redo.counts.is_empty() {
            self.exchange_moment(&mut cursor.words, &mut cursor.redo, &mut cursor.undo);
        }
        self.cursor = Some(cursor);
        self.restore_indexes();
    }

    /// Goes to the node of the opened segment, if there is one, and gives the segment back to it.
    pub(crate) fn close_segment(&mut self) {
        if self.cursor.is_none() {
            return;
        }
        self.seek_moment(usize::MAX);
        let Some(mut cursor) = self.cursor.take() else {
            return;
        };
        cursor.undo.writer.marks = MomentMarks::from_counts(&cursor.undo.counts);
        cursor.redo.writer.chunk.clear();
        let segment: Segment = cursor.undo.writer.close(&mut self.pool);
        cursor.undo.writer.retire(&mut self.pool);
        cursor.redo.writer.retire(&mut self.pool);
        self.put_segment(cursor.node, segment, cursor.compressed);
    }

    /// Exchanges the entries of one moment, which move from one stack to the other.
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

    /// Exchanges the top entry of one stack; the entry yielded is pushed onto the other.
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
        if let Some(buffer) = entry.swapped_buffer() {
            from.writer.swapped_words -= buffer.cap as usize * width(self.storage_at(entry.index));
        }
        let (len, full) = (to.writer.chunk.len(), to.writer.full.len());
        self.apply_entry(entry, &mut to.writer);
        to.note_offsets(len, full);
        from.writer.chunk.truncate(at as usize);
    }
}
