//! `ImportError`: `msg`, and the `name` and `path` of the module.

use ttd_core::value::Value;

use super::base;
use super::common::{self, member};
use crate::vm::errors::raise::fields;
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
        /// Helper for pickle.
        Mutates "__reduce__" "(self, /)" => reduce;
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

fn reduce(vm: &mut Vm, args: Args) -> Res {
    let exc = args.get(0);
    let state = common::copied_dict(vm, exc);
    let any = common::add_members(vm, exc, state, &["name", "path", "name_from"]);
    let (class, given) = (vm.type_of(exc), vm.exc_field(exc, fields::ARGS));
    let parts = [class, given, state];
    Ok(vm.new_tuple(if any || common::has_dict(vm, exc) { &parts } else { &parts[..2] }))
}
