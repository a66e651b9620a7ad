//! `type`: classes as objects.

use ttd_core::value::Value;

use crate::native::*;
use crate::ops::codec;
use crate::vm::class::fields;
use crate::{Vm, getters, ids, methods};

/// The type.
pub const TYPE: TypeDef = TypeDef {
    name: "type",
    tid: ids::CLASS,
    doc: "type(object) -> the object's type\ntype(name, bases, dict, **kwds) -> a new type",
    methods: METHODS,
    class_methods: CLASS_METHODS,
    getters: GETTERS,
    ..TypeDef::EMPTY
};

const METHODS: &[Method] = methods! {
    /// Create and return a new class.
    CallsBack "__new__" "(metacls, name, bases=(), namespace={}, /, **kwargs)" => new;
    /// Initialize a class.
    Pure "__init__" "(self, /, *args, **kwargs)" => init;
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => repr;
    /// Call self as a function.
    CallsBack "__call__" "(self, /, *args, **kwargs)" => call;
    /// Check if an object is an instance.
    Pure "__instancecheck__" "(self, instance, /)" => instancecheck;
    /// Check if a class is a subclass.
    Pure "__subclasscheck__" "(self, subclass, /)" => subclasscheck;
    /// Return a type's method resolution order.
    Pure "mro" "(self, /)" => mro;
    /// Return a list of immediate subclasses.
    Pure "__subclasses__" "(self, /)" => subclasses;
};

const CLASS_METHODS: &[Method] = methods! {
    /// Create the namespace for the class statement.
    Pure "__prepare__" "(metacls, /, *args, **kwargs)" => prepare;
};

const GETTERS: &[Getter] = getters! {
    "__name__" => name, set_name;
    "__qualname__" => qualname, set_qualname;
    "__bases__" => bases;
    "__base__" => base;
    "__mro__" => mro_tuple;
    "__dict__" => dict;
    "__module__" => module, set_module;
    "__doc__" => doc, set_doc;
    "__annotations__" => annotations, set_annotations;
};

fn new(vm: &mut Vm, args: Args) -> Res {
    let lib = vm.lib("make_class");
    let kwargs = vm.new_dict();
    for (key, value) in args.kw {
        vm.dict_set(kwargs, *key, *value)?;
    }
    let (name, bases, namespace) = (args.get(1), args.get(2), args.get(3));
    if namespace.is_unbound() {
        return Err(vm.type_error("type() takes 1 or 3 arguments"));
    }
    let wanted = [(name, ids::STR, "str"), (bases, ids::TUPLE, "tuple"), (namespace, ids::DICT, "dict")];
    for (i, (v, tid, kind)) in wanted.into_iter().enumerate() {
        if vm.payload(v, tid).is_none() {
            let given = vm.type_name(v);
            return Err(vm.type_error(format!("type.__new__() argument {} must be {kind}, not {given}", i + 1)));
        }
    }
    let text = vm.unwrap(name);
    if codec::encode(vm, text, codec::Codec::Utf8, "strict")?.contains(&0) {
        return Err(vm.value_error("type name must not contain null characters"));
    }
    let bases = vm.unwrap(bases);
    Err(vm.tail_call(lib, &[args.get(0), text, bases, namespace, kwargs]))
}

fn init(_vm: &mut Vm, _args: Args) -> Res {
    Ok(Value::NONE)
}

fn repr(vm: &mut Vm, args: Args) -> Res {
    crate::ops::repr::builtin(vm, args.get(0))
}

fn call(vm: &mut Vm, args: Args) -> Res {
    let class = args.get(0);
    let lib = vm.lib("type_call");
    let mut all = vec![class];
    all.extend_from_slice(args.rest);
    Err(vm.tail_with(lib, all, args.kw.to_vec()))
}

fn instancecheck(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::bool(vm.is_instance(args.get(1), args.get(0))))
}

fn subclasscheck(vm: &mut Vm, args: Args) -> Res {
    if !args.get(1).is(ids::CLASS) {
        return Err(vm.type_error("issubclass() arg 1 must be a class"));
    }
    Ok(Value::bool(vm.is_subclass(args.get(1), args.get(0))))
}

fn mro(vm: &mut Vm, args: Args) -> Res {
    let classes = vm.mro(args.get(0)).to_vec();
    Ok(vm.new_list(&classes))
}

fn subclasses(vm: &mut Vm, args: Args) -> Res {
    let list = vm.heap.list(vm.heap.slot(args.get(0), fields::SUBCLASSES)).to_vec();
    Ok(vm.new_list(&list))
}

fn prepare(vm: &mut Vm, _args: Args) -> Res {
    Ok(vm.new_dict())
}

fn name(vm: &mut Vm, class: Value) -> Res {
    Ok(vm.heap.slot(class, fields::NAME))
}

fn set_text(vm: &mut Vm, class: Value, slot: usize, attr: &str, value: Value) -> Res<()> {
    let class_name = vm.class_name(class);
    if vm.heap.slot(class, fields::HEAP) == Value::FALSE {
        return Err(vm.type_error(format!("cannot set '{attr}' attribute of immutable type '{class_name}'")));
    }
    match vm.payload(value, ids::STR) {
        Some(text) => {
            vm.heap.set_slot(class, slot, text);
            Ok(())
        }
        None => {
            let given = vm.type_name(value);
            Err(vm.type_error(format!("can only assign string to {class_name}.{attr}, not '{given}'")))
        }
    }
}

fn set_name(vm: &mut Vm, class: Value, value: Value) -> Res<()> {
    set_text(vm, class, fields::NAME, "__name__", value)
}

fn qualname(vm: &mut Vm, class: Value) -> Res {
    Ok(vm.heap.slot(class, fields::QUALNAME))
}

fn set_qualname(vm: &mut Vm, class: Value, value: Value) -> Res<()> {
    set_text(vm, class, fields::QUALNAME, "__qualname__", value)
}

fn bases(vm: &mut Vm, class: Value) -> Res {
    Ok(vm.heap.slot(class, fields::BASES))
}

fn base(vm: &mut Vm, class: Value) -> Res {
    Ok(vm.heap.tuple(vm.heap.slot(class, fields::BASES)).first().copied().unwrap_or(Value::NONE))
}

fn mro_tuple(vm: &mut Vm, class: Value) -> Res {
    Ok(vm.heap.slot(class, fields::MRO))
}

fn dict(vm: &mut Vm, class: Value) -> Res {
    let dict = vm.class_dict(class);
    Ok(vm.heap.new_slots_from(ids::MAPPINGPROXY, 0, &[dict]))
}

fn own(vm: &mut Vm, class: Value, name: Value, default: Value) -> Value {
    vm.dict_get_name(vm.class_dict(class), name).filter(|v| !v.is(ids::GETSET)).unwrap_or(default)
}

fn set_own(vm: &mut Vm, class: Value, name: Value, value: Value) -> Res<()> {
    if vm.heap.slot(class, fields::HEAP) == Value::FALSE {
        let (attr, class) = (vm.text_lossy(name).into_owned(), vm.class_name(class));
        return Err(vm.type_error(format!("cannot set '{attr}' attribute of immutable type '{class}'")));
    }
    let dict = vm.class_dict(class);
    vm.dict_set_name(dict, name, value);
    vm.class_changed(name, None, None);
    Ok(())
}

fn module(vm: &mut Vm, class: Value) -> Res {
    let builtins = vm.intern("builtins");
    Ok(own(vm, class, vm.names.module, builtins))
}

fn set_module(vm: &mut Vm, class: Value, value: Value) -> Res<()> {
    set_own(vm, class, vm.names.module, value)
}

fn doc(vm: &mut Vm, class: Value) -> Res {
    Ok(own(vm, class, vm.names.doc, Value::NONE))
}

fn set_doc(vm: &mut Vm, class: Value, value: Value) -> Res<()> {
    set_own(vm, class, vm.names.doc, value)
}

fn annotations(vm: &mut Vm, class: Value) -> Res {
    let found = own(vm, class, vm.names.annotations, Value::UNBOUND);
    if !found.is_unbound() {
        return Ok(found);
    }
    let name = vm.intern("__annotate_func__");
    let annotate = own(vm, class, name, Value::NONE);
    let made = if annotate.is_none() { vm.new_dict() } else { vm.call(annotate, &[Value::int(1)])? };
    if vm.heap.slot(class, fields::HEAP) == Value::TRUE {
        let dict = vm.class_dict(class);
        vm.dict_set_name(dict, vm.names.annotations, made);
    }
    Ok(made)
}

fn set_annotations(vm: &mut Vm, class: Value, value: Value) -> Res<()> {
    set_own(vm, class, vm.names.annotations, value)
}
