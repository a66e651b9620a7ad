//! Weak references. Which objects have some is part of the state of finalising: see `vm/finalise.rs`.
//!
//! The first slot holds the bits of what is referred to as an integer, so that marking does not follow it. What it
//! refers to is kept alive for reclaiming by the list of the object's references, until finalising clears them.

use ttd_core::value::{T_OBJ, Value};

use crate::native::*;
use crate::ops::repr::from_text;
use crate::ops::{arity, compare, construct};
use crate::vm::objects::class::fields;
use crate::{Vm, getters, ids, methods};

/// The bits of the target without their tag, as an int; -1 when it is dead.
pub(crate) const TARGET: usize = 0;
/// The callback, or None.
const CALLBACK: usize = 1;
/// The instance of a Python class that derives from it, or NULL.
const INSTANCE: usize = 2;
/// The hash of the target, or NULL.
const HASH: usize = 3;

/// The types.
pub const TYPES: &[TypeDef] = &[TypeDef {
    name: "weakref.ReferenceType",
    tid: ids::WEAKREF,
    class_methods: methods! {
        /// See PEP 585
        CallsBack "__class_getitem__" "(cls, object, /)" => crate::ops::dunders::class_getitem;
    },
    methods: METHODS,
    getters: GETTERS,
    slots: Slots {
        repr: Some(repr_slot),
        hash: Some(hash),
        compare: Some(|vm, op, x, y| compare::by_equality(vm, op, x, y, same)),
        weakly_referencable: true,
        ..Slots::EMPTY
    },
    ..TypeDef::EMPTY
}];

const METHODS: &[Method] = methods! {
    /// Create and return a new object.
    Mutates "__new__" "(cls, /, *args, **kwargs)" => new;
    /// Initialize self.
    Pure "__init__" "(self, object=None, callback=None, /)" => init;
    /// Call self as a function.
    Pure "__call__" "(self, /)" => call;
    /// Return hash(self).
    CallsBack "__hash__" "(self, /)" => hash_method;
    /// Return self==value.
    CallsBack "__eq__" "(self, value, /)" => eq;
    /// Return self!=value.
    CallsBack "__ne__" "(self, value, /)" => ne;
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => repr;
};

const GETTERS: &[Getter] = getters! {
    "__callback__" => callback;
};

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

/// Whether there can be weak references to a value, as in CPython.
fn is_referable(vm: &Vm, v: Value) -> bool {
    if !v.is_obj() {
        return false;
    }
    match v.tid() {
        ids::INST => {
            let class = vm.type_of(v);
            vm.heap.slot(class, fields::HAS_WEAK) == Value::TRUE
        }
        _ => vm.slots_of(v).weakly_referencable,
    }
}

/// A reference to `target`, a new one or the one that there is. `shared`: the class is the builtin one.
pub(crate) fn reference(vm: &mut Vm, target: Value, callback: Value, shared: bool) -> Res {
    if !is_referable(vm, target) {
        let name = vm.type_name(target);
        return Err(vm.type_error(format!("cannot create weak reference to '{name}' object")));
    }
    if shared
        && callback.is_none()
        && let Some(list) = vm.weak_references(target)
    {
        let plain = |r: &&Value| !has_callback(vm, **r) && vm.heap.slot(**r, INSTANCE).is_unbound();
        if let Some(known) = vm.heap.list(list).iter().find(plain) {
            return Ok(*known);
        }
    }
    let bits = Value::int((target.raw() & !(0xFFFF << 48)) as i64);
    let number = Value::int(vm.heap.alloc_id(target) as i64);
    // The last slot is for those who compare states: the bits say where the target is in memory.
    let parts = [bits, callback, Value::UNBOUND, Value::UNBOUND, number];
    let made = vm.heap.new_slots_from(ids::WEAKREF, 0, &parts);
    vm.register_weak(target, made, !callback.is_none())?;
    Ok(made)
}

fn new(vm: &mut Vm, args: Args) -> Res {
    let builtin = vm.class_of_tid[ids::WEAKREF.0 as usize];
    let class = args.get(0);
    // Names are for the `__init__` of a class that derives from it.
    if class == builtin && !args.kw.is_empty() {
        return Err(vm.type_error("ReferenceType() takes no keyword arguments"));
    }
    arity::count(vm, "__new__", args.rest.len(), 1, 2)?;
    let callback = args.rest.get(1).copied().unwrap_or(Value::NONE);
    let made = reference(vm, args.rest[0], callback, class == builtin)?;
    Ok(construct::instance(vm, class, builtin, made))
}

fn init(_vm: &mut Vm, _args: Args) -> Res {
    Ok(Value::NONE)
}

fn call(vm: &mut Vm, args: Args) -> Res {
    Ok(target(vm, args.get(0)).unwrap_or(Value::NONE))
}

fn callback(vm: &mut Vm, reference: Value) -> Res {
    Ok(vm.heap.slot(reference, CALLBACK))
}

/// `hash(reference)`.
fn hash(vm: &mut Vm, reference: Value) -> Res<i64> {
    let known = vm.heap.slot(reference, HASH);
    if !known.is_unbound() {
        return vm.as_i64(known).map_or_else(|| Err(vm.system_error("a hash that is no number")), Ok);
    }
    let Some(target) = target(vm, reference) else { return Err(vm.type_error("weak object has gone away")) };
    let hash = vm.hash(target)?;
    let kept = vm.int(hash);
    vm.heap.set_slot(reference, HASH, kept);
    Ok(hash)
}

fn hash_method(vm: &mut Vm, args: Args) -> Res {
    let hash = hash(vm, args.get(0))?;
    Ok(vm.int(hash))
}

/// `a == b` of two references.
fn same(vm: &mut Vm, a: Value, b: Value) -> Res<bool> {
    match (target(vm, a), target(vm, b)) {
        (Some(x), Some(y)) => Ok(x == y || vm.eq(x, y)?),
        _ => Ok(a == b),
    }
}

fn compared(vm: &mut Vm, args: Args, equal: bool) -> Res {
    let Some(other) = vm.payload(args.get(1), ids::WEAKREF) else { return Ok(Value::NOT_IMPLEMENTED) };
    Ok(Value::bool(same(vm, args.get(0), other)? == equal))
}

fn eq(vm: &mut Vm, args: Args) -> Res {
    compared(vm, args, true)
}

fn ne(vm: &mut Vm, args: Args) -> Res {
    compared(vm, args, false)
}

fn repr(vm: &mut Vm, args: Args) -> Res {
    repr_slot(vm, args.get(0))
}

fn repr_slot(vm: &mut Vm, reference: Value) -> Res {
    let text = shown(vm, reference);
    from_text(vm, &text)
}

fn shown(vm: &Vm, reference: Value) -> String {
    let known = instance(vm, reference);
    let at = crate::ops::hashing::id(vm, known);
    match target(vm, reference) {
        Some(v) => {
            let (name, to) = (vm.type_name(v), crate::ops::hashing::id(vm, v));
            format!("<weakref at {at:#x}; to '{name}' at {to:#x}>")
        }
        None => format!("<weakref at {at:#x}; dead>"),
    }
}
