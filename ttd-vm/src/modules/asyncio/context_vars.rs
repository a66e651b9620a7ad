//! `ContextVar.set` and `reset`: what a context holds is a dict that is replaced, so both copy it.

use ttd_core::value::Value;

use super::context::{current, known, part};
use crate::vm::objects::shapes::FoundSlots;
use crate::{Vm, ids, native::*};

/// Slots of tokens among `FoundSlots`, as their class names them.
const NAMES: [&str; 4] = ["_context", "_var", "_old", "_used"];
const CONTEXT: usize = 0;
const VAR: usize = 1;
const OLD: usize = 2;
const USED: usize = 3;

fn layout(vm: &mut Vm) -> Option<FoundSlots<4>> {
    let class = known(vm, part::TOKEN);
    vm.known_places(|caches| &mut caches.token_slots, class, NAMES)
}

/// `var.set(value)`.
pub(super) fn set(vm: &mut Vm, args: Args) -> Res {
    let (var, value) = (args.get(0), args.get(1));
    let Some(found) = layout(vm).filter(|_| vm.type_of(var) == known(vm, part::VARIABLE)) else {
        let slow = known(vm, part::SLOW_SET);
        return Err(vm.tail_call(slow, &[var, value]));
    };
    let (context, at) = current(vm);
    let values = vm.heap.slot(context, at);
    let old = vm.dict_get(values, var)?.unwrap_or_else(|| known(vm, part::NOTHING));
    let token = vm.new_instance(known(vm, part::TOKEN));
    vm.heap.set_shape(token, found.shape);
    for (name, part) in [(CONTEXT, context), (VAR, var), (OLD, old), (USED, Value::FALSE)] {
        vm.heap.set_slot(token, found.slots[name] as usize, part);
    }
    let changed = vm.heap.dict_copy(ids::DICT, values);
    vm.dict_set(changed, var, value)?;
    vm.heap.set_slot(context, at, changed);
    Ok(token)
}

/// `var.reset(token)`. The method in Python has the messages.
pub(super) fn reset(vm: &mut Vm, args: Args) -> Res {
    let (var, token) = (args.get(0), args.get(1));
    let (context, at) = current(vm);
    let of_token = layout(vm).filter(|found| token.is(ids::INST) && vm.heap.shape(token) == found.shape);
    let usable = of_token.filter(|found| {
        let held = |name: usize| vm.heap.slot(token, found.slots[name] as usize);
        held(USED) == Value::FALSE && held(VAR) == var && held(CONTEXT) == context
    });
    let Some(found) = usable else {
        let slow = known(vm, part::SLOW_RESET);
        return Err(vm.tail_call(slow, &[var, token]));
    };
    let old = vm.heap.slot(token, found.slots[OLD] as usize);
    vm.heap.set_slot(token, found.slots[USED] as usize, Value::TRUE);
    let values = vm.heap.slot(context, at);
    let changed = vm.heap.dict_copy(ids::DICT, values);
    if old == known(vm, part::NOTHING) {
        vm.dict_del(changed, var)?;
    } else {
        vm.dict_set(changed, var, old)?;
    }
    vm.heap.set_slot(context, at, changed);
    Ok(Value::NONE)
}
