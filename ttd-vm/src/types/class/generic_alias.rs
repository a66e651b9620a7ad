//! Making `list[int]`. The class of it is in `lib/native/types/_ttd_generic.py`.

use ttd_core::value::Value;

use crate::{Vm, ids, native::*};

/// The names of its slots, in the order in which `make_alias` sets them.
const NAMES: [&str; 4] = ["_origin", "_args", "_parameters", "_starred"];

/// `origin[item]`, as `make_alias` does; `None` where that must.
fn made(vm: &mut Vm, origin: Value, item: Value) -> Option<Value> {
    let class = vm.lib("alias_class");
    // An instance of a subclass of `tuple` is left to `isinstance`.
    if !class.is(ids::CLASS) || item.is(ids::INST) {
        return None;
    }
    let found = vm.known_places(|caches| &mut caches.alias_slots, class, NAMES)?;
    let args = if item.is(ids::TUPLE) { item } else { vm.new_tuple(&[item]) };
    let made = vm.new_instance(class);
    vm.heap.set_shape(made, found.shape);
    for (slot, value) in found.slots.into_iter().zip([origin, args, Value::NONE, Value::FALSE]) {
        vm.heap.set_slot(made, slot as usize, value);
    }
    Some(made)
}

/// `__class_getitem__` of builtin classes.
pub(crate) fn class_getitem(vm: &mut Vm, args: Args) -> Res {
    let (origin, item) = (args.get(0), args.get(1));
    match made(vm, origin, item) {
        Some(alias) => Ok(alias),
        None => Err(vm.call_hidden_module("_ttd_generic", "generic_alias", &[origin, item])),
    }
}
