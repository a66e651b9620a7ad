//! The attributes of futures, and who awaits them.

use ttd_core::value::Value;

use super::future::{self, AWAITED_BY, BLOCKING, CALLBACKS, LOG_TRACEBACK, LOOP, MESSAGE, SOURCE, field, flag, has};
use crate::{Vm, ids, native::*};

/// A field as programs see it.
pub(super) fn shown(vm: &Vm, fut: Value, at: usize) -> Res {
    let value = field(vm, fut, at);
    Ok(if value.is_unbound() { Value::NONE } else { value })
}

pub(super) fn blocking(vm: &mut Vm, fut: Value) -> Res {
    Ok(Value::bool(has(vm, fut, BLOCKING)))
}

pub(super) fn set_blocking(vm: &mut Vm, fut: Value, value: Value) -> Res<()> {
    future::alive(vm, fut)?;
    if value.is_unbound() {
        return Err(vm.attribute_error("cannot delete attribute"));
    }
    let on = vm.truth(value)?;
    flag(vm, fut, BLOCKING, on);
    Ok(())
}

pub(super) fn state(vm: &mut Vm, fut: Value) -> Res {
    future::alive(vm, fut)?;
    let text = match field(vm, fut, future::STATE) {
        future::CANCELLED => "CANCELLED",
        future::FINISHED => "FINISHED",
        _ => "PENDING",
    };
    Ok(vm.intern(text))
}

pub(super) fn event_loop(vm: &mut Vm, fut: Value) -> Res {
    shown(vm, fut, LOOP)
}

pub(super) fn callbacks(vm: &mut Vm, fut: Value) -> Res {
    future::alive(vm, fut)?;
    let callbacks = field(vm, fut, CALLBACKS);
    if callbacks.is_none() {
        return Ok(callbacks);
    }
    let all = super::callbacks::pairs(vm, callbacks);
    Ok(vm.new_list(&all))
}

pub(super) fn result(vm: &mut Vm, fut: Value) -> Res {
    future::alive(vm, fut)?;
    shown(vm, fut, future::RESULT)
}

pub(super) fn exception(vm: &mut Vm, fut: Value) -> Res {
    future::alive(vm, fut)?;
    shown(vm, fut, future::EXCEPTION)
}

pub(super) fn log_traceback(vm: &mut Vm, fut: Value) -> Res {
    future::alive(vm, fut)?;
    Ok(Value::bool(has(vm, fut, LOG_TRACEBACK)))
}

pub(super) fn set_log_traceback(vm: &mut Vm, fut: Value, value: Value) -> Res<()> {
    if value.is_unbound() {
        return Err(vm.attribute_error("cannot delete attribute"));
    }
    if vm.truth(value)? {
        return Err(vm.value_error("_log_traceback can only be set to False"));
    }
    flag(vm, fut, LOG_TRACEBACK, false);
    Ok(())
}

pub(super) fn source(vm: &mut Vm, fut: Value) -> Res {
    shown(vm, fut, SOURCE)
}

pub(super) fn set_source(vm: &mut Vm, args: Args) -> Res {
    vm.heap.set_slot(args.get(0), SOURCE, args.get(1));
    Ok(Value::NONE)
}

pub(super) fn message(vm: &mut Vm, fut: Value) -> Res {
    future::alive(vm, fut)?;
    shown(vm, fut, MESSAGE)
}

pub(super) fn set_message(vm: &mut Vm, fut: Value, value: Value) -> Res<()> {
    if value.is_unbound() {
        return Err(vm.attribute_error("cannot delete attribute"));
    }
    vm.heap.set_slot(fut, MESSAGE, value);
    Ok(())
}

/// The tasks that await a future, as a frozenset, or None.
pub(super) fn awaited_by(vm: &mut Vm, fut: Value) -> Res {
    let waiters = shown(vm, fut, AWAITED_BY)?;
    if waiters.is_none() {
        return Ok(waiters);
    }
    let all = if waiters.is(ids::SET) { vm.collect(waiters)? } else { vec![waiters] };
    let class = vm.types.frozenset;
    let list = vm.new_list(&all);
    vm.call(class, &[list])
}

/// Records that a task awaits a future.
pub(super) fn add_waiter(vm: &mut Vm, fut: Value, waiter: Value) -> Res<()> {
    let waiters = field(vm, fut, AWAITED_BY);
    if waiters.is(ids::SET) {
        vm.set_add(waiters, waiter)?;
    } else if waiters.is_none() || waiters.is_unbound() {
        vm.heap.set_slot(fut, AWAITED_BY, waiter);
    } else if waiters != waiter {
        let set = vm.new_set();
        vm.set_add(set, waiters)?;
        vm.set_add(set, waiter)?;
        vm.heap.set_slot(fut, AWAITED_BY, set);
    }
    Ok(())
}

/// Records that a task no longer awaits a future.
pub(super) fn drop_waiter(vm: &mut Vm, fut: Value, waiter: Value) -> Res<()> {
    let waiters = field(vm, fut, AWAITED_BY);
    if waiters == waiter {
        vm.heap.set_slot(fut, AWAITED_BY, Value::NONE);
    } else if waiters.is(ids::SET) {
        vm.set_discard(waiters, waiter)?;
    }
    Ok(())
}

pub(super) fn add_awaited_by(vm: &mut Vm, args: Args) -> Res {
    if future::is_future(vm, args.get(0)) && future::is_future(vm, args.get(1)) {
        add_waiter(vm, args.get(0), args.get(1))?;
    }
    Ok(Value::NONE)
}

pub(super) fn discard_awaited_by(vm: &mut Vm, args: Args) -> Res {
    if future::is_future(vm, args.get(0)) && future::is_future(vm, args.get(1)) {
        drop_waiter(vm, args.get(0), args.get(1))?;
    }
    Ok(Value::NONE)
}
