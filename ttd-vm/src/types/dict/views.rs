//! `dict_keys`, `dict_values` and `dict_items`: one slot, the dict.

use ttd_core::value::{TypeId, Value};

use crate::ops::{compare, dunders, hashing};
use crate::types::set::{self, set_operators};
use crate::{Vm, getters, ids, methods, native::*};

/// `dict_keys`.
pub const KEYS_TYPE: TypeDef = TypeDef {
    name: "dict_keys",
    tid: ids::DICT_KEYS,
    methods: SET_METHODS,
    getters: GETTERS,
    subclassable: false,
    unhashable: true,
    slots: Slots { reversed: Some(reversed), hash: Some(hashing::refuse), sequence_methods: true, ..Slots::EMPTY },
    ..TypeDef::EMPTY
};

/// `dict_items`.
pub const ITEMS_TYPE: TypeDef = TypeDef { name: "dict_items", tid: ids::DICT_ITEMS, ..KEYS_TYPE };

/// `dict_values`.
pub const VALUES_TYPE: TypeDef = TypeDef {
    name: "dict_values",
    tid: ids::DICT_VALUES,
    methods: methods! {
        /// Return len(self).
        Pure "__len__" "(self, /)" => dunders::len;
        /// Implement iter(self).
        Pure "__iter__" "(self, /)" => dunders::iter;
        /// Return a reverse iterator over the dict values.
        Pure "__reversed__" "(self, /)" => dunders::reversed;
        /// Return repr(self).
        CallsBack "__repr__" "(self, /)" => dunders::repr;
    },
    getters: GETTERS,
    subclassable: false,
    slots: Slots { reversed: Some(reversed), sequence_methods: true, ..Slots::EMPTY },
    ..TypeDef::EMPTY
};

const GETTERS: &[Getter] = getters! {
    "mapping" => mapping;
};

const SET_METHODS: &[Method] = set_operators! { {
    /// Return True if the view and the given iterable have a null intersection.
    CallsBack "isdisjoint" "(self, object, /)" => set::isdisjoint;
    /// Return len(self).
    Pure "__len__" "(self, /)" => dunders::len;
    /// Return bool(key in self).
    CallsBack "__contains__" "(self, key, /)" => dunders::contains;
    /// Implement iter(self).
    Pure "__iter__" "(self, /)" => dunders::iter;
    /// Return a reverse iterator over the view.
    Pure "__reversed__" "(self, /)" => dunders::reversed;
    /// Return repr(self).
    CallsBack "__repr__" "(self, /)" => dunders::repr;
} {} };

/// Makes a view of this type on a dict.
pub fn make(vm: &mut Vm, tid: TypeId, dict: Value) -> Value {
    vm.heap.new_slots_from(tid, 0, &[dict])
}

/// Makes a view of an `OrderedDict`, whose repr says so.
pub fn make_ordered(vm: &mut Vm, tid: TypeId, dict: Value) -> Value {
    vm.heap.new_slots_from(tid, 0, &[dict, Value::TRUE])
}

fn reversed(vm: &mut Vm, view: Value) -> Option<Value> {
    Some(super::iter::of_view_back(vm, view))
}

fn mapping(vm: &mut Vm, view: Value) -> Res {
    let dict = vm.heap.slot(view, 0);
    Ok(vm.heap.new_slots_from(ids::MAPPINGPROXY, 0, &[dict]))
}

/// `x in view` for keys and items.
pub fn contains(vm: &mut Vm, view: Value, x: Value) -> Res<bool> {
    let dict = vm.heap.slot(view, 0);
    if view.is(ids::DICT_KEYS) {
        return Ok(vm.dict_get(dict, x)?.is_some());
    }
    if !x.is(ids::TUPLE) {
        return Ok(false);
    }
    let [key, value] = *vm.heap.tuple(x) else {
        return Ok(false);
    };
    match vm.dict_get(dict, key)? {
        Some(found) => compare::elements_equal(vm, found, value),
        None => Ok(false),
    }
}

/// Returns the items of a view as a new set, for the operators.
pub fn to_set(vm: &mut Vm, view: Value) -> Res {
    let result = vm.new_set();
    let from = if view.is(ids::DICT_KEYS) { vm.heap.slot(view, 0) } else { view };
    set::update(vm, result, from)?;
    Ok(result)
}
