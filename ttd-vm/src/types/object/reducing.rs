//! What `copy` and `pickle` ask of objects. Instances that say nothing about it are answered for here, all others by
//! `lib/native/data/_ttd_reduce.py`.

use ttd_core::value::Value;

use crate::vm::objects::class::fields;
use crate::vm::objects::get_attr::Attr;
use crate::{Vm, ids, native::*};

/// Protocols below this one do not know `__newobj__`.
const FIRST_PROTOCOL: i64 = 2;

/// The methods of `object` that a class must have left as they are.
const LEFT: [&str; 3] = ["__reduce__", "__getstate__", "__getattribute__"];
/// The methods that it must not have.
const ABSENT: [&str; 2] = ["__getnewargs_ex__", "__getnewargs__"];

/// `object.__reduce__`.
pub(super) fn reduce(vm: &mut Vm, args: Args) -> Res {
    let this = vm.receiver(args.get(0));
    Err(vm.call_hidden_module("_ttd_reduce", "object_reduce", &[this]))
}

/// `object.__reduce_ex__`.
pub(super) fn reduce_ex(vm: &mut Vm, args: Args) -> Res {
    let protocol = vm.index(args.get(1))?;
    let this = vm.receiver(args.get(0));
    let is_known = protocol.is_int() && protocol.as_int() >= FIRST_PROTOCOL;
    match if is_known { plain(vm, this) } else { None } {
        Some(parts) => Ok(parts),
        None => Err(vm.call_hidden_module("_ttd_reduce", "object_reduce_ex", &[this, protocol])),
    }
}

/// `object.__getstate__`.
pub(super) fn getstate(vm: &mut Vm, args: Args) -> Res {
    let this = vm.receiver(args.get(0));
    Err(vm.call_hidden_module("_ttd_reduce", "object_getstate", &[this]))
}

/// How an instance is made again that has nothing but attributes, and whose class leaves that to `object`.
fn plain(vm: &mut Vm, this: Value) -> Option<Value> {
    if !this.is(ids::INST) || !is_plain_class(vm, this) {
        return None;
    }
    let modules = vm.global(crate::vm::slots::MODULES);
    let copyreg = vm.dict_get_str(modules, "copyreg").filter(|v| v.is(ids::MODULE))?;
    let function = vm.dict_get_str(vm.heap.slot(copyreg, 0), "__newobj__")?;
    let dict = match vm.find_attr(this, vm.names.dict) {
        Ok(Attr::Slot(_, v) | Attr::Value(v)) if v.is(ids::DICT) => v,
        _ => return None,
    };
    let state = if vm.heap.dict_len(dict) == 0 { Value::NONE } else { dict };
    let class = vm.type_of(this);
    let given = vm.new_tuple(&[class]);
    Some(vm.new_tuple(&[function, given, state, Value::NONE, Value::NONE]))
}

fn is_plain_class(vm: &mut Vm, this: Value) -> bool {
    let (class, object) = (vm.type_of(this), vm.types.object);
    let field = |at| vm.heap.slot(class, at);
    let bare = field(fields::MEMBERS) == Value::int(0)
        && field(fields::PAYLOAD) == Value::int(-1)
        && field(fields::HEAP) == Value::TRUE
        && field(fields::HAS_DICT) == Value::TRUE
        && vm.loaded.shapes.get(vm.class_shape(class)).native == 0;
    if !bare {
        return false;
    }
    for name in LEFT {
        if vm.lookup_type(class, name) != vm.lookup_type(object, name) {
            return false;
        }
    }
    for name in ABSENT {
        if vm.lookup_type(class, name).is_some() {
            return false;
        }
    }
    let hook = vm
        .lookup_type(class, "__slotnames__")
        .is_some_and(|names| !names.is(ids::LIST) || !vm.heap.list(names).is_empty());
    let getstate = vm.intern("__getstate__");
    !hook && vm.attr_within(this, getstate).is_none()
}
