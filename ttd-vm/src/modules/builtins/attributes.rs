//! `getattr`, `setattr`, `delattr` and `hasattr`.

use ttd_core::value::Value;

use crate::{Vm, ids, native::*};

/// The name of an attribute, as an interned string.
fn name_of(vm: &mut Vm, v: Value) -> Res {
    match vm.payload(v, ids::STR) {
        Some(name) => Ok(vm.intern_value(name)),
        None => {
            let got = vm.type_name(v);
            Err(vm.type_error(format!("attribute name must be string, not '{got}'")))
        }
    }
}

pub(super) fn getattr(vm: &mut Vm, args: Args) -> Res {
    let name = name_of(vm, args.get(1))?;
    match args.opt(2) {
        None => vm.getattr_tail(args.get(0), name),
        Some(default) => Ok(vm.getattr_opt(args.get(0), name)?.unwrap_or(default)),
    }
}

pub(super) fn hasattr(vm: &mut Vm, args: Args) -> Res {
    let name = name_of(vm, args.get(1))?;
    Ok(Value::bool(vm.getattr_opt(args.get(0), name)?.is_some()))
}

pub(super) fn setattr(vm: &mut Vm, args: Args) -> Res {
    let name = name_of(vm, args.get(1))?;
    vm.setattr(args.get(0), name, args.get(2))?;
    Ok(Value::NONE)
}

pub(super) fn delattr(vm: &mut Vm, args: Args) -> Res {
    let name = name_of(vm, args.get(1))?;
    vm.delattr(args.get(0), name)?;
    Ok(Value::NONE)
}
