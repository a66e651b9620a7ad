//! `BytesIO` and `StringIO`.

use smallvec::SmallVec;
use ttd_core::value::Value;

use super::{
    Attr, LineEnd, Stream, bounded, bounded_text, is_open, line_end, part, put, set, set_at, size, slow, taken_lines,
};
use crate::{Vm, ids, native::*};

/// The buffer and the position of an open `BytesIO`.
fn bytes_state(vm: &mut Vm, this: Value) -> Option<(Value, usize)> {
    open_bytes(Stream::of(vm, this)?)
}

#[inline]
fn open_bytes(stream: Stream<'_>) -> Option<(Value, usize)> {
    let (buffer, at) = (stream.own(Attr::Buffer)?, stream.count(Attr::Pos)?);
    (is_open(stream) && buffer.is(ids::BYTEARRAY)).then_some((buffer, at))
}

pub(super) fn bytes_write(vm: &mut Vm, args: Args) -> Res {
    match bytes_written(vm, args.get(0), args.get(1)) {
        Some(n) => Ok(Value::int(n as i64)),
        None => slow(vm, "_slow_write", &args),
    }
}

fn bytes_written(vm: &mut Vm, this: Value, data: Value) -> Option<usize> {
    let (buffer, at) = bytes_state(vm, this)?;
    if !data.is(ids::BYTES) || vm.heap.buffer_exports(buffer) > 0 {
        return None;
    }
    let (bytes, length) = (SmallVec::<[u8; 128]>::from_slice(vm.heap.bytes(data)), vm.heap.buffer(buffer).len());
    if at > length {
        return None;
    }
    let end = at + bytes.len();
    if at == length {
        vm.heap.buffer_extend(buffer, &bytes);
    } else {
        vm.heap.buffer_splice(buffer, at..end.min(length), &bytes);
    }
    set(vm, this, Attr::Pos, end);
    Some(bytes.len())
}

/// The bytes from the position to an end, which is found in the buffer.
fn bytes_until(vm: &mut Vm, this: Value, end: impl Fn(&[u8], usize) -> usize) -> Option<Value> {
    let stream = Stream::of(vm, this)?;
    let ((buffer, at), place) = (open_bytes(stream)?, stream.place(Attr::Pos));
    let bytes = vm.heap.buffer(buffer);
    let from = at.min(bytes.len());
    let end = end(bytes, from);
    if end > at {
        set_at(vm, this, place, Attr::Pos, end);
    }
    Some(vm.heap.new_bytes_of_buffer(ids::BYTES, buffer, from..end))
}

pub(super) fn bytes_read(vm: &mut Vm, args: Args) -> Res {
    let found = size(&args).and_then(|size| bytes_until(vm, args.get(0), |bytes, at| bounded(at, bytes.len(), size)));
    found.map_or_else(|| slow(vm, "_slow_read", &args), Ok)
}

fn bytes_line(vm: &mut Vm, this: Value, size: i64) -> Option<Value> {
    bytes_until(vm, this, |bytes, at| bounded(at, line_end(bytes, at).unwrap_or(bytes.len()), size))
}

pub(super) fn bytes_readline(vm: &mut Vm, args: Args) -> Res {
    let found = size(&args).and_then(|size| bytes_line(vm, args.get(0), size));
    found.map_or_else(|| slow(vm, "_slow_readline", &args), Ok)
}

pub(super) fn bytes_next(vm: &mut Vm, args: Args) -> Res {
    super::next_line(vm, args.get(0)).map_or_else(|| slow(vm, "_slow___next__", &args), Ok)
}

/// The next line of an iteration over bytes, if there is one.
pub(super) fn next_bytes(vm: &mut Vm, this: Value) -> Option<Value> {
    bytes_line(vm, this, -1).filter(|line| !vm.heap.bytes(*line).is_empty())
}

pub(super) fn bytes_readinto(vm: &mut Vm, args: Args) -> Res {
    let (this, buffer) = (args.get(0), args.get(1));
    if let Some((own, at)) = bytes_state(vm, this)
        && buffer.is(ids::BYTEARRAY)
        && buffer != own
    {
        let rest = vm.heap.buffer(own).get(at..).unwrap_or_default();
        let size = rest.len().min(vm.heap.buffer(buffer).len());
        let bytes = SmallVec::<[u8; 128]>::from_slice(&rest[..size]);
        vm.heap.buffer_splice(buffer, 0..size, &bytes);
        if size > 0 {
            set(vm, this, Attr::Pos, at + size);
        }
        return Ok(Value::int(size as i64));
    }
    slow(vm, "_slow_readinto", &args)
}

pub(super) fn bytes_getvalue(vm: &mut Vm, args: Args) -> Res {
    match bytes_state(vm, args.get(0)) {
        Some((buffer, _)) => {
            let end = vm.heap.buffer(buffer).len();
            Ok(vm.heap.new_bytes_of_buffer(ids::BYTES, buffer, 0..end))
        }
        None => slow(vm, "_slow_getvalue", &args),
    }
}

/// Goes to a position that is given as such.
pub(super) fn seek(vm: &mut Vm, args: Args) -> Res {
    let (this, to, whence) = (args.get(0), args.get(1), args.opt(2).unwrap_or(Value::int(0)));
    let usual = to.is_int() && to.as_int() >= 0 && whence == Value::int(0);
    if usual && Stream::of(vm, this).is_some_and(|stream| is_open(stream) && stream.count(Attr::Pos).is_some()) {
        set(vm, this, Attr::Pos, to.as_int() as usize);
        return Ok(to);
    }
    slow(vm, "_slow_seek", &args)
}

pub(super) fn tell(vm: &mut Vm, args: Args) -> Res {
    match Stream::of(vm, args.get(0)).filter(|stream| is_open(*stream)).and_then(|stream| stream.count(Attr::Pos)) {
        Some(at) => Ok(Value::int(at as i64)),
        None => slow(vm, "_slow_tell", &args),
    }
}

pub(super) fn bytes_lines(vm: &mut Vm, args: Args) -> Res {
    let state = bytes_state(vm, args.get(0)).map(|(buffer, at)| (buffer, at, LineEnd::Feed));
    taken_lines(vm, args.get(0), state, Attr::Pos)
}

pub(super) fn string_write(vm: &mut Vm, args: Args) -> Res {
    match string_written(vm, args.get(0), args.get(1)) {
        Some(n) => Ok(Value::int(n as i64)),
        None => slow(vm, "_slow_write", &args),
    }
}

fn string_written(vm: &mut Vm, this: Value, text: Value) -> Option<usize> {
    let stream = Stream::of(vm, this)?;
    if !text.is(ids::STR) || !is_open(stream) {
        return None;
    }
    let newline = stream.own(Attr::Newline).filter(|v| v.is(ids::STR))?;
    let (at, length, parts) = (stream.count(Attr::Pos)?, stream.count(Attr::Length)?, stream.own(Attr::Parts)?);
    if vm.heap.bytes(newline) != b"\n" || at != length || !parts.is(ids::LIST) {
        return None;
    }
    let chars = vm.heap.aux(text) as usize;
    if chars > 0 {
        vm.heap.list_push(parts, text);
        set(vm, this, Attr::Pos, at + chars);
        set(vm, this, Attr::Length, at + chars);
    }
    Some(chars)
}

/// The text of a stream without pieces that wait, the position, and how lines end.
fn string_state(vm: &mut Vm, this: Value) -> Option<(Value, usize, LineEnd)> {
    let stream = Stream::of(vm, this)?;
    let ends = LineEnd::of(vm, stream.own(Attr::Newline)?)?;
    let (text, at, parts) = (stream.own(Attr::Buffer)?, stream.count(Attr::Pos)?, stream.own(Attr::Parts)?);
    let plain = text.is(ids::STR) && parts.is(ids::LIST) && vm.heap.list(parts).is_empty();
    if !plain || !is_open(stream) {
        return None;
    }
    Some((text, at, ends))
}

pub(super) fn string_lines(vm: &mut Vm, args: Args) -> Res {
    let state = string_state(vm, args.get(0));
    taken_lines(vm, args.get(0), state, Attr::Pos)
}

pub(super) fn string_getvalue(vm: &mut Vm, args: Args) -> Res {
    match string_whole(vm, args.get(0)) {
        Some(text) => Ok(text),
        None => slow(vm, "_slow_getvalue", &args),
    }
}

/// The text of a stream, to which pieces that wait are joined.
fn string_whole(vm: &mut Vm, this: Value) -> Option<Value> {
    let stream = Stream::of(vm, this)?;
    let (text, parts) = (stream.own(Attr::Buffer)?, stream.own(Attr::Parts)?);
    if !text.is(ids::STR) || !parts.is(ids::LIST) || !is_open(stream) {
        return None;
    }
    let pieces = vm.heap.list(parts);
    if pieces.is_empty() {
        return Some(text);
    }
    let mut whole = vm.heap.bytes(text).to_vec();
    let mut chars = vm.heap.aux(text) as usize;
    for piece in pieces {
        if !piece.is(ids::STR) {
            return None;
        }
        whole.extend_from_slice(vm.heap.bytes(*piece));
        chars += vm.heap.aux(*piece) as usize;
    }
    let whole = vm.new_str_counted(&whole, chars);
    let none = vm.new_list(&[]);
    put(vm, this, Attr::Buffer, whole);
    put(vm, this, Attr::Parts, none);
    Some(whole)
}

pub(super) fn string_read(vm: &mut Vm, args: Args) -> Res {
    let found = size(&args).and_then(|size| string_part(vm, args.get(0), size));
    found.map_or_else(|| slow(vm, "_slow_read", &args), Ok)
}

/// That many characters.
fn string_part(vm: &mut Vm, this: Value, size: i64) -> Option<Value> {
    let at = Stream::of(vm, this)?.count(Attr::Pos)?;
    let text = string_whole(vm, this)?;
    let length = vm.str_len(text);
    let from = at.min(length);
    let end = bounded(from, length, size);
    let bytes = vm.byte_of_char(text, from)..vm.byte_of_char(text, end);
    if end > at {
        set(vm, this, Attr::Pos, end);
    }
    Some(vm.new_str_part_counted(text, bytes, end - from))
}

/// The next line.
fn string_line(vm: &mut Vm, this: Value, size: i64) -> Option<Value> {
    let (text, at, ends) = string_state(vm, this)?;
    let at = at.min(vm.str_len(text));
    let from = vm.byte_of_char(text, at);
    let bytes = vm.heap.bytes(text);
    let end = ends.find(bytes, from).unwrap_or(bytes.len());
    let end = bounded_text(bytes, from, end, size);
    let (line, chars) = part(vm, text, from..end);
    if chars > 0 {
        set(vm, this, Attr::Pos, at + chars);
        vm.note_char(text, at + chars, end);
    }
    Some(line)
}

pub(super) fn string_readline(vm: &mut Vm, args: Args) -> Res {
    let found = size(&args).and_then(|size| string_line(vm, args.get(0), size));
    found.map_or_else(|| slow(vm, "_slow_readline", &args), Ok)
}

pub(super) fn string_next(vm: &mut Vm, args: Args) -> Res {
    super::next_line(vm, args.get(0)).map_or_else(|| slow(vm, "_slow___next__", &args), Ok)
}

/// The next line of an iteration over text, if there is one.
pub(super) fn next_text(vm: &mut Vm, this: Value) -> Option<Value> {
    string_line(vm, this, -1).filter(|line| !vm.heap.bytes(*line).is_empty())
}
