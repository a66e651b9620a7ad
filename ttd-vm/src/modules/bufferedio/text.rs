//! `TextIOWrapper` over open files.

use ttd_core::value::Value;

use super::{
    Attr, LineEnd, Stream, bounded_text, is_open_below, own, part, reads_by_itself, set, size, slow, taken_lines,
};
use crate::{Vm, ids, native::*};

/// Characters that may wait to be written, as in the class.
const CHUNK: usize = 8192;

/// UTF-8, as the programs of the world write it.
const UTF8: [&[u8]; 3] = [b"utf-8", b"UTF-8", b"utf8"];
/// Other encodings in which ASCII characters are single bytes.
const PLAIN: [&[u8]; 4] = [b"ascii", b"latin-1", b"iso-8859-1", b"us-ascii"];

pub(super) fn write(vm: &mut Vm, args: Args) -> Res {
    match written(vm, args.get(0), args.get(1)) {
        Some(n) => Ok(Value::int(n as i64)),
        None => slow(vm, "_slow_write", &args),
    }
}

fn written(vm: &mut Vm, this: Value, text: Value) -> Option<usize> {
    if !text.is(ids::STR) || !is_open_below(vm, this) {
        return None;
    }
    let stream = Stream::of(vm, this)?;
    let usual = stream.has(Attr::CanWrite, Value::TRUE)
        && stream.has(Attr::LineBuffering, Value::FALSE)
        && stream.has(Attr::WriteThrough, Value::FALSE)
        && stream.has(Attr::Writes, Value::NONE);
    let (chunk, encoding) = (stream.own(Attr::Chunk)?, stream.own(Attr::Encoding)?);
    let (pending, waiting) = (stream.own(Attr::Pending)?, stream.count(Attr::PendingSize)?);
    let plain = encoding.is(ids::STR) && is_as_it_lies(vm, text, vm.heap.bytes(encoding));
    if !usual || !plain || !chunk.is(ids::BYTES) || !vm.heap.bytes(chunk).is_empty() || !pending.is(ids::LIST) {
        return None;
    }
    let size = vm.heap.bytes(text).len();
    if waiting + size > CHUNK {
        return None;
    }
    let data = vm.heap.new_bytes_part(ids::BYTES, text, 0..size, 0);
    vm.heap.list_push(pending, data);
    set(vm, this, Attr::PendingSize, waiting + size);
    Some(vm.str_len(text))
}

/// Whether the bytes of a string are what it is encoded as.
fn is_as_it_lies(vm: &Vm, text: Value, encoding: &[u8]) -> bool {
    if vm.is_ascii(text) {
        return UTF8.contains(&encoding) || PLAIN.contains(&encoding);
    }
    // Lone surrogates are for the error handler.
    UTF8.contains(&encoding) && std::str::from_utf8(vm.heap.bytes(text)).is_ok()
}

/// The decoded text, the position, which counts characters, and how lines end.
fn decoded(vm: &mut Vm, this: Value) -> Option<(Value, usize, LineEnd)> {
    let stream = Stream::of(vm, this)?;
    let (text, at) = (stream.own(Attr::Text)?, stream.count(Attr::Pos)?);
    let (pending, newline) = (stream.own(Attr::Pending)?, stream.own(Attr::Newline)?);
    let idle = pending.is(ids::LIST) && vm.heap.list(pending).is_empty();
    if !text.is(ids::STR) || !idle || !stream.has(Attr::CanRead, Value::TRUE) {
        return None;
    }
    if !is_open_below(vm, this) || at > vm.str_len(text) {
        return None;
    }
    Some((text, at, LineEnd::of(vm, newline)?))
}

pub(super) fn lines(vm: &mut Vm, args: Args) -> Res {
    let state = decoded(vm, args.get(0));
    taken_lines(vm, args.get(0), state, Attr::Pos)
}

pub(super) fn read(vm: &mut Vm, args: Args) -> Res {
    let found = size(&args).and_then(|size| characters(vm, args.get(0), usize::try_from(size).ok()?));
    found.map_or_else(|| slow(vm, "_slow_read", &args), Ok)
}

/// That many decoded characters, if they are there.
fn characters(vm: &mut Vm, this: Value, count: usize) -> Option<Value> {
    let (text, at, _) = decoded(vm, this)?;
    let end = at.checked_add(count).filter(|end| *end <= vm.str_len(text))?;
    let bytes = vm.byte_of_char(text, at)..vm.byte_of_char(text, end);
    set(vm, this, Attr::Pos, end);
    Some(vm.new_str_part_counted(text, bytes, count))
}

/// The next decoded line, if its end is there.
fn line(vm: &mut Vm, this: Value, size: i64) -> Option<Value> {
    let (text, at, ends) = decoded(vm, this)?;
    let from = vm.byte_of_char(text, at);
    let bytes = vm.heap.bytes(text);
    let end = bounded_text(bytes, from, ends.find(bytes, from)?, size);
    let (line, chars) = part(vm, text, from..end);
    set(vm, this, Attr::Pos, at + chars);
    Some(line)
}

pub(super) fn readline(vm: &mut Vm, args: Args) -> Res {
    let found = size(&args).and_then(|size| line(vm, args.get(0), size));
    found.map_or_else(|| slow(vm, "_slow_readline", &args), Ok)
}

pub(super) fn next(vm: &mut Vm, args: Args) -> Res {
    let this = args.get(0);
    // The class forbids telling the position within an iteration: the first line is its.
    let within = own(vm, this, Attr::Telling) == Some(Value::FALSE) && reads_by_itself(vm, this);
    let found = if within { line(vm, this, -1) } else { None };
    found.map_or_else(|| slow(vm, "_slow___next__", &args), Ok)
}
