//! Packing: `pack` and `pack_into`, and offsets into buffers.

use std::rc::Rc;

use ttd_core::value::Value;
use ttd_pyalgos::codec::pack_format::Format;

use super::{codec, format_arg, layout, parsed, struct_error};
use crate::ops::buffer;
use crate::{Vm, native::*};

/// Packs values.
pub(super) fn packed(vm: &mut Vm, function: &str, format: &Format, values: &[Value]) -> Res<Vec<u8>> {
    if values.len() != format.values {
        let (wanted, given) = (format.values, values.len());
        return Err(struct_error(vm, &format!("{function} expected {wanted} items for packing (got {given})")));
    }
    crate::ops::concat::check_size(vm, format.size, 1, 1)?;
    let mut out = vec![0; format.size];
    let mut values = values.iter();
    for item in &format.items {
        for i in 0..item.repeat {
            let Some(v) = values.next() else { break };
            let at = item.offset + i * item.size;
            codec::pack(vm, layout(format), item, *v, &mut out[at..at + item.size])?;
        }
    }
    Ok(out)
}

/// Splits off the format argument of a function with any number of arguments.
pub(super) fn split_format<'a>(vm: &mut Vm, args: &Args<'a>) -> Res<(Rc<Format>, &'a [Value])> {
    match args.rest.split_first() {
        Some((format, rest)) => Ok((format_arg(vm, *format)?, rest)),
        None => Err(vm.type_error("missing format argument")),
    }
}

pub(super) fn pack(vm: &mut Vm, args: Args) -> Res {
    let (format, values) = split_format(vm, &args)?;
    let out = packed(vm, "pack", &format, values)?;
    Ok(vm.new_bytes(&out))
}

pub(super) fn struct_pack(vm: &mut Vm, args: Args) -> Res {
    let format = parsed(vm, args.get(0))?;
    let out = packed(vm, "pack", &format, args.rest)?;
    Ok(vm.new_bytes(&out))
}

pub(super) fn pack_into(vm: &mut Vm, args: Args) -> Res {
    let (format, rest) = split_format(vm, &args)?;
    write_into(vm, &format, rest)
}

pub(super) fn struct_pack_into(vm: &mut Vm, args: Args) -> Res {
    let format = parsed(vm, args.get(0))?;
    write_into(vm, &format, args.rest)
}

pub(super) fn offset_arg(vm: &mut Vm, v: Value) -> Res<i64> {
    let i = vm.index(v)?;
    vm.as_i64(i).ok_or_else(|| vm.overflow_error("Python int too large to convert to C ssize_t"))
}

pub(super) fn write_into(vm: &mut Vm, format: &Format, args: &[Value]) -> Res {
    let [target, rest @ ..] = args else { return Err(struct_error(vm, "pack_into expected buffer argument")) };
    let [offset, values @ ..] = rest else { return Err(struct_error(vm, "pack_into expected offset argument")) };
    let (size, wanted) = (format.size, format.values);
    let Some(length) = buffer::room(vm, *target)? else {
        let name = vm.type_name(*target);
        return Err(vm.type_error(format!("argument must be read-write bytes-like object, not {name}")));
    };
    let offset = offset_arg(vm, *offset)?;
    // CPython checks the number of values before the offset.
    if values.len() != wanted {
        let given = values.len();
        return Err(struct_error(vm, &format!("pack_into expected {wanted} items for packing (got {given})")));
    }
    let at = match place(offset, size, length) {
        Place::At(at) => at,
        Place::TooNear => {
            return Err(struct_error(vm, &format!("no space to pack {size} bytes at offset {offset}")));
        }
        Place::Outside => {
            return Err(struct_error(vm, &format!("offset {offset} out of range for {length}-byte buffer")));
        }
        Place::Short(needed) => {
            let message = format!(
                "pack_into requires a buffer of at least {needed} bytes for packing {size} bytes at offset {offset} \
                 (actual buffer size is {length})"
            );
            return Err(struct_error(vm, &message));
        }
    };
    // As in CPython the bytes are zero while values are asked for their numbers, and when one is wrong.
    let plain = values.iter().all(|v| v.is_int() || v.is_float());
    if !plain {
        buffer::write(vm, *target, at, &vec![0; size])?;
    }
    let out = packed(vm, "pack_into", format, values);
    if plain && out.is_err() {
        buffer::write(vm, *target, at, &vec![0; size])?;
    }
    buffer::write(vm, *target, at, &out?)?;
    Ok(Value::NONE)
}

/// The position that an offset resolves to.
pub(super) enum Place {
    At(usize),
    /// A negative offset with too little room after it.
    TooNear,
    /// Before the beginning.
    Outside,
    /// The buffer would need this many bytes.
    Short(i128),
}

pub(super) fn place(offset: i64, size: usize, length: usize) -> Place {
    let (wide, length) = (i128::from(offset), length as i128);
    if offset < 0 {
        if wide + size as i128 > 0 {
            return Place::TooNear;
        }
        if wide + length < 0 {
            return Place::Outside;
        }
        return Place::At((wide + length) as usize);
    }
    if length - wide < size as i128 {
        return Place::Short(wide + size as i128);
    }
    Place::At(offset as usize)
}
