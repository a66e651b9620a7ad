//! `set_iterator`. Slots: the set (UNBOUND at the end), position in its table, length at creation (-1 once a change was
//! reported).

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

/// Makes an iterator over a set.
pub fn make(vm: &mut Vm, set: Value) -> Value {
    let len = Value::int(vm.heap.set_len(set) as i64);
    vm.heap.new_slots_from(ids::SET_ITER, 0, &[set, Value::int(0), len])
}

/// Returns the next key.
pub fn next(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    match step(vm, it) {
        Some(key) => Ok(Some(key)),
        None => end(vm, it),
    }
}

/// Steps to the next key; `None` at the end, and where the set has another length.
#[inline]
pub(crate) fn step(vm: &mut Vm, it: Value) -> Option<Value> {
    let &[set, at, expected] = vm.heap.slots(it) else { return None };
    if set.is_unbound() || expected.as_int() != vm.heap.set_len(set) as i64 {
        return None;
    }
    let (at, key) = vm.heap.next_key(set, at.as_int() as usize)?;
    vm.heap.set_slot(it, AT, Value::int(at as i64 + 1));
    Some(key)
}

#[cold]
fn end(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    let set = vm.heap.slot(it, SET);
    if set.is_unbound() {
        return Ok(None);
    }
    if vm.heap.slot(it, EXPECTED).as_int() != vm.heap.set_len(set) as i64 {
        vm.heap.set_slot(it, EXPECTED, Value::int(-1));
        return Err(vm.runtime_error("Set changed size during iteration"));
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
    let at = vm.heap.slot(it, AT).as_int() as usize;
    let left = (at..vm.heap.set_slots(set)).filter(|slot| vm.heap.set_slot_at(set, *slot).is_some()).count();
    Ok(Value::int(left as i64))
}
