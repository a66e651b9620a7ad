//! UTF-32.

use super::{Stop, ascii_in_word, code_at};
use crate::text::wtf8::write_char;

/// Characters that are converted at once.
const BLOCK: usize = 64;

/// Appends characters from a position on. Returns where the first lone surrogate begins.
pub fn encode(text: &[u8], mut at: usize, big: bool, out: &mut Vec<u8>) -> usize {
    let mut room = [[0; 4]; BLOCK + 8];
    loop {
        let mut filled = 0;
        let mut refused = false;
        while at < text.len() && filled < BLOCK {
            if let Some(word) = text[at..].first_chunk::<8>().filter(|word| word[0].is_ascii()) {
                // What stands behind the ASCII characters is written over.
                let quads = room[filled..filled + 8].iter_mut().zip(word);
                quads.for_each(|(quad, byte)| *quad = octets(u32::from(*byte), big));
                let count = ascii_in_word(word);
                filled += count;
                at += count;
                continue;
            }
            let (c, width) = code_at(text, at);
            if (0xD800..0xE000).contains(&c) {
                refused = true;
                break;
            }
            room[filled] = octets(c, big);
            filled += 1;
            at += width;
        }
        out.extend_from_slice(room[..filled].as_flattened());
        if refused || at >= text.len() {
            return at;
        }
    }
}

#[inline]
fn octets(code: u32, big: bool) -> [u8; 4] {
    if big { code.to_be_bytes() } else { code.to_le_bytes() }
}

/// Appends the text of bytes from a position on. `last` says that no more bytes are to come.
pub fn decode(bytes: &[u8], mut at: usize, big: bool, last: bool, out: &mut Vec<u8>) -> Stop {
    let mut room = [0; 4 * BLOCK];
    loop {
        let mut filled = 0;
        let mut stopped = None;
        while filled <= 4 * BLOCK - 4 {
            match next(bytes, at, big, last) {
                Ok(code) => filled += write_char(&mut room[filled..], code),
                Err(stop) => {
                    stopped = Some(stop);
                    break;
                }
            }
            at += 4;
        }
        out.extend_from_slice(&room[..filled]);
        if let Some(stop) = stopped {
            return stop;
        }
    }
}

/// Returns the code point at a position.
#[inline]
fn next(bytes: &[u8], at: usize, big: bool, last: bool) -> Result<u32, Stop> {
    let Some(four) = bytes.get(at..).and_then(|rest| rest.first_chunk::<4>()) else {
        let end = bytes.len();
        return Err(if at == end || !last { Stop::Used(at) } else { Stop::bad(at, end, "truncated data") });
    };
    let code = if big { u32::from_be_bytes(*four) } else { u32::from_le_bytes(*four) };
    match code {
        0xD800..0xE000 => Err(Stop::bad(at, at + 4, "code point in surrogate code point range(0xd800, 0xe000)")),
        0x11_0000.. => Err(Stop::bad(at, at + 4, "code point not in range(0x110000)")),
        _ => Ok(code),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        let text = "plain ASCII, then é€😀 and ".repeat(40);
        for big in [false, true] {
            let (mut wide, mut back) = (Vec::new(), Vec::new());
            assert_eq!(encode(text.as_bytes(), 0, big, &mut wide), text.len());
            assert_eq!(wide.len(), 4 * text.chars().count());
            assert_eq!(decode(&wide, 0, big, true, &mut back), Stop::Used(wide.len()));
            assert_eq!(back, text.as_bytes());
        }
        assert_eq!(decode(b"\0\0\0", 0, true, false, &mut Vec::new()), Stop::Used(0));
        assert_eq!(encode(b"\xED\xA0\x80", 0, true, &mut Vec::new()), 0);
    }
}
