//! What the iterators of `itertools` do when a loop asks them: see `types/iter/asking`.

use ttd_core::value::Value;

use super::flow::saved_item;
use super::{count_item, group, tee};
use crate::ops::arith::BinOp;
use crate::ops::iter;
use crate::types::iter::asking::{Asking, about, call, can_be_inner};
use crate::{Vm, ids, native::*};

/// Whether `takewhile` has ended or `dropwhile` has begun.
const TURNED: usize = 3;

/// Slots of `accumulate`.
pub(crate) mod total {
    pub(crate) const INNER: usize = 1;
    pub(crate) const FUNCTION: usize = 2;
    pub(crate) const TOTAL: usize = 3;
    pub(crate) const INITIAL: usize = 4;
    pub(crate) const STATE: usize = 5;
}

/// Slots of `chain`.
mod chain {
    pub(super) const SOURCE: usize = 1;
    pub(super) const ACTIVE: usize = 2;
    pub(super) const PENDING: usize = 3;
}

/// Slots of `islice`.
mod slice {
    pub(super) const INNER: usize = 1;
    pub(super) const WANTED: usize = 2;
    pub(super) const STOP: usize = 3;
    pub(super) const STEP: usize = 4;
    pub(super) const AT: usize = 5;
}

/// The slot of the previous item of `pairwise`.
pub(crate) const PREVIOUS: usize = 2;

/// The slot of the items that a `cycle` repeats.
pub(crate) const SAVED: usize = 2;

fn turned(vm: &Vm, it: Value) -> bool {
    vm.heap.slot(it, TURNED) == Value::TRUE
}

fn end_if(ends: bool) -> Asking {
    if ends { Asking::End } else { Asking::More }
}

/// Says what needs no inner iterator.
pub(crate) fn before_items(vm: &mut Vm, it: Value) -> Res<Asking> {
    Ok(match it.tid() {
        ids::TAKEWHILE if turned(vm, it) => Asking::End,
        ids::ACCUMULATE => {
            let initial = vm.heap.slot(it, total::INITIAL);
            if initial.is_none() {
                return Ok(Asking::More);
            }
            vm.heap.set_slot(it, total::INITIAL, Value::NONE);
            vm.heap.set_slot(it, total::TOTAL, initial);
            Asking::Item(initial)
        }
        ids::CHAIN => {
            let [source, active, pending] = [chain::SOURCE, chain::ACTIVE, chain::PENDING].map(|i| vm.heap.slot(it, i));
            if !pending.is_unbound() || !active.is_none() && !can_be_inner(vm, active) {
                return Ok(Asking::Engine);
            }
            end_if(active.is_none() && source.is_none())
        }
        ids::ISLICE => end_if(slice_ends(vm, it)),
        ids::BATCHED => end_if(vm.heap.slot(it, 1).is_none()),
        ids::CYCLE if vm.heap.slot(it, 1).is_none() => again(vm, it),
        ids::TEE => tee::before_items(vm, it),
        ids::GROUPBY => group::before_items(vm, it),
        ids::GROUPER => group::before_items_of_group(vm, it)?,
        _ => Asking::More,
    })
}

/// The slot of the inner iterator of a `chain` whose turn it is.
pub(crate) fn inner_of_chain(vm: &Vm, it: Value) -> usize {
    if vm.heap.slot(it, chain::ACTIVE).is_none() { chain::SOURCE } else { chain::ACTIVE }
}

/// The generator that is active in a `chain`, or something else.
pub(crate) fn active_of_chain(slots: &[Value]) -> Value {
    if slots[chain::PENDING].is_unbound() { slots[chain::ACTIVE] } else { Value::NONE }
}

/// Whether the next item of a slice's inner iterator is one of the slice.
pub(crate) fn slice_goes_on(slots: &[Value]) -> bool {
    let [wanted, stop, at] = [slots[slice::WANTED], slots[slice::STOP], slots[slice::AT]];
    let small = wanted.is_int() && stop.is_int() && at.is_int();
    small && at.as_int() >= wanted.as_int() && (stop.as_int() < 0 || at.as_int() < stop.as_int())
}

/// Counts an item of the slice; false if the item is to be skipped.
pub(crate) fn count_of_slice(vm: &mut Vm, it: Value) -> bool {
    let goes_on = slice_goes_on(vm.heap.slots(it));
    if goes_on {
        let numbers = numbers_of_slice(vm, it);
        count_item(vm, it, numbers);
    }
    goes_on
}

/// Handles an item of the inner iterator; `More` takes another one.
pub(crate) fn took(vm: &mut Vm, it: Value, item: Value) -> Res<Asking> {
    match it.tid() {
        ids::DROPWHILE if turned(vm, it) => Ok(Asking::Item(item)),
        ids::FILTERFALSE | ids::TAKEWHILE | ids::DROPWHILE => about(vm, it, vm.heap.slot(it, 1), item),
        ids::ACCUMULATE => accumulated(vm, it, item),
        ids::STARMAP => starmap(vm, it, item),
        ids::CHAIN => activated(vm, it, item),
        ids::ISLICE => Ok(sliced(vm, it, item)),
        ids::CYCLE => {
            let saved = vm.heap.slot(it, SAVED);
            vm.heap.list_push(saved, item);
            Ok(Asking::Item(item))
        }
        ids::TEE => {
            tee::keep(vm, it, item);
            Ok(Asking::Item(item))
        }
        ids::GROUPBY => about(vm, it, vm.heap.slot(it, 2), item),
        _ => about(vm, it, vm.heap.slot(it, 4), item),
    }
}

/// Begins a pair: notes its first item, which the inner iterator may change meanwhile, unless it is a generator that
/// runs.
pub(crate) fn before_pair(vm: &mut Vm, it: Value, slot: usize) -> Asking {
    let inner = vm.heap.slot(it, 1);
    if !inner.is(ids::GENERATOR) && !inner.is_none() {
        let previous = vm.heap.slot(it, PREVIOUS);
        vm.heap.set_slot(it, slot, previous);
    }
    end_if(inner.is_none())
}

/// Handles an item of the inner iterator of a `batched` or `pairwise`; the slot has what is there of the result.
pub(crate) fn took_among(vm: &mut Vm, it: Value, slot: usize, item: Value) -> Res<Asking> {
    if it.is(ids::PAIRWISE) {
        let is_generator = vm.heap.slot(it, 1).is(ids::GENERATOR);
        let first = vm.heap.slot(it, if is_generator { PREVIOUS } else { slot });
        vm.heap.set_slot(it, PREVIOUS, item);
        if !is_generator {
            vm.heap.set_slot(it, slot, if first.is_unbound() { item } else { Value::UNBOUND });
        }
        return Ok(if first.is_unbound() { Asking::More } else { Asking::Item(vm.new_tuple(&[first, item])) });
    }
    let mut items = vm.heap.slot(it, slot);
    if items.is_unbound() {
        items = vm.new_list(&[item]);
        vm.heap.set_slot(it, slot, items);
    } else {
        vm.heap.list_push(items, item);
    }
    let wanted = vm.as_i64(vm.heap.slot(it, 2)).unwrap_or(i64::MAX);
    if (vm.heap.list(items).len() as i64) < wanted {
        return Ok(Asking::More);
    }
    Ok(Asking::Item(batch(vm, it, slot)))
}

fn batch(vm: &mut Vm, it: Value, slot: usize) -> Value {
    let items = vm.heap.slot(it, slot);
    vm.heap.set_slot(it, slot, Value::UNBOUND);
    let items = vm.heap.list(items).to_vec();
    vm.new_tuple(&items)
}

/// Handles the end of the inner iterator of a `batched`.
pub(crate) fn batch_ended(vm: &mut Vm, it: Value, slot: usize) -> Res<Asking> {
    if vm.heap.slot(it, slot).is_unbound() {
        vm.heap.set_slot(it, 1, Value::NONE);
        return Ok(Asking::End);
    }
    let batch = batch(vm, it, slot);
    if vm.heap.slot(it, 3) == Value::TRUE {
        vm.heap.set_slot(it, 1, Value::NONE);
        return Err(vm.value_error("batched(): incomplete batch"));
    }
    Ok(Asking::Item(batch))
}

/// The next item of a `cycle` whose inner iterator has ended.
fn again(vm: &mut Vm, it: Value) -> Asking {
    saved_item(vm, it).map_or(Asking::End, Asking::Item)
}

/// Handles the function's answer about an item.
pub(crate) fn judged(vm: &mut Vm, it: Value, item: Value, answer: Value) -> Res<Asking> {
    match it.tid() {
        ids::FILTERFALSE => Ok(if vm.truth(answer)? { Asking::More } else { Asking::Item(item) }),
        ids::TAKEWHILE => {
            if vm.truth(answer)? {
                return Ok(Asking::Item(item));
            }
            vm.heap.set_slot(it, TURNED, Value::TRUE);
            Ok(Asking::End)
        }
        ids::DROPWHILE => {
            if vm.truth(answer)? {
                return Ok(Asking::More);
            }
            vm.heap.set_slot(it, TURNED, Value::TRUE);
            Ok(Asking::Item(item))
        }
        ids::GROUPBY => Ok(group::keyed(vm, it, item, answer)),
        _ => group::keyed_in_group(vm, it, item, answer),
    }
}

/// Notes the answer of a function that gives the item.
pub(crate) fn answered(vm: &mut Vm, it: Value, answer: Value) {
    if it.is(ids::ACCUMULATE) {
        vm.heap.set_slot(it, total::TOTAL, answer);
    }
}

fn accumulated(vm: &mut Vm, it: Value, item: Value) -> Res<Asking> {
    let (function, total) = (vm.heap.slot(it, total::FUNCTION), vm.heap.slot(it, total::TOTAL));
    let said = match total.is_unbound() {
        true => Asking::Item(item),
        false if function.is_none() => Asking::Item(vm.binary(BinOp::Add, total, item)?),
        false => call(vm, function, &[total, item])?,
    };
    match said {
        Asking::Item(answer) => vm.heap.set_slot(it, total::TOTAL, answer),
        _ => vm.heap.set_slot(it, total::STATE, Value::TRUE),
    }
    Ok(said)
}

fn starmap(vm: &mut Vm, it: Value, given: Value) -> Res<Asking> {
    let args = if given.is(ids::TUPLE) {
        given
    } else {
        let items = vm.collect(given)?;
        vm.new_tuple(&items)
    };
    let function = vm.heap.slot(it, 1);
    vm.pending.question.set(function, &[]);
    Ok(Asking::Pass(args))
}

fn activated(vm: &mut Vm, it: Value, item: Value) -> Res<Asking> {
    if !vm.heap.slot(it, chain::ACTIVE).is_none() {
        return Ok(Asking::Item(item));
    }
    match iter::simple_iter(vm, item) {
        Some(inner) => {
            vm.heap.set_slot(it, chain::ACTIVE, inner);
            Ok(if can_be_inner(vm, inner) { Asking::More } else { Asking::Engine })
        }
        None => {
            vm.heap.set_slot(it, chain::PENDING, item);
            Ok(Asking::Engine)
        }
    }
}

/// Returns the position wanted, the end or -1, the step and the position of a slice.
pub(super) fn numbers_of_slice(vm: &Vm, it: Value) -> [i64; 4] {
    let slots = vm.heap.slots(it);
    [slice::WANTED, slice::STOP, slice::STEP, slice::AT].map(|i| vm.as_i64(slots[i]).unwrap_or(i64::MAX))
}

/// Whether a slice needs no more items; if so, it is ended for good.
fn slice_ends(vm: &mut Vm, it: Value) -> bool {
    if vm.heap.slot(it, slice::INNER).is_none() {
        return true;
    }
    let [wanted, stop, _, at] = numbers_of_slice(vm, it);
    let ends = at >= wanted && stop >= 0 && at >= stop;
    if ends {
        vm.heap.set_slot(it, slice::INNER, Value::NONE);
    }
    ends
}

fn sliced(vm: &mut Vm, it: Value, item: Value) -> Asking {
    let numbers = numbers_of_slice(vm, it);
    let [wanted, _, _, at] = numbers;
    if at < wanted {
        let after = vm.int(at + 1);
        vm.heap.set_slot(it, slice::AT, after);
        return end_if(slice_ends(vm, it));
    }
    count_item(vm, it, numbers);
    Asking::Item(item)
}

/// Handles the end of the inner iterator; `More` goes on with another one.
pub(crate) fn inner_ended(vm: &mut Vm, it: Value) -> Res<Asking> {
    if it.is(ids::CHAIN) {
        let slot = inner_of_chain(vm, it);
        vm.heap.set_slot(it, slot, Value::NONE);
        let over = slot == chain::SOURCE || vm.heap.slot(it, chain::SOURCE).is_none();
        return Ok(end_if(over));
    }
    if it.is(ids::CYCLE) {
        vm.heap.set_slot(it, 1, Value::NONE);
        return Ok(again(vm, it));
    }
    inner_failed(vm, it);
    Ok(Asking::End)
}

/// Does what an exception in the inner iterator means.
pub(crate) fn inner_failed(vm: &mut Vm, it: Value) {
    match it.tid() {
        ids::ISLICE => vm.heap.set_slot(it, slice::INNER, Value::NONE),
        ids::BATCHED => vm.heap.set_slot(it, 1, Value::NONE),
        ids::TEE => tee::replied(vm, it),
        ids::PAIRWISE => {
            vm.heap.set_slot(it, 1, Value::NONE);
            vm.heap.set_slot(it, PREVIOUS, Value::UNBOUND);
        }
        ids::CHAIN if vm.heap.slot(it, chain::ACTIVE).is_none() => {
            vm.heap.set_slot(it, chain::SOURCE, Value::NONE);
        }
        _ => {}
    }
}
