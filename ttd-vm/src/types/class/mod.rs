//! `type`: classes as objects.

pub(crate) mod annotations;
pub(super) mod attributes;
pub(crate) mod bases;
pub(crate) mod generic_alias;
mod instance_layout;
mod union;

use ttd_core::value::Value;

use crate::native::*;
use crate::ops::codec;
use crate::vm::objects::class::fields;
use crate::{Vm, getters, ids, methods};

/// The type.
pub const TYPE: TypeDef = TypeDef {
    name: "type",
    tid: ids::CLASS,
    doc: "type(object) -> the object's type\ntype(name, bases, dict, **kwds) -> a new type",
    methods: METHODS,
    class_methods: CLASS_METHODS,
    getters: GETTERS,
    slots: Slots { weakly_referencable: true, ..Slots::EMPTY },
    ..TypeDef::EMPTY
};

const METHODS: &[Method] = methods! {
    /// Create and return a new class.
    CallsBack "__new__" "(metacls, /, *args, **kwargs)" => new;
    /// Initialize a class.
    Pure "__init__" "(self, /, *args, **kwargs)" => init;
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => repr;
    /// Return getattr(self, name).
    CallsBack "__getattribute__" "(self, name, /)" => attributes::getattribute;
    /// Implement setattr(self, name, value).
    CallsBack "__setattr__" "(self, name, value, /)" => attributes::setattr;
    /// Implement delattr(self, name).
    CallsBack "__delattr__" "(self, name, /)" => attributes::delattr;
    /// Specialized __dir__ implementation for types.
    CallsBack "__dir__" "(self, /)" => attributes::dir;
    /// Call self as a function.
    CallsBack "__call__" "(self, /, *args, **kwargs)" => call;
    /// Check if an object is an instance.
    Pure "__instancecheck__" "(self, instance, /)" => instancecheck;
    /// Check if a class is a subclass.
    Pure "__subclasscheck__" "(self, subclass, /)" => subclasscheck;
    /// Return self|value.
    CallsBack "__or__" "(self, value, /)" => or;
    /// Return value|self.
    CallsBack "__ror__" "(self, value, /)" => ror;
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
    "__bases__" => bases, bases::set;
    "__base__" => base;
    "__mro__" => mro_tuple;
    "__dict__" => dict;
    "__module__" => module, set_module;
    "__doc__" => doc, set_doc;
    "__annotations__" => annotations::annotations, annotations::set_annotations;
    "__annotate__" => annotations::annotate, annotations::set_annotate;
    "__type_params__" => type_params, set_type_params;
    "__text_signature__" => text_signature;
    "__basicsize__" => instance_layout::basicsize;
    "__itemsize__" => instance_layout::itemsize;
    "__dictoffset__" => instance_layout::dictoffset;
    "__weakrefoffset__" => instance_layout::weakrefoffset;
    "__flags__" => instance_layout::flags;
    "__abstractmethods__" => abstract_methods, set_abstract_methods;
};

fn new(vm: &mut Vm, args: Args) -> Res {
    if args.rest.len() != 3 {
        let given = args.rest.len();
        return Err(match args.get(0) == vm.types.type_ {
            true if given == 1 && !args.kw.is_empty() => vm.type_error("type() takes no keyword arguments"),
            true => vm.type_error("type() takes 1 or 3 arguments"),
            false => vm.type_error(format!("type.__new__() takes exactly 3 arguments ({given} given)")),
        });
    }
    let mut given = [args.rest[0], args.rest[1], args.rest[2]];
    for (i, (tid, name)) in [(ids::STR, "str"), (ids::TUPLE, "tuple"), (ids::DICT, "dict")].into_iter().enumerate() {
        let Some(inner) = vm.payload(given[i], tid) else {
            let other = crate::types::str::args::given_name(vm, given[i]);
            return Err(vm.type_error(format!("type.__new__() argument {} must be {name}, not {other}", i + 1)));
        };
        // Overrides in a dict subclass are ignored.
        given[i] = if i == 0 { inner } else { given[i] };
    }
    if codec::encode(vm, given[0], codec::Codec::Utf8, "strict")?.contains(&0) {
        return Err(vm.value_error("type name must not contain null characters"));
    }
    let lib = vm.lib("make_class");
    let kwargs = vm.new_dict();
    for (key, value) in args.kw {
        vm.dict_set(kwargs, *key, *value)?;
    }
    Err(vm.tail_call(lib, &[args.get(0), given[0], given[1], given[2], kwargs]))
}

fn init(_vm: &mut Vm, _args: Args) -> Res {
    Ok(Value::NONE)
}

fn repr(vm: &mut Vm, args: Args) -> Res {
    crate::ops::repr::builtin(vm, args.get(0))
}

fn call(vm: &mut Vm, args: Args) -> Res {
    let class = args.get(0);
    if class == vm.types.type_ {
        match (args.rest, args.kw) {
            (&[object], []) => return Ok(vm.type_of(object)),
            (&[_, _, _], _) => {}
            _ => return Err(vm.type_error("type() takes 1 or 3 arguments")),
        }
    }
    vm.call_as_type(class, args.rest, args.kw)
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

fn or(vm: &mut Vm, args: Args) -> Res {
    union::make(vm, args.get(0), args.get(1))
}

fn ror(vm: &mut Vm, args: Args) -> Res {
    union::make(vm, args.get(1), args.get(0))
}

fn mro(vm: &mut Vm, args: Args) -> Res {
    let class = args.get(0);
    let classes = match vm.is_immutable_class(class) {
        true => vm.mro(class).to_vec(),
        false => {
            let bases = vm.heap.tuple(vm.heap.slot(class, fields::BASES)).to_vec();
            vm.linearise(class, &bases)?
        }
    };
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
    if vm.is_immutable_class(class) {
        return Err(vm.type_error(format!("cannot set '{attr}' attribute of immutable type '{class_name}'")));
    }
    if value.is_unbound() {
        return Err(vm.type_error(format!("cannot delete '{attr}' attribute of immutable type '{class_name}'")));
    }
    vm.audit_write(class, attr, value)?;
    match vm.payload(value, ids::STR) {
        Some(text) if slot == fields::NAME && vm.heap.bytes(text).contains(&0) => {
            Err(vm.value_error("type name must not contain null characters"))
        }
        Some(text) => {
            if slot == fields::NAME {
                // Lone surrogates are refused.
                codec::encode(vm, text, codec::Codec::Utf8, "strict")?;
            }
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
    Ok(vm.heap.slot(class, fields::BASE))
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
    if value.is_unbound() {
        let (attr, class) = (vm.text_lossy(name).into_owned(), vm.class_name(class));
        return Err(vm.type_error(format!("cannot delete '{attr}' attribute of immutable type '{class}'")));
    }
    if vm.is_immutable_class(class) {
        let (attr, class) = (vm.text_lossy(name).into_owned(), vm.class_name(class));
        return Err(vm.type_error(format!("cannot set '{attr}' attribute of immutable type '{class}'")));
    }
    let dict = vm.class_dict(class);
    vm.dict_set_name(dict, name, value);
    vm.class_changed(class, name, None, None);
    Ok(())
}

fn module(vm: &mut Vm, class: Value) -> Res {
    let builtins = vm.intern("builtins");
    Ok(own(vm, class, vm.names.module, builtins))
}

/// Refuses surrogates in text that CPython keeps as UTF-8.
pub(crate) fn check_text(vm: &mut Vm, text: Value) -> Res<()> {
    codec::encode(vm, text, codec::Codec::Utf8, "strict").map(drop)
}

fn set_module(vm: &mut Vm, class: Value, value: Value) -> Res<()> {
    if !vm.is_immutable_class(class) {
        vm.audit_write(class, "__module__", value)?;
    }
    let dict = vm.class_dict(class);
    let line = vm.intern("__firstlineno__");
    set_own(vm, class, vm.names.module, value)?;
    if let Some(at) = vm.dict_find_name(dict, line) {
        vm.heap.dict_remove_at(dict, at);
        vm.flush_caches();
    }
    Ok(())
}

fn doc(vm: &mut Vm, class: Value) -> Res {
    let found = own(vm, class, vm.names.doc, Value::NONE);
    if found.is(ids::INST)
        && let Some(get) = vm.lookup(vm.type_of(found), vm.names.get)
    {
        return vm.call(get, &[found, Value::NONE, class]);
    }
    Ok(found)
}

fn set_doc(vm: &mut Vm, class: Value, value: Value) -> Res<()> {
    if !vm.is_immutable_class(class) {
        vm.audit_write(class, "__doc__", value)?;
    }
    set_own(vm, class, vm.names.doc, value)
}

fn type_params(vm: &mut Vm, class: Value) -> Res {
    let empty = vm.new_tuple(&[]);
    Ok(own(vm, class, vm.names.type_params, empty))
}

fn set_type_params(vm: &mut Vm, class: Value, value: Value) -> Res<()> {
    if value.is_unbound() {
        return Err(vm.type_error("cannot delete '__type_params__' attribute"));
    }
    set_own(vm, class, vm.names.type_params, value)
}

/// Signatures of functions that parse their own arguments.
const SIGNATURES: &[(&str, &str)] = &[
    ("bool", "(object=False, /)"),
    ("complex", "(real=0, imag=0)"),
    ("enumerate", "(iterable, start=0)"),
    ("NoneType", "()"),
    ("NotImplementedType", "()"),
    ("ellipsis", "()"),
    ("filter", "(function, iterable, /)"),
    ("float", "(x=0, /)"),
    ("frozenset", "(iterable=(), /)"),
    ("list", "(iterable=(), /)"),
    ("map", "(function, iterable, /, *iterables)"),
    ("memoryview", "(object)"),
    ("object", "()"),
    ("property", "(fget=None, fset=None, fdel=None, doc=None)"),
    ("reversed", "(sequence, /)"),
    ("set", "(iterable=(), /)"),
    ("tuple", "(iterable=(), /)"),
    ("zip", "(*iterables, strict=False)"),
];

/// Returns the signature of calling a builtin class, where its table has one.
fn text_signature(vm: &mut Vm, class: Value) -> Res {
    if vm.heap.slot(class, fields::HEAP) == Value::TRUE {
        return Ok(Value::NONE);
    }
    let name = vm.class_short_name(class);
    if let Some((_, known)) = SIGNATURES.iter().find(|(builtin, _)| *builtin == name) {
        return Ok(vm.intern(known));
    }
    let Some(new) = vm.dict_get_name(vm.class_dict(class), vm.names.new).filter(|f| f.is(ids::BUILTIN)) else {
        return Ok(Value::NONE);
    };
    let sig = vm.loaded.natives[vm.heap.shape(new) as usize].row.sig;
    let own = match vm.class_name(class).as_str() {
        "operator.attrgetter" => "(attr, /, *attrs)",
        "operator.itemgetter" => "(item, /, *items)",
        "operator.methodcaller" => "(name, /, *args, **kwargs)",
        _ => "",
    };
    if !own.is_empty() {
        return Ok(vm.intern(own));
    }
    if sig.contains("*args") {
        return Ok(Value::NONE);
    }
    let rest = sig.trim_start_matches('(').split_once(',').map_or(")", |(_, rest)| rest.trim_start());
    let rest = rest.strip_prefix("/,").map_or(rest, str::trim_start);
    Ok(vm.intern(&format!("({rest}")))
}

fn abstract_methods(vm: &mut Vm, class: Value) -> Res {
    let name = vm.intern("__abstractmethods__");
    match vm.dict_get_name(vm.class_dict(class), name).filter(|v| !v.is(ids::GETSET)) {
        Some(names) => Ok(names),
        None => {
            let class = vm.class_name(class);
            Err(vm.attribute_error(format!("type object '{class}' has no attribute '__abstractmethods__'")))
        }
    }
}

fn set_abstract_methods(vm: &mut Vm, class: Value, value: Value) -> Res<()> {
    let name = vm.intern("__abstractmethods__");
    let flag = !value.is_unbound() && vm.truth(value)?;
    if !value.is_unbound() {
        set_own(vm, class, name, value)?;
        vm.heap.set_slot(class, fields::ABSTRACT, Value::bool(flag));
        return Ok(());
    }
    vm.heap.set_slot(class, fields::ABSTRACT, Value::FALSE);
    let dict = vm.class_dict(class);
    match vm.dict_find_name(dict, name) {
        Some(at) => {
            vm.heap.dict_remove_at(dict, at);
            vm.class_changed(class, name, None, None);
            Ok(())
        }
        None => Err(vm.attribute_error("__abstractmethods__")),
    }
}
