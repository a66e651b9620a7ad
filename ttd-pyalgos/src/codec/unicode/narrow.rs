//! ASCII and Latin-1.

use super::ascii_prefix;
use crate::text::wtf8::two_bytes;

/// Appends ASCII characters from a position on. Returns where the first other one begins.
pub fn encode_ascii(text: &[u8], at: usize, out: &mut Vec<u8>) -> usize {
    let end = at + ascii_prefix(&text[at..]);
    out.extend_from_slice(&text[at..end]);
    end
}

/// Appends the characters of Latin-1 from a position on, a byte for each. Returns where the first other one begins.
pub fn encode_latin1(text: &[u8], mut at: usize, out: &mut Vec<u8>) -> usize {
    while at < text.len() {
        at = encode_ascii(text, at, out);
        while let [lead @ (0xC2 | 0xC3), next, ..] = text[at..] {
            out.push(lead << 6 | next & 0x3F);
            at += 2;
        }
        if at < text.len() && !text[at].is_ascii() {
            break;
        }
    }
    at
}

/// Appends the text of bytes in Latin-1.
pub fn decode_latin1(bytes: &[u8], out: &mut Vec<u8>) {
    let (chunks, rest) = bytes.as_chunks::<16>();
    let mut room = [0; 32];
    for chunk in chunks {
        if chunk.is_ascii() {
            out.extend_from_slice(chunk);
        } else if chunk.iter().all(|byte| *byte >= 0x80) {
            room.as_chunks_mut::<2>()
                .0
                .iter_mut()
                .zip(chunk)
                .for_each(|(pair, byte)| *pair = two_bytes(u32::from(*byte)));
            out.extend_from_slice(&room);
        } else {
            let written = put_mixed(chunk, &mut room);
            out.extend_from_slice(&room[..written]);
        }
    }
    let written = put_mixed(rest, &mut room);
    out.extend_from_slice(&room[..written]);
}

/// Writes 16 bytes at most as characters. Returns how much it wrote.
#[inline]
fn put_mixed(bytes: &[u8], room: &mut [u8; 32]) -> usize {
    let mut at = 0;
    for &byte in bytes {
        if byte < 0x80 {
            room[at] = byte;
            at += 1;
        } else {
            room[at..at + 2].copy_from_slice(&two_bytes(u32::from(byte)));
            at += 2;
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latin1_there_and_back() {
        let all: Vec<u8> = (0..=255).chain(0x20..0x60).chain(b'a'..b'h').collect();
        let text: String = all.iter().map(|byte| char::from(*byte)).collect();
        let mut out = Vec::new();
        decode_latin1(&all, &mut out);
        assert_eq!(out, text.as_bytes());
        let mut back = Vec::new();
        assert_eq!(encode_latin1(text.as_bytes(), 0, &mut back), text.len());
        assert_eq!(back, all);
        assert_eq!(encode_latin1("aé€".as_bytes(), 1, &mut back), 3);
        assert_eq!(encode_ascii("aé€".as_bytes(), 0, &mut back), 1);
    }
}
