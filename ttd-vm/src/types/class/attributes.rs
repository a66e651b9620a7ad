//! Attribute methods of classes, for calls by name. Lookup itself knows their meaning and calls none of them.

use ttd_core::value::Value;

use crate::native::*;
use crate::types::object;
use crate::vm::objects::class::fields;
use crate::vm::objects::get_attr::Attr;
use crate::{Vm, ids};

/// `type.__getattribute__`: looks in the class and the classes that it derives from.
pub(super) fn getattribute(vm: &mut Vm, args: Args) -> Res {
    object::found(vm, args.get(0), args.get(1))
}

/// `type.__setattr__`.
pub(super) fn setattr(vm: &mut Vm, args: Args) -> Res {
    object::assign(vm, args.get(0), args.get(1), args.get(2))
}

/// `type.__delattr__`.
pub(super) fn delattr(vm: &mut Vm, args: Args) -> Res {
    object::assign(vm, args.get(0), args.get(1), Value::UNBOUND)
}

/// `type.__dir__`: without the names of the metaclass.
pub(super) fn dir(vm: &mut Vm, args: Args) -> Res {
    let lib = vm.lib("class_dir");
    Err(vm.tail_call(lib, &[args.get(0)]))
}

/// Finds what `object.__getattribute__` gives for a class: an object with a namespace, whose values are not bound.
/// Builtin classes have none.
pub(in crate::types) fn found_as_object(vm: &mut Vm, class: Value, name: Value) -> Res<Attr> {
    let meta = vm.type_of(class);
    let of_meta = vm.lookup(meta, name);
    if let Some(d) = of_meta
        && vm.is_data_descriptor(d)
    {
        return vm.bind_found(d, class, meta);
    }
    if vm.heap.slot(class, fields::HEAP) == Value::TRUE
        && let Some(own) = vm.dict_get_name(vm.class_dict(class), name)
    {
        return Ok(Attr::Value(own));
    }
    if let Some(d) = of_meta {
        return vm.bind_found(d, class, meta);
    }
    let meta = vm.class_name(meta);
    let message = vm.message(format!("'{meta}' object has no attribute '"), name, "'");
    Err(vm.attribute_error(message))
}

/// Refuses `object.__setattr__` and `object.__delattr__` on classes: only `type` changes them.
pub(in crate::types) fn refuse_as_object(vm: &mut Vm, class: Value, function: &str) -> Res<()> {
    if !class.is(ids::CLASS) {
        return Ok(());
    }
    let meta = vm.type_name(class);
    Err(vm.type_error(format!("can't apply this {function} to {meta} object")))
}
