//! `None`, `...`, `NotImplemented`, and small types that programs meet but do not make.

use ttd_core::value::Value;

use crate::native::*;
use crate::{Vm, getters, ids, methods};

/// The types.
pub const TYPES: &[TypeDef] = &[
    TypeDef { name: "NoneType", methods: PLAIN, subclassable: false, ..TypeDef::EMPTY },
    TypeDef { name: "ellipsis", methods: PLAIN, subclassable: false, ..TypeDef::EMPTY },
    TypeDef { name: "NotImplementedType", methods: PLAIN, subclassable: false, ..TypeDef::EMPTY },
    TypeDef { name: "traceback", tid: ids::TRACEBACK, getters: TRACEBACK, subclassable: false, ..TypeDef::EMPTY },
    TypeDef { name: "frame", tid: ids::FRAME, subclassable: false, ..TypeDef::EMPTY },
    TypeDef { name: "mappingproxy", tid: ids::MAPPINGPROXY, methods: PROXY, subclassable: false, ..TypeDef::EMPTY },
];

const PLAIN: &[Method] = methods! {
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => crate::ops::dunders::repr;
    /// Return bool(self).
    Pure "__bool__" "(self, /)" => crate::ops::dunders::bool_;
    /// Return hash(self).
    Pure "__hash__" "(self, /)" => crate::ops::dunders::hash;
};

const TRACEBACK: &[Getter] = getters! {
    "tb_next" => tb_next;
    "tb_lineno" => tb_lineno;
    "tb_lasti" => tb_lasti;
};

const PROXY: &[Method] = methods! {
    /// Return self[key].
    CallsBack "__getitem__" "(self, key, /)" => proxy_getitem;
    /// True if the mapping has the key.
    CallsBack "__contains__" "(self, key, /)" => proxy_contains;
    /// Return len(self).
    Pure "__len__" "(self, /)" => proxy_len;
    /// Implement iter(self).
    Pure "__iter__" "(self, /)" => proxy_iter;
    /// The value for key, or a default.
    CallsBack "get" "(self, key, default=None, /)" => proxy_get;
    /// The keys.
    Pure "keys" "(self, /)" => proxy_keys;
    /// The values.
    Pure "values" "(self, /)" => proxy_values;
    /// The items.
    Pure "items" "(self, /)" => proxy_items;
    /// A copy.
    Pure "copy" "(self, /)" => proxy_copy;
    /// Return repr(self).
    CallsBack "__repr__" "(self, /)" => proxy_repr;
    /// Return a reverse iterator over the keys.
    CallsBack "__reversed__" "(self, /)" => proxy_reversed;
    /// Return self|value.
    CallsBack "__or__" "(self, value, /)" => proxy_or;
    /// Return value|self.
    CallsBack "__ror__" "(self, value, /)" => proxy_ror;
    /// Return self|=value.
    Pure "__ior__" "(self, value, /)" => proxy_ior;
};

fn tb_next(vm: &mut Vm, t: Value) -> Res {
    Ok(vm.heap.slot(t, crate::vm::traceback::tb::NEXT))
}

fn tb_lineno(vm: &mut Vm, t: Value) -> Res {
    Ok(vm.heap.slot(t, crate::vm::traceback::tb::LINE))
}

fn tb_lasti(vm: &mut Vm, t: Value) -> Res {
    Ok(vm.heap.slot(t, crate::vm::traceback::tb::LASTI))
}

fn inner(vm: &Vm, args: Args) -> Value {
    vm.heap.slot(args.get(0), 0)
}

fn proxy_getitem(vm: &mut Vm, args: Args) -> Res {
    let dict = inner(vm, args);
    vm.get_item(dict, args.get(1))
}

fn proxy_contains(vm: &mut Vm, args: Args) -> Res {
    let dict = inner(vm, args);
    Ok(Value::bool(vm.dict_get(dict, args.get(1))?.is_some()))
}

fn proxy_len(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::int(vm.heap.dict_len(inner(vm, args)) as i64))
}

fn proxy_iter(vm: &mut Vm, args: Args) -> Res {
    let dict = inner(vm, args);
    vm.iter(dict)
}

fn proxy_get(vm: &mut Vm, args: Args) -> Res {
    let dict = inner(vm, args);
    Ok(vm.dict_get(dict, args.get(1))?.unwrap_or(args.opt(2).unwrap_or(Value::NONE)))
}

fn forward(vm: &mut Vm, args: Args, name: &str) -> Res {
    let dict = inner(vm, args);
    vm.call_method(dict, name, &[])
}

fn proxy_keys(vm: &mut Vm, args: Args) -> Res {
    forward(vm, args, "keys")
}

fn proxy_values(vm: &mut Vm, args: Args) -> Res {
    forward(vm, args, "values")
}

fn proxy_items(vm: &mut Vm, args: Args) -> Res {
    forward(vm, args, "items")
}

fn proxy_copy(vm: &mut Vm, args: Args) -> Res {
    forward(vm, args, "copy")
}

fn proxy_reversed(vm: &mut Vm, args: Args) -> Res {
    forward(vm, args, "__reversed__")
}

/// What a proxy shows; any other value itself.
fn shown(vm: &Vm, v: Value) -> Value {
    if v.is(ids::MAPPINGPROXY) { vm.heap.slot(v, 0) } else { v }
}

fn proxy_or(vm: &mut Vm, args: Args) -> Res {
    let (a, b) = (shown(vm, args.get(0)), shown(vm, args.get(1)));
    vm.call_method(a, "__or__", &[b])
}

fn proxy_ror(vm: &mut Vm, args: Args) -> Res {
    let (a, b) = (shown(vm, args.get(0)), shown(vm, args.get(1)));
    vm.call_method(a, "__ror__", &[b])
}

fn proxy_ior(vm: &mut Vm, _args: Args) -> Res {
    Err(vm.type_error("'|=' is not supported by mappingproxy; use '|' instead"))
}

fn proxy_repr(vm: &mut Vm, args: Args) -> Res {
    let dict = inner(vm, args);
    let text = vm.repr(dict)?;
    let text = format!("mappingproxy({})", vm.text_lossy(text));
    Ok(vm.new_str(&text))
}
