//! Weak references: their slots, and the operations that finalization and pruning need.
//!
//! The first slot holds the bits of the target as an integer, so that marking does not follow it. The list of the
//! object's references keeps the target alive for reclaiming until finalization clears them.

use ttd_core::value::{T_OBJ, Value};

use super::class::fields;
use crate::native::Res;
use crate::vm::lifecycle::finalize::urgency;
use crate::{Vm, ids};

/// The bits of the target without their tag, as an int; -1 when it is dead.
pub(crate) const TARGET: usize = 0;
/// The callback, or None.
pub(crate) const CALLBACK: usize = 1;
/// The instance of a Python class that derives from it, or NULL.
pub(crate) const INSTANCE: usize = 2;
/// The hash of the target, or NULL.
pub(crate) const HASH: usize = 3;

/// The target of a reference, unless it is dead.
pub(crate) fn target(vm: &Vm, reference: Value) -> Option<Value> {
    referred_to(vm.heap.slot(reference, TARGET))
}

/// The first slot when the target is dead.
pub(crate) const NOBODY: Value = Value::int(-1);

/// Decodes the first slot.
pub(crate) fn referred_to(bits: Value) -> Option<Value> {
    // The bits of types with high numbers look like a negative integer.
    (bits != NOBODY).then(|| Value::from_raw(T_OBJ | bits.as_int() as u64 & !(0xFFFF << 48)))
}

/// Clears a reference and returns its callback.
pub(crate) fn clear(vm: &mut Vm, reference: Value) -> Value {
    let callback = vm.heap.slot(reference, CALLBACK);
    vm.heap.set_slot(reference, TARGET, Value::int(-1));
    vm.heap.set_slot(reference, CALLBACK, Value::NONE);
    callback
}

/// The references of a list in CPython's order: shared ones first, then the latest.
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

/// What a weak proxy stands for; `None` for anything else.
///
/// # Errors
/// ReferenceError when that is dead.
pub(crate) fn behind(vm: &mut Vm, v: Value) -> Option<Res> {
    // No other instance has, first of its attributes, a reference whose instance it is.
    if !v.is(ids::INST) || vm.loaded.shapes.get(vm.heap.shape(v)).payload {
        return None;
    }
    let reference = *vm.heap.slots(v).first()?;
    if !reference.is(ids::WEAKREF) || vm.heap.slot(reference, INSTANCE) != v {
        return None;
    }
    if vm.state.finalizer_urgency > urgency::NONE
        && let Err(trap) = vm.finalization_point_of(reference)
    {
        return Some(Err(trap));
    }
    let gone = "weakly-referenced object no longer exists";
    Some(target(vm, reference).ok_or_else(|| vm.error(vm.types.reference_error, gone)))
}

fn proxy_classes(vm: &mut Vm) -> [Value; 2] {
    [vm.lib("WeakProxy"), vm.lib("WeakCallableProxy")]
}

/// The proxy of an object without a callback, which is shared.
pub(crate) fn shared_proxy(vm: &mut Vm, target: Value) -> Option<Value> {
    let list = vm.weak_references(target)?;
    let proxies = proxy_classes(vm);
    let found = vm.heap.list(list).iter().filter(|r| !has_callback(vm, **r)).map(|r| vm.heap.slot(*r, INSTANCE));
    found.filter(|i| !i.is_unbound()).find(|i| proxies.contains(&vm.type_of(*i)))
}

/// Whether it has a callback.
pub(crate) fn has_callback(vm: &Vm, reference: Value) -> bool {
    !vm.heap.slot(reference, CALLBACK).is_none()
}

/// Whether its callback may be called before the end of the run.
pub(crate) fn will_call_back(vm: &Vm, reference: Value) -> bool {
    has_callback(vm, reference) && target(vm, reference).is_some_and(|target| is_mortal(vm, target))
}

/// Whether an object may die before the machine: builtin classes do not.
pub(crate) fn is_mortal(vm: &Vm, target: Value) -> bool {
    !target.is(ids::CLASS) || vm.class_flag(target, fields::HEAP)
}

/// The reference as the program sees it: itself, or the instance of a subclass around it.
pub(crate) fn instance(vm: &Vm, reference: Value) -> Value {
    let instance = vm.heap.slot(reference, INSTANCE);
    if instance.is_unbound() { reference } else { instance }
}

/// Records the instance of a Python class that holds the reference.
pub(crate) fn set_instance(vm: &mut Vm, reference: Value, instance: Value) {
    vm.heap.set_slot(reference, INSTANCE, instance);
}
