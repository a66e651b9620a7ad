//! `sys`: hooks of asynchronous generators, and the origins of coroutines.

use ttd_core::value::Value;

use crate::native::*;
use crate::vm::slots;
use crate::{Vm, ids};

fn hooks(vm: &Vm) -> [Value; 2] {
    let hooks = vm.global(slots::ASYNC_HOOKS);
    if !hooks.is(ids::TUPLE) {
        return [Value::NONE; 2];
    }
    let hooks = vm.heap.tuple(hooks);
    [hooks[0], hooks[1]]
}

pub(super) fn set_asyncgen_hooks(vm: &mut Vm, args: Args) -> Res {
    let mut new = hooks(vm);
    // CPython checks and sets the finalizer first.
    for (i, name) in [(1, "finalizer"), (0, "firstiter")] {
        let Some(hook) = args.opt(i) else { continue };
        if !hook.is_none() && !vm.is_callable(hook) {
            let given = vm.type_name(hook);
            return Err(vm.type_error(format!("callable {name} expected, got {given}")));
        }
        let event = if i == 1 { "sys.set_asyncgen_hook_finalizer" } else { "sys.set_asyncgen_hook_firstiter" };
        vm.audit(event, &[])?;
        new[i] = hook;
    }
    let new = vm.new_tuple(&new);
    vm.heap.set_slot(vm.globals, slots::ASYNC_HOOKS, new);
    Ok(Value::NONE)
}

pub(super) fn get_asyncgen_hooks(vm: &mut Vm, _args: Args) -> Res {
    let f = vm.lib("asyncgen_hooks");
    let hooks = hooks(vm);
    Err(vm.tail_call(f, &hooks))
}

pub(super) fn set_origin_depth(vm: &mut Vm, args: Args) -> Res {
    let depth = vm.index_i64(args.get(0))?;
    if depth < 0 {
        return Err(vm.value_error("depth must be >= 0"));
    }
    vm.heap.set_slot(vm.globals, slots::ORIGIN_DEPTH, Value::int(depth.min(1 << 30)));
    Ok(Value::NONE)
}

pub(super) fn get_origin_depth(vm: &mut Vm, _args: Args) -> Res {
    Ok(vm.global(slots::ORIGIN_DEPTH))
}

pub(super) fn unraisablehook(vm: &mut Vm, args: Args) -> Res {
    let f = vm.lib("unraisable_hook");
    Err(vm.tail_call(f, &[args.get(0)]))
}

pub(super) fn addaudithook(vm: &mut Vm, args: Args) -> Res {
    vm.add_audit_hook(args.get(0))?;
    Ok(Value::NONE)
}

/// `sys.audit`, and `_core.audit` of the library's Python half.
pub(in crate::modules) fn audit(vm: &mut Vm, args: Args) -> Res {
    if !vm.is_audited() {
        return Ok(Value::NONE);
    }
    let event = args.get(0);
    if vm.payload(event, ids::STR).is_none() {
        let given = vm.type_name(event);
        return Err(vm.type_error(format!("expected str for argument 'event', not {given}")));
    }
    let given = vm.new_tuple(args.rest);
    vm.call_audit_hooks(event, given)?;
    Ok(Value::NONE)
}
