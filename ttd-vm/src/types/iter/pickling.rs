//! `__reduce__` and `__setstate__` of the builtin iterators, for `copy` and `pickle`.

use ttd_core::value::Value;

use crate::ops::{item, iter as ops};
use crate::vm::slots;
use crate::{Vm, ids, native::*};

/// Looks up a builtin as the calling frame sees it.
pub(crate) fn builtin(vm: &mut Vm, name: &str) -> Res {
    let name = vm.intern(name);
    let globals = vm.top_ref().globals;
    let found = match vm.own_builtins(globals) {
        Some(own) => vm.namespace_get(own, name)?,
        None => vm.dict_get_name(vm.global(slots::BUILTINS), name),
    };
    found.ok_or_else(|| {
        let name = vm.text_lossy(name).into_owned();
        vm.attribute_error(name)
    })
}

/// `(function, args)` or `(function, args, state)`.
fn reduced(vm: &mut Vm, function: &str, args: &[Value], state: Option<Value>) -> Res {
    let (function, args) = (builtin(vm, function)?, vm.new_tuple(args));
    Ok(match state {
        Some(state) => vm.new_tuple(&[function, args, state]),
        None => vm.new_tuple(&[function, args]),
    })
}

/// Copies the iterator and collects what is left.
fn rest_of(vm: &mut Vm, it: Value) -> Res {
    let slots = vm.heap.slots(it).to_vec();
    let copy = vm.heap.new_slots_from(it.tid(), 0, &slots);
    let mut items = Vec::new();
    while let Some(item) = ops::builtin_next(vm, copy).unwrap_or(Ok(None))? {
        items.push(item);
        if items.len() % 1000 == 0 {
            vm.check_interrupt()?;
        }
    }
    Ok(vm.new_list(&items))
}

fn of_sequence(vm: &mut Vm, it: Value) -> Res {
    let at = if it.is(ids::SEQ_ITER) { 1 } else { 0 };
    let (sequence, index) = (vm.heap.slot(it, at), vm.heap.slot(it, at + 1));
    if sequence.is_unbound() {
        let empty = match it.tid() {
            ids::LIST_ITER | ids::LIST_REVITER => vm.new_list(&[]),
            ids::STR_ITER => vm.names.empty,
            _ => vm.new_tuple(&[]),
        };
        return reduced(vm, "iter", &[empty], None);
    }
    match it.tid() {
        ids::LIST_REVITER => reduced(vm, "reversed", &[sequence], Some(index)),
        ids::STR_ITER => {
            let before = &vm.heap.bytes(sequence)[..index.as_int() as usize];
            let index = before.iter().filter(|b| **b & 0xC0 != 0x80).count();
            reduced(vm, "iter", &[sequence], Some(Value::int(index as i64)))
        }
        _ => reduced(vm, "iter", &[sequence], Some(index)),
    }
}

fn of_generator(vm: &mut Vm, it: Value) -> Res {
    let name = vm.type_name(it);
    Err(vm.not_supported(&format!("pickling this {name}")))
}

/// `__reduce__` of any builtin iterator.
pub fn reduce(vm: &mut Vm, args: Args) -> Res {
    let it = args.get(0);
    match it.tid() {
        ids::RANGE_ITER => {
            let parts = vm.heap.slots(it).to_vec();
            let range = vm.call(vm.types.range, &parts)?;
            reduced(vm, "iter", &[range], Some(Value::NONE))
        }
        ids::WIDE_RANGE_ITER | ids::LONGRANGE_ITER => {
            let range = super::longrange::rest(vm, it);
            reduced(vm, "iter", &[range], Some(Value::NONE))
        }
        ids::DICT_KEYITER
        | ids::DICT_VALUEITER
        | ids::DICT_ITEMITER
        | ids::DICT_REVKEYITER
        | ids::DICT_REVVALUEITER
        | ids::DICT_REVITEMITER
        | ids::SET_ITER => {
            let rest = rest_of(vm, it)?;
            reduced(vm, "iter", &[rest], None)
        }
        ids::ENUMERATE | ids::REVERSED | ids::ZIP | ids::MAP | ids::FILTER => of_compound(vm, it),
        ids::CALLABLE_ITER => {
            let state = vm.heap.list(vm.heap.slot(it, 1)).to_vec();
            let empty = vm.new_tuple(&[]);
            reduced(vm, "iter", if state.is_empty() { std::slice::from_ref(&empty) } else { &state }, None)
        }
        _ => of_sequence(vm, it),
    }
}

/// Reduces iterators with inner ones, with the class that made them; a generator in the first slot keeps these in its
/// frame, unless the slots have them too.
fn of_compound(vm: &mut Vm, it: Value) -> Res {
    let rest = super::asking::engine_slots(vm, it)[1..].to_vec();
    if rest.is_empty() {
        return of_generator(vm, it);
    }
    let class = vm.type_of(vm.receiver(it));
    let (given, state) = match it.tid() {
        ids::REVERSED if rest[0].is_unbound() => (vec![vm.new_tuple(&[])], None),
        ids::REVERSED => (vec![rest[0]], Some(rest[1])),
        ids::ZIP if rest[0] == Value::TRUE => (rest[1..].to_vec(), Some(Value::TRUE)),
        ids::ZIP => (rest[1..].to_vec(), None),
        _ => (rest, None),
    };
    let given = vm.new_tuple(&given);
    let parts: Vec<Value> = [class, given].into_iter().chain(state).collect();
    Ok(vm.new_tuple(&parts))
}

/// `__setstate__` of an iterator over a sequence: the position, kept within the sequence.
pub fn setstate(vm: &mut Vm, args: Args) -> Res {
    let it = args.get(0);
    if it.is(ids::RANGE_ITER) {
        return set_range(vm, it, args.get(1));
    }
    if it.is(ids::WIDE_RANGE_ITER) || it.is(ids::LONGRANGE_ITER) {
        return super::longrange::skip(vm, it, args.get(1));
    }
    if it.is(ids::ZIP) {
        let strict = vm.truth(args.get(1))?;
        vm.heap.set_slot(it, 1, Value::bool(strict));
        return Ok(Value::NONE);
    }
    let at = if it.is(ids::REVERSED) { 1 } else { 0 };
    let index = vm.index(args.get(1))?;
    let Some(index) = vm.as_i64(index) else {
        return Err(vm.overflow_error("Python int too large to convert to C ssize_t"));
    };
    if it.is(ids::SEQ_ITER) {
        vm.heap.set_slot(it, 2, Value::int(index.clamp(0, 1 << 46)));
        return Ok(Value::NONE);
    }
    let sequence = vm.heap.slot(it, at);
    if sequence.is_unbound() {
        return Ok(Value::NONE);
    }
    let len = match item::len(vm, sequence) {
        Some(len) => len as i64,
        None => vm.len(sequence)? as i64,
    };
    let index = match it.tid() {
        ids::LIST_REVITER | ids::REVERSED => index.clamp(-1, len - 1),
        ids::STR_ITER => {
            let bytes = vm.heap.bytes(sequence);
            let starts = bytes.iter().enumerate().filter(|(_, b)| **b & 0xC0 != 0x80).map(|(i, _)| i);
            starts.chain([bytes.len()]).nth(index.clamp(0, len) as usize).unwrap_or(bytes.len()) as i64
        }
        _ => index.clamp(0, len),
    };
    vm.heap.set_slot(it, at + 1, Value::int(index));
    Ok(Value::NONE)
}

fn set_range(vm: &mut Vm, it: Value, state: Value) -> Res {
    let steps = vm.index(state)?;
    let left = super::range::remaining(vm, it) as i64;
    let steps = vm.as_i64(steps).unwrap_or(0).clamp(0, left);
    let (at, step) = (vm.heap.slot(it, 0).as_int(), vm.heap.slot(it, 2).as_int());
    if let Some(next) = steps.checked_mul(step).and_then(|n| n.checked_add(at)).and_then(Value::try_int) {
        vm.heap.set_slot(it, 0, next);
    }
    Ok(Value::NONE)
}
