//! Functions from code objects, and setting attributes of functions.

use ttd_core::value::{TypeId, Value};

use crate::native::*;
use crate::vm::call::function as slots;
use crate::{Vm, ids};

/// `FunctionType(code, globals, name=None, argdefs=None, closure=None, kwdefaults=None)`.
pub(super) fn new(vm: &mut Vm, args: Args) -> Res {
    let Some(code) = vm.code_of(args.get(1)) else {
        let given = vm.type_name(args.get(1));
        return Err(vm.type_error(format!("function() argument 'code' must be code, not {given}")));
    };
    let Some(globals) = vm.payload(args.get(2), ids::DICT) else {
        let given = vm.type_name(args.get(2));
        return Err(vm.type_error(format!("function() argument 'globals' must be dict, not {given}")));
    };
    let given = |i: usize| args.opt(i).filter(|v| !v.is_none());
    let (name, defaults, closure, kwdefaults) = (given(3), given(4), given(5), given(6));
    if name.is_some_and(|n| vm.payload(n, ids::STR).is_none()) {
        return Err(vm.type_error("arg 3 (name) must be None or string"));
    }
    if defaults.is_some_and(|d| vm.payload(d, ids::TUPLE).is_none()) {
        return Err(vm.type_error("arg 4 (defaults) must be None or tuple"));
    }
    if kwdefaults.is_some_and(|d| vm.payload(d, ids::DICT).is_none()) {
        return Err(vm.type_error("arg 6 (kwdefaults) must be None or dict"));
    }
    check_closure(vm, code, closure)?;
    vm.audit("function.__new__", &[args.get(1)])?;
    let f = vm.new_function(code, globals);
    if globals != args.get(2) {
        // For a dict subclass lookup calls its `__missing__`.
        vm.heap.set_slot(f, slots::NAMESPACE, args.get(2));
    }
    let set =
        [(slots::NAME, name), (slots::DEFAULTS, defaults), (slots::CLOSURE, closure), (slots::KWDEFAULTS, kwdefaults)];
    for (slot, value) in set {
        if let Some(value) = value {
            let value = vm.unwrap(value);
            vm.heap.set_slot(f, slot, value);
        }
    }
    Ok(f)
}

fn free_of(code: &crate::vm::code::CodeRt) -> usize {
    code.code.locals.iter().filter(|l| l.free).count()
}

fn check_closure(vm: &mut Vm, code: &'static crate::vm::code::CodeRt, closure: Option<Value>) -> Res<()> {
    let wanted = free_of(code);
    let cells = match closure.map(|c| vm.unwrap(c)) {
        Some(tuple) if tuple.is(ids::TUPLE) => vm.heap.tuple(tuple).to_vec(),
        None if wanted == 0 => return Ok(()),
        _ if wanted > 0 => return Err(vm.type_error("arg 5 (closure) must be tuple")),
        _ => return Err(vm.type_error("arg 5 (closure) must be None or tuple")),
    };
    if cells.len() != wanted {
        let name = code.code.name.clone();
        return Err(vm.value_error(format!("{name} requires closure of length {wanted}, not {}", cells.len())));
    }
    match cells.into_iter().find(|c| !c.is(ids::CELL)) {
        Some(other) => {
            let given = vm.type_name(other);
            Err(vm.type_error(format!("arg 5 (closure) expected cell, found {given}")))
        }
        None => Ok(()),
    }
}

/// Sets `__code__`.
pub(super) fn set_code(vm: &mut Vm, f: Value, value: Value) -> Res<()> {
    let Some(code) = vm.code_of(value) else {
        return Err(vm.type_error("__code__ must be set to a code object"));
    };
    vm.audit_write(f, "__code__", value)?;
    let closure = vm.heap.slot(f, slots::CLOSURE);
    let cells = if closure.is(ids::TUPLE) { vm.heap.tuple(closure).len() } else { 0 };
    let wanted = free_of(code);
    if cells != wanted {
        let name = vm.text_lossy(vm.heap.slot(f, slots::NAME)).into_owned();
        return Err(vm.value_error(format!("{name}() requires a code object with {cells} free vars, not {wanted}")));
    }
    let kind = |code: &crate::vm::code::CodeRt| {
        use ttd_code::bytecode::code::flags::{ASYNC_GENERATOR, COROUTINE, GENERATOR};
        [GENERATOR, COROUTINE, ASYNC_GENERATOR].map(|flag| code.has(flag))
    };
    let old = vm.loaded.codes[vm.heap.shape(f) as usize];
    if kind(old) != kind(code) {
        let warn = vm.lib("warn_of_code");
        vm.call(warn, &[])?;
    }
    vm.heap.set_slot_and_shape(f, slots::CODE, value, code.id);
    vm.flush_caches();
    Ok(())
}

/// Sets a slot that takes one type of value, or None.
fn set_checked(vm: &mut Vm, f: Value, slot: usize, value: Value, kind: (TypeId, &str, bool)) -> Res<()> {
    let (tid, message, optional) = kind;
    // None stands for having none.
    let told = if value.is_none() { Value::UNBOUND } else { value };
    match slot {
        slots::DEFAULTS => vm.audit_write(f, "__defaults__", told)?,
        slots::KWDEFAULTS => vm.audit_write(f, "__kwdefaults__", told)?,
        _ => (),
    }
    if optional && (value.is_unbound() || value.is_none()) {
        vm.heap.set_slot(f, slot, Value::NONE);
        return Ok(());
    }
    if value.is_unbound() || vm.payload(value, tid).is_none() {
        return Err(vm.type_error(message));
    }
    let inner = vm.unwrap(value);
    vm.heap.set_slot(f, slot, if slot == slots::KWDEFAULTS || slot == slots::DEFAULTS { inner } else { value });
    Ok(())
}

pub(super) fn set_name(vm: &mut Vm, f: Value, value: Value) -> Res<()> {
    set_checked(vm, f, slots::NAME, value, (ids::STR, "__name__ must be set to a string object", false))
}

pub(super) fn set_qualname(vm: &mut Vm, f: Value, value: Value) -> Res<()> {
    set_checked(vm, f, slots::QUALNAME, value, (ids::STR, "__qualname__ must be set to a string object", false))
}

pub(super) fn set_defaults(vm: &mut Vm, f: Value, value: Value) -> Res<()> {
    set_checked(vm, f, slots::DEFAULTS, value, (ids::TUPLE, "__defaults__ must be set to a tuple object", true))?;
    vm.flush_caches();
    Ok(())
}

pub(super) fn set_kwdefaults(vm: &mut Vm, f: Value, value: Value) -> Res<()> {
    set_checked(vm, f, slots::KWDEFAULTS, value, (ids::DICT, "__kwdefaults__ must be set to a dict object", true))
}

pub(super) fn read_only(vm: &mut Vm, _f: Value, _value: Value) -> Res<()> {
    Err(vm.attribute_error("readonly attribute"))
}

/// Sets `__dict__`.
pub(super) fn set_dict(vm: &mut Vm, f: Value, value: Value) -> Res<()> {
    if value.is_unbound() {
        return Err(vm.type_error("cannot delete __dict__"));
    }
    match vm.payload(value, ids::DICT) {
        Some(dict) => {
            vm.heap.set_slot(f, slots::DICT, dict);
            Ok(())
        }
        None => {
            let given = vm.type_name(value);
            Err(vm.type_error(format!("__dict__ must be set to a dictionary, not a '{given}'")))
        }
    }
}

/// `__annotations__`: computed by `__annotate__` at the first read.
pub(super) fn annotations(vm: &mut Vm, f: Value) -> Res {
    let found = vm.heap.slot(f, slots::ANNOTATIONS);
    if found.is(ids::TUPLE) {
        // String annotations: names and values in turn.
        let items = vm.heap.tuple(found).to_vec();
        let dict = vm.new_dict();
        for pair in items.chunks(2) {
            vm.dict_set(dict, pair[0], pair[1])?;
        }
        vm.heap.set_slot(f, slots::ANNOTATIONS, dict);
        return Ok(dict);
    }
    if !found.is_unbound() {
        return Ok(found);
    }
    let annotate = vm.heap.slot(f, slots::ANNOTATE);
    let made = match annotate.is_unbound() || annotate.is_none() {
        true => vm.new_dict(),
        false => called(vm, annotate)?,
    };
    vm.heap.set_slot(f, slots::ANNOTATIONS, made);
    Ok(made)
}

/// Calls an annotate function for values and checks the result.
pub(crate) fn called(vm: &mut Vm, annotate: Value) -> Res {
    let made = vm.call(annotate, &[Value::int(1)])?;
    if vm.payload(made, ids::DICT).is_none() {
        let given = vm.type_name(made);
        return Err(vm.type_error(format!("__annotate__() must return a dict, not {given}")));
    }
    Ok(made)
}

pub(super) fn set_annotations(vm: &mut Vm, f: Value, value: Value) -> Res<()> {
    let cleared = value.is_unbound() || value.is_none();
    if !cleared && vm.payload(value, ids::DICT).is_none() {
        return Err(vm.type_error("__annotations__ must be set to a dict object"));
    }
    vm.heap.set_slot(f, slots::ANNOTATIONS, if cleared { Value::UNBOUND } else { value });
    vm.heap.set_slot(f, slots::ANNOTATE, Value::UNBOUND);
    Ok(())
}

pub(super) fn annotate(vm: &mut Vm, f: Value) -> Res {
    let found = vm.heap.slot(f, slots::ANNOTATE);
    Ok(if found.is_unbound() { Value::NONE } else { found })
}

pub(super) fn set_annotate(vm: &mut Vm, f: Value, value: Value) -> Res<()> {
    if value.is_unbound() {
        return Err(vm.type_error("__annotate__ cannot be deleted"));
    }
    if !value.is_none() && !vm.is_callable(value) {
        return Err(vm.type_error("__annotate__ must be callable or None"));
    }
    vm.heap.set_slot(f, slots::ANNOTATE, value);
    if !value.is_none() {
        vm.heap.set_slot(f, slots::ANNOTATIONS, Value::UNBOUND);
    }
    Ok(())
}

/// `MethodType(function, instance)`.
pub(super) fn new_method(vm: &mut Vm, args: Args) -> Res {
    let (f, this) = (args.get(1), args.get(2));
    if !vm.is_callable(f) {
        return Err(vm.type_error("first argument must be callable"));
    }
    if this.is_none() {
        return Err(vm.type_error("instance must not be None"));
    }
    Ok(vm.heap.new_slots_from(ids::METHOD, 0, &[f, this]))
}

/// `CellType(contents)`.
pub(super) fn new_cell(vm: &mut Vm, args: Args) -> Res {
    Ok(vm.heap.new_slots_from(ids::CELL, 0, &[args.get(1)]))
}

pub(super) fn set_cell(vm: &mut Vm, cell: Value, value: Value) -> Res<()> {
    vm.heap.set_slot(cell, 0, value);
    Ok(())
}
