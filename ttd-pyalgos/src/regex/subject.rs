//! Encodings of subjects: bytes and WTF-8.

use crate::text::wtf8::decode;

/// An encoding of the subject.
pub trait Text {
    /// The character at a position and its width. The position is not the end.
    fn at(bytes: &[u8], at: usize) -> (u32, usize);
    /// The character before a position and its width. The position is not the beginning.
    fn before(bytes: &[u8], at: usize) -> (u32, usize);
    /// Whether every character is one byte wide.
    const SINGLE: bool;
}

/// Bytes, or text that is ASCII.
pub struct Bytes;

/// Text in WTF-8.
pub struct Wide;

impl Text for Bytes {
    #[inline(always)]
    fn at(bytes: &[u8], at: usize) -> (u32, usize) {
        (u32::from(bytes[at]), 1)
    }

    #[inline(always)]
    fn before(bytes: &[u8], at: usize) -> (u32, usize) {
        (u32::from(bytes[at - 1]), 1)
    }

    const SINGLE: bool = true;
}

impl Text for Wide {
    #[inline(always)]
    fn at(bytes: &[u8], at: usize) -> (u32, usize) {
        let byte = bytes[at];
        if byte < 0x80 {
            return (u32::from(byte), 1);
        }
        let (c, width) = decode(bytes, at);
        (c.to_u32(), width)
    }

    #[inline(always)]
    fn before(bytes: &[u8], at: usize) -> (u32, usize) {
        let mut start = at - 1;
        while bytes[start] & 0xC0 == 0x80 {
            start -= 1;
        }
        Self::at(bytes, start)
    }

    const SINGLE: bool = false;
}
