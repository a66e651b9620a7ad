//! String arguments of methods.

use ttd_core::value::Value;

use crate::{Vm, ids, native::*};

/// The string inside an argument; the TypeError that names its position otherwise.
pub fn str_arg(vm: &mut Vm, v: Value, function: &str, position: usize) -> Res {
    let text = vm.unwrap(v);
    if text.is(ids::STR) {
        return Ok(text);
    }
    let name = given_name(vm, v);
    Err(vm.type_error(format!("{function}() argument {position} must be str, not {name}")))
}

/// What messages about wrong arguments call a value: by its type, and None by its name.
pub fn given_name(vm: &mut Vm, v: Value) -> String {
    if v.is_none() { "None".to_owned() } else { vm.type_name(v) }
}

/// The string inside the only argument.
pub fn only_str_arg(vm: &mut Vm, v: Value, function: &str) -> Res {
    let text = vm.unwrap(v);
    if text.is(ids::STR) {
        return Ok(text);
    }
    let name = given_name(vm, v);
    Err(vm.type_error(format!("{function}() argument must be str, not {name}")))
}

/// The string inside an argument; CPython's bare message otherwise.
pub fn must_be_str(vm: &mut Vm, v: Value) -> Res {
    let text = vm.unwrap(v);
    if text.is(ids::STR) {
        return Ok(text);
    }
    let name = vm.type_name(v);
    Err(vm.type_error(format!("must be str, not {name}")))
}
