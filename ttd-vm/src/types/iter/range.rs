//! `range_iterator`: three inline integers, which the interpreter's loops advance themselves.

use ttd_core::value::Value;

use super::{itself, longrange, next_method};
use crate::types::range as ranges;
use crate::{Vm, ids, methods, native::*};

/// The type.
pub const TYPE: TypeDef = TypeDef {
    name: "range_iterator",
    tid: ids::RANGE_ITER,
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
    CallsBack "__reduce__" "(self, /)" => super::pickling::reduce;
    /// Set state information for unpickling.
    CallsBack "__setstate__" "(self, state, /)" => super::pickling::setstate;
};

/// Returns the iterator of a range object.
pub fn make(vm: &mut Vm, range: Value) -> Value {
    let inline = ranges::small(vm, range).and_then(|r| {
        // One past the last number is stored too, so it must fit.
        let end = i64::try_from(r.at(r.len)).ok()?;
        Value::try_int(end)?;
        let stop = if r.len == 0 { r.start } else { end };
        Some([Value::try_int(r.start)?, Value::try_int(stop)?, Value::try_int(r.step)?])
    });
    match inline {
        Some(parts) => vm.heap.new_slots_from(ids::RANGE_ITER, 0, &parts),
        None => longrange::make(vm, range),
    }
}

/// Returns the next number.
#[inline]
pub fn next(vm: &mut Vm, it: Value) -> Option<Value> {
    let (at, stop, step) = parts(vm, it);
    if if step > 0 { at >= stop } else { at <= stop } {
        return None;
    }
    vm.heap.set_slot(it, 0, Value::int(at + step));
    Some(Value::int(at))
}

fn parts(vm: &Vm, it: Value) -> (i64, i64, i64) {
    (vm.heap.slot(it, 0).as_int(), vm.heap.slot(it, 1).as_int(), vm.heap.slot(it, 2).as_int())
}

/// Returns how many numbers are left.
pub fn remaining(vm: &Vm, it: Value) -> usize {
    let (at, stop, step) = parts(vm, it);
    ranges::Small::new(at, stop, step).map_or(0, |r| r.len as usize)
}

fn length_hint(vm: &mut Vm, args: Args) -> Res {
    let it = args.get(0);
    if it.is(ids::WIDE_RANGE_ITER) {
        return Ok(vm.heap.slot(it, longrange::LEFT));
    }
    Ok(Value::int(remaining(vm, it) as i64))
}
