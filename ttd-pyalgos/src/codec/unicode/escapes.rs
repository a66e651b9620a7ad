//! `unicode_escape` and `raw_unicode_escape`.

use super::Stop;
use super::narrow::decode_latin1;
use crate::text::wtf8::{chars, push_code};
use crate::unicode::names;

/// Encodes a text in printable ASCII, as in a literal.
pub fn encode(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() * 2);
    for c in chars(text) {
        match c.to_u32() {
            0x5C => out.extend_from_slice(b"\\\\"),
            code @ 0x20..0x7F => out.push(code as u8),
            0x09 => out.extend_from_slice(b"\\t"),
            0x0A => out.extend_from_slice(b"\\n"),
            0x0D => out.extend_from_slice(b"\\r"),
            code => push_escape(code, &mut out),
        }
    }
    out
}

/// Encodes a text in Latin-1, with escapes for what that has not.
pub fn encode_raw(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() * 2);
    for c in chars(text) {
        match c.to_u32() {
            code @ ..0x100 => out.push(code as u8),
            code => push_escape(code, &mut out),
        }
    }
    out
}

/// Appends the shortest escape of a code point.
pub fn push_escape(code: u32, out: &mut Vec<u8>) {
    let (kind, digits) = match code {
        ..0x100 => (b'x', 2),
        0x100..0x1_0000 => (b'u', 4),
        _ => (b'U', 8),
    };
    let mut octets = [b'\\', kind, 0, 0, 0, 0, 0, 0, 0, 0];
    for (i, octet) in octets[2..2 + digits].iter_mut().rev().enumerate() {
        *octet = b"0123456789abcdef"[(code >> (4 * i) & 0xF) as usize];
    }
    out.extend_from_slice(&octets[..2 + digits]);
}

/// A decoder.
#[derive(Debug)]
pub struct Decoder {
    /// Whether only `\u` and `\U` are escapes.
    raw: bool,
    /// The first escape that means nothing or too much, behind its backslash: such a one stands for itself.
    invalid: Option<Vec<u8>>,
}

/// What an escape stands for.
enum Escape {
    /// For a code point; where the text goes on.
    Char(u32, usize),
    /// For nothing; where the text goes on.
    Nothing(usize),
    /// For itself; where the text goes on.
    Itself(usize),
    /// More bytes are needed. When there are none, an error that ends there.
    Incomplete(usize, &'static str),
    /// An error that ends there.
    Bad(usize, &'static str),
}

impl Decoder {
    /// Makes a decoder.
    pub fn new(raw: bool) -> Decoder {
        Decoder { raw, invalid: None }
    }

    /// Takes the first escape that CPython warns of, without its backslash.
    pub fn take_invalid(&mut self) -> Option<Vec<u8>> {
        self.invalid.take()
    }

    /// Appends the text of bytes from a position on. `last` says that no more bytes are to come.
    pub fn decode(&mut self, bytes: &[u8], mut at: usize, last: bool, out: &mut Vec<u8>) -> Stop {
        while at < bytes.len() {
            let rest = &bytes[at..];
            let plain = rest.iter().position(|byte| *byte == b'\\').unwrap_or(rest.len());
            decode_latin1(&rest[..plain], out);
            let start = at + plain;
            if start == bytes.len() {
                break;
            }
            let escape = if self.raw { raw_escape(bytes, start + 1, last) } else { self.escape(bytes, start + 1) };
            match escape {
                Escape::Char(code, behind) => {
                    push_code(out, code);
                    at = behind;
                }
                Escape::Nothing(behind) => at = behind,
                Escape::Itself(behind) => {
                    decode_latin1(&bytes[start..behind], out);
                    at = behind;
                }
                Escape::Incomplete(..) if !last => return Stop::Used(start),
                Escape::Incomplete(end, reason) | Escape::Bad(end, reason) => return Stop::bad(start, end, reason),
            }
        }
        Stop::Used(bytes.len())
    }

    /// Reads what is behind a backslash.
    fn escape(&mut self, bytes: &[u8], at: usize) -> Escape {
        let Some(&kind) = bytes.get(at) else { return Escape::Incomplete(at, "\\ at end of string") };
        let behind = at + 1;
        let simple = |code| Escape::Char(code, behind);
        match kind {
            b'\n' => Escape::Nothing(behind),
            b'\\' | b'\'' | b'"' => simple(kind.into()),
            b'a' => simple(7),
            b'b' => simple(8),
            b't' => simple(9),
            b'n' => simple(10),
            b'v' => simple(11),
            b'f' => simple(12),
            b'r' => simple(13),
            b'0'..=b'7' => {
                let digits = bytes[at..].iter().take(3).take_while(|byte| matches!(byte, b'0'..=b'7')).count();
                let digits = &bytes[at..at + digits];
                let code = digits.iter().fold(0, |code, digit| code << 3 | u32::from(digit - b'0'));
                if code > 0o377 {
                    self.invalid.get_or_insert_with(|| digits.to_vec());
                }
                Escape::Char(code, at + digits.len())
            }
            b'x' => hexadecimal(bytes, behind, 2, "truncated \\xXX escape", ""),
            b'u' => hexadecimal(bytes, behind, 4, "truncated \\uXXXX escape", ""),
            b'U' => hexadecimal(bytes, behind, 8, "truncated \\UXXXXXXXX escape", "illegal Unicode character"),
            b'N' => named(bytes, behind),
            _ => {
                self.invalid.get_or_insert_with(|| vec![kind]);
                Escape::Itself(behind)
            }
        }
    }
}

/// Reads what is behind a backslash of `raw_unicode_escape`.
fn raw_escape(bytes: &[u8], at: usize, last: bool) -> Escape {
    match bytes.get(at) {
        None if last => Escape::Itself(at),
        None => Escape::Incomplete(at, ""),
        Some(b'u') => hexadecimal(bytes, at + 1, 4, "truncated \\uXXXX escape", ""),
        Some(b'U') => hexadecimal(bytes, at + 1, 8, "truncated \\UXXXXXXXX escape", "\\Uxxxxxxxx out of range"),
        Some(_) => Escape::Itself(at + 1),
    }
}

/// Reads hexadecimal digits. `truncated` and `beyond` say that some are missing, or that there is no such character.
fn hexadecimal(bytes: &[u8], at: usize, wanted: usize, truncated: &'static str, beyond: &'static str) -> Escape {
    let digits = bytes[at..].iter().take(wanted).map_while(|byte| char::from(*byte).to_digit(16));
    let (count, code) = digits.fold((0, 0), |(count, code), digit| (count + 1, code << 4 | digit));
    let end = at + count;
    match code {
        _ if count < wanted && end == bytes.len() => Escape::Incomplete(end, truncated),
        _ if count < wanted => Escape::Bad(end, truncated),
        0x11_0000.. => Escape::Bad(end, beyond),
        _ => Escape::Char(code, end),
    }
}

/// Reads a name in braces.
fn named(bytes: &[u8], at: usize) -> Escape {
    const MALFORMED: &str = "malformed \\N character escape";
    match bytes.get(at) {
        None => return Escape::Incomplete(at, MALFORMED),
        Some(b'{') => {}
        Some(_) => return Escape::Bad(at, MALFORMED),
    }
    let name = &bytes[at + 1..];
    let Some(size) = name.iter().position(|byte| *byte == b'}') else {
        return Escape::Incomplete(bytes.len(), MALFORMED);
    };
    let end = at + 1 + size;
    if size == 0 {
        return Escape::Bad(end, MALFORMED);
    }
    match std::str::from_utf8(&name[..size]).ok().and_then(names::character) {
        Some(c) => Escape::Char(c.into(), end + 1),
        None => Escape::Bad(end + 1, "unknown Unicode character name"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        let text = "plain \\ é € 😀 \t\r\n\u{7F}";
        let octets = encode(text.as_bytes());
        assert_eq!(octets, b"plain \\\\ \\xe9 \\u20ac \\U0001f600 \\t\\r\\n\\x7f");
        let mut out = Vec::new();
        assert_eq!(Decoder::new(false).decode(&octets, 0, true, &mut out), Stop::Used(octets.len()));
        assert_eq!(out, text.as_bytes());
        assert_eq!(encode_raw("é€".as_bytes()), b"\xe9\\u20ac");
    }

    #[test]
    fn what_is_wrong() {
        let stop = |bytes: &[u8], raw, last| Decoder::new(raw).decode(bytes, 0, last, &mut Vec::new());
        assert_eq!(stop(b"a\\", false, true), Stop::bad(1, 2, "\\ at end of string"));
        assert_eq!(stop(b"a\\", true, true), Stop::Used(2));
        assert_eq!(stop(b"a\\x4", false, false), Stop::Used(1));
        assert_eq!(stop(b"\\x4g", false, false), Stop::bad(0, 3, "truncated \\xXX escape"));
        assert_eq!(stop(b"\\N{}", false, true), Stop::bad(0, 3, "malformed \\N character escape"));
        assert_eq!(stop(b"\\N{no such}", false, true), Stop::bad(0, 11, "unknown Unicode character name"));
        let mut decoder = Decoder::new(false);
        let mut out = Vec::new();
        assert_eq!(decoder.decode(b"\\N{DIGIT ONE}\\d\\777", 0, true, &mut out), Stop::Used(19));
        assert_eq!((out, decoder.take_invalid()), ("1\\d\u{1FF}".as_bytes().to_vec(), Some(b"d".to_vec())));
    }
}
