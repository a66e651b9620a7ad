//! What changes an array, looks for its items, or makes a longer one.

use ttd_core::value::Value;

use super::{code, code_of, items_of, make, plain_items, position};
use crate::ops::compare::elements_equal;
use crate::ops::concat::check_size;
use crate::types::list::{del_item, search_bounds};
use crate::types::slice;
use crate::{Vm, ids, native::*};

pub(super) fn append(vm: &mut Vm, args: Args) -> Res {
    let array = args.get(0);
    let v = code::convert(vm, code_of(vm, array), args.get(1))?;
    let list = items_of(vm, array);
    vm.heap.list_push(list, v);
    Ok(Value::NONE)
}

pub(super) fn extend(vm: &mut Vm, args: Args) -> Res {
    let (array, given) = (args.get(0), args.get(1));
    same_kind(vm, array, given)?;
    extend_by(vm, array, given, Value::NONE)
}

/// An array can only take the items of an array of its own kind.
fn same_kind(vm: &mut Vm, array: Value, given: Value) -> Res<()> {
    match vm.payload(given, ids::ARRAY) {
        Some(other) if code_of(vm, other) != code_of(vm, array) => {
            Err(vm.type_error("can only extend with array of same kind"))
        }
        _ => Ok(()),
    }
}

/// Appends what an iterable gives; `result` is then the result.
pub(super) fn extend_by(vm: &mut Vm, array: Value, given: Value, result: Value) -> Res {
    let Some(items) = plain_items(vm, given)? else {
        let class = vm.class_of_tid[usize::from(ids::ARRAY.0)];
        let append = vm.getattr_str(class, "append")?;
        let f = vm.lib("array_extend");
        return Err(vm.tail_call(f, &[append, array, given, result]));
    };
    let (code, list) = (code_of(vm, array), items_of(vm, array));
    for (i, v) in items.into_iter().enumerate() {
        let v = code::convert(vm, code, v)?;
        vm.heap.list_push(list, v);
        if i % 1000 == 999 {
            vm.check_interrupt()?;
        }
    }
    Ok(result)
}

pub(super) fn fromlist(vm: &mut Vm, args: Args) -> Res {
    let array = args.get(0);
    let Some(given) = vm.payload(args.get(1), ids::LIST) else { return Err(vm.type_error("arg must be list")) };
    let (mut items, code) = (Vec::new(), code_of(vm, array));
    for v in vm.heap.list(given).to_vec() {
        items.push(code::convert(vm, code, v)?);
    }
    let list = items_of(vm, array);
    vm.heap.list_extend(list, &items);
    Ok(Value::NONE)
}

/// The first position of a value between two others.
fn find(vm: &mut Vm, array: Value, x: Value, from: usize, to: usize) -> Res<Option<usize>> {
    let list = items_of(vm, array);
    for i in from..to {
        let Some(v) = vm.heap.list(list).get(i).copied() else { break };
        if elements_equal(vm, v, x)? {
            return Ok(Some(i));
        }
        if i % 1000 == 999 {
            vm.check_interrupt()?;
        }
    }
    Ok(None)
}

pub(super) fn count(vm: &mut Vm, args: Args) -> Res {
    let list = items_of(vm, args.get(0));
    let mut n = 0;
    for i in 0.. {
        let Some(v) = vm.heap.list(list).get(i).copied() else { break };
        n += i64::from(elements_equal(vm, v, args.get(1))?);
        if i % 1000 == 999 {
            vm.check_interrupt()?;
        }
    }
    Ok(Value::int(n))
}

pub(super) fn index(vm: &mut Vm, args: Args) -> Res {
    let array = args.get(0);
    let len = vm.heap.list(items_of(vm, array)).len();
    let (from, to) = search_bounds(vm, &args, len)?;
    match find(vm, array, args.get(1), from, to)? {
        Some(i) => Ok(Value::int(i as i64)),
        None => Err(vm.value_error("array.index(x): x not in array")),
    }
}

pub(super) fn remove(vm: &mut Vm, args: Args) -> Res {
    let array = args.get(0);
    match find(vm, array, args.get(1), 0, usize::MAX)? {
        Some(i) => {
            let list = items_of(vm, array);
            vm.heap.list_remove(list, i);
            Ok(Value::NONE)
        }
        None => Err(vm.value_error("array.remove(x): x not in array")),
    }
}

pub(super) fn insert(vm: &mut Vm, args: Args) -> Res {
    let (array, at) = (args.get(0), vm.index_i64(args.get(1))?);
    let v = code::convert(vm, code_of(vm, array), args.get(2))?;
    let list = items_of(vm, array);
    let len = vm.heap.list(list).len() as i64;
    let at = if at < 0 { at.saturating_add(len).max(0) } else { at.min(len) };
    vm.heap.list_insert(list, at as usize, v);
    Ok(Value::NONE)
}

pub(super) fn pop(vm: &mut Vm, args: Args) -> Res {
    let array = args.get(0);
    let at = match args.opt(1) {
        Some(v) => vm.index_i64(v)?,
        None => -1,
    };
    let list = items_of(vm, array);
    let len = vm.heap.list(list).len();
    if len == 0 {
        return Err(vm.index_error("pop from empty array"));
    }
    match crate::ops::item::position(at, len) {
        Some(at) => Ok(vm.heap.list_remove(list, at)),
        None => Err(vm.index_error("pop index out of range")),
    }
}

pub(super) fn reverse(vm: &mut Vm, args: Args) -> Res {
    let list = items_of(vm, args.get(0));
    vm.heap.list_reverse(list);
    Ok(Value::NONE)
}

pub(super) fn setitem(vm: &mut Vm, args: Args) -> Res {
    set(vm, args.get(0), args.get(1), args.get(2))?;
    Ok(Value::NONE)
}

/// `array[key] = value`.
pub(super) fn set(vm: &mut Vm, array: Value, key: Value, value: Value) -> Res<()> {
    let list = items_of(vm, array);
    if !key.is(ids::SLICE) {
        let at = position(vm, array, key, "array assignment index out of range")?;
        let v = code::convert(vm, code_of(vm, array), value)?;
        if at < vm.heap.list(list).len() {
            vm.heap.list_set(list, at, v);
        }
        return Ok(());
    }
    let Some(other) = vm.payload(value, ids::ARRAY) else {
        let name = vm.type_name(value);
        return Err(vm.type_error(format!("can only assign array (not \"{name}\") to array slice")));
    };
    if code_of(vm, other) != code_of(vm, array) {
        return Err(vm.type_error("bad argument type for built-in operation"));
    }
    let span = slice::span(vm, key, vm.heap.list(list).len())?;
    let items = vm.heap.list(items_of(vm, other)).to_vec();
    if span.step == 1 {
        let (from, to) = span.bounds();
        vm.heap.list_splice(list, from..to, &items);
        return Ok(());
    }
    if items.is_empty() {
        // What CPython does here is deleting, whatever the step.
        return del_item(vm, list, key);
    }
    if items.len() != span.count {
        let (given, wanted) = (items.len(), span.count);
        return Err(
            vm.value_error(format!("attempt to assign array of size {given} to extended slice of size {wanted}"))
        );
    }
    for (at, v) in span.positions().zip(items) {
        vm.heap.list_set(list, at, v);
    }
    Ok(())
}

pub(super) fn delitem(vm: &mut Vm, args: Args) -> Res {
    let (array, key) = (args.get(0), args.get(1));
    let list = items_of(vm, array);
    if key.is(ids::SLICE) {
        del_item(vm, list, key)?;
    } else {
        let at = position(vm, array, key, "array assignment index out of range")?;
        vm.heap.list_remove(list, at);
    }
    Ok(Value::NONE)
}

pub(super) fn add(vm: &mut Vm, args: Args) -> Res {
    let (array, given) = (args.get(0), args.get(1));
    let Some(other) = vm.payload(given, ids::ARRAY) else {
        let name = vm.type_name(given);
        return Err(vm.type_error(format!("can only append array (not \"{name}\") to array")));
    };
    let code = code_of(vm, array);
    if code_of(vm, other) != code {
        return Err(vm.type_error("bad argument type for built-in operation"));
    }
    let (a, b) = (items_of(vm, array), items_of(vm, other));
    let items = [vm.heap.list(a), vm.heap.list(b)].concat();
    Ok(make(vm, code, &items))
}

pub(super) fn iadd(vm: &mut Vm, args: Args) -> Res {
    let (array, given) = (args.get(0), args.get(1));
    let this = vm.receiver(array);
    if vm.payload(given, ids::ARRAY).is_none() {
        let name = vm.type_name(given);
        return Err(vm.type_error(format!("can only extend array with array (not \"{name}\")")));
    }
    same_kind(vm, array, given)?;
    extend_by(vm, array, given, this)
}

/// How often an array is to be repeated.
fn times(vm: &mut Vm, array: Value, v: Value) -> Res<usize> {
    let inner = vm.unwrap(v);
    if !vm.is_integer(inner) && vm.special(v, "__index__").is_none() {
        let name = vm.type_name(v);
        return Err(vm.type_error(format!("can't multiply sequence by non-int of type '{name}'")));
    }
    let n = usize::try_from(vm.index_i64(v)?).unwrap_or(0);
    let len = vm.heap.list(items_of(vm, array)).len();
    check_size(vm, len, n, 8)?;
    Ok(n)
}

pub(super) fn mul(vm: &mut Vm, args: Args) -> Res {
    let array = args.get(0);
    let n = times(vm, array, args.get(1))?;
    let items = vm.heap.list(items_of(vm, array)).repeat(n);
    let code = code_of(vm, array);
    Ok(make(vm, code, &items))
}

pub(super) fn imul(vm: &mut Vm, args: Args) -> Res {
    let array = args.get(0);
    let this = vm.receiver(array);
    let n = times(vm, array, args.get(1))?;
    let list = items_of(vm, array);
    let items = vm.heap.list(list).repeat(n);
    vm.heap.list_replace(list, items);
    Ok(this)
}
