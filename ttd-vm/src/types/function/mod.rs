//! Functions, bound methods, natives and code objects as objects.

mod code;
pub(crate) mod code_parts;
pub(crate) mod make;
pub(crate) mod native;
mod pickling;
mod repr;

use ttd_core::value::Value;

use crate::native::*;
use crate::operators::CmpOp;
use crate::ops::{compare, hashing};
use crate::vm::call::function as slots;
use crate::vm::objects::bind_attr::method as method_slots;
use crate::{Vm, getters, ids, methods};

/// The types.
pub const TYPES: &[TypeDef] = &[
    TypeDef {
        name: "function",
        tid: ids::FUNCTION,
        methods: FUNCTION,
        getters: FUNCTION_GETTERS,
        subclassable: false,
        slots: Slots { repr: Some(repr::function), weakly_referencable: true, ..Slots::EMPTY },
        ..TypeDef::EMPTY
    },
    TypeDef {
        name: "method",
        tid: ids::METHOD,
        getters: METHOD_GETTERS,
        methods: METHOD,
        subclassable: false,
        slots: Slots {
            repr: Some(repr::method),
            hash: Some(hash_method),
            compare: Some(compare_bound),
            weakly_referencable: true,
            ..Slots::EMPTY
        },
        ..TypeDef::EMPTY
    },
    // Special methods share the storage of the others; `Vm::type_of` tells them apart.
    TypeDef {
        name: "method-wrapper",
        tid: ids::BUILTIN,
        methods: NATIVE,
        getters: WRAPPER_GETTERS,
        subclassable: false,
        ..TypeDef::EMPTY
    },
    TypeDef {
        name: "wrapper_descriptor",
        tid: ids::METHOD_DESC,
        methods: DESCRIPTOR,
        getters: DESCRIPTOR_GETTERS,
        subclassable: false,
        ..TypeDef::EMPTY
    },
    TypeDef {
        name: "builtin_function_or_method",
        tid: ids::BUILTIN,
        methods: NATIVE,
        getters: NATIVE_GETTERS,
        subclassable: false,
        slots: Slots {
            repr: Some(repr::builtin),
            hash: Some(hash_builtin),
            compare: Some(compare_bound),
            weakly_referencable: true,
            ..Slots::EMPTY
        },
        ..TypeDef::EMPTY
    },
    TypeDef {
        name: "method_descriptor",
        tid: ids::METHOD_DESC,
        methods: DESCRIPTOR,
        getters: DESCRIPTOR_GETTERS,
        subclassable: false,
        slots: Slots { repr: Some(repr::method_descriptor), ..Slots::EMPTY },
        ..TypeDef::EMPTY
    },
    code::TYPE,
    TypeDef {
        name: "cell",
        tid: ids::CELL,
        methods: CELL,
        getters: CELL_GETTERS,
        subclassable: false,
        slots: Slots {
            repr: Some(repr::cell),
            hash: Some(hashing::refuse),
            compare: Some(compare_cells),
            ..Slots::EMPTY
        },
        ..TypeDef::EMPTY
    },
];

const FUNCTION: &[Method] = methods! {
    /// Create a function object.
    Pure "__new__" "(cls, /, code, globals, name=None, argdefs=None, closure=None, kwdefaults=None)" => make::new;
    /// Bind the function to an instance.
    Pure "__get__" "(self, instance, owner=None, /)" => bind;
    /// Call self as a function.
    CallsBack "__call__" "(self, /, *args, **kwargs)" => call;
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => crate::ops::dunders::repr;
};

const CELL: &[Method] = methods! {
    /// Create a new cell object.
    Pure "__new__" "(cls, contents=..., /)" => make::new_cell;
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => crate::ops::dunders::repr;
};

const METHOD: &[Method] = methods! {
    /// Helper for pickle.
    CallsBack "__reduce__" "(self, /)" => pickling::method;
    /// Create a bound instance method object.
    Pure "__new__" "(cls, function, instance, /)" => make::new_method;
    /// Return an attribute of instance, which is of type owner.
    Pure "__get__" "(self, instance, owner=None, /)" => method_get;
    /// Call self as a function.
    CallsBack "__call__" "(self, /, *args, **kwargs)" => call;
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => crate::ops::dunders::repr;
    /// Return self==value.
    Pure "__eq__" "(self, value, /)" => method_eq;
};

const NATIVE: &[Method] = methods! {
    /// Helper for pickle.
    Pure "__reduce__" "(self, /)" => pickling::native;
    /// Call self as a function.
    CallsBack "__call__" "(self, /, *args, **kwargs)" => call;
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => crate::ops::dunders::repr;
};

const DESCRIPTOR: &[Method] = methods! {
    /// Helper for pickle.
    Pure "__reduce__" "(self, /)" => pickling::descriptor;
    /// Bind the method to an instance.
    Pure "__get__" "(self, instance, owner=None, /)" => bind;
    /// Call self as a function.
    CallsBack "__call__" "(self, /, *args, **kwargs)" => call;
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => crate::ops::dunders::repr;
};

const FUNCTION_GETTERS: &[Getter] = getters! {
    "__name__" => name, make::set_name;
    "__qualname__" => qualname, make::set_qualname;
    "__doc__" => doc, set_doc;
    "__module__" => module, set_module;
    "__defaults__" => defaults, make::set_defaults;
    "__kwdefaults__" => kwdefaults, make::set_kwdefaults;
    "__code__" => code, make::set_code;
    "__globals__" => globals, make::read_only;
    "__closure__" => closure, make::read_only;
    "__dict__" => dict, make::set_dict;
    "__annotations__" => make::annotations, make::set_annotations;
    "__annotate__" => make::annotate, make::set_annotate;
    "__type_params__" => type_params, set_type_params;
    "__builtins__" => builtins, make::read_only;
};

const METHOD_GETTERS: &[Getter] = getters! {
    "__func__" => method_func;
    "__self__" => method_self;
};

const WRAPPER_GETTERS: &[Getter] = getters! {
    "__name__" => native::name;
    "__qualname__" => native::qualname;
    "__doc__" => native::doc;
    "__self__" => native::receiver;
    "__objclass__" => wrapper_class;
    "__text_signature__" => native::signature;
};

const NATIVE_GETTERS: &[Getter] = getters! {
    "__name__" => native::name;
    "__qualname__" => native::qualname;
    "__doc__" => native::doc;
    "__self__" => native::receiver;
    "__module__" => native::module;
    "__text_signature__" => native::signature;
};

const DESCRIPTOR_GETTERS: &[Getter] = getters! {
    "__name__" => native::name;
    "__qualname__" => native::qualname;
    "__doc__" => native::doc;
    "__objclass__" => descriptor_class;
    "__text_signature__" => native::signature;
};

const CELL_GETTERS: &[Getter] = getters! {
    "cell_contents" => cell_contents, make::set_cell;
};

fn bind(vm: &mut Vm, args: Args) -> Res {
    let (f, this) = (args.get(0), args.get(1));
    crate::types::property::check_target(vm, &args)?;
    if this.is_none() && args.opt(2) != Some(vm.types.none_type) {
        return Ok(f);
    }
    if f.is(ids::METHOD_DESC) && !vm.is_instance(this, vm.heap.slot(f, 0)) {
        let native = &vm.loaded.natives[vm.heap.shape(f) as usize];
        let (name, owner) = (native.row.name, vm.heap.slot(f, 0));
        let (owner, given) = (vm.class_name(owner), vm.type_name(this));
        return Err(
            vm.type_error(format!("descriptor '{name}' for '{owner}' objects doesn't apply to a '{given}' object"))
        );
    }
    Ok(vm.new_method(f, this))
}

fn call(vm: &mut Vm, args: Args) -> Res {
    Err(vm.tail_with(args.get(0), args.rest, args.kw.to_vec()))
}

/// Returns the method itself: it is bound already.
fn method_get(vm: &mut Vm, args: Args) -> Res {
    crate::types::property::check_target(vm, &args)?;
    Ok(args.get(0))
}

fn method_eq(vm: &mut Vm, args: Args) -> Res {
    let (a, b) = (args.get(0), args.get(1));
    if !b.is(ids::METHOD) {
        return Ok(Value::NOT_IMPLEMENTED);
    }
    Ok(Value::bool(vm.heap.slots(a) == vm.heap.slots(b)))
}

macro_rules! plain_slots {
    ($($get:ident $set:ident $slot:ident;)*) => { $(
        fn $get(vm: &mut Vm, f: Value) -> Res {
            Ok(vm.heap.slot(f, slots::$slot))
        }

        fn $set(vm: &mut Vm, f: Value, v: Value) -> Res<()> {
            let v = if v.is_unbound() { Value::NONE } else { v };
            vm.heap.set_slot(f, slots::$slot, v);
            Ok(())
        }
    )* };
}

plain_slots! {
    doc set_doc DOC;
    module set_module MODULE;
}

macro_rules! read_slots {
    ($($get:ident $slot:ident;)*) => { $(
        fn $get(vm: &mut Vm, f: Value) -> Res {
            Ok(vm.heap.slot(f, slots::$slot))
        }
    )* };
}

read_slots! {
    name NAME;
    qualname QUALNAME;
}

fn defaults(vm: &mut Vm, f: Value) -> Res {
    vm.audit_read(f, "__defaults__")?;
    Ok(vm.heap.slot(f, slots::DEFAULTS))
}

fn kwdefaults(vm: &mut Vm, f: Value) -> Res {
    vm.audit_read(f, "__kwdefaults__")?;
    Ok(vm.heap.slot(f, slots::KWDEFAULTS))
}

fn code(vm: &mut Vm, f: Value) -> Res {
    vm.audit_read(f, "__code__")?;
    Ok(vm.heap.slot(f, slots::CODE))
}

fn globals(vm: &mut Vm, f: Value) -> Res {
    let namespace = vm.heap.slot(f, slots::NAMESPACE);
    if !namespace.is_unbound() {
        return Ok(namespace);
    }
    Ok(vm.heap.slot(f, slots::GLOBALS))
}

fn closure(vm: &mut Vm, f: Value) -> Res {
    Ok(vm.heap.slot(f, slots::CLOSURE))
}

fn dict(vm: &mut Vm, f: Value) -> Res {
    if vm.heap.slot(f, slots::DICT).is_unbound() {
        let dict = vm.new_dict();
        vm.heap.set_slot(f, slots::DICT, dict);
    }
    Ok(vm.heap.slot(f, slots::DICT))
}

fn type_params(vm: &mut Vm, f: Value) -> Res {
    let found = vm.heap.slot(f, slots::TYPE_PARAMS);
    // The bases of `object` are an empty tuple that is always there: functions without parameters share it.
    let none = vm.heap.slot(vm.types.object, crate::vm::objects::class::fields::BASES);
    Ok(if found.is_unbound() { none } else { found })
}

fn set_type_params(vm: &mut Vm, f: Value, v: Value) -> Res<()> {
    if v.is_unbound() || vm.payload(v, ids::TUPLE).is_none() {
        return Err(vm.type_error("__type_params__ must be set to a tuple"));
    }
    vm.heap.set_slot(f, slots::TYPE_PARAMS, v);
    Ok(())
}

/// Returns the namespace of builtins in which the function's names are looked up.
fn builtins(vm: &mut Vm, f: Value) -> Res {
    let globals = vm.heap.slot(f, slots::GLOBALS);
    Ok(vm.own_builtins(globals).unwrap_or_else(|| vm.global(crate::vm::slots::BUILTINS)))
}

/// Returns the class whose descriptor a bound special method comes from.
fn wrapper_class(vm: &mut Vm, f: Value) -> Res {
    let (this, native) = (vm.heap.slot(f, 0), vm.heap.shape(f));
    let name = native::name(vm, f)?;
    for class in vm.mro(vm.type_of(this)).to_vec() {
        let found = vm.dict_get_name(vm.class_dict(class), name);
        if found.is_some_and(|d| d.is(ids::METHOD_DESC) && vm.heap.shape(d) == native) {
            return Ok(class);
        }
    }
    Ok(vm.types.object)
}

fn descriptor_class(vm: &mut Vm, f: Value) -> Res {
    Ok(vm.heap.slot(f, 0))
}

fn method_func(vm: &mut Vm, m: Value) -> Res {
    Ok(vm.heap.slot(m, method_slots::FUNC))
}

fn method_self(vm: &mut Vm, m: Value) -> Res {
    Ok(vm.heap.slot(m, method_slots::SELF))
}

fn cell_contents(vm: &mut Vm, c: Value) -> Res {
    let v = vm.heap.slot(c, 0);
    if v.is_unbound() { Err(vm.value_error("Cell is empty")) } else { Ok(v) }
}

/// Compares two bound methods or natives: equal when one function is bound to one object. The shape of a native is its
/// number.
fn compare_bound(vm: &mut Vm, op: CmpOp, x: Value, y: Value) -> Option<Res> {
    compare::by_equality(vm, op, x, y, |vm, x, y| {
        Ok(vm.heap.shape(x) == vm.heap.shape(y) && vm.heap.slots(x) == vm.heap.slots(y))
    })
}

fn hash_method(vm: &mut Vm, v: Value) -> Res<i64> {
    let parts = [method_slots::FUNC, method_slots::SELF].map(|i| hashing::hash_identity(vm, vm.heap.slot(v, i)));
    Ok(hashing::fix(parts[0] ^ parts[1]))
}

fn hash_builtin(vm: &mut Vm, v: Value) -> Res<i64> {
    let this = vm.heap.slot(v, 0);
    if this.is_unbound() {
        return Ok(hashing::hash_identity(vm, v));
    }
    Ok(hashing::fix(hashing::hash_identity(vm, this) ^ i64::from(vm.heap.shape(v))))
}

fn compare_cells(vm: &mut Vm, op: CmpOp, x: Value, y: Value) -> Option<Res> {
    y.is(ids::CELL).then(|| cells(vm, op, x, y))
}

/// Cells compare by their contents; an empty one is smaller than any other.
fn cells(vm: &mut Vm, op: CmpOp, x: Value, y: Value) -> Res {
    let (p, q) = (vm.heap.slot(x, 0), vm.heap.slot(y, 0));
    if p.is_unbound() || q.is_unbound() {
        return Ok(Value::bool(op.holds((!p.is_unbound()).cmp(&!q.is_unbound()))));
    }
    vm.rich(op, p, q)
}
