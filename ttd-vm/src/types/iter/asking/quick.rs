//! Short ways for what loops ask most: `enumerate`, `zip`, `map`, `filter`, `chain` and `islice` over generators.

use ttd_core::value::Value;

use super::layout::Layout;
use crate::types::iter::{FIRST, enumerate};
use crate::types::itertools::asking::{active_of_chain, count_of_slice, slice_goes_on};
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
        ids::ENUMERATE => slots[1],
        ids::MAP | ids::ZIP if slots[Layout::of(vm, it)?.state()].is_unbound() => slots[FIRST],
        ids::CHAIN => active_of_chain(slots),
        ids::FILTER if Layout::of(vm, it).is_some_and(|layout| !layout.is_open(vm, it)) => slots[2],
        ids::ISLICE if slice_goes_on(slots) => slots[1],
        _ => return None,
    };
    inner.is(ids::GENERATOR).then_some(inner)
}

/// The next pair of an `enumerate` or a `zip` of two over generators, given what the last of them yielded.
#[inline]
pub(crate) fn pair(vm: &mut Vm, it: Value, yielded: Value) -> Res<Option<[Value; 2]>> {
    let slots = vm.heap.slots(it);
    match it.tid() {
        ids::ENUMERATE if slots[1].is(ids::GENERATOR) => enumerate::numbered(vm, it, yielded).map(Some),
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
            if !turn.is_unbound() || !second.is(ids::GENERATOR) {
                return Quick::No;
            }
            vm.heap.write_slots(it, FIRST + 2, &[Value::int(1), answer]);
            Quick::Resume(second)
        }
        _ => Quick::No,
    }
}
