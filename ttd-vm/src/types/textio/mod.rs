//! The standard streams as objects: `sys.stdout`, `sys.stderr` and `sys.stdin`.

mod layer;
pub(crate) mod reconfigure;

use ttd_core::value::Value;

use crate::native::*;
use crate::ops::codec::{self, Codec};
use crate::ops::repr::from_text;
use crate::vm::host::Stream;
use crate::vm::objects::class::fields;
use crate::vm::slots;
use crate::{Vm, getters, ids, methods};

/// The types.
pub const TYPES: &[TypeDef] = &[TypeDef {
    name: "_io.TextIOWrapper",
    tid: ids::TEXTIO,
    methods: METHODS,
    getters: GETTERS,
    subclassable: false,
    slots: Slots { repr: Some(|vm, v| from_text(vm, &shown(vm, v))), weakly_referencable: true, ..Slots::EMPTY },
    ..TypeDef::EMPTY
}];

const METHODS: &[Method] = methods! {
    /// Write string s to stream.
    External "write" "(self, s, /)" => write;
    /// Write a list of lines to stream.
    External "writelines" "(self, lines, /)" => writelines;
    /// Flush write buffers.
    External "flush" "(self, /)" => flush;
    /// Flush the stream. It stays open: the standard streams live as long as the program.
    External "close" "(self, /)" => flush;
    /// Return whether this is an interactive stream.
    External "isatty" "(self, /)" => isatty;
    /// Return the underlying file descriptor.
    Pure "fileno" "(self, /)" => fileno;
    /// Read until newline or EOF.
    External "readline" "(self, size=-1, /)" => readline;
    /// Read at most size characters from stream.
    External "read" "(self, size=-1, /)" => read;
    /// Return a list of lines from the stream.
    External "readlines" "(self, hint=-1, /)" => readlines;
    /// Return self.
    Pure "__enter__" "(self, /)" => iter;
    /// Flush the stream and leave it open: the standard streams live as long as the program.
    External "__exit__" "(self, /, *args)" => flush;
    /// Return whether the position can be changed.
    Pure "seekable" "(self, /)" => seekable;
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => repr;
    /// Return the next line.
    External "__next__" "(self, /)" => next_line;
    /// Implement iter(self).
    Pure "__iter__" "(self, /)" => iter;
    /// Return whether the stream can be read.
    Pure "readable" "(self, /)" => readable;
    /// Reconfigure the text stream with new parameters.
    CallsBack "reconfigure" "(self, /, *, encoding=None, errors=None, newline=None, line_buffering=None, write_through=None)" => reconfigure::reconfigure;
    /// Set the stream position.
    Pure "seek" "(self, cookie, whence=0, /)" => reconfigure::no_position;
    /// Return the stream position.
    Pure "tell" "(self, /)" => reconfigure::no_position;
    /// Truncate the stream.
    Pure "truncate" "(self, pos=None, /)" => reconfigure::no_position;
    /// Separate the underlying buffer from the stream.
    Pure "detach" "(self, /)" => reconfigure::detach;
    /// Return whether the stream can be written.
    Pure "writable" "(self, /)" => writable;
};

const GETTERS: &[Getter] = getters! {
    "encoding" => encoding;
    "errors" => errors;
    "name" => name;
    "closed" => closed;
    "mode" => mode;
    "newlines" => newlines;
    "line_buffering" => line_buffering;
    "write_through" => closed;
    "buffer" => buffer;
    "__dict__" => attributes;
};

const NAMES: [&str; 3] = ["<stdin>", "<stdout>", "<stderr>"];

/// The descriptor.
const FD: usize = 0;
/// Returns the binary stream below, made at the first read.
const BUFFER: usize = 1;

/// Whether a value is the standard stream of this descriptor and writes UTF-8, as natives do without asking it.
pub(crate) fn is_direct(vm: &Vm, v: Value, fd: i64) -> bool {
    v.is(ids::TEXTIO) && self::fd(vm, v) == fd && !layer::is_needed(vm, v) && !layer::has_attributes(vm, v)
}

/// Returns the descriptor of a standard stream.
pub(crate) fn fd(vm: &Vm, v: Value) -> i64 {
    vm.heap.slot(v, FD).as_int()
}

fn attributes(vm: &mut Vm, v: Value) -> Res {
    Ok(vm.stream_dict(v))
}

fn stream(vm: &mut Vm, v: Value) -> Res<Stream> {
    match fd(vm, v) {
        1 => Ok(Stream::Out),
        2 => Ok(Stream::Err),
        _ => Err(unsupported(vm, "not writable")),
    }
}

/// Returns `io.UnsupportedOperation`, a class of the library.
fn unsupported(vm: &mut Vm, what: &str) -> Trap {
    let (f, what) = (vm.lib("unsupported"), vm.new_str(what));
    vm.tail_call(f, &[what])
}

fn write(vm: &mut Vm, args: Args) -> Res {
    layer::pass_on(vm, &args, "write")?;
    let stream = stream(vm, args.get(0))?;
    let Some(text) = vm.payload(args.get(1), ids::STR) else {
        let name = crate::types::str::args::given_name(vm, args.get(1));
        return Err(vm.type_error(format!("write() argument must be str, not {name}")));
    };
    let usual = if stream == Stream::Err { "backslashreplace" } else { "strict" };
    let errors = reconfigure::handler(vm, args.get(0), usual);
    let bytes = codec::encode(vm, text, Codec::Utf8, &errors)?;
    vm.write_stream(stream, &bytes)?;
    Ok(Value::int(vm.heap.aux(text) as i64))
}

fn writelines(vm: &mut Vm, args: Args) -> Res {
    layer::pass_on(vm, &args, "writelines")?;
    for line in vm.collect(args.get(1))? {
        write(vm, Args { pos: &[args.get(0), line], rest: &[], kw: &[] })?;
    }
    Ok(Value::NONE)
}

fn flush(vm: &mut Vm, _args: Args) -> Res {
    match vm.host.flush() {
        Ok(()) => Ok(Value::NONE),
        Err(errno) => Err(vm.errno_error_about(i64::from(errno), &[])),
    }
}

fn isatty(_vm: &mut Vm, _args: Args) -> Res {
    // The answer must not depend on where the run is repeated.
    Ok(Value::FALSE)
}

fn fileno(vm: &mut Vm, args: Args) -> Res {
    Ok(vm.heap.slot(args.get(0), 0))
}

fn readline(vm: &mut Vm, args: Args) -> Res {
    layer::pass_on(vm, &args, "readline")?;
    must_be_stdin(vm, args.get(0))?;
    let size = size_arg(vm, args.opt(1))?;
    let pending = vm.global(slots::STDIN);
    let mut text = vm.heap.bytes(pending).to_vec();
    if !text.contains(&b'\n') && size.is_none_or(|n| n > vm.heap.aux(pending)) {
        let line = read_line(vm)?;
        text.extend_from_slice(&line);
    }
    let end = text.iter().position(|b| *b == b'\n').map_or(text.len(), |at| at + 1);
    let end = end.min(bytes_of_chars(&text, size));
    Ok(take_pending(vm, &text, end))
}

fn read(vm: &mut Vm, args: Args) -> Res {
    layer::pass_on(vm, &args, "read")?;
    must_be_stdin(vm, args.get(0))?;
    let size = size_arg(vm, args.opt(1))?;
    let pending = vm.global(slots::STDIN);
    let mut text = vm.heap.bytes(pending).to_vec();
    let mut count = vm.heap.aux(pending);
    while size.is_none_or(|n| count < n) {
        let line = read_line(vm)?;
        if line.is_empty() {
            break;
        }
        count += chars(&line) as u64;
        text.extend_from_slice(&line);
    }
    let end = bytes_of_chars(&text, size);
    Ok(take_pending(vm, &text, end))
}

fn readlines(vm: &mut Vm, args: Args) -> Res {
    layer::pass_on(vm, &args, "readlines")?;
    let hint = size_arg(vm, args.opt(1))?.filter(|n| *n > 0);
    let (mut lines, mut count) = (Vec::new(), 0);
    while hint.is_none_or(|n| count < n) {
        let line = readline(vm, Args { pos: &args.pos[..1], rest: &[], kw: &[] })?;
        if vm.heap.bytes(line).is_empty() {
            break;
        }
        count += vm.heap.aux(line);
        lines.push(line);
    }
    Ok(vm.new_list(&lines))
}

fn must_be_stdin(vm: &mut Vm, v: Value) -> Res<()> {
    if fd(vm, v) == 0 { Ok(()) } else { Err(unsupported(vm, "not readable")) }
}

/// Returns the most characters to read.
fn size_arg(vm: &mut Vm, v: Option<Value>) -> Res<Option<u64>> {
    match v.filter(|v| !v.is_none()) {
        Some(v) => Ok(u64::try_from(vm.index_i64(v)?).ok()),
        None => Ok(None),
    }
}

fn chars(text: &[u8]) -> usize {
    text.iter().filter(|b| **b & 0xC0 != 0x80).count()
}

/// Returns where the first `n` characters end.
fn bytes_of_chars(text: &[u8], n: Option<u64>) -> usize {
    let Some(n) = n else { return text.len() };
    let starts = text.iter().enumerate().filter(|(_, b)| **b & 0xC0 != 0x80);
    starts.map(|(at, _)| at).nth(usize::try_from(n).unwrap_or(usize::MAX)).unwrap_or(text.len())
}

/// Returns the text up to `end` and keeps the rest for the next read.
fn take_pending(vm: &mut Vm, text: &[u8], end: usize) -> Value {
    let rest = vm.new_str_raw(&text[end..]);
    vm.heap.set_slot(vm.globals, slots::STDIN, rest);
    vm.new_str_raw(&text[..end])
}

/// Reads a line of standard input as UTF-8. Unlike for files, CPython does not translate line ends here.
fn read_line(vm: &mut Vm) -> Res<Vec<u8>> {
    let line = vm.host_line()?;
    if std::str::from_utf8(&line).is_ok() {
        return Ok(line);
    }
    let object = vm.new_bytes(&line);
    codec::decode(vm, object, &line, Codec::Utf8, "strict")
}

/// `input(prompt)` with the machine's own streams.
///
/// # Errors
/// EOFError at the end of standard input, and what the streams say.
pub(crate) fn input(vm: &mut Vm, prompt: Value) -> Res {
    if !vm.heap.bytes(prompt).is_empty() {
        let bytes = codec::encode(vm, prompt, Codec::Utf8, "strict")?;
        vm.write_stream(Stream::Out, &bytes)?;
    }
    let stdin = reconfigure::new_stream(vm, 0, None, None);
    let line = readline(vm, Args { pos: &[stdin], rest: &[], kw: &[] })?;
    match vm.heap.bytes(line) {
        [] => Err(vm.error(vm.types.eof_error, "EOF when reading a line")),
        [text @ .., b'\n'] => {
            let text = text.to_vec();
            Ok(vm.new_str_raw(&text))
        }
        _ => Ok(line),
    }
}

fn seekable(_vm: &mut Vm, _args: Args) -> Res {
    Ok(Value::FALSE)
}

fn repr(vm: &mut Vm, args: Args) -> Res {
    let text = shown(vm, args.get(0));
    Ok(vm.new_str(&text))
}

/// Returns the repr of a stream.
fn shown(vm: &Vm, v: Value) -> String {
    let fd = fd(vm, v).clamp(0, 2) as usize;
    let (name, mode, encoding) = (NAMES[fd], if fd == 0 { "r" } else { "w" }, layer::encoding(vm, v));
    format!("<_io.TextIOWrapper name='{name}' mode='{mode}' encoding='{encoding}'>")
}

/// Sets the library's base class of the standard streams' class.
///
/// # Errors
/// None.
pub(crate) fn set_base(vm: &mut Vm, base: Value) -> Res<()> {
    let class = vm.class_of_tid[usize::from(ids::TEXTIO.0)];
    let mut mro = vec![class];
    mro.extend_from_slice(vm.mro(base));
    let (mro, bases) = (vm.new_tuple(&mro), vm.new_tuple(&[base]));
    vm.heap.set_slot(class, fields::MRO, mro);
    vm.heap.set_slot(class, fields::BASES, bases);
    let subclasses = vm.heap.slot(base, fields::SUBCLASSES);
    vm.heap.list_push(subclasses, class);
    let (dict, module) = (vm.class_dict(class), vm.intern("_io"));
    vm.dict_set_str(dict, "__module__", module);
    vm.flush_caches();
    Ok(())
}

fn next_line(vm: &mut Vm, args: Args) -> Res {
    layer::pass_on(vm, &args, "__next__")?;
    let line = readline(vm, args)?;
    if vm.heap.bytes(line).is_empty() { Err(vm.stop_iteration(Value::NONE)) } else { Ok(line) }
}

fn iter(_vm: &mut Vm, args: Args) -> Res {
    Ok(args.get(0))
}

fn readable(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::bool(fd(vm, args.get(0)) == 0))
}

fn writable(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::bool(fd(vm, args.get(0)) != 0))
}

fn encoding(vm: &mut Vm, v: Value) -> Res {
    match layer::of(vm, v)? {
        Some(layer) => vm.getattr_str(layer, "encoding"),
        None => Ok(vm.intern("utf-8")),
    }
}

fn errors(vm: &mut Vm, v: Value) -> Res {
    let usual = if fd(vm, v) == 2 { "backslashreplace" } else { "strict" };
    let text = reconfigure::handler(vm, v, usual);
    Ok(vm.intern(&text))
}

fn name(vm: &mut Vm, v: Value) -> Res {
    let text = NAMES[fd(vm, v).clamp(0, 2) as usize];
    Ok(vm.intern(text))
}

fn mode(vm: &mut Vm, v: Value) -> Res {
    Ok(vm.intern(if fd(vm, v) == 0 { "r" } else { "w" }))
}

fn newlines(vm: &mut Vm, v: Value) -> Res {
    match layer::of(vm, v)? {
        Some(layer) => vm.getattr_str(layer, "newlines"),
        None => Ok(Value::NONE),
    }
}

fn line_buffering(vm: &mut Vm, v: Value) -> Res {
    let set = vm.heap.slot(v, reconfigure::LINES);
    Ok(if set.is_none() { Value::bool(fd(vm, v) == 2) } else { set })
}

/// Returns the binary stream below, made at the first read.
fn buffer(vm: &mut Vm, v: Value) -> Res {
    let made = vm.heap.slot(v, BUFFER);
    if !made.is_none() {
        return Ok(made);
    }
    let (f, fd) = (vm.lib("standard_buffer"), vm.heap.slot(v, FD));
    let made = vm.call(f, &[fd])?;
    vm.heap.set_slot(v, BUFFER, made);
    Ok(made)
}

fn closed(_vm: &mut Vm, _v: Value) -> Res {
    Ok(Value::FALSE)
}
