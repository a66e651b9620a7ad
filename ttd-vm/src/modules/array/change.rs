//! Changing arrays: appending, inserting, deleting, repeating; and searching.

use ttd_core::value::Value;

use super::compare::same;
use super::{code, code_of, data_of, item_at, len_of, make, octets_of, position};
use crate::operators::BinOp;
use crate::ops::concat::{check_size, repeated};
use crate::ops::item;
use crate::ops::iter;
use crate::types::list::search_bounds;
use crate::types::memoryview::has_views;
use crate::types::slice;
use crate::{Vm, ids, native::*};

/// Raises BufferError while a view shows the array: its length cannot change then.
fn check_resize(vm: &mut Vm, array: Value) -> Res<()> {
    let data = data_of(vm, array);
    if has_views(vm, data) {
        return Err(vm.error(vm.types.buffer_error, "cannot resize an array that is exporting buffers"));
    }
    Ok(())
}

/// Replaces a range of items by bytes.
fn splice(vm: &mut Vm, array: Value, from: usize, to: usize, bytes: &[u8]) -> Res<()> {
    let size = code::size(code_of(vm, array));
    let (from, to) = (from * size, to * size);
    if to - from != bytes.len() {
        check_resize(vm, array)?;
    }
    let len = octets_of(vm, array).len() - (to - from) + bytes.len();
    if len > u32::MAX as usize || bytes.len() > to - from && !vm.heap.has_room(bytes.len() as u64) {
        return Err(vm.memory_error());
    }
    let data = data_of(vm, array);
    vm.heap.buffer_splice(data, from..to, bytes);
    Ok(())
}

/// Appends bytes that are whole items.
pub(super) fn append_octets(vm: &mut Vm, array: Value, bytes: &[u8]) -> Res<()> {
    let len = len_of(vm, array);
    if bytes.is_empty() { Ok(()) } else { splice(vm, array, len, len, bytes) }
}

/// Appends an item.
pub(super) fn push(vm: &mut Vm, array: Value, v: Value) -> Res<()> {
    let (bytes, size) = code::encode(vm, code_of(vm, array), v)?;
    append_octets(vm, array, &bytes[..size])
}

pub(super) fn append(vm: &mut Vm, args: Args) -> Res {
    push(vm, args.get(0), args.get(1))?;
    Ok(Value::NONE)
}

pub(super) fn clear(vm: &mut Vm, args: Args) -> Res {
    let len = len_of(vm, args.get(0));
    splice(vm, args.get(0), 0, len, b"")?;
    Ok(Value::NONE)
}

pub(super) fn extend(vm: &mut Vm, args: Args) -> Res {
    let (array, given) = (args.get(0), args.get(1));
    if vm.payload(given, ids::ARRAY).is_some() {
        return append_array(vm, array, given, Value::NONE);
    }
    extend_by(vm, array, given, Value::NONE)
}

/// Appends the items of another array, which must have the same type code.
fn append_array(vm: &mut Vm, array: Value, given: Value, result: Value) -> Res {
    let other = vm.unwrap(given);
    if code_of(vm, other) != code_of(vm, array) {
        return Err(vm.type_error("can only extend with array of same kind"));
    }
    let bytes = octets_of(vm, other).to_vec();
    append_octets(vm, array, &bytes)?;
    Ok(result)
}

/// Appends the items of any iterable and returns `result`.
pub(super) fn extend_by(vm: &mut Vm, array: Value, given: Value, result: Value) -> Res {
    let given = if given.is(ids::ARRAY) { super::make_iter(vm, given) } else { given };
    if !vm.plain_iterable(given) {
        let class = vm.class_of_tid[usize::from(ids::ARRAY.0)];
        let append = vm.getattr_str(class, "append")?;
        let f = vm.lib("array_extend");
        return Err(vm.tail_call(f, &[append, array, given, result]));
    }
    let (items, code) = (iter::items(vm, given)?, code_of(vm, array));
    let mut bytes = Vec::with_capacity(items.len() * code::size(code));
    for (i, v) in items.into_iter().enumerate() {
        match code::encode(vm, code, v) {
            Ok((item, size)) => bytes.extend_from_slice(&item[..size]),
            Err(trap) => {
                append_octets(vm, array, &bytes)?;
                return Err(trap);
            }
        }
        if i % 1000 == 999 {
            vm.check_interrupt()?;
        }
    }
    append_octets(vm, array, &bytes)?;
    Ok(result)
}

pub(super) fn fromlist(vm: &mut Vm, args: Args) -> Res {
    let array = args.get(0);
    let Some(given) = vm.payload(args.get(1), ids::LIST) else { return Err(vm.type_error("arg must be list")) };
    let (mut bytes, code) = (Vec::new(), code_of(vm, array));
    let len = vm.heap.list(given).len();
    for i in 0.. {
        let Some(v) = vm.heap.list(given).get(i).copied() else { break };
        let (item, size) = code::encode(vm, code, v)?;
        bytes.extend_from_slice(&item[..size]);
        if vm.heap.list(given).len() != len {
            return Err(vm.runtime_error("list changed size during iteration"));
        }
        if i % 1000 == 999 {
            vm.check_interrupt()?;
        }
    }
    append_octets(vm, array, &bytes)?;
    Ok(Value::NONE)
}

/// The first position of a value in a range.
pub(super) fn find(vm: &mut Vm, array: Value, x: Value, from: usize, to: usize) -> Res<Option<usize>> {
    for i in from..to {
        let Some(v) = item_at(vm, array, i)? else { break };
        if same(vm, v, x)? {
            return Ok(Some(i));
        }
        if i % 1000 == 999 {
            vm.check_interrupt()?;
        }
    }
    Ok(None)
}

pub(super) fn count(vm: &mut Vm, args: Args) -> Res {
    let mut n = 0;
    for i in 0.. {
        let Some(v) = item_at(vm, args.get(0), i)? else { break };
        n += i64::from(same(vm, v, args.get(1))?);
        if i % 1000 == 999 {
            vm.check_interrupt()?;
        }
    }
    Ok(Value::int(n))
}

pub(super) fn index(vm: &mut Vm, args: Args) -> Res {
    let array = args.get(0);
    let len = len_of(vm, array);
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
            // Comparing may have run code that removed items.
            let len = len_of(vm, array);
            splice(vm, array, i.min(len), (i + 1).min(len), b"")?;
            Ok(Value::NONE)
        }
        None => Err(vm.value_error("array.remove(x): x not in array")),
    }
}

pub(super) fn insert(vm: &mut Vm, args: Args) -> Res {
    let (array, at) = (args.get(0), vm.size_arg(args.get(1))?);
    let (bytes, size) = code::encode(vm, code_of(vm, array), args.get(2))?;
    let len = len_of(vm, array) as i64;
    let at = if at < 0 { at.saturating_add(len).max(0) } else { at.min(len) } as usize;
    splice(vm, array, at, at, &bytes[..size])?;
    Ok(Value::NONE)
}

pub(super) fn pop(vm: &mut Vm, args: Args) -> Res {
    let array = args.get(0);
    let at = match args.opt(1) {
        Some(v) => vm.size_arg(v)?,
        None => -1,
    };
    let len = len_of(vm, array);
    if len == 0 {
        return Err(vm.index_error("pop from empty array"));
    }
    let Some(at) = item::position(at, len) else { return Err(vm.index_error("pop index out of range")) };
    let item = item_at(vm, array, at)?.unwrap_or(Value::NONE);
    splice(vm, array, at, at + 1, b"")?;
    Ok(item)
}

pub(super) fn reverse(vm: &mut Vm, args: Args) -> Res {
    let array = args.get(0);
    let size = code::size(code_of(vm, array));
    let bytes: Vec<u8> = octets_of(vm, array).rchunks_exact(size).flatten().copied().collect();
    let data = data_of(vm, array);
    vm.heap.buffer_splice(data, 0..bytes.len(), &bytes);
    Ok(Value::NONE)
}

pub(super) fn setitem(vm: &mut Vm, args: Args) -> Res {
    set(vm, args.get(0), args.get(1), args.get(2))?;
    Ok(Value::NONE)
}

/// `array[key] = value`.
pub(super) fn set(vm: &mut Vm, array: Value, key: Value, value: Value) -> Res<()> {
    if !key.is(ids::SLICE) {
        let at = position(vm, array, key, "array assignment index out of range")?;
        let (bytes, size) = code::encode(vm, code_of(vm, array), value)?;
        // Converting the value may have run code that shortened the array.
        if at >= len_of(vm, array) {
            return Err(vm.index_error("array assignment index out of range"));
        }
        let data = data_of(vm, array);
        vm.heap.buffer_splice(data, at * size..(at + 1) * size, &bytes[..size]);
        return Ok(());
    }
    let Some(other) = vm.payload(value, ids::ARRAY) else {
        let name = vm.type_name(value);
        return Err(vm.type_error(format!("can only assign array (not \"{name}\") to array slice")));
    };
    if code_of(vm, other) != code_of(vm, array) {
        return Err(vm.type_error("bad argument type for built-in operation"));
    }
    let bounds = slice::bounds(vm, key)?;
    let span = bounds.over(len_of(vm, array));
    let (bytes, given) = (octets_of(vm, other).to_vec(), len_of(vm, other));
    if span.step == 1 {
        let (from, to) = span.bounds();
        return splice(vm, array, from, to, &bytes);
    }
    if given == 0 {
        // CPython deletes here, whatever the step.
        return delete(vm, array, span);
    }
    if given != span.count {
        let wanted = span.count;
        return Err(
            vm.value_error(format!("attempt to assign array of size {given} to extended slice of size {wanted}"))
        );
    }
    let (data, size) = (data_of(vm, array), code::size(code_of(vm, array)));
    for (at, item) in span.positions().zip(bytes.chunks_exact(size)) {
        vm.heap.buffer_splice(data, at * size..(at + 1) * size, item);
    }
    Ok(())
}

/// Deletes the items that a slice selects.
fn delete(vm: &mut Vm, array: Value, span: slice::Span) -> Res<()> {
    if span.step == 1 {
        let (from, to) = span.bounds();
        return splice(vm, array, from, to, b"");
    }
    let len = len_of(vm, array);
    let mut gone = vec![false; len];
    span.positions().for_each(|i| gone[i] = true);
    let size = code::size(code_of(vm, array));
    let items = octets_of(vm, array).chunks_exact(size).zip(gone);
    let kept: Vec<u8> = items.filter(|(_, gone)| !gone).flat_map(|(item, _)| item.iter().copied()).collect();
    splice(vm, array, 0, len, &kept)
}

pub(super) fn delitem(vm: &mut Vm, args: Args) -> Res {
    let (array, key) = (args.get(0), args.get(1));
    if key.is(ids::SLICE) {
        let bounds = slice::bounds(vm, key)?;
        let span = bounds.over(len_of(vm, array));
        delete(vm, array, span)?;
    } else {
        let at = position(vm, array, key, "array assignment index out of range")?;
        splice(vm, array, at, at + 1, b"")?;
    }
    Ok(Value::NONE)
}

pub(super) fn add(vm: &mut Vm, args: Args) -> Res {
    concat(vm, args.get(0), args.get(1))
}

/// `array + other`.
fn concat(vm: &mut Vm, array: Value, given: Value) -> Res {
    let Some(other) = vm.payload(given, ids::ARRAY) else {
        let name = vm.type_name(given);
        return Err(vm.type_error(format!("can only append array (not \"{name}\") to array")));
    };
    let code = code_of(vm, array);
    if code_of(vm, other) != code {
        return Err(vm.type_error("bad argument type for built-in operation"));
    }
    let bytes = [octets_of(vm, array), octets_of(vm, other)].concat();
    check_size(vm, bytes.len(), 1, 1)?;
    Ok(make(vm, code, &bytes))
}

pub(super) fn iadd(vm: &mut Vm, args: Args) -> Res {
    extend_in_place(vm, args.get(0), args.get(1))
}

/// `array += other`.
fn extend_in_place(vm: &mut Vm, array: Value, given: Value) -> Res {
    let this = vm.receiver(array);
    if vm.payload(given, ids::ARRAY).is_none() {
        let name = vm.type_name(given);
        return Err(vm.type_error(format!("can only extend array with array (not \"{name}\")")));
    }
    append_array(vm, array, given, this)
}

/// `array += other` and `array *= count` when no other method takes precedence.
pub(super) fn inplace(vm: &mut Vm, op: BinOp, array: Value, other: Value) -> Res {
    match op {
        BinOp::Add if vm.payload(other, ids::ARRAY).is_some() => extend_in_place(vm, array, other),
        BinOp::Mul if vm.is_integer(other) => repeat_in_place(vm, array, other),
        _ => Ok(Value::NOT_IMPLEMENTED),
    }
}

/// `+` and `*` with other operands, after all methods were tried.
pub(super) fn late_operator(vm: &mut Vm, op: BinOp, array: Value, other: Value, in_place: bool) -> Res {
    match (op, in_place) {
        (BinOp::Add, false) => concat(vm, array, other),
        (BinOp::Add, true) => extend_in_place(vm, array, other),
        (_, false) => repeat(vm, array, other),
        (_, true) => repeat_in_place(vm, array, other),
    }
}

/// The repeat count of `array * count`.
fn times(vm: &mut Vm, array: Value, v: Value) -> Res<usize> {
    let inner = vm.unwrap(v);
    if !vm.is_integer(inner) && vm.special_named(v, vm.names.index).is_none() {
        let name = vm.type_name(v);
        return Err(vm.type_error(format!("can't multiply sequence by non-int of type '{name}'")));
    }
    let n = usize::try_from(vm.size_arg(v)?).unwrap_or(0);
    let len = octets_of(vm, array).len();
    check_size(vm, len, n, 1)?;
    if len.saturating_mul(n) > u32::MAX as usize {
        return Err(vm.memory_error());
    }
    Ok(n)
}

pub(super) fn mul(vm: &mut Vm, args: Args) -> Res {
    repeat(vm, args.get(0), args.get(1))
}

/// `array * count`.
fn repeat(vm: &mut Vm, array: Value, count: Value) -> Res {
    let n = times(vm, array, count)?;
    let bytes = octets_of(vm, array).to_vec();
    let (bytes, code) = (repeated(vm, &bytes, n)?, code_of(vm, array));
    Ok(make(vm, code, &bytes))
}

pub(super) fn imul(vm: &mut Vm, args: Args) -> Res {
    repeat_in_place(vm, args.get(0), args.get(1))
}

/// `array *= count`.
fn repeat_in_place(vm: &mut Vm, array: Value, count: Value) -> Res {
    let this = vm.receiver(array);
    let n = times(vm, array, count)?;
    let (bytes, len) = (octets_of(vm, array).to_vec(), len_of(vm, array));
    let bytes = repeated(vm, &bytes, n)?;
    splice(vm, array, 0, len, &bytes)?;
    Ok(this)
}
