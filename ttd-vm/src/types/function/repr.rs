//! `repr` of functions, bound methods, natives, cells and code objects.

use ttd_core::value::Value;

use crate::ops::repr::{address, append, from_text, text_of};
use crate::vm::call::function as slots;
use crate::vm::objects::bind_attr::method as method_slots;
use crate::{Vm, ids, native::*};

pub(super) fn function(vm: &mut Vm, v: Value) -> Res {
    let text = format!("<function {} at {}>", text_of(vm, vm.heap.slot(v, slots::QUALNAME)), address(vm, v));
    from_text(vm, &text)
}

pub(super) fn method(vm: &mut Vm, v: Value) -> Res {
    let (f, this) = (vm.heap.slot(v, method_slots::FUNC), vm.heap.slot(v, method_slots::SELF));
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

pub(super) fn builtin(vm: &mut Vm, v: Value) -> Res {
    let text = builtin_text(vm, v);
    from_text(vm, &text)
}

fn builtin_text(vm: &mut Vm, v: Value) -> String {
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

pub(super) fn method_descriptor(vm: &mut Vm, v: Value) -> Res {
    let native = &vm.loaded.natives[vm.heap.shape(v) as usize];
    let (name, owner, special) = (native.row.name, vm.class_name(vm.heap.slot(v, 0)), native.special);
    let kind = if special { "slot wrapper" } else { "method" };
    from_text(vm, &format!("<{kind} '{name}' of '{owner}' objects>"))
}

pub(super) fn cell(vm: &mut Vm, v: Value) -> Res {
    let at = address(vm, v);
    let text = match vm.heap.slot(v, 0) {
        Value::UNBOUND => format!("<cell at {at}: empty>"),
        inner => format!("<cell at {at}: {} object at {}>", vm.type_name(inner), address(vm, inner)),
    };
    from_text(vm, &text)
}

pub(super) fn code(vm: &mut Vm, v: Value) -> Res {
    let at = address(vm, v);
    let text = match vm.code_of(v) {
        Some(code) => {
            let code = &code.code;
            format!("<code object {} at {at}, file \"{}\", line {}>", code.name, code.path, code.first_line)
        }
        None => format!("<code object at {at}>"),
    };
    from_text(vm, &text)
}
