//! `methodcaller`.

use ttd_core::value::Value;

use super::{only, shown, shown_name};
use crate::ops::construct;
use crate::vm::objects::get_attr::Attr;
use crate::{Vm, ids, methods, native::*};

/// The type.
pub(super) const TYPE: TypeDef = TypeDef {
    name: "operator.methodcaller",
    tid: ids::METHODCALLER,
    doc: "Return a callable object that calls the given method on its operand.\n\
          After f = methodcaller('name'), the call f(r) returns r.name().\n\
          After g = methodcaller('name', 'date', foo=1), the call g(r) returns\nr.name('date', foo=1).",
    methods: METHODS,
    getters: super::GETTERS,
    subclassable: false,
    slots: Slots { call: Some(call), ..Slots::EMPTY },
    ..TypeDef::EMPTY
};

const METHODS: &[Method] = methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    Pure "__new__" "(cls, /, *args, **kwargs)" => new;
    /// Call self as a function.
    CallsBack "__call__" "(self, /, *args, **kwargs)" => call_by_name;
    /// Return repr(self).
    CallsBack "__repr__" "(self, /)" => repr;
    /// Return state information for pickling
    CallsBack "__reduce__" "(self, /)" => reduce;
};

fn new(vm: &mut Vm, args: Args) -> Res {
    let [name, given @ ..] = args.rest else {
        return Err(vm.type_error("methodcaller needs at least one argument, the method name"));
    };
    let Some(name) = vm.payload(*name, ids::STR) else {
        return Err(vm.type_error("method name must be a string"));
    };
    let name = vm.intern_value(name);
    let given = vm.new_tuple(given);
    let keywords = vm.new_dict();
    for (key, value) in args.kw {
        vm.dict_set(keywords, *key, *value)?;
    }
    let made = vm.heap.new_slots_from(ids::METHODCALLER, 0, &[name, given, keywords]);
    let builtin = vm.class_of_tid[usize::from(ids::METHODCALLER.0)];
    Ok(construct::instance(vm, args.get(0), builtin, made))
}

fn call_by_name(vm: &mut Vm, args: Args) -> Res {
    call(vm, args.get(0), args.rest, args.kw)
}

/// Calls the method.
fn call(vm: &mut Vm, caller: Value, args: &[Value], kw: &[(Value, Value)]) -> Res {
    let obj = *only(vm, "methodcaller", args, kw)?;
    let [name, given, keywords] = [0, 1, 2].map(|i| vm.heap.slot(caller, i));
    let mut all = Vec::new();
    let kw = vm.dict_pairs(keywords);
    let f = match vm.find_attr(obj, name)? {
        Attr::Slot(_, v) | Attr::Value(v) => v,
        Attr::Bound(f, this) => {
            all.push(this);
            f
        }
        Attr::Missing => return Err(vm.no_attribute(obj, name)),
        Attr::Call(..) => {
            let f = vm.lib("op_call_method");
            return Err(vm.tail_call(f, &[obj, name, given, keywords]));
        }
    };
    all.extend_from_slice(vm.heap.tuple(given));
    Err(vm.tail_with(f, all, kw))
}

fn repr(vm: &mut Vm, args: Args) -> Res {
    let caller = args.get(0);
    let class = vm.type_of(vm.receiver(caller));
    let class = shown_name(vm, class);
    let mut given = vec![vm.heap.slot(caller, 0)];
    given.extend_from_slice(vm.heap.tuple(vm.heap.slot(caller, 1)));
    let kw = vm.dict_pairs(vm.heap.slot(caller, 2));
    shown(vm, caller, &class, &given, &kw)
}

fn reduce(vm: &mut Vm, args: Args) -> Res {
    let caller = args.get(0);
    let class = vm.type_of(vm.receiver(caller));
    let [name, given, keywords] = [0, 1, 2].map(|i| vm.heap.slot(caller, i));
    if vm.heap.dict_len(keywords) > 0 {
        let f = vm.lib("op_reduce_caller");
        return Err(vm.tail_call(f, &[class, name, given, keywords]));
    }
    let mut all = vec![name];
    all.extend_from_slice(vm.heap.tuple(given));
    let all = vm.new_tuple(&all);
    Ok(vm.new_tuple(&[class, all]))
}
