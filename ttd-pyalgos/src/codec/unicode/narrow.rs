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
    let mut end = out.len();
    out.resize(end + text.len() - at, 0);
    while at < text.len() {
        if let Some(chunk) = text[at..].first_chunk::<16>()
            && chunk.is_ascii()
        {
            out[end..end + 16].copy_from_slice(chunk);
            (at, end) = (at + 16, end + 16);
            continue;
        }
        // The next characters, without a branch for their lengths: texts change between them all the time.
        let stop = text.len().min(at + 16);
        while at < stop {
            let (lead, next) = (text[at], text.get(at + 1).copied().unwrap_or_default());
            if lead > 0xC3 {
                out.truncate(end);
                return at;
            }
            let is_wide = lead >> 7;
            out[end] = if is_wide == 0 { lead } else { lead << 6 | next & 0x3F };
            (at, end) = (at + 1 + usize::from(is_wide), end + 1);
        }
    }
    out.truncate(end);
    at
}

/// Appends the text of bytes in Latin-1.
pub fn decode_latin1(bytes: &[u8], out: &mut Vec<u8>) {
    let (chunks, rest) = bytes.as_chunks::<16>();
    let mut room = [0; 33];
    for chunk in chunks {
        if chunk.is_ascii() {
            out.extend_from_slice(chunk);
        } else if chunk.iter().all(|byte| *byte >= 0x80) {
            room[..32]
                .as_chunks_mut::<2>()
                .0
                .iter_mut()
                .zip(chunk)
                .for_each(|(pair, byte)| *pair = two_bytes(u32::from(*byte)));
            out.extend_from_slice(&room[..32]);
        } else {
            let written = put_mixed(chunk, &mut room);
            out.extend_from_slice(&room[..written]);
        }
    }
    let written = put_mixed(rest, &mut room);
    out.extend_from_slice(&room[..written]);
}

/// Writes 16 bytes at most as characters. Returns how much it wrote. The second byte of a character is always written,
/// and overwritten where there is none: that takes no branch.
#[inline]
fn put_mixed(bytes: &[u8], room: &mut [u8; 33]) -> usize {
    let mut at = 0;
    for &byte in bytes {
        let is_wide = byte >> 7;
        room[at] = if is_wide == 0 { byte } else { 0xC0 | byte >> 6 };
        room[at + 1] = 0x80 | byte & 0x3F;
        at += 1 + usize::from(is_wide);
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
