//! Strings in the heap, and Rust's text.
//!
//! A STR is a `Bytes` object: the text in WTF-8 (UTF-8 in which a lone surrogate may stand as three bytes), and in the
//! auxiliary word the number of code points. Where that equals the number of bytes the text is ASCII, and positions
//! need no counting.

use std::borrow::Cow;
use std::ops::Range;

use rustpython_wtf8::{CodePoint, Wtf8};
use ttd_core::value::Value;
pub use ttd_pyalgos::text::wtf8::{
    begins_char, byte_position, byte_position_from_end, char_positions, char_width, chars, count_chars, decode,
    nearer_position, push_char,
};

use crate::{Vm, ids};

impl Vm {
    /// Makes a string.
    pub fn new_str(&mut self, text: &str) -> Value {
        self.new_str_raw(text.as_bytes())
    }

    /// Makes a string from a text that may hold lone surrogates.
    pub fn new_wtf8(&mut self, text: &Wtf8) -> Value {
        self.new_str_raw(text.as_bytes())
    }

    /// Makes a string from bytes known to be WTF-8.
    pub fn new_str_raw(&mut self, bytes: &[u8]) -> Value {
        self.new_str_counted(bytes, count_chars(bytes))
    }

    /// As `new_str_raw`, with the number of code points.
    pub fn new_str_counted(&mut self, bytes: &[u8], chars: usize) -> Value {
        debug_assert!(bytes.len() > 64 || count_chars(bytes) == chars);
        match bytes {
            [] => self.names.empty,
            [one] if *one < 0x80 => self.intern_bytes(bytes),
            _ => self.heap.new_bytes(ids::STR, bytes, chars as u64),
        }
    }

    /// Makes a string of a part of another's bytes, cut at characters.
    pub fn new_str_part(&mut self, s: Value, part: Range<usize>) -> Value {
        let bytes = self.heap.bytes(s);
        let chars = if self.is_ascii(s) {
            part.len()
        } else if part.len() <= bytes.len() / 2 {
            count_chars(&bytes[part.clone()])
        } else {
            self.str_len(s) - count_chars(&bytes[..part.start]) - count_chars(&bytes[part.end..])
        };
        self.new_str_part_counted(s, part, chars)
    }

    /// As `new_str_part`, with the number of code points.
    pub fn new_str_part_counted(&mut self, s: Value, part: Range<usize>, chars: usize) -> Value {
        if part.len() == self.heap.bytes(s).len() {
            return s;
        }
        match self.heap.bytes(s)[part.clone()] {
            [] => self.names.empty,
            [one] => self.intern_bytes(&[one]),
            _ => self.heap.new_bytes_part(ids::STR, s, part, chars as u64),
        }
    }

    /// Returns the text, with lone surrogates.
    pub fn wtf8(&self, v: Value) -> &Wtf8 {
        Wtf8::from_bytes(self.heap.bytes(v)).unwrap_or_default()
    }

    /// Returns the text with U+FFFD for lone surrogates.
    pub fn text_lossy(&self, v: Value) -> Cow<'_, str> {
        let bytes = self.heap.bytes(v);
        match std::str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Cow::Owned(chars(bytes).map(CodePoint::to_char_lossy).collect()),
        }
    }

    /// Returns the length in code points.
    #[inline]
    pub fn str_len(&self, v: Value) -> usize {
        self.heap.aux(v) as usize
    }

    /// Returns whether the string is ASCII, so that byte positions are positions.
    #[inline]
    pub fn is_ascii(&self, v: Value) -> bool {
        self.str_len(v) == self.heap.bytes(v).len()
    }
}

/// Returns the string of one character, given in WTF-8; ASCII ones are shared.
#[inline]
pub fn one_char(vm: &mut Vm, bytes: &[u8]) -> Value {
    vm.new_str_counted(bytes, 1)
}

/// Returns the code point at a byte position as a string, and the next position.
pub fn char_at(vm: &mut Vm, s: Value, at: usize) -> (Value, usize) {
    let bytes = vm.heap.bytes(s);
    let width = char_width(bytes[at]);
    let mut buffer = [0; 4];
    buffer[..width].copy_from_slice(&bytes[at..at + width]);
    (one_char(vm, &buffer[..width]), at + width)
}
