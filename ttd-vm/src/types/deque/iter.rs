//! Iterators over a deque, forwards and backwards. Slots: the deque, its state at creation, items left.

use ttd_core::value::{TypeId, Value};

use super::mutated;
use crate::types::iter::{itself, next_method};
use crate::{Vm, ids, methods, native::*};

/// Forwards.
pub(super) const TYPE: TypeDef = TypeDef {
    name: "collections._deque_iterator",
    tid: ids::DEQUE_ITER,
    methods: METHODS,
    subclassable: false,
    slots: Slots { next: Some(|vm, it| Some(next(vm, it))), ..Slots::EMPTY },
    ..TypeDef::EMPTY
};

/// Backwards.
pub(super) const REVERSE_TYPE: TypeDef =
    TypeDef { name: "collections._deque_reverse_iterator", tid: ids::DEQUE_REVITER, methods: REVERSE_METHODS, ..TYPE };

const METHODS: &[Method] = methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    CallsBack "__new__" "(cls, deque, index=0, /)" => new;
    /// Implement iter(self).
    Pure "__iter__" "(self, /)" => itself;
    /// Implement next(self).
    Mutates "__next__" "(self, /)" => next_method;
    /// Private method returning an estimate of len(list(it)).
    Pure "__length_hint__" "(self, /)" => length_hint;
    /// Return state information for pickling.
    Pure "__reduce__" "(self, /)" => reduce;
};

const REVERSE_METHODS: &[Method] = methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    CallsBack "__new__" "(cls, deque, index=0, /)" => new_reverse;
    /// Implement iter(self).
    Pure "__iter__" "(self, /)" => itself;
    /// Implement next(self).
    Mutates "__next__" "(self, /)" => next_method;
    /// Private method returning an estimate of len(list(it)).
    Pure "__length_hint__" "(self, /)" => length_hint;
    /// Return state information for pickling.
    Pure "__reduce__" "(self, /)" => reduce;
};

const DEQUE: usize = 0;
const STATE: usize = 1;
const LEFT: usize = 2;

/// Makes an iterator of one of the two types.
pub(super) fn make(vm: &mut Vm, tid: TypeId, deque: Value) -> Value {
    let state = Value::int(i64::from(vm.heap.deque_state(deque)));
    let left = Value::int(vm.heap.deque_len(deque) as i64);
    vm.heap.new_slots_from(tid, 0, &[deque, state, left])
}

/// Returns the next item.
fn next(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    let (deque, left) = (vm.heap.slot(it, DEQUE), vm.heap.slot(it, LEFT).as_int());
    if vm.heap.slot(it, STATE).as_int() != i64::from(vm.heap.deque_state(deque)) {
        vm.heap.set_slot(it, LEFT, Value::int(0));
        return Err(mutated(vm));
    }
    if left == 0 {
        return Ok(None);
    }
    vm.heap.set_slot(it, LEFT, Value::int(left - 1));
    // The state is unchanged, so the length is too.
    let at = if it.is(ids::DEQUE_ITER) { vm.heap.deque_len(deque) - left as usize } else { left as usize - 1 };
    Ok(Some(vm.heap.deque_get(deque, at)))
}

/// Appends items that come next, at most this many, unless the deque has changed.
pub(crate) fn take(vm: &mut Vm, it: Value, most: usize, out: &mut Vec<Value>) {
    let [deque, state, left] = [DEQUE, STATE, LEFT].map(|slot| vm.heap.slot(it, slot));
    if state.as_int() != i64::from(vm.heap.deque_state(deque)) {
        return;
    }
    let left = left.as_int() as usize;
    let (from, taken) = (vm.heap.deque_len(deque) - left, most.min(left));
    for part in vm.heap.deque_parts(deque, from..from + taken) {
        out.extend_from_slice(part);
    }
    if taken > 0 {
        vm.heap.set_slot(it, LEFT, Value::int((left - taken) as i64));
    }
}

fn length_hint(vm: &mut Vm, args: Args) -> Res {
    Ok(vm.heap.slot(args.get(0), LEFT))
}

fn reduce(vm: &mut Vm, args: Args) -> Res {
    let it = args.get(0);
    let (deque, left) = (vm.heap.slot(it, DEQUE), vm.heap.slot(it, LEFT).as_int());
    let skipped = Value::int(vm.heap.deque_len(deque) as i64 - left);
    let arguments = vm.new_tuple(&[deque, skipped]);
    let class = vm.type_of(it);
    Ok(vm.new_tuple(&[class, arguments]))
}

fn new(vm: &mut Vm, args: Args) -> Res {
    make_at(vm, ids::DEQUE_ITER, &args)
}

fn new_reverse(vm: &mut Vm, args: Args) -> Res {
    make_at(vm, ids::DEQUE_REVITER, &args)
}

/// Makes an iterator that has skipped a number of items.
fn make_at(vm: &mut Vm, tid: TypeId, args: &Args) -> Res {
    let Some(deque) = vm.payload(args.get(1), ids::DEQUE) else {
        let given = vm.type_name(args.get(1));
        return Err(vm.type_error(format!("argument 1 must be collections.deque, not {given}")));
    };
    let skipped = match args.opt(2) {
        Some(n) => vm.index_i64(n)?,
        None => 0,
    };
    let it = make(vm, tid, deque);
    let left = vm.heap.slot(it, LEFT).as_int();
    vm.heap.set_slot(it, LEFT, Value::int(left - skipped.clamp(0, left)));
    Ok(it)
}
