//! `map`.

use smallvec::SmallVec;
use ttd_core::value::Value;

use super::asking::engine_slots;
use super::{FIRST, inner_next, itself, next_method, simple_iters, unless_engaged};
use crate::ops::iter;
use crate::vm::objects::class::fields;
use crate::{Vm, ids, methods, native::*};

/// The type.
pub const TYPE: TypeDef = TypeDef {
    name: "map",
    tid: ids::MAP,
    doc: "Make an iterator that computes the function using arguments from\n\
          each of the iterables.  Stops when the shortest iterable is exhausted.",
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
    if !args.kw.is_empty() {
        return Err(vm.type_error("map() takes no keyword arguments"));
    }
    let [function, iterables @ ..] = args.rest else {
        return Err(vm.type_error("map() must have at least two arguments."));
    };
    if iterables.is_empty() {
        return Err(vm.type_error("map() must have at least two arguments."));
    }
    match simple_iters(vm, iterables) {
        Some(its) => {
            let plain = native_function(vm, *function) && its.iter().all(|it| iter::plain_iterable(vm, *it));
            let mut rest = vec![*function];
            rest.extend(its);
            Ok(super::make(vm, args.get(0), ids::MAP, &rest, plain))
        }
        None => {
            let f = vm.lib("map_");
            let class = super::subclass_of(vm, args.get(0), ids::MAP);
            let iterables = vm.new_tuple(iterables);
            Err(vm.tail_call(f, &[*function, iterables, class]))
        }
    }
}

/// Returns whether calling it starts in native code: a builtin function, method or class.
pub(crate) fn native_function(vm: &Vm, f: Value) -> bool {
    f.is(ids::BUILTIN) || f.is(ids::METHOD_DESC) || f.is(ids::CLASS) && vm.heap.slot(f, fields::HEAP) == Value::FALSE
}

/// Up to this many inner iterators of a map with an engine are asked without it.
const FEW: usize = 4;

/// The items for the next call of a map's function.
pub(crate) struct Given {
    items: [Value; FEW],
    count: usize,
}

impl Given {
    /// The items.
    pub(crate) fn items(&self) -> &[Value] {
        &self.items[..self.count]
    }
}

/// Returns the function of a map with an engine over few iterators whose items are native.
#[inline]
pub(crate) fn called(vm: &Vm, it: Value) -> Option<Value> {
    match engine_slots(vm, it) {
        [engine, function, inner @ ..] if inner.len() <= FEW && engine.is(ids::FUNCTION) => {
            inner.iter().all(|it| iter::plain_iterable(vm, *it)).then_some(*function)
        }
        _ => None,
    }
}

/// Returns what the function of such a map is called with next, `None` at the end of the shortest iterator.
#[inline]
pub(crate) fn given(vm: &mut Vm, it: Value) -> Res<Option<Given>> {
    let mut given = Given { items: [Value::NONE; FEW], count: engine_slots(vm, it).len() - FIRST };
    for i in 0..given.count {
        let inner = vm.heap.slot(it, FIRST + i);
        match inner_next(vm, inner)? {
            Some(item) => given.items[i] = item,
            None => return Ok(None),
        }
    }
    Ok(Some(given))
}

/// Returns the next item when no engine is needed.
pub fn next(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    let function = vm.heap.slot(it, 1);
    let count = vm.heap.slots(it).len() - FIRST;
    if count == 1 {
        let inner = vm.heap.slot(it, FIRST);
        return match inner_next(vm, inner)? {
            Some(item) => vm.call(function, &[item]).map(Some),
            None => Ok(None),
        };
    }
    let mut items = SmallVec::<[Value; FEW]>::with_capacity(count);
    for i in 0..count {
        let inner = vm.heap.slot(it, FIRST + i);
        match inner_next(vm, inner)? {
            Some(item) => items.push(item),
            None => return Ok(None),
        }
    }
    vm.call(function, &items).map(Some)
}
