//! Packs and unpacks single values.

use ttd_core::value::Value;
use ttd_pyalgos::codec::pack_format::Item;
use ttd_pyalgos::numbers::half::{from_half, to_half};

use super::struct_error;
use crate::types::float::new::number;
use crate::{Vm, ids, native::*};

/// The byte order and layout of numbers.
#[derive(Clone, Copy)]
pub struct Layout {
    /// Big-endian.
    pub big_endian: bool,
    /// The platform's own layout.
    pub native: bool,
}

/// Packs a value into bytes that are zero.
pub fn pack(vm: &mut Vm, layout: Layout, item: &Item, v: Value, out: &mut [u8]) -> Res<()> {
    match item.code {
        b'c' => match vm.payload(v, ids::BYTES).map(|b| vm.heap.bytes(b)) {
            Some([byte]) => out[0] = *byte,
            _ => return Err(struct_error(vm, "char format requires a bytes object of length 1")),
        },
        b's' | b'p' => return pack_bytes(vm, item.code, v, out),
        b'?' => out[0] = u8::from(vm.truth(v)?),
        b'e' | b'f' | b'd' => return pack_float(vm, layout, item.code, v, out),
        _ => {
            let number = integer(vm, item, v)?;
            let bytes = number.to_le_bytes();
            let n = out.len();
            out.copy_from_slice(&bytes[..n]);
            if layout.big_endian {
                out.reverse();
            }
        }
    }
    Ok(())
}

fn pack_bytes(vm: &mut Vm, code: u8, v: Value, out: &mut [u8]) -> Res<()> {
    let inner = vm.unwrap(v);
    if !crate::types::bytes::value::is_bytes_like(inner) {
        return Err(struct_error(vm, &format!("argument for '{}' must be a bytes object", char::from(code))));
    }
    let bytes = vm.raw_bytes(inner);
    if code == b's' {
        let n = bytes.len().min(out.len());
        out[..n].copy_from_slice(&bytes[..n]);
    } else if let Some((length, text)) = out.split_first_mut() {
        let n = bytes.len().min(text.len());
        text[..n].copy_from_slice(&bytes[..n]);
        *length = n.min(255) as u8;
    }
    Ok(())
}

/// An integer in the range of a code.
fn integer(vm: &mut Vm, item: &Item, v: Value) -> Res<i128> {
    let v = match v.is_int() {
        true => v,
        false => {
            let inner = vm.unwrap(v);
            if !vm.is_integer(inner) && !inner.is_bool() && vm.special_named(v, vm.names.index).is_none() {
                return Err(struct_error(vm, "required argument is not an integer"));
            }
            vm.index(v)?
        }
    };
    let whole = match vm.as_i64(v) {
        Some(i) => Some(i128::from(i)),
        None => vm.as_big(v).and_then(|i| i128::try_from(i).ok()),
    };
    let bits = item.size as u32 * 8;
    let signed = item.code.is_ascii_lowercase();
    let (min, max) = match (item.code, signed) {
        (b'P', _) => (-(1i128 << 63), (1 << 64) - 1),
        (_, true) => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
        (_, false) => (0, (1i128 << bits) - 1),
    };
    match whole.filter(|i| (min..=max).contains(i)) {
        Some(i) => Ok(i),
        None if item.code == b'P' => Err(struct_error(vm, "int too large to convert")),
        None => {
            let code = char::from(item.code);
            Err(struct_error(vm, &format!("'{code}' format requires {min} <= number <= {max}")))
        }
    }
}

fn pack_float(vm: &mut Vm, layout: Layout, code: u8, v: Value, out: &mut [u8]) -> Res<()> {
    let x = match v.is_float() {
        true => v.as_float(),
        false => match number(vm, v) {
            Ok(Some(x)) => x,
            Ok(None) | Err(Trap::Raise(_)) => return Err(struct_error(vm, "required argument is not a float")),
            Err(other) => return Err(other),
        },
    };
    match code {
        b'd' => out.copy_from_slice(&x.to_le_bytes()),
        b'f' => {
            let y = x as f32;
            if y.is_infinite() && x.is_finite() && !layout.native {
                return Err(too_large(vm, v, "f"));
            }
            out.copy_from_slice(&y.to_le_bytes());
        }
        _ => match to_half(x) {
            Some(bits) => out.copy_from_slice(&bits.to_le_bytes()),
            None => return Err(too_large(vm, v, "e")),
        },
    }
    if layout.big_endian {
        out.reverse();
    }
    Ok(())
}

/// The error for a number out of a code's range.
#[cold]
fn too_large(vm: &mut Vm, v: Value, code: &str) -> Trap {
    let inner = vm.unwrap(v);
    if vm.is_integer(inner) || inner.is_bool() {
        return struct_error(vm, "int too large to convert");
    }
    vm.overflow_error(format!("float too large to pack with {code} format"))
}

/// Unpacks all values of an item whose code is one of numbers up to four bytes or of doubles. Returns false, with
/// nothing done, for other codes.
pub fn append_words(item: &Item, layout: Layout, bytes: &[u8], out: &mut impl Extend<Value>) -> bool {
    let words = &bytes[item.offset..item.offset + item.repeat * item.size];
    let big = layout.big_endian;
    macro_rules! words {
        ($number:ty, $value:expr) => {
            out.extend(words.as_chunks().0.iter().map(|word| {
                let number = if big { <$number>::from_be_bytes(*word) } else { <$number>::from_le_bytes(*word) };
                $value(number)
            }))
        };
    }
    match (item.code, item.size) {
        (b'b', 1) => words!(i8, |n| Value::int(i64::from(n))),
        (b'B', 1) => words!(u8, |n| Value::int(i64::from(n))),
        (b'h', 2) => words!(i16, |n| Value::int(i64::from(n))),
        (b'H', 2) => words!(u16, |n| Value::int(i64::from(n))),
        (b'i' | b'l', 4) => words!(i32, |n| Value::int(i64::from(n))),
        (b'I' | b'L', 4) => words!(u32, |n| Value::int(i64::from(n))),
        (b'd', 8) => words!(f64, Value::float_any),
        (b'f', 4) => words!(f32, |x| Value::float_any(f64::from(x))),
        _ => return false,
    }
    true
}

/// Unpacks a value.
pub fn unpack(vm: &mut Vm, layout: Layout, item: &Item, bytes: &[u8]) -> Value {
    match item.code {
        b'c' | b's' => return vm.new_bytes(bytes),
        b'p' => {
            let n = bytes.first().map_or(0, |n| usize::from(*n)).min(bytes.len().saturating_sub(1));
            return vm.new_bytes(if bytes.is_empty() { bytes } else { &bytes[1..1 + n] });
        }
        b'?' => return Value::bool(bytes[0] != 0),
        _ => {}
    }
    let mut word = [0u8; 8];
    let n = bytes.len();
    word[..n].copy_from_slice(bytes);
    if layout.big_endian {
        word[..n].reverse();
    }
    let number = u64::from_le_bytes(word);
    match item.code {
        b'd' => Value::float_any(f64::from_bits(number)),
        b'f' => Value::float_any(f64::from(f32::from_bits(number as u32))),
        b'e' => Value::float_any(from_half(number as u16)),
        code if code.is_ascii_lowercase() => {
            let unused = 64 - 8 * n as u32;
            vm.int((number as i64) << unused >> unused)
        }
        _ => vm.int128(i128::from(number)),
    }
}
