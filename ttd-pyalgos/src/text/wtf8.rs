//! Code points in WTF-8: decoding, counting, and finding positions.

use rustpython_wtf8::CodePoint;

/// Bytes whose characters are counted at once: a size that the compiler vectorizes.
const WIDE: usize = 32;

/// The number of code points in WTF-8.
pub fn count_chars(bytes: &[u8]) -> usize {
    let (wide, rest) = bytes.as_chunks::<WIDE>();
    let (words, rest) = rest.as_chunks::<8>();
    wide.chunks(usize::from(u8::MAX)).map(starts_in_wide).sum::<usize>()
        + words.iter().map(starts_in).sum::<usize>()
        + rest.iter().filter(|&&b| begins_char(b)).count()
}

/// Whether a byte of WTF-8 begins a character.
#[inline]
pub fn begins_char(byte: u8) -> bool {
    byte & 0xC0 != 0x80
}

/// Number of characters that begin in at most 255 times 32 bytes of WTF-8: one counter for each of the 32.
#[inline]
fn starts_in_wide(chunks: &[[u8; WIDE]]) -> usize {
    let mut counters = [0; WIDE];
    for bytes in chunks {
        for (counter, byte) in counters.iter_mut().zip(bytes) {
            *counter += u8::from(begins_char(*byte));
        }
    }
    counters.into_iter().map(usize::from).sum()
}

/// Marks the beginnings of characters in eight bytes of WTF-8 by their highest bits.
#[inline]
fn starts_of(bytes: &[u8; 8]) -> u64 {
    const HIGHEST: u64 = 0x8080_8080_8080_8080;
    let word = u64::from_le_bytes(*bytes);
    // Continuation bytes have the highest bit set and the next one clear.
    !(word & !(word << 1)) & HIGHEST
}

/// Number of characters that begin in eight bytes of WTF-8.
#[inline]
fn starts_in(bytes: &[u8; 8]) -> usize {
    ((starts_of(bytes) >> 7).wrapping_mul(0x0101_0101_0101_0101) >> 56) as usize
}

/// The width in bytes of a character, by its first byte.
#[inline]
pub fn char_width(lead: u8) -> usize {
    // The number of leading ones, or 1 if there is none.
    lead.leading_ones().max(1) as usize
}

/// The code point at a position where one begins, and its width.
#[inline]
pub fn decode(bytes: &[u8], at: usize) -> (CodePoint, usize) {
    let width = char_width(bytes[at]);
    let tail = |i: usize| u32::from(bytes[at + i] & 0x3F);
    let lead = u32::from(bytes[at]);
    let code = match width {
        1 => lead,
        2 => (lead & 0x1F) << 6 | tail(1),
        3 => (lead & 0x0F) << 12 | tail(1) << 6 | tail(2),
        _ => (lead & 0x07) << 18 | tail(1) << 12 | tail(2) << 6 | tail(3),
    };
    (CodePoint::from_u32(code).unwrap_or(CodePoint::from_char(char::REPLACEMENT_CHARACTER)), width)
}

/// The code points of WTF-8.
pub fn chars(bytes: &[u8]) -> impl Iterator<Item = CodePoint> {
    char_positions(bytes).map(|(_, c)| c)
}

/// The code points of WTF-8 with their byte positions.
pub fn char_positions(bytes: &[u8]) -> impl Iterator<Item = (usize, CodePoint)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        (at < bytes.len()).then(|| {
            let (c, width) = decode(bytes, at);
            at += width;
            (at - width, c)
        })
    })
}

/// Appends a code point.
#[inline]
pub fn push_char(out: &mut Vec<u8>, c: CodePoint) {
    push_code(out, c.to_u32());
}

/// Appends a code point, given as a number.
#[inline]
pub fn push_code(out: &mut Vec<u8>, code: u32) {
    match code {
        ..0x80 => out.push(code as u8),
        // Pushing single bytes takes one store each; a slice of unknown length would be a call.
        0x80..0x800 => out.extend_from_slice(&two_bytes(code)),
        0x800..0x1_0000 => out.extend_from_slice(&three_bytes(code)),
        _ => out.extend_from_slice(&four_bytes(code)),
    }
}

/// Writes a code point to the start of `room`, which has at least four bytes. Returns its width.
#[inline]
pub fn write_char(room: &mut [u8], code: u32) -> usize {
    match code {
        ..0x80 => {
            room[0] = code as u8;
            1
        }
        0x80..0x800 => {
            room[..2].copy_from_slice(&two_bytes(code));
            2
        }
        0x800..0x1_0000 => {
            room[..3].copy_from_slice(&three_bytes(code));
            3
        }
        _ => {
            room[..4].copy_from_slice(&four_bytes(code));
            4
        }
    }
}

/// Returns a code point from 0x80 on, below 0x800, as its bytes.
#[inline]
pub(crate) fn two_bytes(code: u32) -> [u8; 2] {
    [0xC0 | (code >> 6) as u8, tail(code)]
}

#[inline]
fn three_bytes(code: u32) -> [u8; 3] {
    [0xE0 | (code >> 12) as u8, tail(code >> 6), tail(code)]
}

#[inline]
fn four_bytes(code: u32) -> [u8; 4] {
    [0xF0 | (code >> 18) as u8, tail(code >> 12), tail(code >> 6), tail(code)]
}

/// Returns a byte after the first, with the lowest six bits.
#[inline]
fn tail(code: u32) -> u8 {
    0x80 | (code & 0x3F) as u8
}

/// The byte position of the code point with an index; the end if there is none.
pub fn byte_position(bytes: &[u8], index: usize) -> usize {
    if index == 0 {
        return 0;
    }
    let (mut left, mut passed) = (index, 0);
    for wide in bytes.as_chunks::<WIDE>().0 {
        let starts = starts_in_wide(std::slice::from_ref(wide));
        if starts > left {
            break;
        }
        left -= starts;
        passed += WIDE;
    }
    for word in bytes[passed..].as_chunks::<8>().0 {
        let starts = starts_in(word);
        if starts > left {
            return passed + (without_lowest(starts_of(word), left).trailing_zeros() / 8) as usize;
        }
        left -= starts;
        passed += 8;
    }
    let mut starts = (passed..bytes.len()).filter(|&at| begins_char(bytes[at]));
    starts.nth(left).unwrap_or(bytes.len())
}

/// The byte position of the last `count` code points; there are at least that many.
pub fn byte_position_from_end(bytes: &[u8], count: usize) -> usize {
    let (mut left, mut end) = (count, bytes.len());
    for wide in bytes.as_rchunks::<WIDE>().1.iter().rev() {
        let starts = starts_in_wide(std::slice::from_ref(wide));
        if starts >= left {
            break;
        }
        left -= starts;
        end -= WIDE;
    }
    for word in bytes[..end].as_rchunks::<8>().1.iter().rev() {
        let starts = starts_in(word);
        if starts >= left {
            break;
        }
        left -= starts;
        end -= 8;
    }
    while left > 0 && end > 0 {
        end -= 1;
        left -= usize::from(begins_char(bytes[end]));
    }
    end
}

/// The byte position of the code point with an index in a string of `chars` code points, counted from the nearer end.
#[inline]
pub fn nearer_position(bytes: &[u8], chars: usize, index: usize) -> usize {
    if index * 2 <= chars { byte_position(bytes, index) } else { byte_position_from_end(bytes, chars - index) }
}

/// Clears the `n` lowest set bits.
#[inline]
fn without_lowest(mut bits: u64, n: usize) -> u64 {
    for _ in 0..n {
        bits &= bits.wrapping_sub(1);
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_and_code_points() {
        let text = "aé€😀z".as_bytes();
        assert_eq!(count_chars(text), 5);
        assert_eq!(byte_position(text, 3), 6);
        assert_eq!(byte_position(text, 5), text.len());
        let long = "aé€😀z".repeat(9);
        let starts: Vec<usize> = long.char_indices().map(|(at, _)| at).chain([long.len()]).collect();
        for (index, start) in starts.iter().enumerate() {
            assert_eq!(byte_position(long.as_bytes(), index), *start);
            assert_eq!(byte_position_from_end(long.as_bytes(), 45 - index), *start);
            assert_eq!(nearer_position(long.as_bytes(), 45, index), *start);
            assert_eq!(count_chars(&long.as_bytes()[*start..]), 45 - index);
        }
        let decoded: Vec<u32> = chars(text).map(CodePoint::to_u32).collect();
        assert_eq!(decoded, [0x61, 0xE9, 0x20AC, 0x1F600, 0x7A]);
        assert_eq!(decode(&[0xED, 0xA0, 0x80], 0).0.to_u32(), 0xD800);
        let mut pushed = Vec::new();
        chars(text).for_each(|c| push_char(&mut pushed, c));
        assert_eq!(pushed, text);
    }
}
