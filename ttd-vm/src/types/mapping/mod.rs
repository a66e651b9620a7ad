//! The types of `collections` that are dicts and something more: `defaultdict`, `OrderedDict`, and the descriptor of
//! the fields of named tuples.
//!
//! Their instances are plain objects that hold a dict in slot 0, like those of a class of the program that derives from
//! dict, and native fields after it.

mod default;
mod field;
mod ordered;

use ttd_core::value::Value;

use crate::{Vm, native::*};

/// The types of this folder.
pub const TYPES: &[TypeDef] = &[default::TYPE, ordered::TYPE, field::TYPE];

/// What the `__new__` of these does for any class: an empty instance. A plain dict is asked for by what wraps it then.
fn empty(vm: &mut Vm, class: Value) -> (Value, Value) {
    let dict = vm.new_dict();
    let made = if class == vm.types.dict { dict } else { vm.wrap_payload(class, dict) };
    (made, dict)
}
