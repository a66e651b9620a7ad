//! The slots of a weak reference, and what finalization and pruning do with one.
//!
//! The first slot holds the bits of the target as an integer, so that marking does not follow it. The list of the
//! object's references keeps the target alive for reclaiming until finalization clears them.

use ttd_core::value::{T_OBJ, Value};

use crate::Vm;

/// The bits of the target without their tag, as an int; -1 when it is dead.
pub(crate) const TARGET: usize = 0;
/// The callback, or None.
pub(crate) const CALLBACK: usize = 1;
/// The instance of a Python class that derives from it, or NULL.
pub(crate) const INSTANCE: usize = 2;
/// The hash of the target, or NULL.
pub(crate) const HASH: usize = 3;

/// What a reference refers to, unless that is dead.
pub(crate) fn target(vm: &Vm, reference: Value) -> Option<Value> {
    referred_to(vm.heap.slot(reference, TARGET))
}

/// What stands in the first slot when the target is dead.
pub(crate) const NOBODY: Value = Value::int(-1);

/// What the integer in the first slot stands for.
pub(crate) fn referred_to(bits: Value) -> Option<Value> {
    // The bits of types with high numbers look like a negative integer.
    (bits != NOBODY).then(|| Value::from_raw(T_OBJ | bits.as_int() as u64 & !(0xFFFF << 48)))
}

/// What refers to nothing any more. The callback that it had.
pub(crate) fn clear(vm: &mut Vm, reference: Value) -> Value {
    let callback = vm.heap.slot(reference, CALLBACK);
    vm.heap.set_slot(reference, TARGET, Value::int(-1));
    vm.heap.set_slot(reference, CALLBACK, Value::NONE);
    callback
}

/// The references of a list as CPython keeps them: the ones that are shared come first, then the latest.
pub(crate) fn in_order(vm: &mut Vm, list: Value) -> Vec<Value> {
    let proxies = proxy_classes(vm);
    let mut found: Vec<Value> = vm.heap.list(list).iter().rev().copied().collect();
    found.sort_by_key(|r| match () {
        () if has_callback(vm, *r) => 2,
        () if vm.heap.slot(*r, INSTANCE).is_unbound() => 0,
        () if proxies.contains(&vm.type_of(vm.heap.slot(*r, INSTANCE))) => 1,
        () => 2,
    });
    found
}

fn proxy_classes(vm: &mut Vm) -> [Value; 2] {
    [vm.lib("WeakProxy"), vm.lib("WeakCallableProxy")]
}

/// The proxy of an object that has no callback and so serves all who ask for one.
pub(crate) fn shared_proxy(vm: &mut Vm, target: Value) -> Option<Value> {
    let list = vm.weak_references(target)?;
    let proxies = proxy_classes(vm);
    let found = vm.heap.list(list).iter().filter(|r| !has_callback(vm, **r)).map(|r| vm.heap.slot(*r, INSTANCE));
    found.filter(|i| !i.is_unbound()).find(|i| proxies.contains(&vm.type_of(*i)))
}

/// Whether somebody is to be told.
pub(crate) fn has_callback(vm: &Vm, reference: Value) -> bool {
    !vm.heap.slot(reference, CALLBACK).is_none()
}

/// The reference as the program knows it.
pub(crate) fn instance(vm: &Vm, reference: Value) -> Value {
    let instance = vm.heap.slot(reference, INSTANCE);
    if instance.is_unbound() { reference } else { instance }
}

/// The reference is the value inside an instance of a Python class.
pub(crate) fn set_instance(vm: &mut Vm, reference: Value, instance: Value) {
    vm.heap.set_slot(reference, INSTANCE, instance);
}
