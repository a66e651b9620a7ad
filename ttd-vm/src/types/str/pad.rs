//! Padding methods of `str`: center, ljust, rjust, zfill, expandtabs.

use rustpython_wtf8::CodePoint;
use ttd_core::value::Value;

use super::value::{chars, push_char};
use crate::ops::bounds;
use crate::{Vm, ids, native::*};

fn fill_char(vm: &mut Vm, v: Option<Value>) -> Res<CodePoint> {
    let Some(v) = v else {
        return Ok(CodePoint::from_char(' '));
    };
    let text = vm.unwrap(v);
    if !text.is(ids::STR) {
        let name = vm.type_name(v);
        return Err(vm.type_error(format!("The fill character must be a unicode character, not {name}")));
    }
    let first = chars(vm.heap.bytes(text)).next();
    match first {
        Some(c) if vm.str_len(text) == 1 => Ok(c),
        _ => Err(vm.type_error("The fill character must be exactly one character long")),
    }
}

/// The part of the padding that goes to the left, given all of it and the width.
type Share = fn(usize, usize) -> usize;

fn pad(vm: &mut Vm, args: &Args, left_share: Share) -> Res {
    let s = args.get(0);
    let width = bounds::width(vm, args.get(1))?;
    let fill = fill_char(vm, args.opt(2))?;
    let missing = width.saturating_sub(vm.str_len(s));
    if missing == 0 {
        return Ok(s);
    }
    let left = left_share(missing, width);
    padded(vm, s, fill, left, missing - left)
}

fn padded(vm: &mut Vm, s: Value, fill: CodePoint, left: usize, right: usize) -> Res {
    let size = (left + right).saturating_mul(fill.len_wtf8());
    if !vm.heap.has_room(size as u64) {
        return Err(vm.memory_error());
    }
    let (text, chars) = (vm.heap.bytes(s), vm.str_len(s) + left + right);
    let mut out = Vec::with_capacity(text.len() + size);
    let fill_up = |out: &mut Vec<u8>, count: usize| match u8::try_from(fill.to_u32()) {
        Ok(byte @ ..0x80) => out.resize(out.len() + count, byte),
        _ => (0..count).for_each(|_| push_char(out, fill)),
    };
    fill_up(&mut out, left);
    out.extend_from_slice(text);
    fill_up(&mut out, right);
    Ok(vm.new_str_counted(&out, chars))
}

/// `s.center(width, fillchar)`.
pub fn center(vm: &mut Vm, args: Args) -> Res {
    // An odd remainder goes to the left when the width is odd, too.
    pad(vm, &args, |missing, width| missing / 2 + (missing & width & 1))
}

/// `s.ljust(width, fillchar)`.
pub fn ljust(vm: &mut Vm, args: Args) -> Res {
    pad(vm, &args, |_, _| 0)
}

/// `s.rjust(width, fillchar)`.
pub fn rjust(vm: &mut Vm, args: Args) -> Res {
    pad(vm, &args, |missing, _| missing)
}

/// `s.zfill(width)`: zeros go behind a sign.
pub fn zfill(vm: &mut Vm, args: Args) -> Res {
    let s = args.get(0);
    let width = bounds::width(vm, args.get(1))?;
    let missing = width.saturating_sub(vm.str_len(s));
    if missing == 0 {
        return Ok(s);
    }
    if !vm.heap.has_room(width as u64) {
        return Err(vm.memory_error());
    }
    let (filled, chars) = (zero_filled(vm.heap.bytes(s), missing), vm.str_len(s) + missing);
    Ok(vm.new_str_counted(&filled, chars))
}

/// Inserts zeros behind the sign.
pub fn zero_filled(text: &[u8], zeros: usize) -> Vec<u8> {
    let sign = usize::from(matches!(text.first(), Some(b'+' | b'-')));
    let mut out = Vec::with_capacity(text.len() + zeros);
    out.extend_from_slice(&text[..sign]);
    out.resize(sign + zeros, b'0');
    out.extend_from_slice(&text[sign..]);
    out
}

/// `s.expandtabs(tabsize)`.
pub fn expandtabs(vm: &mut Vm, args: Args) -> Res {
    let size = match args.opt(1) {
        Some(size) => bounds::int_arg(vm, size)?.max(0) as usize,
        None => 8,
    };
    let text = vm.heap.bytes(args.get(0));
    let tabs = text.iter().filter(|b| **b == b'\t').count();
    if !vm.heap.has_room(tabs.saturating_mul(size) as u64) {
        return Err(vm.memory_error());
    }
    let expanded = expand(text, size);
    Ok(vm.new_str_raw(&expanded))
}

/// Replaces tabs by spaces up to the next multiple of `size`.
pub fn expand(text: &[u8], size: usize) -> Vec<u8> {
    let (mut out, mut column) = (Vec::with_capacity(text.len()), 0);
    for &b in text {
        match b {
            b'\t' if size > 0 => {
                let n = size - column % size;
                out.resize(out.len() + n, b' ');
                column += n;
            }
            b'\t' => {}
            b'\n' | b'\r' => {
                out.push(b);
                column = 0;
            }
            _ => {
                out.push(b);
                column += usize::from(b & 0xC0 != 0x80);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tabs_and_zeros() {
        assert_eq!(expand(b"a\tb\n\tc", 4), b"a   b\n    c");
        assert_eq!(expand("\u{e9}\tb".as_bytes(), 4), "\u{e9}   b".as_bytes());
        assert_eq!(expand(b"a\tb", 0), b"ab");
        assert_eq!(zero_filled(b"-5", 3), b"-0005");
    }
}
