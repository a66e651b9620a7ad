//! `groupby` and its groups, where items and keys need no Python code.

use ttd_core::value::Value;

use super::ENGINE;
use super::flow::turn;
use super::make::assemble;
use crate::ops::compare::elements_equal;
use crate::ops::keys::plain_equal;
use crate::types::iter::asking::{Asking, Layout};
use crate::types::iter::inner_next;
use crate::{Vm, ids, native::*};

const INNER: usize = 1;
const FUNCTION: usize = 2;
const TARGET: usize = 3;
const KEY: usize = 4;
const VALUE: usize = 5;
const GROUP: usize = 6;

/// Where a `groupby` keeps what a question about a key needs.
const LAYOUT: Layout = Layout { function: FUNCTION, inner: INNER, asked: 7 };
/// The same of a group.
pub(super) const LAYOUT_OF_GROUP: Layout = Layout { function: 4, inner: 3, asked: 5 };

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
    vm.heap.set_slot(it, TARGET, key);
    let group = new_grouper(vm, it, key);
    Ok(Some(vm.new_tuple(&[key, group])))
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

/// Begins the next group of a `groupby` with an engine.
pub(super) fn begin(vm: &mut Vm, it: Value) -> Res<Asking> {
    vm.heap.set_slot(it, GROUP, Value::UNBOUND);
    let (target, key) = (vm.heap.slot(it, TARGET), vm.heap.slot(it, KEY));
    let same = if key.is_unbound() {
        Some(true)
    } else if target.is_unbound() {
        Some(false)
    } else {
        plain_equal(vm, target, key)
    };
    match same {
        Some(true) => LAYOUT.ask(vm, it),
        Some(false) => {
            vm.heap.set_slot(it, TARGET, key);
            let group = new_grouper(vm, it, key);
            Ok(Asking::Item(vm.new_tuple(&[key, group])))
        }
        None => Ok(Asking::Engine),
    }
}

/// Goes on with the key of the item that was asked about.
pub(super) fn answered(vm: &mut Vm, it: Value, key: Value) -> Res<Asking> {
    let value = LAYOUT.take(vm, it);
    vm.heap.set_slot(it, VALUE, value);
    vm.heap.set_slot(it, KEY, key);
    begin(vm, it)
}

/// Goes on with the key of the item that a group asked about.
pub(super) fn answered_in_group(vm: &mut Vm, it: Value, key: Value) -> Res<Asking> {
    let value = LAYOUT_OF_GROUP.take(vm, it);
    let (parent, target) = (vm.heap.slot(it, 1), vm.heap.slot(it, 2));
    if elements_equal(vm, target, key)? {
        vm.heap.set_slot(parent, KEY, Value::UNBOUND);
        return Ok(Asking::Item(value));
    }
    vm.heap.set_slot(parent, VALUE, value);
    vm.heap.set_slot(parent, KEY, key);
    Ok(Asking::End)
}
