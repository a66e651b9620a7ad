//! `TextIOWrapper` over open files.

use ttd_core::value::Value;

use super::{bounded, count, has_open_file, line_end, own, set, size, slow, taken_lines};
use crate::{Vm, ids, native::*};

/// Characters that may wait to be written, as in the class.
const CHUNK: usize = 8192;

/// Encodings in which ASCII characters are single bytes.
const PLAIN: [&[u8]; 7] = [b"utf-8", b"UTF-8", b"utf8", b"ascii", b"latin-1", b"iso-8859-1", b"us-ascii"];

pub(super) fn write(vm: &mut Vm, args: Args) -> Res {
    match written(vm, args.get(0), args.get(1)) {
        Some(n) => Ok(Value::int(n as i64)),
        None => slow(vm, "_slow_write", &args),
    }
}

fn written(vm: &mut Vm, this: Value, text: Value) -> Option<usize> {
    if !text.is(ids::STR) || !vm.is_ascii(text) || !has_open_file(vm, this) {
        return None;
    }
    let names = &vm.names;
    let flag = |name: Value, value: Value| own(vm, this, name) == Some(value);
    let usual = flag(names.stream_can_write, Value::TRUE)
        && flag(names.stream_line_buffering, Value::FALSE)
        && flag(names.stream_write_through, Value::FALSE)
        && flag(names.stream_writes, Value::NONE);
    let (chunk, encoding) = (own(vm, this, vm.names.stream_chunk)?, own(vm, this, vm.names.stream_encoding)?);
    let (pending, waiting) = (own(vm, this, vm.names.stream_pending)?, count(vm, this, vm.names.stream_pending_size)?);
    let plain = encoding.is(ids::STR) && PLAIN.contains(&vm.heap.bytes(encoding));
    if !usual || !plain || !chunk.is(ids::BYTES) || !vm.heap.bytes(chunk).is_empty() || !pending.is(ids::LIST) {
        return None;
    }
    let bytes = vm.heap.bytes(text).to_vec();
    if waiting + bytes.len() > CHUNK {
        return None;
    }
    let data = vm.new_bytes(&bytes);
    vm.heap.list_push(pending, data);
    set(vm, this, vm.names.stream_pending_size, waiting + bytes.len());
    Some(bytes.len())
}

/// The decoded text and the position. Only ASCII: positions count characters.
fn decoded(vm: &mut Vm, this: Value) -> Option<(Value, usize)> {
    let (text, at) = (own(vm, this, vm.names.stream_text)?, count(vm, this, vm.names.stream_pos)?);
    let (pending, newline) = (own(vm, this, vm.names.stream_pending)?, own(vm, this, vm.names.stream_newline)?);
    let idle = pending.is(ids::LIST) && vm.heap.list(pending).is_empty() && newline.is_none();
    if !text.is(ids::STR) || !vm.is_ascii(text) || !idle || own(vm, this, vm.names.stream_can_read) != Some(Value::TRUE)
    {
        return None;
    }
    if !has_open_file(vm, this) {
        return None;
    }
    Some((text, at))
}

pub(super) fn lines(vm: &mut Vm, args: Args) -> Res {
    let state = decoded(vm, args.get(0));
    taken_lines(vm, args.get(0), state, vm.names.stream_pos)
}

/// Decoded text, up to an end in it.
fn decoded_until(vm: &mut Vm, this: Value, end: impl Fn(&[u8], usize) -> Option<usize>) -> Option<Value> {
    let (text, at) = decoded(vm, this)?;
    let bytes = vm.heap.bytes(text);
    let end = end(bytes, at).filter(|end| at <= *end && *end <= bytes.len())?;
    set(vm, this, vm.names.stream_pos, end);
    Some(vm.new_str_part(text, at..end))
}

pub(super) fn read(vm: &mut Vm, args: Args) -> Res {
    let found = size(&args)
        .filter(|size| *size >= 0)
        .and_then(|size| decoded_until(vm, args.get(0), |_, at| at.checked_add(size as usize)));
    found.map_or_else(|| slow(vm, "_slow_read", &args), Ok)
}

fn line(vm: &mut Vm, this: Value, size: i64) -> Option<Value> {
    decoded_until(vm, this, |bytes, at| line_end(bytes, at).map(|end| bounded(at, end, size)))
}

pub(super) fn readline(vm: &mut Vm, args: Args) -> Res {
    let found = size(&args).and_then(|size| line(vm, args.get(0), size));
    found.map_or_else(|| slow(vm, "_slow_readline", &args), Ok)
}

pub(super) fn next(vm: &mut Vm, args: Args) -> Res {
    let this = args.get(0);
    // The class forbids telling the position within an iteration: the first line is its.
    let within = own(vm, this, vm.names.stream_telling) == Some(Value::FALSE) && super::reads_by_itself(vm, this);
    let found = if within { line(vm, this, -1) } else { None };
    found.map_or_else(|| slow(vm, "_slow___next__", &args), Ok)
}
