//! The native codecs: UTF-8, ASCII, Latin-1, UTF-16 and UTF-32, with CPython's error handlers.

use rustpython_wtf8::CodePoint;
use ttd_core::value::Value;

use crate::types::str::value::{char_positions, push_char};
use crate::{Vm, ids, native::*};

pub mod decode;
pub mod handlers;
mod names;
pub mod wide;

pub use decode::decode;
use handlers::Handler;
pub use names::{check_handler, check_names, checks_all_names, codec_args, named, registered};

/// A codec.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Codec {
    /// UTF-8.
    Utf8,
    /// UTF-8 with a byte order mark.
    Utf8Sig,
    /// ASCII.
    Ascii,
    /// The first 256 code points.
    Latin1,
    /// Two or four bytes: the width of a unit, big-endian or not, and whether a byte order mark comes first.
    Wide {
        /// 2 or 4.
        unit: usize,
        /// Whether the high byte comes first.
        big: bool,
        /// Whether the text begins with a byte order mark.
        mark: bool,
    },
}

impl Codec {
    /// Finds a codec by name, in any spelling.
    pub fn find(name: &str) -> Option<Codec> {
        /// The length of the longest name.
        const LONGEST: usize = 14;
        let mut plain = [0; LONGEST];
        let plain = plain.get_mut(..name.len())?;
        for (to, byte) in plain.iter_mut().zip(name.bytes()) {
            *to = if byte == b'-' || byte == b' ' { b'_' } else { byte.to_ascii_lowercase() };
        }
        let wide = |unit, big, mark| Some(Codec::Wide { unit, big, mark });
        match std::str::from_utf8(plain).ok()? {
            "utf_8" | "utf8" | "u8" | "utf" | "cp65001" => Some(Codec::Utf8),
            "utf_8_sig" | "utf8_sig" => Some(Codec::Utf8Sig),
            "ascii" | "us_ascii" | "646" | "ansi_x3.4_1968" => Some(Codec::Ascii),
            "latin_1" | "latin1" | "latin" | "l1" | "iso_8859_1" | "iso8859_1" | "iso8859" | "8859" | "cp819" => {
                Some(Codec::Latin1)
            }
            "utf_16" | "utf16" | "u16" => wide(2, false, true),
            "utf_16_le" | "utf_16le" | "utf16_le" => wide(2, false, false),
            "utf_16_be" | "utf_16be" | "utf16_be" => wide(2, true, false),
            "utf_32" | "utf32" | "u32" => wide(4, false, true),
            "utf_32_le" | "utf_32le" | "utf32_le" => wide(4, false, false),
            "utf_32_be" | "utf_32be" | "utf32_be" => wide(4, true, false),
            _ => None,
        }
    }

    /// Returns its name in error messages.
    pub fn name(self) -> &'static str {
        match self {
            Codec::Utf8 | Codec::Utf8Sig => "utf-8",
            Codec::Ascii => "ascii",
            Codec::Latin1 => "latin-1",
            Codec::Wide { unit: 2, mark: true, .. } => "utf-16",
            Codec::Wide { unit: 2, big: false, .. } => "utf-16-le",
            Codec::Wide { unit: 2, big: true, .. } => "utf-16-be",
            Codec::Wide { mark: true, .. } => "utf-32",
            Codec::Wide { big: false, .. } => "utf-32-le",
            Codec::Wide { big: true, .. } => "utf-32-be",
        }
    }

    /// Returns whether it can write this code point.
    fn can_encode(self, c: CodePoint) -> bool {
        match self {
            Codec::Ascii => c.is_ascii(),
            Codec::Latin1 => c.to_u32() < 0x100,
            _ => c.to_char().is_some(),
        }
    }

    fn encode_char(self, c: CodePoint, out: &mut Vec<u8>) {
        let code = c.to_u32();
        match self {
            Codec::Utf8 | Codec::Utf8Sig => push_char(out, c),
            Codec::Ascii | Codec::Latin1 => out.push(code as u8),
            Codec::Wide { unit: 2, big, .. } => {
                let mut put =
                    |unit: u16| out.extend_from_slice(&if big { unit.to_be_bytes() } else { unit.to_le_bytes() });
                if code < 0x1_0000 {
                    put(code as u16);
                } else {
                    put(0xD800 + ((code - 0x1_0000) >> 10) as u16);
                    put(0xDC00 + (code & 0x3FF) as u16);
                }
            }
            Codec::Wide { big, .. } => {
                out.extend_from_slice(&if big { code.to_be_bytes() } else { code.to_le_bytes() });
            }
        }
    }

    fn reason(self) -> &'static str {
        match self {
            Codec::Ascii => "ordinal not in range(128)",
            Codec::Latin1 => "ordinal not in range(256)",
            _ => "surrogates not allowed",
        }
    }
}

/// Encodes a string as bytes.
pub fn encode_value(vm: &mut Vm, s: Value, codec: Codec, errors: &str) -> Res {
    if vm.is_ascii(s) && matches!(codec, Codec::Utf8 | Codec::Ascii | Codec::Latin1) {
        let size = vm.heap.bytes(s).len();
        return Ok(vm.heap.new_bytes_part(ids::BYTES, s, 0..size, 0));
    }
    let octets = encode(vm, s, codec, errors)?;
    Ok(vm.new_bytes(&octets))
}

/// Encodes a string.
///
/// # Errors
/// UnicodeEncodeError for what the handler does not replace.
pub fn encode(vm: &mut Vm, s: Value, codec: Codec, errors: &str) -> Res<Vec<u8>> {
    let text = vm.heap.bytes(s);
    if vm.is_ascii(s) && matches!(codec, Codec::Utf8 | Codec::Ascii | Codec::Latin1) {
        return Ok(text.to_vec());
    }
    if codec == Codec::Utf8 && std::str::from_utf8(text).is_ok() {
        return Ok(text.to_vec());
    }
    if codec == Codec::Latin1
        && let Some(octets) = latin1_octets(text)
    {
        return Ok(octets);
    }
    let unit = if let Codec::Wide { unit, .. } = codec { unit } else { 1 };
    let room = text.len().max(vm.str_len(s).saturating_mul(unit));
    if !vm.heap.has_room(room as u64) {
        return Err(vm.memory_error());
    }
    let mut out = Vec::with_capacity(room + 4);
    match codec {
        Codec::Utf8Sig => out.extend_from_slice(b"\xEF\xBB\xBF"),
        Codec::Wide { mark: true, .. } => codec.encode_char(CodePoint::from_char('\u{FEFF}'), &mut out),
        _ => {}
    }
    match encode_into(vm.heap.bytes(s), codec, errors, &mut out) {
        Ok(()) => Ok(out),
        Err(Refused::Handler) => Err(vm.lookup_error(format!("unknown error handler name '{errors}'"))),
        Err(Refused::Run(start, end)) => Err(cannot_encode(vm, codec, s, start as i64, end as i64)),
    }
}

/// Returns a text in Latin-1, if that has all of its characters.
fn latin1_octets(text: &[u8]) -> Option<Vec<u8>> {
    let (mut out, mut rest) = (Vec::with_capacity(text.len()), text);
    while !rest.is_empty() {
        // Whole words of ASCII, then what is before and behind the next other character.
        let words = rest.as_chunks::<8>().0.iter().take_while(|word| word.is_ascii()).count() * 8;
        out.extend_from_slice(&rest[..words]);
        rest = &rest[words..];
        let end = rest.iter().take(8).position(|byte| !byte.is_ascii()).unwrap_or(rest.len().min(8));
        out.extend(rest[..end].iter());
        rest = &rest[end..];
        match *rest {
            [lead @ (0xC2 | 0xC3), next, ref behind @ ..] => {
                out.push(lead << 6 | next & 0x3F);
                rest = behind;
            }
            [0x80..=0xFF, ..] => return None,
            _ => {}
        }
    }
    Some(out)
}

/// Why encoding failed: an unknown handler, or one that leaves these characters.
enum Refused {
    Handler,
    Run(usize, usize),
}

fn encode_into(text: &[u8], codec: Codec, errors: &str, out: &mut Vec<u8>) -> Result<(), Refused> {
    let mut chars = char_positions(text).map(|(_, c)| c).enumerate().peekable();
    let mut run = Vec::new();
    while let Some((at, c)) = chars.next() {
        if codec.can_encode(c) {
            codec.encode_char(c, out);
            continue;
        }
        // A run of characters that cannot be encoded is one error, but UTF-16 and -32 report each.
        run.clear();
        run.push(c);
        while !matches!(codec, Codec::Wide { .. })
            && let Some((_, c)) = chars.next_if(|(_, c)| !codec.can_encode(*c))
        {
            run.push(c);
        }
        let handler = Handler::find(errors).ok_or(Refused::Handler)?;
        if let Some(start) = handle_run(handler, codec, &run, out) {
            return Err(Refused::Run(at + start, at + run.len()));
        }
    }
    Ok(())
}

/// Lets the handler replace a run of unencodable characters. Returns the part of the run that it leaves.
fn handle_run(handler: Handler, codec: Codec, run: &[CodePoint], out: &mut Vec<u8>) -> Option<usize> {
    let mut start = 0;
    if handler == Handler::SurrogateEscape {
        // Characters that it can escape at the start of the run are no part of the error.
        let n = run.iter().take_while(|c| (0xDC80..=0xDCFF).contains(&c.to_u32())).count();
        if n > 0 && handler.encode(codec, &run[..n], out) {
            start = n;
        }
    }
    let rest = &run[start..];
    if rest.is_empty() || handler.encode(codec, rest, out) { None } else { Some(start) }
}

fn cannot_encode(vm: &mut Vm, codec: Codec, s: Value, start: i64, end: i64) -> Trap {
    let encoding = vm.new_str(codec.name());
    let reason = vm.new_str(codec.reason());
    let args = [encoding, s, Value::int(start), Value::int(end), reason];
    let class = vm.types.unicode_encode_error;
    vm.raise(class, &args)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        assert_eq!(Codec::find("UTF-8"), Some(Codec::Utf8));
        assert_eq!(Codec::find("ISO-8859-1"), Some(Codec::Latin1));
        assert_eq!(Codec::find("utf-16-be").map(Codec::name), Some("utf-16-be"));
        assert_eq!(Codec::find("foo"), None);
    }

    #[test]
    fn wide_units() {
        let mut out = Vec::new();
        Codec::Wide { unit: 2, big: true, mark: false }.encode_char(CodePoint::from_char('😀'), &mut out);
        assert_eq!(out, [0xD8, 0x3D, 0xDE, 0x00]);
    }
}
