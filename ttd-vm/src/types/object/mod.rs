//! `object`: attributes and methods of every value.

mod reducing;

use ttd_core::value::Value;

use crate::native::*;
use crate::ops::compare::CmpOp;
use crate::ops::hashing;
use crate::types::class::attributes::refuse_as_object;
use crate::vm::objects::class::fields;
use crate::vm::objects::get_attr::Attr;
use crate::vm::objects::set_attr::SetAttr;
use crate::{Vm, getters, ids, methods};

/// The type.
pub const TYPE: TypeDef = TypeDef {
    name: "object",
    base: "object",
    doc: "The base class of the class hierarchy.",
    methods: METHODS,
    class_methods: CLASS_METHODS,
    getters: GETTERS,
    ..TypeDef::EMPTY
};

const METHODS: &[Method] = methods! {
    /// Create and return a new object.
    Pure "__new__" "(cls, /, *args, **kwargs)" => new;
    /// Initialize self.
    Pure "__init__" "(self, /, *args, **kwargs)" => init;
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => repr;
    /// Return str(self).
    CallsBack "__str__" "(self, /)" => str_;
    /// Return self==value.
    Pure "__eq__" "(self, value, /)" => eq;
    /// Return self!=value.
    CallsBack "__ne__" "(self, value, /)" => ne;
    /// Return self<value.
    Pure "__lt__" "(self, value, /)" => no_answer;
    /// Return self<=value.
    Pure "__le__" "(self, value, /)" => no_answer;
    /// Return self>value.
    Pure "__gt__" "(self, value, /)" => no_answer;
    /// Return self>=value.
    Pure "__ge__" "(self, value, /)" => no_answer;
    /// Return hash(self).
    Pure "__hash__" "(self, /)" => hash;
    /// Return getattr(self, name).
    CallsBack "__getattribute__" "(self, name, /)" => getattribute;
    /// Implement setattr(self, name, value).
    CallsBack "__setattr__" "(self, name, value, /)" => setattr;
    /// Implement delattr(self, name).
    CallsBack "__delattr__" "(self, name, /)" => delattr;
    /// Default object formatter.
    CallsBack "__format__" "(self, format_spec, /)" => format;
    /// Helper for pickle.
    CallsBack "__reduce__" "(self, /)" => reducing::reduce;
    /// Helper for pickle.
    CallsBack "__reduce_ex__" "(self, protocol, /)" => reducing::reduce_ex;
    /// Helper for pickle.
    CallsBack "__getstate__" "(self, /)" => reducing::getstate;
    /// Size of object in memory, in bytes.
    CallsBack "__sizeof__" "(self, /)" => sizeof;
    /// Default dir() implementation.
    CallsBack "__dir__" "(self, /)" => dir;
};

const CLASS_METHODS: &[Method] = methods! {
    /// This method is called when a class is subclassed.
    Pure "__init_subclass__" "(cls, /, **kwargs)" => init_subclass;
    /// Abstract classes can override this to customize issubclass().
    Pure "__subclasshook__" "(cls, object, /)" => no_answer;
};

const GETTERS: &[Getter] = getters! {
    "__class__" => class, set_class;
};

/// `__dict__` of classes whose instances have one.
pub(crate) static DICT: Getter = Getter { name: "__dict__", get: dict, set: Some(set_dict) };
/// `__weakref__` of classes whose instances can be weakly referenced.
pub(crate) static WEAKREF: Getter = Getter { name: "__weakref__", get: weakref, set: None };

fn new(vm: &mut Vm, args: Args) -> Res {
    let class = args.get(0);
    if !class.is(ids::CLASS) {
        return Err(vm.type_error("object.__new__(X): X is not a type object"));
    }
    if !args.rest.is_empty() || !args.kw.is_empty() {
        let init = vm.lookup(class, vm.names.init);
        let own_new = vm.lookup(class, vm.names.new) != Some(vm.loaded.object_new);
        if own_new {
            return Err(vm.type_error("object.__new__() takes exactly one argument (the type to instantiate)"));
        }
        if init.is_none_or(|f| vm.is_object_method(f)) {
            let name = vm.class_name(class);
            return Err(vm.type_error(format!("{name}() takes no arguments")));
        }
    }
    if vm.heap.slot(class, fields::TID).as_int() != i64::from(ids::INST.0) {
        let name = vm.class_name(class);
        return Err(vm.type_error(format!("object.__new__({name}) is not safe, use {name}.__new__()")));
    }
    if vm.heap.slot(class, fields::ABSTRACT) == Value::TRUE {
        let lib = vm.lib("refuse_abstract");
        return Err(vm.tail_call(lib, &[class]));
    }
    Ok(vm.new_instance(class))
}

fn init(vm: &mut Vm, args: Args) -> Res {
    if args.rest.is_empty() && args.kw.is_empty() {
        return Ok(Value::NONE);
    }
    let class = vm.type_of(args.get(0));
    let own_init = vm.lookup(class, vm.names.init).is_some_and(|f| !vm.is_object_method(f));
    if own_init {
        return Err(vm.type_error("object.__init__() takes exactly one argument (the instance to initialize)"));
    }
    let new = vm.lookup(class, vm.names.new);
    // Builtin types that programs cannot instantiate have no `__new__`.
    let made_here = vm.heap.slot(class, fields::TID).as_int() == i64::from(ids::INST.0);
    if made_here && new == Some(vm.loaded.object_new) {
        let name = vm.class_name(class);
        let message = format!("{name}.__init__() takes exactly one argument (the instance to initialize)");
        return Err(vm.type_error(message));
    }
    Ok(Value::NONE)
}

/// `object.__repr__`. Types with their own come here only by an explicit call.
fn repr(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    match vm.special_named(v, vm.names.repr) {
        Some(f) if !vm.is_object_method(f) => Ok(crate::ops::repr::as_object(vm, vm.receiver(v))),
        _ => crate::ops::repr::builtin(vm, v),
    }
}

fn str_(vm: &mut Vm, args: Args) -> Res {
    let v = vm.receiver(args.get(0));
    match vm.special_named(v, vm.names.repr) {
        Some(f) if v.is(ids::INST) => Err(vm.tail_call(f, &[v])),
        _ => vm.repr(v),
    }
}

fn eq(vm: &mut Vm, args: Args) -> Res {
    Ok(if vm.is_same(args.get(0), args.get(1)) { Value::TRUE } else { Value::NOT_IMPLEMENTED })
}

fn ne(vm: &mut Vm, args: Args) -> Res {
    let (a, b) = (args.get(0), args.get(1));
    let Some(f) = vm.comparison_method(a, CmpOp::Eq) else { return Ok(Value::NOT_IMPLEMENTED) };
    if vm.is_object_method(f) {
        return Ok(if vm.is_same(a, b) { Value::FALSE } else { Value::NOT_IMPLEMENTED });
    }
    let lib = vm.lib("ne_from_eq");
    Err(vm.tail_call(lib, &[f, a, b]))
}

/// Returns NotImplemented: objects have no order, and `issubclass` decides about subclasses.
fn no_answer(_: &mut Vm, _: Args) -> Res {
    Ok(Value::NOT_IMPLEMENTED)
}

fn hash(vm: &mut Vm, args: Args) -> Res {
    let h = hashing::hash_identity(vm, args.get(0));
    Ok(vm.int(h))
}

fn name_argument(vm: &mut Vm, name: Value) -> Res {
    match vm.payload(name, ids::STR) {
        Some(name) => Ok(vm.intern_value(name)),
        None => {
            let given = vm.type_name(name);
            Err(vm.type_error(format!("attribute name must be string, not '{given}'")))
        }
    }
}

fn getattribute(vm: &mut Vm, args: Args) -> Res {
    if !args.get(0).is(ids::CLASS) {
        return found(vm, args.get(0), args.get(1));
    }
    let name = name_argument(vm, args.get(1))?;
    let found = crate::types::class::attributes::found_as_object(vm, args.get(0), name)?;
    given(vm, args.get(0), name, found)
}

/// Looks up an attribute without hooks.
pub(super) fn found(vm: &mut Vm, obj: Value, name: Value) -> Res {
    let name = name_argument(vm, name)?;
    let class = vm.type_of(obj);
    let found = vm.find_attr_plain(obj, class, name)?;
    given(vm, obj, name, found)
}

fn given(vm: &mut Vm, obj: Value, name: Value, found: Attr) -> Res {
    match found {
        Attr::Slot(_, v) | Attr::Value(v) => Ok(v),
        Attr::Bound(f, this) => Ok(vm.new_method(f, this)),
        Attr::Call(f, args, n) => Err(vm.tail_call(f, &args[..n])),
        Attr::Missing => Err(vm.no_attribute(obj, name)),
    }
}

/// Sets or deletes an attribute without hooks.
pub(super) fn assign(vm: &mut Vm, obj: Value, name: Value, value: Value) -> Res {
    let name = name_argument(vm, name)?;
    let class = vm.type_of(obj);
    match vm.assign_attr_plain(obj, class, name, value)? {
        SetAttr::Call(f, args, n) => {
            let lib = vm.lib("call_for_none");
            let mut all = vec![f];
            all.extend_from_slice(&args[..n]);
            Err(vm.tail_call(lib, &all))
        }
        _ => Ok(Value::NONE),
    }
}

fn setattr(vm: &mut Vm, args: Args) -> Res {
    refuse_as_object(vm, args.get(0), "__setattr__")?;
    assign(vm, args.get(0), args.get(1), args.get(2))
}

fn delattr(vm: &mut Vm, args: Args) -> Res {
    refuse_as_object(vm, args.get(0), "__delattr__")?;
    assign(vm, args.get(0), args.get(1), Value::UNBOUND)
}

fn format(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    let Some(spec) = vm.payload(args.get(1), ids::STR) else {
        let name = crate::types::str::args::given_name(vm, args.get(1));
        return Err(vm.type_error(format!("__format__() argument must be str, not {name}")));
    };
    if !vm.heap.bytes(spec).is_empty() {
        let name = vm.type_name(v);
        return Err(vm.type_error(format!("unsupported format string passed to {name}.__format__")));
    }
    vm.str_of(v)
}

fn sizeof(vm: &mut Vm, args: Args) -> Res {
    let this = vm.receiver(args.get(0));
    Err(vm.call_hidden_module("_ttd_reduce", "object_sizeof", &[this]))
}

fn dir(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    let lib = vm.lib("object_dir");
    Err(vm.tail_call(lib, &[v]))
}

fn init_subclass(vm: &mut Vm, args: Args) -> Res {
    if args.kw.is_empty() {
        return Ok(Value::NONE);
    }
    let name = vm.class_name(args.get(0));
    Err(vm.type_error(format!("{name}.__init_subclass__() takes no keyword arguments")))
}

fn class(vm: &mut Vm, v: Value) -> Res {
    Ok(vm.type_of(v))
}

fn set_class(vm: &mut Vm, v: Value, class: Value) -> Res<()> {
    if class.is_unbound() {
        return Err(vm.type_error("can't delete __class__ attribute"));
    }
    if !class.is(ids::CLASS) {
        let given = vm.type_name(class);
        return Err(vm.type_error(format!("__class__ must be set to a class, not '{given}' object")));
    }
    vm.audit_write(v, "__class__", class)?;
    let old = vm.type_of(v);
    if v.is(ids::MODULE) && vm.is_subclass(class, vm.types.module) && vm.heap.slots(v).len() > 1 {
        vm.heap.set_slot(v, 1, class);
        vm.flush_caches();
        return Ok(());
    }
    if vm.is_immutable_class(old) || vm.is_immutable_class(class) {
        return Err(vm.type_error("__class__ assignment only supported for mutable types or ModuleType subclasses"));
    }
    // Classes have one layout: a metaclass cannot add slots.
    let both_meta = v.is(ids::CLASS) && vm.is_subclass(class, vm.types.type_);
    let keys = if both_meta { Some(Vec::new()) } else { vm.same_layout(old, class) };
    let Some(keys) = keys else {
        let (new, old) = (vm.class_name(class), vm.class_name(old));
        return Err(vm.type_error(format!("__class__ assignment: '{new}' object layout differs from '{old}'")));
    };
    vm.change_class(v, class, &keys);
    Ok(())
}

/// Returns the first weak reference to the object.
fn weakref(vm: &mut Vm, v: Value) -> Res {
    if vm.heap.slot(vm.type_of(v), fields::HAS_WEAK) != Value::TRUE {
        let name = vm.type_name(v);
        return Err(vm.attribute_error(format!("'{name}' object has no attribute '__weakref__'")));
    }
    let Some(list) = vm.weak_references(v) else { return Ok(Value::NONE) };
    let first = crate::vm::objects::weak_references::in_order(vm, list).first().copied();
    Ok(first.map_or(Value::NONE, |r| crate::vm::objects::weak_references::instance(vm, r)))
}

fn dict(vm: &mut Vm, v: Value) -> Res {
    if v.is(ids::INST) && vm.heap.slot(vm.type_of(v), fields::HAS_DICT) == Value::TRUE {
        return Ok(vm.own_dict(v));
    }
    // A mixin of a metaclass comes before `type` in the order of lookup, but the object has `type`'s namespace.
    if v.is(ids::CLASS) {
        let dict = vm.class_dict(v);
        return Ok(vm.heap.new_slots_from(ids::MAPPINGPROXY, 0, &[dict]));
    }
    if v.is(ids::MODULE) {
        return Ok(vm.heap.slot(v, 0));
    }
    let name = vm.type_name(v);
    Err(vm.attribute_error(format!("'{name}' object has no attribute '__dict__'")))
}

fn set_dict(vm: &mut Vm, v: Value, new: Value) -> Res<()> {
    if v.is(ids::CLASS) {
        return Err(vm.attribute_error("attribute '__dict__' of 'type' objects is not writable"));
    }
    if new.is_unbound() {
        let class = vm.type_of(v);
        let keeps = [vm.types.partial, vm.types.lru_cache].into_iter().any(|kind| vm.is_subclass(class, kind));
        if keeps {
            return Err(vm.type_error("cannot delete __dict__"));
        }
        vm.own_dict(v);
        let native = vm.loaded.shapes.get(vm.heap.shape(v)).native as usize;
        let empty = vm.new_dict();
        vm.heap.set_slot(v, native, empty);
        return Ok(());
    }
    let Some(from) = vm.payload(new, ids::DICT) else {
        let name = vm.type_name(new);
        return Err(vm.type_error(format!("__dict__ must be set to a dictionary, not a '{name}'")));
    };
    vm.own_dict(v);
    let native = vm.loaded.shapes.get(vm.heap.shape(v)).native as usize;
    vm.heap.set_slot(v, native, from);
    Ok(())
}
