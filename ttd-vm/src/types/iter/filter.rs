//! `filter`.

use ttd_core::value::Value;

use super::{inner_next, itself, map::native_function, next_method, unless_engaged};
use crate::ops::{arity, iter};
use crate::{Vm, ids, methods, native::*};

/// The type.
pub const TYPE: TypeDef = TypeDef {
    name: "filter",
    tid: ids::FILTER,
    doc: "Return an iterator yielding those items of iterable for which function(item)\n\
          is true. If function is None, return the items that are true.",
    methods: METHODS,
    slots: Slots { next: Some(|vm, it| unless_engaged(vm, it, next)), engine: true, ..Slots::EMPTY },
    ..TypeDef::EMPTY
};

const METHODS: &[Method] = methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    CallsBack "__new__" "(cls, /, *args, **kwargs)" => new;
    /// Implement iter(self).
    Pure "__iter__" "(self, /)" => itself;
    /// Implement next(self).
    CallsBack "__next__" "(self, /)" => next_method;
    /// Return state information for pickling.
    CallsBack "__reduce__" "(self, /)" => super::pickling::reduce;
};

fn new(vm: &mut Vm, args: Args) -> Res {
    let given = arity::positional(vm, "filter", &args, 2, 2)?;
    let (function, iterable) = (given[0], given[1]);
    match iter::simple_iter(vm, iterable) {
        Some(it) => {
            let plain = (function.is_none() || native_function(vm, function)) && iter::plain_iterable(vm, it);
            Ok(super::make(vm, args.get(0), ids::FILTER, &[function, it], plain))
        }
        None => {
            let f = vm.lib("filter_");
            let class = super::subclass_of(vm, args.get(0), ids::FILTER);
            Err(vm.tail_call(f, &[function, iterable, class]))
        }
    }
}

/// Returns the next item when no engine is needed.
pub fn next(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    let (function, inner) = (vm.heap.slot(it, 1), vm.heap.slot(it, 2));
    let mut turns = 0u32;
    while let Some(item) = inner_next(vm, inner)? {
        let answer = if function.is_none() { item } else { vm.call(function, &[item])? };
        if vm.truth(answer)? {
            return Ok(Some(item));
        }
        turns += 1;
        if turns.is_multiple_of(1000) {
            vm.check_interrupt()?;
        }
    }
    Ok(None)
}
