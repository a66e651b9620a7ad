//! Set algebra of two sets as far as no Python code is needed to compare their keys.
//!
//! Every function here answers `None` without having changed anything when a comparison needs such code; `algebra` then
//! does it all again by the protocol. What is plain has no effects, so nobody can see that.

use ttd_core::value::{TypeId, Value};
use ttd_core::{SetFound, SetTable};

use super::is_set;
use crate::native::Res;
use crate::ops::{hashing::hash_scalar, keys::plain_equal};
use crate::{Vm, ids};

/// Slots that are looked at between two looks at the interrupt flag.
const SPAN: usize = 1 << 14;

/// Tells `f` of every key of `set` whether `other` has it, until `f` says false. Returns whether it never did.
fn ask_each(
    vm: &mut Vm,
    set: Value,
    other: Value,
    mut f: impl FnMut(&Vm, i64, Value, bool) -> Option<bool>,
) -> Res<Option<bool>> {
    let slots = vm.heap.set_slots(set);
    let mut from = 0;
    loop {
        let (machine, to) = (&*vm, from + SPAN);
        let equal = |a, b| plain_equal(machine, a, b);
        let told = machine.heap.set_ask_each(set, from..to, other, equal, |hash, key, has| f(machine, hash, key, has));
        if told != Some(true) || to >= slots {
            return Ok(told);
        }
        from = to;
        vm.check_interrupt()?;
    }
}

/// Returns whether all keys of `set` are in `other`.
pub(super) fn all_in(vm: &mut Vm, set: Value, other: Value) -> Res<Option<bool>> {
    ask_each(vm, set, other, |_, _, _, has| Some(has))
}

/// Returns whether no key of `set` is in `other`.
pub(super) fn none_in(vm: &mut Vm, set: Value, other: Value) -> Res<Option<bool>> {
    ask_each(vm, set, other, |_, _, _, has| Some(!has))
}

/// Returns the keys of `set` that `other` has, or those that it has not.
pub(super) fn chosen(vm: &mut Vm, set: Value, other: Value, wanted: bool) -> Res<Option<SetTable>> {
    let mut table = SetTable::default();
    let all = ask_each(vm, set, other, |vm, hash, key, has| {
        if has == wanted {
            table.add(hash, key, |a, b| plain_equal(vm, a, b))?;
        }
        Some(true)
    })?;
    Ok(all.map(|_| table))
}

/// Returns the keys that only one of two sets has: `other` without the keys of `set`, with the rest of `set` added.
pub(super) fn different(vm: &mut Vm, tid: TypeId, set: Value, other: Value) -> Res<Option<Value>> {
    let mut table = vm.heap.set_table_of(other);
    let all = ask_each(vm, set, other, |vm, hash, key, _| {
        table.toggle(hash, key, |a, b| plain_equal(vm, a, b))?;
        Some(true)
    })?;
    Ok(all.map(|_| vm.heap.new_set_of(tid, &table)))
}

/// Returns the set or dict whose keys a set or a view of keys has.
fn holder(vm: &Vm, v: Value) -> Option<Value> {
    if v.is(ids::DICT_KEYS) { Some(vm.heap.slot(v, 0)) } else { is_set(v).then_some(v) }
}

fn has_plain(vm: &Vm, holder: Value, key: Value, hash: i64) -> Option<bool> {
    if holder.is(ids::DICT) {
        return vm.dict_find_plain(holder, key, hash).map(|at| at.is_some());
    }
    let found = vm.heap.set_search(holder, hash, key, |a, b| plain_equal(vm, a, b))?;
    Some(matches!(found, SetFound::At(_)))
}

/// Does for a set or view of keys and another one what `ask_each` does for sets. The protocol hashes each key of a view
/// again, so this is for keys where that is no call.
fn ask_keys(
    vm: &mut Vm,
    keys: Value,
    other: Value,
    mut f: impl FnMut(&Vm, i64, Value, bool) -> Option<bool>,
) -> Res<Option<bool>> {
    let (Some(keys), Some(other)) = (holder(vm, keys), holder(vm, other)) else { return Ok(None) };
    if !keys.is(ids::DICT) && !other.is(ids::DICT) {
        return ask_each(vm, keys, other, f);
    }
    let (is_dict, mut at) = (keys.is(ids::DICT), 0);
    let end = if is_dict { vm.heap.dict_size(keys) } else { vm.heap.set_slots(keys) };
    while at < end {
        let entry =
            if is_dict { vm.heap.dict_entry(keys, at).map(|e| (e.0, e.1)) } else { vm.heap.set_slot_at(keys, at) };
        if let Some((hash, key)) = entry {
            let told = hash_scalar(vm, key).and_then(|_| has_plain(vm, other, key, hash));
            match told.and_then(|has| f(vm, hash, key, has)) {
                Some(true) => {}
                told => return Ok(told),
            }
        }
        at += 1;
        if at % SPAN == 0 {
            vm.check_interrupt()?;
        }
    }
    Ok(Some(true))
}

/// Returns whether all keys of a set or view of keys are in another one.
pub(super) fn keys_in(vm: &mut Vm, keys: Value, other: Value) -> Res<Option<bool>> {
    ask_keys(vm, keys, other, |_, _, _, has| Some(has))
}

/// Returns whether no key of a set or view of keys is in another one.
pub(super) fn no_keys_in(vm: &mut Vm, keys: Value, other: Value) -> Res<Option<bool>> {
    ask_keys(vm, keys, other, |_, _, _, has| Some(!has))
}

/// Returns the set of those keys of a set or view of keys that another one has.
pub(super) fn common_keys(vm: &mut Vm, keys: Value, other: Value) -> Res<Option<Value>> {
    let mut table = SetTable::default();
    let all = ask_keys(vm, keys, other, |vm, hash, key, has| {
        if has {
            table.add(hash, key, |a, b| plain_equal(vm, a, b))?;
        }
        Some(true)
    })?;
    Ok(all.map(|_| vm.heap.new_set_of(ids::SET, &table)))
}
