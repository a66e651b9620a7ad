//! `reversed`.

use ttd_core::value::Value;

use super::{itself, next_method, unless_engaged};
use crate::ops::{arity, item};
use crate::types::dict;
use crate::{Vm, ids, methods, native::*};

/// The type.
pub const TYPE: TypeDef = TypeDef {
    name: "reversed",
    tid: ids::REVERSED,
    doc: "Return a reverse iterator over the values of the given sequence.",
    methods: METHODS,
    slots: Slots { next: Some(|vm, it| unless_engaged(vm, it, next)), engine: true, ..Slots::EMPTY },
    ..TypeDef::EMPTY
};

const METHODS: &[Method] = methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    CallsBack "__new__" "(cls, /, *args, **kwargs)" => new;
    /// Implement iter(self).
    Pure "__iter__" "(self, /)" => itself;
    /// Implement next(self).
    CallsBack "__next__" "(self, /)" => next_method;
    /// Private method returning an estimate of len(list(it)).
    Pure "__length_hint__" "(self, /)" => length_hint;
    /// Return state information for pickling.
    CallsBack "__reduce__" "(self, /)" => super::pickling::reduce;
    /// Set state information for unpickling.
    CallsBack "__setstate__" "(self, state, /)" => super::pickling::setstate;
};

fn new(vm: &mut Vm, args: Args) -> Res {
    let sequence = arity::positional(vm, "reversed", &args, 1, 1)?[0];
    if let Some(it) = builtin(vm, sequence) {
        return Ok(it);
    }
    let class = vm.type_of(sequence);
    if vm.lookup_type(class, "__reversed__").is_some_and(Value::is_none) {
        return Err(not_reversible(vm, sequence));
    }
    if let Some(method) = vm.special_named(sequence, vm.names.reversed) {
        return Err(vm.tail_call(method, &[sequence]));
    }
    // An object without a length raises when it is asked for it.
    let sized = sequence.is(ids::INST) || vm.special_named(sequence, vm.names.len).is_some();
    let is_sequence = sized && vm.special_named(sequence, vm.names.getitem).is_some();
    if !is_sequence || sequence.is(ids::DICT) {
        return Err(not_reversible(vm, sequence));
    }
    let f = vm.lib("reversed_");
    Err(vm.tail_call(f, &[sequence]))
}

fn not_reversible(vm: &mut Vm, v: Value) -> Trap {
    let name = vm.type_name(v);
    vm.type_error(format!("'{name}' object is not reversible"))
}

/// Returns the reverse iterator of a builtin.
pub fn builtin(vm: &mut Vm, v: Value) -> Option<Value> {
    if !v.is_obj() {
        return None;
    }
    match v.tid() {
        ids::LIST => {
            let last = vm.heap.list(v).len() as i64 - 1;
            Some(vm.heap.new_slots_from(ids::LIST_REVITER, 0, &[v, Value::int(last)]))
        }
        ids::TUPLE | ids::STR | ids::BYTES | ids::BYTEARRAY => by_index(vm, v),
        ids::RANGE => Some(crate::types::range::reversed(vm, v)),
        ids::DICT => Some(dict::iter::make(vm, ids::DICT_REVKEYITER, v)),
        _ => vm.slots_of(v).reversed.and_then(|reversed| reversed(vm, v)),
    }
}

/// Returns the reverse iterator over a sequence with `len` and `get_item`: the slot of such a type.
pub fn by_index(vm: &mut Vm, v: Value) -> Option<Value> {
    let last = item::len(vm, v)? as i64 - 1;
    Some(vm.heap.new_slots_from(ids::REVERSED, 0, &[Value::UNBOUND, v, Value::int(last)]))
}

/// Returns the next item when no engine is needed.
pub fn next(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    let sequence = vm.heap.slot(it, 1);
    if sequence.is_unbound() {
        return Ok(None);
    }
    let i = vm.heap.slot(it, 2);
    let found = if i.as_int() < 0 { None } else { item::get(vm, sequence, i) };
    // An IndexError ends the iterator: the sequence may have shrunk.
    let found = found.transpose();
    let found = vm.catch(found, vm.types.index_error)?.flatten();
    match found {
        Some(_) => vm.heap.set_slot(it, 2, Value::int(i.as_int() - 1)),
        None => vm.heap.set_slot(it, 1, Value::UNBOUND),
    }
    Ok(found)
}

fn length_hint(vm: &mut Vm, args: Args) -> Res {
    let it = args.get(0);
    let sequence = vm.heap.slot(it, 1);
    if sequence.is_unbound() {
        return Ok(Value::int(0));
    }
    let left = vm.heap.slot(it, 2).as_int() + 1;
    let len = match item::len(vm, sequence) {
        Some(len) => len as i64,
        None => vm.len(sequence)? as i64,
    };
    Ok(Value::int(if left <= len { left } else { 0 }))
}
