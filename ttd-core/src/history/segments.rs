//! The segments of the tree's nodes: taken out, put back, dropped, compressed, read.

use crate::heap::Heap;
use crate::history::NodeId;
use crate::journal::compressed::{CompressedSegment, add_words};
use crate::journal::entry::entries;
use crate::journal::moment_marks::counts;
use crate::journal::references::each_reference;
use crate::journal::segment::Segment;
use crate::memory::word_vec::WordVec;

/// A segment that is read: in place, or a copy of one that is packed.
pub(crate) enum SegmentView<'a> {
    Plain(&'a Segment),
    Copy(Vec<u64>, Vec<u8>),
}

impl SegmentView<'_> {
    pub(crate) fn chunks(&self) -> Vec<&[u64]> {
        match self {
            SegmentView::Plain(segment) => segment.chunks().collect(),
            SegmentView::Copy(words, _) => vec![words.as_slice()],
        }
    }

    pub(crate) fn counts(&self) -> Vec<u32> {
        match self {
            SegmentView::Plain(segment) => counts(&segment.marks),
            SegmentView::Copy(_, marks) => counts(marks),
        }
    }
}

impl Heap {
    /// Packs the segment between a checkpoint and its parent. Whether it is packed now: one that is small or owns
    /// buffers is left as it is, and so is the one that was entered.
    pub fn compress_segment(&mut self, node: NodeId) -> bool {
        self.compress_node(node.0)
    }

    pub(crate) fn compress_node(&mut self, node: u32) -> bool {
        let at = node as usize;
        let node = &self.tree.nodes[at];
        if node.compressed.is_some() || node.segment.swapped_words > 0 || self.has_cursor_in(at as u32) {
            return node.compressed.is_some();
        }
        let segment = &node.segment;
        let (mut plain, mut refers_to) = (Vec::new(), Vec::new());
        for chunk in segment.chunks() {
            add_words(&mut plain, chunk);
            for e in entries(chunk) {
                each_reference(self, e, &mut |index| refers_to.push(index));
            }
        }
        refers_to.sort_unstable();
        refers_to.dedup();
        let words = plain.len() / 8;
        plain.extend_from_slice(&segment.marks);
        let Some(packed) = self.compress_bytes(&plain) else {
            return false;
        };
        let packed = CompressedSegment { content: packed, words, refers_to: refers_to.into() };
        self.drop_segment(at as u32);
        self.tree.bytes += packed.bytes();
        self.tree.nodes[at].compressed = Some(Box::new(packed));
        true
    }

    /// Takes a node's segment out, in its plain form; and whether it was packed.
    pub(crate) fn take_segment(&mut self, node: u32) -> (Segment, bool) {
        let node = &mut self.tree.nodes[node as usize];
        self.tree.bytes -= node.bytes();
        let Some(packed) = node.compressed.take() else {
            return (std::mem::take(&mut node.segment), false);
        };
        let (words, marks) = packed.decompress();
        self.release_compressed(packed.content);
        let words = WordVec::copy_of(&mut self.pool, &words);
        (Segment::single_chunk(words, marks.into()), true)
    }

    /// Gives a segment to a node that has none; `packed`: it is to be packed.
    pub(crate) fn put_segment(&mut self, node: u32, segment: Segment, packed: bool) {
        self.tree.bytes += segment.bytes();
        self.tree.nodes[node as usize].segment = segment;
        if packed {
            self.compress_node(node);
        }
    }

    /// Forgets a node's segment.
    pub(crate) fn drop_segment(&mut self, node: u32) {
        let node = &mut self.tree.nodes[node as usize];
        self.tree.bytes -= node.bytes();
        match node.compressed.take() {
            Some(packed) => self.release_compressed(packed.content),
            None => {
                let segment = std::mem::take(&mut node.segment);
                self.discard(segment);
            }
        }
    }

    /// The entries of a node's segment, if it is packed.
    pub(crate) fn decompressed_words(&self, node: u32) -> Option<Vec<u64>> {
        let packed = self.tree.nodes[node as usize].compressed.as_ref()?;
        Some(packed.decompress().0)
    }

    /// A node's segment, to be read.
    pub(crate) fn read_segment(&self, node: u32) -> SegmentView<'_> {
        let node = &self.tree.nodes[node as usize];
        match &node.compressed {
            None => SegmentView::Plain(&node.segment),
            Some(packed) => {
                let (words, marks) = packed.decompress();
                SegmentView::Copy(words, marks)
            }
        }
    }
}
