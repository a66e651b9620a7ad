//! Builtins that use the calling frame's namespaces.

use ttd_core::value::Value;

use crate::Vm;
use crate::native::*;

/// The caller's local variables as a dict: its namespace, or a snapshot of its registers.
pub(super) fn caller_locals(vm: &mut Vm) -> Value {
    let frame = *vm.top_ref();
    if !frame.locals.is_unbound() {
        return vm.namespace_of(&frame);
    }
    let dict = vm.new_dict();
    for (name, value) in vm.locals_of_frame(&frame) {
        let key = vm.intern(&name);
        vm.dict_set_name(dict, key, value);
    }
    vm.add_extra_locals(&frame, dict);
    dict
}

pub(super) fn globals(vm: &mut Vm, _args: Args) -> Res {
    Ok(vm.top_ref().globals)
}

pub(super) fn locals(vm: &mut Vm, _args: Args) -> Res {
    Ok(caller_locals(vm))
}

pub(super) fn vars(vm: &mut Vm, args: Args) -> Res {
    let Some(obj) = args.opt(0) else { return Ok(caller_locals(vm)) };
    match vm.getattr_opt(obj, vm.names.dict)? {
        Some(dict) => Ok(dict),
        None => Err(vm.type_error("vars() argument must have __dict__ attribute")),
    }
}

pub(super) fn dir(vm: &mut Vm, args: Args) -> Res {
    let f = vm.lib("sorted_names");
    match args.opt(0) {
        None => {
            let locals = caller_locals(vm);
            Err(vm.tail_call(f, &[locals]))
        }
        Some(obj) => {
            let f = vm.lib("dir_of");
            Err(vm.tail_call(f, &[obj]))
        }
    }
}

pub(super) fn import(vm: &mut Vm, args: Args) -> Res {
    let f = vm.lib("import_");
    let globals = match args.opt(1) {
        Some(g) if !g.is_none() => g,
        _ => vm.top_ref().globals,
    };
    let from = args.opt(3).unwrap_or(Value::NONE);
    let level = match args.opt(4) {
        Some(level) => vm.index(level)?,
        None => Value::int(0),
    };
    Err(vm.tail_call(f, &[args.get(0), globals, from, level]))
}
