//! Native iterators that need code of the program for an item, asked by a `for` loop or for a call of `next`.
//!
//! What asks resumes the generator or calls the function in a frame of its own and gives the result back to the
//! iterator, which says what comes next: an item, the end or another question. No library function runs between.
//! Iterators may be nested: a question of an inner one goes out through all outer ones, and the reply comes in the same
//! way.
//!
//! Such an iterator has slots behind those that its engine knows: the first says whether, and which, inner
//! iterator was asked. While one question is open, another loop over the same iterator goes through the engine.

mod function;
mod joins;
mod layout;
pub(crate) mod quick;
mod steps;

use ttd_core::value::Value;

use super::inner_next;
use crate::ops::iter;
use crate::vm::Tail;
use crate::vm::objects::generator_layout::FINISHED;
use crate::{Vm, ids, native::*};

pub(crate) use function::{MOST, call, is_simple, unbound};
use layout::Layout;
pub(crate) use layout::{assemble, engine_slots};
pub(crate) use steps::about;

/// What an iterator does for its next item. The function of a call, and few arguments, are in `Vm::pending.question`:
/// what fits into two registers is passed on quickly.
#[derive(Clone, Copy)]
pub(crate) enum Asking {
    /// Gives it.
    Item(Value),
    /// Takes another item of its inner iterator; no caller outside sees this.
    More,
    /// Ends.
    End,
    /// Calls the function with the arguments and goes on with its answer.
    Call,
    /// Calls the function with the items of a tuple and goes on with its answer.
    CallMany(Value),
    /// Calls the function, which may be anything, with the items of a tuple and gives the answer. Only the loop's own
    /// iterator does.
    Pass(Value),
    /// Resumes a generator and goes on with what it yields.
    Resume(Value),
    /// Leaves it to its engine; nothing was done yet.
    Engine,
}

/// What came of a question.
#[derive(Clone, Copy)]
pub(crate) enum Reply {
    /// The function's answer, or what the generator yielded.
    Answer(Value),
    /// The generator has ended.
    End,
}

/// Begins the next item of an iterator with an engine.
pub(crate) fn begin(vm: &mut Vm, it: Value) -> Res<Asking> {
    if it.is(ids::CALLABLE_ITER) {
        return Ok(steps::begin_callable(vm, it));
    }
    let Some(layout) = Layout::of(vm, it) else { return Ok(Asking::Engine) };
    if layout.is_open(vm, it) {
        return Ok(Asking::Engine);
    }
    match steps::before_items(vm, it, layout)? {
        Asking::More => {}
        asking => return Ok(asking),
    }
    let inner = steps::inner_of(vm, it, layout);
    let said = from_inner(vm, inner)?;
    go_on(vm, it, layout, inner, said)
}

/// Goes on after the reply to a question.
pub(crate) fn reply(vm: &mut Vm, it: Value, reply: Reply) -> Res<Asking> {
    let Some(layout) = Layout::of(vm, it) else { return steps::callable_answered(vm, it, reply) };
    if steps::function_is_asked(vm, it, layout) {
        let Reply::Answer(answer) = reply else { return Ok(Asking::End) };
        match steps::function_answered(vm, it, layout, answer)? {
            Asking::More => {}
            asking => return Ok(asking),
        }
        let inner = steps::inner_of(vm, it, layout);
        let said = from_inner(vm, inner)?;
        return go_on(vm, it, layout, inner, said);
    }
    let inner = steps::inner_of(vm, it, layout);
    let said = match reply {
        _ if has_steps(vm, inner) => match self::reply(vm, inner, reply)? {
            // What is taken from the others already cannot be given back.
            Asking::Engine => vm.next(inner)?.map_or(Asking::End, Asking::Item),
            said => said,
        },
        Reply::Answer(item) => Asking::Item(item),
        Reply::End => Asking::End,
    };
    go_on(vm, it, layout, inner, said)
}

/// Handles what the inner iterator said, until it has to ask or the next item is there.
fn go_on(vm: &mut Vm, it: Value, layout: Layout, mut inner: Value, mut said: Asking) -> Res<Asking> {
    let mut turns = 0u32;
    loop {
        let asking = match said {
            Asking::Item(item) => {
                layout.close(vm, it);
                steps::took(vm, it, layout, item)?
            }
            Asking::End => {
                layout.close(vm, it);
                steps::inner_ended(vm, it, layout)?
            }
            // While its generator runs, nobody else can ask for an item.
            Asking::Resume(generator) if generator == inner => return Ok(said),
            Asking::Engine => return Ok(said),
            _ => {
                layout.open(vm, it);
                return Ok(said);
            }
        };
        if !matches!(asking, Asking::More) {
            return Ok(asking);
        }
        turns += 1;
        if turns.is_multiple_of(1000) {
            vm.check_interrupt()?;
        }
        inner = steps::inner_of(vm, it, layout);
        said = from_inner(vm, inner)?;
    }
}

/// Begins the next item of an inner iterator.
fn from_inner(vm: &mut Vm, inner: Value) -> Res<Asking> {
    if inner.is(ids::GENERATOR) {
        let ended = vm.generator_state(inner) == FINISHED;
        return Ok(if ended { Asking::End } else { Asking::Resume(inner) });
    }
    if iter::plain_iterable(vm, inner) {
        return Ok(inner_next(vm, inner)?.map_or(Asking::End, Asking::Item));
    }
    // What was asked before has ended this iterator.
    if inner.is_none() {
        return Ok(Asking::End);
    }
    if inner.is(ids::INST) {
        let class = vm.type_of(inner);
        if let Some(next) = vm.lookup(class, vm.names.next) {
            if next.is(ids::METHOD_DESC) {
                return from_native_method(vm, next, inner);
            }
            if is_simple(vm, next, 1) {
                return Ok(function::asks(vm, next, &[inner]));
            }
        }
    } else if has_steps(vm, inner) {
        match begin(vm, inner)? {
            Asking::Engine => {}
            asking => return Ok(asking),
        }
    }
    Ok(vm.next(inner)?.map_or(Asking::End, Asking::Item))
}

/// Asks an instance whose `__next__` is native, and ends without an exception that anybody sees, or hands over.
fn from_native_method(vm: &mut Vm, next: Value, inner: Value) -> Res<Asking> {
    match vm.call_method_descriptor(next, &[inner], &[]) {
        Ok(item) => Ok(Asking::Item(item)),
        Err(Trap::Raise(exc)) if vm.is_instance(exc, vm.types.stop_iteration) => Ok(Asking::End),
        Err(Trap::Tail) => match vm.pending.tail.take() {
            Some(Tail::Call { func, args, kw }) if kw.is_empty() && is_simple(vm, func, args.len()) => {
                Ok(function::asks(vm, func, &args))
            }
            tail => {
                vm.pending.tail = tail;
                let item = vm.wait_for_tail();
                Ok(vm.catch(item, vm.types.stop_iteration)?.map_or(Asking::End, Asking::Item))
            }
        },
        Err(trap) => Err(trap),
    }
}

/// Whether an iterator takes replies itself.
fn has_steps(vm: &Vm, it: Value) -> bool {
    it.is(ids::CALLABLE_ITER) || Layout::of(vm, it).is_some_and(Layout::can_be_inner)
}

/// Whether a loop can ask an iterator.
#[inline]
pub(crate) fn can_be_asked(vm: &Vm, it: Value) -> bool {
    it.is(ids::CALLABLE_ITER) || Layout::of(vm, it).is_some()
}

/// Whether an iterator can be asked as an inner one.
pub(crate) fn can_be_inner(vm: &Vm, it: Value) -> bool {
    it.is(ids::GENERATOR) || it.is(ids::INST) || has_steps(vm, it) || iter::plain_iterable(vm, it)
}

/// Whether an iterator ends, or goes on, without a StopIteration that its inner iterator raised.
pub(crate) fn swallows_stop(vm: &Vm, it: Value) -> bool {
    match it.tid() {
        ids::CHAIN | ids::GROUPBY | ids::GROUPER | ids::BATCHED | ids::CYCLE | ids::TEE | ids::ZIP_LONGEST => true,
        ids::ZIP => joins::is_strict(vm, it),
        _ => false,
    }
}

/// Goes on after the function that was asked, or the inner iterator, raised StopIteration. `None` if the iterator just
/// passes it on.
pub(crate) fn stopped(vm: &mut Vm, it: Value) -> Option<Res<Asking>> {
    let Some(layout) = Layout::of(vm, it) else {
        if !it.is(ids::CALLABLE_ITER) {
            return None;
        }
        steps::end_callable(vm, it);
        return Some(Ok(Asking::End));
    };
    if steps::function_is_asked(vm, it, layout) {
        return None;
    }
    let inner = steps::inner_of(vm, it, layout);
    let said = match stopped(vm, inner) {
        Some(Ok(said)) => said,
        Some(trap) => return Some(trap),
        None if swallows_stop(vm, it) => {
            failed(vm, inner);
            Asking::End
        }
        None => return None,
    };
    Some(go_on(vm, it, layout, inner, said))
}

/// Takes back an open question after an exception.
pub(crate) fn failed(vm: &mut Vm, it: Value) {
    let Some(layout) = Layout::of(vm, it) else { return };
    if !steps::function_is_asked(vm, it, layout) {
        let inner = steps::inner_of(vm, it, layout);
        failed(vm, inner);
        steps::inner_failed(vm, it);
    }
    layout.forget(vm, it);
}
