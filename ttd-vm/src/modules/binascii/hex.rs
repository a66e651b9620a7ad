//! Hexadecimal digits.

use ttd_core::value::Value;

use super::{ascii_arg, error};
use crate::ops::concat::check_size;
use crate::types::bytes::value::bytes_arg;
use crate::types::str::value;
use crate::{Vm, ids, native::*};

const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// The separator: one character.
fn separator(vm: &mut Vm, v: Option<Value>) -> Res<Option<u8>> {
    let Some(v) = v else { return Ok(None) };
    if vm.len(v)? != 1 {
        return Err(vm.value_error("sep must be length 1."));
    }
    let inner = vm.unwrap(v);
    if inner.is(ids::BYTES) {
        return Ok(Some(vm.heap.bytes(inner)[0]));
    }
    if !inner.is(ids::STR) {
        return Err(vm.type_error("sep must be str or bytes."));
    }
    // Any character of Latin-1 will do for bytes.
    match u8::try_from(value::decode(vm.heap.bytes(inner), 0).0.to_u32()) {
        Ok(byte) => Ok(Some(byte)),
        Err(_) => Err(vm.value_error("sep must be ASCII.")),
    }
}

pub(super) fn encode(vm: &mut Vm, args: Args) -> Res {
    let data = bytes_arg(vm, args.get(0))?;
    let separator = separator(vm, args.opt(1))?;
    let group = match args.opt(2) {
        Some(v) => vm.index_i64(v)?,
        None => 1,
    };
    check_size(vm, data.len(), 3, 1)?;
    let mut out = Vec::with_capacity(data.len() * 3);
    let size = group.unsigned_abs() as usize;
    for (i, byte) in data.iter().enumerate() {
        // Groups are counted from the right, or with a negative number from the left.
        let place = if group > 0 { data.len() - i } else { i };
        if let Some(separator) = separator.filter(|_| i > 0 && size > 0 && place.is_multiple_of(size)) {
            out.push(separator);
        }
        out.extend([DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
    }
    Ok(vm.new_bytes(&out))
}

pub(super) fn decode(vm: &mut Vm, args: Args) -> Res {
    let data = ascii_arg(vm, args.get(0))?;
    if data.len() % 2 == 1 {
        return Err(error(vm, "Odd-length string"));
    }
    let mut out = Vec::with_capacity(data.len() / 2);
    for pair in data.chunks_exact(2) {
        let [Some(high), Some(low)] = [pair[0], pair[1]].map(|b| char::from(b).to_digit(16)) else {
            return Err(error(vm, "Non-hexadecimal digit found"));
        };
        out.push((high << 4 | low) as u8);
    }
    Ok(vm.new_bytes(&out))
}
