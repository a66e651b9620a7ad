//! The native codecs: UTF-8, ASCII, Latin-1, UTF-16 and UTF-32, with CPython's error handlers.

use rustpython_wtf8::CodePoint;
use ttd_core::value::Value;

use crate::types::str::value::{char_positions, push_char};
use crate::{Vm, ids, native::*};

pub mod decode;
pub mod handlers;
pub mod wide;

pub use decode::decode;
use handlers::Handler;

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

/// Returns the codec and the handler named by `encoding` and `errors`; both are checked before the codec is looked up.
pub fn codec_args(vm: &mut Vm, encoding: Option<Value>, errors: Option<Value>, function: &str) -> Res<(Codec, String)> {
    let encoding = encoding.map(|v| name_arg(vm, v, function, "encoding")).transpose()?;
    let errors = errors.map(|v| name_arg(vm, v, function, "errors")).transpose()?;
    let codec = match encoding {
        None => Codec::Utf8,
        Some(name) => match Codec::find(&name) {
            Some(codec) => codec,
            None => return Err(vm.lookup_error(format!("unknown encoding: {name}"))),
        },
    };
    Ok((codec, errors.unwrap_or_else(|| "strict".to_owned())))
}

/// Tail-calls the registered codec or handler for names that are not native. `function` of `lib/hidden/text/codecs.py`
/// gets the object, the encoding and the error handler.
pub fn registered(
    vm: &mut Vm,
    encoding: Option<Value>,
    errors: Option<Value>,
    function: &str,
    object: Value,
) -> Option<Trap> {
    let strings = [encoding, errors].map(|v| v.and_then(|v| vm.payload(v, ids::STR)));
    let native = strings[0].is_none_or(|name| Codec::find(&vm.text_lossy(name)).is_some());
    if encoding.is_some() != strings[0].is_some() || errors.is_some() != strings[1].is_some() {
        return None;
    }
    // An invalid name is refused before the registry is asked.
    let is_name = |v: &Value| std::str::from_utf8(vm.heap.bytes(*v)).is_ok_and(|text| !text.contains('\0'));
    if !strings.iter().flatten().all(is_name) {
        return None;
    }
    if native {
        let errors = strings[1].filter(|e| Handler::find(&vm.text_lossy(*e)).is_none())?;
        let (known, name) = (vm.lib("codec_errors"), vm.intern_value(errors));
        vm.dict_get_name(known, name)?;
    }
    let f = vm.lib(function);
    let encoding = strings[0].unwrap_or_else(|| vm.intern("utf-8"));
    let errors = strings[1].unwrap_or_else(|| vm.intern("strict"));
    Some(vm.tail_call(f, &[object, encoding, errors]))
}

fn name_arg(vm: &mut Vm, v: Value, function: &str, parameter: &str) -> Res<String> {
    let text = vm.unwrap(v);
    if text.is(ids::STR) {
        let octets = encode(vm, text, Codec::Utf8, "strict")?;
        if octets.contains(&0) {
            return Err(vm.value_error("embedded null character"));
        }
        return Ok(String::from_utf8(octets).unwrap_or_default());
    }
    let name = if function == "str" { vm.type_name(v) } else { crate::types::str::args::given_name(vm, v) };
    Err(vm.type_error(format!("{function}() argument '{parameter}' must be str, not {name}")))
}

/// Checks the types of the arguments only: an empty text needs no codec.
pub fn check_names(vm: &mut Vm, encoding: Option<Value>, errors: Option<Value>, function: &str) -> Res<()> {
    for (v, parameter) in [(encoding, "encoding"), (errors, "errors")] {
        if let Some(v) = v {
            name_arg(vm, v, function, parameter)?;
        }
    }
    Ok(())
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
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.iter();
    while let Some(&lead) = rest.next() {
        match lead {
            0..0x80 => out.push(lead),
            0xC2 | 0xC3 => out.push(lead << 6 | rest.next()? & 0x3F),
            _ => return None,
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
