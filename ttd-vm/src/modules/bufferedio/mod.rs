//! `_ttd_bufferedio`: the common cases of the methods of streams, whose classes are written in Python
//! (`lib/native/io/_io`).
//!
//! A function here looks at the attributes of the stream, which lie in its slots. Where all is as it mostly is, it does
//! the work; otherwise it hands over to the method in Python, which `attach` put aside under `_slow_NAME`.

mod attrs;
mod binary;
mod memory;
mod text;

use ttd_core::value::Value;

use self::attrs::{Attr, STEPS, Stream, closed_by, count, own, put, set, set_at, step_of};
use crate::types::str::value::byte_position;
use crate::{Vm, ids, methods, native::*};

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "_ttd_bufferedio",
    doc: "The common cases of the methods of streams.",
    functions: methods! {
        /// Make a function of this module a method of a class, in place of the one that it has.
        Mutates "attach" "(cls, name, function, /)" => attach;
        /// Make the class of open files known, and the properties `closed` of streams and of buffers.
        Mutates "register" "(cls, closed, closed_below, /)" => register;
        /// Whether an instance itself has an attribute. That makes no dict of those that it has.
        Pure "has_own" "(instance, name, /)" => has_own;
        /// Write bytes to file.
        CallsBack "bytes_write" "(self, data, /)" => memory::bytes_write;
        /// Read at most size bytes, returned as a bytes object.
        CallsBack "bytes_read" "(self, size=-1, /)" => memory::bytes_read;
        /// Next line from the file, as a bytes object.
        CallsBack "bytes_readline" "(self, size=-1, /)" => memory::bytes_readline;
        /// Implement next(self).
        CallsBack "bytes_next" "(self, /)" => memory::bytes_next;
        /// Take all complete lines from the position on.
        Mutates "bytes_lines" "(self, /)" => memory::bytes_lines;
        /// Read bytes into a buffer.
        CallsBack "bytes_readinto" "(self, buffer, /)" => memory::bytes_readinto;
        /// Retrieve the entire contents of the BytesIO object.
        CallsBack "bytes_getvalue" "(self, /)" => memory::bytes_getvalue;
        /// Change stream position.
        CallsBack "memory_seek" "(self, offset, whence=0, /)" => memory::seek;
        /// Return current stream position.
        CallsBack "memory_tell" "(self, /)" => memory::tell;
        /// Write string to file.
        CallsBack "string_write" "(self, text, /)" => memory::string_write;
        /// Read until newline or EOF.
        CallsBack "string_readline" "(self, size=-1, /)" => memory::string_readline;
        /// Implement next(self).
        CallsBack "string_next" "(self, /)" => memory::string_next;
        /// Take all complete lines from the position on.
        Mutates "string_lines" "(self, /)" => memory::string_lines;
        /// Read at most size characters, returned as a string.
        CallsBack "string_read" "(self, size=-1, /)" => memory::string_read;
        /// Retrieve the entire contents of the object.
        CallsBack "string_getvalue" "(self, /)" => memory::string_getvalue;
        /// Write the given buffer to the IO stream.
        CallsBack "buffered_write" "(self, data, /)" => binary::write;
        /// Read and return up to size bytes.
        CallsBack "buffered_read" "(self, size=-1, /)" => binary::read;
        /// Read and return a line of bytes from the stream.
        CallsBack "buffered_readline" "(self, size=-1, /)" => binary::readline;
        /// Implement next(self).
        CallsBack "buffered_next" "(self, /)" => binary::next;
        /// Return bytes that were read ahead, without taking them.
        CallsBack "buffered_peek" "(self, size=0, /)" => binary::peek;
        /// Read bytes into a buffer.
        CallsBack "buffered_readinto" "(self, buffer, /)" => binary::readinto;
        /// Change stream position.
        CallsBack "buffered_seek" "(self, target, whence=0, /)" => binary::seek;
        /// Return current stream position.
        External "buffered_tell" "(self, /)" => binary::tell;
        /// Take all complete lines that were read ahead.
        Mutates "buffered_lines" "(self, /)" => binary::lines;
        /// Write the string to the stream.
        CallsBack "text_write" "(self, text, /)" => text::write;
        /// Join what waits to be written.
        CallsBack "joined" "(pending, /)" => text::joined;
        /// Read at most size characters from stream.
        CallsBack "text_read" "(self, size=-1, /)" => text::read;
        /// Read until newline or EOF.
        CallsBack "text_readline" "(self, size=-1, /)" => text::readline;
        /// Implement next(self).
        CallsBack "text_next" "(self, /)" => text::next;
        /// Take all complete lines that were decoded.
        Mutates "text_lines" "(self, /)" => text::lines;
    },
    types: &[],
    init: |_, _| Ok(()),
};

fn attach(vm: &mut Vm, args: Args) -> Res {
    let (class, name, function) = (args.get(0), args.get(1), args.get(2));
    let dict = vm.class_dict(class);
    let Some(old) = vm.dict_get(dict, name)? else {
        return Err(vm.system_error("the class has no such method"));
    };
    let aside = format!("_slow_{}", vm.text_lossy(name));
    let aside = vm.intern(&aside);
    vm.dict_set(dict, aside, old)?;
    put_method(vm, class, name, function)?;
    Ok(Value::NONE)
}

fn has_own(vm: &mut Vm, args: Args) -> Res {
    let name = vm.intern_value(args.get(1));
    Ok(Value::bool(vm.attr_within(args.get(0), name).is_some()))
}

/// Puts a native function as a method into a class.
pub(crate) fn put_method(vm: &mut Vm, class: Value, name: Value, function: Value) -> Res<()> {
    let dict = vm.class_dict(class);
    let id = vm.heap.shape(function);
    let method = vm.heap.new_slots_from(ids::METHOD_DESC, id, &[class]);
    vm.dict_set(dict, name, method)?;
    vm.flush_caches();
    Ok(())
}

fn register(vm: &mut Vm, args: Args) -> Res {
    let lib = vm.global(crate::vm::slots::LIB);
    vm.dict_set(lib, vm.names.stream_file_class, args.get(0))?;
    let properties = vm.new_tuple(&[args.get(1), args.get(2)]);
    vm.dict_set(lib, vm.names.stream_closed, properties)?;
    Ok(Value::NONE)
}

/// The descriptor of the open file below a buffer, if its class is that of files and none derived from it.
fn file_below(vm: &Vm, stream: Value) -> Option<usize> {
    let raw = own(vm, stream, Attr::Raw)?;
    let lib = vm.global(crate::vm::slots::LIB);
    let class = vm.dict_get_name(lib, vm.names.stream_file_class)?;
    if raw.is(ids::INST) && vm.type_of(raw) == class { count(vm, raw, Attr::Fd) } else { None }
}

/// Takes all complete lines off a stream: a list, which is empty too where the stream is not as it mostly is. `state`:
/// what holds the lines, the position in it, which is kept under `place`, and how lines end.
fn taken_lines(vm: &mut Vm, stream: Value, state: Option<(Value, usize, LineEnd)>, place: Attr) -> Res {
    let Some((holder, mut place_now, ends)) = state else { return Ok(vm.new_list(&[])) };
    let mut at = byte_of(vm, holder, place_now);
    let mut lines = Vec::new();
    while let Some(end) = ends.find(octets(vm, holder), at) {
        let (line, size) = part(vm, holder, at..end);
        lines.push(line);
        at = end;
        place_now += size;
    }
    if !lines.is_empty() {
        set(vm, stream, place, place_now);
    }
    Ok(vm.new_list(&lines))
}

/// The byte at a position, which counts characters in text.
fn byte_of(vm: &mut Vm, holder: Value, at: usize) -> usize {
    if holder.is(ids::STR) && at <= vm.str_len(holder) { vm.byte_of_char(holder, at) } else { at }
}

/// The bytes of a str, bytes or bytearray.
fn octets(vm: &Vm, holder: Value) -> &[u8] {
    if holder.is(ids::BYTEARRAY) { vm.heap.buffer(holder) } else { vm.heap.bytes(holder) }
}

/// A part of text or bytes, as str or bytes, and its length.
fn part(vm: &mut Vm, holder: Value, bounds: std::ops::Range<usize>) -> (Value, usize) {
    if holder.is(ids::STR) {
        let part = vm.new_str_part(holder, bounds);
        return (part, vm.str_len(part));
    }
    let size = bounds.len();
    if holder.is(ids::BYTES) {
        return (vm.heap.new_bytes_part(ids::BYTES, holder, bounds, 0), size);
    }
    (vm.heap.new_bytes_of_buffer(ids::BYTES, holder, bounds), size)
}

/// How the lines of a stream end.
#[derive(Clone, Copy, PartialEq)]
enum LineEnd {
    /// With a line feed: so is text whose line ends are translated.
    Feed,
    /// With whatever ends lines anywhere.
    Any,
    /// With a carriage return.
    Return,
    /// With both.
    Both,
}

impl LineEnd {
    /// What `newline` says; `None` for no such value.
    fn of(vm: &Vm, newline: Value) -> Option<LineEnd> {
        if newline.is_none() {
            return Some(LineEnd::Feed);
        }
        if !newline.is(ids::STR) {
            return None;
        }
        match vm.heap.bytes(newline) {
            b"\n" => Some(LineEnd::Feed),
            b"" => Some(LineEnd::Any),
            b"\r" => Some(LineEnd::Return),
            b"\r\n" => Some(LineEnd::Both),
            _ => None,
        }
    }

    /// Where the line that begins at a byte ends, behind its line end; `None` when its end is not there.
    fn find(self, bytes: &[u8], at: usize) -> Option<usize> {
        let rest = bytes.get(at..)?;
        let behind = match self {
            LineEnd::Feed => memchr::memchr(b'\n', rest)? + 1,
            LineEnd::Return => memchr::memchr(b'\r', rest)? + 1,
            LineEnd::Both => memchr::memmem::find(rest, b"\r\n")? + 2,
            LineEnd::Any => match memchr::memchr2(b'\n', b'\r', rest)? {
                end if rest[end..].starts_with(b"\r\n") => end + 2,
                end => end + 1,
            },
        };
        Some(at + behind)
    }
}

/// Calls the method in Python.
fn slow(vm: &mut Vm, name: &str, args: &Args) -> Res {
    let class = vm.type_of(args.get(0));
    match vm.lookup_type(class, name) {
        Some(method) => {
            let given: Vec<Value> = args.pos.iter().copied().take_while(|v| !v.is_unbound()).collect();
            Err(vm.tail_call(method, &given))
        }
        None => Err(vm.system_error("the class has no such method")),
    }
}

/// The method of a stream, if it is one of this module and the stream has no attribute in its place.
pub(crate) fn method(vm: &mut Vm, stream: Value, name: &str) -> Option<Value> {
    if !stream.is(ids::INST) {
        return None;
    }
    let class = vm.type_of(stream);
    let found = vm.lookup_type(class, name)?;
    let is_ours = found.is(ids::METHOD_DESC) && vm.loaded.natives[vm.heap.shape(found) as usize].owner == MODULE.name;
    let name = vm.intern(name);
    let is_hidden = !is_ours || vm.own_attr(stream, name).is_ok_and(|own| own.is_some());
    (!is_hidden).then_some(found)
}

/// Takes the next line of a stream, if it is ready and the class iterates as those of the library do.
pub(crate) fn next_line(vm: &mut Vm, stream: Value) -> Option<Value> {
    if !stream.is(ids::INST) {
        return None;
    }
    match STEPS[step_of(vm, stream)?] {
        "text_next" => text::next_line(vm, stream),
        "buffered_next" => binary::next_line(vm, stream),
        "bytes_next" => memory::next_bytes(vm, stream),
        _ => memory::next_text(vm, stream),
    }
}

/// Whether a stream in memory is open: the attribute comes into being when it is closed.
fn is_open(stream: Stream<'_>) -> bool {
    stream.own(Attr::IsClosed).is_none_or(|v| v == Value::FALSE)
}

/// Text over a buffer over a raw stream, and one to spare.
const MOST_LAYERS: usize = 3;

/// Whether what is read from and written to is an open file, or another stream that is open and says so as the streams
/// of the library do.
fn is_open_below(vm: &mut Vm, object: Value) -> bool {
    let mut stream = object;
    for _ in 0..MOST_LAYERS {
        let Some(view) = Stream::of(vm, stream) else { return false };
        let instance = |attr| view.own(attr).filter(|v| v.is(ids::INST));
        let Some(below) = instance(Attr::Raw).or_else(|| instance(Attr::Buffer)) else { return false };
        if count(vm, below, Attr::Fd).is_some() {
            return true;
        }
        match closed_by(vm, below) {
            Some(0) => return Stream::of(vm, below).is_some_and(is_open),
            Some(_) => stream = below,
            None => return false,
        }
    }
    false
}

/// The size argument of a read; `None` for what is not an int. Negative means all.
fn size(args: &Args) -> Option<i64> {
    match args.opt(1) {
        None => Some(-1),
        Some(v) if v.is_int() => Some(v.as_int()),
        Some(_) => None,
    }
}

/// Where a line of bytes that begins at `at` ends; `None` when its end is not there.
fn line_end(bytes: &[u8], at: usize) -> Option<usize> {
    LineEnd::Feed.find(bytes, at)
}

/// Where reading a number of bytes from a line stops.
fn bounded(at: usize, end: usize, size: i64) -> usize {
    match usize::try_from(size) {
        Ok(size) => end.min(at.saturating_add(size)),
        Err(_) => end,
    }
}

/// Where reading a number of characters from a line stops, in bytes.
fn bounded_text(text: &[u8], at: usize, end: usize, size: i64) -> usize {
    match usize::try_from(size) {
        Ok(size) if size < end - at => at + byte_position(&text[at..end], size),
        _ => end,
    }
}
