//! `set_iterator`. Slots: the set (UNBOUND at the end), position in its table, length at creation (-1 once a change was
//! reported), items left.

use ttd_core::value::Value;

use crate::types::iter::{itself, next_method};
use crate::{Vm, ids, methods, native::*};

/// The type.
pub const TYPE: TypeDef = TypeDef {
    name: "set_iterator",
    tid: ids::SET_ITER,
    methods: METHODS,
    subclassable: false,
    slots: Slots { next: Some(|vm, it| Some(next(vm, it))), ..Slots::EMPTY },
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
    CallsBack "__reduce__" "(self, /)" => crate::types::iter::pickling::reduce;
};

const SET: usize = 0;
const AT: usize = 1;
const EXPECTED: usize = 2;
const LEFT: usize = 3;

/// Makes an iterator over a set.
pub fn make(vm: &mut Vm, set: Value) -> Value {
    let len = Value::int(vm.heap.set_len(set) as i64);
    vm.heap.new_slots_from(ids::SET_ITER, 0, &[set, Value::int(0), len, len])
}

/// Returns the next key.
pub fn next(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    let set = vm.heap.slot(it, SET);
    if set.is_unbound() {
        return Ok(None);
    }
    if vm.heap.slot(it, EXPECTED).as_int() != vm.heap.set_len(set) as i64 {
        vm.heap.set_slot(it, EXPECTED, Value::int(-1));
        return Err(vm.runtime_error("Set changed size during iteration"));
    }
    let mut at = vm.heap.slot(it, AT).as_int() as usize;
    let slots = vm.heap.set_slots(set);
    while at < slots {
        let found = vm.heap.set_slot_at(set, at);
        at += 1;
        if let Some((_, key)) = found {
            let left = vm.heap.slot(it, LEFT).as_int();
            vm.heap.set_slot(it, AT, Value::int(at as i64));
            vm.heap.set_slot(it, LEFT, Value::int(left - 1));
            return Ok(Some(key));
        }
    }
    vm.heap.set_slot(it, SET, Value::UNBOUND);
    Ok(None)
}

fn length_hint(vm: &mut Vm, args: Args) -> Res {
    let it = args.get(0);
    let set = vm.heap.slot(it, SET);
    if set.is_unbound() || vm.heap.slot(it, EXPECTED).as_int() != vm.heap.set_len(set) as i64 {
        return Ok(Value::int(0));
    }
    Ok(vm.heap.slot(it, LEFT))
}
