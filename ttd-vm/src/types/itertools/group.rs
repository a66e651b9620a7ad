//! `groupby` and its groups, where items and keys need no Python code.

use ttd_core::value::Value;

use super::ENGINE;
use super::flow::turn;
use super::make::assemble;
use crate::ops::compare::elements_equal;
use crate::ops::keys::plain_equal;
use crate::types::iter::asking::Asking;
use crate::types::iter::inner_next;
use crate::{Vm, ids, native::*};

const INNER: usize = 1;
const FUNCTION: usize = 2;
const TARGET: usize = 3;
const KEY: usize = 4;
const VALUE: usize = 5;
const GROUP: usize = 6;

/// Makes a group of a `groupby`, the only live one.
pub fn new_grouper(vm: &mut Vm, parent: Value, target: Value) -> Value {
    let native = vm.heap.slot(parent, ENGINE).is_unbound();
    let (inner, function) = (vm.heap.slot(parent, INNER), vm.heap.slot(parent, FUNCTION));
    let group = assemble(vm, ids::GROUPER, native, &[parent, target, inner, function]);
    vm.heap.set_slot(parent, GROUP, group);
    group
}

/// Takes one item and its key; false at the end.
fn step(vm: &mut Vm, it: Value) -> Res<bool> {
    let (inner, function) = (vm.heap.slot(it, INNER), vm.heap.slot(it, FUNCTION));
    let Some(value) = inner_next(vm, inner)? else { return Ok(false) };
    let key = if function.is_none() { value } else { vm.call(function, &[value])? };
    vm.heap.set_slot(it, VALUE, value);
    vm.heap.set_slot(it, KEY, key);
    Ok(true)
}

pub(super) fn groupby(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    vm.heap.set_slot(it, GROUP, Value::UNBOUND);
    let mut turns = 0;
    loop {
        let (target, key) = (vm.heap.slot(it, TARGET), vm.heap.slot(it, KEY));
        if !key.is_unbound() && (target.is_unbound() || !elements_equal(vm, target, key)?) {
            break;
        }
        if !step(vm, it)? {
            return Ok(None);
        }
        turn(vm, &mut turns)?;
    }
    let key = vm.heap.slot(it, KEY);
    Ok(Some(begun_group(vm, it, key)))
}

/// Begins the group of a key; the key and the group.
fn begun_group(vm: &mut Vm, it: Value, key: Value) -> Value {
    vm.heap.set_slot(it, TARGET, key);
    let group = new_grouper(vm, it, key);
    vm.new_tuple(&[key, group])
}

/// Returns the next item of a group; `None` when its engine has to get it.
pub(super) fn grouper(vm: &mut Vm, it: Value) -> Option<Res<Option<Value>>> {
    let parent = vm.heap.slot(it, 1);
    if vm.heap.slot(parent, GROUP) != it {
        return Some(Ok(None));
    }
    if vm.heap.slot(parent, VALUE).is_unbound() && !vm.heap.slot(it, ENGINE).is_unbound() {
        return None;
    }
    Some(taken(vm, parent, it))
}

fn taken(vm: &mut Vm, parent: Value, it: Value) -> Res<Option<Value>> {
    let target = vm.heap.slot(it, 2);
    if vm.heap.slot(parent, VALUE).is_unbound() && !step(vm, parent)? {
        return Ok(None);
    }
    let key = vm.heap.slot(parent, KEY);
    if !elements_equal(vm, target, key)? {
        return Ok(None);
    }
    let value = vm.heap.slot(parent, VALUE);
    vm.heap.set_slot(parent, VALUE, Value::UNBOUND);
    vm.heap.set_slot(parent, KEY, Value::UNBOUND);
    Ok(Some(value))
}

/// Says what a `groupby` does before it takes items.
pub(super) fn before_items(vm: &mut Vm, it: Value) -> Asking {
    vm.heap.set_slot(it, GROUP, Value::UNBOUND);
    next_group(vm, it)
}

/// The next group, if its key is known; `More` if the next item decides.
fn next_group(vm: &mut Vm, it: Value) -> Asking {
    let (target, key) = (vm.heap.slot(it, TARGET), vm.heap.slot(it, KEY));
    if key.is_unbound() {
        return Asking::More;
    }
    let same = if target.is_unbound() { Some(false) } else { plain_equal(vm, target, key) };
    match same {
        Some(true) => Asking::More,
        Some(false) => Asking::Item(begun_group(vm, it, key)),
        // Only code of the program can say.
        None => Asking::Engine,
    }
}

/// Notes an item and its key.
pub(super) fn keyed(vm: &mut Vm, it: Value, item: Value, key: Value) -> Asking {
    vm.heap.set_slot(it, VALUE, item);
    vm.heap.set_slot(it, KEY, key);
    next_group(vm, it)
}

/// Says what a group does before it takes an item.
pub(super) fn before_items_of_group(vm: &mut Vm, it: Value) -> Res<Asking> {
    match grouper(vm, it) {
        Some(found) => Ok(found?.map_or(Asking::End, Asking::Item)),
        None => Ok(Asking::More),
    }
}

/// Handles an item that a group took, and its key.
pub(super) fn keyed_in_group(vm: &mut Vm, it: Value, item: Value, key: Value) -> Res<Asking> {
    let (parent, target) = (vm.heap.slot(it, 1), vm.heap.slot(it, 2));
    if elements_equal(vm, target, key)? {
        vm.heap.set_slot(parent, KEY, Value::UNBOUND);
        return Ok(Asking::Item(item));
    }
    vm.heap.set_slot(parent, VALUE, item);
    vm.heap.set_slot(parent, KEY, key);
    Ok(Asking::End)
}
