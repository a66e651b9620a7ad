//! `KeyError`, `NameError` and `AttributeError`: failed lookups.

use ttd_core::value::Value;

use super::base;
use super::common::{self, member};
use crate::vm::errors::raise::fields;
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
        /// Helper for pickle.
        Mutates "__reduce__" "(self, /)" => attribute_error_reduce;
        /// Helper for pickle: the object without which the exception says enough is left out.
        Mutates "__getstate__" "(self, /)" => attribute_error_state;
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

fn attribute_error_state(vm: &mut Vm, args: Args) -> Res {
    let exc = args.get(0);
    let state = common::copied_dict(vm, exc);
    common::add_members(vm, exc, state, &["name"]);
    let given = vm.exc_field(exc, fields::ARGS);
    vm.dict_set_str(state, "args", given);
    Ok(state)
}

fn attribute_error_reduce(vm: &mut Vm, args: Args) -> Res {
    let exc = args.get(0);
    let (class, given) = (vm.type_of(exc), vm.exc_field(exc, fields::ARGS));
    let state = attribute_error_state(vm, args)?;
    Ok(vm.new_tuple(&[class, given, state]))
}
