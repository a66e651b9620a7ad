//! Iterators over dicts and their views.
//!
//! Slots: the dict (UNBOUND at the end), position among the entries, length of the dict at creation (-1 once a change
//! was reported), removed entries: a forward iterator counts those behind it, a reverse iterator those before it. They
//! change seldom, so that a step is one write.

use ttd_core::value::{TypeId, Value};

use crate::types::iter::{itself, next_method};
use crate::{Vm, ids, methods, native::*};

macro_rules! iterators {
    ($($(#[doc = $doc:literal])* $constant:ident $tid:ident $name:literal => $next:path;)*) => {$(
        $(#[doc = $doc])*
        pub const $constant: TypeDef = TypeDef {
            name: $name,
            tid: ids::$tid,
            methods: METHODS,
            subclassable: false,
            slots: Slots { next: Some(|vm, it| Some($next(vm, it))), ..Slots::EMPTY },
            ..TypeDef::EMPTY
        };
    )*};
}

iterators! {
    /// `dict_keyiterator`.
    KEYITER_TYPE DICT_KEYITER "dict_keyiterator" => next;
    /// `dict_valueiterator`.
    VALUEITER_TYPE DICT_VALUEITER "dict_valueiterator" => next;
    /// `dict_itemiterator`.
    ITEMITER_TYPE DICT_ITEMITER "dict_itemiterator" => next;
    /// `dict_reversekeyiterator`.
    REVKEYITER_TYPE DICT_REVKEYITER "dict_reversekeyiterator" => next_back;
    /// `dict_reversevalueiterator`.
    REVVALUEITER_TYPE DICT_REVVALUEITER "dict_reversevalueiterator" => next_back;
    /// `dict_reverseitemiterator`.
    REVITEMITER_TYPE DICT_REVITEMITER "dict_reverseitemiterator" => next_back;
}

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

const DICT: usize = 0;
const AT: usize = 1;
const EXPECTED: usize = 2;
const REMOVED: usize = 3;

/// Makes an iterator of this type over a dict.
pub fn make(vm: &mut Vm, tid: TypeId, dict: Value) -> Value {
    let len = vm.heap.dict_len(dict) as i64;
    let size = vm.heap.dict_size(dict) as i64;
    let [at, removed] = if is_reverse(tid) { [size, size - len] } else { [0, 0] };
    vm.heap.new_slots_from(tid, 0, &[dict, Value::int(at), Value::int(len), Value::int(removed)])
}

fn is_reverse(tid: TypeId) -> bool {
    matches!(tid, ids::DICT_REVKEYITER | ids::DICT_REVVALUEITER | ids::DICT_REVITEMITER)
}

/// Makes the iterator of a view.
pub fn of_view(vm: &mut Vm, view: Value) -> Value {
    let tid = match view.tid() {
        ids::DICT_KEYS => ids::DICT_KEYITER,
        ids::DICT_VALUES => ids::DICT_VALUEITER,
        _ => ids::DICT_ITEMITER,
    };
    let dict = vm.heap.slot(view, 0);
    make(vm, tid, dict)
}

/// Returns the dict of which a value has the keys (0), as it is itself one or their view, or the values (1).
pub fn keys_or_values(vm: &Vm, v: Value) -> Option<(Value, usize)> {
    if !v.is_obj() {
        return None;
    }
    match v.tid() {
        ids::DICT => Some((v, 0)),
        ids::DICT_KEYS => Some((vm.heap.slot(v, 0), 0)),
        ids::DICT_VALUES => Some((vm.heap.slot(v, 0), 1)),
        _ => None,
    }
}

/// Makes the reverse iterator of a view.
pub fn of_view_back(vm: &mut Vm, view: Value) -> Value {
    let tid = match view.tid() {
        ids::DICT_KEYS => ids::DICT_REVKEYITER,
        ids::DICT_VALUES => ids::DICT_REVVALUEITER,
        _ => ids::DICT_REVITEMITER,
    };
    let dict = vm.heap.slot(view, 0);
    make(vm, tid, dict)
}

/// Returns the dict, unless the iterator has ended; an error when the dict's length has changed.
#[inline]
fn source(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    let dict = vm.heap.slot(it, DICT);
    if dict.is_unbound() {
        return Ok(None);
    }
    if vm.heap.slot(it, EXPECTED).as_int() != vm.heap.dict_len(dict) as i64 {
        vm.heap.set_slot(it, EXPECTED, Value::int(-1));
        return Err(vm.runtime_error("dictionary changed size during iteration"));
    }
    Ok(Some(dict))
}

/// Returns the next item of a forward iterator.
pub fn next(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    Ok(next_entry(vm, it)?.map(|[key, value]| item(vm, it, key, value)))
}

/// Returns the key and the value that a forward iterator comes to next.
#[inline]
pub(crate) fn next_entry(vm: &mut Vm, it: Value) -> Res<Option<[Value; 2]>> {
    match adjacent_entry(vm, it) {
        Some(entry) => Ok(Some(entry)),
        None => search_entry(vm, it),
    }
}

/// Steps to the next key and value where they are the next entry and the dict has its length; `None` elsewhere.
#[inline(always)]
pub(crate) fn adjacent_entry(vm: &mut Vm, it: Value) -> Option<[Value; 2]> {
    let &[dict, at, expected, removed] = vm.heap.slots(it) else { return None };
    if dict.is_unbound() || expected.as_int() != vm.heap.dict_len(dict) as i64 {
        return None;
    }
    let at = at.as_int();
    if left(at, expected, removed) == 0 || at as usize >= vm.heap.dict_size(dict) {
        return None;
    }
    let (_, key, value) = vm.heap.dict_entry(dict, at as usize)?;
    vm.heap.set_slot(it, AT, Value::int(at + 1));
    Some([key, value])
}

/// Returns how many items are left to a forward iterator.
#[inline]
fn left(at: i64, expected: Value, removed: Value) -> i64 {
    expected.as_int() - at + removed.as_int()
}

/// As `next_entry`, past removed entries.
#[inline(never)]
fn search_entry(vm: &mut Vm, it: Value) -> Res<Option<[Value; 2]>> {
    let Some(dict) = source(vm, it)? else {
        return Ok(None);
    };
    let [at, expected, removed] = [AT, EXPECTED, REMOVED].map(|slot| vm.heap.slot(it, slot));
    let at = at.as_int();
    let Some((next, key, _, value)) = vm.dict_next(dict, at as usize) else {
        vm.heap.set_slot(it, DICT, Value::UNBOUND);
        return Ok(None);
    };
    if left(at, expected, removed) == 0 {
        vm.heap.set_slot(it, DICT, Value::UNBOUND);
        return Err(vm.runtime_error("dictionary keys changed during iteration"));
    }
    let next = next as i64;
    vm.heap.set_slot(it, AT, Value::int(next));
    if next > at + 1 {
        vm.heap.set_slot(it, REMOVED, Value::int(removed.as_int() + next - at - 1));
    }
    Ok(Some([key, value]))
}

/// Returns the next item of a reverse iterator, whose position is one past the next entry.
pub fn next_back(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    let Some(dict) = source(vm, it)? else {
        return Ok(None);
    };
    let mut at = (vm.heap.slot(it, AT).as_int() as usize).min(vm.heap.dict_size(dict));
    let mut passed = 0;
    while at > 0 {
        at -= 1;
        if let Some((_, key, value)) = vm.heap.dict_entry(dict, at) {
            vm.heap.set_slot(it, AT, Value::int(at as i64));
            if passed > 0 {
                let removed = vm.heap.slot(it, REMOVED).as_int();
                vm.heap.set_slot(it, REMOVED, Value::int(removed - passed));
            }
            return Ok(Some(item(vm, it, key, value)));
        }
        passed += 1;
    }
    vm.heap.set_slot(it, DICT, Value::UNBOUND);
    Ok(None)
}

fn item(vm: &mut Vm, it: Value, key: Value, value: Value) -> Value {
    match it.tid() {
        ids::DICT_KEYITER | ids::DICT_REVKEYITER => key,
        ids::DICT_VALUEITER | ids::DICT_REVVALUEITER => value,
        _ => vm.new_tuple(&[key, value]),
    }
}

fn length_hint(vm: &mut Vm, args: Args) -> Res {
    let it = args.get(0);
    let dict = vm.heap.slot(it, DICT);
    let [at, expected, removed] = [AT, EXPECTED, REMOVED].map(|slot| vm.heap.slot(it, slot));
    if dict.is_unbound() || expected.as_int() != vm.heap.dict_len(dict) as i64 {
        return Ok(Value::int(0));
    }
    let at = at.as_int();
    Ok(Value::int(if is_reverse(it.tid()) { at - removed.as_int() } else { left(at, expected, removed) }))
}
