//! Writing values.

use ttd_core::value::Value;

use super::DEEPEST;
use crate::{Vm, ids, native::*};

pub(super) fn dumps(vm: &mut Vm, args: Args) -> Res {
    let mut out = Vec::new();
    match write(vm, args.get(0), &mut out, 0) {
        Some(()) => Ok(vm.new_bytes(&out)),
        None => Ok(Value::NONE),
    }
}

/// A kind, a length and what has this length.
fn sized(out: &mut Vec<u8>, kind: u8, length: usize) -> Option<()> {
    out.push(kind);
    out.extend_from_slice(&i32::try_from(length).ok()?.to_le_bytes());
    Some(())
}

fn write(vm: &Vm, v: Value, out: &mut Vec<u8>, depth: usize) -> Option<()> {
    if v.is_int() {
        return integer(out, v.as_int());
    }
    if v.is_float() {
        out.push(b'g');
        out.extend_from_slice(&v.as_float().to_le_bytes());
    } else if v.is_none() {
        out.push(b'N');
    } else if v.is_bool() {
        out.push(if v == Value::TRUE { b'T' } else { b'F' });
    } else if !v.is_obj() || depth == DEEPEST {
        return None;
    } else if v.is(ids::STR) || v.is(ids::BYTES) {
        let bytes = vm.heap.bytes(v);
        sized(out, if v.is(ids::STR) { b'u' } else { b's' }, bytes.len())?;
        out.extend_from_slice(bytes);
    } else if v.is(ids::BYTEARRAY) {
        let bytes = vm.heap.buffer(v);
        sized(out, b's', bytes.len())?;
        out.extend_from_slice(bytes);
    } else if v.is(ids::BIGINT) {
        long(out, vm.heap.bytes(v), vm.heap.aux(v) == 1)?;
    } else if v.is(ids::TUPLE) || v.is(ids::LIST) {
        let (kind, items) = if v.is(ids::TUPLE) { (b'(', vm.heap.tuple(v)) } else { (b'[', vm.heap.list(v)) };
        sized(out, kind, items.len())?;
        for item in items {
            write(vm, *item, out, depth + 1)?;
        }
    } else if v.is(ids::SET) || v.is(ids::FROZENSET) {
        sized(out, if v.is(ids::SET) { b'<' } else { b'>' }, vm.heap.set_len(v))?;
        for slot in 0..vm.heap.set_slots(v) {
            if let Some((_, item)) = vm.heap.set_slot_at(v, slot) {
                write(vm, item, out, depth + 1)?;
            }
        }
    } else if v.is(ids::DICT) {
        out.push(b'{');
        for entry in 0..vm.heap.dict_size(v) {
            if let Some((_, key, value)) = vm.heap.dict_entry(v, entry) {
                write(vm, key, out, depth + 1)?;
                write(vm, value, out, depth + 1)?;
            }
        }
        out.push(b'0');
    } else {
        return None;
    }
    Some(())
}

fn integer(out: &mut Vec<u8>, n: i64) -> Option<()> {
    match i32::try_from(n) {
        Ok(n) => {
            out.push(b'i');
            out.extend_from_slice(&n.to_le_bytes());
            Some(())
        }
        Err(_) => long(out, &n.unsigned_abs().to_le_bytes(), n < 0),
    }
}

/// Writes a number, given its bytes from the least one on, in digits of 15 bits.
fn long(out: &mut Vec<u8>, bytes: &[u8], negative: bool) -> Option<()> {
    let used = bytes.iter().rposition(|b| *b != 0).map_or(0, |last| last + 1);
    let (mut digits, mut word, mut bits) = (Vec::with_capacity(used), 0_u32, 0);
    for byte in &bytes[..used] {
        word |= u32::from(*byte) << bits;
        bits += 8;
        if bits >= 15 {
            digits.push((word & 0x7fff) as u16);
            word >>= 15;
            bits -= 15;
        }
    }
    if word > 0 {
        digits.push(word as u16);
    }
    let count = i32::try_from(digits.len()).ok()?;
    out.push(b'l');
    out.extend_from_slice(&(if negative { -count } else { count }).to_le_bytes());
    out.extend(digits.into_iter().flat_map(u16::to_le_bytes));
    Some(())
}
