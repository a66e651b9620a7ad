//! Byte buffers: words of eight bytes, of which the first and the last may be partly used. The length in bytes and the
//! number of bytes before the first are counters.
//!
//! Removing bytes at the front leaves a gap there, so that a buffer from which a program reads and removes what it has
//! read (a queue of bytes) costs what is removed. A gap larger than the contents is closed.

use crate::heap::Heap;
use crate::object::{Storage, Table};
use crate::raw_vector::RawVector;
use crate::value::{TypeId, Value};
use std::mem::size_of;
use std::ops::Range;

/// The counter of bytes.
const BYTES: usize = 0;
/// The counter of exports, which rely on the length.
const EXPORTS: usize = 1;
/// The counter of bytes in the gap at the front.
const GAP: usize = 2;
/// Bytes in a word.
const WORD: usize = 8;
/// Bytes that are overwritten at this distance or a smaller one are recorded with all between them.
const SPACED: usize = 64;
/// A gap of fewer bytes is left alone.
const LEAST_GAP: usize = 256;

/// Packs bytes into words, the last one padded with zeros.
fn pack(bytes: &[u8]) -> Vec<u64> {
    let (whole, rest) = bytes.as_chunks::<WORD>();
    let mut words = Vec::with_capacity(whole.len() + 1);
    words.extend(whole.iter().map(|w| u64::from_le_bytes(*w)));
    if !rest.is_empty() {
        let mut word = [0; WORD];
        word[..rest.len()].copy_from_slice(rest);
        words.push(u64::from_le_bytes(word));
    }
    words
}

/// Words that are packed without allocating.
const FEW: usize = 16;

/// As `pack`, of the bytes of several parts, which are few words together.
fn pack_few(parts: [&[u8]; 3]) -> ([u64; FEW], usize) {
    let (mut bytes, mut size) = ([0; FEW * WORD], 0);
    for part in parts {
        bytes[size..size + part.len()].copy_from_slice(part);
        size += part.len();
    }
    let mut words = [0; FEW];
    for (word, bytes) in words.iter_mut().zip(bytes.as_chunks::<WORD>().0) {
        *word = u64::from_le_bytes(*bytes);
    }
    (words, size.div_ceil(WORD))
}

impl Heap {
    /// Allocates a buffer with these bytes.
    pub fn new_buffer(&mut self, tid: TypeId, bytes: &[u8]) -> Value {
        let v = self.new_container(tid, Storage::Buffer, size_of::<Table>(), bytes.len().div_ceil(WORD));
        let s = self.buffer_vector(v);
        self.fill_new_bytes(s, bytes);
        self.set_meta(s, BYTES, bytes.len() as u32);
        v
    }

    #[inline(always)]
    fn buffer_vector(&self, v: Value) -> RawVector {
        self.raw_vector(v, Storage::Buffer)
    }

    /// Returns the bytes.
    #[inline]
    pub fn buffer(&self, v: Value) -> &[u8] {
        let s = self.buffer_vector(v);
        let gap = s.meta(GAP) as usize;
        &self.bytes_of_words(s)[gap..gap + s.meta(BYTES) as usize]
    }

    /// Returns the number of exports; the language keeps the length while there are any.
    #[inline]
    pub fn buffer_exports(&self, v: Value) -> u32 {
        self.buffer_vector(v).meta(EXPORTS)
    }

    /// Sets the number of exports.
    pub fn set_buffer_exports(&mut self, v: Value, n: u32) {
        let s = self.buffer_vector(v);
        self.edit(s, 0, 0, &[]);
        self.set_meta(s, EXPORTS, n);
    }

    /// Overwrites a byte.
    pub fn buffer_set(&mut self, v: Value, i: usize, byte: u8) {
        let s = self.buffer_vector(v);
        assert!(i < s.meta(BYTES) as usize, "byte {i} of {v:?}");
        let at = s.meta(GAP) as usize + i;
        self.before_word(s, at / WORD);
        self.bytes_of_words_mut(s)[at] = byte;
    }

    /// Overwrites the bytes at `first`, `first + step` and so on.
    ///
    /// # Panics
    /// When one of them lies outside the buffer, or `step` is 0.
    pub fn buffer_set_spaced(&mut self, v: Value, first: usize, step: usize, bytes: &[u8]) {
        let Some(others) = bytes.len().checked_sub(1) else { return };
        let s = self.buffer_vector(v);
        let last = others.checked_mul(step).and_then(|n| n.checked_add(first));
        assert!(step > 0 && last.is_some_and(|last| last < s.meta(BYTES) as usize), "bytes outside the buffer");
        let first = s.meta(GAP) as usize + first;
        let places = (0..bytes.len()).map(|n| first + n * step);
        if step <= SPACED {
            let words = first / WORD..(first + others * step) / WORD + 1;
            self.before_edit(s, words.start, words.len(), words.len());
        } else {
            places.clone().for_each(|at| self.before_word(s, at / WORD));
        }
        let all = self.bytes_of_words_mut(s);
        for (at, byte) in places.zip(bytes) {
            all[at] = *byte;
        }
    }

    /// Appends a byte.
    pub fn buffer_push(&mut self, v: Value, byte: u8) {
        let s = self.buffer_vector(v);
        let n = s.meta(BYTES) as usize;
        let end = s.meta(GAP) as usize + n;
        assert!(end < u32::MAX as usize, "a buffer too large");
        if end.is_multiple_of(WORD) {
            self.push_element(s, [byte as u64]);
        } else {
            let shift = end % WORD * 8;
            let word = self.elements(s, 1)[end / WORD] & !(0xFF << shift) | (byte as u64) << shift;
            self.put_element(s, end / WORD, [word]);
        }
        self.set_meta(s, BYTES, n as u32 + 1);
    }

    /// Appends bytes.
    pub fn buffer_extend(&mut self, v: Value, bytes: &[u8]) {
        let n = self.buffer(v).len();
        self.buffer_splice(v, n..n, bytes);
    }

    /// Replaces a range of bytes by others.
    pub fn buffer_splice(&mut self, v: Value, range: Range<usize>, bytes: &[u8]) {
        let s = self.buffer_vector(v);
        let old = self.buffer(v);
        assert!(range.start <= range.end && range.end <= old.len(), "a range outside the buffer");
        let (len, gap) = (old.len(), s.meta(GAP) as usize);
        let n = len - range.len() + bytes.len();
        assert!(gap + n <= u32::MAX as usize, "a buffer too large");
        let (before, after) = (range.start, len - range.end);
        let front_can_move = bytes.len() < range.len() || bytes.len() > range.len() && bytes.len() - range.len() <= gap;
        if before < after && front_can_move {
            return self.shift_front(s, range, bytes);
        }
        // Whole words change: from the one where the range begins to the one where it ends, or to the end of the buffer
        // if the rest shifts.
        let all = &self.bytes_of_words(s)[..gap + len];
        let (start, stop) = (gap + range.start, gap + range.end);
        let from = start / WORD;
        let to = if range.len() == bytes.len() { stop.div_ceil(WORD) } else { s.len() };
        let end = if range.len() == bytes.len() { (to * WORD).min(all.len()) } else { all.len() };
        let parts = [&all[from * WORD..start], bytes, &all[stop..end]];
        let size: usize = parts.iter().map(|part| part.len()).sum();
        if size == 0 && to == from {
            return;
        }
        if size <= FEW * WORD {
            let (words, count) = pack_few(parts);
            self.edit(s, from, to - from, &words[..count]);
        } else {
            self.edit(s, from, to - from, &pack(&parts.concat()));
        }
        self.set_meta(s, BYTES, n as u32);
    }

    /// Replaces a range of bytes by others of another length, and moves what is before it.
    fn shift_front(&mut self, s: RawVector, range: Range<usize>, bytes: &[u8]) {
        let (gap, len) = (s.meta(GAP) as usize, s.meta(BYTES) as usize);
        let n = len - range.len() + bytes.len();
        let all = &self.bytes_of_words(s)[..gap + len];
        let stop = gap + range.end;
        let begin = stop - range.start - bytes.len();
        let (from, to) = (begin / WORD, stop.div_ceil(WORD));
        let moved = &all[gap..gap + range.start];
        let rest = &all[stop..(to * WORD).min(all.len())];
        let words = pack(&[&all[from * WORD..begin], moved, bytes, rest].concat());
        // Without anything to write, the counters alone are recorded.
        self.edit(s, from, words.len(), &words);
        self.set_meta(s, BYTES, n as u32);
        self.set_meta(s, GAP, begin as u32);
        if begin >= LEAST_GAP && begin > n {
            self.close_gap(s);
        }
    }

    /// Moves the contents to the front.
    fn close_gap(&mut self, s: RawVector) {
        let (gap, len) = (s.meta(GAP) as usize, s.meta(BYTES) as usize);
        let words = pack(&self.bytes_of_words(s)[gap..gap + len]);
        self.replace_all(s, &words);
        self.set_meta(s, GAP, 0);
    }

    /// Truncates the buffer to `n` bytes.
    pub fn buffer_truncate(&mut self, v: Value, n: usize) {
        let len = self.buffer(v).len();
        if n == 0 {
            self.buffer_clear(v);
        } else if n < len {
            self.buffer_splice(v, n..len, &[]);
        }
    }

    /// Removes all bytes.
    pub fn buffer_clear(&mut self, v: Value) {
        let s = self.buffer_vector(v);
        self.replace_all(s, &[]);
        self.set_meta(s, BYTES, 0);
        self.set_meta(s, GAP, 0);
    }
}
