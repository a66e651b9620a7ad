//! Unions of classes (`int | str`), and their members. What is more than classes is left to `_ttd_generic.py`, which
//! has the class of unions.

use smallvec::SmallVec;
use ttd_core::value::Value;

use crate::vm::objects::shapes::FoundSlots;
use crate::{Vm, ids, native::*};

/// The names of a union's slots.
const NAMES: [&str; 2] = ["_args", "_parameters"];

type Members = SmallVec<[Value; 4]>;

impl Vm {
    /// Returns the members of a union, a tuple; `None` for anything else.
    #[inline]
    pub(crate) fn union_members(&mut self, v: Value) -> Option<Value> {
        if !v.is(ids::INST) || self.type_of(v) != self.lib("union_class") {
            return None;
        }
        let class = self.type_of(v);
        let found = slots(self, class)?;
        (self.heap.shape(v) == found.shape).then(|| self.heap.slot(v, found.slots[0] as usize))
    }
}

/// The shape of unions, and their slots.
fn slots(vm: &mut Vm, class: Value) -> Option<FoundSlots<2>> {
    vm.known_places(|caches| &mut caches.union_slots, class, NAMES)
}

/// Appends a class, or the members of a union, unless they are there already. Returns false where their equality is
/// another than that of classes.
fn add(vm: &mut Vm, members: &mut Members, v: Value) -> bool {
    let given: Members = match vm.union_members(v) {
        Some(tuple) => vm.heap.tuple(tuple).into(),
        None => [if v.is_none() { vm.type_of(v) } else { v }].into_iter().collect(),
    };
    for class in given {
        if !class.is(ids::CLASS) || vm.type_of(class) != vm.types.type_ {
            return false;
        }
        if !members.contains(&class) {
            members.push(class);
        }
    }
    true
}

/// Makes the union of classes and unions of classes, as `union_of` in `_ttd_generic.py` does; `None` where that must.
fn of_classes(vm: &mut Vm, left: Value, right: Value) -> Option<Value> {
    let class = vm.lib("union_class");
    let mut members = Members::new();
    if !class.is(ids::CLASS) || !add(vm, &mut members, left) || !add(vm, &mut members, right) {
        return None;
    }
    if let [one] = members[..] {
        return Some(one);
    }
    let found = slots(vm, class)?;
    let args = vm.new_tuple(&members);
    let made = vm.new_instance(class);
    vm.heap.set_shape(made, found.shape);
    for (slot, value) in found.slots.into_iter().zip([args, Value::NONE]) {
        vm.heap.set_slot(made, slot as usize, value);
    }
    Some(made)
}

/// `left | right` where one of them is a class.
pub(super) fn make(vm: &mut Vm, left: Value, right: Value) -> Res {
    match of_classes(vm, left, right) {
        Some(union) => Ok(union),
        None => Err(vm.call_hidden_module("_ttd_generic", "union_or", &[left, right])),
    }
}
