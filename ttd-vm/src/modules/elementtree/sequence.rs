//! The iterator over the children of an element. Slots: the element, a position. Its class and methods are those of the
//! iterator over sequences, which has the same name.

use ttd_core::value::Value;

use super::{CHILD_ITER, children_of};
use crate::ops::compare::elements_equal;
use crate::{Vm, native::*};

/// The type.
pub(super) const TYPE: TypeDef = TypeDef {
    name: "iterator",
    tid: CHILD_ITER,
    subclassable: false,
    slots: Slots { next: Some(|vm, it| Some(Ok(next(vm, it)))), ..Slots::EMPTY },
    ..TypeDef::EMPTY
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
