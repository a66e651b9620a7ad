//! What `staticmethod` and `classmethod` objects show of their function, and what was set on them instead.

use ttd_core::value::Value;

use super::is_abstract;
use crate::native::*;
use crate::{Vm, getters, ids};

pub(super) const GETTERS: &[Getter] = getters! {
    "__dict__" => Vm::wrapper_dict;
    "__func__" => function;
    "__wrapped__" => function;
    "__isabstractmethod__" => isabstractmethod;
    "__name__" => name, set_name;
    "__qualname__" => qualname, set_qualname;
    "__module__" => module, set_module;
    "__doc__" => doc, set_doc;
    "__annotations__" => annotations, set_annotations;
    "__annotate__" => annotate, set_annotate;
};

fn function(vm: &mut Vm, w: Value) -> Res {
    Ok(vm.heap.slot(w, 0))
}

fn isabstractmethod(vm: &mut Vm, w: Value) -> Res {
    let f = vm.heap.slot(w, 0);
    is_abstract(vm, f).map(Value::bool)
}

/// What was set on the wrapper, or else the function's attribute.
fn attribute(vm: &mut Vm, w: Value, name: Value) -> Res {
    let (f, own) = (vm.heap.slot(w, 0), vm.heap.slot(w, 1));
    let found = if own.is(ids::DICT) { vm.dict_get_name(own, name) } else { None };
    found.map_or_else(|| vm.getattr(f, name), Ok)
}

fn set_attribute(vm: &mut Vm, w: Value, name: Value, value: Value) -> Res<()> {
    let own = vm.wrapper_dict(w)?;
    vm.assign_namespace(w, own, name, value).map(drop)
}

fn name(vm: &mut Vm, w: Value) -> Res {
    attribute(vm, w, vm.names.name)
}

fn set_name(vm: &mut Vm, w: Value, value: Value) -> Res<()> {
    set_attribute(vm, w, vm.names.name, value)
}

fn qualname(vm: &mut Vm, w: Value) -> Res {
    attribute(vm, w, vm.names.qualname)
}

fn set_qualname(vm: &mut Vm, w: Value, value: Value) -> Res<()> {
    set_attribute(vm, w, vm.names.qualname, value)
}

fn module(vm: &mut Vm, w: Value) -> Res {
    attribute(vm, w, vm.names.module)
}

fn set_module(vm: &mut Vm, w: Value, value: Value) -> Res<()> {
    set_attribute(vm, w, vm.names.module, value)
}

fn doc(vm: &mut Vm, w: Value) -> Res {
    attribute(vm, w, vm.names.doc)
}

fn set_doc(vm: &mut Vm, w: Value, value: Value) -> Res<()> {
    set_attribute(vm, w, vm.names.doc, value)
}

fn annotations(vm: &mut Vm, w: Value) -> Res {
    attribute(vm, w, vm.names.annotations)
}

fn set_annotations(vm: &mut Vm, w: Value, value: Value) -> Res<()> {
    set_attribute(vm, w, vm.names.annotations, value)
}

fn annotate(vm: &mut Vm, w: Value) -> Res {
    let name = vm.intern("__annotate__");
    attribute(vm, w, name)
}

fn set_annotate(vm: &mut Vm, w: Value, value: Value) -> Res<()> {
    let name = vm.intern("__annotate__");
    set_attribute(vm, w, name, value)
}
