//! What the module keeps: a list in `Vm::globals`, with the running tasks and what natives need of the library.

use ttd_core::value::Value;

use crate::vm::slots;
use crate::{Vm, ids, native::*};

/// Loops and the tasks that run in them, in turns: a list. Loops are few.
const CURRENT: usize = 0;
/// The number of the last task that got its name from it.
const LAST_NAME: usize = 1;
/// Where the arguments of `register` begin.
const REGISTERED: usize = 2;
/// `asyncio.exceptions.CancelledError`.
pub(super) const CANCELLED: usize = 2;
/// `asyncio.exceptions.InvalidStateError`.
pub(super) const INVALID: usize = 3;
/// Functions of the Python half, named as there.
pub(super) const CALL_SOON: usize = 4;
pub(super) const SCHEDULE: usize = 5;
pub(super) const FINISH_INIT: usize = 6;
pub(super) const INIT_TASK: usize = 7;
pub(super) const START_TASK: usize = 8;
pub(super) const HANDLE_RESULT: usize = 9;
pub(super) const CANCEL_WAITER: usize = 10;
pub(super) const FOREIGN_STEP: usize = 11;
pub(super) const FOREIGN_WAKEUP: usize = 12;
pub(super) const REFUSE: usize = 13;
/// The functions that `task_step` and `task_wakeup` are.
pub(super) const STEP: usize = 14;
pub(super) const WAKEUP: usize = 15;
/// Where the arguments of `register_loops` begin.
const LOOPS: usize = 16;
/// The namespace of `asyncio.events`.
pub(super) const EVENTS: usize = 16;
/// Its class `Handle`, and `__init__` of that.
pub(super) const HANDLE: usize = 17;
pub(super) const HANDLE_INIT: usize = 18;
/// `call_soon`, `_call_soon` and `get_debug` of the library's loops.
pub(super) const LOOP_CALL_SOON: usize = 19;
pub(super) const LOOP_CALL_SOON_BELOW: usize = 20;
pub(super) const LOOP_GET_DEBUG: usize = 21;
const COUNT: usize = 22;

/// Makes the list, unless it is there: a program can find the classes without importing the module.
pub(super) fn make(vm: &mut Vm) {
    if vm.global(slots::ASYNCIO).is(ids::LIST) {
        return;
    }
    let mut items = [Value::NONE; COUNT];
    items[CURRENT] = vm.new_list(&[]);
    items[LAST_NAME] = Value::int(0);
    let list = vm.new_list(&items);
    vm.heap.set_slot(vm.globals, slots::ASYNCIO, list);
}

/// An item.
#[inline]
pub(super) fn get(vm: &Vm, at: usize) -> Value {
    vm.heap.list(vm.global(slots::ASYNCIO))[at]
}

pub(super) fn register(vm: &mut Vm, args: Args) -> Res {
    put(vm, REGISTERED, LOOPS, args.rest)
}

pub(super) fn register_loops(vm: &mut Vm, args: Args) -> Res {
    put(vm, LOOPS, COUNT, args.rest)
}

fn put(vm: &mut Vm, first: usize, end: usize, values: &[Value]) -> Res {
    if values.len() != end - first {
        return Err(vm.type_error("another number of values is needed"));
    }
    let list = vm.global(slots::ASYNCIO);
    for (at, value) in values.iter().enumerate() {
        vm.heap.list_set(list, first + at, *value);
    }
    Ok(Value::NONE)
}

/// The number of a task that is given no name.
pub(super) fn next_name(vm: &mut Vm) -> Value {
    let number = Value::int(get(vm, LAST_NAME).as_int() + 1);
    let list = vm.global(slots::ASYNCIO);
    vm.heap.list_set(list, LAST_NAME, number);
    number
}

/// The loop that runs in this thread.
#[inline]
pub(super) fn running_loop(vm: &Vm) -> Option<Value> {
    let running = vm.global(slots::RUNNING_LOOP);
    (!running.is_unbound() && !running.is_none()).then_some(running)
}

pub(super) fn get_running_loop_or_none(vm: &mut Vm, _: Args) -> Res {
    Ok(running_loop(vm).unwrap_or(Value::NONE))
}

pub(super) fn get_running_loop(vm: &mut Vm, _: Args) -> Res {
    match running_loop(vm) {
        Some(running) => Ok(running),
        None => Err(vm.runtime_error("no running event loop")),
    }
}

pub(super) fn set_running_loop(vm: &mut Vm, args: Args) -> Res {
    vm.heap.set_slot(vm.globals, slots::RUNNING_LOOP, args.get(0));
    // Nothing keeps a loop that is over.
    let list = get(vm, CURRENT);
    let pairs: Vec<Value> =
        vm.heap.list(list).chunks_exact(2).filter(|pair| !pair[1].is_none()).flatten().copied().collect();
    if pairs.len() != vm.heap.list(list).len() {
        vm.heap.list_replace(list, pairs);
    }
    Ok(Value::NONE)
}

/// Where a loop stands in the list of running tasks.
#[inline]
fn place(vm: &Vm, event_loop: Value) -> Option<usize> {
    let pairs = vm.heap.list(get(vm, CURRENT));
    (0..pairs.len()).step_by(2).find(|at| pairs[*at] == event_loop)
}

/// The task that runs in a loop, or None.
pub(super) fn current(vm: &Vm, event_loop: Value) -> Value {
    match place(vm, event_loop) {
        Some(at) => vm.heap.list(get(vm, CURRENT))[at + 1],
        None => Value::NONE,
    }
}

fn set_current(vm: &mut Vm, event_loop: Value, task: Value) {
    let list = get(vm, CURRENT);
    match place(vm, event_loop) {
        Some(at) => vm.heap.list_set(list, at + 1, task),
        None => {
            vm.heap.list_push(list, event_loop);
            vm.heap.list_push(list, task);
        }
    }
}

/// A task begins to run in a loop; false when another runs there.
pub(super) fn enter(vm: &mut Vm, event_loop: Value, task: Value) -> bool {
    let free = current(vm, event_loop).is_none();
    if free {
        set_current(vm, event_loop, task);
    }
    free
}

/// A task ceases to run in a loop; false when it does not run there.
pub(super) fn leave(vm: &mut Vm, event_loop: Value, task: Value) -> bool {
    let runs = current(vm, event_loop) == task;
    if runs {
        set_current(vm, event_loop, Value::NONE);
    }
    runs
}

pub(super) fn current_task(vm: &mut Vm, args: Args) -> Res {
    let event_loop = match args.opt(0).filter(|v| !v.is_none()) {
        Some(given) => given,
        None => get_running_loop(vm, args)?,
    };
    let task = current(vm, event_loop);
    if task.is_none() && vm.global(slots::MODULES).is(ids::DICT) {
        // It may be of the class in Python.
        let modules = vm.global(slots::MODULES);
        if let Some(module) = vm.dict_get_name(modules, vm.names.asyncio_tasks).filter(|v| v.is(ids::MODULE)) {
            let dict = vm.heap.slot(module, 0);
            let known = vm.dict_get_name(dict, vm.names.current_tasks).filter(|v| v.is(ids::DICT));
            if let Some(known) = known.filter(|known| vm.heap.dict_len(*known) > 0) {
                return Ok(vm.dict_get(known, event_loop)?.unwrap_or(Value::NONE));
            }
        }
    }
    Ok(task)
}

pub(super) fn running_tasks(vm: &mut Vm, _: Args) -> Res {
    let pairs = vm.heap.list(get(vm, CURRENT));
    let tasks: Vec<Value> = pairs.chunks_exact(2).map(|pair| pair[1]).filter(|task| !task.is_none()).collect();
    Ok(vm.new_list(&tasks))
}

/// Refuses something with a message in which objects are shown, which is made in Python.
pub(super) fn refuse(vm: &mut Vm, what: &str, shown: &[Value]) -> Trap {
    let mut args = vec![vm.intern(what)];
    args.extend_from_slice(shown);
    let function = get(vm, REFUSE);
    vm.tail_call(function, &args)
}

pub(super) fn enter_task(vm: &mut Vm, args: Args) -> Res {
    let (event_loop, task) = (args.get(0), args.get(1));
    if enter(vm, event_loop, task) {
        return Ok(Value::NONE);
    }
    let other = current(vm, event_loop);
    Err(refuse(vm, "enter", &[task, other]))
}

pub(super) fn leave_task(vm: &mut Vm, args: Args) -> Res {
    let (event_loop, task) = (args.get(0), args.get(1));
    if leave(vm, event_loop, task) {
        return Ok(Value::NONE);
    }
    let other = current(vm, event_loop);
    Err(refuse(vm, "leave", &[task, other]))
}

pub(super) fn swap_current_task(vm: &mut Vm, args: Args) -> Res {
    let before = current(vm, args.get(0));
    set_current(vm, args.get(0), args.get(1));
    Ok(before)
}

/// Whether it is an instance of exactly the class of futures or that of tasks.
#[inline]
pub(super) fn is_exact(vm: &Vm, v: Value) -> bool {
    if !v.is(ids::INST) {
        return false;
    }
    let class = vm.loaded.shapes.get(vm.heap.shape(v)).class;
    class == vm.types.future || class == vm.types.task
}
