//! Bytes to text.

use rustpython_wtf8::CodePoint;
use ttd_core::value::Value;

use super::wide::{unit16, utf16, utf32};
use super::{Codec, Handler};
use crate::types::str::value::push_char;
use crate::{Vm, native::*};

/// Undecodable bytes: position, length and reason.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Bad {
    pub(super) at: usize,
    pub(super) len: usize,
    pub(super) reason: &'static str,
}

/// Returns the text that these bytes encode, as WTF-8. `object` is the bytes object that an error names.
pub fn decode(vm: &mut Vm, object: Value, bytes: &[u8], codec: Codec, errors: &str) -> Res<Vec<u8>> {
    if codec == Codec::Utf8Sig
        && let Some(rest) = bytes.strip_prefix(b"\xEF\xBB\xBF")
    {
        // Positions in errors count from behind the mark.
        let object = vm.new_bytes(rest);
        return decode(vm, object, rest, Codec::Utf8, errors);
    }
    let (codec, mut at) = after_mark(codec, bytes);
    let mut out = Vec::with_capacity(bytes.len());
    loop {
        let bad = match codec {
            Codec::Utf8 | Codec::Utf8Sig => utf8(bytes, at, &mut out),
            Codec::Ascii => ascii(bytes, at, &mut out),
            Codec::Latin1 => latin1(bytes, at, &mut out),
            Codec::Wide { unit: 2, big, .. } => utf16(bytes, at, big, &mut out),
            Codec::Wide { big, .. } => utf32(bytes, at, big, &mut out),
        };
        let Some(bad) = bad else { return Ok(out) };
        let Some(handler) = Handler::find(errors) else {
            return Err(vm.lookup_error(format!("unknown error handler name '{errors}'")));
        };
        let (start, mut end) = (bad.at, bad.at + bad.len);
        let passed = (handler == Handler::SurrogatePass).then(|| surrogate(codec, &bytes[start..])).flatten();
        if let Some(c) = passed {
            push_char(&mut out, c.0);
            end = start + c.1;
        } else if matches!(handler, Handler::XmlCharRefReplace | Handler::NameReplace) {
            return Err(vm.type_error("don't know how to handle UnicodeDecodeError in error callback"));
        } else if handler == Handler::SurrogateEscape && bytes[start] >= 0x80 {
            // The handler takes the leading non-ASCII bytes; decoding resumes behind them.
            let taken = bytes[start..end].iter().take_while(|b| **b >= 0x80).count().min(4);
            end = start + taken;
            handler.decode(&bytes[start..end], &mut out);
        } else if !handler.decode(&bytes[start..end], &mut out) {
            return Err(decode_error(vm, object, codec, start, end, bad.reason));
        }
        at = end;
    }
}

fn decode_error(vm: &mut Vm, object: Value, codec: Codec, start: usize, end: usize, reason: &str) -> Trap {
    let encoding = vm.new_str(codec.name());
    let reason = vm.new_str(reason);
    let object = if object.is(crate::ids::BYTES) {
        object
    } else {
        let copy = vm.raw_bytes(object).to_vec();
        vm.new_bytes(&copy)
    };
    let args = [encoding, object, Value::int(start as i64), Value::int(end as i64), reason];
    let class = vm.types.unicode_decode_error;
    vm.raise(class, &args)
}

/// Reads the byte order mark. Returns the codec and where the text begins.
fn after_mark(codec: Codec, bytes: &[u8]) -> (Codec, usize) {
    match codec {
        Codec::Wide { unit, big, mark: true } => {
            let (little_mark, big_mark): (&[u8], &[u8]) =
                if unit == 2 { (b"\xFF\xFE", b"\xFE\xFF") } else { (b"\xFF\xFE\0\0", b"\0\0\xFE\xFF") };
            if bytes.starts_with(little_mark) {
                (Codec::Wide { unit, big: false, mark: false }, unit)
            } else if bytes.starts_with(big_mark) {
                (Codec::Wide { unit, big: true, mark: false }, unit)
            } else {
                (Codec::Wide { unit, big, mark: false }, 0)
            }
        }
        _ => (codec, 0),
    }
}

fn utf8(bytes: &[u8], at: usize, out: &mut Vec<u8>) -> Option<Bad> {
    let rest = &bytes[at..];
    let Err(error) = std::str::from_utf8(rest) else {
        out.extend_from_slice(rest);
        return None;
    };
    let good = error.valid_up_to();
    out.extend_from_slice(&rest[..good]);
    let lead = rest[good];
    let (len, reason) = match error.error_len() {
        None => (rest.len() - good, "unexpected end of data"),
        Some(_) if !(0xC2..=0xF4).contains(&lead) => (1, "invalid start byte"),
        Some(len) => (len, "invalid continuation byte"),
    };
    Some(Bad { at: at + good, len, reason })
}

fn ascii(bytes: &[u8], at: usize, out: &mut Vec<u8>) -> Option<Bad> {
    let good = bytes[at..].iter().position(|b| *b >= 0x80);
    let end = good.map_or(bytes.len(), |n| at + n);
    out.extend_from_slice(&bytes[at..end]);
    good.map(|_| Bad { at: end, len: 1, reason: "ordinal not in range(128)" })
}

fn latin1(bytes: &[u8], at: usize, out: &mut Vec<u8>) -> Option<Bad> {
    bytes[at..].iter().for_each(|b| push_char(out, CodePoint::from(*b)));
    None
}

/// Returns a lone surrogate at the start of these bytes and its length: what `surrogatepass` accepts.
fn surrogate(codec: Codec, bytes: &[u8]) -> Option<(CodePoint, usize)> {
    let (code, len) = match codec {
        Codec::Utf8 | Codec::Utf8Sig => match *bytes {
            [0xED, b @ 0xA0..=0xBF, c @ 0x80..=0xBF, ..] => {
                (0xD000 | u32::from(b & 0x3F) << 6 | u32::from(c & 0x3F), 3)
            }
            _ => return None,
        },
        Codec::Wide { unit: 2, big, .. } => (unit16(bytes, 0, big)?, 2),
        Codec::Wide { big, .. } => {
            let four = bytes.get(..4)?.try_into().ok()?;
            (if big { u32::from_be_bytes(four) } else { u32::from_le_bytes(four) }, 4)
        }
        _ => return None,
    };
    (0xD800..0xE000).contains(&code).then_some((CodePoint::from_u32(code)?, len))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf8_errors_are_those_of_cpython() {
        let error = |bytes: &[u8]| utf8(bytes, 0, &mut Vec::new()).map(|bad| (bad.at, bad.len, bad.reason));
        assert_eq!(error(b"abc"), None);
        assert_eq!(error(b"\xff"), Some((0, 1, "invalid start byte")));
        assert_eq!(error(b"a\xe2\x82"), Some((1, 2, "unexpected end of data")));
        assert_eq!(error(b"\xe2\x82a"), Some((0, 2, "invalid continuation byte")));
        assert_eq!(error(b"\xed\xa0\x80"), Some((0, 1, "invalid continuation byte")));
        assert_eq!(error(b"\xc1a"), Some((0, 1, "invalid start byte")));
    }

    #[test]
    fn wide_text() {
        let mut out = Vec::new();
        assert_eq!(utf16(b"a\0\x3d\xd8\x00\xde", 0, false, &mut out), None);
        assert_eq!(out, "a😀".as_bytes());
        assert_eq!(utf16(b"\x00\xd8", 0, false, &mut Vec::new()).map(|b| b.reason), Some("unexpected end of data"));
        assert_eq!(surrogate(Codec::Utf8, b"\xed\xa0\x80").map(|c| c.0.to_u32()), Some(0xD800));
    }
}
