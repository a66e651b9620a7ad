//! `callable_iterator`: what `iter(function, sentinel)` gives. A generator of the hidden library does its work.

use ttd_core::value::Value;

use super::{itself, next_method};
use crate::{Vm, ids, methods, native::*};

/// The type.
pub const TYPE: TypeDef = TypeDef {
    name: "callable_iterator",
    tid: ids::CALLABLE_ITER,
    methods: METHODS,
    subclassable: false,
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

/// The iterator over the results of calling `f` until one equals `sentinel`.
pub fn make(vm: &mut Vm, f: Value, sentinel: Value) -> Res {
    super::delegating(vm, ids::CALLABLE_ITER, "call_until", &[f, sentinel])
}
