//! Iterators over ranges whose numbers exceed the slots of `range_iterator`: three integers of any size.
//!
//! Ranges that CPython iterates with machine integers are `range_iterator`s there, so they are here, under a second
//! type number.

use num_traits::{Signed, ToPrimitive};
use ttd_core::value::Value;

use super::{itself, next_method};
use crate::types::range as ranges;
use crate::{Vm, ids, methods, native::*};

/// The type.
pub const TYPE: TypeDef = TypeDef {
    name: "longrange_iterator",
    tid: ids::LONGRANGE_ITER,
    methods: METHODS,
    subclassable: false,
    slots: Slots { next: Some(|vm, it| Some(Ok(next(vm, it)))), ..Slots::EMPTY },
    ..TypeDef::EMPTY
};

/// The second type number of `range_iterator`.
pub const WIDE_TYPE: TypeDef = TypeDef { name: "range_iterator", tid: ids::WIDE_RANGE_ITER, methods: &[], ..TYPE };

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

/// The next number.
const NEXT: usize = 0;
/// The distance.
const STEP: usize = 1;
/// How many numbers are left.
pub(super) const LEFT: usize = 2;

/// Returns the iterator of a range object whose numbers are too large for `range_iterator`.
pub(super) fn make(vm: &mut Vm, range: Value) -> Value {
    let tid = if is_wide(vm, range) { ids::WIDE_RANGE_ITER } else { ids::LONGRANGE_ITER };
    let [start, step, len] = [0, 2, 3].map(|i| vm.heap.tuple(range)[i]);
    vm.heap.new_slots_from(tid, 0, &[start, step, len])
}

/// Returns whether CPython iterates with machine integers: one step past the last number must fit, too.
fn is_wide(vm: &Vm, range: Value) -> bool {
    ranges::small(vm, range).is_some_and(|r| {
        let reach = if r.step > 0 { r.stop.checked_add(r.step - 1) } else { r.stop.checked_add(r.step + 1) };
        r.len == 0 || reach.is_some()
    })
}

/// Returns the next number.
pub fn next(vm: &mut Vm, it: Value) -> Option<Value> {
    let [at, step, left] = parts(vm, it);
    if left == Value::int(0) {
        return None;
    }
    let after = match vm.as_i64(at).zip(vm.as_i64(step)).and_then(|(at, step)| at.checked_add(step)) {
        Some(after) => vm.int(after),
        None => {
            let after = vm.as_big(at).unwrap_or_default() + vm.as_big(step).unwrap_or_default();
            vm.big(after)
        }
    };
    let rest = match vm.as_i64(left) {
        Some(n) => vm.int(n - 1),
        None => {
            let n = vm.as_big(left).unwrap_or_default() - 1;
            vm.big(n)
        }
    };
    vm.heap.set_slot(it, NEXT, after);
    vm.heap.set_slot(it, LEFT, rest);
    Some(at)
}

fn parts(vm: &Vm, it: Value) -> [Value; 3] {
    [NEXT, STEP, LEFT].map(|i| vm.heap.slot(it, i))
}

/// Returns how many numbers are left, saturating.
pub fn remaining(vm: &Vm, it: Value) -> usize {
    vm.as_big(vm.heap.slot(it, LEFT)).and_then(|n| n.to_usize()).unwrap_or(usize::MAX)
}

fn length_hint(vm: &mut Vm, args: Args) -> Res {
    Ok(vm.heap.slot(args.get(0), LEFT))
}

/// Returns the range of the numbers that are left.
pub(super) fn rest(vm: &mut Vm, it: Value) -> Value {
    let values = parts(vm, it);
    let [at, step, left] = values.map(|v| vm.as_big(v).unwrap_or_default());
    let stop = vm.big(at + &step * left);
    ranges::make(vm, values[NEXT], stop, values[STEP])
}

/// `__setstate__`: skips a number of items.
pub(super) fn skip(vm: &mut Vm, it: Value, state: Value) -> Res {
    if it.is(ids::WIDE_RANGE_ITER) {
        let count = vm.index(state)?;
        if vm.as_i64(count).is_none() {
            return Err(vm.overflow_error("Python int too large to convert to C long"));
        }
    }
    // A non-number is refused by the comparison.
    let none = vm.less(state, Value::int(0))?;
    let count = vm.unwrap(state);
    let Some(count) = vm.as_big(count).filter(|_| vm.is_integer(count)) else {
        let name = vm.type_name(state);
        return Err(vm.type_error(format!("'{name}' object cannot be interpreted as an integer")));
    };
    if none || count.is_negative() {
        return Ok(Value::NONE);
    }
    let [at, step, left] = parts(vm, it).map(|v| vm.as_big(v).unwrap_or_default());
    let count = count.min(left.clone());
    let (at, left) = (vm.big(at + step * &count), vm.big(left - count));
    vm.heap.set_slot(it, NEXT, at);
    vm.heap.set_slot(it, LEFT, left);
    Ok(Value::NONE)
}
