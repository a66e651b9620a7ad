//! A closed block of the log in memory: as archived words, or packed (compressed) when room is short.

use std::rc::Rc;

use ttd_core::value::Value;
use ttd_core::{
    Archived, Compressed, Compressor, Heap, NodeId, PackedSegment, SegmentCopy, SortedNumbers, add_words, words_of,
};

use super::address_set::AddressSet;
use super::format::{Moments, RareState};
use super::frame_table::FrameTemplate;
use super::gaps::Gap;
use super::transitions::{Table, Transition};
use crate::vm::State;

/// A closed block: the moments between two checkpoints.
pub(crate) struct Block {
    pub(super) form: Form,
    pub(super) templates: Box<[FrameTemplate]>,
    pub(crate) transitions: Rc<Table>,
    /// The ids of the transitions that occur in it, in order.
    pub(crate) used: Box<[u16]>,
    /// The registers that its full moments write.
    pub(crate) written_in_full: AddressSet,
    /// The instructions of its full moments.
    pub(super) full_at: AddressSet,
    /// How many transitions this block added to the shared table.
    pub(super) added_transitions: usize,
    pub(super) states: Box<[State]>,
    pub(super) rare: Box<[RareState]>,
    pub(super) gaps: Box<[Gap]>,
    pub(super) moments: u32,
    /// How many events were recorded, counted where not all are.
    pub(crate) events: u64,
    /// The heap's node at its end.
    pub(crate) end: NodeId,
}

/// The representation of a block's bytes and values.
pub(super) enum Form {
    Plain {
        bytes: Archived,
        values: Archived,
    },
    Packed {
        /// The bytes, then the values.
        packed: Compressed,
        /// How many words the bytes have.
        values_at: usize,
        /// The distinct values, for the collector.
        references: SortedNumbers,
    },
}

/// The bytes and values of a packed block, decompressed for reading.
pub(crate) struct Unpacked {
    /// The block's end.
    node: NodeId,
    words: Vec<u64>,
    values_at: usize,
}

/// What is compressed of a block.
pub(crate) struct BlockCopy {
    /// The bytes, then the values, and how many words the bytes have.
    contents: Option<(Vec<u8>, usize)>,
    segment: Option<SegmentCopy>,
}

/// What was compressed of a block, as far as that saves memory.
pub(crate) struct PackedBlock {
    contents: Option<PackedContents>,
    segment: Option<PackedSegment>,
}

/// See `Form::Packed`.
struct PackedContents {
    bytes: Vec<u8>,
    original_len: usize,
    values_at: usize,
    references: SortedNumbers,
}

impl BlockCopy {
    /// Compresses it.
    pub(crate) fn pack(self, compressor: &mut Compressor) -> PackedBlock {
        let contents = self.contents.and_then(|(plain, values_at)| {
            let bytes = compressor.compress(&plain)?;
            let references = words_of(&plain).skip(values_at).collect();
            Some(PackedContents { bytes, original_len: plain.len(), values_at, references })
        });
        let segment = self.segment.and_then(|segment| segment.compress(compressor));
        PackedBlock { contents, segment }
    }
}

impl Block {
    /// Returns what can be read of the block. A packed block is decompressed into `unpacked`, which is kept for the
    /// next call.
    pub(crate) fn moments<'a>(&'a self, unpacked: &'a mut Option<Unpacked>) -> Moments<'a> {
        let (bytes, values) = match &self.form {
            Form::Plain { bytes, values } => (bytes.words(), values.words()),
            Form::Packed { packed, values_at, .. } => {
                let (node, values_at) = (self.end, *values_at);
                let known = unpacked.take().filter(|known| known.node == node);
                let read = || Unpacked { node, words: words_of(&packed.decompress()).collect(), values_at };
                let unpacked = unpacked.insert(known.unwrap_or_else(read));
                unpacked.words.split_at(unpacked.values_at)
            }
        };
        self.moments_of(bytes, values)
    }

    fn moments_of<'a>(&'a self, bytes: &'a [u64], values: &'a [u64]) -> Moments<'a> {
        let Block { templates: calls, transitions: steps, states, rare, gaps, moments, .. } = self;
        Moments { bytes, values, templates: calls, transitions: steps, states, rare, gaps, moments: *moments }
    }

    /// Calls `f` with everything that the block refers to.
    pub(crate) fn each_root(&self, f: &mut dyn FnMut(&[Value])) {
        match &self.form {
            Form::Plain { values, .. } => self.moments_of(&[], values.words()).each_root(f),
            Form::Packed { references, .. } => {
                references.iter().for_each(|raw| f(&[Value::from_raw(raw)]));
                self.moments_of(&[], &[]).each_root(f);
            }
        }
    }

    /// Calls `f` with the references that pruning must not rewrite: those of frames and states, and of registers unless
    /// packed.
    pub(crate) fn each_unprunable_root(&self, f: &mut dyn FnMut(&[Value])) {
        match &self.form {
            Form::Plain { .. } => self.each_root(f),
            Form::Packed { .. } => self.moments_of(&[], &[]).each_root(f),
        }
    }

    /// Drops the pruned references of a packed block's registers.
    pub(crate) fn prune_references(&mut self, is_gone: &mut dyn FnMut(Value) -> bool) {
        if let Form::Packed { references, .. } = &mut self.form {
            *references = references.iter().filter(|raw| !is_gone(Value::from_raw(*raw))).collect();
        }
    }

    /// The gaps in the block.
    pub(crate) fn gaps(&self) -> &[Gap] {
        &self.gaps
    }

    /// Compresses the block, where that saves memory, and the heap's segment with it.
    pub(crate) fn pack(&mut self, heap: &mut Heap) {
        let packed = self.copy(heap).pack(heap.compressor());
        self.keep_packed(packed, heap);
    }

    /// Copies what can be compressed of the block, and of the heap's segment.
    pub(crate) fn copy(&self, heap: &Heap) -> BlockCopy {
        let contents = match &self.form {
            Form::Packed { .. } => None,
            Form::Plain { bytes, values } => {
                let (values_at, mut plain) = (bytes.words().len(), Vec::new());
                add_words(&mut plain, bytes.words());
                add_words(&mut plain, values.words());
                Some((plain, values_at))
            }
        };
        BlockCopy { contents, segment: heap.copy_segment(self.end) }
    }

    /// Keeps the block as it was compressed since it was copied, and the heap's segment with it.
    pub(crate) fn keep_packed(&mut self, packed: PackedBlock, heap: &mut Heap) {
        if let Some(segment) = packed.segment {
            heap.put_packed_segment(self.end, segment);
        }
        let Some(PackedContents { bytes, original_len, values_at, references }) = packed.contents else { return };
        let packed = heap.keep_compressed(&bytes, original_len);
        let form = Form::Packed { packed, values_at, references };
        if let Form::Plain { bytes, values } = std::mem::replace(&mut self.form, form) {
            heap.release(bytes);
            heap.release(values);
        }
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> u64 {
        let rest = size_of_val(&*self.templates)
            + size_of_val(&*self.used)
            + self.added_transitions * size_of::<Transition>()
            + size_of_val(&*self.states)
            + size_of_val(&*self.rare)
            + size_of_val(&*self.gaps);
        let form = match &self.form {
            Form::Plain { bytes, values } => bytes.bytes() + values.bytes(),
            Form::Packed { packed, references, .. } => packed.bytes() + references.bytes(),
        };
        form + rest as u64
    }

    /// Frees its memory.
    pub(crate) fn free(self, heap: &mut Heap) {
        match self.form {
            Form::Plain { bytes, values } => {
                heap.release(bytes);
                heap.release(values);
            }
            Form::Packed { packed, .. } => heap.release_compressed(packed),
        }
    }
}
