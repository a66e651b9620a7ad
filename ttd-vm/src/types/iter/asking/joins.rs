//! Iterators that take an item of each of several inner iterators in turn: `map`, `zip`, `zip_longest` and `compress`.
//!
//! The state is the number of the inner iterator whose turn it is, behind it are the items so far. While a strict `zip`
//! checks that the others end with the first, the number is negative. That of all inner iterators says that the
//! function of a `map` is asked.

use smallvec::SmallVec;
use ttd_core::value::{TypeId, Value};

use super::layout::Layout;
use super::quick::Quick;
use super::{Asking, MOST, call};
use crate::types::iter::zip::{longer, shorter};
use crate::{Vm, ids, native::*};

/// The slots of `zip_longest`: the fill value and the number of inner iterators that have not ended.
const FILL: usize = 1;
const ACTIVE: usize = 2;

/// Whether iterators of this type join several.
#[inline]
pub(super) fn owns(tid: TypeId) -> bool {
    matches!(tid, ids::MAP | ids::ZIP | ids::ZIP_LONGEST | ids::COMPRESS)
}

/// Whether a `zip` checks that its inner iterators end together.
pub(super) fn is_strict(vm: &Vm, zip: Value) -> bool {
    vm.heap.slot(zip, 1) == Value::TRUE
}

#[inline]
fn turn_of(vm: &Vm, it: Value, layout: Layout) -> i64 {
    let state = vm.heap.slot(it, layout.state());
    if state.is_int() { state.as_int() } else { 0 }
}

#[inline]
fn set_turn(vm: &mut Vm, it: Value, layout: Layout, turn: i64) {
    vm.heap.set_slot(it, layout.state(), Value::int(turn));
}

#[inline]
fn count(layout: Layout) -> usize {
    layout.state() - layout.inner()
}

/// The slot of the inner iterator whose turn it is.
#[inline]
pub(super) fn inner_of(vm: &Vm, it: Value, layout: Layout) -> usize {
    layout.inner() + turn_of(vm, it, layout).unsigned_abs() as usize
}

/// Whether the function of a `map` is asked.
pub(super) fn function_is_asked(vm: &Vm, it: Value, layout: Layout) -> bool {
    turn_of(vm, it, layout) == count(layout) as i64
}

/// Handles an item of the inner iterator whose turn it is.
pub(super) fn took(vm: &mut Vm, it: Value, layout: Layout, item: Value) -> Res<Asking> {
    let (turn, state, count) = (turn_of(vm, it, layout), layout.state(), count(layout));
    if turn < 0 {
        layout.forget(vm, it);
        return Err(longer(vm, -turn as usize));
    }
    let turn = turn as usize;
    if turn + 1 < count {
        vm.heap.set_slot(it, state + 1 + turn, item);
        set_turn(vm, it, layout, turn as i64 + 1);
        return Ok(Asking::More);
    }
    let mut items: SmallVec<[Value; MOST]> = SmallVec::from_slice(&vm.heap.slots(it)[state + 1..state + count]);
    items.push(item);
    end_turns(vm, it, layout);
    match it.tid() {
        ids::ZIP | ids::ZIP_LONGEST => Ok(Asking::Item(vm.new_tuple(&items))),
        ids::COMPRESS => Ok(if vm.truth(item)? { Asking::Item(items[0]) } else { Asking::More }),
        _ => mapped(vm, it, layout, &items),
    }
}

/// Forgets whose turn it was, and the items.
#[inline]
fn end_turns(vm: &mut Vm, it: Value, layout: Layout) {
    match count(layout) {
        1 if vm.heap.slot(it, layout.state()).is_unbound() => {}
        count @ ..=MOST => vm.heap.write_slots(it, layout.state(), &[Value::UNBOUND; MOST][..count]),
        _ => layout.forget(vm, it),
    }
}

/// The short way after an item of a generator in a `zip` or `zip_longest`, if the next item is that of a generator too.
pub(super) fn after_item(vm: &mut Vm, it: Value, item: Value) -> Quick {
    let Some(layout) = Layout::of(vm, it) else { return Quick::No };
    let (state, count, slots) = (layout.state(), count(layout), vm.heap.slots(it));
    let turn = match slots[state] {
        turn if turn.is_int() && turn.as_int() >= 0 => turn.as_int() as usize,
        turn if turn.is_unbound() => 0,
        _ => return Quick::No,
    };
    if turn >= count || !slots[layout.inner() + turn].is(ids::GENERATOR) {
        return Quick::No;
    }
    if turn + 1 < count {
        let next = slots[layout.inner() + turn + 1];
        if !next.is(ids::GENERATOR) {
            return Quick::No;
        }
        vm.heap.set_slot(it, state + 1 + turn, item);
        set_turn(vm, it, layout, turn as i64 + 1);
        return Quick::Resume(next);
    }
    if count > MOST {
        return Quick::No;
    }
    let mut items = [item; MOST];
    items[..turn].copy_from_slice(&slots[state + 1..state + 1 + turn]);
    end_turns(vm, it, layout);
    Quick::Item(vm.new_tuple(&items[..count]))
}

fn mapped(vm: &mut Vm, it: Value, layout: Layout, items: &[Value]) -> Res<Asking> {
    let function = vm.heap.slot(it, 1);
    if !layout.can_be_inner() {
        vm.pending.question.set(function, &[]);
        return Ok(Asking::Pass(vm.new_tuple(items)));
    }
    let said = call(vm, function, items)?;
    if !matches!(said, Asking::Item(_)) {
        set_turn(vm, it, layout, items.len() as i64);
    }
    Ok(said)
}

/// Handles the end of the inner iterator whose turn it is.
pub(super) fn inner_ended(vm: &mut Vm, it: Value, layout: Layout) -> Res<Asking> {
    let turn = turn_of(vm, it, layout);
    if it.is(ids::ZIP_LONGEST) {
        return one_ended(vm, it, layout);
    }
    if it.is(ids::ZIP) && is_strict(vm, it) {
        if turn > 0 {
            layout.forget(vm, it);
            return Err(shorter(vm, turn as usize));
        }
        if (1 - turn) < count(layout) as i64 {
            set_turn(vm, it, layout, turn - 1);
            return Ok(Asking::More);
        }
    }
    layout.forget(vm, it);
    Ok(Asking::End)
}

/// Whether all inner iterators of a `zip_longest` have ended.
pub(super) fn longest_is_over(vm: &Vm, it: Value) -> bool {
    vm.heap.slot(it, ACTIVE) == Value::int(0)
}

/// Ends a `zip_longest` for good.
pub(super) fn end_longest(vm: &mut Vm, it: Value) {
    vm.heap.set_slot(it, ACTIVE, Value::int(0));
}

fn one_ended(vm: &mut Vm, it: Value, layout: Layout) -> Res<Asking> {
    let inner = inner_of(vm, it, layout);
    if !vm.heap.slot(it, inner).is_none() {
        let active = vm.heap.slot(it, ACTIVE).as_int() - 1;
        vm.heap.set_slot(it, ACTIVE, Value::int(active.max(0)));
        vm.heap.set_slot(it, inner, Value::NONE);
    }
    if longest_is_over(vm, it) {
        layout.forget(vm, it);
        return Ok(Asking::End);
    }
    let fill = vm.heap.slot(it, FILL);
    took(vm, it, layout, fill)
}
