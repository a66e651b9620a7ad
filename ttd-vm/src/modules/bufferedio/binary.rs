//! `BufferedReader` and `BufferedWriter` over open files.

use smallvec::SmallVec;
use ttd_core::value::Value;

use super::{
    Attr, LineEnd, Stream, bounded, count, file_below, is_open_below, line_end, part, set, set_at, size, slow,
    taken_lines,
};
use crate::vm::host::{HostRequest, Op, Reply};
use crate::{Vm, ids, native::*};

pub(super) fn write(vm: &mut Vm, args: Args) -> Res {
    match written(vm, args.get(0), args.get(1)) {
        Some(n) => Ok(Value::int(n as i64)),
        None => slow(vm, "_slow_write", &args),
    }
}

fn written(vm: &mut Vm, this: Value, data: Value) -> Option<usize> {
    let stream = Stream::of(vm, this).filter(|_| data.is(ids::BYTES))?;
    let (ahead, pending, room) =
        (stream.own(Attr::Ahead)?, stream.own(Attr::Pending)?, stream.count(Attr::BufferSize)?);
    let idle = ahead.is(ids::BYTES) && vm.heap.bytes(ahead).is_empty() && pending.is(ids::BYTEARRAY);
    if !idle || !stream.is_over_open_file() && !is_open_below(vm, this) {
        return None;
    }
    let bytes = SmallVec::<[u8; 128]>::from_slice(vm.heap.bytes(data));
    if vm.heap.buffer(pending).len() + bytes.len() > room || vm.heap.buffer_exports(pending) > 0 {
        return None;
    }
    vm.heap.buffer_extend(pending, &bytes);
    Some(bytes.len())
}

/// The bytes that were read ahead and the place in them, when nothing waits to be written.
fn idle_ahead(vm: &Vm, this: Value) -> Option<(Value, usize)> {
    idle(Stream::of(vm, this)?, vm)
}

#[inline]
fn idle(stream: Stream<'_>, vm: &Vm) -> Option<(Value, usize)> {
    let (ahead, at, pending) = (stream.own(Attr::Ahead)?, stream.count(Attr::At)?, stream.own(Attr::Pending)?);
    let idle = pending.is(ids::BYTEARRAY) && vm.heap.buffer(pending).is_empty() && ahead.is(ids::BYTES);
    idle.then_some((ahead, at))
}

/// As `idle_ahead`, when there are bytes left: these can be had even if the stream below was closed.
fn waiting_ahead(vm: &Vm, this: Value) -> Option<(Value, usize)> {
    idle_ahead(vm, this).filter(|(ahead, at)| *at < vm.heap.bytes(*ahead).len())
}

/// Bytes that were read ahead, up to an end among them.
fn ahead_until(vm: &mut Vm, this: Value, end: impl Fn(&[u8], usize) -> Option<usize>) -> Option<Value> {
    let stream = Stream::of(vm, this)?;
    let ((ahead, at), place) = (idle(stream, vm)?, stream.place(Attr::At));
    let bytes = vm.heap.bytes(ahead);
    let end = end(bytes, at).filter(|end| at < bytes.len() && *end <= bytes.len() && at <= *end)?;
    set_at(vm, this, place, Attr::At, end);
    Some(part(vm, ahead, at..end).0)
}

pub(super) fn read(vm: &mut Vm, args: Args) -> Res {
    let found = size(&args)
        .filter(|size| *size >= 0)
        .and_then(|size| ahead_until(vm, args.get(0), |_, at| at.checked_add(size as usize)));
    found.map_or_else(|| slow(vm, "_slow_read", &args), Ok)
}

pub(super) fn peek(vm: &mut Vm, args: Args) -> Res {
    let plain = args.opt(1).is_none_or(Value::is_int);
    match if plain { waiting_ahead(vm, args.get(0)) } else { None } {
        Some((ahead, at)) => {
            let end = vm.heap.bytes(ahead).len();
            Ok(part(vm, ahead, at..end).0)
        }
        None => slow(vm, "_slow_peek", &args),
    }
}

pub(super) fn readinto(vm: &mut Vm, args: Args) -> Res {
    let buffer = args.get(1);
    if buffer.is(ids::BYTEARRAY)
        && let Some((ahead, at)) = waiting_ahead(vm, args.get(0))
    {
        let size = vm.heap.buffer(buffer).len();
        if let Some(bytes) = vm.heap.bytes(ahead).get(at..at + size) {
            let bytes = SmallVec::<[u8; 128]>::from_slice(bytes);
            vm.heap.buffer_splice(buffer, 0..size, &bytes);
            set(vm, args.get(0), Attr::At, at + size);
            return Ok(Value::int(size as i64));
        }
    }
    slow(vm, "_slow_readinto", &args)
}

pub(super) fn lines(vm: &mut Vm, args: Args) -> Res {
    let state = waiting_ahead(vm, args.get(0)).map(|(ahead, at)| (ahead, at, LineEnd::Feed));
    taken_lines(vm, args.get(0), state, Attr::At)
}

pub(super) fn seek(vm: &mut Vm, args: Args) -> Res {
    match sought(vm, &args) {
        Some(at) => Ok(Value::int(at)),
        None => slow(vm, "_slow_seek", &args),
    }
}

/// Goes to a position within what was read ahead.
fn sought(vm: &mut Vm, args: &Args) -> Option<i64> {
    let (this, to, whence) = (args.get(0), args.get(1), args.opt(2).unwrap_or(Value::int(0)));
    file_below(vm, this)?;
    let (ahead, at) = idle_ahead(vm, this)?;
    let end = count(vm, this, Attr::End)? as i64;
    let length = vm.heap.bytes(ahead).len() as i64;
    if !to.is_int() || !whence.is_int() || length == 0 {
        return None;
    }
    let to = match whence.as_int() {
        0 => to.as_int(),
        1 => (end - length + at as i64).checked_add(to.as_int())?,
        _ => return None,
    };
    let place = usize::try_from(to.checked_sub(end - length)?).ok().filter(|place| *place as i64 <= length)?;
    set(vm, this, Attr::At, place);
    Some(to)
}

pub(super) fn tell(vm: &mut Vm, args: Args) -> Res {
    let this = args.get(0);
    if let Some(fd) = file_below(vm, this)
        && let Some((ahead, at)) = idle_ahead(vm, this)
        && let Reply::Int(end) = vm.request(&HostRequest::of(Op::Seek).number(fd as i64).number(0).number(1))?
    {
        return Ok(Value::int(end - (vm.heap.bytes(ahead).len() - at) as i64));
    }
    slow(vm, "_slow_tell", &args)
}

fn line(vm: &mut Vm, this: Value, size: i64) -> Option<Value> {
    ahead_until(vm, this, |bytes, at| line_end(bytes, at).map(|end| bounded(at, end, size)))
}

pub(super) fn readline(vm: &mut Vm, args: Args) -> Res {
    let found = size(&args).and_then(|size| line(vm, args.get(0), size));
    found.map_or_else(|| slow(vm, "_slow_readline", &args), Ok)
}

pub(super) fn next(vm: &mut Vm, args: Args) -> Res {
    super::next_line(vm, args.get(0)).map_or_else(|| slow(vm, "_slow___next__", &args), Ok)
}

/// The next line of an iteration, if its end is there.
pub(super) fn next_line(vm: &mut Vm, this: Value) -> Option<Value> {
    line(vm, this, -1)
}
