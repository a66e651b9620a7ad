//! Writes journal entries about containers.
//!
//! # Why the unsafe code is sound
//!
//! As in `raw_vector`: what is copied lies in the initialised part of a live container's buffer.

use crate::journal::kinds::{BUFFER_SWAP, EDIT, EDIT_META, EDIT_WORDS_MAX};
use crate::journal::record_small_edit;
use crate::journal::small_edit;
use crate::journal::writer::Writer;
use crate::memory::pool::Pool;
use crate::raw_vector::RawVector;

/// Writes entries that put the elements of `range` in place of `count` elements at `pos`; several if the range is long.
pub(crate) fn write_edit(
    out: &mut Writer,
    pool: &mut Pool,
    index: u32,
    s: RawVector,
    pos: usize,
    count: u32,
    range: std::ops::Range<usize>,
) {
    if !s.has_meta() && small_edit::fits(pos, count, range.len()) {
        assert!(range.end <= s.cap(), "a save outside the container");
        // SAFETY: the range lies in the initialised part of the buffer, unless it is empty.
        let elements = unsafe { elements_of(s, range) };
        return record_small_edit::write(out, pool, index, pos, count, elements);
    }
    let w = s.width();
    let piece = EDIT_WORDS_MAX / w;
    let mut end = range.end;
    // The last entry is applied first, so the pieces are written last to first.
    while end - range.start > piece {
        let rest = (end - range.start - 1) / piece * piece;
        let start = range.start + rest;
        write_piece(out, pool, index, s, pos + rest, 0, start..end);
        end = start;
    }
    write_piece(out, pool, index, s, pos, count, range.start..end);
}

fn write_piece(
    out: &mut Writer,
    pool: &mut Pool,
    index: u32,
    s: RawVector,
    pos: usize,
    count: u32,
    range: std::ops::Range<usize>,
) {
    let w = s.width();
    let n = range.len() * w;
    let (kind, extra) = if s.has_meta() { (EDIT_META, 3) } else { (EDIT, 1) };
    let entry = out.begin(pool, kind, index, n + extra);
    entry.push(pos as u64 | (count as u64) << 32);
    if s.has_meta() {
        entry.push(s.meta(0) as u64 | (s.meta(1) as u64) << 32);
        entry.push(s.meta(2) as u64 | (s.limit() as u64) << 32);
    }
    if n > 0 {
        assert!(range.end <= s.cap(), "a save outside the container");
        // SAFETY: the range lies in the initialised part of the buffer.
        entry.extend_from_slice(unsafe { elements_of(s, range) });
    }
}

/// Returns the words of some elements.
///
/// # Safety
/// The range must be empty, or lie in the initialised part of the buffer, and the buffer must stay as it is.
pub(crate) unsafe fn elements_of<'a>(s: RawVector, range: std::ops::Range<usize>) -> &'a [u64] {
    if range.is_empty() {
        return &[];
    }
    let w = s.width();
    // SAFETY: the caller's promise.
    unsafe {
        let first = (*s.list()).ptr.cast::<u64>().add(range.start * w);
        std::slice::from_raw_parts(first, range.len() * w)
    }
}

/// Writes an entry that takes over the container's buffer; the caller installs another.
pub(crate) fn write_buffer_swap(out: &mut Writer, pool: &mut Pool, index: u32, s: RawVector) {
    out.swapped_words += s.cap() * s.width();
    let entry = out.begin(pool, BUFFER_SWAP, index, 4);
    // SAFETY: see the module.
    entry.push(unsafe { (*s.list()).ptr } as u64);
    entry.push(s.len() as u64 | (s.cap() as u64) << 32);
    if s.has_meta() {
        entry.push(s.meta(0) as u64 | (s.meta(1) as u64) << 32);
        entry.push(s.meta(2) as u64 | (s.limit() as u64) << 32);
    } else {
        entry.extend_from_slice(&[0, 0]);
    }
}
