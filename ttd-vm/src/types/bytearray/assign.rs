//! `b[key] = value` and `del b[key]`.

use ttd_core::value::Value;

use crate::ops::buffer;
use crate::ops::item::{position, subscript_index};
use crate::types::bytes::new::{items_of, octets_of_items};
use crate::types::bytes::value::byte_arg;
use crate::types::memoryview::check_resize;
use crate::types::slice;
use crate::{Vm, ids, native::*};

fn index(vm: &mut Vm, key: Value) -> Res<i64> {
    if !vm.is_integer(key) && vm.special_named(key, vm.names.index).is_none() {
        let given = vm.type_name(key);
        return Err(vm.type_error(format!("bytearray indices must be integers or slices, not {given}")));
    }
    subscript_index(vm, key)
}

fn place(vm: &mut Vm, v: Value, i: i64) -> Res<usize> {
    match position(i, vm.heap.buffer(v).len()) {
        Some(at) => Ok(at),
        None => Err(vm.index_error("bytearray index out of range")),
    }
}

/// `b[key] = value`.
pub fn set_item(vm: &mut Vm, v: Value, key: Value, value: Value) -> Res<()> {
    if key.is(ids::SLICE) {
        let bounds = slice::bounds(vm, key)?;
        let bytes = slice_value(vm, value)?;
        return set_slice(vm, v, bounds, &bytes);
    }
    let i = index(vm, key)?;
    // Converting the value may shorten the bytearray.
    let byte = byte_arg(vm, value)?;
    let at = place(vm, v, i)?;
    vm.heap.buffer_set(v, at, byte);
    Ok(())
}

fn slice_value(vm: &mut Vm, value: Value) -> Res<Vec<u8>> {
    let inner = vm.unwrap(value);
    if let Some(inner) = buffer::bytes_like_any(vm, value)? {
        return Ok(vm.raw_bytes(inner).to_vec());
    }
    let number = ["__index__", "__int__", "__float__"].iter().any(|name| vm.special(value, name).is_some());
    if inner.is(ids::STR) || inner.is(ids::COMPLEX) || number {
        return Err(vm.type_error("can assign only bytes, buffers, or iterables of ints in range(0, 256)"));
    }
    let items = items_of(vm, value, false, |name| format!("cannot convert '{name}' object to bytearray"))?;
    octets_of_items(vm, items, "bytearray")
}

fn set_slice(vm: &mut Vm, v: Value, bounds: slice::Bounds, bytes: &[u8]) -> Res<()> {
    let span = bounds.over(vm.heap.buffer(v).len());
    if span.step == 1 {
        let (from, to) = span.bounds();
        if to - from != bytes.len() {
            check_resize(vm, v)?;
        }
        vm.heap.buffer_splice(v, from..to, bytes);
        return Ok(());
    }
    if bytes.is_empty() {
        return delete_span(vm, v, span);
    }
    if bytes.len() != span.count {
        let (given, wanted) = (bytes.len(), span.count);
        return Err(
            vm.value_error(format!("attempt to assign bytes of size {given} to extended slice of size {wanted}"))
        );
    }
    if span.step > 0 {
        vm.heap.buffer_set_spaced(v, span.start as usize, span.step as usize, bytes);
    } else {
        let reversed: Vec<u8> = bytes.iter().rev().copied().collect();
        let first = span.start + span.step * (span.count as i64 - 1);
        vm.heap.buffer_set_spaced(v, first as usize, span.step.unsigned_abs() as usize, &reversed);
    }
    Ok(())
}

/// `del b[key]`.
pub fn del_item(vm: &mut Vm, v: Value, key: Value) -> Res<()> {
    if key.is(ids::SLICE) {
        let len = vm.heap.buffer(v).len();
        let span = slice::span(vm, key, len)?;
        return delete_span(vm, v, span);
    }
    let i = index(vm, key)?;
    let at = place(vm, v, i)?;
    check_resize(vm, v)?;
    vm.heap.buffer_splice(v, at..at + 1, &[]);
    Ok(())
}

fn delete_span(vm: &mut Vm, v: Value, span: slice::Span) -> Res<()> {
    if span.count > 0 {
        check_resize(vm, v)?;
    }
    if span.step == 1 {
        let (from, to) = span.bounds();
        vm.heap.buffer_splice(v, from..to, &[]);
        return Ok(());
    }
    let gone: std::collections::BTreeSet<usize> = span.positions().collect();
    let bytes = vm.heap.buffer(v);
    let kept: Vec<u8> = bytes.iter().enumerate().filter(|(i, _)| !gone.contains(i)).map(|(_, b)| *b).collect();
    let len = bytes.len();
    vm.heap.buffer_splice(v, 0..len, &kept);
    Ok(())
}
