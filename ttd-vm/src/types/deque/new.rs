//! Making deques.

use ttd_core::DEQUE_LIMIT;
use ttd_core::value::Value;

use super::change::extend_by;
use crate::ops::construct;
use crate::{Vm, ids, native::*};

/// `deque.__new__(cls, iterable, maxlen)`: instances of subclasses are filled by `__init__`.
pub(super) fn new(vm: &mut Vm, args: Args) -> Res {
    let (class, builtin) = (args.get(0), super::class(vm));
    if class != builtin {
        let deque = vm.heap.new_deque(ids::DEQUE);
        return Ok(construct::instance(vm, class, builtin, deque));
    }
    let limit = limit_argument(vm, args.opt(2))?;
    let deque = with_limit(vm, limit);
    match args.opt(1) {
        Some(iterable) => extend_by(vm, deque, iterable, deque),
        None => Ok(deque),
    }
}

/// `deque.__init__(self, iterable, maxlen)`: clears the deque first.
pub(super) fn init(vm: &mut Vm, args: Args) -> Res {
    let limit = limit_argument(vm, args.opt(2))?;
    let deque = args.get(0);
    vm.heap.deque_restart(deque, limit);
    match args.opt(1) {
        Some(iterable) => extend_by(vm, deque, iterable, Value::NONE),
        None => Ok(Value::NONE),
    }
}

/// Makes an empty deque.
pub(super) fn with_limit(vm: &mut Vm, limit: Option<usize>) -> Value {
    let deque = vm.heap.new_deque(ids::DEQUE);
    if limit.is_some() {
        vm.heap.deque_restart(deque, limit);
    }
    deque
}

fn limit_argument(vm: &mut Vm, given: Option<Value>) -> Res<Option<usize>> {
    let Some(given) = given.filter(|v| !v.is_none()) else { return Ok(None) };
    let number = vm.unwrap(given);
    if !vm.is_integer(number) {
        return Err(vm.type_error("an integer is required"));
    }
    let Some(limit) = vm.as_i64(number) else {
        return Err(vm.overflow_error("Python int too large to convert to C ssize_t"));
    };
    match usize::try_from(limit) {
        Err(_) => Err(vm.value_error("maxlen must be non-negative")),
        Ok(limit) if limit < DEQUE_LIMIT => Ok(Some(limit)),
        Ok(_) => Err(vm.not_supported(&format!("a deque with a maxlen of {DEQUE_LIMIT} or more"))),
    }
}

/// `d.copy()`: of an instance of a Python class, by calling the class.
pub(super) fn copy(vm: &mut Vm, args: Args) -> Res {
    let deque = args.get(0);
    let this = vm.receiver(deque);
    if this == deque {
        return Ok(plain_copy(vm, deque));
    }
    let args = copy_arguments(vm, deque, this)?;
    let f = vm.lib("deque_copy");
    Err(vm.tail_call(f, &args))
}

/// Returns the arguments of `deque_copy` in `lib/hidden/containers/deque.py`.
pub(super) fn copy_arguments(vm: &mut Vm, deque: Value, this: Value) -> Res<[Value; 3]> {
    Ok([super::class(vm), this, super::maxlen(vm, deque)?])
}

/// Copies a deque, without regard to its class.
pub(super) fn plain_copy(vm: &mut Vm, deque: Value) -> Value {
    let limit = vm.heap.deque_limit(deque);
    let items = vm.heap.deque_items(deque);
    let made = with_limit(vm, limit);
    vm.heap.deque_replace(made, &items);
    made
}

/// `d.__reduce__()`: items come from an iterator.
pub(super) fn reduce(vm: &mut Vm, args: Args) -> Res {
    let this = vm.receiver(args.get(0));
    let (class, limit) = (vm.type_of(this), super::maxlen(vm, args.get(0))?);
    let f = vm.lib("deque_reduced");
    Err(vm.tail_call(f, &[this, class, limit]))
}
