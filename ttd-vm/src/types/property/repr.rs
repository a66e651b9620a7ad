//! `repr` of descriptors and of `super`.

use ttd_core::value::Value;

use crate::ops::repr::{append, from_text, guarded, text_of};
use crate::{Vm, ids, native::*};

pub(super) fn getset(vm: &mut Vm, v: Value) -> Res {
    let (name, owner) = (vm.loaded.getters[vm.heap.shape(v) as usize].name, vm.class_name(vm.heap.slot(v, 1)));
    from_text(vm, &format!("<attribute '{name}' of '{owner}' objects>"))
}

pub(super) fn member(vm: &mut Vm, v: Value) -> Res {
    let (owner, name) = (vm.class_name(vm.heap.slot(v, 0)), text_of(vm, vm.heap.slot(v, 1)));
    from_text(vm, &format!("<member '{name}' of '{owner}' objects>"))
}

pub(super) fn class_method(vm: &mut Vm, v: Value) -> Res {
    let name = vm.loaded.natives[vm.heap.shape(vm.heap.slot(v, 0)) as usize].row.name;
    let text = format!("<method '{name}' of '{}' objects>", vm.class_name(vm.heap.slot(v, 1)));
    from_text(vm, &text)
}

/// `<staticmethod(<function f at 0x7f...>)>`
pub(super) fn wrapper(vm: &mut Vm, v: Value) -> Res {
    let name = vm.type_name(v);
    let inner = vm.heap.slot(v, 0);
    guarded(vm, v, b"...", |vm, out| {
        out.extend_from_slice(format!("<{name}(").as_bytes());
        append(vm, inner, out)?;
        out.extend_from_slice(b")>");
        Ok(())
    })
}

pub(super) fn super_object(vm: &mut Vm, v: Value) -> Res {
    // The class after which attributes are looked up: NULL between `__new__` and `__init__`.
    let (after, this) = (vm.heap.slot(v, 0), vm.heap.slot(v, 1));
    let class = if after.is(ids::CLASS) { vm.class_short_name(after) } else { "NULL".into() };
    let text = match this {
        Value::NONE => format!("<super: <class '{class}'>, NULL>"),
        this => {
            let is_class = this.is(ids::CLASS) && after.is(ids::CLASS) && vm.is_subclass(this, after);
            let of = if is_class { this } else { vm.type_of(this) };
            format!("<super: <class '{class}'>, <{} object>>", vm.class_short_name(of))
        }
    };
    from_text(vm, &text)
}
