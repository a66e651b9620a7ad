//! `deque[i]`, `deque[i] = value` and `del deque[i]`.

use ttd_core::value::Value;

use crate::ops::item::{position, subscript_index};
use crate::{Vm, native::*};

pub(super) fn get(vm: &mut Vm, deque: Value, key: Value) -> Res {
    let at = position_of(vm, deque, key)?;
    Ok(vm.heap.deque_get(deque, at))
}

pub(super) fn set(vm: &mut Vm, deque: Value, key: Value, value: Value) -> Res<()> {
    let at = position_of(vm, deque, key)?;
    vm.heap.deque_set(deque, at, value);
    Ok(())
}

pub(super) fn del(vm: &mut Vm, deque: Value, key: Value) -> Res<()> {
    let at = position_of(vm, deque, key)?;
    vm.heap.deque_remove(deque, at);
    Ok(())
}

/// Returns the position that a key means. An `__index__` may change the deque, so its length is read afterwards.
fn position_of(vm: &mut Vm, deque: Value, key: Value) -> Res<usize> {
    if !vm.is_integer(key) && vm.special_named(key, vm.names.index).is_none() {
        let name = vm.type_name(key);
        return Err(vm.type_error(format!("sequence index must be integer, not '{name}'")));
    }
    let i = subscript_index(vm, key)?;
    position(i, vm.heap.deque_len(deque)).ok_or_else(|| vm.index_error("deque index out of range"))
}
