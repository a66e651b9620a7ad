//! Writing to lists: items, slices, extension, `+=` and `*=`.

use ttd_core::value::Value;

use crate::native::Res;
use crate::ops::{concat, item, iter};
use crate::types::slice::{self, Bounds, Span};
use crate::{Vm, ids};

/// `list[key] = value`.
pub fn set_item(vm: &mut Vm, list: Value, key: Value, value: Value) -> Res<()> {
    if key.is(ids::SLICE) {
        return set_slice(vm, list, key, value);
    }
    let i = item::subscript(vm, "list", key)?;
    match item::position(i, vm.heap.list(list).len()) {
        Some(at) => {
            vm.heap.list_set(list, at, value);
            Ok(())
        }
        None => Err(vm.index_error("list assignment index out of range")),
    }
}

/// `del list[key]`.
pub fn del_item(vm: &mut Vm, list: Value, key: Value) -> Res<()> {
    if key.is(ids::SLICE) {
        let bounds = slice::bounds(vm, key)?;
        let span = bounds.over(vm.heap.list(list).len());
        delete_span(vm, list, span);
        return Ok(());
    }
    let i = item::subscript(vm, "list", key)?;
    match item::position(i, vm.heap.list(list).len()) {
        Some(at) => {
            vm.heap.list_remove(list, at);
            Ok(())
        }
        None => Err(vm.index_error("list assignment index out of range")),
    }
}

fn delete_span(vm: &mut Vm, list: Value, span: Span) {
    if span.step == 1 {
        let (from, to) = span.bounds();
        vm.heap.list_splice(list, from..to, &[]);
        return;
    }
    if span.count == 0 {
        return;
    }
    let mut doomed = span.positions().collect::<Vec<_>>();
    doomed.sort_unstable();
    let (first, last) = (doomed[0], doomed[doomed.len() - 1]);
    let mut next = doomed.into_iter().peekable();
    let items = vm.heap.list(list)[first..=last].iter().zip(first..);
    let kept = items.filter(|(_, i)| next.next_if_eq(i).is_none()).map(|(v, _)| *v).collect::<Vec<_>>();
    vm.heap.list_splice(list, first..last + 1, &kept);
}

/// `list[start:stop] = value`.
pub fn set_span(vm: &mut Vm, list: Value, start: Value, stop: Value, value: Value) -> Res<()> {
    let bounds = slice::bounds_of(vm, [start, stop, Value::NONE])?;
    assign(vm, list, bounds, value)
}

fn set_slice(vm: &mut Vm, list: Value, key: Value, value: Value) -> Res<()> {
    let bounds = slice::bounds(vm, key)?;
    assign(vm, list, bounds, value)
}

#[inline]
fn assign(vm: &mut Vm, list: Value, bounds: Bounds, value: Value) -> Res<()> {
    if value.is(ids::LIST) && bounds.step == 1 {
        let (from, to) = bounds.over(vm.heap.list(list).len()).bounds();
        vm.heap.list_splice_from_list(list, from..to, value);
        return Ok(());
    }
    assign_any(vm, list, bounds, value)
}

#[inline(never)]
fn assign_any(vm: &mut Vm, list: Value, bounds: Bounds, value: Value) -> Res<()> {
    let items = match assigned_items(vm, value)? {
        Some(items) => items,
        None => return Err(vm.type_error("must assign iterable to extended slice")),
    };
    let span = bounds.over(vm.heap.list(list).len());
    if span.step == 1 {
        let (from, to) = span.bounds();
        vm.heap.list_splice(list, from..to, &items);
        return Ok(());
    }
    if items.len() != span.count {
        let (got, want) = (items.len(), span.count);
        return Err(
            vm.value_error(format!("attempt to assign sequence of size {got} to extended slice of size {want}"))
        );
    }
    for (at, item) in span.positions().zip(items) {
        vm.heap.list_set(list, at, item);
    }
    Ok(())
}

/// Returns the items to assign to a slice; `None` when the value is not iterable.
fn assigned_items(vm: &mut Vm, value: Value) -> Res<Option<Vec<Value>>> {
    if vm.plain_iterable(value) {
        return iter::items(vm, value).map(Some);
    }
    let found = vm.iter(value);
    let Some(it) = vm.catch(found, vm.types.type_error)? else { return Ok(None) };
    vm.collect_rest(it).map(Some)
}

/// `list.extend(from)` for a plain iterable.
pub fn extend(vm: &mut Vm, list: Value, from: Value) -> Res<()> {
    if from.is(ids::LIST) {
        vm.heap.list_extend_from_list(list, from);
        return Ok(());
    }
    let mut items = Vec::new();
    let done = iter::items_into(vm, from, &mut items);
    // What came before an error stays in the list.
    vm.heap.list_extend(list, &items);
    done
}

/// `list += other`.
pub fn iadd(vm: &mut Vm, list: Value, other: Value) -> Res {
    if vm.plain_iterable(other) {
        extend(vm, list, other)?;
        return Ok(list);
    }
    let this = vm.receiver(list);
    iadd_for(vm, list, other, this)
}

/// `this += other` for the list inside an instance of a Python class.
pub fn iadd_for(vm: &mut Vm, list: Value, other: Value, this: Value) -> Res {
    if vm.plain_iterable(other) {
        extend(vm, list, other)?;
        return Ok(this);
    }
    let f = vm.lib("extend_");
    Err(vm.tail_call(f, &[list, other, this]))
}

/// `list *= count`.
pub fn imul(vm: &mut Vm, list: Value, count: Value) -> Res {
    let Some(count) = vm.as_i64(count) else {
        return Err(vm.overflow_error("cannot fit 'int' into an index-sized integer"));
    };
    let (len, count) = (vm.heap.list(list).len(), count.max(0) as usize);
    concat::check_size(vm, len, count, 8)?;
    if count == 0 {
        vm.heap.list_clear(list);
    } else {
        let more = vm.heap.list(list).repeat(count - 1);
        vm.heap.list_extend(list, &more);
    }
    Ok(list)
}
