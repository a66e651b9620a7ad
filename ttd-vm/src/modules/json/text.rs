//! JSON strings.

use rustpython_wtf8::CodePoint;
use ttd_core::value::Value;

use super::{byte_of, char_of, decode_error};
use crate::types::str::value::{decode, push_char};
use crate::{Vm, ids, native::*};

/// A decoding error and its position.
pub(super) struct Wrong(pub(super) &'static str, pub(super) usize);

/// Decodes the string whose opening quote is before `from` into `out`. Returns its end, and whether it has no escapes,
/// so that `out` is not needed.
pub(super) fn read(bytes: &[u8], from: usize, strict: bool, out: &mut Vec<u8>) -> Result<(usize, bool), Wrong> {
    let begin = from - 1;
    let (mut at, mut plain) = (from, true);
    loop {
        let special = |b: &u8| matches!(b, b'"' | b'\\') || *b < 0x20 && strict;
        let run = bytes[at..].iter().position(special);
        let Some(end) = run.map(|n| at + n) else {
            return Err(Wrong("Unterminated string starting at", begin));
        };
        if bytes[end] == b'"' {
            if !plain {
                out.extend_from_slice(&bytes[at..end]);
            }
            return Ok((end + 1, plain));
        }
        if bytes[end] != b'\\' {
            return Err(Wrong("Invalid control character at", end));
        }
        if plain {
            out.clear();
            plain = false;
        }
        out.extend_from_slice(&bytes[at..end]);
        let Some(escape) = bytes.get(end + 1) else {
            return Err(Wrong("Unterminated string starting at", begin));
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
            _ => return Err(Wrong("Invalid \\escape", end)),
        });
    }
}

/// Decodes `XXXX` after a `u`, and the low surrogate that follows a high one. Returns the position after it.
fn unicode(bytes: &[u8], u: usize, out: &mut Vec<u8>) -> Result<usize, Wrong> {
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

fn hex(bytes: &[u8], u: usize) -> Result<u32, Wrong> {
    let digits = bytes.get(u + 1..u + 5).filter(|_| u + 5 < bytes.len());
    let value = digits.and_then(|d| d.iter().try_fold(0, |acc, b| Some(acc << 4 | char::from(*b).to_digit(16)?)));
    value.ok_or(Wrong("Invalid \\uXXXX escape", u))
}

/// Makes a str of decoded bytes.
///
/// `unicode` has joined escaped surrogate pairs. A surrogate read literally cannot pair with an escaped one.
pub(super) fn string(vm: &mut Vm, bytes: &[u8]) -> Value {
    if bytes.is_ascii() { vm.new_str_counted(bytes, bytes.len()) } else { vm.new_str_raw(bytes) }
}

pub(super) fn scanstring(vm: &mut Vm, args: Args) -> Res {
    let document = args.get(0);
    let end = vm.size_arg(args.get(1))?;
    let Some(s) = vm.payload(document, ids::STR) else {
        let name = vm.type_name(document);
        return Err(vm.type_error(format!("first argument must be a string, not {name}")));
    };
    let strict = match args.opt(2) {
        Some(v) => vm.truth(v)?,
        None => true,
    };
    let Some(from) = usize::try_from(end).ok().filter(|i| *i <= vm.str_len(s)) else {
        return Err(vm.value_error("end is out of bounds"));
    };
    let bytes = vm.heap.bytes(s).to_vec();
    let from = byte_of(vm, s, from);
    let mut out = Vec::new();
    // At the very beginning there may be no quote; CPython then reports position -1, and we report 0.
    match read(&bytes, from.max(1), strict, &mut out) {
        Ok((end, plain)) => {
            let text = if plain { &bytes[from.min(end - 1)..end - 1] } else { &out[..] };
            let text = string(vm, text);
            let end = Value::int(char_of(vm, s, end) as i64);
            Ok(vm.new_tuple(&[text, end]))
        }
        Err(Wrong(message, at)) => Err(decode_error(vm, message, document, at)),
    }
}

/// Appends text as a JSON string.
pub(super) fn write(text: &[u8], ascii: bool, out: &mut Vec<u8>) {
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

fn encoded(vm: &mut Vm, v: Value, ascii: bool) -> Res {
    let Some(s) = vm.payload(v, ids::STR) else {
        let name = vm.type_name(v);
        return Err(vm.type_error(format!("first argument must be a string, not {name}")));
    };
    let mut out = Vec::new();
    write(vm.heap.bytes(s), ascii, &mut out);
    Ok(string(vm, &out))
}

pub(super) fn encode_basestring_ascii(vm: &mut Vm, args: Args) -> Res {
    encoded(vm, args.get(0), true)
}

pub(super) fn encode_basestring(vm: &mut Vm, args: Args) -> Res {
    encoded(vm, args.get(0), false)
}
