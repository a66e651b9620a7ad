//! The segments of the tree's nodes: taking them out, putting them back, dropping, compressing and reading them.

use crate::heap::Heap;
use crate::history::NodeId;
use crate::journal::compressed::{CompressedSegment, Compressor, add_words};
use crate::journal::entry::entries;
use crate::journal::moment_marks::counts;
use crate::journal::references::each_reference;
use crate::journal::segment::Segment;
use crate::memory::sorted_numbers::SortedNumbers;
use crate::memory::word_vec::WordVec;

/// A segment to be read: in place, or a decompressed copy.
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

/// The contents of a segment, to be compressed.
#[derive(Debug)]
pub struct SegmentCopy {
    /// The entries, then the moment marks.
    bytes: Vec<u8>,
    /// The number of words of entries.
    words: usize,
    /// The cells that the entries name or refer to.
    refers_to: Vec<u64>,
}

/// A segment that was compressed.
#[derive(Debug)]
pub struct PackedSegment {
    bytes: Vec<u8>,
    original_len: usize,
    words: usize,
    refers_to: SortedNumbers,
}

impl SegmentCopy {
    /// Compresses it, if that saves at least an eighth.
    pub fn compress(self, compressor: &mut Compressor) -> Option<PackedSegment> {
        let SegmentCopy { bytes, words, refers_to } = self;
        let packed = compressor.compress(&bytes)?;
        let (original_len, refers_to) = (bytes.len(), refers_to.into_iter().collect());
        Some(PackedSegment { bytes: packed, original_len, words, refers_to })
    }
}

impl Heap {
    /// Compresses the segment between a checkpoint and its parent. Returns whether it is compressed now: small ones,
    /// those that own buffers, and the opened one stay as they are.
    pub fn compress_segment(&mut self, node: NodeId) -> bool {
        self.compress_node(node.0)
    }

    pub(crate) fn compress_node(&mut self, node: u32) -> bool {
        if self.tree.nodes[node as usize].compressed.is_some() {
            return true;
        }
        let Some(copy) = self.copy_segment(NodeId(node)) else { return false };
        let Some(packed) = copy.compress(&mut self.compressor) else { return false };
        self.put_packed_segment(NodeId(node), packed);
        true
    }

    /// Copies a segment that can be compressed.
    pub fn copy_segment(&self, node: NodeId) -> Option<SegmentCopy> {
        let at = node.0 as usize;
        let node = &self.tree.nodes[at];
        if node.compressed.is_some() || node.segment.swapped_words > 0 || self.has_cursor_in(at as u32) {
            return None;
        }
        let segment = &node.segment;
        let (mut bytes, mut refers_to) = (Vec::new(), Vec::new());
        for chunk in segment.chunks() {
            add_words(&mut bytes, chunk);
            for e in entries(chunk) {
                each_reference(self, e, &mut |index| refers_to.push(u64::from(index)));
            }
        }
        let words = bytes.len() / 8;
        bytes.extend_from_slice(&segment.marks);
        Some(SegmentCopy { bytes, words, refers_to })
    }

    /// Keeps a segment compressed, which must be as it was when it was copied.
    pub fn put_packed_segment(&mut self, node: NodeId, packed: PackedSegment) {
        let content = self.keep_compressed(&packed.bytes, packed.original_len);
        let compressed = CompressedSegment { content, words: packed.words, refers_to: packed.refers_to };
        self.drop_segment(node.0);
        self.tree.bytes += compressed.bytes();
        self.tree.nodes[node.0 as usize].compressed = Some(Box::new(compressed));
    }

    /// Takes a node's segment out, decompressed; returns whether it was compressed.
    pub(crate) fn take_segment(&mut self, node: u32) -> (Segment, bool) {
        let node = &mut self.tree.nodes[node as usize];
        self.tree.bytes -= node.bytes();
        let Some(compressed) = node.compressed.take() else {
            return (std::mem::take(&mut node.segment), false);
        };
        let (words, marks) = compressed.decompress();
        self.release_compressed(compressed.content);
        let words = WordVec::copy_of(&mut self.pool, &words);
        (Segment::single_chunk(words, marks.into()), true)
    }

    /// Gives a segment to a node that has none, compressing it on request.
    pub(crate) fn put_segment(&mut self, node: u32, segment: Segment, compressed: bool) {
        self.tree.bytes += segment.bytes();
        self.tree.nodes[node as usize].segment = segment;
        if compressed {
            self.compress_node(node);
        }
    }

    /// Discards a node's segment.
    pub(crate) fn drop_segment(&mut self, node: u32) {
        let node = &mut self.tree.nodes[node as usize];
        self.tree.bytes -= node.bytes();
        match node.compressed.take() {
            Some(compressed) => self.release_compressed(compressed.content),
            None => {
                let segment = std::mem::take(&mut node.segment);
                self.discard(segment);
            }
        }
    }

    /// Returns the entries of a node's segment, if it is compressed.
    pub(crate) fn decompressed_words(&self, node: u32) -> Option<Vec<u64>> {
        let compressed = self.tree.nodes[node as usize].compressed.as_ref()?;
        Some(compressed.decompress().0)
    }

    /// Returns a node's segment for reading.
    pub(crate) fn read_segment(&self, node: u32) -> SegmentView<'_> {
        let node = &self.tree.nodes[node as usize];
        match &node.compressed {
            None => SegmentView::Plain(&node.segment),
            Some(compressed) => {
                let (words, marks) = compressed.decompress();
                SegmentView::Copy(words, marks)
            }
        }
    }
}
