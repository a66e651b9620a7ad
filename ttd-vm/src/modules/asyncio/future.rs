//! `Future`: an object with native fields, which the fields of tasks follow.

use ttd_core::value::Value;

use super::callbacks::{self, schedule};
use super::{future_attrs, queue, state};
use crate::vm::errors::raise::fields as exception;
pub(super) use crate::vm::objects::future_layout::*;
use crate::{Vm, getters, ids, methods, native::*};

/// The type.
pub(super) const TYPE: TypeDef = TypeDef {
    name: "_asyncio.Future",
    fields: FIELDS,
    doc: "This class is *almost* compatible with concurrent.futures.Future.\n\n    Differences:\n\n    \
          - result() and exception() do not take a timeout argument and\n      \
          raise an exception when the future isn't done yet.\n\n    \
          - Callbacks registered with add_done_callback() are always called\n      \
          via the event loop's call_soon_threadsafe().\n\n    \
          - This class is not compatible with the wait() and as_completed()\n      \
          methods in the concurrent.futures package.",
    methods: METHODS,
    class_methods: crate::ops::dunders::GENERIC,
    getters: getters! {
        "_asyncio_future_blocking" => future_attrs::blocking, future_attrs::set_blocking;
        "_state" => future_attrs::state;
        "_loop" => future_attrs::event_loop;
        "_callbacks" => future_attrs::callbacks;
        "_result" => future_attrs::result;
        "_exception" => future_attrs::exception;
        "_log_traceback" => future_attrs::log_traceback, future_attrs::set_log_traceback;
        "_source_traceback" => future_attrs::source;
        "_cancel_message" => future_attrs::message, future_attrs::set_message;
        "_asyncio_awaited_by" => future_attrs::awaited_by;
    },
    ..TypeDef::EMPTY
};

const METHODS: &[Method] = methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    Pure "__new__" "(cls, /, *args, **kwargs)" => new;
    /// Initialize self.  See help(type(self)) for accurate signature.
    CallsBack "__init__" "(self, *, loop=None)" => init;
    /// Called when the instance is about to be destroyed.
    CallsBack "__del__" "(self, /)" => del;
    /// Return an iterator to be used in await expression.
    Pure "__await__" "(self, /)" => super::await_iter::make;
    /// Implement iter(self).
    Pure "__iter__" "(self, /)" => super::await_iter::make;
    /// Return repr(self).
    CallsBack "__repr__" "(self, /)" => repr;
    /// Return the result this future represents.
    ///
    /// If the future has been cancelled, raises CancelledError.  If the
    /// future's result isn't yet available, raises InvalidStateError.  If
    /// the future is done and has an exception set, this exception is raised.
    Mutates "result" "(self, /)" => result;
    /// Return the exception that was set on this future.
    ///
    /// The exception (or None if no exception was set) is returned only if
    /// the future is done.  If the future has been cancelled, raises
    /// CancelledError.  If the future isn't done yet, raises
    /// InvalidStateError.
    Mutates "exception" "(self, /)" => exception;
    /// Mark the future done and set its result.
    ///
    /// If the future is already done when this method is called, raises
    /// InvalidStateError.
    CallsBack "set_result" "(self, result, /)" => set_result;
    /// Mark the future done and set an exception.
    ///
    /// If the future is already done when this method is called, raises
    /// InvalidStateError.
    CallsBack "set_exception" "(self, exception, /)" => set_exception;
    /// Add a callback to be run when the future becomes done.
    ///
    /// The callback is called with a single argument - the future object. If
    /// the future is already done when this is called, the callback is
    /// scheduled with call_soon.
    CallsBack "add_done_callback" "(self, fn, /, *, context=None)" => callbacks::add_done_callback;
    /// Remove all instances of a callback from the "call when done" list.
    ///
    /// Returns the number of callbacks removed.
    CallsBack "remove_done_callback" "(self, fn, /)" => callbacks::remove_done_callback;
    /// Cancel the future and schedule callbacks.
    ///
    /// If the future is already done or cancelled, return False.  Otherwise,
    /// change the future's state to cancelled, schedule the callbacks and
    /// return True.
    CallsBack "cancel" "(self, /, msg=None)" => cancel;
    /// Return True if the future was cancelled.
    Pure "cancelled" "(self, /)" => cancelled;
    /// Return True if the future is done.
    ///
    /// Done means either that a result / exception are available, or that the
    /// future was cancelled.
    Pure "done" "(self, /)" => done;
    /// Return the event loop the Future is bound to.
    Pure "get_loop" "(self, /)" => get_loop;
    /// Create the CancelledError to raise if the Future is cancelled.
    ///
    /// This should only be called once when handling a cancellation since
    /// it erases the context exception value.
    Mutates "_make_cancelled_error" "(self, /)" => make_cancelled_error;
};

/// Makes an instance, which `__init__` fills.
pub(super) fn new(vm: &mut Vm, args: Args) -> Res {
    super::state::make(vm);
    Ok(vm.new_instance(args.get(0)))
}

/// A field.
#[inline(always)]
pub(super) fn field(vm: &Vm, fut: Value, at: usize) -> Value {
    vm.heap.slot(fut, at)
}

#[inline]
pub(super) fn has(vm: &Vm, fut: Value, flag: i64) -> bool {
    let flags = field(vm, fut, FLAGS);
    flags.is_int() && flags.as_int() & flag != 0
}

#[inline]
pub(super) fn flag(vm: &mut Vm, fut: Value, flag: i64, on: bool) {
    let flags = field(vm, fut, FLAGS);
    let flags = if flags.is_int() { flags.as_int() } else { 0 };
    let now = if on { flags | flag } else { flags & !flag };
    if now != flags {
        vm.heap.set_slot(fut, FLAGS, Value::int(now));
    }
}

/// Refuses a future whose `__init__` was not called.
#[inline]
pub(super) fn alive(vm: &mut Vm, fut: Value) -> Res<()> {
    match field(vm, fut, LOOP).is_unbound() {
        true => Err(vm.runtime_error("Future object is not initialized.")),
        false => Ok(()),
    }
}

#[inline]
pub(super) fn is_pending(vm: &Vm, fut: Value) -> bool {
    let state = field(vm, fut, STATE);
    state == PENDING || state.is_unbound()
}

fn init(vm: &mut Vm, args: Args) -> Res {
    let fut = args.get(0);
    let given = args.opt(1).filter(|v| !v.is_none());
    let Some(event_loop) = given.or_else(|| state::running_loop(vm)) else {
        let function = state::get(vm, state::FINISH_INIT);
        return Err(vm.tail_call(function, &[fut]));
    };
    fill(vm, fut, event_loop);
    if queue::is_quiet(vm, event_loop) {
        return Ok(Value::NONE);
    }
    let function = state::get(vm, state::FINISH_INIT);
    Err(vm.tail_call(function, &[fut, event_loop]))
}

/// Puts a future into its first state.
pub(super) fn fill(vm: &mut Vm, fut: Value, event_loop: Value) {
    let none = Value::NONE;
    let registered = if has(vm, fut, REGISTERED) { REGISTERED } else { 0 };
    let fields = [event_loop, PENDING, none, none, none, none, Value::int(registered), none, none, none, none];
    vm.heap.write_slots(fut, 0, &fields);
}

/// `fill`, for a start in Python.
pub(super) fn fill_by_name(vm: &mut Vm, args: Args) -> Res {
    fill(vm, args.get(0), args.get(1));
    Ok(Value::NONE)
}

/// Makes it a candidate for finalization, which its class alone does not.
pub(super) fn register(vm: &mut Vm, fut: Value) {
    if !has(vm, fut, REGISTERED) && !vm.has_del(vm.type_of(fut)) {
        flag(vm, fut, REGISTERED, true);
        vm.register_instance(fut);
    }
}

fn del(vm: &mut Vm, args: Args) -> Res {
    let fut = args.get(0);
    if !has(vm, fut, LOG_TRACEBACK) {
        return Ok(Value::NONE);
    }
    Err(vm.call_hidden_module("_asyncio", "_never_retrieved", &[fut]))
}

fn repr(vm: &mut Vm, args: Args) -> Res {
    alive(vm, args.get(0))?;
    Err(vm.call_hidden_module("_asyncio", "_future_repr", &[args.get(0)]))
}

/// The CancelledError to raise.
pub(super) fn cancelled_error(vm: &mut Vm, fut: Value) -> Value {
    let known = field(vm, fut, CANCELLED_EXC);
    if !known.is_none() && !known.is_unbound() {
        vm.heap.set_slot(fut, CANCELLED_EXC, Value::NONE);
        return known;
    }
    let (class, message) = (state::get(vm, state::CANCELLED), field(vm, fut, MESSAGE));
    let args: &[Value] = if message.is_none() { &[] } else { &[message] };
    vm.new_exception(class, args)
}

fn make_cancelled_error(vm: &mut Vm, args: Args) -> Res {
    Ok(cancelled_error(vm, args.get(0)))
}

/// Its result; what it raises, as it was when it was set; or that it is not done, with this message.
pub(super) fn outcome(vm: &mut Vm, fut: Value, otherwise: &str) -> Result<Value, Value> {
    let state = field(vm, fut, STATE);
    if state == CANCELLED {
        return Err(cancelled_error(vm, fut));
    }
    if state != FINISHED {
        let (class, text) = (state::get(vm, state::INVALID), vm.intern(otherwise));
        return Err(vm.new_exception(class, &[text]));
    }
    flag(vm, fut, LOG_TRACEBACK, false);
    let exc = field(vm, fut, EXCEPTION);
    if exc.is_none() {
        return Ok(field(vm, fut, RESULT));
    }
    let traceback = field(vm, fut, TRACEBACK);
    vm.heap.set_slot(exc, exception::TRACEBACK, traceback);
    Err(exc)
}

fn result(vm: &mut Vm, args: Args) -> Res {
    outcome(vm, args.get(0), "Result is not set.").map_err(Trap::Raise)
}

fn exception(vm: &mut Vm, args: Args) -> Res {
    let fut = args.get(0);
    if field(vm, fut, STATE) == FINISHED {
        flag(vm, fut, LOG_TRACEBACK, false);
        return Ok(field(vm, fut, EXCEPTION));
    }
    outcome(vm, fut, "Exception is not set.").map_err(Trap::Raise)
}

fn set_result(vm: &mut Vm, args: Args) -> Res {
    let fut = args.get(0);
    alive(vm, fut)?;
    if !is_pending(vm, fut) {
        return Err(state::refuse(vm, "state", &[fut]));
    }
    finish(vm, fut, args.get(1));
    schedule(vm, fut, Value::NONE)
}

/// Sets the result; the callbacks have to be scheduled next.
pub(super) fn finish(vm: &mut Vm, fut: Value, result: Value) {
    vm.heap.write_slots(fut, STATE, &[FINISHED, result]);
}

fn set_exception(vm: &mut Vm, args: Args) -> Res {
    let (fut, exc) = (args.get(0), args.get(1));
    alive(vm, fut)?;
    if !is_pending(vm, fut) {
        return Err(state::refuse(vm, "state", &[fut]));
    }
    if !vm.is_exception(exc) || vm.is_instance(exc, vm.types.stop_iteration) {
        return Err(state::refuse(vm, "exception", &[fut, exc]));
    }
    fail(vm, fut, exc);
    schedule(vm, fut, Value::NONE)
}

/// Sets the exception; the callbacks have to be scheduled next.
pub(super) fn fail(vm: &mut Vm, fut: Value, exc: Value) {
    let traceback = vm.heap.slot(exc, exception::TRACEBACK);
    vm.heap.write_slots(fut, STATE, &[FINISHED, Value::NONE, exc, traceback]);
    flag(vm, fut, LOG_TRACEBACK, true);
    register(vm, fut);
}

fn cancel(vm: &mut Vm, args: Args) -> Res {
    let fut = args.get(0);
    alive(vm, fut)?;
    if !mark_cancelled(vm, fut, args.opt(1).unwrap_or(Value::NONE)) {
        return Ok(Value::FALSE);
    }
    schedule(vm, fut, Value::TRUE)
}

/// Cancels a future that is pending; the callbacks have to be scheduled next.
pub(super) fn mark_cancelled(vm: &mut Vm, fut: Value, message: Value) -> bool {
    flag(vm, fut, LOG_TRACEBACK, false);
    let pending = is_pending(vm, fut);
    if pending {
        vm.heap.set_slot(fut, STATE, CANCELLED);
        vm.heap.set_slot(fut, MESSAGE, message);
    }
    pending
}

fn cancelled(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::bool(field(vm, args.get(0), STATE) == CANCELLED))
}

fn done(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::bool(!is_pending(vm, args.get(0))))
}

fn get_loop(vm: &mut Vm, args: Args) -> Res {
    alive(vm, args.get(0))?;
    Ok(field(vm, args.get(0), LOOP))
}

/// Whether it is a future or a task, perhaps of a derived class.
pub(super) fn is_future(vm: &Vm, v: Value) -> bool {
    v.is(ids::INST) && vm.is_instance(v, vm.types.future)
}
