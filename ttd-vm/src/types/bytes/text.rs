//! Methods of `bytes` and `bytearray` that treat them as ASCII text, and hexadecimal notation.

use ttd_core::value::Value;
use ttd_pyalgos::codec::hex;

use super::split::of_class;
use super::value::{is_bytes_like, like};
use crate::ops::{bounds, codec};
use crate::types::str as strings;
use crate::{Vm, ids, native::*};

fn convert(vm: &mut Vm, v: Value, change: fn(&mut [u8])) -> Res {
    let mut bytes = vm.raw_bytes(v).to_vec();
    change(&mut bytes);
    Ok(like(vm, v, &bytes))
}

/// `b.upper()`.
pub fn upper(vm: &mut Vm, args: Args) -> Res {
    convert(vm, args.get(0), <[u8]>::make_ascii_uppercase)
}

/// `b.lower()`.
pub fn lower(vm: &mut Vm, args: Args) -> Res {
    convert(vm, args.get(0), <[u8]>::make_ascii_lowercase)
}

/// `b.capitalize()`.
pub fn capitalize(vm: &mut Vm, args: Args) -> Res {
    convert(vm, args.get(0), strings::ascii_capitalize)
}

/// `b.title()`.
pub fn title(vm: &mut Vm, args: Args) -> Res {
    convert(vm, args.get(0), strings::ascii_title)
}

/// `b.swapcase()`.
pub fn swapcase(vm: &mut Vm, args: Args) -> Res {
    convert(vm, args.get(0), strings::ascii_swapcase)
}

fn all(vm: &Vm, v: Value, test: fn(&u8) -> bool) -> Res {
    let bytes = vm.raw_bytes(v);
    Ok(Value::bool(!bytes.is_empty() && bytes.iter().all(test)))
}

/// `b.isalpha()`.
pub fn isalpha(vm: &mut Vm, args: Args) -> Res {
    all(vm, args.get(0), u8::is_ascii_alphabetic)
}

/// `b.isalnum()`.
pub fn isalnum(vm: &mut Vm, args: Args) -> Res {
    all(vm, args.get(0), u8::is_ascii_alphanumeric)
}

/// `b.isdigit()`.
pub fn isdigit(vm: &mut Vm, args: Args) -> Res {
    all(vm, args.get(0), u8::is_ascii_digit)
}

/// `b.isspace()`.
pub fn isspace(vm: &mut Vm, args: Args) -> Res {
    all(vm, args.get(0), |b| rustpython_wtf8::is_py_ascii_whitespace(*b))
}

/// `b.isascii()`.
pub fn isascii(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::bool(vm.raw_bytes(args.get(0)).is_ascii()))
}

fn only_case(vm: &Vm, v: Value, wanted: fn(&u8) -> bool, unwanted: fn(&u8) -> bool) -> Res {
    let bytes = vm.raw_bytes(v);
    Ok(Value::bool(bytes.iter().any(wanted) && !bytes.iter().any(unwanted)))
}

/// `b.isupper()`.
pub fn isupper(vm: &mut Vm, args: Args) -> Res {
    only_case(vm, args.get(0), u8::is_ascii_uppercase, u8::is_ascii_lowercase)
}

/// `b.islower()`.
pub fn islower(vm: &mut Vm, args: Args) -> Res {
    only_case(vm, args.get(0), u8::is_ascii_lowercase, u8::is_ascii_uppercase)
}

/// `b.istitle()`.
pub fn istitle(vm: &mut Vm, args: Args) -> Res {
    let bytes = vm.raw_bytes(args.get(0));
    let mut titled = bytes.to_vec();
    strings::ascii_title(&mut titled);
    Ok(Value::bool(titled == bytes && bytes.iter().any(u8::is_ascii_alphabetic)))
}

fn fill_byte(vm: &mut Vm, v: Option<Value>, function: &str) -> Res<u8> {
    let Some(v) = v else { return Ok(b' ') };
    let inner = vm.unwrap(v);
    if is_bytes_like(inner)
        && let [only] = *vm.raw_bytes(inner)
    {
        return Ok(only);
    }
    let name = crate::types::str::args::given_name(vm, v);
    Err(vm.type_error(format!("{function}() argument 2 must be a byte string of length 1, not {name}")))
}

fn pad(vm: &mut Vm, args: &Args, function: &str, left_share: fn(usize, usize) -> usize) -> Res {
    let v = args.get(0);
    let width = bounds::width(vm, args.get(1))?;
    let fill = fill_byte(vm, args.opt(2), function)?;
    let missing = width.saturating_sub(vm.raw_bytes(v).len());
    check_width(vm, v, width)?;
    let left = left_share(missing, width);
    let mut out = vec![fill; left];
    out.extend_from_slice(vm.raw_bytes(v));
    out.resize(out.len() + missing - left, fill);
    Ok(like(vm, v, &out))
}

/// Raises the error for a length that no bytes object can have: the header takes a part.
pub(crate) fn check_length(vm: &mut Vm, length: usize) -> Res<()> {
    if length > isize::MAX as usize - 33 { Err(vm.overflow_error("byte string is too large")) } else { Ok(()) }
}

/// Raises MemoryError when a text of this width does not fit.
fn check_width(vm: &mut Vm, v: Value, width: usize) -> Res<()> {
    if v.is(ids::BYTES) {
        check_length(vm, width)?;
    }
    if vm.heap.has_room(width as u64) { Ok(()) } else { Err(vm.memory_error()) }
}

/// `b.center(width, fillchar)`.
pub fn center(vm: &mut Vm, args: Args) -> Res {
    pad(vm, &args, "center", |missing, width| missing / 2 + (missing & width & 1))
}

/// `b.ljust(width, fillchar)`.
pub fn ljust(vm: &mut Vm, args: Args) -> Res {
    pad(vm, &args, "ljust", |_, _| 0)
}

/// `b.rjust(width, fillchar)`.
pub fn rjust(vm: &mut Vm, args: Args) -> Res {
    pad(vm, &args, "rjust", |missing, _| missing)
}

/// `b.zfill(width)`.
pub fn zfill(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    let width = bounds::width(vm, args.get(1))?;
    let missing = width.saturating_sub(vm.raw_bytes(v).len());
    check_width(vm, v, width)?;
    let filled = strings::pad::zero_filled(vm.raw_bytes(v), missing);
    Ok(like(vm, v, &filled))
}

/// `b.expandtabs(tabsize)`.
pub fn expandtabs(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    let size = args.opt(1).map_or(Ok(8), |size| bounds::int_arg(vm, size))?.max(0) as usize;
    let tabs = vm.raw_bytes(v).iter().filter(|b| **b == b'\t').count();
    if !vm.heap.has_room(tabs.saturating_mul(size) as u64) {
        return Err(vm.memory_error());
    }
    let (mut out, mut column) = (Vec::new(), 0);
    for &b in vm.raw_bytes(v) {
        match b {
            b'\t' => {
                let n = if size > 0 { size - column % size } else { 0 };
                out.resize(out.len() + n, b' ');
                column += n;
            }
            _ => {
                out.push(b);
                column = if matches!(b, b'\n' | b'\r') { 0 } else { column + 1 };
            }
        }
    }
    Ok(like(vm, v, &out))
}

/// `b.decode(encoding, errors)`.
pub fn decode(vm: &mut Vm, args: Args) -> Res {
    if vm.raw_bytes(args.get(0)).is_empty() && !codec::checks_all_names(vm) {
        codec::check_names(vm, args.opt(1), args.opt(2), "decode")?;
        return Ok(vm.names.empty);
    }
    if let Some((codec, errors)) = codec::named(vm, args.opt(1), args.opt(2)) {
        let text = strings::new::decode_value(vm, args.get(0), codec, errors);
        return codec::or_by_registry(vm, text, codec, "decode_text", args);
    }
    codec::check_handler(vm, args.opt(2))?;
    if let Some(trap) = codec::registered(vm, args.opt(1), args.opt(2), "decode_text", args.get(0)) {
        return Err(trap);
    }
    let (codec, errors) = codec::codec_args(vm, args.opt(1), args.opt(2), "decode")?;
    let text = strings::new::decode_value(vm, args.get(0), codec, &errors);
    codec::or_by_registry(vm, text, codec, "decode_text", args)
}

/// `b.hex(sep, bytes_per_sep)`.
pub fn hex(vm: &mut Vm, args: Args) -> Res {
    let bytes = vm.raw_bytes(args.get(0)).to_vec();
    hex_of(vm, &bytes, &args)
}

/// Returns the hexadecimal digits of bytes, for the `hex` of any type.
pub fn hex_of(vm: &mut Vm, bytes: &[u8], args: &Args) -> Res {
    let group = args.opt(2).map_or(Ok(1), |n| bounds::int_arg(vm, n))?;
    let separator = args.opt(1).map(|sep| hex_separator(vm, sep)).transpose()?;
    let text = hex::encode(bytes, separator, group);
    Ok(vm.new_str_raw(&text))
}

fn hex_separator(vm: &mut Vm, sep: Value) -> Res<u8> {
    if vm.len(sep)? != 1 {
        return Err(vm.value_error("sep must be length 1."));
    }
    let inner = vm.unwrap(sep);
    if !inner.is(ids::STR) && !inner.is(ids::BYTES) {
        return Err(vm.type_error("sep must be str or bytes."));
    }
    match *vm.heap.bytes(inner) {
        [b] if b.is_ascii() => Ok(b),
        _ => Err(vm.value_error("sep must be ASCII.")),
    }
}

/// `bytes.fromhex(string)`.
pub fn fromhex(vm: &mut Vm, args: Args) -> Res {
    let (class, text) = (args.get(0), vm.unwrap(args.get(1)));
    if !text.is(ids::STR) {
        let name = crate::types::str::args::given_name(vm, args.get(1));
        return Err(vm.type_error(format!("fromhex() argument must be str, not {name}")));
    }
    // Non-ASCII characters are reported before other invalid ones.
    if !vm.is_ascii(text) {
        let at = strings::value::chars(vm.heap.bytes(text)).position(|c| !c.is_ascii()).unwrap_or(0);
        return Err(vm.value_error(format!("non-hexadecimal number found in fromhex() arg at position {at}")));
    }
    match parse_hex(vm.heap.bytes(text)) {
        Ok(bytes) => of_class(vm, class, &bytes),
        Err(at) => Err(vm.value_error(format!("non-hexadecimal number found in fromhex() arg at position {at}"))),
    }
}

/// Parses hexadecimal digits; `Err` has the position of the first invalid one.
fn parse_hex(text: &[u8]) -> Result<Vec<u8>, usize> {
    let digit = |at: usize| text.get(at).and_then(|b| (*b as char).to_digit(16)).map(|d| d as u8).ok_or(at);
    let (mut out, mut at) = (Vec::new(), 0);
    while at < text.len() {
        if rustpython_wtf8::is_py_ascii_whitespace(text[at]) {
            at += 1;
            continue;
        }
        out.push(digit(at)? << 4 | digit(at + 1)?);
        at += 2;
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexadecimal() {
        assert_eq!(parse_hex(b"61 62"), Ok(b"ab".to_vec()));
        assert_eq!(parse_hex(b"6 1"), Err(1));
        assert_eq!(parse_hex(b"6"), Err(1));
        assert_eq!(parse_hex(b"xx"), Err(0));
    }
}
