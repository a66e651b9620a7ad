//! String arguments of methods.

use ttd_core::value::Value;

use crate::{Vm, ids, native::*};

/// Returns the string inside an argument; a TypeError that names its position otherwise.
pub fn str_arg(vm: &mut Vm, v: Value, function: &str, position: usize) -> Res {
    let text = vm.unwrap(v);
    if text.is(ids::STR) {
        return Ok(text);
    }
    let name = given_name(vm, v);
    Err(vm.type_error(format!("{function}() argument {position} must be str, not {name}")))
}

/// Names a value in messages about wrong arguments: None, or its type.
pub fn given_name(vm: &mut Vm, v: Value) -> String {
    if v.is_none() { "None".to_owned() } else { vm.type_name(v) }
}

/// Returns the string inside the only argument.
pub fn only_str_arg(vm: &mut Vm, v: Value, function: &str) -> Res {
    let text = vm.unwrap(v);
    if text.is(ids::STR) {
        return Ok(text);
    }
    let name = given_name(vm, v);
    Err(vm.type_error(format!("{function}() argument must be str, not {name}")))
}

/// Returns the string inside an argument; CPython's bare TypeError otherwise.
pub fn must_be_str(vm: &mut Vm, v: Value) -> Res {
    let text = vm.unwrap(v);
    if text.is(ids::STR) {
        return Ok(text);
    }
    let name = vm.type_name(v);
    Err(vm.type_error(format!("must be str, not {name}")))
}
