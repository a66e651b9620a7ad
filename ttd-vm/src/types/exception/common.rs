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

/// Returns a member of the exception, if it was set.
pub(super) fn own(vm: &mut Vm, exc: Value, name: &str) -> Option<Value> {
    let name = vm.intern(name);
    vm.exc_member(exc, name)
}

/// Sets a member of the exception; deleting leaves None, as with C struct members.
pub(super) fn set_own(vm: &mut Vm, exc: Value, name: &str, value: Value) {
    let name = vm.intern(name);
    vm.set_exc_members(exc, &[(name, if value.is_unbound() { Value::NONE } else { value })]);
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

/// Stores the keyword arguments that an exception class knows as its members.
///
/// # Errors
/// TypeError for any other.
pub(super) fn keywords(vm: &mut Vm, class: &str, exc: Value, args: &Args, names: &[&str]) -> Res<()> {
    crate::ops::arity::only_keywords(vm, class, args, names)?;
    for (name, value) in args.kw {
        let name = vm.intern_value(*name);
        vm.set_exc_members(exc, &[(name, *value)]);
    }
    Ok(())
}

/// Returns the attributes in the instance itself, in a dict of their own.
pub(super) fn copied_dict(vm: &mut Vm, exc: Value) -> Value {
    let copy = vm.new_dict();
    if has_dict(vm, exc) {
        let dict = vm.own_dict(exc);
        for (name, value) in vm.dict_pairs(dict) {
            vm.dict_set_name(copy, name, value);
        }
    }
    copy
}

/// Whether the instance may have attributes of its own.
pub(super) fn has_dict(vm: &Vm, exc: Value) -> bool {
    let shape = vm.loaded.shapes.get(vm.heap.shape(exc));
    shape.dict || !shape.attrs.iter().all(|a| vm.is_slot_key(a.0))
}

/// Sets the members that are not None in a state for pickling; returns whether there are any.
pub(super) fn add_members(vm: &mut Vm, exc: Value, state: Value, names: &[&str]) -> bool {
    let mut any = false;
    for name in names {
        if let Some(value) = own(vm, exc, name).filter(|v| !v.is_none()) {
            vm.dict_set_str(state, name, value);
            any = true;
        }
    }
    any
}
