//! Packing: what is seldom needed is kept in fewer bytes, by Zstandard, at its fastest level.
//!
//! Packed are segments of the journal (`Heap::pack`), and what somebody else keeps (`Heap::pack_bytes`). Whoever reads
//! a packed segment gets a plain copy; whoever applies one unpacks it, and packs what comes of it. What a packed one
//! refers to stands beside it, so that a collection need not unpack anything.

use crate::gc::mark::each_reference;
use crate::heap::Heap;
use crate::history::NodeId;
use crate::journal::archive::Archived;
use crate::journal::entry::entries;
use crate::journal::moment_stacks::counts;
use crate::journal::segment::Segment;
use crate::memory::word_vec::WordVec;

/// The fastest of Zstandard's ordinary levels: it is that which takes the time, and more gains next to nothing.
const LEVEL: i32 = 1;
/// Less is not worth it.
const LEAST: usize = 256;

/// Bytes that were packed. To be given back with `Heap::forget_packed`.
#[derive(Debug)]
pub struct Packed {
    kept: Archived,
    bytes: usize,
    plain: usize,
}

impl Packed {
    /// Bytes of memory.
    pub fn bytes(&self) -> u64 {
        self.kept.bytes()
    }

    /// What was packed.
    ///
    /// # Panics
    /// When memory is not what it was.
    pub fn plain(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        add_words(&mut bytes, self.kept.words());
        match zstd::bulk::decompress(&bytes[..self.bytes], self.plain) {
            Ok(plain) => plain,
            Err(error) => panic!("what was packed cannot be unpacked: {error}"),
        }
    }
}

/// What packs: its tables are used again and again.
#[derive(Default)]
pub(crate) struct Packer(Option<zstd::bulk::Compressor<'static>>);

impl Packer {
    /// The bytes packed, if there is any gain.
    fn pack(&mut self, plain: &[u8]) -> Option<Vec<u8>> {
        if plain.len() < LEAST {
            return None;
        }
        if self.0.is_none() {
            self.0 = zstd::bulk::Compressor::new(LEVEL).ok();
        }
        let bytes = self.0.as_mut()?.compress(plain).ok()?;
        (bytes.len() < plain.len() / 8 * 7).then_some(bytes)
    }
}

/// A segment that was packed.
#[derive(Debug)]
pub(crate) struct PackedSegment {
    /// The entries, then the marks.
    packed: Packed,
    /// How many words the entries have.
    words: usize,
    /// The cells that it refers to.
    pub(crate) refers_to: Box<[u32]>,
}

impl PackedSegment {
    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> u64 {
        self.packed.bytes() + size_of_val(&*self.refers_to) as u64
    }

    /// The entries, in one chunk, and the marks.
    fn plain(&self) -> (Vec<u64>, Vec<u8>) {
        let mut plain = self.packed.plain();
        let marks = plain.split_off(self.words * 8);
        (words_of(&plain).collect(), marks)
    }
}

/// The words that stand in these bytes.
pub fn words_of(bytes: &[u8]) -> impl ExactSizeIterator<Item = u64> {
    bytes.chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    })
}

/// Appends words to bytes.
pub fn add_words(bytes: &mut Vec<u8>, words: &[u64]) {
    bytes.reserve(words.len() * 8);
    words.iter().for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
}

/// A segment that is read: in place, or a copy of one that is packed.
pub(crate) enum Reading<'a> {
    Plain(&'a Segment),
    Copy(Vec<u64>, Vec<u8>),
}

impl Reading<'_> {
    pub(crate) fn chunks(&self) -> Vec<&[u64]> {
        match self {
            Reading::Plain(segment) => segment.chunks().collect(),
            Reading::Copy(words, _) => vec![words.as_slice()],
        }
    }

    pub(crate) fn counts(&self) -> Vec<u32> {
        match self {
            Reading::Plain(segment) => counts(&segment.marks),
            Reading::Copy(_, marks) => counts(marks),
        }
    }
}

impl Heap {
    /// Keeps bytes packed, if there is any gain.
    pub fn pack_bytes(&mut self, plain: &[u8]) -> Option<Packed> {
        let bytes = self.packer.pack(plain)?;
        Some(Packed { kept: self.archive_bytes(&bytes), bytes: bytes.len(), plain: plain.len() })
    }

    /// Gives the memory back.
    pub fn forget_packed(&mut self, packed: Packed) {
        self.forget(packed.kept);
    }

    /// Packs the segment between a checkpoint and its parent. Whether it is packed now: one that is small or owns
    /// buffers is left as it is, and so is the one that was entered.
    pub fn pack(&mut self, node: NodeId) -> bool {
        self.pack_node(node.0)
    }

    pub(crate) fn pack_node(&mut self, node: u32) -> bool {
        let at = node as usize;
        let node = &self.tree.nodes[at];
        if node.packed.is_some() || node.segment.moved > 0 || self.is_inside(at as u32) {
            return node.packed.is_some();
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
        let Some(packed) = self.pack_bytes(&plain) else {
            return false;
        };
        let packed = PackedSegment { packed, words, refers_to: refers_to.into() };
        self.drop_segment(at as u32);
        self.tree.bytes += packed.bytes();
        self.tree.nodes[at].packed = Some(Box::new(packed));
        true
    }

    /// Takes a node's segment out, in its plain form; and whether it was packed.
    pub(crate) fn take_segment(&mut self, node: u32) -> (Segment, bool) {
        let node = &mut self.tree.nodes[node as usize];
        self.tree.bytes -= node.bytes();
        let Some(packed) = node.packed.take() else {
            return (std::mem::take(&mut node.segment), false);
        };
        let (words, marks) = packed.plain();
        self.forget_packed(packed.packed);
        let words = WordVec::copy_of(&mut self.pool, &words);
        (Segment::of(words, marks.into()), true)
    }

    /// Gives a segment to a node that has none; `packed`: it is to be packed.
    pub(crate) fn put_segment(&mut self, node: u32, segment: Segment, packed: bool) {
        self.tree.bytes += segment.bytes();
        self.tree.nodes[node as usize].segment = segment;
        if packed {
            self.pack_node(node);
        }
    }

    /// Forgets a node's segment.
    pub(crate) fn drop_segment(&mut self, node: u32) {
        let node = &mut self.tree.nodes[node as usize];
        self.tree.bytes -= node.bytes();
        match node.packed.take() {
            Some(packed) => self.forget_packed(packed.packed),
            None => {
                let segment = std::mem::take(&mut node.segment);
                self.discard(segment);
            }
        }
    }

    /// The entries of a node's segment, if it is packed.
    pub(crate) fn unpacked(&self, node: u32) -> Option<Vec<u64>> {
        let packed = self.tree.nodes[node as usize].packed.as_ref()?;
        Some(packed.plain().0)
    }

    /// A node's segment, to be read.
    pub(crate) fn reading(&self, node: u32) -> Reading<'_> {
        let node = &self.tree.nodes[node as usize];
        match &node.packed {
            None => Reading::Plain(&node.segment),
            Some(packed) => {
                let (words, marks) = packed.plain();
                Reading::Copy(words, marks)
            }
        }
    }
}
