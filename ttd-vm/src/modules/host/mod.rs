//! `_host`: requests to the outside as they are, for modules that are written in Python (`_socket`, `select`,
//! `_posixsubprocess`). The constants are the numbers of the requests.

use ttd_core::value::Value;

use crate::native::*;
use crate::types::bytes::value::bytes_arg;
use crate::vm::host::{HostRequest, Op, Reply};
use crate::{Vm, methods};

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "_host",
    doc: "Requests to the outside.",
    functions: methods! {
        /// Make a request: numbers, a path, data. A signal that arrives meanwhile is handled first.
        External "ask" "(op, /, *numbers, path=None, data=None)" => ask;
    },
    types: &[],
    init,
};

/// The first request that may be made here: the others have modules of their own.
const FIRST: Op = Op::SetInheritable;

fn init(vm: &mut Vm, module: Value) -> Res<()> {
    let dict = vm.heap.slot(module, 0);
    for number in FIRST as u8.. {
        let Some(op) = Op::from_number(number) else { break };
        vm.dict_set_str(dict, &op.name().to_uppercase(), Value::int(i64::from(number)));
    }
    Ok(())
}

fn ask(vm: &mut Vm, args: Args) -> Res {
    let op = vm.index_i64(args.get(0))?;
    let Some(op) = u8::try_from(op).ok().filter(|n| *n >= FIRST as u8).and_then(Op::from_number) else {
        return Err(vm.value_error("there is no such request"));
    };
    if args.rest.len() > HostRequest::MOST_NUMBERS {
        return Err(vm.value_error("too many numbers"));
    }
    let given = |v: Option<Value>| v.filter(|v| !v.is_none());
    let path = given(args.opt(1)).map(|v| bytes_arg(vm, v)).transpose()?;
    let data = given(args.opt(2)).map(|v| bytes_arg(vm, v)).transpose()?;
    let mut request = HostRequest::of(op);
    for v in args.rest {
        request = request.number(vm.index_i64(*v)?);
    }
    if let Some(path) = &path {
        request = request.path(path);
    }
    if let Some(data) = &data {
        request = request.data(data);
    }
    match vm.request_with_room(&request)? {
        Reply::Fail(libc::EINTR) => {
            let numbers = vm.new_tuple(args.rest);
            let again = [args.get(0), numbers, args.opt(1).unwrap_or(Value::NONE), args.opt(2).unwrap_or(Value::NONE)];
            Err(vm.call_hidden_module("_signal", "_ask_again", &again))
        }
        Reply::Fail(errno) => Err(vm.errno_error_about(i64::from(errno), &[])),
        reply => Ok(value_of(vm, &reply)),
    }
}

/// A reply as Python has it.
fn value_of(vm: &mut Vm, reply: &Reply) -> Value {
    match reply {
        Reply::Done | Reply::Fail(_) => Value::NONE,
        Reply::Int(n) => vm.int(*n),
        Reply::Bytes(bytes) => vm.new_bytes(bytes),
        Reply::Ints(numbers) => {
            let values: Vec<Value> = numbers.iter().map(|n| vm.int(*n)).collect();
            vm.new_tuple(&values)
        }
        Reply::Names(names) => {
            let values: Vec<Value> = names.iter().map(|name| vm.new_bytes(name)).collect();
            vm.new_list(&values)
        }
    }
}
