//! `ImportError`: `msg`, and the `name` and `path` of the module.

use ttd_core::value::Value;

use super::base;
use super::common::{self, member};
use crate::{Vm, getters, ids, methods, native::*};

/// The type.
pub(super) const TYPE: TypeDef = TypeDef {
    name: "ImportError",
    base: "Exception",
    doc: "Import can't find module, or can't find name in module.",
    methods: methods! {
        /// Initialize self.  See help(type(self)) for accurate signature.
        Mutates "__init__" "(self, /, *args, **kwargs)" => init;
        /// Return str(self).
        CallsBack "__str__" "(self, /)" => str;
    },
    getters: getters! {
        "msg" => msg, set_msg;
        "name" => name, set_name;
        "path" => path, set_path;
        "name_from" => name_from, set_name_from;
    },
    ..TypeDef::EMPTY
};

member!(msg set_msg "msg" |vm, exc| the_only_arg(vm, exc));
member!(name set_name "name" |_vm, _exc| Value::NONE);
member!(path set_path "path" |_vm, _exc| Value::NONE);
member!(name_from set_name_from "name_from" |_vm, _exc| Value::NONE);

fn the_only_arg(vm: &Vm, exc: Value) -> Value {
    match *common::args_of(vm, exc) {
        [one] => one,
        _ => Value::NONE,
    }
}

fn init(vm: &mut Vm, args: Args) -> Res {
    // A second call resets all attributes.
    let exc = args.get(0);
    for reset in [set_name, set_path, set_name_from] {
        reset(vm, exc, Value::NONE)?;
    }
    common::keywords(vm, "ImportError", args.get(0), &args, &["name", "path", "name_from"])?;
    common::set_args(vm, args.get(0), args.rest);
    Ok(Value::NONE)
}

fn str(vm: &mut Vm, args: Args) -> Res {
    let message = msg(vm, args.get(0))?;
    if message.is(ids::STR) { Ok(message) } else { base::str(vm, args) }
}
