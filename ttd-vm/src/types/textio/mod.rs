//! The standard streams as objects: `sys.stdout`, `sys.stderr` and `sys.stdin`.

use ttd_core::value::Value;

use crate::native::*;
use crate::vm::host::Stream;
use crate::{Vm, getters, ids, methods};

/// The types.
pub const TYPES: &[TypeDef] = &[TypeDef {
    name: "TextIOWrapper",
    tid: ids::TEXTIO,
    methods: METHODS,
    getters: GETTERS,
    subclassable: false,
    ..TypeDef::EMPTY
}];

const METHODS: &[Method] = methods! {
    /// Write string s to stream.
    External "write" "(self, s, /)" => write;
    /// Write a list of lines to stream.
    External "writelines" "(self, lines, /)" => writelines;
    /// Flush write buffers.
    External "flush" "(self, /)" => flush;
    /// Return whether this is an interactive stream.
    External "isatty" "(self, /)" => isatty;
    /// Return the underlying file descriptor.
    Pure "fileno" "(self, /)" => fileno;
    /// Read until newline or EOF.
    External "readline" "(self, size=-1, /)" => readline;
    /// Return the next line.
    External "__next__" "(self, /)" => next_line;
    /// Implement iter(self).
    Pure "__iter__" "(self, /)" => iter;
    /// Return whether the stream can be read.
    Pure "readable" "(self, /)" => readable;
    /// Return whether the stream can be written.
    Pure "writable" "(self, /)" => writable;
};

const GETTERS: &[Getter] = getters! {
    "encoding" => encoding;
    "errors" => errors;
    "name" => name;
    "closed" => closed;
};

fn fd(vm: &Vm, v: Value) -> i64 {
    vm.heap.slot(v, 0).as_int()
}

fn stream(vm: &mut Vm, v: Value) -> Res<Stream> {
    match fd(vm, v) {
        1 => Ok(Stream::Out),
        2 => Ok(Stream::Err),
        _ => Err(vm.os_error("not writable")),
    }
}

fn write(vm: &mut Vm, args: Args) -> Res {
    let stream = stream(vm, args.get(0))?;
    let Some(text) = vm.payload(args.get(1), ids::STR) else {
        let name = vm.type_name(args.get(1));
        return Err(vm.type_error(format!("write() argument must be str, not {name}")));
    };
    let bytes = vm.heap.bytes(text).to_vec();
    vm.write_stream(stream, &bytes)?;
    Ok(Value::int(vm.heap.aux(text) as i64))
}

fn writelines(vm: &mut Vm, args: Args) -> Res {
    for line in vm.collect(args.get(1))? {
        write(vm, Args { pos: &[args.get(0), line], rest: &[], kw: &[] })?;
    }
    Ok(Value::NONE)
}

fn flush(_vm: &mut Vm, _args: Args) -> Res {
    Ok(Value::NONE)
}

fn isatty(_vm: &mut Vm, _args: Args) -> Res {
    // The answer must be the same when the run is repeated elsewhere.
    Ok(Value::FALSE)
}

fn fileno(vm: &mut Vm, args: Args) -> Res {
    Ok(vm.heap.slot(args.get(0), 0))
}

fn readline(vm: &mut Vm, args: Args) -> Res {
    if fd(vm, args.get(0)) != 0 {
        return Err(vm.os_error("not readable"));
    }
    vm.host_readline()
}

fn next_line(vm: &mut Vm, args: Args) -> Res {
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

fn encoding(vm: &mut Vm, _v: Value) -> Res {
    Ok(vm.intern("utf-8"))
}

fn errors(vm: &mut Vm, v: Value) -> Res {
    let text = if fd(vm, v) == 2 { "backslashreplace" } else { "strict" };
    Ok(vm.intern(text))
}

fn name(vm: &mut Vm, v: Value) -> Res {
    let text = ["<stdin>", "<stdout>", "<stderr>"][fd(vm, v).clamp(0, 2) as usize];
    Ok(vm.intern(text))
}

fn closed(_vm: &mut Vm, _v: Value) -> Res {
    Ok(Value::FALSE)
}
