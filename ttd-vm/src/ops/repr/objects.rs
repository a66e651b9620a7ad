//! `repr` of objects that are not written as they are in source code: `<function f at 0x7f...>`.
//!
//! The address is made of the object's birth ordinal, so that it is the same in every run.

use ttd_core::value::Value;

use super::{append, guarded, sequence};
use crate::interp::generators::gen_slots;
use crate::ops::hashing;
use crate::vm::call::function;
use crate::vm::code::file_names;
use crate::vm::objects::bind_attr::method;
use crate::vm::objects::class::fields;
use crate::{Vm, ids, native::*};

/// Special methods that CPython's types define as ordinary methods and not as wrappers of slots.
const ORDINARY: &[&str] = &[
    "__format__",
    "__reduce__",
    "__replace__",
    "__reduce_ex__",
    "__getnewargs__",
    "__round__",
    "__trunc__",
    "__floor__",
    "__ceil__",
    "__sizeof__",
    "__dir__",
    "__class_getitem__",
    "__reversed__",
    "__getstate__",
    "__setstate__",
    "__copy__",
    "__complex__",
    "__length_hint__",
    "__init_subclass__",
    "__subclasshook__",
    "__prepare__",
    "__instancecheck__",
    "__subclasscheck__",
    "__bytes__",
    "__enter__",
    "__exit__",
    "__getformat__",
    "__set_name__",
    "__missing__",
    "__fspath__",
    "__subclasses__",
    "__mro_entries__",
    "__getnewargs_ex__",
];

/// The repr of an object.
pub(super) fn object(vm: &mut Vm, v: Value) -> Res {
    let at = address(vm, v);
    let text = match v.tid() {
        ids::INST if vm.is_exception(v) => return exception(vm, v),
        ids::FUNCTION => format!("<function {} at {at}>", text_of(vm, vm.heap.slot(v, function::QUALNAME))),
        ids::METHOD => return bound_method(vm, v),
        ids::BUILTIN => builtin_function(vm, v),
        ids::METHOD_DESC => {
            let native = &vm.loaded.natives[vm.heap.shape(v) as usize];
            let (name, owner, special) = (native.row.name, vm.class_name(vm.heap.slot(v, 0)), native.special);
            let kind = if special { "slot wrapper" } else { "method" };
            format!("<{kind} '{name}' of '{owner}' objects>")
        }
        ids::GETSET => {
            let (name, owner) = (vm.loaded.getters[vm.heap.shape(v) as usize].name, vm.class_name(vm.heap.slot(v, 1)));
            format!("<attribute '{name}' of '{owner}' objects>")
        }
        ids::MEMBER => {
            let (owner, name) = (vm.class_name(vm.heap.slot(v, 0)), text_of(vm, vm.heap.slot(v, 1)));
            format!("<member '{name}' of '{owner}' objects>")
        }
        ids::CLASSMETHOD_DESC => {
            let name = vm.loaded.natives[vm.heap.shape(vm.heap.slot(v, 0)) as usize].row.name;
            format!("<method '{name}' of '{}' objects>", vm.class_name(vm.heap.slot(v, 1)))
        }
        ids::MEMORYVIEW if vm.heap.slot(v, 0).is_unbound() => format!("<released memory at {at}>"),
        ids::MEMORYVIEW => format!("<memory at {at}>"),
        ids::CLASS => format!("<class '{}'>", qualified_name(vm, v)),
        ids::MODULE => return module(vm, v),
        ids::CELL => match vm.heap.slot(v, 0) {
            Value::UNBOUND => format!("<cell at {at}: empty>"),
            inner => format!("<cell at {at}: {} object at {}>", vm.type_name(inner), address(vm, inner)),
        },
        ids::GENERATOR | ids::COROUTINE | ids::ASYNC_GEN => {
            let name = text_of(vm, vm.heap.slot(v, gen_slots::QUALNAME));
            format!("<{} object {name} at {at}>", vm.type_name(v))
        }
        ids::FORGOTTEN => format!("<forgotten {}>", text_of(vm, vm.heap.slot(v, 0))),
        ids::WEAKREF => crate::types::weakref::shown(vm, v),
        ids::FRAME => {
            let code = &vm.frame_code(v).code;
            let at_line = vm.getattr_str(v, "f_lineno").map_or(0, |l| l.as_int());
            let file = super::str_repr(file_names::to_wtf8(&code.path).as_bytes());
            let file = String::from_utf8_lossy(&file);
            format!("<frame at {at}, file {file}, line {at_line}, code {}>", code.name)
        }
        ids::CODE => match vm.code_of(v) {
            Some(code) => format!(
                "<code object {} at {at}, file \"{}\", line {}>",
                code.code.name, code.code.path, code.code.first_line
            ),
            None => format!("<code object at {at}>"),
        },
        ids::STATICMETHOD | ids::CLASSMETHOD => {
            let name = vm.type_name(v);
            let inner = vm.heap.slot(v, 0);
            return guarded(vm, v, b"...", |vm, out| {
                out.extend_from_slice(format!("<{name}(").as_bytes());
                append(vm, inner, out)?;
                out.extend_from_slice(b")>");
                Ok(())
            });
        }
        ids::SUPER => {
            let (class, this) = (vm.heap.slot(v, 0), vm.heap.slot(v, 1));
            // One that was only made, and not told its class.
            let class = if class.is(ids::CLASS) { vm.class_short_name(class) } else { "NULL".into() };
            match this {
                Value::NONE => format!("<super: <class '{class}'>, NULL>"),
                this => {
                    // The class through which attributes are looked for.
                    let after = vm.heap.slot(v, 0);
                    let is_class = this.is(ids::CLASS) && after.is(ids::CLASS) && vm.is_subclass(this, after);
                    let of = if is_class { this } else { vm.type_of(this) };
                    format!("<super: <class '{class}'>, <{} object>>", vm.class_short_name(of))
                }
            }
        }
        ids::TEXTIO => crate::types::textio::shown(vm, v),
        ids::NAMESPACE => return namespace(vm, v),
        _ => match own_repr(vm, v) {
            Some(text) => return text,
            None => format!("<{} object at {at}>", qualified_name(vm, vm.type_of(v))),
        },
    };
    Ok(vm.new_wtf8(&file_names::to_wtf8(&text)))
}

/// What the type's own `__repr__` writes, where its table has one that is not the builtin meaning.
fn own_repr(vm: &mut Vm, v: Value) -> Option<Res> {
    let f = vm.special_named(v, vm.names.repr).filter(|f| f.is(ids::METHOD_DESC))?;
    let run = vm.loaded.natives[vm.heap.shape(f) as usize].row.run;
    let builtin: NativeFn = crate::ops::dunders::repr;
    if vm.heap.slot(f, 0) == vm.types.object || std::ptr::fn_addr_eq(run, builtin) {
        return None;
    }
    Some(vm.call_method_descriptor(f, &[v], &[]))
}

/// `<module.Class object at 0x7f...>`, whatever the class has for a `__repr__`.
pub(crate) fn as_object(vm: &mut Vm, v: Value) -> Value {
    let (class, at) = (vm.type_of(v), address(vm, v));
    let name = qualified_name(vm, class);
    vm.new_str(&format!("<{name} object at {at}>"))
}

/// `0x7f...`
fn address(vm: &Vm, v: Value) -> String {
    format!("{:#x}", hashing::id(vm, v))
}

fn text_of(vm: &Vm, v: Value) -> String {
    if v.is(ids::STR) { vm.text_lossy(v).into_owned() } else { String::new() }
}

/// `module.Class`, without the module for builtins.
pub(crate) fn qualified_name(vm: &mut Vm, class: Value) -> String {
    let name = text_of(vm, vm.heap.slot(class, fields::QUALNAME));
    let dict = vm.class_dict(class);
    let module = vm.dict_get_str(dict, "__module__").map(|m| text_of(vm, m)).unwrap_or_default();
    if module.is_empty() || module == "builtins" { name } else { format!("{module}.{name}") }
}

fn exception(vm: &mut Vm, v: Value) -> Res {
    let name = vm.type_name(v);
    let args = vm.exc_field(v, crate::vm::errors::raise::fields::ARGS);
    let args = if args.is(ids::TUPLE) { vm.heap.tuple(args).to_vec() } else { Vec::new() };
    guarded(vm, v, b"...", |vm, out| {
        out.extend_from_slice(format!("{name}(").as_bytes());
        for (i, arg) in args.iter().enumerate() {
            if i > 0 {
                out.extend_from_slice(b", ");
            }
            append(vm, *arg, out)?;
        }
        out.push(b')');
        Ok(())
    })
}

fn bound_method(vm: &mut Vm, v: Value) -> Res {
    let (f, this) = (vm.heap.slot(v, method::FUNC), vm.heap.slot(v, method::SELF));
    let mut name = "?".to_owned();
    for attribute in ["__qualname__", "__name__"] {
        let attribute = vm.intern(attribute);
        if let Some(found) = vm.getattr_opt(f, attribute)? {
            name = if vm.payload(found, ids::STR).is_some() { text_of(vm, found) } else { name };
            break;
        }
    }
    let mut out = format!("<bound method {name} of ").into_bytes();
    append(vm, this, &mut out)?;
    out.push(b'>');
    Ok(vm.new_str_raw(&out))
}

fn builtin_function(vm: &mut Vm, v: Value) -> String {
    let mut this = vm.heap.slot(v, 0);
    let name = vm.loaded.natives[vm.heap.shape(v) as usize].row.name;
    if vm.loaded.natives[vm.heap.shape(v) as usize].is_new {
        this = vm.heap.slot(v, 1);
    }
    if this.is_unbound() || this.is(ids::MODULE) {
        return format!("<built-in function {name}>");
    }
    let (class, at) = (vm.type_name(this), address(vm, this));
    if vm.loaded.natives[vm.heap.shape(v) as usize].special {
        return format!("<method-wrapper '{name}' of {class} object at {at}>");
    }
    format!("<built-in method {name} of {class} object at {at}>")
}

/// Whether a native method is what fills a slot of its type in CPython.
pub(crate) fn is_slot_of(name: &str, owner: &str) -> bool {
    let method = match name {
        "__new__" => true,
        "__getitem__" => matches!(owner, "list" | "dict"),
        "__contains__" => matches!(owner, "dict" | "set" | "frozenset"),
        _ => false,
    };
    !method && is_slot(name)
}

pub(crate) fn is_slot(name: &str) -> bool {
    name.starts_with("__") && name.ends_with("__") && !ORDINARY.contains(&name)
}

fn module(vm: &mut Vm, v: Value) -> Res {
    let dict = vm.heap.slot(v, 0);
    let unknown = vm.intern("?");
    let mut name = vm.dict_get_str(dict, "__name__").unwrap_or(unknown);
    let loader = vm.dict_get_name(dict, vm.names.loader).unwrap_or(Value::NONE);
    let (mut file, mut origin) = (vm.dict_get_str(dict, "__file__"), None);
    let spec = vm.dict_get_name(dict, vm.names.spec).unwrap_or(Value::NONE);
    if !spec.is_none() {
        let mut of_spec = |name: &str| {
            let name = vm.intern(name);
            vm.getattr_opt(spec, name)
        };
        name = of_spec("name")?.unwrap_or(name);
        origin = of_spec("origin")?;
        file = if of_spec("has_location")? == Some(Value::TRUE) { origin } else { None };
    }
    let mut out = b"<module ".to_vec();
    append(vm, name, &mut out)?;
    let known = |v: &Value| !v.is_none();
    if let Some(file) = file.filter(known) {
        out.extend_from_slice(b" from ");
        append(vm, file, &mut out)?;
    } else if let Some(origin) = origin.filter(known) {
        out.extend_from_slice(format!(" ({})", text_of(vm, origin)).as_bytes());
    } else if let Some(path) = namespace_path(vm, dict, loader, spec)? {
        out.extend_from_slice(b" (namespace) from ");
        let list = vm.lib("list_of");
        let path = vm.call(list, &[path])?;
        append(vm, path, &mut out)?;
    } else if !loader.is_none() {
        out.extend_from_slice(b" (");
        append(vm, loader, &mut out)?;
        out.push(b')');
    }
    out.push(b'>');
    Ok(vm.new_str_raw(&out))
}

/// Where a namespace package looks: what its loader says, or else the module.
fn namespace_path(vm: &mut Vm, dict: Value, loader: Value, spec: Value) -> Res<Option<Value>> {
    if spec.is_none() {
        return Ok(None);
    }
    if loader.is_none() {
        return Ok(vm.dict_get_name(dict, vm.names.path));
    }
    if vm.class_short_name(vm.type_of(loader)) != "NamespaceLoader" {
        return Ok(None);
    }
    let name = vm.intern("_path");
    vm.getattr_opt(loader, name)
}

fn namespace(vm: &mut Vm, v: Value) -> Res {
    let dict = vm.getattr_str(v, "__dict__")?;
    guarded(vm, v, b"namespace(...)", |vm, out| {
        out.extend_from_slice(b"namespace(");
        let (mut at, mut first) = (0, true);
        while let Some((next, key, _, value)) = vm.dict_next(dict, at) {
            if !first {
                out.extend_from_slice(b", ");
            }
            let name = text_of(vm, key);
            out.extend_from_slice(format!("{name}=").as_bytes());
            append(vm, value, out)?;
            (at, first) = (next, false);
        }
        out.push(b')');
        Ok(())
    })
}

/// `deque([1, 2], maxlen=3)`
pub(super) fn deque(vm: &mut Vm, v: Value, out: &mut Vec<u8>) -> Res<()> {
    let this = vm.receiver(v);
    let name = vm.class_short_name(vm.type_of(this));
    // A Python class may iterate in its own way, and the items may change the deque while they are asked.
    let items = vm.collect(this)?;
    out.extend_from_slice(format!("{name}([").as_bytes());
    sequence(vm, &items, out)?;
    out.push(b']');
    if let Some(limit) = vm.heap.deque_limit(v) {
        out.extend_from_slice(format!(", maxlen={limit}").as_bytes());
    }
    out.push(b')');
    Ok(())
}
