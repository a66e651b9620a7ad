//! The steps of tasks. `interp/generators/steps.rs` resumes the coroutine and asks here how to go on when it stops.

use ttd_core::value::Value;

use super::callbacks::{self, Left};
use super::future::{self, BLOCKING, EAGER, LOOP, MUST_CANCEL, field, flag, has};
use super::task::{CONT, CONTEXT, CORO, WAITER, is_task, step_soon};
use super::{future_attrs, state, task};
use crate::vm::{Resume, Tail};
use crate::{Vm, ids, native::*};

/// What is to be done after a step.
pub(crate) enum After {
    /// Nothing: the step gives None.
    Done,
    /// A call of a function in Python, which gives None.
    Call(Value, Vec<Value>),
    /// The exception leaves the step as well.
    Raise(Value),
}

impl From<Left> for After {
    fn from(left: Left) -> After {
        match left {
            None => After::Done,
            Some((function, args)) => After::Call(function, args),
        }
    }
}

/// Keeps what becomes of the result of a step.
pub(crate) fn save_cont(vm: &mut Vm, task: Value, code: i64) {
    vm.heap.set_slot(task, CONT, Value::int(code));
}

/// What becomes of the result of a step that has ended.
pub(crate) fn saved_cont(vm: &Vm, task: Value) -> i64 {
    field(vm, task, CONT).as_int()
}

/// A function bound to a task: `task_wakeup` or `task_step`.
pub(super) fn bound_to(vm: &mut Vm, task: Value, wakes: bool) -> Value {
    let (field, function) = if wakes { (task::WAKEUP, state::WAKEUP) } else { (task::STEP, state::STEP) };
    let known = vm.heap.slot(task, field);
    if known.is(ids::BUILTIN) {
        return known;
    }
    let id = vm.heap.shape(state::get(vm, function));
    let made = vm.heap.new_slots_from(ids::BUILTIN, id, &[task]);
    vm.heap.set_slot(task, field, made);
    made
}

pub(super) fn bound(vm: &mut Vm, args: Args) -> Res {
    let wakes = args.get(1) == Value::TRUE;
    Ok(bound_to(vm, args.get(0), wakes))
}

pub(super) fn step(vm: &mut Vm, args: Args) -> Res {
    let exc = args.opt(1).filter(|v| !v.is_none());
    Err(begin(vm, args.get(0), exc))
}

/// Begins a step of a task, with an exception to raise in it.
fn begin(vm: &mut Vm, task: Value, exc: Option<Value>) -> Trap {
    if !future::is_pending(vm, task) || field(vm, task, LOOP).is_unbound() {
        return state::refuse(vm, "done", &[task, exc.unwrap_or(Value::NONE)]);
    }
    let exc = with_cancellation(vm, task, exc);
    vm.heap.set_slot(task, WAITER, Value::NONE);
    let event_loop = field(vm, task, LOOP);
    if !state::enter(vm, event_loop, task) {
        let other = state::current(vm, event_loop);
        return state::refuse(vm, "enter", &[task, other]);
    }
    resume(vm, task, exc)
}

/// What is raised in the coroutine, if the task is to be cancelled.
fn with_cancellation(vm: &mut Vm, task: Value, exc: Option<Value>) -> Option<Value> {
    if !has(vm, task, MUST_CANCEL) {
        return exc;
    }
    flag(vm, task, MUST_CANCEL, false);
    let class = state::get(vm, state::CANCELLED);
    match exc.filter(|exc| vm.is_instance(*exc, class)) {
        Some(exc) => Some(exc),
        None => Some(future::cancelled_error(vm, task)),
    }
}

fn resume(vm: &mut Vm, task: Value, exc: Option<Value>) -> Trap {
    let coro = field(vm, task, CORO);
    if !vm.is_generator(coro) {
        let function = state::get(vm, state::FOREIGN_STEP);
        return vm.tail_call(function, &[task, exc.unwrap_or(Value::NONE)]);
    }
    let with = exc.map_or(Resume::Send(Value::NONE), Resume::Throw);
    vm.tail_of(Tail::Step { task, coro, with })
}

pub(super) fn eager_step(vm: &mut Vm, args: Args) -> Res {
    flag(vm, args.get(0), EAGER, true);
    Err(resume(vm, args.get(0), None))
}

pub(super) fn wakeup(vm: &mut Vm, args: Args) -> Res {
    let (task, fut) = (args.get(0), args.get(1));
    if future::is_future(vm, fut) {
        future_attrs::drop_waiter(vm, fut, task)?;
    }
    if !state::is_exact(vm, fut) {
        let function = state::get(vm, state::FOREIGN_WAKEUP);
        return Err(vm.tail_call(function, &[task, fut]));
    }
    let exc = future::outcome(vm, fut, "Result is not set.").err();
    Err(begin(vm, task, exc))
}

/// The task runs no longer.
fn leave(vm: &mut Vm, task: Value) {
    if has(vm, task, EAGER) {
        return flag(vm, task, EAGER, false);
    }
    let event_loop = field(vm, task, LOOP);
    state::leave(vm, event_loop, task);
}

/// The coroutine returned.
pub(crate) fn returned(vm: &mut Vm, task: Value, value: Value) -> After {
    leave(vm, task);
    if has(vm, task, MUST_CANCEL) {
        flag(vm, task, MUST_CANCEL, false);
        let message = field(vm, task, future::MESSAGE);
        future::mark_cancelled(vm, task, message);
    } else if future::is_pending(vm, task) {
        future::finish(vm, task, value);
    }
    callbacks::schedule_native(vm, task, Value::NONE).into()
}

/// An exception left the coroutine.
pub(crate) fn raised(vm: &mut Vm, task: Value, exc: Value) -> After {
    // What an awaited object raises when it was thrown into and ends.
    if vm.is_instance(exc, vm.types.stop_iteration) {
        let value = vm.stop_value(exc);
        return returned(vm, task, value);
    }
    leave(vm, task);
    let class = state::get(vm, state::CANCELLED);
    if vm.is_instance(exc, class) {
        vm.heap.set_slot(task, future::CANCELLED_EXC, exc);
        future::mark_cancelled(vm, task, Value::NONE);
        return callbacks::schedule_native(vm, task, Value::NONE).into();
    }
    if future::is_pending(vm, task) {
        future::fail(vm, task, exc);
    }
    let left = callbacks::schedule_native(vm, task, Value::NONE);
    let ends = [vm.types.keyboard_interrupt, vm.types.system_exit];
    if !ends.iter().any(|class| vm.is_instance(exc, *class)) {
        return left.into();
    }
    if let Some((function, args)) = left {
        // The loop is not the library's, and is about to end: its `call_soon` is waited for.
        let _ = vm.call(function, &args);
    }
    After::Raise(exc)
}

/// The coroutine yielded.
pub(crate) fn yielded(vm: &mut Vm, task: Value, value: Value) -> After {
    leave(vm, task);
    if value.is_none() {
        return step_soon(vm, task).into();
    }
    let waits = state::is_exact(vm, value)
        && value != task
        && field(vm, value, LOOP) == field(vm, task, LOOP)
        && has(vm, value, BLOCKING)
        && !has(vm, task, MUST_CANCEL);
    if !waits {
        return After::Call(state::get(vm, state::HANDLE_RESULT), vec![task, value]);
    }
    // Tasks of derived classes may have a `__hash__` in Python, which a set of them asks.
    if future_attrs::add_waiter(vm, value, task).is_err() {
        return After::Call(state::get(vm, state::HANDLE_RESULT), vec![task, value]);
    }
    flag(vm, value, BLOCKING, false);
    vm.heap.set_slot(task, WAITER, value);
    let (wakeup, context) = (bound_to(vm, task, true), field(vm, task, CONTEXT));
    callbacks::add(vm, value, wakeup, context).into()
}

fn ended(vm: &mut Vm, after: After) -> Res {
    match after {
        After::Done => Ok(Value::NONE),
        After::Call(function, args) => Err(vm.tail_call(function, &args)),
        After::Raise(exc) => Err(Trap::Raise(exc)),
    }
}

pub(super) fn native_returned(vm: &mut Vm, args: Args) -> Res {
    let after = returned(vm, args.get(0), args.get(1));
    ended(vm, after)
}

pub(super) fn native_raised(vm: &mut Vm, args: Args) -> Res {
    let after = raised(vm, args.get(0), args.get(1));
    ended(vm, after)
}

pub(super) fn native_yielded(vm: &mut Vm, args: Args) -> Res {
    let after = yielded(vm, args.get(0), args.get(1));
    ended(vm, after)
}

/// Whether it is a step of a task, or what wakes one: those only push a frame, or hand over to Python.
pub(super) fn is_step(vm: &Vm, callable: Value) -> bool {
    callable.is(ids::BUILTIN)
        && !vm.heap.slot(callable, 0).is_unbound()
        && [state::STEP, state::WAKEUP]
            .into_iter()
            .map(|at| state::get(vm, at))
            .any(|known| known.is(ids::BUILTIN) && vm.heap.shape(known) == vm.heap.shape(callable))
        && is_task(vm, vm.heap.slot(callable, 0))
}
