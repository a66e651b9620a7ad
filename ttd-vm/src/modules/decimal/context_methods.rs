//! Getting, setting and copying contexts: what `localcontext` and the functions of `_pydecimal` do all the time.

use ttd_core::value::Value;

use super::context::{class, current, innermost, rounding_named, templates, values, variable};
use super::slow;
use crate::{Vm, ids, native::*};

/// The attributes of a context, in the order in which they are made: the last two are dicts of signals.
fn attributes(vm: &Vm) -> [Value; 9] {
    let n = &vm.names;
    let numbers =
        [n.decimal_prec, n.decimal_rounding, n.decimal_emin, n.decimal_emax, n.decimal_capitals, n.decimal_clamp];
    let [prec, rounding, emin, emax, capitals, clamp] = numbers;
    [prec, rounding, emin, emax, capitals, clamp, n.decimal_ignored, n.decimal_traps, n.decimal_flags]
}

/// Where those dicts begin.
const SIGNALS: usize = 7;

pub(super) fn get(vm: &mut Vm, args: Args) -> Res {
    match current(vm, None) {
        Some(context) => Ok(context),
        None => slow(vm, "getcontext", &args),
    }
}

pub(super) fn set(vm: &mut Vm, args: Args) -> Res {
    match entered(vm, args.get(0)) {
        Some(done) => done.map(|()| Value::NONE),
        None => slow(vm, "setcontext", &args),
    }
}

fn is_context(vm: &Vm, v: Value) -> bool {
    v.is(ids::INST) && Some(vm.type_of(v)) == class(vm)
}

/// Makes a context the current one, unless it is one of the templates, which are copied.
fn entered(vm: &mut Vm, context: Value) -> Option<Res<()>> {
    let templates = templates(vm)?;
    if !is_context(vm, context) || vm.heap.tuple(templates).contains(&context) {
        return None;
    }
    let (variable, innermost) = (variable(vm)?, innermost(vm)?);
    let values = values(vm, innermost)?;
    let change = |vm: &mut Vm| {
        let values = vm.dict_copy(values)?;
        vm.dict_set(values, variable, context)?;
        vm.setattr(innermost, vm.names.values_, values)
    };
    Some(change(vm))
}

pub(super) fn copy(vm: &mut Vm, args: Args) -> Res {
    match copied(vm, args.get(0), true) {
        Some(made) => made,
        None => slow(vm, "Context.copy", &args),
    }
}

pub(super) fn shallow_copy(vm: &mut Vm, args: Args) -> Res {
    match copied(vm, args.get(0), false) {
        Some(made) => made,
        None => slow(vm, "Context._shallow_copy", &args),
    }
}

fn copied(vm: &mut Vm, context: Value, signals: bool) -> Option<Res> {
    let class = class(vm)?;
    let mut values = [(Value::NONE, Value::NONE); 9];
    for (value, name) in values.iter_mut().zip(attributes(vm)) {
        *value = (name, vm.attr_within(context, name).filter(|v| !v.is_none())?);
    }
    if signals {
        for (_, value) in &mut values[SIGNALS..] {
            if !value.is(ids::DICT) {
                return None;
            }
            match vm.dict_copy(*value) {
                Ok(copy) => *value = copy,
                Err(trap) => return Some(Err(trap)),
            }
        }
    }
    let made = vm.new_instance(class);
    for (name, value) in values {
        vm.set_own_attr(made, name, value);
    }
    Some(Ok(made))
}

/// Whether a value is right for an attribute, without asking anybody. All others are left to `_pydecimal`.
fn is_right(vm: &Vm, name: Value, value: Value) -> bool {
    let within = |least: i64, greatest: i64| value.is_int() && (least..=greatest).contains(&value.as_int());
    match vm.heap.bytes(name) {
        b"prec" => within(1, i64::MAX),
        b"Emin" => within(i64::MIN, 0),
        b"Emax" => within(0, i64::MAX),
        b"capitals" | b"clamp" => within(0, 1),
        b"rounding" => rounding_named(vm, value).is_some(),
        _ => false,
    }
}

pub(super) fn set_attribute(vm: &mut Vm, args: Args) -> Res {
    let (context, name, value) = (args.get(0), args.get(1), args.get(2));
    if context.is(ids::INST) && name.is(ids::STR) && is_right(vm, name, value) {
        let name = vm.intern_value(name);
        vm.set_own_attr(context, name, value);
        return Ok(Value::NONE);
    }
    slow(vm, "Context.__setattr__", &args)
}
