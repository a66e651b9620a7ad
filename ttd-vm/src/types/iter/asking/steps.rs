//! What each type of iterator does with the items of its inner iterators and the answers of its function.

use ttd_core::value::Value;

use super::function::asks;
use super::layout::Layout;
use super::{Asking, Reply, call, is_simple, joins};
use crate::ops::keys;
use crate::types::iter::enumerate;
use crate::types::iter::map::native_function;
use crate::types::itertools::{asking as others, tee};
use crate::{Vm, ids, native::*};

/// Says what needs no inner iterator.
pub(super) fn before_items(vm: &mut Vm, it: Value, layout: Layout) -> Res<Asking> {
    match it.tid() {
        ids::ENUMERATE | ids::FILTER | ids::MAP | ids::ZIP | ids::COMPRESS => Ok(Asking::More),
        ids::ZIP_LONGEST => Ok(if joins::longest_is_over(vm, it) { Asking::End } else { Asking::More }),
        ids::PAIRWISE => Ok(others::before_pair(vm, it, layout.state() + 1)),
        _ => others::before_items(vm, it),
    }
}

/// The inner iterator whose turn it is.
#[inline]
pub(super) fn inner_of(vm: &Vm, it: Value, layout: Layout) -> Value {
    let slot = match it.tid() {
        tid if joins::owns(tid) => joins::inner_of(vm, it, layout),
        ids::CHAIN => others::inner_of_chain(vm, it),
        ids::TEE => return tee::inner_of(vm, it),
        _ => layout.inner(),
    };
    vm.heap.slot(it, slot)
}

/// Whether the function is asked, and no inner iterator.
#[inline]
pub(super) fn function_is_asked(vm: &Vm, it: Value, layout: Layout) -> bool {
    if let Some(slot) = layout.item() {
        return !vm.heap.slot(it, slot).is_unbound();
    }
    match it.tid() {
        ids::ACCUMULATE => vm.heap.slot(it, layout.state()) == Value::TRUE,
        ids::MAP => joins::function_is_asked(vm, it, layout),
        _ => false,
    }
}

/// Handles an item of the inner iterator; `More` takes another one.
#[inline]
pub(super) fn took(vm: &mut Vm, it: Value, layout: Layout, item: Value) -> Res<Asking> {
    match it.tid() {
        ids::ENUMERATE => enumerate::numbered(vm, it, item).map(|pair| Asking::Item(vm.new_tuple(&pair))),
        ids::FILTER => about(vm, it, vm.heap.slot(it, 1), item),
        tid if joins::owns(tid) => joins::took(vm, it, layout, item),
        ids::BATCHED | ids::PAIRWISE => others::took_among(vm, it, layout.state() + 1, item),
        _ => others::took(vm, it, item),
    }
}

/// Asks the function about an item, or handles the answer at once.
pub(crate) fn about(vm: &mut Vm, it: Value, function: Value, item: Value) -> Res<Asking> {
    let said = if function.is_none() { Asking::Item(item) } else { call(vm, function, &[item])? };
    if let Asking::Item(answer) = said {
        return judged(vm, it, item, answer);
    }
    if let Some(slot) = Layout::of(vm, it).and_then(Layout::item) {
        vm.heap.set_slot(it, slot, item);
    }
    Ok(said)
}

/// Handles the function's answer about an item.
fn judged(vm: &mut Vm, it: Value, item: Value, answer: Value) -> Res<Asking> {
    match it.tid() {
        ids::FILTER => Ok(if vm.truth(answer)? { Asking::Item(item) } else { Asking::More }),
        _ => others::judged(vm, it, item, answer),
    }
}

/// Handles the answer of a function that was asked; `More` takes another item.
#[inline]
pub(super) fn function_answered(vm: &mut Vm, it: Value, layout: Layout, answer: Value) -> Res<Asking> {
    if let Some(slot) = layout.item() {
        let item = vm.heap.slot(it, slot);
        vm.heap.set_slot(it, slot, Value::UNBOUND);
        return judged(vm, it, item, answer);
    }
    vm.heap.set_slot(it, layout.state(), Value::UNBOUND);
    others::answered(vm, it, answer);
    Ok(Asking::Item(answer))
}

/// Handles the end of the inner iterator; `More` goes on with another one.
pub(super) fn inner_ended(vm: &mut Vm, it: Value, layout: Layout) -> Res<Asking> {
    match it.tid() {
        ids::ENUMERATE | ids::FILTER => Ok(Asking::End),
        tid if joins::owns(tid) => joins::inner_ended(vm, it, layout),
        ids::BATCHED => others::batch_ended(vm, it, layout.state() + 1),
        _ => others::inner_ended(vm, it),
    }
}

/// Does what an exception in the inner iterator means.
pub(super) fn inner_failed(vm: &mut Vm, it: Value) {
    match it.tid() {
        ids::ENUMERATE | ids::FILTER | ids::MAP | ids::ZIP | ids::COMPRESS => {}
        ids::ZIP_LONGEST => joins::end_longest(vm, it),
        _ => others::inner_failed(vm, it),
    }
}

/// Asks the function of a `callable_iterator`.
pub(super) fn begin_callable(vm: &mut Vm, it: Value) -> Asking {
    match *vm.heap.list(vm.heap.slot(it, 1)) {
        [] => Asking::End,
        [function, ..] if is_simple(vm, function, 0) && !native_function(vm, function) => asks(vm, function, &[]),
        _ => Asking::Engine,
    }
}

/// Handles the answer of the function of a `callable_iterator`.
pub(super) fn callable_answered(vm: &mut Vm, it: Value, reply: Reply) -> Res<Asking> {
    let (Reply::Answer(answer), &[_, sentinel]) = (reply, vm.heap.list(vm.heap.slot(it, 1))) else {
        return Ok(Asking::End);
    };
    let ends = match keys::plain_equal(vm, sentinel, answer) {
        Some(ends) => ends,
        None => vm.eq(sentinel, answer)?,
    };
    if !ends {
        return Ok(Asking::Item(answer));
    }
    end_callable(vm, it);
    Ok(Asking::End)
}

/// Ends a `callable_iterator` for good.
pub(super) fn end_callable(vm: &mut Vm, it: Value) {
    let state = vm.heap.slot(it, 1);
    vm.heap.list_clear(state);
}
