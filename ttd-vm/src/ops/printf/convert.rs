//! The values of the conversions, as text.

use malachite_bigint::BigInt;
use num_traits::Signed;
use ttd_core::value::Value;
use ttd_pyalgos::format::directive::Directive;

use crate::ops::buffer;
use crate::ops::construct::{call_special, user_special};
use crate::ops::format::{Double, Style, code_point};
use crate::types::{float, int, str as strings};
use crate::{Vm, ids, native::*};

/// Returns the text of `%s`, `%r`, `%a` and, for bytes, `%b`.
pub fn text_of(vm: &mut Vm, v: Value, kind: char, bytes: bool) -> Res<Vec<u8>> {
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
    let inner = vm.unwrap(v);
    if inner.is(ids::BYTES) || inner.is(ids::BYTEARRAY) {
        return Ok(vm.raw_bytes(inner).to_vec());
    }
    if let Some(f) = user_special(vm, v, "__bytes__") {
        let given = call_special(vm, f, v, &[])?;
        let Some(inner) = vm.payload(given, ids::BYTES) else {
            let name = vm.type_name(given);
            return Err(vm.type_error(format!("__bytes__ returned non-bytes (type {name})")));
        };
        return Ok(vm.raw_bytes(inner).to_vec());
    }
    if let Some(inner) = buffer::bytes_like_any(vm, v)? {
        return Ok(vm.raw_bytes(inner).to_vec());
    }
    let name = vm.type_name(v);
    Err(vm.type_error(format!("%b requires a bytes-like object, or an object that implements __bytes__, not '{name}'")))
}

/// Returns the character of `%c`.
pub fn character(vm: &mut Vm, v: Value, bytes: bool) -> Res<Vec<u8>> {
    let inner = vm.unwrap(v);
    if bytes {
        if (inner.is(ids::BYTES) || inner.is(ids::BYTEARRAY)) && vm.raw_bytes(inner).len() == 1 {
            return Ok(vm.raw_bytes(inner).to_vec());
        }
        let i = character_code(vm, v, "%c requires an integer in range(256) or a single byte")?;
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
    let i = character_code(vm, v, "%c requires int or char")?;
    match vm.as_big(i).and_then(|i| code_point(&i)) {
        Some(c) => {
            let mut out = Vec::new();
            strings::value::push_char(&mut out, c);
            Ok(out)
        }
        None => Err(vm.overflow_error("%c arg not in range(0x110000)")),
    }
}

fn character_code(vm: &mut Vm, v: Value, message: &str) -> Res {
    let inner = vm.unwrap(v);
    let has_index = vm.is_integer(inner) || user_special(vm, v, "__index__").is_some();
    let i = if has_index { vm.index(v) } else { Ok(Value::NONE) };
    match vm.catch(i, vm.types.type_error)? {
        Some(i) if !i.is_none() => Ok(i),
        _ => Err(vm.type_error(message)),
    }
}

/// Returns the integer of `%d` and the like.
pub fn integer_argument(vm: &mut Vm, v: Value, kind: char, bytes: bool) -> Res<BigInt> {
    let inner = vm.unwrap(v);
    let decimal = matches!(kind, 'd' | 'i' | 'u');
    let number = if vm.is_integer(inner) {
        Ok(inner)
    } else if decimal && inner.is_float() {
        int::new::truncate(vm, inner.as_float())
    } else if decimal && user_special(vm, v, "__int__").is_some() {
        int::new::convert(vm, v)
    } else if user_special(vm, v, "__index__").is_some() {
        vm.index(v)
    } else {
        Ok(Value::NONE)
    };
    // Any TypeError of a conversion means only that it is no number.
    match vm.catch(number, vm.types.type_error)?.and_then(|n| vm.as_big(n)) {
        Some(i) => Ok(i),
        None => {
            let name = vm.type_name(v);
            let kind = if bytes && kind == 'i' { 'd' } else { kind };
            let wanted = if decimal { "a real number" } else { "an integer" };
            Err(vm.type_error(format!("%{kind} format: {wanted} is required, not {name}")))
        }
    }
}

/// Returns the prefix and the digits of an integer.
pub fn integer_digits(vm: &mut Vm, i: &BigInt, d: &Directive, precision: Option<usize>) -> Res<(String, String)> {
    let radix = |n| i.magnitude().to_str_radix(n);
    let (prefix, digits) = match d.kind {
        'o' => ("0o", radix(8)),
        'x' => ("0x", radix(16)),
        'X' => ("0X", radix(16).to_uppercase()),
        _ => ("", int::text::big_decimal(vm, &i.abs())?),
    };
    let prefix = if d.alternate { prefix } else { "" };
    let zeros = precision.unwrap_or(0).saturating_sub(digits.len());
    if zeros == 0 {
        return Ok((prefix.to_owned(), digits));
    }
    let mut filled = String::with_capacity(zeros + digits.len());
    filled.extend(std::iter::repeat_n('0', zeros));
    filled.push_str(&digits);
    Ok((prefix.to_owned(), filled))
}

/// Returns the float of `%f` and the like.
pub fn float_argument(vm: &mut Vm, v: Value, bytes: bool) -> Res<f64> {
    let number = float::new::number(vm, v);
    let number = if bytes { vm.catch(number, vm.types.exception)?.flatten() } else { number? };
    match number {
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

/// Returns the text of a float's magnitude.
pub fn float_digits(x: f64, d: &Directive, precision: Option<usize>) -> String {
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
