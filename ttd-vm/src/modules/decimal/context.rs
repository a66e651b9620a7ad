//! The context: found as `decimal.getcontext` does, read, and its flags.

use ttd_core::value::Value;
use ttd_pyalgos::numbers::decimal::{Rounding, Rules, Status};

pub(super) use crate::modules::bufferedio::own;
use crate::vm::objects::member_slots;
use crate::vm::objects::shapes::FoundSlots;
use crate::vm::slots;
use crate::{Vm, ids, native::*};

/// Places in the tuple of the arguments of `register`, which is in the hidden library, with the variable's hash behind.
const VARIABLE: usize = 0;
const STACK: usize = 1;
const CLASS: usize = 2;
const INEXACT: usize = 3;
const ROUNDED: usize = 4;
const TEMPLATES: usize = 5;
const HASH: usize = 6;

pub(super) fn register(vm: &mut Vm, args: Args) -> Res {
    let hash = vm.hash(args.get(VARIABLE))?;
    let mut state = args.pos.to_vec();
    state.push(vm.int(hash));
    let state = vm.new_tuple(&state);
    vm.heap.set_slot(vm.globals, slots::DECIMAL, state);
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

#[inline]
fn state(vm: &Vm, at: usize) -> Option<Value> {
    let state = vm.global(slots::DECIMAL);
    state.is(ids::TUPLE).then(|| vm.heap.tuple(state)[at])
}

/// What `contextvars` has as the current context.
#[inline]
pub(super) fn innermost(vm: &Vm) -> Option<Value> {
    let stack = state(vm, STACK)?;
    if stack.is(ids::LIST) { vm.heap.list(stack).last().copied() } else { None }
}

/// Returns the dict of a context of `contextvars`.
pub(super) fn values(vm: &mut Vm, holder: Value) -> Option<Value> {
    let class = vm.type_of(holder);
    let member = vm.lookup(class, vm.names.values_).filter(|v| v.is(ids::MEMBER) && holder.is(ids::INST))?;
    let shape = vm.loaded.shapes.get(vm.heap.shape(holder));
    let slot = shape.slot(vm.heap.slot(member, member_slots::member::KEY))?;
    Some(vm.heap.slot(holder, slot as usize)).filter(|v| v.is(ids::DICT))
}

/// The context that was given, or else the current one; `None` where it has to be made or is found another way.
pub(super) fn current(vm: &mut Vm, given: Option<Value>) -> Option<Value> {
    if let Some(given) = given.filter(|v| !v.is_none()) {
        return Some(given);
    }
    let values = values(vm, innermost(vm)?)?;
    let at = vm.dict_find_plain(values, state(vm, VARIABLE)?, vm.as_i64(state(vm, HASH)?)?)??;
    vm.heap.dict_entry(values, at).map(|entry| entry.2)
}

/// The attributes that say how results are rounded.
fn rule_names(vm: &Vm) -> [Value; 5] {
    let n = &vm.names;
    [n.decimal_prec, n.decimal_rounding, n.decimal_emin, n.decimal_emax, n.decimal_clamp]
}

/// Returns the slots of `prec`, `rounding`, `Emin`, `Emax` and `clamp`; `None` where the attributes are in a dict.
fn slots_of(vm: &mut Vm, context: Value) -> Option<[u32; 5]> {
    if !context.is(ids::INST) {
        return None;
    }
    let id = vm.heap.shape(context);
    if let Some(known) = vm.caches.decimal_context.filter(|known| known.shape == id) {
        return Some(known.slots);
    }
    let shape = vm.loaded.shapes.get(id);
    if shape.dict {
        return None;
    }
    let mut slots = [0; 5];
    for (slot, name) in slots.iter_mut().zip(rule_names(vm)) {
        *slot = shape.slot(name)?;
    }
    vm.caches.decimal_context = Some(FoundSlots { shape: id, slots });
    Some(slots)
}

/// What a context says about results.
pub(super) fn rules(vm: &mut Vm, context: Value) -> Option<Rules> {
    let [precision, rounding, least, greatest, clamp] = match slots_of(vm, context) {
        Some(slots) => slots.map(|slot| vm.heap.slot(context, slot as usize)),
        None => rule_names(vm).map(|name| own(vm, context, name).unwrap_or(Value::UNBOUND)),
    };
    if ![precision, least, greatest, clamp].iter().all(|v| v.is_int()) {
        return None;
    }
    Some(Rules {
        precision: precision.as_int(),
        rounding: rounding_named(vm, rounding)?,
        least: least.as_int(),
        greatest: greatest.as_int(),
        clamp: clamp.as_int() != 0,
    })
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
