//! Asking tasks to end.

use ttd_core::value::Value;

use super::future::{self, MESSAGE, MUST_CANCEL, field, flag};
use super::task::{CANCELS, WAITER, is_task};
use super::{callbacks, state};
use crate::{Vm, native::*};

pub(super) fn cancel(vm: &mut Vm, args: Args) -> Res {
    let (mut task, message) = (args.get(0), args.opt(1).unwrap_or(Value::NONE));
    // A task that waits for another asks that one.
    loop {
        future::alive(vm, task)?;
        flag(vm, task, future::LOG_TRACEBACK, false);
        if !future::is_pending(vm, task) {
            return Ok(Value::FALSE);
        }
        let count = field(vm, task, CANCELS);
        let count = if count.is_int() { count.as_int() } else { 0 };
        vm.heap.set_slot(task, CANCELS, Value::int(count + 1));
        let waiter = field(vm, task, WAITER);
        if waiter.is_none() || waiter.is_unbound() {
            must_cancel(vm, task, message);
            return Ok(Value::TRUE);
        }
        let exact = state::is_exact(vm, waiter);
        if !exact || is_task(vm, waiter) && !future::is_pending(vm, waiter) {
            let function = state::get(vm, state::CANCEL_WAITER);
            return Err(vm.tail_call(function, &[task, message]));
        }
        if !is_task(vm, waiter) {
            if future::mark_cancelled(vm, waiter, message) {
                return callbacks::schedule(vm, waiter, Value::TRUE);
            }
            must_cancel(vm, task, message);
            return Ok(Value::TRUE);
        }
        task = waiter;
    }
}

/// A task is cancelled at its next step.
pub(super) fn must_cancel(vm: &mut Vm, task: Value, message: Value) {
    flag(vm, task, MUST_CANCEL, true);
    vm.heap.set_slot(task, MESSAGE, message);
}

pub(super) fn cancelling(vm: &mut Vm, args: Args) -> Res {
    let count = field(vm, args.get(0), CANCELS);
    Ok(if count.is_unbound() { Value::int(0) } else { count })
}

pub(super) fn uncancel(vm: &mut Vm, args: Args) -> Res {
    let task = args.get(0);
    let Some(count) = Some(field(vm, task, CANCELS)).filter(|v| v.is_int() && v.as_int() > 0) else {
        return Ok(Value::int(0));
    };
    let left = Value::int(count.as_int() - 1);
    vm.heap.set_slot(task, CANCELS, left);
    if left == Value::int(0) {
        flag(vm, task, MUST_CANCEL, false);
    }
    Ok(left)
}
