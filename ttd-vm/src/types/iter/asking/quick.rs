//! Short ways for what is asked most: iterators over generators.

use ttd_core::value::Value;

use super::joins;
use super::layout::Layout;
use crate::ops::iter::sequence_items;
use crate::types::iter::{FIRST, common_next, enumerate};
use crate::types::itertools::asking::{PREVIOUS, SAVED, active_of_chain, count_of_slice, slice_goes_on, total};
use crate::types::itertools::{repeated, saved_item};
use crate::{Vm, ids, native::*};

/// What a short way leads to.
pub(crate) enum Quick {
    /// The next item.
    Item(Value),
    /// The generator to resume.
    Resume(Value),
    /// The function to call with the item.
    Call(Value),
    /// The question about another item.
    Again,
    /// There is none.
    No,
}

/// The generator that gives an iterator's next item, if nothing else has to be done first.
#[inline]
pub(crate) fn generator_of(vm: &Vm, it: Value) -> Option<Value> {
    let slots = vm.heap.slots(it);
    let inner = match it.tid() {
        ids::ENUMERATE | ids::PAIRWISE | ids::CYCLE => slots[1],
        // Engine, data, selectors, the state, an item.
        ids::COMPRESS if slots.get(3)?.is_unbound() => slots[1],
        ids::ACCUMULATE if slots[total::INITIAL].is_none() && slots.get(total::STATE)?.is_unbound() => {
            slots[total::INNER]
        }
        ids::MAP | ids::ZIP if slots[Layout::of(vm, it)?.state()].is_unbound() => slots[FIRST],
        ids::ZIP_LONGEST if slots[Layout::of(vm, it)?.state()].is_unbound() && !joins::longest_is_over(vm, it) => {
            slots[3]
        }
        ids::CHAIN => active_of_chain(slots),
        ids::FILTER if Layout::of(vm, it).is_some_and(|layout| !layout.is_open(vm, it)) => slots[2],
        ids::ISLICE if slice_goes_on(slots) => slots[1],
        _ => return None,
    };
    inner.is(ids::GENERATOR).then_some(inner)
}

/// The next item of an iterator that has it at hand: a `chain` over a list and the like, a `cycle` that repeats, a
/// `repeat`.
#[inline]
pub(crate) fn at_hand(vm: &mut Vm, it: Value) -> Option<Value> {
    match it.tid() {
        ids::CHAIN => {
            let active = active_of_chain(vm.heap.slots(it));
            if active.is(ids::GENERATOR) || !active.is_obj() {
                return None;
            }
            common_next(vm, active).flatten()
        }
        ids::CYCLE if vm.heap.slot(it, 1).is_none() => saved_item(vm, it),
        ids::REPEAT => repeated(vm, it),
        _ => None,
    }
}

/// The next pair of an `enumerate` or a `zip` of two over generators, given what the last of them yielded.
#[inline]
pub(crate) fn pair(vm: &mut Vm, it: Value, yielded: Value) -> Res<Option<[Value; 2]>> {
    let slots = vm.heap.slots(it);
    match it.tid() {
        ids::ENUMERATE if slots[1].is(ids::GENERATOR) => enumerate::numbered(vm, it, yielded).map(Some),
        ids::PAIRWISE if slots[1].is(ids::GENERATOR) && !slots[PREVIOUS].is_unbound() => {
            let previous = slots[PREVIOUS];
            vm.heap.set_slot(it, PREVIOUS, yielded);
            Ok(Some([previous, yielded]))
        }
        // Engine, strict, two iterators, the state, two items.
        ids::ZIP if slots.len() == FIRST + 5 && slots[FIRST + 1].is(ids::GENERATOR) => {
            let (turn, first) = (slots[FIRST + 2], slots[FIRST + 3]);
            if turn != Value::int(1) {
                return Ok(None);
            }
            vm.heap.write_slots(it, FIRST + 2, &[Value::UNBOUND; 2]);
            Ok(Some([first, yielded]))
        }
        _ => Ok(None),
    }
}

/// What follows what a generator yielded, or the answer of a function.
#[inline]
pub(crate) fn after(vm: &mut Vm, it: Value, answer: Value) -> Quick {
    let slots = vm.heap.slots(it);
    match it.tid() {
        ids::CHAIN if active_of_chain(slots).is(ids::GENERATOR) => Quick::Item(answer),
        ids::COMPRESS if slots[3].is_unbound() && slots[1].is(ids::GENERATOR) => selected(vm, slots[2], answer),
        ids::CYCLE if slots[1].is(ids::GENERATOR) => {
            vm.heap.list_push(slots[SAVED], answer);
            Quick::Item(answer)
        }
        ids::ACCUMULATE if slots[total::INNER].is(ids::GENERATOR) && slots[total::FUNCTION].is_none() => {
            let total = slots[total::TOTAL];
            let sum = if total.is_unbound() { Some(answer) } else { added(total, answer) };
            let Some(sum) = sum else { return Quick::No };
            vm.heap.set_slot(it, total::TOTAL, sum);
            Quick::Item(sum)
        }
        ids::ISLICE if slots[1].is(ids::GENERATOR) => {
            if count_of_slice(vm, it) {
                Quick::Item(answer)
            } else {
                Quick::No
            }
        }
        // Engine, function, iterator, the state, the item.
        ids::FILTER if slots.len() == 5 && slots[3].is_unbound() => {
            let (function, item) = (slots[1], slots[4]);
            if item.is_unbound() {
                if !function.is(ids::FUNCTION) {
                    return Quick::No;
                }
                vm.heap.set_slot(it, 4, answer);
                return Quick::Call(function);
            }
            if !answer.is_bool() {
                return Quick::No;
            }
            vm.heap.set_slot(it, 4, Value::UNBOUND);
            if answer == Value::TRUE { Quick::Item(item) } else { Quick::Again }
        }
        // Engine, function, one iterator, the state, room for an item.
        ids::MAP if slots.len() == FIRST + 3 => match slots[FIRST + 1] {
            Value::UNBOUND if Layout::of(vm, it).is_some_and(Layout::can_be_inner) => {
                let function = slots[1];
                if !function.is(ids::FUNCTION) {
                    return Quick::No;
                }
                vm.heap.set_slot(it, FIRST + 1, Value::int(1));
                Quick::Call(function)
            }
            turn if turn == Value::int(1) => {
                vm.heap.set_slot(it, FIRST + 1, Value::UNBOUND);
                Quick::Item(answer)
            }
            _ => Quick::No,
        },
        ids::ZIP if slots.len() == FIRST + 5 => {
            let (second, turn) = (slots[FIRST + 1], slots[FIRST + 2]);
            if !turn.is_unbound() || !second.is(ids::GENERATOR) || !slots[FIRST].is(ids::GENERATOR) {
                return Quick::No;
            }
            vm.heap.write_slots(it, FIRST + 2, &[Value::int(1), answer]);
            Quick::Resume(second)
        }
        ids::ZIP | ids::ZIP_LONGEST => joins::after_item(vm, it, answer),
        _ => Quick::No,
    }
}

/// Gives an item of `compress` if the next selector says so, and that is known without code of the program.
fn selected(vm: &mut Vm, selectors: Value, item: Value) -> Quick {
    match next_of_sequence(vm, selectors).and_then(|next| vm.plain_truth(next)) {
        Some(is_selected) => {
            common_next(vm, selectors);
            if is_selected { Quick::Item(item) } else { Quick::Again }
        }
        None => Quick::No,
    }
}

/// What an iterator over a list or a tuple gives next.
fn next_of_sequence(vm: &Vm, it: Value) -> Option<Value> {
    if !it.is(ids::LIST_ITER) && !it.is(ids::TUPLE_ITER) {
        return None;
    }
    let [sequence, at] = *vm.heap.slots(it) else { return None };
    if sequence.is_unbound() {
        return None;
    }
    sequence_items(vm, sequence).get(at.as_int() as usize).copied()
}

/// The sum of two inline integers.
fn added(a: Value, b: Value) -> Option<Value> {
    if Value::both_int(a, b) { Value::try_int(a.as_int() + b.as_int()) } else { None }
}
