//! `callable_iterator`: what `iter(function, sentinel)` gives. A function of the hidden library does its work.

use ttd_core::value::Value;

use super::{itself, next_method, unless_engaged};
use crate::{Vm, ids, methods, native::*};

/// The type.
pub const TYPE: TypeDef = TypeDef {
    name: "callable_iterator",
    tid: ids::CALLABLE_ITER,
    methods: METHODS,
    subclassable: false,
    slots: Slots { next: Some(|vm, it| unless_engaged(vm, it, |_, _| Ok(None))), engine: true, ..Slots::EMPTY },
    ..TypeDef::EMPTY
};

const METHODS: &[Method] = methods! {
    /// Implement iter(self).
    Pure "__iter__" "(self, /)" => itself;
    /// Implement next(self).
    CallsBack "__next__" "(self, /)" => next_method;
    /// Return state information for pickling.
    CallsBack "__reduce__" "(self, /)" => super::pickling::reduce;
};

/// Returns the iterator over the results of calling `f` until one equals `sentinel`.
pub fn make(vm: &mut Vm, f: Value, sentinel: Value) -> Res {
    // In a list, so that the function can exhaust the iterator while it runs.
    let state = vm.new_list(&[f, sentinel]);
    let function = vm.lib("callable_next");
    Ok(vm.heap.new_slots_from(ids::CALLABLE_ITER, 0, &[function, state]))
}
