//! Compression: rarely needed data takes fewer bytes, by Zstandard at its fastest level.
//!
//! Compressed are segments of the journal (`Heap::compress_segment`) and data of callers
//! (`Heap::keep_compressed`).
//! Reading a compressed segment decompresses a copy; applying one decompresses it and compresses the result. The cells
//! that a compressed segment refers to are listed beside it, so that collections need not decompress.

use crate::heap::Heap;
use crate::journal::archive::Archived;
use crate::memory::sorted_numbers::SortedNumbers;

/// The fastest of Zstandard's ordinary levels: higher ones take more time and save next to nothing here.
const LEVEL: i32 = 1;
/// Fewer bytes are not worth compressing.
const MIN_BYTES: usize = 256;

/// Compressed bytes, which must be given back with `Heap::release_compressed`.
#[derive(Debug)]
pub struct Compressed {
    kept: Archived,
    bytes: usize,
    original_len: usize,
}

impl Compressed {
    /// Returns the bytes of memory occupied.
    pub fn bytes(&self) -> u64 {
        self.kept.bytes()
    }

    /// Returns the original bytes.
    ///
    /// # Panics
    /// When the memory was corrupted.
    pub fn decompress(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        add_words(&mut bytes, self.kept.words());
        match zstd::bulk::decompress(&bytes[..self.bytes], self.original_len) {
            Ok(original) => original,
            Err(error) => panic!("compressed memory cannot be decompressed: {error}"),
        }
    }
}

/// A compressor whose tables are reused. It may work in another thread than the heap.
#[derive(Default)]
pub struct Compressor(Option<zstd::bulk::Compressor<'static>>);

impl Compressor {
    /// Compresses bytes, if that saves at least an eighth.
    pub fn compress(&mut self, original: &[u8]) -> Option<Vec<u8>> {
        if original.len() < MIN_BYTES {
            return None;
        }
        if self.0.is_none() {
            self.0 = zstd::bulk::Compressor::new(LEVEL).ok();
        }
        let bytes = self.0.as_mut()?.compress(original).ok()?;
        (bytes.len() < original.len() / 8 * 7).then_some(bytes)
    }
}

/// A compressed segment.
#[derive(Debug)]
pub(crate) struct CompressedSegment {
    /// The entries, then the moment marks.
    pub(crate) content: Compressed,
    /// The number of words of entries.
    pub(crate) words: usize,
    /// The cells that the entries name or refer to.
    pub(crate) refers_to: SortedNumbers,
}

impl CompressedSegment {
    /// Returns the bytes of memory occupied.
    pub(crate) fn bytes(&self) -> u64 {
        self.content.bytes() + self.refers_to.bytes()
    }

    /// Iterates over the cells that the entries name or refer to.
    pub(crate) fn references(&self) -> impl Iterator<Item = u32> {
        self.refers_to.iter().map(|index| index as u32)
    }

    /// Returns the entries, in one chunk, and the moment marks.
    pub(crate) fn decompress(&self) -> (Vec<u64>, Vec<u8>) {
        let mut bytes = self.content.decompress();
        let marks = bytes.split_off(self.words * 8);
        (words_of(&bytes).collect(), marks)
    }
}

/// Decodes words from little-endian bytes.
pub fn words_of(bytes: &[u8]) -> impl ExactSizeIterator<Item = u64> {
    bytes.chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    })
}

/// Appends words as little-endian bytes.
pub fn add_words(bytes: &mut Vec<u8>, words: &[u64]) {
    bytes.reserve(words.len() * 8);
    words.iter().for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
}

impl Heap {
    /// The compressor of the thread that uses the heap.
    pub fn compressor(&mut self) -> &mut Compressor {
        &mut self.compressor
    }

    /// Keeps what a `Compressor` has made of `original_len` bytes.
    pub fn keep_compressed(&mut self, bytes: &[u8], original_len: usize) -> Compressed {
        Compressed { kept: self.archive_bytes(bytes), bytes: bytes.len(), original_len }
    }

    /// Releases the memory.
    pub fn release_compressed(&mut self, compressed: Compressed) {
        self.release(compressed.kept);
    }
}
