//! The descriptors of builtin classes, and of `__slots__`: `getset_descriptor`, `member_descriptor`,
//! `classmethod_descriptor`.

use ttd_core::value::Value;

use crate::native::*;
use crate::vm::objects::member_slots::member;
use crate::vm::objects::set_attr::SetAttr;
use crate::{Vm, getters, ids, methods};

/// Computed attributes.
pub(super) const GETSET_TYPE: TypeDef = TypeDef {
    name: "getset_descriptor",
    tid: ids::GETSET,
    methods: GETSET,
    getters: GETTERS,
    subclassable: false,
    slots: Slots { repr: Some(super::repr::getset), ..Slots::EMPTY },
    ..TypeDef::EMPTY
};

/// Members declared by `__slots__`.
pub(super) const MEMBER_TYPE: TypeDef = TypeDef {
    name: "member_descriptor",
    tid: ids::MEMBER,
    methods: MEMBER,
    getters: GETTERS,
    subclassable: false,
    slots: Slots { repr: Some(super::repr::member), ..Slots::EMPTY },
    ..TypeDef::EMPTY
};

/// Class methods of builtin classes.
pub(super) const CLASS_METHOD_TYPE: TypeDef = TypeDef {
    name: "classmethod_descriptor",
    tid: ids::CLASSMETHOD_DESC,
    methods: CLASS_METHOD,
    getters: CLASS_METHOD_GETTERS,
    subclassable: false,
    slots: Slots { repr: Some(super::repr::class_method), ..Slots::EMPTY },
    ..TypeDef::EMPTY
};

const GETSET: &[Method] = methods! {
    /// Return an attribute of instance, which is of type owner.
    CallsBack "__get__" "(self, instance, owner=None, /)" => get;
    /// Set an attribute of instance to value.
    CallsBack "__set__" "(self, instance, value, /)" => set;
    /// Delete an attribute of instance.
    CallsBack "__delete__" "(self, instance, /)" => delete;
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => crate::ops::dunders::repr;
};

const MEMBER: &[Method] = methods! {
    /// Return an attribute of instance, which is of type owner.
    CallsBack "__get__" "(self, instance, owner=None, /)" => get;
    /// Set an attribute of instance to value.
    CallsBack "__set__" "(self, instance, value, /)" => set;
    /// Delete an attribute of instance.
    CallsBack "__delete__" "(self, instance, /)" => delete;
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => crate::ops::dunders::repr;
    /// Helper for pickle.
    CallsBack "__reduce__" "(self, /)" => reduce;
};

const CLASS_METHOD: &[Method] = methods! {
    /// Return an attribute of instance, which is of type owner.
    Pure "__get__" "(self, instance, owner=None, /)" => get_class_method;
    /// Call self as a function.
    CallsBack "__call__" "(self, /, *args, **kwargs)" => call_class_method;
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => crate::ops::dunders::repr;
};

const GETTERS: &[Getter] = getters! {
    "__name__" => name;
    "__qualname__" => qualname;
    "__objclass__" => owner;
    "__doc__" => doc;
};

const CLASS_METHOD_GETTERS: &[Getter] = getters! {
    "__name__" => class_method_name;
    "__qualname__" => class_method_qualname;
    "__objclass__" => class_method_owner;
    "__doc__" => class_method_doc;
    "__text_signature__" => class_method_signature;
};

/// Returns the class that the descriptor belongs to.
pub(crate) fn owner_of(vm: &Vm, d: Value) -> Value {
    vm.heap.slot(d, if d.is(ids::MEMBER) { member::CLASS } else { 1 })
}

fn check(vm: &mut Vm, d: Value, obj: Value) -> Res<()> {
    let owner = owner_of(vm, d);
    if vm.is_instance(obj, owner) { Ok(()) } else { Err(vm.wrong_owner(d, obj)) }
}

fn get(vm: &mut Vm, args: Args) -> Res {
    super::check_target(vm, &args)?;
    use crate::vm::objects::get_attr::Attr;
    let (d, obj) = (args.get(0), args.get(1));
    if obj.is_none() && args.opt(2).is_some_and(|c| !c.is_none() && c != vm.types.none_type) {
        return Ok(d);
    }
    check(vm, d, obj)?;
    let (class, name) = (vm.type_of(obj), name(vm, d)?);
    match vm.bind_found(d, obj, class)? {
        Attr::Slot(_, v) | Attr::Value(v) => Ok(v),
        _ => Err(vm.no_attribute(obj, name)),
    }
}

fn assign(vm: &mut Vm, d: Value, obj: Value, value: Value) -> Res {
    check(vm, d, obj)?;
    let name = name(vm, d)?;
    match vm.assign_descriptor(d, obj, name, value)? {
        SetAttr::Call(f, args, n) => Err(vm.tail_call(f, &args[..n])),
        _ => Ok(Value::NONE),
    }
}

fn set(vm: &mut Vm, args: Args) -> Res {
    assign(vm, args.get(0), args.get(1), args.get(2))
}

fn delete(vm: &mut Vm, args: Args) -> Res {
    assign(vm, args.get(0), args.get(1), Value::UNBOUND)
}

fn reduce(vm: &mut Vm, args: Args) -> Res {
    let d = args.get(0);
    let (owner, name) = (owner_of(vm, d), name(vm, d)?);
    let getattr = vm.intern("getattr");
    let builtins = vm.global(crate::vm::slots::BUILTINS);
    let f = vm.dict_get_name(builtins, getattr).unwrap_or(Value::NONE);
    let given = vm.new_tuple(&[owner, name]);
    Ok(vm.new_tuple(&[f, given]))
}

fn name(vm: &mut Vm, d: Value) -> Res {
    if d.is(ids::MEMBER) {
        return Ok(vm.heap.slot(d, member::NAME));
    }
    let name = vm.loaded.getters[vm.heap.shape(d) as usize].name;
    Ok(vm.intern(name))
}

fn qualified(vm: &mut Vm, owner: Value, name: Value) -> Res {
    let owner = vm.heap.slot(owner, crate::vm::objects::class::fields::QUALNAME);
    let text = format!("{}.{}", vm.text_lossy(owner), vm.text_lossy(name));
    Ok(vm.intern(&text))
}

fn qualname(vm: &mut Vm, d: Value) -> Res {
    let (owner, name) = (owner_of(vm, d), name(vm, d)?);
    qualified(vm, owner, name)
}

fn owner(vm: &mut Vm, d: Value) -> Res {
    Ok(owner_of(vm, d))
}

/// The docstrings of computed attributes that have one.
const DOCS: &[(&str, &str)] = &[
    ("__dict__", "dictionary for instance variables"),
    ("__weakref__", "list of weak references to the object"),
    ("object.__class__", "the object's class"),
    ("BaseException.__context__", "exception context"),
    ("BaseException.__cause__", "exception cause"),
    ("int.real", "the real part of a complex number"),
    ("int.imag", "the imaginary part of a complex number"),
    ("int.numerator", "the numerator of a rational number in lowest terms"),
    ("int.denominator", "the denominator of a rational number in lowest terms"),
    ("float.real", "the real part of a complex number"),
    ("float.imag", "the imaginary part of a complex number"),
    ("complex.real", "the real part of a complex number"),
    ("complex.imag", "the imaginary part of a complex number"),
    ("generator.__name__", "name of the generator"),
    ("generator.__qualname__", "qualified name of the generator"),
    ("coroutine.__name__", "name of the coroutine"),
    ("coroutine.__qualname__", "qualified name of the coroutine"),
    ("async_generator.__name__", "name of the async generator"),
    ("async_generator.__qualname__", "qualified name of the async generator"),
];

fn doc(vm: &mut Vm, d: Value) -> Res {
    if d.is(ids::MEMBER) {
        return Ok(Value::NONE);
    }
    let (owner, name) = (owner_of(vm, d), name(vm, d)?);
    let name = vm.text_lossy(name).into_owned();
    // Those of a class of the program itself have none before them.
    let heap = vm.heap.slot(owner, crate::vm::objects::class::fields::HEAP) == Value::TRUE;
    let key = if heap { name } else { format!("{}.{name}", vm.class_name(owner)) };
    let found = DOCS.iter().find(|(known, _)| *known == key);
    Ok(found.map_or(Value::NONE, |(_, doc)| vm.intern(doc)))
}

fn get_class_method(vm: &mut Vm, args: Args) -> Res {
    let d = args.get(0);
    let (name, owner) = (row(vm, d).name, vm.heap.slot(d, 1));
    let of = vm.class_name(owner);
    let class = match args.opt(2).filter(|c| !c.is_none()) {
        Some(c) if c.is(ids::CLASS) => c,
        Some(other) => {
            let given = vm.type_name(other);
            return Err(
                vm.type_error(format!("descriptor '{name}' for type '{of}' needs a type, not a '{given}' as arg 2"))
            );
        }
        None if args.get(1).is_none() => return Err(vm.type_error("__get__(None, None) is invalid")),
        None => vm.type_of(args.get(1)),
    };
    if !vm.is_subclass(class, owner) {
        let given = vm.class_name(class);
        return Err(vm.type_error(format!("descriptor '{name}' requires a subtype of '{of}' but received '{given}'")));
    }
    let f = vm.heap.slot(d, 0);
    Ok(vm.new_method(f, class))
}

fn call_class_method(vm: &mut Vm, args: Args) -> Res {
    let f = vm.heap.slot(args.get(0), 0);
    Err(vm.tail_with(f, args.rest, args.kw.to_vec()))
}

fn row(vm: &Vm, d: Value) -> &'static Method {
    vm.loaded.natives[vm.heap.shape(vm.heap.slot(d, 0)) as usize].row
}

fn class_method_name(vm: &mut Vm, d: Value) -> Res {
    let name = row(vm, d).name;
    Ok(vm.intern(name))
}

fn class_method_qualname(vm: &mut Vm, d: Value) -> Res {
    let (owner, name) = (vm.heap.slot(d, 1), class_method_name(vm, d)?);
    qualified(vm, owner, name)
}

fn class_method_owner(vm: &mut Vm, d: Value) -> Res {
    Ok(vm.heap.slot(d, 1))
}

fn class_method_doc(vm: &mut Vm, d: Value) -> Res {
    let doc = row(vm, d).doc_text();
    Ok(vm.intern(&doc))
}

fn class_method_signature(vm: &mut Vm, d: Value) -> Res {
    let sig = row(vm, d).sig;
    Ok(vm.intern(&crate::types::function::native::text_signature(sig)))
}
