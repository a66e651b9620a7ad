//! The computed attributes of native functions, wrappers and descriptors. The shape of such an object is the number of
//! its row.

use ttd_core::value::Value;

use crate::native::*;
use crate::{Vm, ids};

pub(super) fn name(vm: &mut Vm, f: Value) -> Res {
    let name = vm.loaded.natives[vm.heap.shape(f) as usize].row.name;
    Ok(vm.intern(name))
}

pub(super) fn qualname(vm: &mut Vm, f: Value) -> Res {
    let native = &vm.loaded.natives[vm.heap.shape(f) as usize];
    if native.in_module {
        return Ok(vm.intern(native.row.name));
    }
    let (name, full, special) = (native.row.name, native.full_name(), native.special);
    let this = vm.heap.slots(f).first().copied().filter(|this| f.is(ids::BUILTIN) && !special && !this.is_unbound());
    let Some(this) = this else { return Ok(vm.intern(&full)) };
    // The class of the object it is bound to, or that class itself.
    let class = if this.is(ids::CLASS) { this } else { vm.type_of(this) };
    let class = vm.heap.slot(class, crate::vm::objects::class::fields::QUALNAME);
    let name = [vm.heap.bytes(class), b".", name.as_bytes()].concat();
    Ok(vm.new_str_raw(&name))
}

pub(super) fn doc(vm: &mut Vm, f: Value) -> Res {
    let doc = vm.loaded.natives[vm.heap.shape(f) as usize].row.doc_text();
    Ok(if doc.is_empty() { Value::NONE } else { vm.intern(&doc) })
}

pub(super) fn signature(vm: &mut Vm, f: Value) -> Res {
    let native = &vm.loaded.natives[vm.heap.shape(f) as usize];
    let text = match (native.in_module, native.row.sig) {
        (true, "()") => "($module, /)".to_owned(),
        (true, sig) if sig.contains('/') => sig.replacen('(', "($module, ", 1),
        (true, sig) => sig.replacen('(', "($module, /, ", 1),
        // It takes keywords to refuse them in its own words.
        (false, _) if native.row.name == "__init_subclass__" => "($type, /)".to_owned(),
        (false, sig) => text_signature(sig),
    };
    Ok(vm.intern(&text))
}

/// Returns a row's signature as `inspect` reads it: a dollar sign marks the bound parameter.
pub(crate) fn text_signature(sig: &str) -> String {
    for (first, shown) in [("self", "self"), ("cls", "type"), ("metacls", "metacls")] {
        if let Some(rest) = sig.strip_prefix('(').and_then(|s| s.strip_prefix(first))
            && rest.starts_with([',', ')'])
        {
            return format!("(${shown}{rest}");
        }
    }
    sig.to_owned()
}

pub(super) fn receiver(vm: &mut Vm, f: Value) -> Res {
    let this = vm.heap.slot(f, 0);
    if !this.is_unbound() {
        return Ok(this);
    }
    let native = &vm.loaded.natives[vm.heap.shape(f) as usize];
    if native.is_new {
        return Ok(vm.heap.slot(f, 1));
    }
    let module = if native.owner.is_empty() { "builtins" } else { native.owner };
    let (known, module) = (native.in_module, vm.intern(module));
    let modules = vm.global(crate::vm::slots::MODULES);
    Ok(if known { vm.dict_get_name(modules, module).unwrap_or(Value::NONE) } else { Value::NONE })
}

/// Returns the module of a function; methods have none.
pub(super) fn module(vm: &mut Vm, f: Value) -> Res {
    let native = &vm.loaded.natives[vm.heap.shape(f) as usize];
    match (native.in_module, native.owner) {
        // As in CPython, it comes from there.
        (true, "") if native.row.name == "open" => Ok(vm.intern("_io")),
        (true, "") => Ok(vm.intern("builtins")),
        (true, "_ttd_threads") => Ok(vm.intern("_thread")),
        (true, module) => Ok(vm.intern(module)),
        _ => Ok(Value::NONE),
    }
}
