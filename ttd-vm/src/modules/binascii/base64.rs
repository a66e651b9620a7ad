//! Base 64.

use super::{ascii_arg, error, flag};
use crate::ops::concat::check_size;
use crate::types::bytes::value::bytes_arg;
use crate::{Vm, native::*};

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// What each byte stands for, 64 for what is not in the alphabet.
const VALUES: [u8; 256] = {
    let mut table = [64; 256];
    let mut i = 0;
    while i < 64 {
        table[ALPHABET[i] as usize] = i as u8;
        i += 1;
    }
    table
};

pub(super) fn encode(vm: &mut Vm, args: Args) -> Res {
    let data = bytes_arg(vm, args.get(0))?;
    let newline = flag(vm, args.opt(1), true)?;
    check_size(vm, data.len(), 2, 1)?;
    let mut out = Vec::with_capacity(data.len().div_ceil(3) * 4 + 1);
    for chunk in data.chunks(3) {
        let bits = chunk.iter().fold(0u32, |acc, b| acc << 8 | u32::from(*b)) << (8 * (3 - chunk.len()));
        for i in 0..4 {
            out.push(match i > chunk.len() {
                true => b'=',
                false => ALPHABET[(bits >> (18 - 6 * i) & 63) as usize],
            });
        }
    }
    if newline {
        out.push(b'\n');
    }
    Ok(vm.new_bytes(&out))
}

pub(super) fn decode(vm: &mut Vm, args: Args) -> Res {
    let data = ascii_arg(vm, args.get(0))?;
    let strict = flag(vm, args.opt(1), false)?;
    match decoded(&data, strict) {
        Ok(out) => Ok(vm.new_bytes(&out)),
        Err(message) => Err(error(vm, &message)),
    }
}

fn decoded(data: &[u8], strict: bool) -> Result<Vec<u8>, String> {
    let mut out = Vec::with_capacity(data.len() / 4 * 3 + 3);
    let (mut at_in_quad, mut bits, mut pads, mut padding) = (0u32, 0u32, 0, false);
    if strict && data.first() == Some(&b'=') {
        return Err("Leading padding not allowed".into());
    }
    for (i, byte) in data.iter().enumerate() {
        if *byte == b'=' {
            padding = true;
            if strict && at_in_quad == 0 {
                return Err("Excess padding not allowed".into());
            }
            if at_in_quad >= 2 {
                pads += 1;
                if at_in_quad + pads >= 4 {
                    // A pad sequence ends the data, whose last quad was dealt with.
                    if strict && i + 1 < data.len() {
                        return Err("Excess data after padding".into());
                    }
                    return Ok(out);
                }
            }
            continue;
        }
        let value = VALUES[*byte as usize];
        if value == 64 {
            if strict {
                return Err("Only base64 data is allowed".into());
            }
            continue;
        }
        if strict && padding {
            return Err("Discontinuous padding not allowed".into());
        }
        pads = 0;
        bits = bits << 6 | u32::from(value);
        at_in_quad = (at_in_quad + 1) % 4;
        if at_in_quad != 1 {
            out.push((bits >> ((4 - at_in_quad) % 4 * 2)) as u8);
        }
    }
    match at_in_quad {
        0 => Ok(out),
        1 => {
            let n = out.len() / 3 * 4 + 1;
            Err(format!(
                "Invalid base64-encoded string: number of data characters ({n}) cannot be 1 more than a multiple of 4"
            ))
        }
        _ => Err("Incorrect padding".into()),
    }
}
