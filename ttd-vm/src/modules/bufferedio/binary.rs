//! `BufferedReader` and `BufferedWriter` over open files.

use ttd_core::value::Value;

use super::{bounded, count, has_open_file, line_end, own, set, size, slow};
use crate::{Vm, ids, native::*};

pub(super) fn write(vm: &mut Vm, args: Args) -> Res {
    match written(vm, args.get(0), args.get(1)) {
        Some(n) => Ok(Value::int(n as i64)),
        None => slow(vm, "_slow_write", &args),
    }
}

fn written(vm: &mut Vm, this: Value, data: Value) -> Option<usize> {
    if !data.is(ids::BYTES) || !has_open_file(vm, this) {
        return None;
    }
    let (ahead, pending) = (own(vm, this, "_ahead")?, own(vm, this, "_pending")?);
    let room = count(vm, this, "_buffer_size")?;
    if !ahead.is(ids::BYTES) || !vm.heap.bytes(ahead).is_empty() || !pending.is(ids::BYTEARRAY) {
        return None;
    }
    let bytes = vm.heap.bytes(data).to_vec();
    if vm.heap.buffer(pending).len() + bytes.len() > room || vm.heap.buffer_exports(pending) > 0 {
        return None;
    }
    vm.heap.buffer_extend(pending, &bytes);
    Some(bytes.len())
}

/// Bytes that were read ahead, up to an end among them.
fn ahead_until(vm: &mut Vm, this: Value, end: impl Fn(&[u8], usize) -> Option<usize>) -> Option<Value> {
    let (ahead, at) = (own(vm, this, "_ahead")?, count(vm, this, "_at")?);
    let pending = own(vm, this, "_pending")?;
    let idle = pending.is(ids::BYTEARRAY) && vm.heap.buffer(pending).is_empty();
    if !ahead.is(ids::BYTES) || !idle || !has_open_file(vm, this) {
        return None;
    }
    let bytes = vm.heap.bytes(ahead);
    let end = end(bytes, at).filter(|end| *end <= bytes.len() && at <= *end)?;
    let part = bytes[at..end].to_vec();
    set(vm, this, "_at", end);
    Some(vm.new_bytes(&part))
}

pub(super) fn read(vm: &mut Vm, args: Args) -> Res {
    let found = size(&args)
        .filter(|size| *size >= 0)
        .and_then(|size| ahead_until(vm, args.get(0), |_, at| at.checked_add(size as usize)));
    found.map_or_else(|| slow(vm, "_slow_read", &args), Ok)
}

fn line(vm: &mut Vm, this: Value, size: i64) -> Option<Value> {
    ahead_until(vm, this, |bytes, at| line_end(bytes, at).map(|end| bounded(at, end, size)))
}

pub(super) fn readline(vm: &mut Vm, args: Args) -> Res {
    let found = size(&args).and_then(|size| line(vm, args.get(0), size));
    found.map_or_else(|| slow(vm, "_slow_readline", &args), Ok)
}

pub(super) fn next(vm: &mut Vm, args: Args) -> Res {
    let found = if super::reads_by_itself(vm, args.get(0)) { line(vm, args.get(0), -1) } else { None };
    found.map_or_else(|| slow(vm, "_slow___next__", &args), Ok)
}
