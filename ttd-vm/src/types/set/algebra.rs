//! Union, intersection and difference of a set with any plain iterable (`Vm::plain_iterable`).

use ttd_core::SetTable;
use ttd_core::value::{TypeId, Value};

use super::{is_set, plain};
use crate::native::Res;
use crate::ops::iter;
use crate::{Vm, ids};

/// Calls `f` for key and hash of every item, one by one: an unhashable item raises after its predecessors were handled.
fn each(vm: &mut Vm, from: Value, mut f: impl FnMut(&mut Vm, Value, i64) -> Res<bool>) -> Res<()> {
    let mut at = 0;
    if is_set(from) {
        while at < vm.heap.set_slots(from) {
            if let Some((hash, key)) = vm.heap.set_slot_at(from, at)
                && !f(vm, key, hash)?
            {
                break;
            }
            at += 1;
            if at % 1000 == 0 {
                vm.check_interrupt()?;
            }
        }
        return Ok(());
    }
    if from.is(ids::DICT) {
        while let Some((next, key, hash, _)) = vm.dict_next(from, at) {
            if !f(vm, key, hash)? {
                break;
            }
            at = next;
            if at % 1000 == 0 {
                vm.check_interrupt()?;
            }
        }
        return Ok(());
    }
    iter::for_each(vm, from, |vm, key| {
        let hash = vm.key_hash(key)?;
        f(vm, key, hash)
    })
}

/// Adds everything in a plain iterable (`Vm::plain_iterable`) to a set.
pub fn update(vm: &mut Vm, set: Value, from: Value) -> Res<()> {
    if set == from {
        return Ok(());
    }
    if is_set(from) {
        if vm.heap.set_merge_into_empty(set, from) {
            return Ok(());
        }
        let len = vm.heap.set_len(from);
        vm.heap.set_make_room(set, len);
    } else if from.is(ids::DICT) {
        let len = vm.heap.dict_len(from);
        vm.heap.set_make_room(set, len);
    }
    each(vm, from, |vm, key, hash| vm.set_add_hashed(set, key, hash).map(|_| true))
}

/// Makes a set of this type with everything in `from`.
pub(super) fn build(vm: &mut Vm, tid: TypeId, from: Value) -> Res {
    if is_set(from) {
        return Ok(vm.heap.set_copy(tid, from));
    }
    let set = vm.heap.new_set(tid);
    update(vm, set, from)?;
    Ok(set)
}

/// Returns whose keys are looked up in whom: those of the smaller set in the other one.
fn roles(vm: &Vm, set: Value, other: Value) -> (Value, Value) {
    let swap = is_set(other) && vm.heap.set_len(other) > vm.heap.set_len(set);
    if swap { (set, other) } else { (other, set) }
}

fn plain_common(vm: &mut Vm, set: Value, other: Value) -> Res<Option<SetTable>> {
    let (walked, asked) = roles(vm, set, other);
    plain::chosen(vm, walked, asked, true)
}

/// Returns the common hashes and keys, in CPython's order of insertion.
fn common(vm: &mut Vm, set: Value, other: Value) -> Res<Vec<(i64, Value)>> {
    let (walked, asked) = roles(vm, set, other);
    let mut out = Vec::new();
    each(vm, walked, |vm, key, hash| {
        if vm.set_find_key(asked, key, hash)?.is_some() {
            out.push((hash, key));
        }
        Ok(true)
    })?;
    Ok(out)
}

fn add_all(vm: &mut Vm, set: Value, keys: Vec<(i64, Value)>) -> Res<()> {
    for (hash, key) in keys {
        vm.set_add_hashed(set, key, hash)?;
    }
    Ok(())
}

/// `set & other` as a new set.
pub(super) fn intersection(vm: &mut Vm, tid: TypeId, set: Value, other: Value) -> Res {
    if set == other {
        return Ok(vm.heap.set_copy(tid, set));
    }
    if is_set(other)
        && let Some(table) = plain_common(vm, set, other)?
    {
        return Ok(vm.heap.new_set_of(tid, &table));
    }
    let keys = common(vm, set, other)?;
    let result = vm.heap.new_set(tid);
    add_all(vm, result, keys)?;
    Ok(result)
}

/// `set &= other`.
pub(super) fn intersection_update(vm: &mut Vm, set: Value, other: Value) -> Res<()> {
    if set == other {
        return Ok(());
    }
    if is_set(other)
        && let Some(table) = plain_common(vm, set, other)?
    {
        vm.heap.set_take_table(set, &table);
        return Ok(());
    }
    let keys = common(vm, set, other)?;
    vm.heap.set_clear(set);
    add_all(vm, set, keys)
}

/// `set -= other`.
pub(super) fn difference_update(vm: &mut Vm, set: Value, other: Value) -> Res<()> {
    if set == other {
        vm.heap.set_clear(set);
        return Ok(());
    }
    let large = is_set(other) && vm.heap.set_len(other) >> 3 > vm.heap.set_len(set);
    if large {
        for (hash, key) in common(vm, set, other)? {
            vm.set_discard_hashed(set, key, hash)?;
        }
    } else if is_set(other) {
        each(vm, other, |vm, key, hash| vm.set_discard_hashed(set, key, hash).map(|_| true))?;
    } else {
        iter::for_each(vm, other, |vm, key| vm.set_discard(set, key).map(|_| true))?;
    }
    vm.heap.set_shrink(set);
    Ok(())
}

/// `set - other` as a new set.
pub(super) fn difference(vm: &mut Vm, tid: TypeId, set: Value, other: Value) -> Res {
    let other_len = match other {
        o if is_set(o) => Some(vm.heap.set_len(o)),
        o if o.is(ids::DICT) => Some(vm.heap.dict_len(o)),
        _ => None,
    };
    if other_len.is_none_or(|len| vm.heap.set_len(set) >> 2 > len) {
        let result = vm.heap.set_copy(tid, set);
        difference_update(vm, result, other)?;
        return Ok(result);
    }
    if is_set(other)
        && let Some(table) = plain::chosen(vm, set, other, false)?
    {
        return Ok(vm.heap.new_set_of(tid, &table));
    }
    let result = vm.heap.new_set(tid);
    each(vm, set, |vm, key, hash| {
        let found = if other.is(ids::DICT) {
            vm.dict_find_key(other, key, hash)?.is_some()
        } else {
            vm.set_find_key(other, key, hash)?.is_some()
        };
        if !found {
            vm.set_add_hashed(result, key, hash)?;
        }
        Ok(true)
    })?;
    Ok(result)
}

/// `set ^= other`.
pub(super) fn symmetric_update(vm: &mut Vm, set: Value, other: Value) -> Res<()> {
    if set == other {
        vm.heap.set_clear(set);
        return Ok(());
    }
    let other = if is_set(other) || other.is(ids::DICT) { other } else { build(vm, ids::SET, other)? };
    each(vm, other, |vm, key, hash| {
        if !vm.set_discard_hashed(set, key, hash)? {
            vm.set_add_hashed(set, key, hash)?;
        }
        Ok(true)
    })
}

/// `set ^ other` as a new set.
pub(super) fn symmetric_difference(vm: &mut Vm, tid: TypeId, set: Value, other: Value) -> Res {
    if is_set(other)
        && let Some(result) = plain::different(vm, tid, set, other)?
    {
        return Ok(result);
    }
    let result = build(vm, tid, other)?;
    symmetric_update(vm, result, set)?;
    Ok(result)
}

/// Returns whether everything in `set` is in `other`, both sets.
pub(super) fn is_subset(vm: &mut Vm, set: Value, other: Value) -> Res<bool> {
    if vm.heap.set_len(set) > vm.heap.set_len(other) {
        return Ok(false);
    }
    all_in(vm, set, other)
}

/// Returns whether everything in the plain iterable `items` is in `set`.
pub(super) fn all_in(vm: &mut Vm, items: Value, set: Value) -> Res<bool> {
    if is_set(items)
        && let Some(all) = plain::all_in(vm, items, set)?
    {
        return Ok(all);
    }
    let mut all = true;
    each(vm, items, |vm, key, hash| {
        all = vm.set_find_key(set, key, hash)?.is_some();
        Ok(all)
    })?;
    Ok(all)
}

/// Returns whether nothing in the plain iterable `other` is in `set`.
pub(super) fn is_disjoint(vm: &mut Vm, set: Value, other: Value) -> Res<bool> {
    if set == other {
        return Ok(vm.heap.set_len(set) == 0);
    }
    let (walked, asked) = roles(vm, set, other);
    if is_set(other)
        && let Some(disjoint) = plain::none_in(vm, walked, asked)?
    {
        return Ok(disjoint);
    }
    let mut disjoint = true;
    each(vm, walked, |vm, key, hash| {
        disjoint = vm.set_find_key(asked, key, hash)?.is_none();
        Ok(disjoint)
    })?;
    Ok(disjoint)
}
