//! `x[key]`, `x[key] = value`, `del x[key]` and `len(x)` for builtin containers.
//!
//! Every function returns `None` when the object is no builtin container: the interpreter then asks its class.

use ttd_core::value::Value;

pub use super::contains::contains;
use crate::types::{bytes, list, range, slice, str as strings};
use crate::{Vm, ids, native::*};

/// `obj[key]`.
pub fn get(vm: &mut Vm, obj: Value, key: Value) -> Option<Res> {
    if !obj.is_obj() {
        return None;
    }
    Some(match obj.tid() {
        ids::LIST | ids::TUPLE => get_sequence(vm, obj, key),
        ids::STR => strings::get_item(vm, obj, key),
        ids::BYTES | ids::BYTEARRAY => bytes::get_item(vm, obj, key),
        ids::DICT => get_dict(vm, obj, key),
        ids::RANGE => range::get(vm, obj, key),
        _ => return vm.slots_of(obj).get_item.map(|get| get(vm, obj, key)),
    })
}

/// Result of subscripting an instance of a Python subclass of dict.
pub enum Looked {
    /// The value under the key.
    Found(Value),
    /// There is none: call this `__missing__` with the instance and the key.
    Missing(Value),
}

/// `obj[key]` for an instance of a subclass of dict that has dict's own `__getitem__`.
pub fn get_in_subclass(vm: &mut Vm, obj: Value, key: Value) -> Option<Res<Looked>> {
    if !obj.is(ids::INST) {
        return None;
    }
    let dict = vm.payload(obj, ids::DICT)?;
    vm.special_named(obj, vm.names.getitem).filter(|f| f.is(ids::METHOD_DESC))?;
    Some(match vm.dict_get(dict, key) {
        Ok(Some(value)) => Ok(Looked::Found(value)),
        Ok(None) => match vm.special_named(obj, vm.names.missing) {
            Some(method) => Ok(Looked::Missing(method)),
            None => Err(vm.key_error(key)),
        },
        Err(trap) => Err(trap),
    })
}

fn get_dict(vm: &mut Vm, dict: Value, key: Value) -> Res {
    match vm.dict_get(dict, key)? {
        Some(value) => Ok(value),
        None => Err(vm.key_error(key)),
    }
}

fn get_sequence(vm: &mut Vm, obj: Value, key: Value) -> Res {
    if key.is(ids::SLICE) {
        let bounds = slice::bounds(vm, key)?;
        let span = bounds.over(sequence(vm, obj).len());
        return Ok(take(vm, obj, span));
    }
    let is_list = obj.is(ids::LIST);
    let kind = if is_list { "list" } else { "tuple" };
    let i = subscript(vm, kind, key)?;
    let items = sequence(vm, obj);
    match position(i, items.len()) {
        Some(at) => Ok(items[at]),
        None => Err(vm.index_error(format!("{kind} index out of range"))),
    }
}

pub(super) fn sequence(vm: &Vm, obj: Value) -> &[Value] {
    if obj.is(ids::LIST) { vm.heap.list(obj) } else { vm.heap.tuple(obj) }
}

/// Returns the items that the span selects as a new list.
#[inline]
pub fn slice_list(vm: &mut Vm, list: Value, span: &slice::Span) -> Value {
    // A backward empty span may start before the list.
    let (start, step) = (span.start.max(0) as usize, span.step as isize);
    vm.heap.new_list_from(ids::LIST, list, start, step, span.count)
}

fn take(vm: &mut Vm, obj: Value, span: slice::Span) -> Value {
    if obj.is(ids::LIST) {
        return slice_list(vm, obj, &span);
    }
    let items = sequence(vm, obj);
    if span.count == items.len() && span.step == 1 {
        return obj;
    }
    let mut short = [Value::UNBOUND; SHORT];
    let long: Vec<Value>;
    let taken: &[Value] = if span.count <= SHORT {
        for (to, i) in short.iter_mut().zip(span.positions()) {
            *to = items[i];
        }
        &short[..span.count]
    } else if span.step == 1 {
        let (from, to) = span.bounds();
        long = items[from..to].to_vec();
        &long
    } else {
        long = span.positions().map(|i| items[i]).collect();
        &long
    };
    vm.new_tuple(taken)
}

/// Slices of at most this many items are copied through the Rust stack.
const SHORT: usize = 16;

/// Converts a subscript to an index; `kind` names the sequence in the TypeError.
pub fn subscript(vm: &mut Vm, kind: &str, key: Value) -> Res<i64> {
    if key.is_int() {
        return Ok(key.as_int());
    }
    if !vm.is_integer(key) && vm.special_named(key, vm.names.index).is_none() {
        let name = vm.type_name(key);
        return Err(vm.type_error(format!("{kind} indices must be integers or slices, not {name}")));
    }
    subscript_index(vm, key)
}

/// Returns the value of `__index__`; IndexError when it does not fit.
pub fn subscript_index(vm: &mut Vm, key: Value) -> Res<i64> {
    let index = vm.index(key)?;
    match vm.as_i64(index) {
        Some(i) => Ok(i),
        None => {
            let name = vm.type_name(key);
            Err(vm.index_error(format!("cannot fit '{name}' into an index-sized integer")))
        }
    }
}

/// Returns the position that an index means, if it is within the length.
#[inline]
pub fn position(i: i64, len: usize) -> Option<usize> {
    let at = if i < 0 { i.checked_add(len as i64)? } else { i };
    usize::try_from(at).ok().filter(|at| *at < len)
}

/// `obj[start:stop]`.
pub fn get_slice(vm: &mut Vm, obj: Value, start: Value, stop: Value) -> Option<Res> {
    if !obj.is(ids::LIST) && !obj.is(ids::TUPLE) {
        if !obj.is(ids::STR) && !obj.is(ids::BYTES) && !obj.is(ids::BYTEARRAY) && !obj.is(ids::RANGE) {
            return None;
        }
        if obj.is(ids::STR)
            && let Some(part) = strings::told_slice(vm, obj, start, stop)
        {
            return Some(Ok(part));
        }
        let key = slice::make(vm, start, stop, Value::NONE);
        return get(vm, obj, key);
    }
    let len = sequence(vm, obj).len();
    let span = slice::span_of(vm, start, stop, len);
    Some(span.map(|span| take(vm, obj, span)))
}

/// `obj[start:stop:step]` of a list or a tuple.
pub fn get_slice_step(vm: &mut Vm, obj: Value, start: Value, stop: Value, step: Value) -> Res {
    let bounds = slice::bounds_of(vm, [start, stop, step])?;
    let span = bounds.over(sequence(vm, obj).len());
    Ok(take(vm, obj, span))
}

/// `obj[start:stop] = value`.
pub fn set_slice(vm: &mut Vm, obj: Value, start: Value, stop: Value, value: Value) -> Option<Res<()>> {
    if obj.is(ids::LIST) {
        return Some(list::set_span(vm, obj, start, stop, value));
    }
    let key = slice::make(vm, start, stop, Value::NONE);
    set(vm, obj, key, value)
}

/// `obj[key] = value`.
pub fn set(vm: &mut Vm, obj: Value, key: Value, value: Value) -> Option<Res<()>> {
    if !obj.is_obj() {
        return None;
    }
    Some(match obj.tid() {
        ids::LIST => list::set_item(vm, obj, key, value),
        ids::DICT => vm.dict_set(obj, key, value),
        ids::BYTEARRAY => crate::types::bytearray::set_item(vm, obj, key, value),
        _ => return vm.slots_of(obj).set_item.map(|set| set(vm, obj, key, value)),
    })
}

/// `del obj[key]`.
pub fn del(vm: &mut Vm, obj: Value, key: Value) -> Option<Res<()>> {
    if !obj.is_obj() {
        return None;
    }
    Some(match obj.tid() {
        ids::LIST => list::del_item(vm, obj, key),
        ids::DICT => match vm.dict_del(obj, key) {
            Ok(Some(_)) => Ok(()),
            Ok(None) => Err(vm.key_error(key)),
            Err(trap) => Err(trap),
        },
        ids::BYTEARRAY => crate::types::bytearray::del_item(vm, obj, key),
        _ => return vm.slots_of(obj).del_item.map(|del| del(vm, obj, key)),
    })
}

/// Returns the length of a builtin container; `None` for other values and for ranges that are too long.
#[inline]
pub fn len(vm: &Vm, v: Value) -> Option<usize> {
    if !v.is_obj() {
        return None;
    }
    Some(match v.tid() {
        ids::LIST => vm.heap.list(v).len(),
        ids::TUPLE => vm.heap.tuple(v).len(),
        ids::STR => vm.heap.aux(v) as usize,
        ids::DICT => vm.heap.dict_len(v),
        ids::SET | ids::FROZENSET => vm.heap.set_len(v),
        ids::BYTES => vm.heap.bytes(v).len(),
        ids::BYTEARRAY => vm.heap.buffer(v).len(),
        ids::RANGE => return range::len(vm, v),
        ids::DICT_KEYS | ids::DICT_VALUES | ids::DICT_ITEMS => return len(vm, vm.heap.slot(v, 0)),
        _ => return vm.slots_of(v).len.and_then(|len| len(vm, v)),
    })
}

/// Returns the error for `v[key]` of something that has no items.
#[cold]
pub fn not_subscriptable(vm: &mut Vm, v: Value) -> Trap {
    if v.is(ids::CLASS) {
        let name = vm.class_name(v);
        return vm.type_error(format!("type '{name}' is not subscriptable"));
    }
    let name = vm.type_name(v);
    vm.type_error(format!("'{name}' object is not subscriptable"))
}

/// Returns the error for `v[key] = value`.
#[cold]
pub fn no_assignment(vm: &mut Vm, v: Value, key: Value) -> Trap {
    if is_like_sequence(vm, v)
        && vm.special_named(key, vm.names.index).is_some()
        && let Err(trap) = subscript_index(vm, key)
    {
        return trap;
    }
    if let Some(trap) = half_defined(vm, v, "__delitem__", "__setitem__") {
        return trap;
    }
    let name = vm.type_name(v);
    vm.type_error(format!("'{name}' object does not support item assignment"))
}

/// Returns the error for `del v[key]`.
#[cold]
pub fn no_deletion(vm: &mut Vm, v: Value, key: Value) -> Trap {
    if let Some(trap) = half_defined(vm, v, "__setitem__", "__delitem__") {
        return trap;
    }
    let name = vm.type_name(v);
    if is_like_sequence(vm, v) && vm.special_named(key, vm.names.index).is_some() {
        return match subscript_index(vm, key) {
            Err(trap) => trap,
            Ok(_) => vm.type_error(format!("'{name}' object doesn't support item deletion")),
        };
    }
    vm.type_error(format!("'{name}' object does not support item deletion"))
}

/// Returns the AttributeError for the missing one of two paired methods: in CPython they share a slot.
fn half_defined(vm: &mut Vm, v: Value, there: &str, missing: &str) -> Option<Trap> {
    (v.is(ids::INST) && vm.special(v, there).is_some()).then(|| vm.attribute_error(missing))
}

/// Returns whether CPython's type has sequence methods: then keys are converted to indexes before an error is raised.
/// Every Python class has them.
pub fn is_like_sequence(vm: &Vm, v: Value) -> bool {
    if !v.is_obj() {
        return false;
    }
    match v.tid() {
        ids::INST => {
            let class = vm.type_of(v);
            // CPython makes ExceptionGroup as programs make classes.
            vm.heap.slot(class, crate::vm::objects::class::fields::HEAP) == Value::TRUE
                || class == vm.types.exception_group
        }
        _ => vm.slots_of(v).sequence_methods,
    }
}
