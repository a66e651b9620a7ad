//! The iterator over the children of an element: that of sequences. Slots: the element, a position.

use ttd_core::value::Value;

use super::{CHILD_ITER, children_of};
use crate::ops::compare::elements_equal;
use crate::types::iter::pickling::builtin;
use crate::types::iter::{itself, next_method};
use crate::{Vm, methods, native::*};

/// The type.
pub(super) const TYPE: TypeDef = TypeDef {
    name: "iterator",
    tid: CHILD_ITER,
    methods: METHODS,
    subclassable: false,
    slots: Slots { next: Some(|vm, it| Some(Ok(next(vm, it)))), ..Slots::EMPTY },
    ..TypeDef::EMPTY
};

const METHODS: &[Method] = methods! {
    /// Implement iter(self).
    Pure "__iter__" "(self, /)" => itself;
    /// Implement next(self).
    Mutates "__next__" "(self, /)" => next_method;
    /// Private method returning an estimate of len(list(it)).
    Pure "__length_hint__" "(self, /)" => length_hint;
    /// Return state information for pickling.
    CallsBack "__reduce__" "(self, /)" => reduce;
    /// Set state information for unpickling.
    CallsBack "__setstate__" "(self, state, /)" => setstate;
};

const OF: usize = 0;
const AT: usize = 1;

/// Makes an iterator.
pub(super) fn make(vm: &mut Vm, element: Value) -> Value {
    vm.heap.new_slots_from(CHILD_ITER, 0, &[element, Value::int(0)])
}

#[inline]
fn next(vm: &mut Vm, it: Value) -> Option<Value> {
    let (element, at) = (vm.heap.slot(it, OF), vm.heap.slot(it, AT).as_int());
    if element.is_unbound() {
        return None;
    }
    match children_of(vm, element).get(at as usize).copied() {
        Some(child) => {
            vm.heap.set_slot(it, AT, Value::int(at + 1));
            Some(child)
        }
        None => {
            vm.heap.set_slot(it, OF, Value::UNBOUND);
            None
        }
    }
}

fn length_hint(vm: &mut Vm, args: Args) -> Res {
    let (element, at) = (vm.heap.slot(args.get(0), OF), vm.heap.slot(args.get(0), AT).as_int());
    let len = if element.is_unbound() { 0 } else { children_of(vm, element).len() as i64 };
    Ok(Value::int((len - at).max(0)))
}

fn reduce(vm: &mut Vm, args: Args) -> Res {
    let (element, at) = (vm.heap.slot(args.get(0), OF), vm.heap.slot(args.get(0), AT));
    let iter = builtin(vm, "iter")?;
    if element.is_unbound() {
        let empty = vm.new_tuple(&[]);
        let given = vm.new_tuple(&[empty]);
        return Ok(vm.new_tuple(&[iter, given]));
    }
    let given = vm.new_tuple(&[element]);
    Ok(vm.new_tuple(&[iter, given, at]))
}

fn setstate(vm: &mut Vm, args: Args) -> Res {
    let at = vm.index_i64(args.get(1))?.max(0);
    if !vm.heap.slot(args.get(0), OF).is_unbound() {
        vm.heap.set_slot(args.get(0), AT, Value::int(at));
    }
    Ok(Value::NONE)
}

/// `x in element`.
pub(super) fn contains(vm: &mut Vm, element: Value, x: Value) -> Res<bool> {
    let mut at = 0;
    // Comparing may run Python code, which may change the children.
    while let Some(&child) = children_of(vm, element).get(at) {
        if elements_equal(vm, child, x)? {
            return Ok(true);
        }
        at += 1;
        if at.is_multiple_of(1000) {
            vm.check_interrupt()?;
        }
    }
    Ok(false)
}
