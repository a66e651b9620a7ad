//! `print`, `input` and `open`.

use ttd_core::value::Value;

use crate::modules::bufferedio;
use crate::vm::host::Stream;
use crate::vm::slots;
use crate::{Vm, ids, native::*};

pub(super) fn print(vm: &mut Vm, args: Args) -> Res {
    let (sep, end) = (text_option(vm, "sep", args.opt(0))?, text_option(vm, "end", args.opt(1))?);
    let file = args.opt(2).unwrap_or(Value::NONE);
    if file.is_none() && writes_directly(vm)? && args.rest.iter().all(|v| is_plain(vm, *v, 0)) {
        let line = line_of(vm, args.rest, sep, end)?;
        // A line that cannot be encoded is written in pieces, up to the error.
        if std::str::from_utf8(&line).is_ok() {
            vm.write_stream(Stream::Out, &line)?;
            return Ok(Value::NONE);
        }
    }
    let sep = sep.unwrap_or_else(|| vm.new_str(" "));
    let end = end.unwrap_or_else(|| vm.new_str("\n"));
    let flush = args.opt(3).unwrap_or(Value::FALSE);
    if let Some(write) = bufferedio::method(vm, file, "write")
        && args.rest.iter().all(|v| is_plain(vm, *v, 0))
    {
        return print_to(vm, file, write, args.rest, [sep, end, flush]);
    }
    let values = vm.new_tuple(args.rest);
    let f = vm.lib("print_");
    Err(vm.tail_call(f, &[values, sep, end, file, flush]))
}

/// Prints to a stream of the library by its native method, as far as that writes at once.
fn print_to(vm: &mut Vm, file: Value, write: Value, values: &[Value], [sep, end, flush]: [Value; 3]) -> Res {
    let pieces = (values.len() * 2).max(1);
    let piece = |vm: &mut Vm, at: usize| match at {
        _ if at + 1 == pieces => Ok(end),
        _ if at.is_multiple_of(2) => vm.str_of(values[at / 2]),
        _ => Ok(sep),
    };
    let mut done = 0;
    while done < pieces {
        let text = piece(vm, done)?;
        match vm.call_own_method(write, &[file, text]) {
            Some(Ok(_)) => done += 1,
            Some(Err(Trap::Tail)) => {
                vm.pending.tail = None;
                break;
            }
            Some(Err(trap)) => return Err(trap),
            None => break,
        }
    }
    if done == pieces && flush == Value::FALSE {
        return Ok(Value::NONE);
    }
    let rest = (done..pieces).map(|at| piece(vm, at)).collect::<Res<Vec<Value>>>()?;
    let (rest, f) = (vm.new_tuple(&rest), vm.lib("print_rest"));
    Err(vm.tail_call(f, &[file, rest, flush]))
}

/// `sep` or `end`; `None` when absent.
fn text_option(vm: &mut Vm, name: &str, v: Option<Value>) -> Res<Option<Value>> {
    match v.filter(|v| !v.is_none()) {
        None => Ok(None),
        Some(v) => match vm.payload(v, ids::STR) {
            Some(text) => Ok(Some(text)),
            None => {
                let got = vm.type_name(v);
                Err(vm.type_error(format!("{name} must be None or a string, not {got}")))
            }
        },
    }
}

/// Whether `sys.stdout` has not been replaced.
fn writes_directly(vm: &mut Vm) -> Res<bool> {
    is_own(vm, "stdout", 1)
}

/// Whether this stream of `sys` is the one for this descriptor. (Programs also set `sys.stdout = sys.stderr`.)
fn is_own(vm: &mut Vm, name: &str, fd: i64) -> Res<bool> {
    let modules = vm.global(slots::MODULES);
    let Some(sys) = vm.dict_get_str(modules, "sys").filter(|m| m.is(ids::MODULE)) else {
        return Ok(true);
    };
    let namespace = vm.heap.slot(sys, 0);
    match vm.dict_get_str(namespace, name) {
        Some(stream) => Ok(crate::types::textio::is_direct(vm, stream, fd)),
        None => Err(vm.runtime_error(format!("lost sys.{name}"))),
    }
}

/// Whether `str()` of a value runs no Python code.
fn is_plain(vm: &Vm, v: Value, depth: u32) -> bool {
    if !v.is_obj() {
        return true;
    }
    match v.tid() {
        ids::STR | ids::BYTES | ids::BIGINT | ids::COMPLEX | ids::BYTEARRAY | ids::RANGE => true,
        ids::FUNCTION | ids::BUILTIN | ids::MODULE | ids::GENERATOR => true,
        ids::LIST => depth < 4 && vm.heap.list(v).iter().all(|x| is_plain(vm, *x, depth + 1)),
        ids::TUPLE => depth < 4 && vm.heap.tuple(v).iter().all(|x| is_plain(vm, *x, depth + 1)),
        ids::DICT => {
            let plain = |e: (i64, Value, Value)| is_plain(vm, e.1, depth + 1) && is_plain(vm, e.2, depth + 1);
            depth < 4 && (0..vm.heap.dict_size(v)).filter_map(|i| vm.heap.dict_entry(v, i)).all(plain)
        }
        ids::SET | ids::FROZENSET => {
            depth < 4 && crate::types::set::entries(vm, v).iter().all(|(_, x)| is_plain(vm, *x, depth + 1))
        }
        _ => false,
    }
}

fn line_of(vm: &mut Vm, values: &[Value], sep: Option<Value>, end: Option<Value>) -> Res<Vec<u8>> {
    let mut line = Vec::new();
    for (i, v) in values.iter().enumerate() {
        if i > 0 {
            match sep {
                Some(sep) => line.extend_from_slice(vm.heap.bytes(sep)),
                None => line.push(b' '),
            }
        }
        let text = vm.str_of(*v)?;
        line.extend_from_slice(vm.heap.bytes(text));
    }
    match end {
        Some(end) => line.extend_from_slice(vm.heap.bytes(end)),
        None => line.push(b'\n'),
    }
    Ok(line)
}

pub(super) fn input(vm: &mut Vm, args: Args) -> Res {
    if vm.is_audited() {
        let f = vm.lib("audited_input");
        return Err(vm.tail_call(f, &[args.opt(0).unwrap_or(vm.names.empty)]));
    }
    answer(vm, args)
}

/// Reads a line that answers a prompt.
pub(super) fn answer(vm: &mut Vm, args: Args) -> Res {
    let prompt = args.opt(0).unwrap_or(vm.names.empty);
    if is_own(vm, "stdin", 0)? && is_own(vm, "stdout", 1)? {
        let prompt = vm.str_of(prompt)?;
        return crate::types::textio::input(vm, vm.unwrap(prompt));
    }
    let f = vm.lib("input_");
    Err(vm.tail_call(f, &[prompt]))
}

pub(super) fn open(vm: &mut Vm, args: Args) -> Res {
    let f = vm.lib("open_");
    let given = (0..args.pos.len()).map(|i| args.opt(i).unwrap_or(Value::UNBOUND));
    const NAMES: [&str; 8] = ["file", "mode", "buffering", "encoding", "errors", "newline", "closefd", "opener"];
    let kw: Vec<(Value, Value)> =
        given.zip(NAMES).filter(|(v, _)| !v.is_unbound()).map(|(v, name)| (vm.intern(name), v)).collect();
    Err(vm.tail_with(f, Vec::new(), kw))
}
