//! Text to bytes.

use ttd_core::value::Value;
use ttd_pyalgos::codec::unicode::{narrow, utf16, utf32};

use super::handlers::{Handler, escaped_byte};
use super::{Codec, again, unknown_handler};
use crate::types::str::value::{char_width, chars, count_chars};
use crate::{Vm, ids, native::*};

/// Characters that are left to a handler that is not native: their byte positions.
#[derive(Debug, PartialEq, Eq)]
pub struct Refused {
    /// Where they begin.
    pub start: usize,
    /// Where they end.
    pub end: usize,
    /// Where the first ones stand that the handler was called for, if there are such before: CPython's exception is
    /// made for these.
    pub first: Option<(usize, usize)>,
}

/// Encodes a string as bytes.
pub fn encode_value(vm: &mut Vm, s: Value, codec: Codec, errors: &str) -> Res {
    match try_encode(vm, s, codec, Handler::find(errors))? {
        Ok(bytes) => Ok(bytes),
        Err(refused) => Err(failed(vm, s, codec, errors, &refused)),
    }
}

/// Encodes a string.
///
/// # Errors
/// UnicodeEncodeError for what the handler does not replace.
pub fn encode(vm: &mut Vm, s: Value, codec: Codec, errors: &str) -> Res<Vec<u8>> {
    if shares_bytes(vm, s, codec) {
        return Ok(vm.heap.bytes(s).to_vec());
    }
    match octets(vm, s, codec, Handler::find(errors))? {
        Ok(octets) => Ok(octets),
        Err(refused) => Err(failed(vm, s, codec, errors, &refused)),
    }
}

/// Encodes a string as bytes. Without a handler, it stops at the first error.
pub fn try_encode(vm: &mut Vm, s: Value, codec: Codec, handler: Option<Handler>) -> Res<Result<Value, Refused>> {
    if shares_bytes(vm, s, codec) {
        let size = vm.heap.bytes(s).len();
        return Ok(Ok(vm.heap.new_bytes_part(ids::BYTES, s, 0..size, 0)));
    }
    Ok(octets(vm, s, codec, handler)?.map(|octets| vm.new_bytes(&octets)))
}

/// Returns whether the bytes of a string are those that a codec makes, as ASCII is encoded by many.
fn shares_bytes(vm: &Vm, s: Value, codec: Codec) -> bool {
    vm.is_ascii(s) && matches!(codec, Codec::Utf8 | Codec::Ascii | Codec::Latin1)
}

fn octets(vm: &mut Vm, s: Value, codec: Codec, handler: Option<Handler>) -> Res<Result<Vec<u8>, Refused>> {
    let text = vm.heap.bytes(s);
    let unit = if let Codec::Wide { unit, .. } = codec { unit } else { 1 };
    let room = match codec {
        Codec::Ascii | Codec::Latin1 => vm.str_len(s),
        _ => text.len().max(vm.str_len(s).saturating_mul(unit)) + 4,
    };
    if !vm.heap.has_room(room as u64) {
        return Err(vm.memory_error());
    }
    let mut out = Vec::with_capacity(room);
    match codec {
        Codec::Utf8Sig => out.extend_from_slice(b"\xEF\xBB\xBF"),
        Codec::Wide { mark: true, .. } => {
            codec.encode_prefix("\u{FEFF}".as_bytes(), 0, &mut out);
        }
        _ => {}
    }
    Ok(encode_into(text, 0, codec, handler, &mut out).map(|()| out))
}

/// Appends what a codec makes of a text from a position on.
pub fn encode_into(
    text: &[u8],
    mut at: usize,
    codec: Codec,
    handler: Option<Handler>,
    out: &mut Vec<u8>,
) -> Result<(), Refused> {
    loop {
        at = codec.encode_prefix(text, at, out);
        if at == text.len() {
            return Ok(());
        }
        let end = codec.refused_end(text, at);
        let left = handler.map_or(Some(0), |handler| replace_run(handler, codec, &text[at..end], out));
        if let Some(left) = left {
            return Err(Refused { start: at + left, end, first: None });
        }
        at = end;
    }
}

impl Codec {
    /// Appends the characters from a position on, up to the first that it has not.
    fn encode_prefix(self, text: &[u8], at: usize, out: &mut Vec<u8>) -> usize {
        match self {
            Codec::Ascii => narrow::encode_ascii(text, at, out),
            Codec::Latin1 => narrow::encode_latin1(text, at, out),
            Codec::Utf8 | Codec::Utf8Sig => {
                let rest = &text[at..];
                let good = std::str::from_utf8(rest).map_or_else(|error| error.valid_up_to(), str::len);
                out.extend_from_slice(&rest[..good]);
                at + good
            }
            Codec::Wide { unit: 2, big, .. } => utf16::encode(text, at, big, out),
            Codec::Wide { big, .. } => utf32::encode(text, at, big, out),
        }
    }

    /// Returns where characters end that it has not, and that are one error. UTF-16 and -32 report each.
    fn refused_end(self, text: &[u8], at: usize) -> usize {
        let is_refused = |lead: &[u8]| match self {
            Codec::Ascii => lead[0] >= 0x80,
            Codec::Latin1 => lead[0] >= 0xC4,
            _ => matches!(lead, [0xED, 0xA0..=0xBF, ..]),
        };
        let mut end = at + char_width(text[at]);
        while !matches!(self, Codec::Wide { .. }) && end < text.len() && is_refused(&text[end..]) {
            end += char_width(text[end]);
        }
        end
    }

    /// Appends ASCII.
    fn encode_ascii(self, text: &[u8], out: &mut Vec<u8>) {
        match self {
            Codec::Wide { .. } => {
                self.encode_prefix(text, 0, out);
            }
            _ => out.extend_from_slice(text),
        }
    }
}

/// Lets the handler replace a run of characters that the codec has not. Returns the part of the run that it leaves.
fn replace_run(handler: Handler, codec: Codec, run: &[u8], out: &mut Vec<u8>) -> Option<usize> {
    let is_wide = matches!(codec, Codec::Wide { .. });
    match handler {
        Handler::SurrogateEscape if !is_wide => {
            // Characters that it can escape at the start of the run are no part of the error.
            let escaped = out.len();
            out.extend(chars(run).map_while(escaped_byte));
            let left = (out.len() - escaped) * 3;
            (left < run.len()).then_some(left)
        }
        Handler::SurrogatePass if !matches!(codec, Codec::Ascii | Codec::Latin1) => {
            chars(run).for_each(|c| codec.encode_surrogate(c.to_u32(), out));
            None
        }
        _ if is_wide => {
            let mut text = Vec::new();
            let given = handler.substitute(run, &mut text);
            codec.encode_ascii(&text, out);
            (!given).then_some(0)
        }
        _ => (!handler.substitute(run, out)).then_some(0),
    }
}

/// Raises the error for characters that the handler has left.
fn failed(vm: &mut Vm, s: Value, codec: Codec, errors: &str, refused: &Refused) -> Trap {
    if Handler::find(errors).is_none() {
        return unknown_handler(vm, errors);
    }
    cannot_encode(vm, s, codec.name(), codec.reason(), refused)
}

/// Raises UnicodeEncodeError.
pub fn cannot_encode(vm: &mut Vm, s: Value, encoding: &str, reason: &str, refused: &Refused) -> Trap {
    let text = vm.heap.bytes(s);
    let [first, last] =
        [refused.first.unwrap_or((refused.start, refused.end)), (refused.start, refused.end)].map(|at| {
            let start = count_chars(&text[..at.0]);
            [start, start + count_chars(&text[at.0..at.1])].map(|at| Value::int(at as i64))
        });
    let (encoding, reason) = (vm.new_str(encoding), vm.new_str(reason));
    let class = vm.types.unicode_encode_error;
    let trap = vm.raise(class, &[encoding, s, first[0], first[1], reason]);
    match refused.first {
        Some(_) => again(vm, trap, [last[0], last[1], reason]),
        None => trap,
    }
}
