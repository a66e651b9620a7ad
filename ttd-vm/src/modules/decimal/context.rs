//! The context: found as `decimal.getcontext` does, read, and its flags.

use ttd_core::value::Value;
use ttd_pyalgos::numbers::decimal::{Rounding, Rules, Status};

pub(super) use crate::modules::bufferedio::own;
use crate::{Vm, ids, native::*};

/// Places in the tuple of the arguments of `register`, which is in the hidden library.
const VARIABLE: usize = 0;
const STACK: usize = 1;
const CLASS: usize = 2;
const INEXACT: usize = 3;
const ROUNDED: usize = 4;
const TEMPLATES: usize = 5;

pub(super) fn register(vm: &mut Vm, args: Args) -> Res {
    let lib = vm.global(crate::vm::slots::LIB);
    let state = vm.new_tuple(args.pos);
    vm.dict_set(lib, vm.names.decimal_state, state)?;
    Ok(Value::NONE)
}

/// The variable of `contextvars` that has the current context.
pub(super) fn variable(vm: &Vm) -> Option<Value> {
    state(vm, VARIABLE)
}

/// The class `Context`.
pub(super) fn class(vm: &Vm) -> Option<Value> {
    state(vm, CLASS)
}

/// The contexts that are copied before they are used: `DefaultContext` and the like.
pub(super) fn templates(vm: &Vm) -> Option<Value> {
    state(vm, TEMPLATES).filter(|v| v.is(ids::TUPLE))
}

fn state(vm: &Vm, at: usize) -> Option<Value> {
    let lib = vm.global(crate::vm::slots::LIB);
    vm.dict_get_name(lib, vm.names.decimal_state).map(|state| vm.heap.tuple(state)[at])
}

/// What `contextvars` has as the current context.
pub(super) fn innermost(vm: &Vm) -> Option<Value> {
    let stack = state(vm, STACK)?;
    if stack.is(ids::LIST) { vm.heap.list(stack).last().copied() } else { None }
}

/// The context that was given, or else the current one; `None` where it has to be made or is found another way.
pub(super) fn current(vm: &mut Vm, given: Option<Value>) -> Option<Value> {
    if let Some(given) = given.filter(|v| !v.is_none()) {
        return Some(given);
    }
    let (variable, innermost) = (state(vm, VARIABLE)?, innermost(vm)?);
    let values = vm.getattr(innermost, vm.names.values_).ok()?;
    if !values.is(ids::DICT) {
        return None;
    }
    vm.dict_get(values, variable).ok()?
}

/// What a context says about results.
pub(super) fn rules(vm: &mut Vm, context: Value) -> Option<Rules> {
    let number = |name: Value| own(vm, context, name).filter(|v| v.is_int()).map(|v| v.as_int());
    let precision = number(vm.names.decimal_prec)?;
    let (least, greatest) = (number(vm.names.decimal_emin)?, number(vm.names.decimal_emax)?);
    let clamp = number(vm.names.decimal_clamp)? != 0;
    let rounding = own(vm, context, vm.names.decimal_rounding)?;
    let rounding = rounding_named(vm, rounding)?;
    Some(Rules { precision, rounding, least, greatest, clamp })
}

/// The way of rounding with this name.
pub(super) fn rounding_named(vm: &Vm, name: Value) -> Option<Rounding> {
    if !name.is(ids::STR) {
        return None;
    }
    Some(match vm.heap.bytes(name) {
        b"ROUND_HALF_EVEN" => Rounding::HalfEven,
        b"ROUND_HALF_UP" => Rounding::HalfUp,
        b"ROUND_HALF_DOWN" => Rounding::HalfDown,
        b"ROUND_DOWN" => Rounding::Down,
        b"ROUND_UP" => Rounding::Up,
        b"ROUND_CEILING" => Rounding::Ceiling,
        b"ROUND_FLOOR" => Rounding::Floor,
        b"ROUND_05UP" => Rounding::ZeroFiveUp,
        _ => return None,
    })
}

/// Sets the flags of the signals. `None`, and nothing is set, where a signal is trapped or ignored.
pub(super) fn signal(vm: &mut Vm, context: Value, status: Status) -> Option<()> {
    if status == Status::default() {
        return Some(());
    }
    let names = [vm.names.decimal_flags, vm.names.decimal_traps, vm.names.decimal_ignored];
    let [flags, traps, ignored] = names.map(|name| own(vm, context, name));
    let (flags, traps, ignored) = (flags?, traps?, ignored?);
    let plain = flags.is(ids::DICT) && traps.is(ids::DICT) && ignored.is(ids::LIST);
    if !plain || !vm.heap.list(ignored).is_empty() {
        return None;
    }
    let mut signals = Vec::with_capacity(2);
    if status.inexact {
        signals.push(state(vm, INEXACT)?);
    }
    if status.rounded {
        signals.push(state(vm, ROUNDED)?);
    }
    for signal in &signals {
        let trapped = vm.dict_get(traps, *signal).ok()??;
        if trapped != Value::FALSE && trapped != Value::int(0) {
            return None;
        }
    }
    for signal in signals {
        if vm.dict_get(flags, signal).ok()?? != Value::int(1) {
            vm.dict_set(flags, signal, Value::int(1)).ok()?;
        }
    }
    Some(())
}

/// The letter before exponents.
pub(super) fn letter(vm: &mut Vm, given: Option<Value>) -> Option<char> {
    let context = current(vm, given)?;
    let capitals = own(vm, context, vm.names.decimal_capitals)?;
    Some(if capitals == Value::int(0) { 'e' } else { 'E' })
}
