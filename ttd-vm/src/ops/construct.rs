//! What the `__new__` of the builtin value types share.

use ttd_core::value::Value;

use crate::native::Res;
use crate::{Vm, ids};

/// Returns the value as an instance of the called class: itself for the builtin class, wrapped for a subclass.
pub fn instance(vm: &mut Vm, class: Value, builtin: Value, value: Value) -> Value {
    if class == builtin || class.is_unbound() { value } else { vm.wrap_payload(class, value) }
}

/// Finds a special method that a Python class defines, not one inherited from a builtin base.
pub fn user_special(vm: &mut Vm, v: Value, name: &str) -> Option<Value> {
    if !v.is(ids::INST) {
        return None;
    }
    vm.special(v, name).filter(|f| !f.is(ids::METHOD_DESC) && !f.is(ids::BUILTIN))
}

/// Calls a special method found by `user_special`.
pub fn call_special(vm: &mut Vm, method: Value, this: Value, args: &[Value]) -> Res {
    let mut all = Vec::with_capacity(args.len() + 1);
    all.push(this);
    all.extend_from_slice(args);
    vm.call(method, &all)
}
