//! Filling dicts from other mappings and from pairs.

use ttd_core::value::Value;

use crate::native::{Args, Res};
use crate::ops::iter;
use crate::{Vm, ids};

/// Returns the dict inside a mapping whose entries can be copied without running Python code: a dict, a proxy of one,
/// or an instance of a subclass that does not override iteration.
fn as_dict(vm: &mut Vm, v: Value) -> Option<Value> {
    if v.is(ids::DICT) {
        return Some(v);
    }
    if v.is(ids::MAPPINGPROXY) {
        let inner = vm.heap.slot(v, 0);
        return if inner.is(ids::DICT) { Some(inner) } else { None };
    }
    let inner = vm.payload(v, ids::DICT)?;
    let own = |vm: &mut Vm, name| vm.special(v, name).is_some_and(|f| f.is(ids::METHOD_DESC));
    if own(vm, "__iter__") && own(vm, "keys") && own(vm, "__getitem__") { Some(inner) } else { None }
}

/// Copies all entries of one dict into another.
pub fn merge(vm: &mut Vm, dict: Value, from: Value) -> Res<()> {
    if vm.heap.dict_begin_merge(dict, from) {
        return Ok(());
    }
    let len = vm.heap.dict_len(from);
    let mut at = 0;
    while let Some((next, key, hash, value)) = vm.dict_next(from, at) {
        vm.dict_set_hashed(dict, key, hash, value)?;
        if vm.heap.dict_len(from) != len {
            return Err(vm.runtime_error("dict mutated during update"));
        }
        at = next;
        if at.is_multiple_of(1000) {
            vm.check_interrupt()?;
        }
    }
    Ok(())
}

/// `dict.update(from)`; `false`, with nothing done, when Python code has to run for it.
pub fn update(vm: &mut Vm, dict: Value, from: Value, ordered: bool) -> Res<bool> {
    if let Some(other) = as_dict(vm, from) {
        merge(vm, dict, other)?;
        return Ok(true);
    }
    if !vm.plain_iterable(from) {
        return Ok(false);
    }
    let mut n = 0;
    iter::for_each(vm, from, |vm, item| {
        let (key, value) = pair(vm, item, (!ordered).then_some(n))?;
        vm.dict_set(dict, key, value)?;
        n += 1;
        Ok(true)
    })?;
    Ok(true)
}

/// Splits an element of an update sequence into key and value. An `OrderedDict` unpacks it as an assignment does; for
/// other dicts errors name its number.
pub fn pair(vm: &mut Vm, item: Value, number: Option<usize>) -> Res<(Value, Value)> {
    if item.is(ids::TUPLE)
        && let [key, value] = *vm.heap.tuple(item)
    {
        return Ok((key, value));
    }
    let parts = if vm.plain_iterable(item) {
        iter::items(vm, item)?
    } else {
        let collected = vm.collect(item);
        let Some(n) = number else { return unpacked(vm, &collected?) };
        match vm.catch(collected, vm.types.type_error)? {
            Some(parts) => parts,
            None => {
                let message = format!("cannot convert dictionary update sequence element #{n} to a sequence");
                return Err(vm.type_error(message));
            }
        }
    };
    let Some(n) = number else { return unpacked(vm, &parts) };
    match parts[..] {
        [key, value] => Ok((key, value)),
        _ => {
            let len = parts.len();
            let message = format!("dictionary update sequence element #{n} has length {len}; 2 is required");
            Err(vm.value_error(message))
        }
    }
}

fn unpacked(vm: &mut Vm, parts: &[Value]) -> Res<(Value, Value)> {
    match *parts {
        [key, value] => Ok((key, value)),
        [] => Err(vm.value_error("need more than 0 values to unpack")),
        [_] => Err(vm.value_error("need more than 1 value to unpack")),
        _ => Err(vm.value_error("too many values to unpack (expected 2)")),
    }
}

/// Number of entries for which a dict needs no more than the smallest table.
const SMALLEST: usize = 5;

/// Adds keyword arguments to a dict; `is_new`: nothing was ever in it.
pub(super) fn keywords(vm: &mut Vm, dict: Value, args: &Args, is_new: bool) -> Res<()> {
    if args.kw.is_empty() {
        return Ok(());
    }
    let is_direct = is_new && args.kw.len() <= SMALLEST;
    // The size of the table depends on what the entries are taken from, a dict.
    let named = if is_direct { dict } else { vm.new_dict() };
    vm.heap.dict_presize(named, args.kw.len(), true);
    for (name, value) in args.kw {
        vm.dict_set(named, *name, *value)?;
    }
    if is_direct { Ok(()) } else { merge(vm, dict, named) }
}

/// `a | b` of two dicts.
pub fn merge_op(vm: &mut Vm, a: Value, b: Value) -> Res {
    let new = vm.dict_copy(a)?;
    merge(vm, new, b)?;
    Ok(new)
}

/// `dict |= other`.
pub fn ior(vm: &mut Vm, dict: Value, other: Value) -> Res {
    if update(vm, dict, other, false)? {
        return Ok(dict);
    }
    let f = vm.lib("dict_update");
    let (kw, this) = (vm.new_dict(), vm.receiver(dict));
    Err(vm.tail_call(f, &[dict, other, kw, this, Value::FALSE]))
}
