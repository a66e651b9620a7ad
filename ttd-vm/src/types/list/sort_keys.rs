//! The keys of a sort, computed without a frame for each where the key function is native and runs no Python code.

use ttd_core::value::Value;

use crate::ops::{hashing, item};
use crate::types::operator;
use crate::vm::objects::get_attr::Attr;
use crate::{Vm, ids, native::*};

/// How many keys are computed between two looks for an interrupt.
const CHUNK: usize = 4096;

/// Returns the keys of all values by an `itemgetter`, an `attrgetter` or a method of a builtin type. `None`, with
/// nothing done, where Python code may run or an exception would be raised.
pub(crate) fn plain_keys(vm: &mut Vm, key: Value, values: Value) -> Res<Option<Value>> {
    let Some(getter) = Getter::of(vm, key) else { return Ok(None) };
    let count = vm.heap.list(values).len();
    let mut keys = Vec::with_capacity(count);
    for i in 0..count {
        if i % CHUNK == CHUNK - 1 {
            vm.check_interrupt()?;
        }
        let value = vm.heap.list(values)[i];
        match getter.get(vm, value) {
            Some(key) => keys.push(key),
            None => return Ok(None),
        }
    }
    Ok(Some(vm.new_list(&keys)))
}

/// A key function that is understood.
enum Getter {
    /// An `itemgetter` of one key.
    Item(Value),
    /// An `attrgetter` of one name without dots.
    Attribute(Value),
    /// A method that only reads, by its descriptor.
    Method(Value),
}

impl Getter {
    fn of(vm: &Vm, key: Value) -> Option<Getter> {
        if key.is(ids::ITEMGETTER) {
            return match vm.heap.tuple(vm.heap.slot(key, 0)) {
                [one] => Some(Getter::Item(*one)),
                _ => None,
            };
        }
        if key.is(ids::ATTRGETTER) {
            return operator::plain_name(vm, key).map(Getter::Attribute);
        }
        if !key.is(ids::METHOD_DESC) {
            return None;
        }
        let native = &vm.loaded.natives[vm.heap.shape(key) as usize];
        (native.row.effect == Effect::Pure && !native.is_new).then_some(Getter::Method(key))
    }

    fn get(&self, vm: &mut Vm, value: Value) -> Option<Value> {
        match *self {
            Getter::Item(key) => item_of(vm, value, key),
            Getter::Attribute(name) => attribute(vm, value, name),
            Getter::Method(desc) => method(vm, value, desc),
        }
    }
}

fn item_of(vm: &Vm, value: Value, key: Value) -> Option<Value> {
    let at = |items: &[Value]| match key.is_int() {
        true => item::position(key.as_int(), items.len()).map(|at| items[at]),
        false => None,
    };
    if !value.is_obj() {
        return None;
    }
    match value.tid() {
        ids::TUPLE => at(vm.heap.tuple(value)),
        ids::LIST => at(vm.heap.list(value)),
        ids::DICT => {
            let hash = hashing::hash_scalar(vm, key)?;
            vm.dict_find_plain(value, key, hash)?.map(|at| vm.dict_value_at(value, at))
        }
        _ => None,
    }
}

/// An attribute of an instance. What is computed may have effects, so only what lies somewhere counts.
fn attribute(vm: &mut Vm, value: Value, name: Value) -> Option<Value> {
    if !value.is(ids::INST) {
        return None;
    }
    let class = vm.type_of(value);
    let is_usual = vm.lookup(class, vm.names.getattribute).is_none_or(|hook| hook.is(ids::METHOD_DESC));
    let found = if is_usual { vm.lookup(class, name) } else { return None };
    if found.is_some_and(|found| vm.is_data_descriptor(found)) {
        return None;
    }
    match vm.own_attr(value, name) {
        Ok(Some(Attr::Slot(_, v) | Attr::Value(v))) => Some(v).filter(|v| !v.is_unbound()),
        _ => None,
    }
}

/// Calls a method of the value's exact type. An error is not raised: the Python loop comes to the same one.
fn method(vm: &mut Vm, value: Value, desc: Value) -> Option<Value> {
    let is_plain = value.is_obj() && matches!(value.tid(), ids::STR | ids::BYTES | ids::TUPLE | ids::LIST | ids::DICT);
    if is_plain { vm.try_own_method(desc, value) } else { None }
}
