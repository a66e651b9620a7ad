//! Pickling of methods and natives: by the name under which they are found again.

use ttd_core::value::Value;

use super::native;
use crate::native::*;
use crate::vm::objects::bind_attr::method as method_slots;
use crate::{Vm, ids};

/// `(getattr, (object, name))`
fn reduced(vm: &mut Vm, object: Value, name: Value) -> Res {
    let getattr = crate::types::iter::pickling::builtin(vm, "getattr")?;
    let given = vm.new_tuple(&[object, name]);
    Ok(vm.new_tuple(&[getattr, given]))
}

pub(super) fn native(vm: &mut Vm, args: Args) -> Res {
    let f = args.get(0);
    let (this, name) = (vm.heap.slot(f, 0), native::name(vm, f)?);
    if this.is_unbound() && !vm.loaded.natives[vm.heap.shape(f) as usize].in_module {
        // Class members are found on the class: `int.__new__`, `str.maketrans`.
        if vm.loaded.natives[vm.heap.shape(f) as usize].is_new {
            let class = vm.heap.slot(f, 1);
            return reduced(vm, class, name);
        }
        let owner = vm.loaded.natives[vm.heap.shape(f) as usize].owner;
        let found = vm.class_of_tid.iter().copied().find(|c| c.is(ids::CLASS) && vm.class_name(*c) == owner);
        if let Some(class) = found {
            return reduced(vm, class, name);
        }
    }
    if this.is_unbound() || this.is(ids::MODULE) {
        return Ok(name);
    }
    reduced(vm, this, name)
}

pub(super) fn descriptor(vm: &mut Vm, args: Args) -> Res {
    let f = args.get(0);
    let (class, name) = (vm.heap.slot(f, 0), native::name(vm, f)?);
    reduced(vm, class, name)
}

pub(super) fn method(vm: &mut Vm, args: Args) -> Res {
    let m = args.get(0);
    let (f, this) = (vm.heap.slot(m, method_slots::FUNC), vm.heap.slot(m, method_slots::SELF));
    let name = vm.getattr(f, vm.names.name)?;
    reduced(vm, this, name)
}
