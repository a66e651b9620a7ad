//! What futures call when they are done.

use ttd_core::value::Value;

use super::future::{self, CALLBACKS, LOOP, field};
use super::{context, queue, state};
use crate::{Vm, ids, native::*};

/// The pairs of callback and context of the field.
pub(super) fn pairs(vm: &Vm, callbacks: Value) -> Vec<Value> {
    match callbacks {
        none if none.is_none() || none.is_unbound() => Vec::new(),
        list if list.is(ids::LIST) => vm.heap.list(list).to_vec(),
        pair => vec![pair],
    }
}

/// A call of Python that is left to do: the function and its arguments.
pub(crate) type Left = Option<(Value, Vec<Value>)>;

/// Has the loop call the callbacks of a future that is done. Returns what Python has to do, which gives `result`.
pub(super) fn schedule_native(vm: &mut Vm, fut: Value, result: Value) -> Left {
    let callbacks = field(vm, fut, CALLBACKS);
    if callbacks.is_none() {
        return None;
    }
    vm.heap.set_slot(fut, CALLBACKS, Value::NONE);
    let (all, event_loop) = (pairs(vm, callbacks), field(vm, fut, LOOP));
    for (at, pair) in all.iter().enumerate() {
        let (callback, context) = (vm.heap.tuple(*pair)[0], vm.heap.tuple(*pair)[1]);
        if !queue::put(vm, event_loop, callback, Some(fut), context) {
            let left = vm.new_list(&all[at..]);
            return Some((state::get(vm, state::SCHEDULE), vec![event_loop, fut, left, result]));
        }
    }
    None
}

/// As `schedule_native`, as the end of a native that gives `result`.
pub(super) fn schedule(vm: &mut Vm, fut: Value, result: Value) -> Res {
    match schedule_native(vm, fut, result) {
        None => Ok(result),
        Some((function, args)) => Err(vm.tail_call(function, &args)),
    }
}

/// Has a callback called when a future is done. Returns what Python has to do.
pub(super) fn add(vm: &mut Vm, fut: Value, callback: Value, context: Value) -> Left {
    if !future::is_pending(vm, fut) {
        let event_loop = field(vm, fut, LOOP);
        if queue::put(vm, event_loop, callback, Some(fut), context) {
            return None;
        }
        return Some((state::get(vm, state::CALL_SOON), vec![event_loop, callback, context, fut]));
    }
    let pair = vm.new_tuple(&[callback, context]);
    let callbacks = field(vm, fut, CALLBACKS);
    if callbacks.is(ids::LIST) {
        vm.heap.list_push(callbacks, pair);
    } else if callbacks.is_none() {
        vm.heap.set_slot(fut, CALLBACKS, pair);
    } else {
        let list = vm.new_list(&[callbacks, pair]);
        vm.heap.set_slot(fut, CALLBACKS, list);
    }
    None
}

pub(super) fn add_done_callback(vm: &mut Vm, args: Args) -> Res {
    let (fut, callback) = (args.get(0), args.get(1));
    future::alive(vm, fut)?;
    let context = match args.opt(2).filter(|v| !v.is_none()) {
        Some(given) => given,
        None => context::copy_current(vm),
    };
    match add(vm, fut, callback, context) {
        None => Ok(Value::NONE),
        Some((function, args)) => Err(vm.tail_call(function, &args)),
    }
}

/// Whether comparing these for equality runs no code of a program: functions and methods of builtin classes.
fn is_plain(vm: &Vm, v: Value) -> bool {
    v.is(ids::FUNCTION) || v.is(ids::BUILTIN) || v.is(ids::METHOD) && vm.heap.slot(v, 0).is(ids::FUNCTION)
}

pub(super) fn remove_done_callback(vm: &mut Vm, args: Args) -> Res {
    let (fut, callback) = (args.get(0), args.get(1));
    future::alive(vm, fut)?;
    let before = pairs(vm, field(vm, fut, CALLBACKS));
    if before.is_empty() {
        return Ok(Value::int(0));
    }
    let plain = is_plain(vm, callback) && before.iter().all(|pair| is_plain(vm, vm.heap.tuple(*pair)[0]));
    if !plain {
        return Err(vm.call_hidden_module("_asyncio", "_remove_done_callback", &[fut, callback]));
    }
    let mut left = Vec::new();
    for pair in &before {
        let known = vm.heap.tuple(*pair)[0];
        if !vm.eq(known, callback)? {
            left.push(*pair);
        }
    }
    replace(vm, fut, &left);
    Ok(Value::int((before.len() - left.len()) as i64))
}

/// Gives a future other callbacks.
pub(super) fn replace(vm: &mut Vm, fut: Value, left: &[Value]) {
    let now = match left {
        [] => Value::NONE,
        [one] => *one,
        more => vm.new_list(more),
    };
    vm.heap.set_slot(fut, CALLBACKS, now);
}

pub(super) fn set_callbacks(vm: &mut Vm, args: Args) -> Res {
    let left = vm.collect(args.get(1))?;
    replace(vm, args.get(0), &left);
    Ok(Value::NONE)
}
