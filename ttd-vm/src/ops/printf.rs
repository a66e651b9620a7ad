//! `format % values` for strings and bytes.

use malachite_bigint::BigInt;
use num_traits::Signed;
use ttd_core::value::Value;

use super::construct::{call_special, user_special};
use super::format::{Double, Style, code_point};
use crate::types::{float, int, str as strings};
use crate::{Vm, ids, native::*};

pub mod directive;

use directive::{Directive, Item, Parser, Size};

/// The values that a format consumes.
struct Values {
    items: Vec<Value>,
    next: usize,
    /// The right operand when it can be indexed by keys.
    mapping: Option<Value>,
    /// Whether a key was used.
    keyed: bool,
    /// Whether this formats bytes.
    bytes: bool,
}

/// `s % values`.
pub fn format_str(vm: &mut Vm, s: Value, values: Value) -> Res {
    let text = vm.heap.bytes(s).to_vec();
    let out = run(vm, &text, values, false)?;
    Ok(vm.new_str_raw(&out))
}

/// `b % values`.
pub fn format_bytes(vm: &mut Vm, b: Value, values: Value) -> Res {
    let text = vm.raw_bytes(b).to_vec();
    let out = run(vm, &text, values, true)?;
    Ok(crate::types::bytes::like(vm, b, &out))
}

fn run(vm: &mut Vm, text: &[u8], given: Value, bytes: bool) -> Res<Vec<u8>> {
    let inner = vm.unwrap(given);
    let is_tuple = inner.is(ids::TUPLE);
    let items = if is_tuple {
        vm.heap.tuple(inner).to_vec()
    } else {
        vec![given]
    };
    let is_text =
        inner.is(ids::STR) && !bytes || bytes && (inner.is(ids::BYTES) || inner.is(ids::BYTEARRAY));
    let has_items = !is_tuple && !is_text && vm.special(given, "__getitem__").is_some();
    let mapping = has_items.then_some(given);
    let mut values = Values {
        items,
        next: 0,
        mapping,
        keyed: false,
        bytes,
    };
    let mut out = Vec::with_capacity(text.len() + 16);
    let mut parser = Parser::new(text, bytes);
    loop {
        match parser.next() {
            Ok(None) => break,
            Ok(Some(Item::Literal(text))) => out.extend_from_slice(text),
            Ok(Some(Item::Directive(directive))) => convert(vm, &directive, &mut values, &mut out)?,
            Err(problem) => return Err(vm.value_error(problem)),
        }
    }
    if values.next < values.items.len() && values.mapping.is_none() && !values.keyed {
        let kind = if bytes { "bytes" } else { "string" };
        return Err(vm.type_error(format!(
            "not all arguments converted during {kind} formatting"
        )));
    }
    Ok(out)
}

impl Values {
    fn take(&mut self, vm: &mut Vm) -> Res {
        match self.items.get(self.next) {
            // A key has replaced the values by the mapping's; there is none without a key then.
            Some(v) if !self.keyed => {
                self.next += 1;
                Ok(*v)
            }
            _ => Err(vm.type_error("not enough arguments for format string")),
        }
    }

    fn by_key(&mut self, vm: &mut Vm, key: &[u8]) -> Res {
        let Some(mapping) = self.mapping else {
            return Err(vm.type_error("format requires a mapping"));
        };
        self.keyed = true;
        let key = if self.bytes {
            vm.new_bytes(key)
        } else {
            vm.new_str_raw(key)
        };
        vm.get_item(mapping, key)
    }

    fn size(&mut self, vm: &mut Vm, size: Size, what: &str) -> Res<Option<i64>> {
        match size {
            Size::Absent => Ok(None),
            Size::Given(n) => Ok(Some(n)),
            Size::Next => {
                let v = self.take(vm)?;
                let v = vm.unwrap(v);
                if !vm.is_integer(v) {
                    return Err(vm.type_error("* wants int"));
                }
                let limit = if what == "width" {
                    i64::MAX
                } else {
                    i64::from(i32::MAX)
                };
                match vm.as_i64(v).filter(|n| *n <= limit) {
                    Some(n) => Ok(Some(n)),
                    None => Err(vm.overflow_error("Python int too large to convert to C ssize_t")),
                }
            }
        }
    }
}

fn convert(vm: &mut Vm, directive: &Directive, values: &mut Values, out: &mut Vec<u8>) -> Res<()> {
    let keyed = directive
        .key
        .map(|key| values.by_key(vm, key))
        .transpose()?;
    let mut d = directive.clone();
    let mut width = values.size(vm, d.width, "width")?.unwrap_or(0);
    if width < 0 {
        d.left = true;
        width = width.saturating_neg();
    }
    let precision = values
        .size(vm, d.precision, "precision")?
        .map(|n| n.max(0) as usize);
    for size in [width as usize, precision.unwrap_or(0)] {
        if !vm.heap.has_room(size as u64) {
            return Err(vm.memory_error());
        }
    }
    let width = width as usize;
    let v = match keyed {
        Some(v) => v,
        None => values.take(vm)?,
    };
    match d.kind {
        '%' => out.push(b'%'),
        kind if matches!(kind, 's' | 'r' | 'a') || kind == 'b' && values.bytes => {
            let text = text_of(vm, v, d.kind, values.bytes)?;
            pad_text(&text, width, precision, d.left, values.bytes, out);
        }
        'c' => {
            let text = character(vm, v, values.bytes)?;
            pad_text(&text, width, None, d.left, values.bytes, out);
        }
        'd' | 'i' | 'u' | 'o' | 'x' | 'X' => {
            let i = integer_argument(vm, v, d.kind)?;
            let digits = integer_digits(vm, &i, &d, precision)?;
            pad_number(i.is_negative(), &digits.0, &digits.1, &d, width, out);
        }
        'e' | 'E' | 'f' | 'F' | 'g' | 'G' => {
            let x = float_argument(vm, v, values.bytes)?;
            let text = float_digits(x, &d, precision);
            pad_number(
                x.is_sign_negative() && !x.is_nan(),
                "",
                &text,
                &d,
                width,
                out,
            );
        }
        c => {
            return Err(vm.value_error(format!(
                "unsupported format character '{}' ({:#x}) at index {}",
                if (' '..'\x7f').contains(&c) { c } else { '?' },
                u32::from(c),
                d.index
            )));
        }
    }
    Ok(())
}

/// The text of `%s`, `%r`, `%a` and, for bytes, `%b`.
fn text_of(vm: &mut Vm, v: Value, kind: char, bytes: bool) -> Res<Vec<u8>> {
    if bytes && matches!(kind, 's' | 'b') {
        return octets_of(vm, v);
    }
    let text = match kind {
        's' => vm.str_of(v)?,
        'r' if !bytes => vm.repr(v)?,
        _ => vm.ascii(v)?,
    };
    let text = vm.unwrap(text);
    Ok(vm.heap.bytes(text).to_vec())
}

fn octets_of(vm: &mut Vm, v: Value) -> Res<Vec<u8>> {
    let source = match user_special(vm, v, "__bytes__") {
        Some(f) => call_special(vm, f, v, &[])?,
        None => v,
    };
    let inner = vm.unwrap(source);
    if inner.is(ids::BYTES) || inner.is(ids::BYTEARRAY) {
        return Ok(vm.raw_bytes(inner).to_vec());
    }
    let name = vm.type_name(v);
    Err(vm.type_error(format!(
        "%b requires a bytes-like object, or an object that implements __bytes__, not '{name}'"
    )))
}

fn character(vm: &mut Vm, v: Value, bytes: bool) -> Res<Vec<u8>> {
    let inner = vm.unwrap(v);
    if bytes {
        if (inner.is(ids::BYTES) || inner.is(ids::BYTEARRAY)) && vm.raw_bytes(inner).len() == 1 {
            return Ok(vm.raw_bytes(inner).to_vec());
        }
        if !vm.is_integer(inner) && user_special(vm, v, "__index__").is_none() {
            return Err(vm.type_error("%c requires an integer in range(256) or a single byte"));
        }
        let i = vm.index(v)?;
        return match vm.as_i64(i).and_then(|i| u8::try_from(i).ok()) {
            Some(b) => Ok(vec![b]),
            None => Err(vm.overflow_error("%c arg not in range(256)")),
        };
    }
    if inner.is(ids::STR) {
        if vm.str_len(inner) == 1 {
            return Ok(vm.heap.bytes(inner).to_vec());
        }
        return Err(vm.type_error("%c requires int or char"));
    }
    if !vm.is_integer(inner) && user_special(vm, v, "__index__").is_none() {
        return Err(vm.type_error("%c requires int or char"));
    }
    let i = vm.index(v)?;
    match vm.as_big(i).and_then(|i| code_point(&i)) {
        Some(c) => {
            let mut out = Vec::new();
            strings::value::push_char(&mut out, c);
            Ok(out)
        }
        None => Err(vm.overflow_error("%c arg not in range(0x110000)")),
    }
}

fn integer_argument(vm: &mut Vm, v: Value, kind: char) -> Res<BigInt> {
    let inner = vm.unwrap(v);
    let decimal = matches!(kind, 'd' | 'i' | 'u');
    let number = if vm.is_integer(inner) {
        Some(inner)
    } else if decimal && inner.is_float() {
        Some(int::new::truncate(vm, inner.as_float())?)
    } else if user_special(vm, v, "__index__").is_some() {
        Some(vm.index(v)?)
    } else if decimal && user_special(vm, v, "__int__").is_some() {
        Some(int::new::convert(vm, v)?)
    } else {
        None
    };
    match number.and_then(|n| vm.as_big(n)) {
        Some(i) => Ok(i),
        None => {
            let name = vm.type_name(v);
            let wanted = if decimal {
                "a real number"
            } else {
                "an integer"
            };
            Err(vm.type_error(format!("%{kind} format: {wanted} is required, not {name}")))
        }
    }
}

/// The prefix and the digits of an integer.
fn integer_digits(
    vm: &mut Vm,
    i: &BigInt,
    d: &Directive,
    precision: Option<usize>,
) -> Res<(String, String)> {
    let radix = |n| i.magnitude().to_str_radix(n);
    let (prefix, digits) = match d.kind {
        'o' => ("0o", radix(8)),
        'x' => ("0x", radix(16)),
        'X' => ("0X", radix(16).to_uppercase()),
        _ => ("", int::text::big_decimal(vm, &i.abs())?),
    };
    let zeros = precision.unwrap_or(0).saturating_sub(digits.len());
    let prefix = if d.alternate { prefix } else { "" };
    Ok((prefix.to_owned(), "0".repeat(zeros) + &digits))
}

fn float_argument(vm: &mut Vm, v: Value, bytes: bool) -> Res<f64> {
    match float::new::number(vm, v)? {
        Some(x) => Ok(x),
        None => {
            let name = vm.type_name(v);
            let message = if bytes {
                format!("float argument required, not {name}")
            } else {
                format!("must be real number, not {name}")
            };
            Err(vm.type_error(message))
        }
    }
}

fn float_digits(x: f64, d: &Directive, precision: Option<usize>) -> String {
    let style = match d.kind {
        'e' | 'E' => Style::Exponent,
        'f' | 'F' => Style::Fixed,
        _ => Style::General,
    };
    Double {
        style,
        precision: precision.unwrap_or(6),
        alternate: d.alternate,
        add_point_zero: false,
        uppercase: d.kind.is_ascii_uppercase(),
    }
    .text(x.abs())
}

fn pad_number(
    negative: bool,
    prefix: &str,
    digits: &str,
    d: &Directive,
    width: usize,
    out: &mut Vec<u8>,
) {
    let sign = match negative {
        true => "-",
        false if d.plus => "+",
        false if d.space => " ",
        false => "",
    };
    let padding = width.saturating_sub(sign.len() + prefix.len() + digits.len());
    let (before, zeros, behind) = match (d.left, d.zero) {
        (true, _) => (0, 0, padding),
        (false, true) => (0, padding, 0),
        (false, false) => (padding, 0, 0),
    };
    out.extend(std::iter::repeat_n(b' ', before));
    out.extend_from_slice(sign.as_bytes());
    out.extend_from_slice(prefix.as_bytes());
    out.extend(std::iter::repeat_n(b'0', zeros));
    out.extend_from_slice(digits.as_bytes());
    out.extend(std::iter::repeat_n(b' ', behind));
}

fn pad_text(
    text: &[u8],
    width: usize,
    precision: Option<usize>,
    left: bool,
    bytes: bool,
    out: &mut Vec<u8>,
) {
    let all = if bytes {
        text.len()
    } else {
        strings::value::count_chars(text)
    };
    let len = precision.map_or(all, |p| p.min(all));
    let end = if bytes {
        len
    } else {
        strings::value::byte_position(text, len)
    };
    let text = if len == all { text } else { &text[..end] };
    let padding = width.saturating_sub(len);
    if !left {
        out.extend(std::iter::repeat_n(b' ', padding));
    }
    out.extend_from_slice(text);
    if left {
        out.extend(std::iter::repeat_n(b' ', padding));
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    fn directive(text: &[u8]) -> Directive<'_> {
        match Parser::new(text, false).next() {
            Ok(Some(Item::Directive(d))) => d,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn numbers_are_padded() {
        let pad = |format: &[u8], negative, digits: &str, width| {
            let mut out = Vec::new();
            pad_number(negative, "0x", digits, &directive(format), width, &mut out);
            String::from_utf8(out).unwrap()
        };
        assert_eq!(pad(b"%#08x", true, "ff", 8), "-0x000ff");
        assert_eq!(pad(b"%-8x", false, "ff", 8), "0xff    ");
        assert_eq!(pad(b"%+8x", false, "ff", 8), "   +0xff");
    }

    #[test]
    fn texts_are_cut_and_padded() {
        let mut out = Vec::new();
        pad_text("héé".as_bytes(), 4, Some(2), false, false, &mut out);
        assert_eq!(out, "  hé".as_bytes());
    }
}
