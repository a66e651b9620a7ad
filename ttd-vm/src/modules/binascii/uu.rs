//! Lines of uuencoded data.

use super::{ascii_arg, error, flag};
use crate::types::bytes::value::bytes_arg;
use crate::{Vm, native::*};

pub(super) fn encode(vm: &mut Vm, args: Args) -> Res {
    let data = bytes_arg(vm, args.get(0))?;
    let backtick = flag(vm, args.opt(1), false)?;
    if data.len() > 45 {
        return Err(error(vm, "At most 45 bytes at once"));
    }
    let digit = |bits: u32| match bits & 63 {
        0 if backtick => b'`',
        bits => bits as u8 + b' ',
    };
    let mut out = vec![digit(data.len() as u32)];
    for chunk in data.chunks(3) {
        let bits = chunk.iter().fold(0u32, |acc, b| acc << 8 | u32::from(*b)) << (8 * (3 - chunk.len()));
        out.extend([18, 12, 6, 0].map(|shift| digit(bits >> shift)));
    }
    out.push(b'\n');
    Ok(vm.new_bytes(&out))
}

pub(super) fn decode(vm: &mut Vm, args: Args) -> Res {
    let data = ascii_arg(vm, args.get(0))?;
    let Some((first, rest)) = data.split_first() else { return Ok(vm.new_bytes(&[0; 32])) };
    let length = usize::from(first.wrapping_sub(b' ') & 63);
    let (mut out, mut bits, mut have) = (Vec::with_capacity(length), 0u32, 0);
    let mut rest = rest.iter();
    while out.len() < length {
        // A line may have lost the spaces at its end, which stand for zeros.
        let value = match rest.next() {
            None | Some(b'\n' | b'\r') => 0,
            Some(byte) if (b' '..=b' ' + 64).contains(byte) => u32::from(byte - b' ') & 63,
            Some(_) => return Err(error(vm, "Illegal char")),
        };
        bits = bits << 6 | value;
        have += 6;
        if have >= 8 {
            have -= 8;
            out.push((bits >> have) as u8);
        }
    }
    if rest.any(|byte| !matches!(byte, b' ' | b'`' | b'\n' | b'\r')) {
        return Err(error(vm, "Trailing garbage"));
    }
    Ok(vm.new_bytes(&out))
}
