//! Functions, bound methods, natives and code objects as objects.

use ttd_core::value::Value;

use crate::native::*;
use crate::vm::attr::method as method_slots;
use crate::vm::invoke::function as slots;
use crate::{Vm, getters, ids, methods};

/// The types.
pub const TYPES: &[TypeDef] = &[
    TypeDef {
        name: "function",
        tid: ids::FUNCTION,
        methods: FUNCTION,
        getters: FUNCTION_GETTERS,
        subclassable: false,
        ..TypeDef::EMPTY
    },
    TypeDef {
        name: "method",
        tid: ids::METHOD,
        getters: METHOD_GETTERS,
        methods: METHOD,
        subclassable: false,
        ..TypeDef::EMPTY
    },
    TypeDef {
        name: "builtin_function_or_method",
        tid: ids::BUILTIN,
        methods: NATIVE,
        getters: NATIVE_GETTERS,
        subclassable: false,
        ..TypeDef::EMPTY
    },
    TypeDef {
        name: "method_descriptor",
        tid: ids::METHOD_DESC,
        methods: DESCRIPTOR,
        getters: DESCRIPTOR_GETTERS,
        subclassable: false,
        ..TypeDef::EMPTY
    },
    TypeDef { name: "code", tid: ids::CODE, getters: CODE_GETTERS, subclassable: false, ..TypeDef::EMPTY },
    TypeDef { name: "cell", tid: ids::CELL, getters: CELL_GETTERS, subclassable: false, ..TypeDef::EMPTY },
];

const FUNCTION: &[Method] = methods! {
    /// Bind the function to an instance.
    Pure "__get__" "(self, instance, owner=None, /)" => bind;
    /// Call self as a function.
    CallsBack "__call__" "(self, /, *args, **kwargs)" => call;
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => crate::ops::dunders::repr;
};

const METHOD: &[Method] = methods! {
    /// Call self as a function.
    CallsBack "__call__" "(self, /, *args, **kwargs)" => call;
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => crate::ops::dunders::repr;
    /// Return self==value.
    Pure "__eq__" "(self, value, /)" => method_eq;
};

const NATIVE: &[Method] = methods! {
    /// Call self as a function.
    CallsBack "__call__" "(self, /, *args, **kwargs)" => call;
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => crate::ops::dunders::repr;
};

const DESCRIPTOR: &[Method] = methods! {
    /// Bind the method to an instance.
    Pure "__get__" "(self, instance, owner=None, /)" => bind;
    /// Call self as a function.
    CallsBack "__call__" "(self, /, *args, **kwargs)" => call;
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => crate::ops::dunders::repr;
};

const FUNCTION_GETTERS: &[Getter] = getters! {
    "__name__" => name, set_name;
    "__qualname__" => qualname, set_qualname;
    "__doc__" => doc, set_doc;
    "__module__" => module, set_module;
    "__defaults__" => defaults, set_defaults;
    "__kwdefaults__" => kwdefaults, set_kwdefaults;
    "__code__" => code;
    "__globals__" => globals;
    "__closure__" => closure;
    "__dict__" => dict;
    "__annotations__" => annotations, set_annotations;
    "__type_params__" => type_params, set_type_params;
    "__builtins__" => builtins;
};

const METHOD_GETTERS: &[Getter] = getters! {
    "__func__" => method_func;
    "__self__" => method_self;
};

const NATIVE_GETTERS: &[Getter] = getters! {
    "__name__" => native_name;
    "__qualname__" => native_qualname;
    "__doc__" => native_doc;
    "__self__" => native_self;
    "__module__" => native_module;
    "__text_signature__" => native_signature;
};

const DESCRIPTOR_GETTERS: &[Getter] = getters! {
    "__name__" => native_name;
    "__qualname__" => native_qualname;
    "__doc__" => native_doc;
    "__objclass__" => descriptor_class;
    "__text_signature__" => native_signature;
};

const CODE_GETTERS: &[Getter] = getters! {
    "co_name" => co_name;
    "co_qualname" => co_qualname;
    "co_filename" => co_filename;
    "co_firstlineno" => co_firstlineno;
    "co_argcount" => co_argcount;
    "co_posonlyargcount" => co_posonlyargcount;
    "co_kwonlyargcount" => co_kwonlyargcount;
    "co_nlocals" => co_nlocals;
    "co_varnames" => co_varnames;
    "co_flags" => co_flags;
};

const CELL_GETTERS: &[Getter] = getters! {
    "cell_contents" => cell_contents;
};

fn bind(vm: &mut Vm, args: Args) -> Res {
    let (f, this) = (args.get(0), args.get(1));
    Ok(if this.is_none() { f } else { vm.new_method(f, this) })
}

fn call(vm: &mut Vm, args: Args) -> Res {
    Err(vm.tail_with(args.get(0), args.rest.to_vec(), args.kw.to_vec()))
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
    name set_name NAME;
    qualname set_qualname QUALNAME;
    doc set_doc DOC;
    module set_module MODULE;
    defaults set_defaults DEFAULTS;
    kwdefaults set_kwdefaults KWDEFAULTS;
}

fn code(vm: &mut Vm, f: Value) -> Res {
    Ok(vm.heap.slot(f, slots::CODE))
}

fn globals(vm: &mut Vm, f: Value) -> Res {
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

fn annotations(vm: &mut Vm, f: Value) -> Res {
    let found = vm.heap.slot(f, slots::ANNOTATIONS);
    if !found.is_unbound() {
        return Ok(found);
    }
    let annotate = vm.heap.slot(f, slots::ANNOTATE);
    let made = if annotate.is_unbound() { vm.new_dict() } else { vm.call(annotate, &[Value::int(1)])? };
    vm.heap.set_slot(f, slots::ANNOTATIONS, made);
    Ok(made)
}

fn set_annotations(vm: &mut Vm, f: Value, v: Value) -> Res<()> {
    vm.heap.set_slot(f, slots::ANNOTATIONS, v);
    Ok(())
}

fn type_params(vm: &mut Vm, f: Value) -> Res {
    let found = vm.heap.slot(f, slots::TYPE_PARAMS);
    Ok(if found.is_unbound() { vm.new_tuple(&[]) } else { found })
}

fn set_type_params(vm: &mut Vm, f: Value, v: Value) -> Res<()> {
    if v.is_unbound() || vm.payload(v, ids::TUPLE).is_none() {
        return Err(vm.type_error("__type_params__ must be set to a tuple"));
    }
    vm.heap.set_slot(f, slots::TYPE_PARAMS, v);
    Ok(())
}

/// The namespace of builtins that the function's names are looked up in: there is one.
fn builtins(vm: &mut Vm, _f: Value) -> Res {
    Ok(vm.global(crate::vm::slots::BUILTINS))
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

fn native_name(vm: &mut Vm, f: Value) -> Res {
    let name = vm.natives[vm.heap.shape(f) as usize].row.name;
    Ok(vm.intern(name))
}

fn native_qualname(vm: &mut Vm, f: Value) -> Res {
    let native = &vm.natives[vm.heap.shape(f) as usize];
    let name = native.full_name();
    Ok(vm.intern(&name))
}

fn native_doc(vm: &mut Vm, f: Value) -> Res {
    let doc = vm.natives[vm.heap.shape(f) as usize].row.doc;
    Ok(vm.intern(doc.trim()))
}

fn native_signature(vm: &mut Vm, f: Value) -> Res {
    let sig = vm.natives[vm.heap.shape(f) as usize].row.sig;
    Ok(vm.intern(sig))
}

fn native_self(vm: &mut Vm, f: Value) -> Res {
    let this = vm.heap.slot(f, 0);
    Ok(if this.is_unbound() { Value::NONE } else { this })
}

fn native_module(vm: &mut Vm, _f: Value) -> Res {
    Ok(vm.intern("builtins"))
}

fn text_of_code(vm: &mut Vm, c: Value, get: fn(&ttd_code::code::Code) -> &str) -> Res {
    match vm.code_of(c) {
        Some(code) => Ok(vm.intern(get(&code.code))),
        None => Ok(Value::NONE),
    }
}

fn number_of_code(vm: &mut Vm, c: Value, get: fn(&ttd_code::code::Code) -> u32) -> Res {
    Ok(vm.code_of(c).map_or(Value::NONE, |code| Value::int(i64::from(get(&code.code)))))
}

fn co_name(vm: &mut Vm, c: Value) -> Res {
    text_of_code(vm, c, |c| &c.name)
}

fn co_qualname(vm: &mut Vm, c: Value) -> Res {
    text_of_code(vm, c, |c| &c.qualname)
}

fn co_filename(vm: &mut Vm, c: Value) -> Res {
    text_of_code(vm, c, |c| &c.path)
}

fn co_firstlineno(vm: &mut Vm, c: Value) -> Res {
    number_of_code(vm, c, |c| c.first_line)
}

fn co_argcount(vm: &mut Vm, c: Value) -> Res {
    number_of_code(vm, c, |c| c.args)
}

fn co_posonlyargcount(vm: &mut Vm, c: Value) -> Res {
    number_of_code(vm, c, |c| c.posonly)
}

fn co_kwonlyargcount(vm: &mut Vm, c: Value) -> Res {
    number_of_code(vm, c, |c| c.kwonly)
}

fn co_nlocals(vm: &mut Vm, c: Value) -> Res {
    number_of_code(vm, c, |c| c.nvarnames)
}

fn co_flags(vm: &mut Vm, c: Value) -> Res {
    number_of_code(vm, c, |c| c.flags)
}

fn co_varnames(vm: &mut Vm, c: Value) -> Res {
    let Some(code) = vm.code_of(c) else { return Ok(Value::NONE) };
    let names = code.local_names[..code.code.nvarnames as usize].to_vec();
    Ok(vm.new_tuple(&names))
}

fn cell_contents(vm: &mut Vm, c: Value) -> Res {
    let v = vm.heap.slot(c, 0);
    if v.is_unbound() { Err(vm.value_error("Cell is empty")) } else { Ok(v) }
}
