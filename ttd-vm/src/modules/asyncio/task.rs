//! `Task`: a future with a coroutine.

use ttd_core::value::Value;

use super::future::{self, FLAGS, KNOWN, LOG_DESTROY, LOOP, MUST_CANCEL, field, flag, has};
use super::future_attrs::shown;
use super::{callbacks, context, queue, state, step, task_cancel};
use crate::vm::lifecycle::finalize::registry::fields as registry;
use crate::{Vm, getters, ids, methods, native::*};

/// The coroutine; None once the task is over.
pub(super) const CORO: usize = 11;
/// The name, or the number by which it is named.
pub(super) const NAME: usize = 12;
pub(super) const CONTEXT: usize = 13;
/// The future for which it waits, or None.
pub(super) const WAITER: usize = 14;
/// How often it was asked to end.
pub(super) const CANCELS: usize = 15;
/// What becomes of the result of a step, while that runs.
pub(super) const CONT: usize = 16;
/// The bound functions `task_step` and `task_wakeup`, or None before they are needed.
pub(super) const STEP: usize = 17;
pub(super) const WAKEUP: usize = 18;
const FIELDS: u32 = 19;

/// The type.
pub(super) const TYPE: TypeDef = TypeDef {
    name: "_asyncio.Task",
    base: "_asyncio.Future",
    fields: FIELDS,
    doc: "A coroutine wrapped in a Future.",
    methods: METHODS,
    class_methods: crate::ops::dunders::GENERIC,
    getters: getters! {
        "_log_destroy_pending" => log_destroy, set_log_destroy;
        "_must_cancel" => must_cancel;
        "_coro" => coro;
        "_fut_waiter" => waiter;
        "_num_cancels_requested" => cancels;
    },
    ..TypeDef::EMPTY
};

const METHODS: &[Method] = methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    Pure "__new__" "(cls, /, *args, **kwargs)" => future::new;
    /// Initialize self.  See help(type(self)) for accurate signature.
    CallsBack "__init__" "(self, coro, *, loop=None, name=None, context=None, eager_start=False)" => init;
    /// Called when the instance is about to be destroyed.
    CallsBack "__del__" "(self, /)" => del;
    /// Return repr(self).
    CallsBack "__repr__" "(self, /)" => repr;
    /// Request that this task cancel itself.
    ///
    /// This arranges for a CancelledError to be thrown into the
    /// wrapped coroutine on the next cycle through the event loop.
    /// The coroutine then has a chance to clean up or even deny
    /// the request using try/except/finally.
    ///
    /// Unlike Future.cancel, this does not guarantee that the
    /// task will be cancelled: the exception might be caught and
    /// acted upon, delaying cancellation of the task or preventing
    /// cancellation completely.  The task may also return a value or
    /// raise a different exception.
    ///
    /// Immediately after this method is called, Task.cancelled() will
    /// not return True (unless the task was already cancelled).  A
    /// task will be marked as cancelled when the wrapped coroutine
    /// terminates with a CancelledError exception (even if cancel()
    /// was not called).
    ///
    /// This also increases the task's count of cancellation requests.
    CallsBack "cancel" "(self, /, msg=None)" => task_cancel::cancel;
    /// Return the count of the task's cancellation requests.
    ///
    /// This count is incremented when .cancel() is called
    /// and may be decremented using .uncancel().
    Pure "cancelling" "(self, /)" => task_cancel::cancelling;
    /// Decrement the task's count of cancellation requests.
    ///
    /// This should be used by tasks that catch CancelledError
    /// and wish to continue indefinitely until they are cancelled again.
    ///
    /// Returns the remaining number of cancellation requests.
    Mutates "uncancel" "(self, /)" => task_cancel::uncancel;
    Pure "get_name" "(self, /)" => get_name;
    CallsBack "set_name" "(self, value, /)" => set_name;
    Pure "get_coro" "(self, /)" => get_coro;
    Pure "get_context" "(self, /)" => get_context;
    CallsBack "set_result" "(self, result, /)" => refuse_result;
    CallsBack "set_exception" "(self, exception, /)" => refuse_exception;
    /// Return the list of stack frames for this task's coroutine.
    ///
    /// If the coroutine is not done, this returns the stack where it is
    /// suspended.  If the coroutine has completed successfully or was
    /// cancelled, this returns an empty list.  If the coroutine was
    /// terminated by an exception, this returns the list of traceback
    /// frames.
    CallsBack "get_stack" "(self, /, *, limit=None)" => get_stack;
    /// Print the stack or traceback for this task's coroutine.
    ///
    /// This produces output similar to that of the traceback module,
    /// for the frames retrieved by get_stack().
    CallsBack "print_stack" "(self, /, *, limit=None, file=None)" => print_stack;
};

fn init(vm: &mut Vm, args: Args) -> Res {
    let [task, coro] = [0, 1].map(|at| args.get(at));
    let [event_loop, name, given_context, eager] =
        [2, 3, 4, 5].map(|at| args.opt(at).filter(|v| !v.is_none()).unwrap_or(Value::NONE));
    let event_loop = if event_loop.is_none() { state::running_loop(vm).unwrap_or(Value::NONE) } else { event_loop };
    let simple = coro.is(ids::COROUTINE)
        && !event_loop.is_none()
        && (name.is_none() || name.is(ids::STR))
        && (eager.is_none() || eager == Value::FALSE);
    if !simple {
        let function = state::get(vm, state::INIT_TASK);
        return Err(vm.tail_call(function, &[task, coro, event_loop, name, given_context, eager]));
    }
    let context = if given_context.is_none() { context::copy_current(vm) } else { given_context };
    fill(vm, task, event_loop, [coro, name, context]);
    flag(vm, task, KNOWN, true);
    if queue::is_quiet(vm, event_loop) {
        let step = step::bound_to(vm, task, false);
        if queue::put(vm, event_loop, step, None, context) {
            return Ok(Value::NONE);
        }
    }
    let function = state::get(vm, state::START_TASK);
    Err(vm.tail_call(function, &[task]))
}

/// Puts a task into its first state.
fn fill(vm: &mut Vm, task: Value, event_loop: Value, [coro, name, context]: [Value; 3]) {
    future::fill(vm, task, event_loop);
    let name = if name.is_none() { state::next_name(vm) } else { name };
    let zero = Value::int(0);
    vm.heap.write_slots(task, CORO, &[coro, name, context, Value::NONE, zero, zero, Value::NONE, Value::NONE]);
    flag(vm, task, LOG_DESTROY, true);
    future::register(vm, task);
}

/// `fill`, for a start in Python.
pub(super) fn fill_by_name(vm: &mut Vm, args: Args) -> Res {
    fill(vm, args.get(0), args.get(1), [args.get(2), args.get(3), args.get(4)]);
    Ok(Value::NONE)
}

/// A task whose `__init__` refuses the coroutine.
pub(super) fn fill_refused(vm: &mut Vm, args: Args) -> Res {
    future::fill(vm, args.get(0), args.get(1));
    flag(vm, args.get(0), LOG_DESTROY, false);
    Ok(Value::NONE)
}

fn del(vm: &mut Vm, args: Args) -> Res {
    let task = args.get(0);
    let lost = has(vm, task, LOG_DESTROY) && future::is_pending(vm, task);
    if !lost && !has(vm, task, future::LOG_TRACEBACK) {
        return Ok(Value::NONE);
    }
    let function = if lost { "_destroyed" } else { "_never_retrieved" };
    Err(vm.call_hidden_module("_asyncio", function, &[task]))
}

fn repr(vm: &mut Vm, args: Args) -> Res {
    Err(vm.call_hidden_module("_asyncio", "_task_repr", &[args.get(0)]))
}

fn get_name(vm: &mut Vm, args: Args) -> Res {
    let task = args.get(0);
    let name = field(vm, task, NAME);
    if !name.is_int() {
        return shown(vm, task, NAME);
    }
    let text = vm.new_str(&format!("Task-{}", name.as_int()));
    vm.heap.set_slot(task, NAME, text);
    Ok(text)
}

fn set_name(vm: &mut Vm, args: Args) -> Res {
    let name = args.get(1);
    if name.is(ids::STR) {
        vm.heap.set_slot(args.get(0), NAME, name);
        return Ok(Value::NONE);
    }
    Err(vm.call_hidden_module("_asyncio", "_set_name", &[args.get(0), name]))
}

/// Gives a task a name that is a str.
pub(super) fn put_name(vm: &mut Vm, args: Args) -> Res {
    vm.heap.set_slot(args.get(0), NAME, args.get(1));
    Ok(Value::NONE)
}

fn get_coro(vm: &mut Vm, args: Args) -> Res {
    shown(vm, args.get(0), CORO)
}

fn get_context(vm: &mut Vm, args: Args) -> Res {
    shown(vm, args.get(0), CONTEXT)
}

fn refuse_result(vm: &mut Vm, _: Args) -> Res {
    Err(vm.runtime_error("Task does not support set_result operation"))
}

fn refuse_exception(vm: &mut Vm, _: Args) -> Res {
    Err(vm.runtime_error("Task does not support set_exception operation"))
}

fn get_stack(vm: &mut Vm, args: Args) -> Res {
    let limit = args.opt(1).unwrap_or(Value::NONE);
    Err(vm.call_hidden_module("_asyncio", "_get_stack", &[args.get(0), limit]))
}

fn print_stack(vm: &mut Vm, args: Args) -> Res {
    let (limit, file) = (args.opt(1).unwrap_or(Value::NONE), args.opt(2).unwrap_or(Value::NONE));
    Err(vm.call_hidden_module("_asyncio", "_print_stack", &[args.get(0), limit, file]))
}

fn log_destroy(vm: &mut Vm, task: Value) -> Res {
    Ok(Value::bool(has(vm, task, LOG_DESTROY)))
}

fn set_log_destroy(vm: &mut Vm, task: Value, value: Value) -> Res<()> {
    if value.is_unbound() {
        return Err(vm.attribute_error("cannot delete attribute"));
    }
    let on = vm.truth(value)?;
    flag(vm, task, LOG_DESTROY, on);
    Ok(())
}

fn must_cancel(vm: &mut Vm, task: Value) -> Res {
    Ok(Value::bool(has(vm, task, MUST_CANCEL)))
}

fn coro(vm: &mut Vm, task: Value) -> Res {
    shown(vm, task, CORO)
}

fn waiter(vm: &mut Vm, task: Value) -> Res {
    shown(vm, task, WAITER)
}

fn cancels(vm: &mut Vm, task: Value) -> Res {
    shown(vm, task, CANCELS)
}

/// Whether it is a task, perhaps of a derived class.
pub(super) fn is_task(vm: &Vm, v: Value) -> bool {
    v.is(ids::INST) && vm.is_instance(v, vm.types.task)
}

pub(super) fn mark(vm: &mut Vm, args: Args) -> Res {
    let task = args.get(0);
    let native = is_task(vm, task) && field(vm, task, FLAGS).is_int();
    if native {
        flag(vm, task, KNOWN, args.get(1) == Value::TRUE);
    }
    Ok(Value::bool(native))
}

pub(super) fn native_tasks(vm: &mut Vm, args: Args) -> Res {
    let wanted = args.get(0);
    let candidates = vm.heap.list(vm.heap.slot(vm.finalizer_state, registry::CANDIDATES));
    let shows = |task: &&Value| {
        is_task(vm, **task)
            && has(vm, **task, KNOWN)
            && future::is_pending(vm, **task)
            && (wanted.is_none() || field(vm, **task, LOOP) == wanted)
    };
    let found: Vec<Value> = candidates.iter().filter(shows).copied().collect();
    Ok(vm.new_list(&found))
}

pub(super) fn forget_coro(vm: &mut Vm, args: Args) -> Res {
    vm.heap.set_slot(args.get(0), CORO, Value::NONE);
    Ok(Value::NONE)
}

pub(super) fn set_waiter(vm: &mut Vm, args: Args) -> Res {
    vm.heap.set_slot(args.get(0), WAITER, args.get(1));
    Ok(Value::NONE)
}

pub(super) fn set_must_cancel(vm: &mut Vm, args: Args) -> Res {
    match args.get(1) == Value::TRUE {
        true => task_cancel::must_cancel(vm, args.get(0), args.opt(2).unwrap_or(Value::NONE)),
        false => flag(vm, args.get(0), MUST_CANCEL, false),
    }
    Ok(Value::NONE)
}

/// Has the loop call a task's next step. Returns what Python has to do.
pub(super) fn step_soon(vm: &mut Vm, task: Value) -> callbacks::Left {
    let (event_loop, context) = (field(vm, task, LOOP), field(vm, task, CONTEXT));
    let step = step::bound_to(vm, task, false);
    if queue::put(vm, event_loop, step, None, context) {
        return None;
    }
    Some((state::get(vm, state::CALL_SOON), vec![event_loop, step, context]))
}
