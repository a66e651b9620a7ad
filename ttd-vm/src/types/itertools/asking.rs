//! The iterators that call functions of the program, asked by a `for` loop: see `types/iter/asking.rs`.

use ttd_core::value::Value;

use super::group;
use crate::ops::iter;
use crate::types::iter::asking::{Asking, Layout, Question};
use crate::types::iter::inner_next;
use crate::{Vm, ids, native::*};

const FILTERFALSE: Layout = Layout { function: 1, inner: 2, asked: 3 };
/// `takewhile` and `dropwhile`; slot 3 says whether it has ended or begun.
const WHILE: Layout = Layout { function: 1, inner: 2, asked: 4 };
const TURNED: usize = 3;

/// Slots of `accumulate`.
mod total {
    pub(super) const INNER: usize = 1;
    pub(super) const FUNCTION: usize = 2;
    pub(super) const TOTAL: usize = 3;
    pub(super) const INITIAL: usize = 4;
}

/// Begins the next item.
pub(crate) fn begin(vm: &mut Vm, it: Value) -> Res<Asking> {
    let turned = |vm: &Vm| vm.heap.slot(it, TURNED) == Value::TRUE;
    match it.tid() {
        ids::FILTERFALSE => FILTERFALSE.ask(vm, it),
        ids::TAKEWHILE if turned(vm) => Ok(Asking::End),
        ids::DROPWHILE if turned(vm) => {
            let inner = vm.heap.slot(it, WHILE.inner);
            if !iter::plain_iterable(vm, inner) {
                return Ok(Asking::Engine);
            }
            Ok(inner_next(vm, inner)?.map_or(Asking::End, Asking::Item))
        }
        ids::TAKEWHILE | ids::DROPWHILE => WHILE.ask(vm, it),
        ids::ACCUMULATE => accumulate(vm, it),
        ids::STARMAP => starmap(vm, it),
        ids::GROUPBY => group::begin(vm, it),
        ids::GROUPER => group::LAYOUT_OF_GROUP.ask(vm, it),
        _ => Ok(Asking::Engine),
    }
}

/// Goes on with the answer to a question.
pub(crate) fn answered(vm: &mut Vm, it: Value, answer: Value) -> Res<Asking> {
    match it.tid() {
        ids::FILTERFALSE => {
            let item = FILTERFALSE.take(vm, it);
            if vm.truth(answer)? { FILTERFALSE.ask(vm, it) } else { Ok(Asking::Item(item)) }
        }
        ids::TAKEWHILE => {
            let item = WHILE.take(vm, it);
            if vm.truth(answer)? {
                return Ok(Asking::Item(item));
            }
            vm.heap.set_slot(it, TURNED, Value::TRUE);
            Ok(Asking::End)
        }
        ids::DROPWHILE => {
            let item = WHILE.take(vm, it);
            if vm.truth(answer)? {
                return WHILE.ask(vm, it);
            }
            vm.heap.set_slot(it, TURNED, Value::TRUE);
            Ok(Asking::Item(item))
        }
        ids::ACCUMULATE => {
            vm.heap.set_slot(it, total::TOTAL, answer);
            Ok(Asking::Item(answer))
        }
        ids::GROUPBY => group::answered(vm, it, answer),
        ids::GROUPER => group::answered_in_group(vm, it, answer),
        _ => Ok(Asking::Item(answer)),
    }
}

fn accumulate(vm: &mut Vm, it: Value) -> Res<Asking> {
    let slots = vm.heap.slots(it);
    let (inner, function) = (slots[total::INNER], slots[total::FUNCTION]);
    let (total, initial) = (slots[total::TOTAL], slots[total::INITIAL]);
    let question = Question::new(vm, function, &[total, Value::NONE]);
    let Some(mut question) = question.filter(|_| iter::plain_iterable(vm, inner)) else { return Ok(Asking::Engine) };
    if !initial.is_none() {
        vm.heap.set_slot(it, total::INITIAL, Value::NONE);
        vm.heap.set_slot(it, total::TOTAL, initial);
        return Ok(Asking::Item(initial));
    }
    let Some(item) = inner_next(vm, inner)? else { return Ok(Asking::End) };
    if total.is_unbound() {
        vm.heap.set_slot(it, total::TOTAL, item);
        return Ok(Asking::Item(item));
    }
    question.set_last(item);
    Ok(Asking::Call(question))
}

fn starmap(vm: &mut Vm, it: Value) -> Res<Asking> {
    let (function, inner) = (vm.heap.slot(it, 1), vm.heap.slot(it, 2));
    if !iter::plain_iterable(vm, inner) {
        return Ok(Asking::Engine);
    }
    let Some(given) = inner_next(vm, inner)? else { return Ok(Asking::End) };
    let args = if given.is(ids::TUPLE) { vm.heap.tuple(given).into() } else { vm.collect(given)?.into() };
    Ok(Asking::Pass(function, args))
}
