//! Byte buffers: words of eight bytes, of which the last may be partly used. The length in bytes is a counter.

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
/// Bytes in a word.
const WORD: usize = 8;

/// Packs bytes into words, the last one padded with zeros.
fn pack(bytes: &[u8]) -> Vec<u64> {
    let word = |c: &[u8]| {
        let mut word = [0; WORD];
        word[..c.len()].copy_from_slice(c);
        u64::from_le_bytes(word)
    };
    bytes.chunks(WORD).map(word).collect()
}

impl Heap {
    /// Allocates a buffer with these bytes.
    pub fn new_buffer(&mut self, tid: TypeId, bytes: &[u8]) -> Value {
        let v = self.new_container(tid, Storage::Buffer, size_of::<Table>(), bytes.len().div_ceil(WORD));
        let s = self.buffer_vector(v);
        self.fill_new(s, &pack(bytes));
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
        &self.bytes_of_words(s)[..s.meta(BYTES) as usize]
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
        let mut word = self.elements(s, 1)[i / WORD].to_le_bytes();
        word[i % WORD] = byte;
        self.put_element(s, i / WORD, [u64::from_le_bytes(word)]);
    }

    /// Appends a byte.
    pub fn buffer_push(&mut self, v: Value, byte: u8) {
        let s = self.buffer_vector(v);
        let n = s.meta(BYTES) as usize;
        assert!(n < u32::MAX as usize, "a buffer too large");
        if n.is_multiple_of(WORD) {
            self.push_element(s, [byte as u64]);
        } else {
            let shift = n % WORD * 8;
            let word = self.elements(s, 1)[n / WORD] & !(0xFF << shift) | (byte as u64) << shift;
            self.put_element(s, n / WORD, [word]);
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
        let n = old.len() - range.len() + bytes.len();
        assert!(n <= u32::MAX as usize, "a buffer too large");
        // Whole words change: from the one where the range begins to the one where it ends, or to the end of the buffer
        // if the rest shifts.
        let from = range.start / WORD;
        let to = if range.len() == bytes.len() { range.end.div_ceil(WORD) } else { s.len() };
        let end = if range.len() == bytes.len() { (to * WORD).min(old.len()) } else { old.len() };
        let changed = [&old[from * WORD..range.start], bytes, &old[range.end..end]].concat();
        let words = pack(&changed);
        if words.is_empty() && to == from {
            return;
        }
        self.edit(s, from, to - from, &words);
        self.set_meta(s, BYTES, n as u32);
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
    }
}
