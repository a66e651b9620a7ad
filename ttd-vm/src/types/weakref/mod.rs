//! `weakref.ReferenceType`. The slots, and what finalization does with a reference, are in
//! `vm/objects/weak_references.rs`; which objects have references is part of the state of `vm/lifecycle/finalize/`.

use ttd_core::value::Value;

use crate::native::*;
use crate::ops::repr::from_text;
use crate::ops::{arity, compare, construct};
use crate::vm::objects::class::fields;
use crate::vm::objects::weak_references::{CALLBACK, HASH, INSTANCE, has_callback, instance, target};
use crate::{Vm, getters, ids, methods};

/// The types.
pub const TYPES: &[TypeDef] = &[TypeDef {
    name: "weakref.ReferenceType",
    tid: ids::WEAKREF,
    class_methods: methods! {
        /// See PEP 585
        CallsBack "__class_getitem__" "(cls, object, /)" => crate::types::class::generic_alias::class_getitem;
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

/// Returns whether a value can be weakly referenced, as in CPython.
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

/// Returns a reference to `target`, new or shared. `shared`: the class is the builtin one.
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
        if let Some(known) = vm.heap.list(list).first().filter(plain) {
            return Ok(*known);
        }
    }
    let bits = Value::int((target.raw() & !(0xFFFF << 48)) as i64);
    let number = Value::int(vm.heap.alloc_id(target) as i64);
    // The last slot serves digests: the bits depend on the memory address.
    let parts = [bits, callback, Value::UNBOUND, Value::UNBOUND, number];
    let made = vm.heap.new_slots_from(ids::WEAKREF, 0, &parts);
    vm.register_weak(target, made, (!callback.is_none(), shared && callback.is_none()))?;
    Ok(made)
}

fn new(vm: &mut Vm, args: Args) -> Res {
    let builtin = vm.class_of_tid[ids::WEAKREF.0 as usize];
    let class = args.get(0);
    // Keywords go to a subclass's `__init__`.
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
    let text = shown(vm, reference)?;
    from_text(vm, &text)
}

fn shown(vm: &mut Vm, reference: Value) -> Res<String> {
    let known = instance(vm, reference);
    let at = crate::ops::hashing::id(vm, known);
    let Some(v) = target(vm, reference) else { return Ok(format!("<weakref at {at:#x}; dead>")) };
    let (class, to) = (vm.type_name(v), crate::ops::hashing::id(vm, v));
    // As with special methods, only what the class has counts.
    let type_of = vm.type_of(v);
    let named = vm.lookup(type_of, vm.names.name).is_some();
    let name = if named { vm.getattr_opt(v, vm.names.name)? } else { None };
    let name = name.and_then(|name| vm.payload(name, ids::STR));
    let name = name.map(|name| format!(" ({})", vm.text_lossy(name))).unwrap_or_default();
    Ok(format!("<weakref at {at:#x}; to '{class}' at {to:#x}{name}>"))
}
