//! What `staticmethod` and `classmethod` objects show of their function, and what was set on them instead.

use ttd_core::value::Value;

use super::is_abstract;
use crate::native::*;
use crate::{Vm, getters, ids};

pub(super) const GETTERS: &[Getter] = getters! {
    "__dict__" => Vm::wrapper_dict;
    "__func__" => function;
    "__wrapped__" => function;
    "__isabstractmethod__" => isabstractmethod;
    "__name__" => name, set_name;
    "__qualname__" => qualname, set_qualname;
    "__module__" => module, set_module;
    "__doc__" => doc, set_doc;
    "__annotations__" => annotations, set_annotations;
    "__annotate__" => annotate, set_annotate;
};

fn function(vm: &mut Vm, w: Value) -> Res {
    Ok(vm.heap.slot(w, 0))
}

fn isabstractmethod(vm: &mut Vm, w: Value) -> Res {
    let f = vm.heap.slot(w, 0);
    is_abstract(vm, f).map(Value::bool)
}

/// What was set on the wrapper, or else the function's attribute.
fn attribute(vm: &mut Vm, w: Value, name: Value) -> Res {
    let (f, own) = (vm.heap.slot(w, 0), vm.heap.slot(w, 1));
    let found = if own.is(ids::DICT) { vm.dict_get_name(own, name) } else { None };
    found.map_or_else(|| vm.getattr(f, name), Ok)
}

fn set_attribute(vm: &mut Vm, w: Value, name: Value, value: Value) -> Res<()> {
    let own = vm.wrapper_dict(w)?;
    vm.assign_namespace(w, own, name, value).map(drop)
}

/// Reading and setting the attributes of these names.
macro_rules! attributes {
    ($($get:ident, $set:ident => $name:expr;)*) => { $(
        fn $get(vm: &mut Vm, w: Value) -> Res {
            let name = $name(vm);
            attribute(vm, w, name)
        }

        fn $set(vm: &mut Vm, w: Value, value: Value) -> Res<()> {
            let name = $name(vm);
            set_attribute(vm, w, name, value)
        }
    )* };
}

attributes! {
    name, set_name => |vm: &mut Vm| vm.names.name;
    qualname, set_qualname => |vm: &mut Vm| vm.names.qualname;
    module, set_module => |vm: &mut Vm| vm.names.module;
    doc, set_doc => |vm: &mut Vm| vm.names.doc;
    annotations, set_annotations => |vm: &mut Vm| vm.names.annotations;
    annotate, set_annotate => |vm: &mut Vm| vm.intern("__annotate__");
}
