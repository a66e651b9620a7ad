//! Annotations of classes and modules: computed by the function that the compiler made, when they are first asked for.

use ttd_core::value::Value;

use crate::native::*;
use crate::types::function::make::called;
use crate::{Vm, ids};

/// Returns what a namespace has under a name, unless it is the descriptor of a builtin class.
fn own(vm: &mut Vm, dict: Value, name: &str) -> Option<Value> {
    let name = vm.intern(name);
    vm.dict_get_name(dict, name).filter(|v| !v.is(ids::GETSET))
}

fn put(vm: &mut Vm, dict: Value, name: &str, value: Value) {
    let name = vm.intern(name);
    vm.dict_set_name(dict, name, value);
}

fn drop_name(vm: &mut Vm, dict: Value, name: &str) -> bool {
    let name = vm.intern(name);
    match vm.dict_find_name(dict, name) {
        Some(at) => {
            vm.heap.dict_remove_at(dict, at);
            true
        }
        None => false,
    }
}

fn refuse(vm: &mut Vm, class: Value, name: &str) -> Res<()> {
    if vm.is_immutable_class(class) {
        let class = vm.class_name(class);
        return Err(vm.type_error(format!("cannot set '{name}' attribute of immutable type '{class}'")));
    }
    Ok(())
}

fn missing(vm: &mut Vm, class: Value, name: &str) -> Trap {
    let class = vm.class_name(class);
    vm.attribute_error(format!("type object '{class}' has no attribute '{name}'"))
}

/// `__annotate__` of a class.
pub(super) fn annotate(vm: &mut Vm, class: Value) -> Res {
    if vm.is_immutable_class(class) {
        return Err(missing(vm, class, "__annotate__"));
    }
    let dict = vm.class_dict(class);
    let found = own(vm, dict, "__annotate_func__").or_else(|| own(vm, dict, "__annotate__"));
    let Some(f) = found else {
        put(vm, dict, "__annotate_func__", Value::NONE);
        return Ok(Value::NONE);
    };
    use crate::vm::objects::get_attr::Attr;
    match vm.bind_in_class(f, class)? {
        Attr::Bound(f, this) => Ok(vm.new_method(f, this)),
        Attr::Call(get, args, n) => vm.call(get, &args[..n]),
        _ => Ok(if f.is(ids::STATICMETHOD) { vm.heap.slot(f, 0) } else { f }),
    }
}

/// Sets `__annotate__` of a class.
pub(super) fn set_annotate(vm: &mut Vm, class: Value, value: Value) -> Res<()> {
    if value.is_unbound() {
        return Err(vm.type_error("cannot delete __annotate__ attribute"));
    }
    refuse(vm, class, "__annotate__")?;
    if !value.is_none() && !vm.is_callable(value) {
        return Err(vm.type_error("__annotate__ must be callable or None"));
    }
    let dict = vm.class_dict(class);
    put(vm, dict, "__annotate_func__", value);
    if !value.is_none() {
        drop_name(vm, dict, "__annotations_cache__");
        drop_name(vm, dict, "__annotations__");
    }
    vm.class_changed(class, vm.names.annotations, None, None);
    Ok(())
}

/// `__annotations__` of a class.
pub(super) fn annotations(vm: &mut Vm, class: Value) -> Res {
    if vm.is_immutable_class(class) {
        return Err(missing(vm, class, "__annotations__"));
    }
    let dict = vm.class_dict(class);
    if let Some(found) = own(vm, dict, "__annotations__").or_else(|| own(vm, dict, "__annotations_cache__")) {
        return Ok(found);
    }
    let f = annotate(vm, class)?;
    let made = if f.is_none() { vm.new_dict() } else { called(vm, f)? };
    put(vm, dict, "__annotations_cache__", made);
    Ok(made)
}

/// Sets `__annotations__` of a class.
pub(super) fn set_annotations(vm: &mut Vm, class: Value, value: Value) -> Res<()> {
    refuse(vm, class, "__annotations__")?;
    let dict = vm.class_dict(class);
    if value.is_unbound() {
        if !drop_name(vm, dict, "__annotations__") && !drop_name(vm, dict, "__annotations_cache__") {
            return Err(vm.attribute_error("__annotations__"));
        }
    } else if own(vm, dict, "__annotations__").is_some() {
        put(vm, dict, "__annotations__", value);
    } else {
        put(vm, dict, "__annotations_cache__", value);
    }
    drop_name(vm, dict, "__annotate_func__");
    drop_name(vm, dict, "__annotate__");
    vm.class_changed(class, vm.names.annotations, None, None);
    Ok(())
}

/// `__annotate__` of a module.
pub(crate) fn of_module(vm: &mut Vm, module: Value) -> Res {
    let dict = vm.heap.slot(module, 0);
    match own(vm, dict, "__annotate__") {
        Some(f) => Ok(f),
        None => {
            put(vm, dict, "__annotate__", Value::NONE);
            Ok(Value::NONE)
        }
    }
}

/// Sets `__annotate__` of a module.
pub(crate) fn set_of_module(vm: &mut Vm, module: Value, value: Value) -> Res<()> {
    if value.is_unbound() {
        return Err(vm.type_error("cannot delete __annotate__ attribute"));
    }
    if !value.is_none() && !vm.is_callable(value) {
        return Err(vm.type_error("__annotate__ must be callable or None"));
    }
    let dict = vm.heap.slot(module, 0);
    put(vm, dict, "__annotate__", value);
    if !value.is_none() {
        drop_name(vm, dict, "__annotations__");
    }
    Ok(())
}

/// `__annotations__` of a module.
pub(crate) fn module_annotations(vm: &mut Vm, module: Value) -> Res {
    let dict = vm.heap.slot(module, 0);
    if let Some(found) = own(vm, dict, "__annotations__") {
        return Ok(found);
    }
    let made = match own(vm, dict, "__annotate__") {
        Some(f) if vm.is_callable(f) => called(vm, f)?,
        _ => vm.new_dict(),
    };
    put(vm, dict, "__annotations__", made);
    Ok(made)
}

/// Sets `__annotations__` of a module.
pub(crate) fn set_module_annotations(vm: &mut Vm, module: Value, value: Value) -> Res<()> {
    let dict = vm.heap.slot(module, 0);
    if value.is_unbound() {
        if !drop_name(vm, dict, "__annotations__") {
            return Err(vm.attribute_error("__annotations__"));
        }
    } else {
        put(vm, dict, "__annotations__", value);
    }
    drop_name(vm, dict, "__annotate__");
    Ok(())
}
