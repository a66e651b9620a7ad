//! Type codes: which values an array holds, and their layout in memory.

use ttd_core::value::Value;
use ttd_pyalgos::codec::pack_format::Item;

use crate::modules::structs::codec::{Layout, unpack};
use crate::types::float::new::real_argument;
use crate::types::str::value::{decode, push_char};
use crate::{Vm, ids, native::*};
use rustpython_wtf8::CodePoint;

/// All codes, in CPython's order.
pub(super) const CODES: &str = "bBuwhHiIlLqQfd";

/// The item size in bytes.
pub(super) fn size(code: u8) -> usize {
    match code {
        b'b' | b'B' => 1,
        b'h' | b'H' => 2,
        b'i' | b'I' | b'f' | b'u' | b'w' => 4,
        _ => 8,
    }
}

/// Whether the items are characters.
pub(super) fn is_text(code: u8) -> bool {
    matches!(code, b'u' | b'w')
}

/// Converts a value that is stored in an array.
fn convert(vm: &mut Vm, code: u8, v: Value) -> Res {
    match code {
        b'u' | b'w' => match vm.payload(v, ids::STR).filter(|s| vm.str_len(*s) == 1) {
            Some(c) => Ok(c),
            None => Err(vm.type_error("array item must be unicode character")),
        },
        b'd' => Ok(Value::float_any(real_argument(vm, v)?)),
        b'f' => Ok(Value::float_any(f64::from(real_argument(vm, v)? as f32))),
        _ => integer(vm, code, v),
    }
}

fn integer(vm: &mut Vm, code: u8, v: Value) -> Res {
    let i = vm.index(v)?;
    let number = vm.as_i64(i);
    let bits = size(code) as u32 * 8;
    let unsigned = code.is_ascii_uppercase();
    if let Some(n) = number {
        let fits = match (unsigned, bits) {
            (true, 64) => n >= 0,
            (true, _) => n >= 0 && n < 1 << bits,
            (false, 64) => true,
            (false, _) => (-(1i64 << (bits - 1))..1 << (bits - 1)).contains(&n),
        };
        if fits {
            return Ok(i);
        }
    }
    let big = vm.as_big(i).unwrap_or_default();
    let word = u64::try_from(&big).ok();
    if word.is_some() && unsigned && bits == 64 {
        return Ok(i);
    }
    let negative = big.sign() == malachite_bigint::Sign::Minus;
    let message = out_of_range(code, number, word, negative);
    Err(vm.overflow_error(message))
}

/// The message for an integer out of range. CPython converts in steps, each with a message of its own.
fn out_of_range(code: u8, number: Option<i64>, word: Option<u64>, negative: bool) -> String {
    let bound = if negative { "less than minimum" } else { "greater than maximum" };
    let small = number.is_some_and(|n| i32::try_from(n).is_ok());
    let short = number.is_some_and(|n| i16::try_from(n).is_ok());
    match code {
        b'q' => "int too big to convert".into(),
        b'Q' if negative => "can't convert negative int to unsigned".into(),
        b'Q' => "int too big to convert".into(),
        b'I' | b'L' if negative => "can't convert negative value to unsigned int".into(),
        b'I' if word.is_some() => format!("unsigned int is {bound}"),
        b'I' | b'L' => "Python int too large to convert to C unsigned long".into(),
        _ if number.is_none() => "Python int too large to convert to C long".into(),
        b'b' if short => format!("signed char is {bound}"),
        b'B' => format!("unsigned byte integer is {bound}"),
        b'b' | b'h' => format!("signed short integer is {bound}"),
        b'H' if small => format!("unsigned short is {bound}"),
        _ => format!("signed integer is {bound}"),
    }
}

/// The bytes of a value that is stored in an array.
pub(super) fn encode(vm: &mut Vm, code: u8, v: Value) -> Res<([u8; 8], usize)> {
    let v = convert(vm, code, v)?;
    let word = match code {
        b'u' | b'w' => u64::from(decode(vm.heap.bytes(v), 0).0.to_u32()),
        b'd' => v.as_float().to_bits(),
        b'f' => u64::from((v.as_float() as f32).to_bits()),
        _ => match vm.as_i64(v) {
            Some(n) => n as u64,
            None => vm.as_big(v).and_then(|i| u64::try_from(&i).ok()).unwrap_or(0),
        },
    };
    Ok((word.to_le_bytes(), size(code)))
}

/// Decodes an item.
#[inline]
pub(super) fn read(vm: &mut Vm, code: u8, bytes: &[u8]) -> Res {
    let found = match (code, bytes) {
        (b'b', &[a]) => Value::int(i64::from(a as i8)),
        (b'B', &[a]) => Value::int(i64::from(a)),
        (b'h', &[a, b]) => Value::int(i64::from(i16::from_le_bytes([a, b]))),
        (b'H', &[a, b]) => Value::int(i64::from(u16::from_le_bytes([a, b]))),
        (b'i', &[a, b, c, d]) => Value::int(i64::from(i32::from_le_bytes([a, b, c, d]))),
        (b'I', &[a, b, c, d]) => Value::int(i64::from(u32::from_le_bytes([a, b, c, d]))),
        _ => return read_long(vm, code, bytes),
    };
    Ok(found)
}

fn read_long(vm: &mut Vm, code: u8, bytes: &[u8]) -> Res {
    if let Ok(word) = <[u8; 8]>::try_from(bytes) {
        match code {
            b'l' | b'q' => return Ok(vm.int(i64::from_le_bytes(word))),
            b'd' => return Ok(Value::float_any(f64::from_le_bytes(word))),
            _ => {}
        }
    }
    if is_text(code) {
        let code = bytes.iter().rev().fold(0u32, |acc, b| acc << 8 | u32::from(*b));
        let Some(c) = CodePoint::from_u32(code) else {
            return Err(vm.value_error("chr() arg not in range(0x110000)"));
        };
        let mut text = Vec::new();
        push_char(&mut text, c);
        return Ok(vm.new_str_raw(&text));
    }
    let item = Item { code, size: bytes.len(), offset: 0, repeat: 1 };
    Ok(unpack(vm, Layout { big_endian: false, native: true }, &item, bytes))
}
