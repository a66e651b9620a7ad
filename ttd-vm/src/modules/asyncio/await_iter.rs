//! What `__await__` of a future gives: it yields the future once, unless that is done, and then returns its result.

use ttd_core::value::{TypeId, Value};

use super::future::{self, BLOCKING, flag, has};
use super::state;
use crate::types::iter::itself;
use crate::{Vm, methods, native::*};

/// Its number.
pub(crate) const ID: TypeId = TypeId(245);

/// The future; None once its result was taken.
const FUTURE: usize = 0;

/// The type.
pub(super) const TYPE: TypeDef = TypeDef {
    name: "_asyncio.FutureIter",
    tid: ID,
    subclassable: false,
    methods: methods! {
        /// Implement iter(self).
        Pure "__iter__" "(self, /)" => itself;
        /// Implement next(self).
        CallsBack "__next__" "(self, /)" => next_method;
        CallsBack "send" "(self, value, /)" => next_method;
        CallsBack "throw" "(self, typ, val=None, tb=None, /)" => throw;
        Mutates "close" "(self, /)" => close;
    },
    slots: Slots { next: Some(next), ..Slots::EMPTY },
    ..TypeDef::EMPTY
};

/// What sending to it gives.
pub(crate) enum Sent {
    Yields(Value),
    Returns(Value),
}

pub(super) fn make(vm: &mut Vm, args: Args) -> Res {
    future::alive(vm, args.get(0))?;
    Ok(vm.heap.new_slots_from(ID, 0, &[args.get(0)]))
}

/// What awaiting a future or task of exactly these classes goes through.
pub(crate) fn await_exact(vm: &mut Vm, v: Value) -> Option<Value> {
    let ready = state::is_exact(vm, v) && !vm.heap.slot(v, future::LOOP).is_unbound();
    ready.then(|| vm.heap.new_slots_from(ID, 0, &[v]))
}

/// One step of it.
pub(crate) fn send(vm: &mut Vm, it: Value) -> Res<Sent> {
    let fut = vm.heap.slot(it, FUTURE);
    if fut.is_none() {
        return Ok(Sent::Returns(Value::NONE));
    }
    if !future::is_pending(vm, fut) {
        vm.heap.set_slot(it, FUTURE, Value::NONE);
        return future::outcome(vm, fut, "Result is not set.").map(Sent::Returns).map_err(Trap::Raise);
    }
    if has(vm, fut, BLOCKING) {
        return Err(vm.runtime_error("await wasn't used with future"));
    }
    flag(vm, fut, BLOCKING, true);
    Ok(Sent::Yields(fut))
}

fn next(vm: &mut Vm, it: Value) -> Option<Res<Option<Value>>> {
    Some(match send(vm, it) {
        Ok(Sent::Yields(v)) => Ok(Some(v)),
        Ok(Sent::Returns(v)) if v.is_none() => Ok(None),
        Ok(Sent::Returns(v)) => Err(vm.stop_iteration(v)),
        Err(trap) => Err(trap),
    })
}

fn next_method(vm: &mut Vm, args: Args) -> Res {
    match send(vm, args.get(0))? {
        Sent::Yields(v) => Ok(v),
        Sent::Returns(v) => Err(vm.stop_iteration(v)),
    }
}

fn throw(vm: &mut Vm, args: Args) -> Res {
    if args.opt(2).is_some() {
        let given = [0, 1, 2, 3].map(|at| args.opt(at).unwrap_or(Value::NONE));
        return Err(vm.call_hidden_module("_asyncio", "_throw", &given));
    }
    close_await(vm, args.get(0));
    let exc = vm.exception_argument(&[args.get(1)])?;
    Err(Trap::Raise(exc))
}

/// Ends it, because an exception is raised where it is awaited. Nothing of a program sees that.
pub(crate) fn close_await(vm: &mut Vm, it: Value) {
    vm.heap.set_slot(it, FUTURE, Value::NONE);
}

fn close(vm: &mut Vm, args: Args) -> Res {
    close_await(vm, args.get(0));
    Ok(Value::NONE)
}
