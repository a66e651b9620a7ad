//! Items of a view: the native formats of `struct`, one letter each.

use malachite_bigint::BigInt;
use num_traits::ToPrimitive;
use ttd_core::value::Value;
use ttd_pyalgos::numbers::half::{from_half, to_half};

use crate::{Vm, ids, native::*};

/// Returns the letter and the size of a native format with one item.
pub(super) fn native(format: &[u8]) -> Option<(u8, usize)> {
    let letter = match *format {
        [letter] | [b'@', letter] => letter,
        _ => return None,
    };
    let size = match letter {
        b'c' | b'b' | b'B' | b'?' => 1,
        b'h' | b'H' | b'e' => 2,
        b'i' | b'I' | b'f' => 4,
        b'l' | b'L' | b'q' | b'Q' | b'n' | b'N' | b'd' | b'P' => 8,
        _ => return None,
    };
    Some((letter, size))
}

/// Decodes an item.
pub(super) fn unpack(vm: &mut Vm, letter: u8, bytes: &[u8]) -> Value {
    match letter {
        b'c' => vm.new_bytes(bytes),
        b'?' => Value::bool(bytes.iter().any(|b| *b != 0)),
        b'e' => Value::float_any(from_half(u16::from_le_bytes([bytes[0], bytes[1]]))),
        b'f' => Value::float_any(f64::from(f32::from_le_bytes(array(bytes)))),
        b'd' => Value::float_any(f64::from_le_bytes(array(bytes))),
        b'b' | b'h' | b'i' | b'l' | b'q' | b'n' => {
            let unused = 64 - 8 * bytes.len() as u32;
            let word = (little(bytes) << unused) as i64;
            vm.int(word >> unused)
        }
        _ => match i64::try_from(little(bytes)) {
            Ok(number) => vm.int(number),
            Err(_) => vm.big(BigInt::from(little(bytes))),
        },
    }
}

fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut out = [0; N];
    out.copy_from_slice(&bytes[..N]);
    out
}

fn little(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |acc, b| acc << 8 | u64::from(*b))
}

/// Encodes an int as an item of a format of integers: as many of the bytes as an item has. `None` for other formats
/// and for what is out of range.
pub(super) fn pack_small(letter: u8, size: usize, number: i64) -> Option<[u8; 8]> {
    let unused = 64 - 8 * size as u32;
    let fits = match letter {
        b'b' | b'h' | b'i' | b'l' | b'q' | b'n' => number << unused >> unused == number,
        b'B' | b'H' | b'I' | b'L' | b'Q' | b'N' => number >= 0 && (number as u64) << unused >> unused == number as u64,
        _ => false,
    };
    fits.then(|| number.to_le_bytes())
}

/// Encodes an item.
pub(super) fn pack(vm: &mut Vm, letter: u8, item: Value) -> Res<Vec<u8>> {
    let packed = match letter {
        b'c' => return pack_char(vm, item),
        b'?' => return Ok(vec![u8::from(vm.truth(item)?)]),
        b'e' | b'f' | b'd' => {
            let number = crate::types::float::new::number(vm, item);
            match vm.catch(number, vm.types.type_error)?.flatten() {
                Some(x) => pack_float(letter, x),
                None => return Err(wrong(vm, "type", letter)),
            }
        }
        _ => {
            let number = vm.index(item);
            let number = match vm.catch(number, vm.types.type_error) {
                Ok(None) => return Err(wrong(vm, "type", letter)),
                Ok(Some(i)) => vm.as_big(i),
                Err(trap) => {
                    let kept = vm.catch(Err::<(), Trap>(trap), vm.types.value_error)?;
                    debug_assert!(kept.is_none(), "an error has no value");
                    return Err(wrong(vm, "value", letter));
                }
            };
            number.and_then(|i| pack_int(letter, &i))
        }
    };
    packed.ok_or_else(|| wrong(vm, "value", letter))
}

fn pack_float(letter: u8, x: f64) -> Option<Vec<u8>> {
    Some(match letter {
        b'd' => x.to_le_bytes().to_vec(),
        b'f' => (x as f32).to_le_bytes().to_vec(),
        _ => to_half(x)?.to_le_bytes().to_vec(),
    })
}

fn pack_int(letter: u8, i: &BigInt) -> Option<Vec<u8>> {
    Some(match letter {
        b'b' => i.to_i8()?.to_le_bytes().to_vec(),
        b'B' => i.to_u8()?.to_le_bytes().to_vec(),
        b'h' => i.to_i16()?.to_le_bytes().to_vec(),
        b'H' => i.to_u16()?.to_le_bytes().to_vec(),
        b'i' => i.to_i32()?.to_le_bytes().to_vec(),
        b'I' => i.to_u32()?.to_le_bytes().to_vec(),
        b'l' | b'q' | b'n' => i.to_i64()?.to_le_bytes().to_vec(),
        b'P' => i.to_u64().or_else(|| i.to_i64().map(|i| i as u64))?.to_le_bytes().to_vec(),
        _ => i.to_u64()?.to_le_bytes().to_vec(),
    })
}

fn pack_char(vm: &mut Vm, item: Value) -> Res<Vec<u8>> {
    match vm.payload(item, ids::BYTES) {
        None => Err(wrong(vm, "type", b'c')),
        Some(b) if vm.heap.bytes(b).len() != 1 => Err(wrong(vm, "value", b'c')),
        Some(b) => Ok(vm.heap.bytes(b).to_vec()),
    }
}

fn wrong(vm: &mut Vm, what: &str, letter: u8) -> Trap {
    let class = if what == "type" { vm.types.type_error } else { vm.types.value_error };
    vm.error(class, format!("memoryview: invalid {what} for format '{}'", letter as char))
}
