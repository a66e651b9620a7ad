//! `repr` of objects that have no literal: `<function f at 0x7f...>`.
//!
//! The address comes from the allocation id, so it is equal in every run.

use ttd_core::value::Value;

use super::{append, guarded};
use crate::ops::hashing;
use crate::vm::code::file_names;
use crate::vm::objects::class::fields;
use crate::{Vm, ids, native::*};

/// Returns the repr of an object whose type has no slot for it.
pub(super) fn object(vm: &mut Vm, v: Value) -> Res {
    match v.tid() {
        ids::INST if vm.is_exception(v) => return exception(vm, v),
        ids::CLASS => {
            let text = format!("<class '{}'>", qualified_name(vm, v));
            return from_text(vm, &text);
        }
        _ => {}
    }
    match own_repr(vm, v) {
        Some(text) => text,
        None => Ok(as_object(vm, v)),
    }
}

/// Returns a text as a str; it may hold parts of file names that are no Unicode.
pub(crate) fn from_text(vm: &mut Vm, text: &str) -> Res {
    Ok(vm.new_wtf8(&file_names::to_wtf8(text)))
}

/// Calls the type's own `__repr__`, if its table has one that is not the builtin meaning.
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
    let text = format!("<{} object at {at}>", qualified_name(vm, class));
    vm.new_wtf8(&file_names::to_wtf8(&text))
}

/// `0x7f...`
pub(crate) fn address(vm: &Vm, v: Value) -> String {
    format!("{:#x}", hashing::id(vm, v))
}

pub(crate) fn text_of(vm: &Vm, v: Value) -> String {
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
