//! Reading UTF-16 and UTF-32.

use rustpython_wtf8::CodePoint;

use super::decode::Bad;
use crate::types::str::value::push_char;

/// Returns two bytes as a number.
pub(super) fn unit16(bytes: &[u8], at: usize, big: bool) -> Option<u32> {
    let pair = bytes.get(at..at + 2)?.try_into().ok()?;
    Some(u32::from(if big { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) }))
}

/// Decodes UTF-16 up to the first invalid bytes.
pub(super) fn utf16(bytes: &[u8], mut at: usize, big: bool, out: &mut Vec<u8>) -> Option<Bad> {
    while at < bytes.len() {
        let Some(first) = unit16(bytes, at, big) else {
            return Some(Bad { at, len: bytes.len() - at, reason: "truncated data" });
        };
        let code = match first {
            0xD800..0xDC00 => match unit16(bytes, at + 2, big) {
                Some(second @ 0xDC00..0xE000) => 0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00),
                Some(_) => {
                    return Some(Bad { at, len: 2, reason: "illegal UTF-16 surrogate" });
                }
                None => {
                    return Some(Bad { at, len: bytes.len() - at, reason: "unexpected end of data" });
                }
            },
            0xDC00..0xE000 => {
                return Some(Bad { at, len: 2, reason: "illegal encoding" });
            }
            code => code,
        };
        push_char(out, CodePoint::from_u32(code)?);
        at += if code >= 0x1_0000 { 4 } else { 2 };
    }
    None
}

/// Decodes UTF-32 up to the first invalid bytes.
pub(super) fn utf32(bytes: &[u8], mut at: usize, big: bool, out: &mut Vec<u8>) -> Option<Bad> {
    while at < bytes.len() {
        let Some(four) = bytes.get(at..at + 4).and_then(|four| four.try_into().ok()) else {
            return Some(Bad { at, len: bytes.len() - at, reason: "truncated data" });
        };
        let code = if big { u32::from_be_bytes(four) } else { u32::from_le_bytes(four) };
        match char::from_u32(code) {
            Some(c) => push_char(out, CodePoint::from_char(c)),
            None if code < 0x11_0000 => {
                return Some(Bad { at, len: 4, reason: "code point in surrogate code point range(0xd800, 0xe000)" });
            }
            None => {
                return Some(Bad { at, len: 4, reason: "code point not in range(0x110000)" });
            }
        }
        at += 4;
    }
    None
}
