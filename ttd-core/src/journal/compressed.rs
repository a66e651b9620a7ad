//! Packing: what is seldom needed is kept in fewer bytes, by Zstandard, at its fastest level.
//!
//! Packed are segments of the journal (`Heap::pack`), and what somebody else keeps (`Heap::pack_bytes`). Whoever reads
//! a packed segment gets a plain copy; whoever applies one unpacks it, and packs what comes of it. What a packed one
//! refers to stands beside it, so that a collection need not unpack anything.

use crate::heap::Heap;
use crate::journal::archive::Archived;

/// The fastest of Zstandard's ordinary levels: it is that which takes the time, and more gains next to nothing.
const LEVEL: i32 = 1;
/// Less is not worth it.
const MIN_BYTES: usize = 256;

/// Bytes that were packed. To be given back with `Heap::forget_packed`.
#[derive(Debug)]
pub struct Compressed {
    kept: Archived,
    bytes: usize,
    plain: usize,
}

impl Compressed {
    /// Bytes of memory.
    pub fn bytes(&self) -> u64 {
        self.kept.bytes()
    }

    /// What was packed.
    ///
    /// # Panics
    /// When memory is not what it was.
    pub fn decompress(&self) -> Vec<u8> {
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
pub(crate) struct Compressor(Option<zstd::bulk::Compressor<'static>>);

impl Compressor {
    /// The bytes packed, if there is any gain.
    fn compress(&mut self, plain: &[u8]) -> Option<Vec<u8>> {
        if plain.len() < MIN_BYTES {
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
pub(crate) struct CompressedSegment {
    /// The entries, then the marks.
    pub(crate) content: Compressed,
    /// How many words the entries have.
    pub(crate) words: usize,
    /// The cells that it refers to.
    pub(crate) refers_to: Box<[u32]>,
}

impl CompressedSegment {
    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> u64 {
        self.content.bytes() + size_of_val(&*self.refers_to) as u64
    }

    /// The entries, in one chunk, and the marks.
    pub(crate) fn decompress(&self) -> (Vec<u64>, Vec<u8>) {
        let mut plain = self.content.decompress();
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

impl Heap {
    /// Keeps bytes packed, if there is any gain.
    pub fn compress_bytes(&mut self, plain: &[u8]) -> Option<Compressed> {
        let bytes = self.compressor.compress(plain)?;
        Some(Compressed { kept: self.archive_bytes(&bytes), bytes: bytes.len(), plain: plain.len() })
    }

    /// Gives the memory back.
    pub fn release_compressed(&mut self, packed: Compressed) {
        self.release(packed.kept);
    }
}
