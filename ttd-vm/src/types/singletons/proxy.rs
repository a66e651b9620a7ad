//! `mappingproxy`: a read-only view of a mapping, its only slot.

use ttd_core::value::Value;

use crate::native::*;
use crate::ops::arith::BinOp;
use crate::ops::iter::{builtin_iter, plain_iterable};
use crate::ops::{compare, item};
use crate::{Vm, ids, methods};

/// The type.
pub(super) const TYPE: TypeDef = TypeDef {
    name: "mappingproxy",
    tid: ids::MAPPINGPROXY,
    doc: "Read-only proxy of a mapping.",
    methods: METHODS,
    class_methods: methods! {
        /// See PEP 585
        CallsBack "__class_getitem__" "(cls, object, /)" => crate::types::class::generic_alias::class_getitem;
    },
    subclassable: false,
    slots: Slots {
        iter: Some(|vm, v| builtin_iter(vm, mapping_of(vm, v))),
        is_plain: Some(|vm, v| plain_iterable(vm, mapping_of(vm, v))),
        len: Some(|vm, v| item::len(vm, mapping_of(vm, v))),
        get_item: Some(|vm, v, key| vm.get_item(mapping_of(vm, v), key)),
        contains: Some(|vm, v, x| vm.contains(mapping_of(vm, v), x)),
        repr: Some(shown),
        hash: Some(|vm, v| vm.hash(mapping_of(vm, v))),
        compare: Some(|vm, op, x, y| Some(vm.rich(op, mapping_of(vm, x), y))),
        inplace: Some(inplace),
        pattern: Pattern::Mapping,
        sequence_methods: true,
        ..Slots::EMPTY
    },
    ..TypeDef::EMPTY
};

const METHODS: &[Method] = methods! {
    /// Create a proxy of a mapping.
    CallsBack "__new__" "(cls, mapping)" => new;
    /// Return self[key].
    CallsBack "__getitem__" "(self, key, /)" => getitem;
    /// True if the mapping has the key.
    CallsBack "__contains__" "(self, key, /)" => contains;
    /// Return len(self).
    CallsBack "__len__" "(self, /)" => len;
    /// Implement iter(self).
    CallsBack "__iter__" "(self, /)" => iter;
    /// D.__reversed__() -> reverse iterator
    CallsBack "__reversed__" "(self, /)" => reversed;
    /// Return the value for key if key is in the mapping, else default.
    CallsBack "get" "(self, key, default=None, /)" => get;
    /// D.keys() -> a set-like object providing a view on D's keys
    CallsBack "keys" "(self, /)" => keys;
    /// D.values() -> an object providing a view on D's values
    CallsBack "values" "(self, /)" => values;
    /// D.items() -> a set-like object providing a view on D's items
    CallsBack "items" "(self, /)" => items;
    /// D.copy() -> a shallow copy of D
    CallsBack "copy" "(self, /)" => copy;
    /// Return self|value.
    CallsBack "__or__" "(self, value, /)" => or;
    /// Return value|self.
    CallsBack "__ror__" "(self, value, /)" => ror;
    /// Return self|=value.
    Pure "__ior__" "(self, value, /)" => ior;
    /// Return self==value.
    CallsBack "__eq__" "(self, value, /)" => eq;
    /// Return self!=value.
    CallsBack "__ne__" "(self, value, /)" => ne;
    /// Return hash(self).
    CallsBack "__hash__" "(self, /)" => hash;
    /// Return str(self).
    CallsBack "__str__" "(self, /)" => str_;
    /// Return repr(self).
    CallsBack "__repr__" "(self, /)" => repr;
};

fn new(vm: &mut Vm, args: Args) -> Res {
    let mapping = args.get(1);
    let sequence = vm.payload(mapping, ids::LIST).is_some() || vm.payload(mapping, ids::TUPLE).is_some();
    if sequence || vm.special_named(mapping, vm.names.getitem).is_none() {
        let given = vm.type_name(mapping);
        return Err(vm.type_error(format!("mappingproxy() argument must be a mapping, not {given}")));
    }
    Ok(vm.heap.new_slots_from(ids::MAPPINGPROXY, 0, &[mapping]))
}

fn mapping_of(vm: &Vm, proxy: Value) -> Value {
    vm.heap.slot(proxy, 0)
}

fn inner(vm: &Vm, args: Args) -> Value {
    mapping_of(vm, args.get(0))
}

fn inplace(vm: &mut Vm, op: BinOp, _: Value, _: Value) -> Res {
    match op {
        BinOp::Or => Err(vm.type_error("'|=' is not supported by mappingproxy; use '|' instead")),
        _ => Ok(Value::NOT_IMPLEMENTED),
    }
}

/// Returns the mapping behind a proxy; any other value itself.
fn seen_through(vm: &Vm, v: Value) -> Value {
    if v.is(ids::MAPPINGPROXY) { vm.heap.slot(v, 0) } else { v }
}

fn getitem(vm: &mut Vm, args: Args) -> Res {
    let mapping = inner(vm, args);
    vm.get_item(mapping, args.get(1))
}

fn contains(vm: &mut Vm, args: Args) -> Res {
    let mapping = inner(vm, args);
    if mapping.is(ids::DICT) {
        return Ok(Value::bool(vm.dict_get(mapping, args.get(1))?.is_some()));
    }
    let found = vm.call_method(mapping, "__contains__", &[args.get(1)])?;
    vm.truth(found).map(Value::bool)
}

fn len(vm: &mut Vm, args: Args) -> Res {
    let mapping = inner(vm, args);
    let n = vm.len(mapping)?;
    Ok(Value::int(n as i64))
}

fn iter(vm: &mut Vm, args: Args) -> Res {
    let mapping = inner(vm, args);
    vm.iter(mapping)
}

fn forward(vm: &mut Vm, args: Args, name: &str, given: &[Value]) -> Res {
    let mapping = inner(vm, args);
    let method = vm.getattr_str(mapping, name)?;
    Err(vm.tail_call(method, given))
}

fn reversed(vm: &mut Vm, args: Args) -> Res {
    forward(vm, args, "__reversed__", &[])
}

fn get(vm: &mut Vm, args: Args) -> Res {
    let default = args.opt(2).unwrap_or(Value::NONE);
    forward(vm, args, "get", &[args.get(1), default])
}

fn keys(vm: &mut Vm, args: Args) -> Res {
    forward(vm, args, "keys", &[])
}

fn values(vm: &mut Vm, args: Args) -> Res {
    forward(vm, args, "values", &[])
}

fn items(vm: &mut Vm, args: Args) -> Res {
    forward(vm, args, "items", &[])
}

fn copy(vm: &mut Vm, args: Args) -> Res {
    forward(vm, args, "copy", &[])
}

fn or(vm: &mut Vm, args: Args) -> Res {
    let (a, b) = (inner(vm, args), seen_through(vm, args.get(1)));
    if vm.payload(b, ids::DICT).is_none() {
        return Ok(Value::NOT_IMPLEMENTED);
    }
    vm.binary(BinOp::Or, a, b)
}

fn ior(vm: &mut Vm, args: Args) -> Res {
    inplace(vm, BinOp::Or, args.get(0), args.get(1))
}

fn ror(vm: &mut Vm, args: Args) -> Res {
    let (a, b) = (seen_through(vm, args.get(1)), inner(vm, args));
    if vm.payload(a, ids::DICT).is_none() {
        return Ok(Value::NOT_IMPLEMENTED);
    }
    vm.binary(BinOp::Or, a, b)
}

fn compared(vm: &mut Vm, args: Args, op: compare::CmpOp) -> Res {
    let (a, b) = (inner(vm, args), seen_through(vm, args.get(1)));
    vm.rich(op, a, b)
}

fn eq(vm: &mut Vm, args: Args) -> Res {
    compared(vm, args, compare::CmpOp::Eq)
}

fn ne(vm: &mut Vm, args: Args) -> Res {
    compared(vm, args, compare::CmpOp::Ne)
}

fn hash(vm: &mut Vm, args: Args) -> Res {
    let mapping = inner(vm, args);
    let h = vm.hash(mapping)?;
    Ok(vm.int(h))
}

fn str_(vm: &mut Vm, args: Args) -> Res {
    let mapping = inner(vm, args);
    vm.str_of(mapping)
}

fn repr(vm: &mut Vm, args: Args) -> Res {
    shown(vm, args.get(0))
}

fn shown(vm: &mut Vm, proxy: Value) -> Res {
    let mapping = mapping_of(vm, proxy);
    let text = vm.repr(mapping)?;
    let mut out = b"mappingproxy(".to_vec();
    out.extend_from_slice(vm.heap.bytes(text));
    out.push(b')');
    Ok(vm.new_str_raw(&out))
}
