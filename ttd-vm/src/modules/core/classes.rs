//! Making classes: metaclass, body, `type.__new__`, and what seals native classes written in Python.

use ttd_core::value::Value;

use super::caller_name;
use crate::native::*;
use crate::vm::Tail;
use crate::vm::objects::class::{NewClass, fields};
use crate::{Vm, ids};

pub(super) fn best_metaclass(vm: &mut Vm, args: Args) -> Res {
    let mut best = args.get(0);
    for base in vm.heap.tuple(args.get(1)).to_vec() {
        let meta = vm.type_of(base);
        if vm.is_subclass(best, meta) {
            continue;
        }
        if vm.is_subclass(meta, best) {
            best = meta;
            continue;
        }
        return Err(vm.type_error(
            "metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the metaclasses of all its bases",
        ));
    }
    Ok(best)
}

pub(super) fn run_class_body(vm: &mut Vm, args: Args) -> Res {
    let (func, namespace) = (args.get(0), args.get(1));
    if !func.is(ids::FUNCTION) {
        return Err(vm.type_error("__build_class__: func must be a function"));
    }
    vm.pending.tail = Some(Tail::Class { func, namespace });
    Err(Trap::Tail)
}

pub(super) fn check_class_cell(vm: &mut Vm, args: Args) -> Res {
    let (cell, class) = (args.get(0), args.get(1));
    if !cell.is(ids::CELL) {
        return Ok(Value::NONE);
    }
    let (held, name) = (vm.heap.slot(cell, 0), vm.class_short_name(class));
    if held == class {
        return Ok(Value::NONE);
    }
    let shown = vm.repr(class)?;
    let shown = vm.text_lossy(shown).into_owned();
    if held.is_unbound() {
        return Err(vm.runtime_error(format!(
            "__class__ not set defining '{name}' as {shown}. Was __classcell__ propagated to type.__new__?"
        )));
    }
    let other = vm.repr(held)?;
    let other = vm.text_lossy(other).into_owned();
    Err(vm.type_error(format!("__class__ set to {other} defining '{name}' as {shown}")))
}

/// Makes functions of native modules static methods: unlike Python functions they do not bind to instances, and a class
/// of the program that adopts one must not bind it either.
fn unbind_natives(vm: &mut Vm, dict: Value) {
    let module = vm.dict_get_name(dict, vm.names.module).unwrap_or(Value::NONE);
    let mut found = Vec::new();
    for at in 0..vm.heap.dict_size(dict) {
        let Some((_, key, value)) = vm.heap.dict_entry(dict, at) else { continue };
        if value.is(ids::FUNCTION) && key.is(ids::STR) && is_native_function(vm, value, module) {
            found.push((key, value));
        }
    }
    for (key, value) in found {
        let wrapped = vm.heap.new_slots_from(ids::STATICMETHOD, 0, &[value, Value::UNBOUND]);
        vm.dict_set_name(dict, key, wrapped);
    }
}

/// Whether a function is a top-level function of a native module in Python other than the class's own.
fn is_native_function(vm: &mut Vm, function: Value, module: Value) -> bool {
    use crate::vm::call::function as slots;
    let code = &vm.loaded.codes[vm.heap.shape(function) as usize].code;
    if !code.path.starts_with("<ttd ") || vm.text_lossy(vm.heap.slot(function, slots::QUALNAME)).contains('.') {
        return false;
    }
    let globals = vm.heap.slot(function, slots::GLOBALS);
    vm.dict_get_name(globals, vm.names.name).is_some_and(|own| own != module)
}

pub(super) fn new_class(vm: &mut Vm, args: Args) -> Res {
    let (meta, name, namespace) = (args.get(0), args.get(1), args.get(3));
    let mut bases = vm.heap.tuple(args.get(2)).to_vec();
    if bases.is_empty() {
        bases.push(vm.types.object);
    }
    if vm.heap.bytes(name).contains(&0) {
        return Err(vm.value_error("type name must not contain null characters"));
    }
    crate::types::class::check_text(vm, name)?;
    let Some(from) = vm.payload(namespace, ids::DICT) else {
        let given = vm.type_name(namespace);
        return Err(vm.type_error(format!("type.__new__() argument 3 must be dict, not {given}")));
    };
    let dict = vm.heap.dict_copy(ids::DICT, from);
    if let Some(doc) = vm.dict_get_name(dict, vm.names.doc).filter(|d| d.is(ids::STR)) {
        crate::types::class::check_text(vm, doc)?;
    }
    let cell = vm.dict_get_name(dict, vm.names.classcell);
    let qualname = vm.dict_get_name(dict, vm.names.qualname);
    // Annotations that are evaluated lazily see the class's namespace as it is by then.
    if let Some(cell) = vm.dict_get_name(dict, vm.names.classdictcell).filter(|c| c.is(ids::CELL)) {
        vm.heap.set_slot(cell, 0, dict);
    }
    for drop in [vm.names.classcell, vm.names.qualname, vm.names.classdictcell] {
        if let Some(at) = vm.dict_find_name(dict, drop) {
            vm.heap.dict_remove_at(dict, at);
        }
    }
    complete_namespace(vm, dict);
    if vm.dict_get_name(dict, vm.names.module).is_none() {
        let module = caller_name(vm);
        if !module.is_none() {
            vm.dict_set_name(dict, vm.names.module, module);
        }
    }
    if let Some(other) = cell.filter(|c| !c.is(ids::CELL)) {
        let class = vm.type_of(other);
        let shown = vm.repr(class)?;
        let shown = vm.text_lossy(shown).into_owned();
        return Err(vm.type_error(format!("__classcell__ must be a nonlocal cell, not {shown}")));
    }
    if let Some(other) = qualname.filter(|q| vm.payload(*q, ids::STR).is_none()) {
        let given = vm.type_name(other);
        return Err(vm.type_error(format!("type __qualname__ must be a str, not {given}")));
    }
    let class = vm.new_class(NewClass { name, bases, dict, meta, tid: ids::INST, heap: true, native: 0 })?;
    if vm.dict_get_name(dict, vm.names.doc).is_none() {
        vm.dict_set_name(dict, vm.names.doc, Value::NONE);
    }
    if let Some(qualname) = qualname {
        vm.heap.set_slot(class, fields::QUALNAME, qualname);
    }
    if let Some(cell) = cell.filter(|c| c.is(ids::CELL)) {
        vm.heap.set_slot(cell, 0, class);
    }
    let odd = (0..vm.heap.dict_size(dict)).filter_map(|at| vm.heap.dict_entry(dict, at)).find(|e| !e.1.is(ids::STR));
    if odd.is_some_and(|e| vm.payload(e.1, ids::STR).is_none()) {
        let f = vm.lib("warn_of_keys");
        return Err(vm.tail_call(f, &[class]));
    }
    Ok(class)
}

/// What `type.__new__` adds to a namespace: wrappers of functions that are no plain methods, and no hash beside
/// `__eq__`.
fn complete_namespace(vm: &mut Vm, dict: Value) {
    if let Some(f) = vm.dict_get_name(dict, vm.names.new).filter(|f| f.is(ids::FUNCTION)) {
        let wrapped = vm.heap.new_slots_from(ids::STATICMETHOD, 0, &[f, Value::UNBOUND]);
        vm.dict_set_name(dict, vm.names.new, wrapped);
    }
    unbind_natives(vm, dict);
    for hook in [vm.names.init_subclass, vm.names.class_getitem] {
        if let Some(f) = vm.dict_get_name(dict, hook).filter(|f| f.is(ids::FUNCTION)) {
            let wrapped = vm.heap.new_slots_from(ids::CLASSMETHOD, 0, &[f, Value::UNBOUND]);
            vm.dict_set_name(dict, hook, wrapped);
        }
    }
    let equals = vm.dict_get_name(dict, vm.names.eq).is_some();
    if equals && vm.dict_get_name(dict, vm.names.hash).is_none() && !has_hash_slot(vm, dict) {
        vm.dict_set_name(dict, vm.names.hash, Value::NONE);
    }
}

/// Whether `__slots__` names `__hash__`, which then becomes a descriptor.
fn has_hash_slot(vm: &Vm, dict: Value) -> bool {
    let names = match vm.dict_get_name(dict, vm.names.slots) {
        Some(v) if v.is(ids::TUPLE) => vm.heap.tuple(v).to_vec(),
        Some(v) if v.is(ids::LIST) => vm.heap.list(v).to_vec(),
        Some(v) => vec![v],
        None => return false,
    };
    names.iter().any(|name| name.is(ids::STR) && vm.heap.bytes(*name) == b"__hash__")
}

pub(super) fn seal(vm: &mut Vm, args: Args) -> Res {
    let class = args.get(0);
    let module = vm.dict_get_name(vm.class_dict(class), vm.names.module).unwrap_or(vm.names.empty);
    let (module, name) = (vm.text_lossy(module).into_owned(), vm.class_short_name(class));
    let name = if module == "builtins" { name } else { format!("{module}.{name}") };
    let name = vm.intern(&name);
    vm.heap.set_slot(class, fields::SEALED, name);
    vm.heap.set_slot(class, fields::SUBCLASSABLE, args.get(1));
    Ok(Value::NONE)
}

pub(super) fn set_mro(vm: &mut Vm, args: Args) -> Res {
    crate::types::class::bases::set_order(vm, args.get(0), args.get(1))?;
    Ok(Value::NONE)
}

pub(super) fn cannot_be_made(vm: &mut Vm, args: Args) -> Res {
    let class = args.get(0);
    let tid = vm.heap.slot(class, fields::TID) != Value::int(i64::from(ids::INST.0));
    let own = vm.dict_get_name(vm.class_dict(class), vm.names.new).is_some();
    Ok(Value::bool(tid && !own))
}
