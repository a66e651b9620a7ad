//! `arrayiterator`. Slots: the array (UNBOUND at the end) and the position.

use ttd_core::value::Value;

use super::{item_at, len_of};
use crate::types::iter::pickling::builtin;
use crate::types::iter::{itself, next_method};
use crate::{Vm, ids, methods, native::*};

/// The type.
pub(super) const TYPE: TypeDef = TypeDef {
    name: "array.arrayiterator",
    tid: ids::ARRAY_ITER,
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
    /// Return state information for pickling.
    CallsBack "__reduce__" "(self, /)" => reduce;
    /// Set state information for unpickling.
    CallsBack "__setstate__" "(self, state, /)" => setstate;
};

/// The iterator over an array.
pub(super) fn make(vm: &mut Vm, array: Value) -> Value {
    vm.heap.new_slots_from(ids::ARRAY_ITER, 0, &[array, Value::int(0)])
}

/// Next of an iterator.
fn next(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    let (array, at) = (vm.heap.slot(it, 0), vm.heap.slot(it, 1).as_int());
    if array.is_unbound() {
        return Ok(None);
    }
    match item_at(vm, array, at as usize)? {
        Some(v) => {
            vm.heap.set_slot(it, 1, Value::int(at + 1));
            Ok(Some(v))
        }
        None => {
            vm.heap.set_slot(it, 0, Value::UNBOUND);
            Ok(None)
        }
    }
}

fn reduce(vm: &mut Vm, args: Args) -> Res {
    let it = args.get(0);
    let (array, at) = (vm.heap.slot(it, 0), vm.heap.slot(it, 1));
    let function = builtin(vm, "iter")?;
    if array.is_unbound() {
        let empty = vm.new_tuple(&[]);
        let arguments = vm.new_tuple(&[empty]);
        return Ok(vm.new_tuple(&[function, arguments]));
    }
    let shown = vm.receiver(array);
    let arguments = vm.new_tuple(&[shown]);
    Ok(vm.new_tuple(&[function, arguments, at]))
}

fn setstate(vm: &mut Vm, args: Args) -> Res {
    let it = args.get(0);
    let at = vm.size_arg(args.get(1))?;
    let array = vm.heap.slot(it, 0);
    if !array.is_unbound() {
        let at = at.clamp(0, len_of(vm, array) as i64);
        vm.heap.set_slot(it, 1, Value::int(at));
    }
    Ok(Value::NONE)
}
