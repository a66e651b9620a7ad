//! Notes about a large container: which of its elements were saved in this epoch.

use std::mem::size_of;

/// Containers up to this length are saved whole.
pub(crate) const FULL_COPY_MAX: usize = 256;
pub(crate) const CHUNK: usize = 256;
/// After this many elements of a chunk were saved singly, the whole chunk is saved.
pub(crate) const SINGLES_PER_CHUNK_MAX: u32 = 48;

/// What was saved of a large container.
#[repr(C)]
pub(crate) struct Notes {
    /// The epoch that the notes are about; older notes mean nothing.
    pub(crate) epoch: u32,
    /// Elements from this one on need no saving.
    pub(crate) low: u32,
    /// The number of chunks that there is room for.
    pub(crate) chunks: u32,
    /// The size of the buffer in words.
    pub(crate) words: u32,
}

/// What was saved of one chunk.
#[repr(C)]
pub(crate) struct ChunkNotes {
    pub(crate) epoch: u32,
    /// The number of elements saved singly; `u32::MAX` when the whole chunk was saved.
    pub(crate) count: u32,
    /// Which of them were saved, one bit each.
    pub(crate) bits: [u64; CHUNK / 64],
}

pub(crate) const NOTES_WORDS: usize = size_of::<Notes>() / 8;
pub(crate) const CHUNK_WORDS: usize = size_of::<ChunkNotes>() / 8;

/// Returns the notes about a chunk. There is room for every chunk below the length at the start of the epoch, which
/// `low` never exceeds.
#[inline(always)]
pub(crate) fn chunk_notes(n: *mut Notes, chunk: usize) -> *mut ChunkNotes {
    n.cast::<u64>().wrapping_add(NOTES_WORDS + chunk * CHUNK_WORDS).cast()
}
