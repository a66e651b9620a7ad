//! Notes about a large container: which of its elements were saved in this epoch.

use std::mem::size_of;

/// Containers up to this length are saved whole.
pub(crate) const FULL_COPY_MAX: usize = 256;
pub(crate) const CHUNK: usize = 256;
/// So many elements of a chunk are saved one by one; then the chunk is.
pub(crate) const SINGLES_PER_CHUNK_MAX: u32 = 48;

/// What was saved of a large container.
#[repr(C)]
pub(crate) struct Notes {
    /// The epoch they are about; older notes mean nothing.
    pub(crate) epoch: u32,
    /// Elements from here on need no saving.
    pub(crate) low: u32,
    /// How many chunks there is room for.
    pub(crate) chunks: u32,
    /// The size of the buffer in words.
    pub(crate) words: u32,
}

/// What was saved of one chunk.
#[repr(C)]
pub(crate) struct ChunkNotes {
    pub(crate) epoch: u32,
    /// How many elements were saved one by one; the largest number when the whole chunk was.
    pub(crate) count: u32,
    /// Which.
    pub(crate) bits: [u64; CHUNK / 64],
}

pub(crate) const NOTES_WORDS: usize = size_of::<Notes>() / 8;
pub(crate) const CHUNK_WORDS: usize = size_of::<ChunkNotes>() / 8;

/// The notes about a chunk. They have room for every chunk below the length at the epoch's begin, which `low` is not
/// above.
#[inline(always)]
pub(crate) fn chunk_notes(n: *mut Notes, chunk: usize) -> *mut ChunkNotes {
    n.cast::<u64>().wrapping_add(NOTES_WORDS + chunk * CHUNK_WORDS).cast()
}
