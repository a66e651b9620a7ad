//! System calls by their row in the host's table: `posix`, `fcntl`, `termios` and others are made of them in Python.

use ttd_core::value::Value;

use super::{fd_arg, ints};
use crate::native::*;
use crate::types::bytes::value::bytes_arg;
use crate::vm::host::system::table::{Arg, SystemCall};
use crate::vm::host::{HostRequest, Op, Reply};
use crate::{Vm, ids};

/// The numbers, paths and data of a call.
#[derive(Default)]
struct Given {
    numbers: Vec<i64>,
    paths: Vec<Vec<u8>>,
    data: Option<Vec<u8>>,
}

impl Given {
    fn ask(&self, vm: &mut Vm, op: Op, names: &[Value]) -> Res {
        let ask = self.numbers.iter().fold(HostRequest::of(op), |ask, n| ask.number(*n));
        let ask = self.paths.iter().fold(ask, |ask, path| ask.path(path));
        let ask = match &self.data {
            Some(data) => ask.data(data),
            None => ask,
        };
        let reply = vm.ask_or_raise(&ask, names)?;
        Ok(value(vm, &reply))
    }
}

/// A call: the file names of its error, its name in the table, its arguments.
pub(super) fn system(vm: &mut Vm, args: Args) -> Res {
    let name = vm.text_lossy(args.get(1)).into_owned();
    let Some((number, row)) = SystemCall::find(&name) else {
        return Err(vm.not_supported(&format!("os.{name}")));
    };
    let mut given = Given { numbers: vec![number as i64], ..Given::default() };
    let mut values = args.rest.iter().copied();
    for arg in row.args {
        if !arg.takes_number() && !arg.takes_path() && !arg.takes_data() {
            continue;
        }
        let Some(v) = values.next() else {
            return Err(vm.type_error(format!("{name}() needs more arguments")));
        };
        match arg {
            Arg::Fd => given.numbers.push(fd_arg(vm, v)?),
            arg if arg.takes_number() => given.numbers.push(vm.index_i64(v)?),
            arg if arg.takes_path() => given.paths.push(bytes_arg(vm, v)?),
            _ => given.data = Some(bytes_arg(vm, v)?),
        }
    }
    let names = vm.heap.tuple(args.get(0)).to_vec();
    given.ask(vm, Op::System, &names)
}

/// A question to the C library: the file names of its error, the question, numbers, and at most one path.
pub(super) fn library(vm: &mut Vm, args: Args) -> Res {
    let mut given = Given { numbers: vec![vm.index_i64(args.get(1))?], ..Given::default() };
    for &v in args.rest {
        if v.is(ids::BYTES) {
            given.paths.push(vm.heap.bytes(v).to_vec());
        } else {
            given.numbers.push(vm.index_i64(v)?);
        }
    }
    let names = vm.heap.tuple(args.get(0)).to_vec();
    given.ask(vm, Op::Library, &names)
}

/// A reply as an object: None, an int, bytes, or a tuple of ints or of bytes.
fn value(vm: &mut Vm, reply: &Reply) -> Value {
    match reply {
        Reply::Int(n) => vm.int(*n),
        Reply::Bytes(bytes) => vm.new_bytes(bytes),
        Reply::Names(names) => {
            let names: Vec<Value> = names.iter().map(|name| vm.new_bytes(name)).collect();
            vm.new_tuple(&names)
        }
        Reply::Ints(_) => ints(vm, reply),
        Reply::Done | Reply::Fail(_) => Value::NONE,
    }
}

pub(super) fn prompted_line(vm: &mut Vm, args: Args) -> Res {
    let prompt = vm.text_lossy(args.get(0)).into_owned();
    let line = vm.ask_bytes(&HostRequest::of(Op::Line).path(prompt.as_bytes()), &[])?;
    Ok(vm.new_bytes(&line))
}

pub(super) fn zone(vm: &mut Vm, args: Args) -> Res {
    let name = bytes_arg(vm, args.get(0))?;
    let reply = vm.ask_or_raise(&HostRequest::of(Op::Zone).path(&name), &[])?;
    Ok(value(vm, &reply))
}
