//! `StopIteration` and `SystemExit`: exceptions that carry a value out.

use ttd_core::value::Value;

use super::common::{self, member};
use crate::vm::errors::raise::fields;
use crate::{Vm, getters, native::*};

/// `StopIteration`.
pub(super) const STOP_ITERATION: TypeDef = TypeDef {
    name: "StopIteration",
    base: "Exception",
    doc: "Signal the end from iterator.__next__().",
    getters: getters! { "value" => value, set_value; },
    ..TypeDef::EMPTY
};

/// `SystemExit`.
pub(super) const SYSTEM_EXIT: TypeDef = TypeDef {
    name: "SystemExit",
    base: "BaseException",
    doc: "Request to exit from the interpreter.",
    getters: getters! { "code" => code, set_code; },
    ..TypeDef::EMPTY
};

member!(value set_value "value" |vm, exc| common::arg(vm, exc, 0));
member!(code set_code "code" |vm, exc| exit_code(vm, exc));

/// Returns `code`: None without arguments, the argument, or all of several.
fn exit_code(vm: &Vm, exc: Value) -> Value {
    match *common::args_of(vm, exc) {
        [] => Value::NONE,
        [one] => one,
        _ => vm.exc_field(exc, fields::ARGS),
    }
}
