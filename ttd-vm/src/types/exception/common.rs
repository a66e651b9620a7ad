//! Shared by the classes: `args`, and attributes that are computed until they are set.

use ttd_core::value::Value;

use crate::vm::errors::raise::fields;
use crate::{Vm, ids, native::*};

/// Getter and setter of an attribute: the value that was set, or the closure's.
macro_rules! member {
    ($get:ident $set:ident $name:literal |$vm:ident, $exc:ident| $computed:expr) => {
        fn $get($vm: &mut Vm, $exc: Value) -> Res {
            match $crate::types::exception::common::own($vm, $exc, $name) {
                Some(v) => Ok(v),
                None => Ok($computed),
            }
        }

        fn $set(vm: &mut Vm, exc: Value, value: Value) -> Res<()> {
            $crate::types::exception::common::set_own(vm, exc, $name, value);
            Ok(())
        }
    };
}
pub(super) use member;

/// Returns an attribute of the instance, if it was set.
pub(super) fn own(vm: &mut Vm, exc: Value, name: &str) -> Option<Value> {
    let name = vm.intern(name);
    let shape = vm.loaded.shapes.get(vm.heap.shape(exc));
    if shape.dict {
        let dict = vm.heap.slot(exc, shape.native as usize);
        return vm.dict_get_name(dict, name);
    }
    shape.slot(name).map(|slot| vm.heap.slot(exc, slot as usize))
}

/// Sets an attribute of the instance; deleting leaves None, as with C struct members.
pub(super) fn set_own(vm: &mut Vm, exc: Value, name: &str, value: Value) {
    let name = vm.intern(name);
    vm.set_own_attr(exc, name, if value.is_unbound() { Value::NONE } else { value });
}

/// Returns the items of `args`.
pub(super) fn args_of(vm: &Vm, exc: Value) -> &[Value] {
    let args = vm.exc_field(exc, fields::ARGS);
    if args.is(ids::TUPLE) { vm.heap.tuple(args) } else { &[] }
}

/// Returns an item of `args`, or None.
pub(super) fn arg(vm: &Vm, exc: Value, i: usize) -> Value {
    args_of(vm, exc).get(i).copied().unwrap_or(Value::NONE)
}

/// Sets `args`, unless unchanged.
pub(super) fn set_args(vm: &mut Vm, exc: Value, args: &[Value]) {
    if args_of(vm, exc) == args && vm.exc_field(exc, fields::ARGS).is(ids::TUPLE) {
        return;
    }
    let tuple = vm.new_tuple(args);
    vm.heap.set_slot(exc, fields::ARGS, tuple);
}

/// Converts to a str by `str()`.
pub(super) fn text(vm: &mut Vm, v: Value) -> Res {
    let s = vm.str_of(v)?;
    Ok(vm.unwrap(s))
}

/// Stores the keyword arguments that an exception class knows as attributes of the instance.
///
/// # Errors
/// TypeError for any other.
pub(super) fn keywords(vm: &mut Vm, class: &str, exc: Value, args: &Args, names: &[&str]) -> Res<()> {
    crate::ops::arity::only_keywords(vm, class, args, names)?;
    for (name, value) in args.kw {
        vm.set_own_attr(exc, *name, *value);
    }
    Ok(())
}
