//! Unpacking: `unpack`, `unpack_from` and `iter_unpack`.

use smallvec::SmallVec;
use ttd_core::value::Value;
use ttd_pyalgos::codec::pack_format::Format;

use super::pack::{Place, offset_arg, place};
use super::{codec, format_arg, layout, parsed, struct_arg, struct_error};
use crate::ops::buffer;
use crate::types::bytes::value::{bytes_arg, is_bytes_like, not_bytes_like};
use crate::{Vm, ids, native::*};

/// Unpacks all values of a format.
pub(super) fn values(vm: &mut Vm, format: &Format, bytes: &[u8]) -> Value {
    let mut out = SmallVec::<[Value; 8]>::with_capacity(format.values);
    for item in &format.items {
        if item.repeat > 1 && codec::append_words(item, layout(format), bytes, &mut out) {
            continue;
        }
        for i in 0..item.repeat {
            let at = item.offset + i * item.size;
            out.push(codec::unpack(vm, layout(format), item, &bytes[at..at + item.size]));
        }
    }
    vm.new_tuple(&out)
}

pub(super) fn unpack_all(vm: &mut Vm, format: &Format, buffer: Value) -> Res {
    let bytes = bytes_arg(vm, buffer)?;
    if bytes.len() != format.size {
        return Err(struct_error(vm, &format!("unpack requires a buffer of {} bytes", format.size)));
    }
    Ok(values(vm, format, &bytes))
}

pub(super) fn unpack(vm: &mut Vm, args: Args) -> Res {
    let format = format_arg(vm, args.get(0))?;
    unpack_all(vm, &format, args.get(1))
}

pub(super) fn struct_unpack(vm: &mut Vm, args: Args) -> Res {
    let format = parsed(vm, args.get(0))?;
    unpack_all(vm, &format, args.get(1))
}

pub(super) fn unpack_at(vm: &mut Vm, format: &Format, buffer: Value, offset: Option<Value>) -> Res {
    if !buffer::is_bytes_like(vm, buffer) {
        return Err(not_bytes_like(vm, buffer));
    }
    let offset = match offset {
        Some(v) => offset_arg(vm, v)?,
        None => 0,
    };
    let size = format.size;
    let wanted = |length| match place(offset, size, length) {
        Place::At(at) => at..at + size,
        _ => 0..0,
    };
    let Some((length, bytes)) = buffer::copy_of_part(vm, buffer, wanted)? else {
        return Err(not_bytes_like(vm, buffer));
    };
    match place(offset, size, length) {
        Place::At(_) => Ok(values(vm, format, &bytes)),
        Place::TooNear => Err(struct_error(vm, &format!("not enough data to unpack {size} bytes at offset {offset}"))),
        Place::Outside => Err(struct_error(vm, &format!("offset {offset} out of range for {length}-byte buffer"))),
        Place::Short(needed) => {
            let message = format!(
                "unpack_from requires a buffer of at least {needed} bytes for unpacking {size} bytes at offset {offset} \
                 (actual buffer size is {length})"
            );
            Err(struct_error(vm, &message))
        }
    }
}

pub(super) fn unpack_from(vm: &mut Vm, args: Args) -> Res {
    let format = format_arg(vm, args.get(0))?;
    unpack_at(vm, &format, args.get(1), args.opt(2))
}

pub(super) fn struct_unpack_from(vm: &mut Vm, args: Args) -> Res {
    let format = parsed(vm, args.get(0))?;
    unpack_at(vm, &format, args.get(1), args.opt(2))
}

pub(super) fn iterate(vm: &mut Vm, s: Value, buffer: Value) -> Res {
    let format = parsed(vm, s)?;
    if format.size == 0 {
        return Err(struct_error(vm, "cannot iteratively unpack with a struct of length 0"));
    }
    let inner = vm.unwrap(buffer);
    let inner = if is_bytes_like(inner) {
        inner
    } else {
        let bytes = bytes_arg(vm, buffer)?;
        vm.new_bytes(&bytes)
    };
    let length = vm.raw_bytes(inner).len();
    if !length.is_multiple_of(format.size) {
        let message = format!("iterative unpacking requires a buffer of a multiple of {} bytes", format.size);
        return Err(struct_error(vm, &message));
    }
    Ok(vm.heap.new_slots_from(ids::STRUCT_ITER, 0, &[s, inner, Value::int(0)]))
}

pub(super) fn iter_unpack(vm: &mut Vm, args: Args) -> Res {
    let s = struct_arg(vm, args.get(0))?;
    iterate(vm, s, args.get(1))
}

pub(super) fn struct_iter_unpack(vm: &mut Vm, args: Args) -> Res {
    iterate(vm, args.get(0), args.get(1))
}

pub(super) fn length_hint(vm: &mut Vm, args: Args) -> Res {
    let it = args.get(0);
    let (s, buffer, at) = (vm.heap.slot(it, 0), vm.heap.slot(it, 1), vm.heap.slot(it, 2).as_int());
    if buffer.is_unbound() {
        return Ok(Value::int(0));
    }
    let length = vm.raw_bytes(buffer).len() as i64;
    let size = parsed(vm, s)?.size as i64;
    Ok(Value::int((length - at).max(0) / size))
}

/// The next values of an `unpack_iterator`.
pub(super) fn next(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    let (s, buffer, at) = (vm.heap.slot(it, 0), vm.heap.slot(it, 1), vm.heap.slot(it, 2).as_int() as usize);
    if buffer.is_unbound() {
        return Ok(None);
    }
    let format = parsed(vm, s)?;
    let part = vm.raw_bytes(buffer).get(at..at + format.size);
    let Some(bytes) = part.map(SmallVec::<[u8; 64]>::from_slice) else {
        vm.heap.set_slot(it, 1, Value::UNBOUND);
        return Ok(None);
    };
    vm.heap.set_slot(it, 2, Value::int((at + format.size) as i64));
    Ok(Some(values(vm, &format, &bytes)))
}
