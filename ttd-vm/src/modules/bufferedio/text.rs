//! `TextIOWrapper` over open files.

use ttd_core::value::Value;

use super::{Attr, LineEnd, Stream, bounded_text, is_open_below, part, set_at, size, slow, taken_lines};
use crate::{Vm, ids, native::*};

/// Characters that may wait to be written, as in the class.
const CHUNK: usize = 8192;

/// What is done here for a stream: `_ways`, which its class keeps true.
#[derive(Clone, Copy)]
struct Ways(i64);

impl Ways {
    fn of(stream: Stream<'_>) -> Option<Ways> {
        stream.own(Attr::Ways).filter(|v| v.is_int()).map(|v| Ways(v.as_int()))
    }

    /// Whether a string is written as it lies.
    fn write(self, vm: &Vm, text: Value) -> bool {
        if vm.is_ascii(text) {
            return self.0 & 1 != 0;
        }
        // Lone surrogates are for the error handler.
        self.0 & 2 != 0 && std::str::from_utf8(vm.heap.bytes(text)).is_ok()
    }

    /// How the lines end that are read, if any are.
    fn read(self) -> Option<LineEnd> {
        let ends = [LineEnd::Feed, LineEnd::Any, LineEnd::Return, LineEnd::Both];
        (self.0 & 4 != 0).then(|| ends[self.0 as usize >> 3 & 3])
    }
}

pub(super) fn write(vm: &mut Vm, args: Args) -> Res {
    match written(vm, args.get(0), args.get(1)) {
        Some(n) => Ok(Value::int(n as i64)),
        None => slow(vm, "_slow_write", &args),
    }
}

fn written(vm: &mut Vm, this: Value, text: Value) -> Option<usize> {
    let stream = Stream::of(vm, this).filter(|_| text.is(ids::STR))?;
    let (ways, chunk) = (Ways::of(stream)?, stream.own(Attr::Chunk)?);
    let (pending, waiting) = (stream.own(Attr::Pending)?, stream.count(Attr::PendingSize)?);
    let idle = chunk.is(ids::BYTES) && vm.heap.bytes(chunk).is_empty();
    if !idle || !pending.is(ids::LIST) || !ways.write(vm, text) {
        return None;
    }
    let (size, place) = (vm.heap.bytes(text).len(), stream.place(Attr::PendingSize));
    if waiting + size > CHUNK || !stream.is_over_open_file() && !is_open_below(vm, this) {
        return None;
    }
    // What is encoded as it lies can be joined as it is.
    vm.heap.list_push(pending, text);
    set_at(vm, this, place, Attr::PendingSize, waiting + size);
    Some(vm.str_len(text))
}

/// Joins what waits to be written: bytes, and strings that are encoded as they lie.
pub(super) fn joined(vm: &mut Vm, args: Args) -> Res {
    let Some(list) = vm.payload(args.get(0), ids::LIST) else { return Err(vm.type_error("not a list")) };
    let items = vm.heap.list(list);
    if !items.iter().all(|item| item.is(ids::BYTES) || item.is(ids::STR)) {
        return Err(vm.type_error("neither bytes nor str"));
    }
    let pieces: Vec<&[u8]> = items.iter().map(|item| vm.heap.bytes(*item)).collect();
    let bytes = pieces.concat();
    Ok(vm.new_bytes(&bytes))
}

/// Text that is decoded and not read yet.
struct Decoded {
    text: Value,
    /// The position, which counts characters, and its slot.
    at: usize,
    place: Option<usize>,
    ends: LineEnd,
}

impl Decoded {
    /// The state of a stream that can be read. `within`: it has to be in an iteration.
    #[inline]
    fn of(vm: &mut Vm, this: Value, within: bool) -> Option<Decoded> {
        let stream = Stream::of(vm, this)?;
        // The class forbids telling the position within an iteration: the first line is its.
        if within && !stream.has(Attr::Telling, Value::FALSE) {
            return None;
        }
        let (text, at, pending) = (stream.own(Attr::Text)?, stream.count(Attr::Pos)?, stream.own(Attr::Pending)?);
        let (place, ends) = (stream.place(Attr::Pos), Ways::of(stream)?.read()?);
        let idle = pending.is(ids::LIST) && vm.heap.list(pending).is_empty();
        if !idle || !text.is(ids::STR) || at > vm.str_len(text) {
            return None;
        }
        let is_open = stream.is_over_open_file() || is_open_below(vm, this);
        is_open.then_some(Decoded { text, at, place, ends })
    }

    /// The next line, if its end is there, of at most `size` characters unless that is negative.
    fn line(&self, vm: &mut Vm, this: Value, size: i64) -> Option<Value> {
        let text = self.text;
        let from = vm.byte_of_char(text, self.at);
        let bytes = vm.heap.bytes(text);
        let end = bounded_text(bytes, from, self.ends.find(bytes, from)?, size);
        let (line, chars) = part(vm, text, from..end);
        set_at(vm, this, self.place, Attr::Pos, self.at + chars);
        vm.note_char(text, self.at + chars, end);
        Some(line)
    }
}

pub(super) fn lines(vm: &mut Vm, args: Args) -> Res {
    let state = Decoded::of(vm, args.get(0), false).map(|decoded| (decoded.text, decoded.at, decoded.ends));
    taken_lines(vm, args.get(0), state, Attr::Pos)
}

pub(super) fn read(vm: &mut Vm, args: Args) -> Res {
    let found = size(&args).and_then(|size| characters(vm, args.get(0), usize::try_from(size).ok()?));
    found.map_or_else(|| slow(vm, "_slow_read", &args), Ok)
}

/// That many decoded characters, if they are there.
fn characters(vm: &mut Vm, this: Value, count: usize) -> Option<Value> {
    let Decoded { text, at, place, .. } = Decoded::of(vm, this, false)?;
    let end = at.checked_add(count).filter(|end| *end <= vm.str_len(text))?;
    let bytes = vm.byte_of_char(text, at)..vm.byte_of_char(text, end);
    set_at(vm, this, place, Attr::Pos, end);
    Some(vm.new_str_part_counted(text, bytes, count))
}

pub(super) fn readline(vm: &mut Vm, args: Args) -> Res {
    let found = size(&args).and_then(|size| Decoded::of(vm, args.get(0), false)?.line(vm, args.get(0), size));
    found.map_or_else(|| slow(vm, "_slow_readline", &args), Ok)
}

pub(super) fn next(vm: &mut Vm, args: Args) -> Res {
    super::next_line(vm, args.get(0)).map_or_else(|| slow(vm, "_slow___next__", &args), Ok)
}

/// The next line of an iteration, if its end is there.
pub(super) fn next_line(vm: &mut Vm, this: Value) -> Option<Value> {
    Decoded::of(vm, this, true)?.line(vm, this, -1)
}
