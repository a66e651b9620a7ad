//! Native iterators that call functions of the program, asked by a `for` loop.
//!
//! The loop calls the function in a frame of its own and gives its answer back to the iterator, which says what comes
//! next: an item, the end or another question. No library function runs between. What the iterator has taken for the
//! question waits in a slot of it, so while one question is open a second one goes through the engine.

use smallvec::SmallVec;
use ttd_core::value::Value;

use super::inner_next;
use crate::ops::{iter, keys};
use crate::types::itertools::asking as others;
use crate::vm::objects::bind_attr::method;
use crate::{Vm, ids, native::*};

/// Up to this many arguments are passed.
const MOST: usize = 4;

/// What an iterator does for its next item.
pub(crate) enum Asking {
    /// Gives it.
    Item(Value),
    /// Ends.
    End,
    /// Calls a function and goes on with its answer.
    Call(Question),
    /// Calls a function with these arguments and gives its answer.
    Pass(Value, SmallVec<[Value; MOST]>),
    /// Leaves it to its engine.
    Engine,
}

/// A call of a function in Python that takes exactly these arguments.
pub(crate) struct Question {
    /// The function.
    pub function: Value,
    args: [Value; MOST],
    count: usize,
}

impl Question {
    /// The arguments, with that of a bound method.
    pub(crate) fn args(&self) -> &[Value] {
        &self.args[..self.count]
    }

    /// Prepares a call; `None` unless it only needs a frame.
    pub(crate) fn new(vm: &Vm, callee: Value, given: &[Value]) -> Option<Question> {
        let mut question = Question { function: callee, args: [Value::NONE; MOST], count: 0 };
        if callee.is(ids::METHOD) {
            question.function = vm.heap.slot(callee, method::FUNC);
            question.push(vm.heap.slot(callee, method::SELF));
        }
        if given.len() + question.count > MOST || !question.function.is(ids::FUNCTION) {
            return None;
        }
        given.iter().for_each(|arg| question.push(*arg));
        let code = vm.loaded.codes[vm.heap.shape(question.function) as usize];
        (code.simple_args as usize == question.count).then_some(question)
    }

    /// Replaces the last argument.
    pub(crate) fn set_last(&mut self, arg: Value) {
        self.args[self.count - 1] = arg;
    }

    fn push(&mut self, arg: Value) {
        self.args[self.count] = arg;
        self.count += 1;
    }
}

/// Where an iterator keeps what a question about one item needs.
pub(crate) struct Layout {
    /// The slot of the function.
    pub function: usize,
    /// The slot of the inner iterator.
    pub inner: usize,
    /// The slot of the item that the question is about, UNBOUND without a question.
    pub asked: usize,
}

impl Layout {
    /// Takes an item and asks the function about it.
    pub(crate) fn ask(&self, vm: &mut Vm, it: Value) -> Res<Asking> {
        let slots = vm.heap.slots(it);
        let (function, inner) = (slots[self.function], slots[self.inner]);
        let open = !slots[self.asked].is_unbound();
        let Some(mut question) = Question::new(vm, function, &[Value::NONE]).filter(|_| !open) else {
            return Ok(Asking::Engine);
        };
        if !iter::plain_iterable(vm, inner) {
            return Ok(Asking::Engine);
        }
        let Some(item) = inner_next(vm, inner)? else { return Ok(Asking::End) };
        question.set_last(item);
        vm.heap.set_slot(it, self.asked, item);
        Ok(Asking::Call(question))
    }

    /// Takes back the item that was asked about.
    pub(crate) fn take(&self, vm: &mut Vm, it: Value) -> Value {
        let item = vm.heap.slot(it, self.asked);
        vm.heap.set_slot(it, self.asked, Value::UNBOUND);
        item
    }
}

const FILTER: Layout = Layout { function: 1, inner: 2, asked: 3 };

/// Begins the next item of an iterator with an engine.
pub(crate) fn begin(vm: &mut Vm, it: Value) -> Res<Asking> {
    match it.tid() {
        ids::FILTER => FILTER.ask(vm, it),
        ids::CALLABLE_ITER => Ok(match vm.heap.list(vm.heap.slot(it, 1)) {
            [] => Asking::End,
            [function, ..] => Question::new(vm, *function, &[]).map_or(Asking::Engine, Asking::Call),
        }),
        _ => others::begin(vm, it),
    }
}

/// Goes on with the answer to a question.
pub(crate) fn answered(vm: &mut Vm, it: Value, answer: Value) -> Res<Asking> {
    match it.tid() {
        ids::FILTER => {
            let item = FILTER.take(vm, it);
            if vm.truth(answer)? { Ok(Asking::Item(item)) } else { FILTER.ask(vm, it) }
        }
        ids::CALLABLE_ITER => {
            let state = vm.heap.slot(it, 1);
            let [_, sentinel] = *vm.heap.list(state) else { return Ok(Asking::End) };
            let ends = match keys::plain_equal(vm, sentinel, answer) {
                Some(ends) => ends,
                None => vm.eq(sentinel, answer)?,
            };
            if !ends {
                return Ok(Asking::Item(answer));
            }
            vm.heap.list_clear(state);
            Ok(Asking::End)
        }
        _ => others::answered(vm, it, answer),
    }
}

/// Whether the iterator takes a StopIteration of its function as its own end.
pub(crate) fn takes_stop(vm: &mut Vm, it: Value) -> bool {
    let takes = it.is(ids::CALLABLE_ITER);
    if takes {
        let state = vm.heap.slot(it, 1);
        vm.heap.list_clear(state);
    }
    takes
}
