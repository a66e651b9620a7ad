//! JSON strings in WTF-8: decoding escapes, and quoting.

use rustpython_wtf8::CodePoint;

use super::wtf8::{decode, push_char};

/// A decoding error and its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Malformed(pub &'static str, pub usize);

/// Decodes the string whose opening quote is before `from` into `out`. Returns its end, and whether it has no escapes,
/// so that `out` is not needed.
pub fn read(bytes: &[u8], from: usize, strict: bool, out: &mut Vec<u8>) -> Result<(usize, bool), Malformed> {
    let begin = from - 1;
    let (mut at, mut plain) = (from, true);
    loop {
        let special = |b: &u8| matches!(b, b'"' | b'\\') || *b < 0x20 && strict;
        let run = bytes[at..].iter().position(special);
        let Some(end) = run.map(|n| at + n) else {
            return Err(Malformed("Unterminated string starting at", begin));
        };
        if bytes[end] == b'"' {
            if !plain {
                out.extend_from_slice(&bytes[at..end]);
            }
            return Ok((end + 1, plain));
        }
        if bytes[end] != b'\\' {
            return Err(Malformed("Invalid control character at", end));
        }
        if plain {
            out.clear();
            plain = false;
        }
        out.extend_from_slice(&bytes[at..end]);
        let Some(escape) = bytes.get(end + 1) else {
            return Err(Malformed("Unterminated string starting at", begin));
        };
        at = end + 2;
        out.push(match escape {
            b'"' | b'\\' | b'/' => *escape,
            b'b' => 8,
            b'f' => 12,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'u' => {
                at = unicode(bytes, at - 1, out)?;
                continue;
            }
            _ => return Err(Malformed("Invalid \\escape", end)),
        });
    }
}

/// Decodes `XXXX` after a `u`, and the low surrogate that follows a high one. Returns the position after it.
fn unicode(bytes: &[u8], u: usize, out: &mut Vec<u8>) -> Result<usize, Malformed> {
    let mut code = hex(bytes, u)?;
    let mut at = u + 5;
    if (0xD800..0xDC00).contains(&code) && bytes[at..].starts_with(b"\\u") && at + 6 < bytes.len() {
        let low = hex(bytes, at + 1)?;
        if (0xDC00..0xE000).contains(&low) {
            code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
            at += 6;
        }
    }
    let c = CodePoint::from_u32(code).unwrap_or(CodePoint::from_char(char::REPLACEMENT_CHARACTER));
    push_char(out, c);
    Ok(at)
}

fn hex(bytes: &[u8], u: usize) -> Result<u32, Malformed> {
    let digits = bytes.get(u + 1..u + 5).filter(|_| u + 5 < bytes.len());
    let value = digits.and_then(|d| d.iter().try_fold(0, |acc, b| Some(acc << 4 | char::from(*b).to_digit(16)?)));
    value.ok_or(Malformed("Invalid \\uXXXX escape", u))
}

/// Appends text as a JSON string.
pub fn write(text: &[u8], ascii: bool, out: &mut Vec<u8>) {
    out.push(b'"');
    let mut at = 0;
    while at < text.len() {
        let special = |b: &u8| *b < 0x20 || matches!(b, b'"' | b'\\') || ascii && *b >= 0x7F;
        let end = text[at..].iter().position(special).map_or(text.len(), |n| at + n);
        out.extend_from_slice(&text[at..end]);
        let Some(byte) = text.get(end) else { break };
        at = end + 1;
        let short = match byte {
            b'"' | b'\\' => *byte,
            b'\n' => b'n',
            b'\r' => b'r',
            b'\t' => b't',
            8 => b'b',
            12 => b'f',
            _ => {
                let (c, width) = decode(text, end);
                at = end + width;
                escape(c.to_u32(), out);
                continue;
            }
        };
        out.extend([b'\\', short]);
    }
    out.push(b'"');
}

fn escape(c: u32, out: &mut Vec<u8>) {
    let mut unit = |u: u32| {
        out.extend_from_slice(b"\\u");
        out.extend([12, 8, 4, 0].map(|shift| b"0123456789abcdef"[(u >> shift & 15) as usize]));
    };
    match c.checked_sub(0x10000) {
        Some(rest) => {
            unit(0xD800 + (rest >> 10));
            unit(0xDC00 + (rest & 0x3FF));
        }
        None => unit(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_strings_are_read_again() {
        for text in ["", "plain", "q\"b\\n\n\u{7f}", "\u{1}é€😀"] {
            for ascii in [false, true] {
                let (mut written, mut out) = (Vec::new(), Vec::new());
                write(text.as_bytes(), ascii, &mut written);
                assert!(!ascii || written.is_ascii());
                let (end, plain) = read(&written, 1, true, &mut out).expect("it is whole");
                assert_eq!(end, written.len());
                let read = if plain { &written[1..end - 1] } else { &out[..] };
                assert_eq!(read, text.as_bytes());
            }
        }
    }

    #[test]
    fn malformed_strings_are_refused_where_they_are() {
        let error = |text: &str| read(text.as_bytes(), 1, true, &mut Vec::new()).err();
        assert_eq!(error("\"abc"), Some(Malformed("Unterminated string starting at", 0)));
        assert_eq!(error("\"a\\x\""), Some(Malformed("Invalid \\escape", 2)));
        assert_eq!(error("\"a\\u12\""), Some(Malformed("Invalid \\uXXXX escape", 3)));
        assert_eq!(error("\"\t\""), Some(Malformed("Invalid control character at", 1)));
    }
}
