//! `KeyError`, `NameError` and `AttributeError`: failed lookups.

use ttd_core::value::Value;

use super::base;
use super::common::{self, member};
use crate::{Vm, getters, methods, native::*};

/// `KeyError`.
pub(super) const KEY_ERROR: TypeDef = TypeDef {
    name: "KeyError",
    base: "LookupError",
    doc: "Mapping key not found.",
    methods: methods! {
        /// Return str(self).
        CallsBack "__str__" "(self, /)" => key_error_str;
    },
    ..TypeDef::EMPTY
};

/// `NameError`.
pub(super) const NAME_ERROR: TypeDef = TypeDef {
    name: "NameError",
    base: "Exception",
    doc: "Name not found globally.",
    methods: methods! {
        /// Initialize self.  See help(type(self)) for accurate signature.
        Mutates "__init__" "(self, /, *args, **kwargs)" => name_error_init;
    },
    getters: getters! { "name" => name, set_name; },
    ..TypeDef::EMPTY
};

/// `AttributeError`.
pub(super) const ATTRIBUTE_ERROR: TypeDef = TypeDef {
    name: "AttributeError",
    base: "Exception",
    doc: "Attribute not found.",
    methods: methods! {
        /// Initialize self.  See help(type(self)) for accurate signature.
        Mutates "__init__" "(self, /, *args, **kwargs)" => attribute_error_init;
    },
    getters: getters! {
        "name" => name, set_name;
        "obj" => obj, set_obj;
    },
    ..TypeDef::EMPTY
};

member!(name set_name "name" |_vm, _exc| Value::NONE);
member!(obj set_obj "obj" |_vm, _exc| Value::NONE);

/// `str(KeyError(key))` quotes the key: it may be empty or end in spaces.
fn key_error_str(vm: &mut Vm, args: Args) -> Res {
    match *common::args_of(vm, args.get(0)) {
        [key] => vm.repr(key),
        _ => base::str(vm, args),
    }
}

fn name_error_init(vm: &mut Vm, args: Args) -> Res {
    common::keywords(vm, "NameError", args.get(0), &args, &["name"])?;
    common::set_args(vm, args.get(0), args.rest);
    Ok(Value::NONE)
}

fn attribute_error_init(vm: &mut Vm, args: Args) -> Res {
    common::keywords(vm, "AttributeError", args.get(0), &args, &["name", "obj"])?;
    common::set_args(vm, args.get(0), args.rest);
    Ok(Value::NONE)
}
