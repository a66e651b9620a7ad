//! The context: found as `decimal.getcontext` does, read, and its flags.

use ttd_core::value::Value;
use ttd_pyalgos::numbers::decimal::{Rounding, Rules, Status};

use crate::vm::objects::member_slots;
use crate::vm::objects::shapes::FoundSlots;
use crate::vm::slots;
use crate::{Vm, ids, native::*};

/// Places in the tuple of the arguments of `register`, which is in the hidden library, with the hashes of the variable
/// and of the signals behind.
const VARIABLE: usize = 0;
const STACK: usize = 1;
const CLASS: usize = 2;
const INEXACT: usize = 3;
const ROUNDED: usize = 4;
const TEMPLATES: usize = 5;
const FLOAT_OPERATION: usize = 6;
const TUPLE: usize = 7;
const HASHES: usize = 8;

/// The objects whose hashes are there, in that order.
const HASHED: [usize; 4] = [VARIABLE, INEXACT, ROUNDED, FLOAT_OPERATION];

pub(super) fn register(vm: &mut Vm, args: Args) -> Res {
    let mut state = args.pos.to_vec();
    for object in HASHED {
        let hash = vm.hash(args.get(object))?;
        state.push(vm.int(hash));
    }
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
    registered_in(vm, values, VARIABLE).map(|(_, value)| value)
}

/// The entry of an object that was registered in a dict: its place, and its value. Mostly it is where it was before.
#[inline]
fn registered_in(vm: &Vm, dict: Value, object: usize) -> Option<(usize, Value)> {
    let key = state(vm, object)?;
    let place = HASHED.iter().position(|hashed| *hashed == object)?;
    let guess = vm.caches.decimal_places[place].get();
    if let Some((_, found, value)) = vm.heap.dict_entry(dict, guess)
        && found == key
    {
        return Some((guess, value));
    }
    let at = vm.dict_find_plain(dict, key, vm.as_i64(state(vm, HASHES + place)?)?)??;
    vm.caches.decimal_places[place].set(at);
    vm.heap.dict_entry(dict, at).map(|entry| (at, entry.2))
}

/// The class of the results of `as_tuple`.
pub(super) fn tuple_class(vm: &Vm) -> Option<Value> {
    state(vm, TUPLE).filter(|class| class.is(ids::CLASS))
}

/// The attributes that say how results are rounded, and those that have the signals.
fn names(vm: &Vm) -> [Value; 8] {
    let n = &vm.names;
    let rules = [n.decimal_prec, n.decimal_rounding, n.decimal_emin, n.decimal_emax, n.decimal_clamp];
    let [prec, rounding, least, greatest, clamp] = rules;
    [prec, rounding, least, greatest, clamp, n.decimal_flags, n.decimal_traps, n.decimal_ignored]
}

/// Returns the slots of `names`; `None` where the attributes are in a dict.
fn slots_of(vm: &mut Vm, context: Value) -> Option<[u32; 8]> {
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
    let mut slots = [0; 8];
    for (slot, name) in slots.iter_mut().zip(names(vm)) {
        *slot = shape.slot(name)?;
    }
    vm.caches.decimal_context = Some(FoundSlots { shape: id, slots });
    Some(slots)
}

/// The values of `names`, unbound where there is none.
#[inline]
fn attributes(vm: &mut Vm, context: Value) -> [Value; 8] {
    match slots_of(vm, context) {
        Some(slots) => {
            let all = vm.heap.slots(context);
            slots.map(|slot| all[slot as usize])
        }
        None => names(vm).map(|name| vm.attr_within(context, name).unwrap_or(Value::UNBOUND)),
    }
}

/// What a context says about results.
pub(super) fn rules(vm: &mut Vm, context: Value) -> Option<Rules> {
    let [precision, rounding, least, greatest, clamp, ..] = attributes(vm, context);
    Some(Rules {
        // MAX_PREC and its like are long ints.
        precision: vm.as_i64(precision)?,
        rounding: rounding_named(vm, rounding)?,
        least: vm.as_i64(least)?,
        greatest: vm.as_i64(greatest)?,
        clamp: vm.as_i64(clamp)? != 0,
    })
}

/// The way of rounding with this name.
pub(super) fn rounding_named(vm: &Vm, name: Value) -> Option<Rounding> {
    if name == vm.names.decimal_half_even {
        return Some(Rounding::HalfEven);
    }
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
#[inline]
pub(super) fn signal(vm: &mut Vm, context: Value, status: Status) -> Option<()> {
    match (status.inexact, status.rounded) {
        (false, false) => Some(()),
        (true, true) => give(vm, context, &[INEXACT, ROUNDED]),
        (true, false) => give(vm, context, &[INEXACT]),
        (false, true) => give(vm, context, &[ROUNDED]),
    }
}

/// As `signal`, that a float was used.
pub(super) fn signal_float(vm: &mut Vm, context: Value) -> Option<()> {
    give(vm, context, &[FLOAT_OPERATION])
}

fn give(vm: &mut Vm, context: Value, signals: &[usize]) -> Option<()> {
    let [.., flags, traps, ignored] = attributes(vm, context);
    let plain = flags.is(ids::DICT) && traps.is(ids::DICT) && ignored.is(ids::LIST);
    if !plain || !vm.heap.list(ignored).is_empty() {
        return None;
    }
    let mut places = [None; 2];
    for (place, signal) in places.iter_mut().zip(signals) {
        let (_, trapped) = registered_in(vm, traps, *signal)?;
        if trapped != Value::FALSE && trapped != Value::int(0) {
            return None;
        }
        let (at, flag) = registered_in(vm, flags, *signal)?;
        *place = (flag != Value::int(1)).then_some(at);
    }
    for at in places.into_iter().flatten() {
        vm.heap.dict_set_value(flags, at, Value::int(1));
    }
    Some(())
}

/// The letter before exponents.
pub(super) fn letter(vm: &mut Vm, given: Option<Value>) -> Option<char> {
    let context = current(vm, given)?;
    let capitals = vm.attr_within(context, vm.names.decimal_capitals)?;
    Some(if capitals == Value::int(0) { 'e' } else { 'E' })
}
