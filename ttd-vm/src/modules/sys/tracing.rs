//! `sys`: the functions of a program's own tracing.

use ttd_core::value::Value;

use crate::native::*;
use crate::vm::slots;
use crate::{Vm, ids};

pub(super) fn settrace(vm: &mut Vm, args: Args) -> Res {
    vm.audit("sys.settrace", &[])?;
    vm.set_tracer(slots::TRACE, args.get(0));
    Ok(Value::NONE)
}

pub(super) fn gettrace(vm: &mut Vm, _args: Args) -> Res {
    Ok(or_none(vm.global(slots::TRACE)))
}

pub(super) fn setprofile(vm: &mut Vm, args: Args) -> Res {
    vm.audit("sys.setprofile", &[])?;
    vm.set_tracer(slots::PROFILE, args.get(0));
    Ok(Value::NONE)
}

pub(super) fn getprofile(vm: &mut Vm, _args: Args) -> Res {
    Ok(or_none(vm.global(slots::PROFILE)))
}

pub(super) fn settrace_of_all(vm: &mut Vm, args: Args) -> Res {
    vm.audit("sys.settrace", &[])?;
    vm.set_tracer_of_all(slots::TRACE, args.get(0));
    Ok(Value::NONE)
}

pub(super) fn setprofile_of_all(vm: &mut Vm, args: Args) -> Res {
    vm.audit("sys.setprofile", &[])?;
    vm.set_tracer_of_all(slots::PROFILE, args.get(0));
    Ok(Value::NONE)
}

fn or_none(v: Value) -> Value {
    if v.is_unbound() { Value::NONE } else { v }
}

pub(super) fn call_tracing(vm: &mut Vm, args: Args) -> Res {
    let (func, given) = (args.get(0), args.get(1));
    if !given.is(ids::TUPLE) {
        let name = vm.type_name(given);
        return Err(vm.type_error(format!("call_tracing() argument 2 must be tuple, not {name}")));
    }
    let given = vm.heap.tuple(given).to_vec();
    vm.call_tracing(func, &given)
}
