//! `get`, `set`, `keys` and `items`.

use ttd_core::value::Value;

use super::{ATTRIB, attrib_of};
use crate::{Vm, native::*};

/// The dict of attributes, if there is one.
fn known(vm: &Vm, element: Value) -> Option<Value> {
    Some(vm.heap.slot(element, ATTRIB)).filter(|v| !v.is_none()).map(|v| vm.unwrap(v))
}

pub(super) fn get(vm: &mut Vm, args: Args) -> Res {
    let default = args.opt(2).unwrap_or(Value::NONE);
    match known(vm, args.get(0)) {
        Some(dict) => Ok(vm.dict_get(dict, args.get(1))?.unwrap_or(default)),
        None => {
            vm.key_hash(args.get(1))?;
            Ok(default)
        }
    }
}

pub(super) fn set(vm: &mut Vm, args: Args) -> Res {
    // A key without a hash leaves the element without a dict.
    let hash = vm.key_hash(args.get(1))?;
    let dict = attrib_of(vm, args.get(0));
    let dict = vm.unwrap(dict);
    vm.dict_set_hashed(dict, args.get(1), hash, args.get(2))?;
    Ok(Value::NONE)
}

/// What `item` makes of each attribute, in a list.
fn listed(vm: &mut Vm, element: Value, item: fn(&mut Vm, Value, Value) -> Value) -> Res {
    let Some(dict) = known(vm, element) else { return Ok(vm.new_list(&[])) };
    let (mut made, mut at) = (Vec::with_capacity(vm.heap.dict_len(dict)), 0);
    while let Some((next, key, _, value)) = vm.dict_next(dict, at) {
        made.push(item(vm, key, value));
        at = next;
    }
    Ok(vm.new_list(&made))
}

pub(super) fn keys(vm: &mut Vm, args: Args) -> Res {
    listed(vm, args.get(0), |_, key, _| key)
}

pub(super) fn items(vm: &mut Vm, args: Args) -> Res {
    listed(vm, args.get(0), |vm, key, value| vm.new_tuple(&[key, value]))
}
