//! UTF-16. Its two directions are generic over the order of bytes.

use super::{Stop, code_at};
use crate::text::wtf8::write_char;

/// Bytes of a text, or units, that are converted at once.
const BLOCK: usize = 128;

/// Appends characters from a position on. Returns where the first lone surrogate begins.
pub fn encode(text: &[u8], at: usize, big: bool, out: &mut Vec<u8>) -> usize {
    if big { encode_as::<true>(text, at, out) } else { encode_as::<false>(text, at, out) }
}

/// Appends the text of bytes from a position on. `last` says that no more bytes are to come.
pub fn decode(bytes: &[u8], at: usize, big: bool, last: bool, out: &mut Vec<u8>) -> Stop {
    if big { decode_as::<true>(bytes, at, last, out) } else { decode_as::<false>(bytes, at, last, out) }
}

#[inline]
fn octets<const BIG: bool>(unit: u16) -> [u8; 2] {
    if BIG { unit.to_be_bytes() } else { unit.to_le_bytes() }
}

fn encode_as<const BIG: bool>(text: &[u8], mut at: usize, out: &mut Vec<u8>) -> usize {
    // Room for the units of a block, and for what the last eight characters of one need beyond it.
    let mut room = [[0; 2]; BLOCK + 32];
    loop {
        let (stop, mut filled) = ((at + BLOCK).min(text.len()), 0);
        let mut refused = false;
        while at < stop && !refused {
            if let Some(eight) = text[at..].first_chunk::<8>().filter(|eight| eight.is_ascii()) {
                let units = room[filled..filled + 8].iter_mut().zip(eight);
                units.for_each(|(unit, byte)| *unit = octets::<BIG>(u16::from(*byte)));
                (filled, at) = (filled + 8, at + 8);
                continue;
            }
            // Asking whether eight bytes are ASCII does not pay between characters of others.
            for _ in 0..8 {
                if at >= stop {
                    break;
                }
                let (code, width) = code_at(text, at);
                match code {
                    0xD800..0xE000 => {
                        refused = true;
                        break;
                    }
                    ..0x1_0000 => room[filled] = octets::<BIG>(code as u16),
                    _ => {
                        room[filled] = octets::<BIG>(0xD800 + ((code - 0x1_0000) >> 10) as u16);
                        filled += 1;
                        room[filled] = octets::<BIG>(0xDC00 + (code & 0x3FF) as u16);
                    }
                }
                (filled, at) = (filled + 1, at + width);
            }
        }
        out.extend_from_slice(room[..filled].as_flattened());
        if refused || at >= text.len() {
            return at;
        }
    }
}

fn decode_as<const BIG: bool>(bytes: &[u8], mut at: usize, last: bool, out: &mut Vec<u8>) -> Stop {
    /// The bits that no unit of four has if all are ASCII.
    const NO_ASCII: u64 = 0xFF80_FF80_FF80_FF80;
    let mut room = [0; 3 * BLOCK + 12];
    loop {
        let mut filled = 0;
        let mut stopped = None;
        while filled < 3 * BLOCK - 4 {
            if let Some(four) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
                let word = if BIG { u64::from_be_bytes(*four) } else { u64::from_le_bytes(*four) };
                if word & NO_ASCII == 0 {
                    let low = usize::from(BIG);
                    room[filled..filled + 4].copy_from_slice(&[0, 2, 4, 6].map(|i| four[i + low]));
                    filled += 4;
                    at += 8;
                    continue;
                }
                let units = [0, 16, 32, 48].map(|shift| if BIG { word.rotate_left(16 + shift) } else { word >> shift });
                if units.iter().all(|unit| !(0xD800..0xE000).contains(&(*unit as u16))) {
                    for unit in units {
                        filled += write_char(&mut room[filled..], u32::from(unit as u16));
                    }
                    at += 8;
                    continue;
                }
            }
            match next::<BIG>(bytes, at, last) {
                Ok((code, width)) => {
                    filled += write_char(&mut room[filled..], code);
                    at += width;
                }
                Err(stop) => {
                    stopped = Some(stop);
                    break;
                }
            }
        }
        out.extend_from_slice(&room[..filled]);
        if let Some(stop) = stopped {
            return stop;
        }
    }
}

/// Returns two bytes as a number.
#[inline]
fn unit<const BIG: bool>(bytes: &[u8], at: usize) -> Option<u32> {
    let pair = *bytes.get(at..)?.first_chunk::<2>()?;
    Some(u32::from(if BIG { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) }))
}

/// Returns the code point at a position, and its width in bytes.
#[inline]
fn next<const BIG: bool>(bytes: &[u8], at: usize, last: bool) -> Result<(u32, usize), Stop> {
    let end = bytes.len();
    let Some(first) = unit::<BIG>(bytes, at) else {
        return Err(if at == end || !last { Stop::Used(at) } else { Stop::bad(at, end, "truncated data") });
    };
    match first {
        0xD800..0xDC00 => match unit::<BIG>(bytes, at + 2) {
            Some(second @ 0xDC00..0xE000) => Ok((0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00), 4)),
            Some(_) => Err(Stop::bad(at, at + 2, "illegal UTF-16 surrogate")),
            None if !last => Err(Stop::Used(at)),
            None => Err(Stop::bad(at, end, "unexpected end of data")),
        },
        0xDC00..0xE000 => Err(Stop::bad(at, at + 2, "illegal encoding")),
        code => Ok((code, 2)),
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
            let units = text.encode_utf16();
            let expected: Vec<u8> = units.flat_map(|u| if big { u.to_be_bytes() } else { u.to_le_bytes() }).collect();
            assert_eq!(wide, expected);
            assert_eq!(decode(&wide, 0, big, true, &mut back), Stop::Used(wide.len()));
            assert_eq!(back, text.as_bytes());
        }
    }

    #[test]
    fn halves_of_pairs() {
        let mut out = Vec::new();
        assert_eq!(encode(b"a\xED\xA0\x80", 0, false, &mut out), 1);
        assert_eq!(out, b"a\0");
        assert_eq!(decode(b"\x00\xd8", 0, false, true, &mut out), Stop::bad(0, 2, "unexpected end of data"));
        assert_eq!(decode(b"\x00\xd8", 0, false, false, &mut out), Stop::Used(0));
        assert_eq!(decode(b"\x00\xd8a\0", 0, false, true, &mut out), Stop::bad(0, 2, "illegal UTF-16 surrogate"));
        assert_eq!(decode(b"\x00\xdc", 0, false, true, &mut out), Stop::bad(0, 2, "illegal encoding"));
    }
}
