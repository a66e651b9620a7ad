//! Encodings of text: ASCII and Latin-1, UTF-7, UTF-16, UTF-32, tables of single bytes, and escapes. Texts are WTF-8.
//!
//! An encoder appends what it can encode and returns where the first other character begins. A decoder returns a
//! [`Stop`]. Neither handles errors: the caller does, and begins again behind them. Both work in blocks, so that
//! stopping often costs no more than what was converted.

pub mod escapes;
pub mod narrow;
pub mod table;
pub mod utf16;
pub mod utf32;
pub mod utf7;

use crate::text::wtf8;

/// Where a decoder stopped.
#[derive(Debug, PartialEq, Eq)]
pub enum Stop {
    /// At the end: how many bytes are decoded. These are all, unless more are to come and the last character is
    /// incomplete.
    Used(usize),
    /// Before bytes that are no text.
    Bad(Bad),
}

/// Bytes that cannot be decoded.
#[derive(Debug, PartialEq, Eq)]
pub struct Bad {
    /// Where they begin.
    pub start: usize,
    /// Where they end.
    pub end: usize,
    /// What is wrong, in CPython's words.
    pub reason: &'static str,
}

impl Stop {
    /// Stops before bytes that are no text.
    pub fn bad(start: usize, end: usize, reason: &'static str) -> Stop {
        Stop::Bad(Bad { start, end, reason })
    }
}

/// Returns how many bytes at the start are ASCII.
#[inline]
pub fn ascii_prefix(bytes: &[u8]) -> usize {
    let whole = bytes.as_chunks::<16>().0.iter().take_while(|chunk| chunk.is_ascii()).count() * 16;
    let rest = &bytes[whole..];
    whole + rest.iter().position(|byte| !byte.is_ascii()).unwrap_or(rest.len())
}

/// Returns how many bytes at the start of eight are ASCII.
#[inline]
fn ascii_in_word(word: &[u8; 8]) -> usize {
    (u64::from_le_bytes(*word) & 0x8080_8080_8080_8080).trailing_zeros() as usize / 8
}

/// Returns the code of the character at a position of WTF-8, and its width in bytes.
#[inline]
fn code_at(text: &[u8], at: usize) -> (u32, usize) {
    match text[at] {
        lead @ ..0x80 => (lead.into(), 1),
        lead @ ..0xE0 => (u32::from(lead & 0x1F) << 6 | u32::from(text[at + 1] & 0x3F), 2),
        _ => {
            let (c, width) = wtf8::decode(text, at);
            (c.to_u32(), width)
        }
    }
}
