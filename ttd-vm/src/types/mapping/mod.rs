//! Dict subclasses of `collections`, `defaultdict` and `OrderedDict`, and the descriptor of named tuples' fields.
//!
//! Instances are plain objects with a dict in slot 0, like those of a Python subclass of dict, and native fields after
//! it.

mod default;
mod field;
mod ordered;

use ttd_core::value::Value;

use crate::{Vm, native::*};

pub(crate) use default::factory;

/// The types of this folder.
pub const TYPES: &[TypeDef] = &[default::TYPE, ordered::TYPE, field::TYPE];

/// Makes an empty instance of any class. For the wrapper of a Python class the called class is dict, and a plain dict
/// is made.
fn empty(vm: &mut Vm, class: Value) -> (Value, Value) {
    let dict = vm.new_dict();
    let made = if class == vm.types.dict { dict } else { vm.wrap_payload(class, dict) };
    (made, dict)
}
