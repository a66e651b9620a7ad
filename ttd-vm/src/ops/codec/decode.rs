//! Bytes to text.

use rustpython_wtf8::CodePoint;
use ttd_core::value::Value;
use ttd_pyalgos::codec::unicode::{Bad, Stop, ascii_prefix, escapes, narrow, table::Table, utf7, utf16, utf32};

use super::handlers::Handler;
use super::{Codec, again, unknown_handler};
use crate::types::str::value::push_char;
use crate::{Vm, native::*};

/// A decoder.
pub enum Decoder {
    /// UTF-8.
    Utf8,
    /// ASCII.
    Ascii,
    /// The first 256 code points.
    Latin1,
    /// UTF-16 (a unit of 2) or UTF-32; whether the high byte comes first.
    Wide(usize, bool),
    /// UTF-7.
    Utf7,
    /// `unicode_escape` and `raw_unicode_escape`; whether it is the latter.
    Escape(bool, escapes::Decoder),
    /// A table.
    Table(Box<Table>),
}

/// Why decoding failed.
#[derive(Debug)]
pub struct Failure {
    /// What cannot be decoded.
    pub bad: Bad,
    /// The first error, if the handler has dealt with others before: CPython's exception is made for that one.
    first: Option<Bad>,
    /// Whether the handler is one that only encodes.
    encodes: bool,
}

impl Decoder {
    /// Returns the decoder of a codec, and where the text begins behind a byte order mark.
    pub fn of(codec: Codec, bytes: &[u8]) -> (Decoder, usize) {
        match codec {
            Codec::Utf8 => (Decoder::Utf8, 0),
            Codec::Utf8Sig => (Decoder::Utf8, if bytes.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 }),
            Codec::Ascii => (Decoder::Ascii, 0),
            Codec::Latin1 => (Decoder::Latin1, 0),
            Codec::Wide { unit, mark: true, .. } => {
                let (little, big): (&[u8], &[u8]) =
                    if unit == 2 { (b"\xFF\xFE", b"\xFE\xFF") } else { (b"\xFF\xFE\0\0", b"\0\0\xFE\xFF") };
                let is_big = bytes.starts_with(big);
                (Decoder::Wide(unit, is_big), if is_big || bytes.starts_with(little) { unit } else { 0 })
            }
            Codec::Wide { unit, big, .. } => (Decoder::Wide(unit, big), 0),
        }
    }

    /// Returns its name in error messages.
    pub fn name(&self) -> &'static str {
        match self {
            Decoder::Utf8 => "utf-8",
            Decoder::Ascii => "ascii",
            Decoder::Latin1 => "latin-1",
            Decoder::Wide(unit, big) => Codec::Wide { unit: *unit, big: *big, mark: false }.name(),
            Decoder::Utf7 => "utf7",
            Decoder::Escape(false, _) => "unicodeescape",
            Decoder::Escape(true, _) => "rawunicodeescape",
            Decoder::Table(_) => "charmap",
        }
    }

    /// Appends the text of bytes from a position on. `last` says that no more bytes are to come.
    pub fn step(&mut self, bytes: &[u8], at: usize, last: bool, out: &mut Vec<u8>) -> Stop {
        match self {
            Decoder::Utf8 => utf8(bytes, at, last, out),
            Decoder::Ascii => {
                let end = at + ascii_prefix(&bytes[at..]);
                out.extend_from_slice(&bytes[at..end]);
                if end == bytes.len() { Stop::Used(end) } else { Stop::bad(end, end + 1, "ordinal not in range(128)") }
            }
            Decoder::Latin1 => {
                narrow::decode_latin1(&bytes[at..], out);
                Stop::Used(bytes.len())
            }
            Decoder::Wide(2, big) => utf16::decode(bytes, at, *big, last, out),
            Decoder::Wide(_, big) => utf32::decode(bytes, at, *big, last, out),
            Decoder::Utf7 => utf7::decode(bytes, at, last, out),
            Decoder::Escape(_, decoder) => decoder.decode(bytes, at, last, out),
            Decoder::Table(table) => table.decode(bytes, at, out),
        }
    }

    /// Appends the text of bytes from a position on, with what the handler writes for errors. Returns how many bytes
    /// are decoded.
    pub fn decode(
        &mut self,
        bytes: &[u8],
        mut at: usize,
        last: bool,
        handler: Handler,
        out: &mut Vec<u8>,
    ) -> Result<usize, Failure> {
        let mut first = None;
        loop {
            let bad = match self.step(bytes, at, last, out) {
                Stop::Used(used) => return Ok(used),
                Stop::Bad(bad) => bad,
            };
            let wrong = &bytes[bad.start..bad.end];
            at = match handler {
                Handler::SurrogatePass if let Some((c, width)) = self.surrogate(&bytes[bad.start..]) => {
                    push_char(out, c);
                    bad.start + width
                }
                // It takes the leading bytes that are not ASCII; decoding goes on behind them.
                Handler::SurrogateEscape if wrong[0] >= 0x80 => {
                    let taken = wrong.iter().take_while(|byte| **byte >= 0x80).count().min(4);
                    handler.decode(&wrong[..taken], out);
                    bad.start + taken
                }
                _ if handler.decode(wrong, out) => bad.end,
                _ => {
                    let encodes = matches!(handler, Handler::XmlCharRefReplace | Handler::NameReplace);
                    return Err(Failure { bad, first, encodes });
                }
            };
            first.get_or_insert(bad);
        }
    }

    /// Returns a lone surrogate at the start of these bytes and its length: what `surrogatepass` accepts.
    fn surrogate(&self, bytes: &[u8]) -> Option<(CodePoint, usize)> {
        let (code, len) = match (self, bytes) {
            (Decoder::Utf8, [0xED, b @ 0xA0..=0xBF, c @ 0x80..=0xBF, ..]) => {
                (0xD000 | u32::from(b & 0x3F) << 6 | u32::from(c & 0x3F), 3)
            }
            (Decoder::Wide(2, big), [a, b, ..]) => {
                (u32::from(if *big { u16::from_be_bytes([*a, *b]) } else { u16::from_le_bytes([*a, *b]) }), 2)
            }
            (Decoder::Wide(4, big), _) => {
                let four = *bytes.first_chunk::<4>()?;
                (if *big { u32::from_be_bytes(four) } else { u32::from_le_bytes(four) }, 4)
            }
            _ => return None,
        };
        (0xD800..0xE000).contains(&code).then_some((CodePoint::from_u32(code)?, len))
    }
}

/// Bytes that a codec refuses.
pub struct Refused {
    encoding: &'static str,
    failure: Failure,
    /// Whether there is a native handler of the name.
    is_known: bool,
}

impl Refused {
    /// Raises the error. `object` is the bytes object that it names, `errors` the name of the handler.
    pub fn raise(&self, vm: &mut Vm, object: Value, errors: &str) -> Trap {
        match self.is_known {
            true => failed(vm, object, self.encoding, &self.failure),
            false => unknown_handler(vm, errors),
        }
    }
}

/// Returns the text that these bytes encode, as WTF-8, and how many of them are decoded.
pub fn try_decode(bytes: &[u8], codec: Codec, errors: &str) -> Result<(Vec<u8>, usize), Refused> {
    let (mut decoder, at) = Decoder::of(codec, bytes);
    let mut out = Vec::with_capacity(bytes.len());
    let handler = Handler::find(errors);
    match decoder.decode(bytes, at, true, handler.unwrap_or(Handler::Strict), &mut out) {
        Ok(used) => Ok((out, used)),
        Err(failure) => Err(Refused { encoding: decoder.name(), failure, is_known: handler.is_some() }),
    }
}

/// Returns the text that these bytes encode, as WTF-8. `object` is the bytes object that an error names.
pub fn decode(vm: &mut Vm, object: Value, bytes: &[u8], codec: Codec, errors: &str) -> Res<Vec<u8>> {
    match try_decode(bytes, codec, errors) {
        Ok((text, _)) => Ok(text),
        Err(refused) => Err(refused.raise(vm, object, errors)),
    }
}

/// Raises the error for bytes that the handler has left.
pub fn failed(vm: &mut Vm, object: Value, encoding: &str, failure: &Failure) -> Trap {
    if failure.encodes {
        return vm.type_error("don't know how to handle UnicodeDecodeError in error callback");
    }
    let encoding = vm.new_str(encoding);
    let object = if object.is(crate::ids::BYTES) {
        object
    } else {
        let copy = vm.raw_bytes(object).to_vec();
        vm.new_bytes(&copy)
    };
    let [first, bad] = [failure.first.as_ref().unwrap_or(&failure.bad), &failure.bad].map(|bad| {
        let reason = vm.new_str(bad.reason);
        [Value::int(bad.start as i64), Value::int(bad.end as i64), reason]
    });
    let class = vm.types.unicode_decode_error;
    let trap = vm.raise(class, &[encoding, object, first[0], first[1], first[2]]);
    match failure.first {
        Some(_) => again(vm, trap, bad),
        None => trap,
    }
}

fn utf8(bytes: &[u8], at: usize, last: bool, out: &mut Vec<u8>) -> Stop {
    let rest = &bytes[at..];
    let Err(error) = std::str::from_utf8(rest) else {
        out.extend_from_slice(rest);
        return Stop::Used(bytes.len());
    };
    let good = error.valid_up_to();
    out.extend_from_slice(&rest[..good]);
    let start = at + good;
    let (len, reason) = match (error.error_len(), &rest[good..]) {
        // The first two bytes of a surrogate, which `surrogatepass` accepts.
        (_, [0xED, 0xA0..=0xBF]) if !last => return Stop::Used(start),
        (None, _) if !last => return Stop::Used(start),
        (None, left) => (left.len(), "unexpected end of data"),
        (Some(_), [0xC2..=0xF4, ..]) => (error.error_len().unwrap_or(1), "invalid continuation byte"),
        _ => (1, "invalid start byte"),
    };
    Stop::bad(start, start + len, reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf8_errors_are_those_of_cpython() {
        let stop = |bytes: &[u8], last| utf8(bytes, 0, last, &mut Vec::new());
        assert_eq!(stop(b"abc", true), Stop::Used(3));
        assert_eq!(stop(b"\xff", true), Stop::bad(0, 1, "invalid start byte"));
        assert_eq!(stop(b"a\xe2\x82", true), Stop::bad(1, 3, "unexpected end of data"));
        assert_eq!(stop(b"a\xe2\x82", false), Stop::Used(1));
        assert_eq!(stop(b"\xe2\x82a", true), Stop::bad(0, 2, "invalid continuation byte"));
        assert_eq!(stop(b"\xed\xa0\x80", true), Stop::bad(0, 1, "invalid continuation byte"));
        assert_eq!(stop(b"\xed\xa0", false), Stop::Used(0));
        assert_eq!(stop(b"\xc1a", true), Stop::bad(0, 1, "invalid start byte"));
        assert_eq!(Decoder::Utf8.surrogate(b"\xed\xa0\x80").map(|c| c.0.to_u32()), Some(0xD800));
    }
}
