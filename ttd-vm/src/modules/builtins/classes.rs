//! `isinstance` and `issubclass`.

use ttd_core::value::Value;

use super::abc_cache::{Question, known};
use crate::{Vm, ids, native::*};

/// A check against one class; `None` when Python code must answer.
type Check = fn(&mut Vm, Value, Value) -> Res<Option<bool>>;

/// Whether a check holds for a class or for any class in a nested tuple or a union.
fn any_of(vm: &mut Vm, check: Check, subject: Value, target: Value) -> Res<Option<bool>> {
    let Some(classes) = vm.payload(target, ids::TUPLE).or_else(|| vm.union_members(target)) else {
        return check(vm, subject, target);
    };
    for i in 0..vm.heap.tuple(classes).len() {
        let class = vm.heap.tuple(classes)[i];
        match any_of(vm, check, subject, class)? {
            Some(false) => {}
            decided => return Ok(decided),
        }
    }
    Ok(Some(false))
}

/// Whether the class of `target` overrides the check with a method in Python.
fn answers_itself(vm: &mut Vm, target: Value, name: &str) -> bool {
    let class = vm.type_of(target);
    class != vm.types.type_ && vm.special(target, name).is_some_and(|f| !f.is(ids::METHOD_DESC))
}

fn check_instance(vm: &mut Vm, v: Value, target: Value) -> Res<Option<bool>> {
    if vm.type_of(v) == target {
        return Ok(Some(true));
    }
    if answers_itself(vm, target, "__instancecheck__") {
        let class = vm.type_of(v);
        return Ok(if may_pretend(vm, v) { None } else { known(vm, class, target, Question::Instance) });
    }
    // Any object with `__bases__` passes for a class.
    if !target.is(ids::CLASS) {
        return Ok(None);
    }
    if vm.is_instance(v, target) {
        return Ok(Some(true));
    }
    // Its `__class__` may name another class.
    if !may_pretend(vm, v) {
        return Ok(Some(false));
    }
    let claimed = vm.getattr_opt(v, vm.names.class)?.unwrap_or(Value::NONE);
    Ok(Some(claimed.is(ids::CLASS) && vm.is_subclass(claimed, target)))
}

/// Whether a value's `__class__` may differ from its class.
fn may_pretend(vm: &mut Vm, v: Value) -> bool {
    let class = vm.type_of(v);
    v.is(ids::INST)
        && !(vm.lookup(class, vm.names.class).is_none_or(|f| f.is(ids::GETSET))
            && vm.lookup(class, vm.names.getattribute).is_none_or(|f| f.is(ids::METHOD_DESC)))
}

fn check_subclass(vm: &mut Vm, class: Value, target: Value) -> Res<Option<bool>> {
    if answers_itself(vm, target, "__subclasscheck__") {
        return Ok(known(vm, class, target, Question::Subclass));
    }
    if !class.is(ids::CLASS) || !target.is(ids::CLASS) {
        return Ok(None);
    }
    Ok(Some(vm.is_subclass(class, target)))
}

pub(super) fn isinstance(vm: &mut Vm, args: Args) -> Res {
    let (v, target) = (args.get(0), args.get(1));
    // A `__class__` that runs code is read once per class of the tuple.
    let one_by_one = vm.payload(target, ids::TUPLE).is_some() && may_pretend(vm, v);
    let answer = if one_by_one { None } else { any_of(vm, check_instance, v, target)? };
    match answer {
        Some(answer) => Ok(Value::bool(answer)),
        None => {
            let f = vm.lib("isinstance_");
            Err(vm.tail_call(f, &[v, target]))
        }
    }
}

pub(super) fn issubclass(vm: &mut Vm, args: Args) -> Res {
    let (class, target) = (args.get(0), args.get(1));
    match any_of(vm, check_subclass, class, target)? {
        Some(answer) => Ok(Value::bool(answer)),
        None => {
            let f = vm.lib("issubclass_");
            Err(vm.tail_call(f, &[class, target]))
        }
    }
}
