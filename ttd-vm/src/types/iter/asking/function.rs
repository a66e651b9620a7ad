//! Functions that iterators ask.

use ttd_core::value::Value;

use super::Asking;
use crate::types::iter::map::native_function;
use crate::vm::objects::bind_attr::method;
use crate::{Vm, ids, native::*};

/// Up to this many items of inner iterators are handled without an allocation.
pub(crate) const MOST: usize = 4;

/// Says that a function is to be called.
#[inline]
pub(super) fn asks(vm: &mut Vm, function: Value, args: &[Value]) -> Asking {
    match *args {
        [] | [_] | [_, _] => vm.pending.question.set(function, args),
        _ => {
            vm.pending.question.set(function, &[]);
            return Asking::CallMany(vm.new_tuple(args));
        }
    }
    Asking::Call
}

/// Calls a native function, or says that the function is to be called.
#[inline]
pub(crate) fn call(vm: &mut Vm, function: Value, args: &[Value]) -> Res<Asking> {
    if function.is(ids::FUNCTION) || function.is(ids::METHOD) {
        return Ok(asks(vm, function, args));
    }
    vm.call(function, args).map(Asking::Item)
}

/// The function behind a callee, and the object that it is bound to.
#[inline]
pub(crate) fn unbound(vm: &Vm, callee: Value) -> (Value, Option<Value>) {
    match callee.is(ids::METHOD) {
        true => (vm.heap.slot(callee, method::FUNC), Some(vm.heap.slot(callee, method::SELF))),
        false => (callee, None),
    }
}

/// Whether a function with this number of arguments is called at once or needs nothing but a frame.
pub(crate) fn is_simple(vm: &Vm, callee: Value, count: usize) -> bool {
    let (function, this) = unbound(vm, callee);
    if !function.is(ids::FUNCTION) {
        return native_function(vm, callee);
    }
    let code = vm.loaded.codes[vm.heap.shape(function) as usize];
    code.simple_args as usize == count + usize::from(this.is_some())
}
