//! `element[i]`, `element[i] = child` and `del element[i]`, also with slices.

use ttd_core::value::Value;

use super::{CHILDREN, check_element, child_list, children, children_of};
use crate::ops::item::{position, slice_list, subscript_index};
use crate::types::list;
use crate::types::slice;
use crate::{Vm, ids, native::*};

/// The index that a key is.
fn index(vm: &mut Vm, key: Value) -> Res<i64> {
    if key.is_int() {
        return Ok(key.as_int());
    }
    if !vm.is_integer(key) && vm.special_named(key, vm.names.index).is_none() {
        return Err(vm.type_error("element indices must be integers"));
    }
    subscript_index(vm, key)
}

pub(super) fn get(vm: &mut Vm, element: Value, key: Value) -> Res {
    if key.is(ids::SLICE) {
        let bounds = slice::bounds(vm, key)?;
        let children = vm.heap.slot(element, CHILDREN);
        if children.is_none() {
            return Ok(vm.new_list(&[]));
        }
        let span = bounds.over(vm.heap.list(children).len());
        return Ok(slice_list(vm, children, &span));
    }
    let i = index(vm, key)?;
    let children = children_of(vm, element);
    match position(i, children.len()) {
        Some(at) => Ok(children[at]),
        None => Err(vm.index_error("child index out of range")),
    }
}

pub(super) fn set(vm: &mut Vm, element: Value, key: Value, value: Value) -> Res<()> {
    if key.is(ids::SLICE) {
        let items = children::items_of(vm, value, "assignment expects an iterable")?;
        for item in &items {
            check_element(vm, *item)?;
        }
        let (items, children) = (vm.new_list(&items), child_list(vm, element));
        return list::set_item(vm, children, key, items);
    }
    let i = index(vm, key)?;
    match position(i, children_of(vm, element).len()) {
        Some(at) => {
            check_element(vm, value)?;
            let children = child_list(vm, element);
            vm.heap.list_set(children, at, value);
            Ok(())
        }
        None => Err(vm.index_error("child assignment index out of range")),
    }
}

pub(super) fn del(vm: &mut Vm, element: Value, key: Value) -> Res<()> {
    if key.is(ids::SLICE) {
        let bounds = slice::bounds(vm, key)?;
        let has_any = bounds.over(children_of(vm, element).len()).count > 0;
        let children = vm.heap.slot(element, CHILDREN);
        return if has_any { list::del_item(vm, children, key) } else { Ok(()) };
    }
    let i = index(vm, key)?;
    match position(i, children_of(vm, element).len()) {
        Some(at) => {
            let children = vm.heap.slot(element, CHILDREN);
            vm.heap.list_remove(children, at);
            Ok(())
        }
        None => Err(vm.index_error("child assignment index out of range")),
    }
}
