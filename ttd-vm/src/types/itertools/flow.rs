//! `next` of the iterators that choose, group or combine the items of others, where no Python code has to run.

use ttd_core::value::Value;

use super::asking::numbers_of_slice;
use crate::ops::arith::BinOp;
use crate::types::iter::inner_next;
use crate::{Vm, ids, native::*};

/// Counts turns of a loop that checks for interrupts nowhere else.
pub(super) fn turn(vm: &mut Vm, turns: &mut u32) -> Res<()> {
    *turns += 1;
    if turns.is_multiple_of(1000) { vm.check_interrupt() } else { Ok(()) }
}

pub(super) fn accumulate(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    let initial = vm.heap.slot(it, 4);
    if !initial.is_none() {
        vm.heap.set_slot(it, 4, Value::NONE);
        vm.heap.set_slot(it, 3, initial);
        return Ok(Some(initial));
    }
    let inner = vm.heap.slot(it, 1);
    let Some(item) = inner_next(vm, inner)? else { return Ok(None) };
    let (function, total) = (vm.heap.slot(it, 2), vm.heap.slot(it, 3));
    let total = match total.is_unbound() {
        true => item,
        false if function.is_none() => vm.binary(BinOp::Add, total, item)?,
        false => vm.call(function, &[total, item])?,
    };
    vm.heap.set_slot(it, 3, total);
    Ok(Some(total))
}

pub(super) fn batched(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    let (inner, n) = (vm.heap.slot(it, 1), vm.heap.slot(it, 2));
    if inner.is_none() {
        return Ok(None);
    }
    let n = vm.as_i64(n).unwrap_or(i64::MAX) as usize;
    let (mut items, mut turns) = (Vec::new(), 0);
    while items.len() < n {
        match inner_next(vm, inner) {
            Ok(Some(item)) => items.push(item),
            Ok(None) => break,
            Err(trap) => {
                vm.heap.set_slot(it, 1, Value::NONE);
                return Err(trap);
            }
        }
        turn(vm, &mut turns)?;
    }
    if items.is_empty() {
        vm.heap.set_slot(it, 1, Value::NONE);
        return Ok(None);
    }
    if items.len() < n && vm.heap.slot(it, 3) == Value::TRUE {
        vm.heap.set_slot(it, 1, Value::NONE);
        return Err(vm.value_error("batched(): incomplete batch"));
    }
    Ok(Some(vm.new_tuple(&items)))
}

pub(super) fn compress(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    let (data, selectors) = (vm.heap.slot(it, 1), vm.heap.slot(it, 2));
    let mut turns = 0;
    while let Some(item) = inner_next(vm, data)? {
        let Some(selector) = inner_next(vm, selectors)? else { return Ok(None) };
        if vm.truth(selector)? {
            return Ok(Some(item));
        }
        turn(vm, &mut turns)?;
    }
    Ok(None)
}

pub(super) fn cycle(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    let (inner, saved) = (vm.heap.slot(it, 1), vm.heap.slot(it, 2));
    if !inner.is_none() {
        if let Some(item) = inner_next(vm, inner)? {
            vm.heap.list_push(saved, item);
            return Ok(Some(item));
        }
        vm.heap.set_slot(it, 1, Value::NONE);
    }
    Ok(saved_item(vm, it))
}

/// Returns the next item of a `cycle` after the end of its inner iterator.
#[inline]
pub(crate) fn saved_item(vm: &mut Vm, it: Value) -> Option<Value> {
    let (saved, at) = (vm.heap.slot(it, 2), vm.heap.slot(it, 3).as_int());
    let items = vm.heap.list(saved);
    let item = *items.get(at as usize)?;
    let after = if at as usize + 1 == items.len() { 0 } else { at + 1 };
    vm.heap.set_slot(it, 3, Value::int(after));
    Some(item)
}

/// Evaluates a predicate; None means the truth of the item.
fn says(vm: &mut Vm, function: Value, item: Value) -> Res<bool> {
    let answer = if function.is_none() { item } else { vm.call(function, &[item])? };
    vm.truth(answer)
}

pub(super) fn dropwhile(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    let (function, inner) = (vm.heap.slot(it, 1), vm.heap.slot(it, 2));
    let mut turns = 0;
    while let Some(item) = inner_next(vm, inner)? {
        if vm.heap.slot(it, 3) == Value::TRUE {
            return Ok(Some(item));
        }
        // Here None is not allowed.
        let answer = vm.call(function, &[item])?;
        if !vm.truth(answer)? {
            vm.heap.set_slot(it, 3, Value::TRUE);
            return Ok(Some(item));
        }
        turn(vm, &mut turns)?;
    }
    Ok(None)
}

pub(super) fn takewhile(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    let (function, inner) = (vm.heap.slot(it, 1), vm.heap.slot(it, 2));
    if vm.heap.slot(it, 3) == Value::TRUE {
        return Ok(None);
    }
    let Some(item) = inner_next(vm, inner)? else { return Ok(None) };
    let answer = vm.call(function, &[item])?;
    if vm.truth(answer)? {
        return Ok(Some(item));
    }
    vm.heap.set_slot(it, 3, Value::TRUE);
    Ok(None)
}

pub(super) fn filterfalse(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    let (function, inner) = (vm.heap.slot(it, 1), vm.heap.slot(it, 2));
    let mut turns = 0;
    while let Some(item) = inner_next(vm, inner)? {
        if !says(vm, function, item)? {
            return Ok(Some(item));
        }
        turn(vm, &mut turns)?;
    }
    Ok(None)
}

pub(super) fn islice(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    let found = sliced(vm, it);
    if !matches!(found, Ok(Some(_))) {
        vm.heap.set_slot(it, 1, Value::NONE);
    }
    found
}

fn sliced(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    let inner = vm.heap.slot(it, 1);
    if inner.is_none() {
        return Ok(None);
    }
    let [wanted, stop, step, mut at] = numbers_of_slice(vm, it);
    let mut turns = 0;
    while at < wanted {
        if inner_next(vm, inner)?.is_none() {
            return Ok(None);
        }
        at += 1;
        turn(vm, &mut turns)?;
    }
    if stop >= 0 && at >= stop {
        let at = vm.int(at);
        vm.heap.set_slot(it, 5, at);
        return Ok(None);
    }
    let Some(item) = inner_next(vm, inner)? else { return Ok(None) };
    count_item(vm, it, [wanted, stop, step, at]);
    Ok(Some(item))
}

/// Counts an item that an `islice` gives. The numbers are the position wanted, which was reached, the end or -1, the
/// step, and the position before. Where every item is wanted, the position wanted stays that of the first: one slot is
/// written for an item.
pub fn count_item(vm: &mut Vm, it: Value, [wanted, stop, step, at]: [i64; 4]) {
    if step != 1 {
        let after = vm.int(position_after(wanted, step, stop));
        vm.heap.set_slot(it, 2, after);
    }
    let at = vm.int(at.saturating_add(1));
    vm.heap.set_slot(it, 5, at);
}

/// Returns the next position of an `islice`, at most the end.
fn position_after(at: i64, step: i64, stop: i64) -> i64 {
    let limit = if stop < 0 { i64::MAX } else { stop };
    at.saturating_add(step).min(limit)
}

pub(super) fn pairwise(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    let pair = paired(vm, it);
    if !matches!(pair, Ok(Some(_))) {
        vm.heap.set_slot(it, 1, Value::NONE);
        vm.heap.set_slot(it, 2, Value::UNBOUND);
    }
    pair
}

fn paired(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    let (inner, mut old) = (vm.heap.slot(it, 1), vm.heap.slot(it, 2));
    if inner.is_none() {
        return Ok(None);
    }
    if old.is_unbound() {
        match inner_next(vm, inner)? {
            Some(first) => old = first,
            None => return Ok(None),
        }
    }
    let Some(new) = inner_next(vm, inner)? else { return Ok(None) };
    vm.heap.set_slot(it, 2, new);
    Ok(Some(vm.new_tuple(&[old, new])))
}

pub(super) fn starmap(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    let (function, inner) = (vm.heap.slot(it, 1), vm.heap.slot(it, 2));
    let Some(given) = inner_next(vm, inner)? else { return Ok(None) };
    let args = if given.is(ids::TUPLE) { vm.heap.tuple(given).to_vec() } else { vm.collect(given)? };
    vm.call(function, &args).map(Some)
}

pub(super) fn zip_longest(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    const FIRST: usize = 3;
    let count = vm.heap.slots(it).len() - FIRST;
    let (fill, mut active) = (vm.heap.slot(it, 1), vm.heap.slot(it, 2).as_int());
    if active == 0 {
        return Ok(None);
    }
    let mut items = Vec::with_capacity(count);
    for i in FIRST..FIRST + count {
        let inner = vm.heap.slot(it, i);
        let found = if inner.is_none() { Ok(None) } else { inner_next(vm, inner) };
        match found {
            Ok(Some(item)) => items.push(item),
            Ok(None) => {
                if !inner.is_none() {
                    active -= 1;
                    vm.heap.set_slot(it, 2, Value::int(active));
                    vm.heap.set_slot(it, i, Value::NONE);
                }
                if active == 0 {
                    return Ok(None);
                }
                items.push(fill);
            }
            Err(trap) => {
                vm.heap.set_slot(it, 2, Value::int(0));
                return Err(trap);
            }
        }
    }
    Ok(Some(vm.new_tuple(&items)))
}
