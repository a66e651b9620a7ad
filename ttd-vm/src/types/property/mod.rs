//! Descriptors: `property`, `staticmethod`, `classmethod`, and `super`.

mod native_descriptors;
mod repr;
mod super_object;
mod wrapper;

use ttd_core::value::Value;

use crate::native::*;
use crate::vm::call::function;
use crate::vm::objects::bind_attr::property as slots;
use crate::{Vm, getters, ids, methods};

/// The types.
pub const TYPES: &[TypeDef] = &[
    TypeDef {
        name: "property",
        tid: ids::PROPERTY,
        methods: PROPERTY,
        getters: PROPERTY_GETTERS,
        slots: Slots { filled_by_init: true, ..Slots::EMPTY },
        ..TypeDef::EMPTY
    },
    TypeDef {
        name: "staticmethod",
        tid: ids::STATICMETHOD,
        methods: STATIC,
        getters: wrapper::GETTERS,
        slots: Slots { repr: Some(repr::wrapper), ..Slots::EMPTY },
        ..TypeDef::EMPTY
    },
    TypeDef {
        name: "classmethod",
        tid: ids::CLASSMETHOD,
        methods: CLASS,
        getters: wrapper::GETTERS,
        slots: Slots { repr: Some(repr::wrapper), ..Slots::EMPTY },
        ..TypeDef::EMPTY
    },
    super_object::TYPE,
    native_descriptors::GETSET_TYPE,
    native_descriptors::MEMBER_TYPE,
    native_descriptors::CLASS_METHOD_TYPE,
];

const PROPERTY: &[Method] = methods! {
    /// Property attribute.
    CallsBack "__new__" "(cls, fget=None, fset=None, fdel=None, doc=None)" => new_property;
    /// Initialize a property of a subclass.
    CallsBack "__init__" "(self, fget=None, fset=None, fdel=None, doc=None)" => init_property;
    /// Descriptor to obtain a copy of the property with a different getter.
    Pure "getter" "(self, fget, /)" => getter;
    /// Descriptor to obtain a copy of the property with a different setter.
    Pure "setter" "(self, fset, /)" => setter;
    /// Descriptor to obtain a copy of the property with a different deleter.
    Pure "deleter" "(self, fdel, /)" => deleter;
    /// Method to set name of a property.
    Mutates "__set_name__" "(self, /, *args)" => set_name;
    /// Return the attribute of an instance.
    CallsBack "__get__" "(self, instance, owner=None, /)" => get;
    /// Set the attribute of an instance.
    CallsBack "__set__" "(self, instance, value, /)" => set;
    /// Delete the attribute of an instance.
    CallsBack "__delete__" "(self, instance, /)" => delete;
};

const PROPERTY_GETTERS: &[Getter] = getters! {
    "fget" => fget;
    "fset" => fset;
    "fdel" => fdel;
    "__doc__" => doc, set_doc;
    "__name__" => property_name, set_property_name;
    "__isabstractmethod__" => property_is_abstract;
};

const STATIC: &[Method] = methods! {
    /// Convert a function to be a static method.
    Pure "__new__" "(cls, function, /)" => new_static;
    /// Initialize a static method of a subclass.
    Mutates "__init__" "(self, function, /)" => init_wrapper;
    /// Call the function.
    CallsBack "__call__" "(self, /, *args, **kwargs)" => call_wrapped;
    /// Return the function.
    Pure "__get__" "(self, instance, owner=None, /)" => get_static;
};

const CLASS: &[Method] = methods! {
    /// Convert a function to be a class method.
    Pure "__new__" "(cls, function, /)" => new_class_method;
    /// Initialize a class method of a subclass.
    Mutates "__init__" "(self, function, /)" => init_wrapper;
    /// Bind the function to the class.
    Pure "__get__" "(self, instance, owner=None, /)" => get_class_method;
};

/// Returns the accessors and the docstring, in the order of the slots.
fn parts(vm: &mut Vm, args: Args) -> Res<[Value; 6]> {
    let value = |i: usize| args.opt(i).unwrap_or(Value::NONE);
    let (get, mut doc) = (value(1), value(4));
    let mut of_getter = false;
    if doc.is_none() && !get.is_none() {
        let found = match get.is(ids::FUNCTION) {
            true => vm.heap.slot(get, function::DOC),
            false => vm.getattr_opt(get, vm.names.doc)?.unwrap_or(Value::NONE),
        };
        (doc, of_getter) = (found, !found.is_none());
    }
    Ok([get, value(2), value(3), doc, Value::UNBOUND, Value::bool(of_getter)])
}

fn new_property(vm: &mut Vm, args: Args) -> Res {
    let parts = parts(vm, args)?;
    Ok(vm.heap.new_slots_from(ids::PROPERTY, 0, &parts))
}

/// `__init__` of static and class methods.
fn init_wrapper(vm: &mut Vm, args: Args) -> Res {
    vm.heap.set_slot(args.get(0), 0, args.get(1));
    Ok(Value::NONE)
}

/// `property.__init__`. In subclasses the docstring is an instance attribute, or the class's would hide it.
fn init_property(vm: &mut Vm, args: Args) -> Res {
    let (p, parts) = (args.get(0), parts(vm, args)?);
    for (slot, part) in parts.into_iter().enumerate() {
        vm.heap.set_slot(p, slot, part);
    }
    let this = vm.receiver(p);
    if this.is(ids::INST) {
        let set = vm.setattr(this, vm.names.doc, parts[slots::DOC]);
        let given = parts[slots::GETTER_DOC] == Value::TRUE;
        match set {
            Err(trap) if given => return Err(trap),
            set => {
                vm.catch(set, vm.types.attribute_error)?;
            }
        }
    }
    Ok(Value::NONE)
}

fn with(vm: &mut Vm, property: Value, slot: usize, f: Value) -> Res {
    let this = vm.receiver(property);
    let mut all = vm.heap.slots(property).to_vec();
    if !f.is_none() {
        all[slot] = f;
    }
    if all[slots::GETTER_DOC] == Value::TRUE && !all[slots::GET].is_none() {
        // The docstring comes from the getter.
        all[slots::DOC] = Value::NONE;
    }
    let (class, name) = (vm.type_of(this), all[slots::NAME]);
    let made = vm.call(class, &all[..=slots::DOC])?;
    let inner = vm.unwrap(made);
    if inner.is(ids::PROPERTY) {
        vm.heap.set_slot(inner, slots::NAME, name);
    }
    Ok(made)
}

fn getter(vm: &mut Vm, args: Args) -> Res {
    with(vm, args.get(0), slots::GET, args.get(1))
}

fn setter(vm: &mut Vm, args: Args) -> Res {
    with(vm, args.get(0), slots::SET, args.get(1))
}

fn deleter(vm: &mut Vm, args: Args) -> Res {
    with(vm, args.get(0), slots::DEL, args.get(1))
}

fn set_name(vm: &mut Vm, args: Args) -> Res {
    let [_, name] = args.rest else {
        let given = args.rest.len();
        return Err(vm.type_error(format!("__set_name__() takes 2 positional arguments but {given} were given")));
    };
    vm.heap.set_slot(args.get(0), slots::NAME, *name);
    Ok(Value::NONE)
}

/// Checks that `__get__` got an instance or a class.
pub(crate) fn check_target(vm: &mut Vm, args: &Args) -> Res<()> {
    match args.get(1).is_none() && args.opt(2).is_none_or(|c| c.is_none()) {
        true => Err(vm.type_error("__get__(None, None) is invalid")),
        false => Ok(()),
    }
}

fn get(vm: &mut Vm, args: Args) -> Res {
    check_target(vm, &args)?;
    if args.get(1).is_none() {
        return Ok(vm.receiver(args.get(0)));
    }
    let f = vm.heap.slot(args.get(0), slots::GET);
    if f.is_none() {
        return Err(vm.no_accessor(args.get(0), args.get(1), "getter"));
    }
    Err(vm.tail_call(f, &[args.get(1)]))
}

fn set(vm: &mut Vm, args: Args) -> Res {
    let f = vm.heap.slot(args.get(0), slots::SET);
    if f.is_none() {
        return Err(vm.no_accessor(args.get(0), args.get(1), "setter"));
    }
    Err(vm.tail_call(f, &[args.get(1), args.get(2)]))
}

fn delete(vm: &mut Vm, args: Args) -> Res {
    let f = vm.heap.slot(args.get(0), slots::DEL);
    if f.is_none() {
        return Err(vm.no_accessor(args.get(0), args.get(1), "deleter"));
    }
    Err(vm.tail_call(f, &[args.get(1)]))
}

/// Returns the name given by `__set_name__`, or the getter's.
fn property_name(vm: &mut Vm, p: Value) -> Res {
    let (name, get) = (vm.heap.slot(p, slots::NAME), vm.heap.slot(p, slots::GET));
    if !name.is_unbound() {
        return Ok(name);
    }
    match vm.getattr_opt(get, vm.names.name)? {
        Some(name) if !get.is_none() => Ok(name),
        _ => Err(vm.attribute_error("'property' object has no attribute '__name__'")),
    }
}

fn is_abstract(vm: &mut Vm, f: Value) -> Res<bool> {
    let name = vm.intern("__isabstractmethod__");
    match vm.getattr_opt(f, name)? {
        Some(flag) => vm.truth(flag),
        None => Ok(false),
    }
}

fn property_is_abstract(vm: &mut Vm, p: Value) -> Res {
    for slot in [slots::GET, slots::SET, slots::DEL] {
        let f = vm.heap.slot(p, slot);
        if is_abstract(vm, f)? {
            return Ok(Value::TRUE);
        }
    }
    Ok(Value::FALSE)
}

fn fget(vm: &mut Vm, p: Value) -> Res {
    Ok(vm.heap.slot(p, slots::GET))
}

fn fset(vm: &mut Vm, p: Value) -> Res {
    Ok(vm.heap.slot(p, slots::SET))
}

fn fdel(vm: &mut Vm, p: Value) -> Res {
    Ok(vm.heap.slot(p, slots::DEL))
}

fn doc(vm: &mut Vm, p: Value) -> Res {
    Ok(vm.heap.slot(p, slots::DOC))
}

fn set_doc(vm: &mut Vm, p: Value, value: Value) -> Res<()> {
    vm.heap.set_slot(p, slots::DOC, if value.is_unbound() { Value::NONE } else { value });
    Ok(())
}

fn set_property_name(vm: &mut Vm, p: Value, value: Value) -> Res<()> {
    vm.heap.set_slot(p, slots::NAME, value);
    Ok(())
}

fn new_static(vm: &mut Vm, args: Args) -> Res {
    Ok(vm.heap.new_slots_from(ids::STATICMETHOD, 0, &[args.get(1), Value::UNBOUND]))
}

fn new_class_method(vm: &mut Vm, args: Args) -> Res {
    Ok(vm.heap.new_slots_from(ids::CLASSMETHOD, 0, &[args.get(1), Value::UNBOUND]))
}

fn call_wrapped(vm: &mut Vm, args: Args) -> Res {
    let f = vm.heap.slot(args.get(0), 0);
    Err(vm.tail_with(f, args.rest, args.kw.to_vec()))
}

fn get_static(vm: &mut Vm, args: Args) -> Res {
    check_target(vm, &args)?;
    Ok(vm.heap.slot(args.get(0), 0))
}

fn get_class_method(vm: &mut Vm, args: Args) -> Res {
    check_target(vm, &args)?;
    let class = match args.opt(2) {
        Some(c) if !c.is_none() => c,
        _ => vm.type_of(args.get(1)),
    };
    let f = vm.heap.slot(args.get(0), 0);
    Ok(vm.new_method(f, class))
}
