//! Integers as bytes: `to_bytes` and `from_bytes`.

use malachite_bigint::{BigInt, Sign};
use num_traits::{One, Signed};
use ttd_core::value::Value;

use crate::native::{Args, Res};
use crate::ops::buffer;
use crate::ops::construct::{call_special, user_special};
use crate::types::bytes;
use crate::types::bytes::new::{items_of, octets_of_items};
use crate::{Vm, ids};

/// Returns whether the order is big-endian.
fn is_big_endian(vm: &mut Vm, order: Option<Value>, function: &str) -> Res<bool> {
    let Some(given) = order else { return Ok(true) };
    let order = vm.unwrap(given);
    if order.is(ids::STR) {
        match vm.heap.bytes(order) {
            b"big" => return Ok(true),
            b"little" => return Ok(false),
            _ => return Err(vm.value_error("byteorder must be either 'little' or 'big'")),
        }
    }
    let name = crate::types::str::args::given_name(vm, given);
    Err(vm.type_error(format!("{function}() argument 'byteorder' must be str, not {name}")))
}

fn flag(vm: &mut Vm, v: Option<Value>) -> Res<bool> {
    v.map_or(Ok(false), |v| vm.truth(v))
}

/// `int.to_bytes(self, length, byteorder, signed)`.
pub fn to_bytes(vm: &mut Vm, args: Args) -> Res {
    let length = match args.opt(1) {
        Some(length) => vm.size_arg(length)?,
        None => 1,
    };
    let big_endian = is_big_endian(vm, args.opt(2), "to_bytes")?;
    let signed = flag(vm, args.opt(3))?;
    if length < 0 {
        return Err(vm.value_error("length argument must be non-negative"));
    }
    let length = length as usize;
    let i = vm.as_big(args.get(0)).unwrap_or_default();
    if i.is_negative() && !signed {
        return Err(vm.overflow_error("can't convert negative int to unsigned"));
    }
    // A negative number needs the bits of its complement; the sign takes one more.
    let bits = if i.is_negative() { (-&i - BigInt::one()).bits() } else { i.bits() };
    if bits + u64::from(signed) > (length as u64).saturating_mul(8) && (length > 0 || bits > 0) {
        return Err(vm.overflow_error("int too big to convert"));
    }
    bytes::text::check_length(vm, length)?;
    if !vm.heap.has_room(length as u64) {
        return Err(vm.memory_error());
    }
    let mut bytes = vec![if i.is_negative() { 0xff } else { 0 }; length];
    let digits = if i.is_negative() { i.to_signed_bytes_le() } else { i.to_bytes_le().1 };
    let used = digits.len().min(length);
    bytes[..used].copy_from_slice(&digits[..used]);
    if big_endian {
        bytes.reverse();
    }
    Ok(vm.new_bytes(&bytes))
}

/// `int.from_bytes(cls, bytes, byteorder, signed)`.
pub fn from_bytes(vm: &mut Vm, args: Args) -> Res {
    let (class, source) = (args.get(0), args.get(1));
    let big_endian = is_big_endian(vm, args.opt(2), "from_bytes")?;
    let signed = flag(vm, args.opt(3))?;
    let mut bytes = source_bytes(vm, source)?;
    if big_endian {
        bytes.reverse();
    }
    let mut i = BigInt::from_bytes_le(Sign::Plus, &bytes);
    if signed && bytes.last().is_some_and(|top| top & 0x80 != 0) {
        i -= BigInt::one() << (8 * bytes.len() as u64);
    }
    let value = vm.big(i);
    if class == vm.types.int || class.is_unbound() { Ok(value) } else { vm.call(class, &[value]) }
}

/// Converts as `bytes(x)`: a bytes-like object, one with `__bytes__`, or an iterable of integers.
fn source_bytes(vm: &mut Vm, source: Value) -> Res<Vec<u8>> {
    let v = match user_special(vm, source, "__bytes__") {
        Some(f) => {
            let given = call_special(vm, f, source, &[])?;
            if vm.payload(given, ids::BYTES).is_none() {
                let name = vm.type_name(given);
                return Err(vm.type_error(format!("__bytes__ returned non-bytes (type {name})")));
            }
            given
        }
        None => vm.unwrap(source),
    };
    if let Some(v) = buffer::bytes_like_any(vm, v)? {
        return Ok(vm.raw_bytes(v).to_vec());
    }
    let refusal = |name: &str| format!("cannot convert '{name}' object to bytes");
    if v.is(ids::STR) {
        let name = vm.type_name(source);
        return Err(vm.type_error(refusal(&name)));
    }
    let items = items_of(vm, source, true, refusal)?;
    octets_of_items(vm, items, "bytes")
}
