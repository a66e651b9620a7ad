//! `itemgetter`, `attrgetter` and `methodcaller` of `operator`.
//!
//! | type         | slots                                        |
//! |--------------|----------------------------------------------|
//! | itemgetter   | tuple of keys                                |
//! | attrgetter   | tuple of dotted names                        |
//! | methodcaller | name, tuple of arguments, dict of keywords   |

mod method;

use smallvec::{SmallVec, smallvec};
use ttd_core::value::{TypeId, Value};

use crate::ops::{arity, construct, item};
use crate::vm::objects::get_attr::Attr;
use crate::{Vm, getters, ids, methods, native::*};

/// The types of this folder.
pub const TYPES: &[TypeDef] = &[
    TypeDef {
        name: "operator.itemgetter",
        tid: ids::ITEMGETTER,
        doc: "Return a callable object that fetches the given item(s) from its operand.\n\
              After f = itemgetter(2), the call f(r) returns r[2].\n\
              After g = itemgetter(2, 5, 3), the call g(r) returns (r[2], r[5], r[3])",
        methods: ITEM,
        getters: GETTERS,
        subclassable: false,
        slots: Slots { call: Some(call_item), ..Slots::EMPTY },
        ..TypeDef::EMPTY
    },
    TypeDef {
        name: "operator.attrgetter",
        tid: ids::ATTRGETTER,
        doc: "Return a callable object that fetches the given attribute(s) from its operand.\n\
              After f = attrgetter('name'), the call f(r) returns r.name.\n\
              After g = attrgetter('name', 'date'), the call g(r) returns (r.name, r.date).\n\
              After h = attrgetter('name.first', 'name.last'), the call h(r) returns\n(r.name.first, r.name.last).",
        methods: ATTR,
        getters: GETTERS,
        subclassable: false,
        slots: Slots { call: Some(call_attr), ..Slots::EMPTY },
        ..TypeDef::EMPTY
    },
    method::TYPE,
];

/// What `inspect` shows of the objects as functions.
const GETTERS: &[Getter] = getters! {
    "__text_signature__" => text_signature;
};

fn text_signature(vm: &mut Vm, _getter: Value) -> Res {
    Ok(vm.intern("(obj, /)"))
}

const ITEM: &[Method] = methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    Pure "__new__" "(cls, /, *args, **kwargs)" => new_item;
    /// Call self as a function.
    CallsBack "__call__" "(self, /, *args, **kwargs)" => item_call;
    /// Return repr(self).
    CallsBack "__repr__" "(self, /)" => repr;
    /// Return state information for pickling
    Pure "__reduce__" "(self, /)" => reduce;
};

const ATTR: &[Method] = methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    Pure "__new__" "(cls, /, *args, **kwargs)" => new_attr;
    /// Call self as a function.
    CallsBack "__call__" "(self, /, *args, **kwargs)" => attr_call;
    /// Return repr(self).
    CallsBack "__repr__" "(self, /)" => repr;
    /// Return state information for pickling
    Pure "__reduce__" "(self, /)" => reduce;
};

/// Returns the one argument of a call.
fn only<'a>(vm: &mut Vm, name: &str, args: &'a [Value], kw: &[(Value, Value)]) -> Res<&'a Value> {
    if !kw.is_empty() {
        return Err(vm.type_error(format!("{name}() takes no keyword arguments")));
    }
    arity::count(vm, name, args.len(), 1, 1)?;
    Ok(&args[0])
}

fn made(vm: &mut Vm, class: Value, tid: TypeId, asked: &[Value]) -> Value {
    let asked = vm.new_tuple(asked);
    let getter = vm.heap.new_slots_from(tid, 0, &[asked]);
    let builtin = vm.class_of_tid[usize::from(tid.0)];
    construct::instance(vm, class, builtin, getter)
}

/// Returns the keys or names: at least one.
fn asked<'a>(vm: &mut Vm, name: &str, args: &Args<'a>) -> Res<&'a [Value]> {
    arity::positional(vm, name, args, 1, args.rest.len().max(1))
}

fn new_item(vm: &mut Vm, args: Args) -> Res {
    let asked = asked(vm, "itemgetter", &args)?;
    Ok(made(vm, args.get(0), ids::ITEMGETTER, asked))
}

fn new_attr(vm: &mut Vm, args: Args) -> Res {
    let asked = asked(vm, "attrgetter", &args)?;
    let mut names = Vec::with_capacity(asked.len());
    for name in asked {
        match vm.payload(*name, ids::STR) {
            Some(text) => names.push(vm.intern_value(text)),
            None => return Err(vm.type_error("attribute name must be a string")),
        }
    }
    Ok(made(vm, args.get(0), ids::ATTRGETTER, &names))
}

fn item_call(vm: &mut Vm, args: Args) -> Res {
    call_item(vm, args.get(0), args.rest, args.kw)
}

fn attr_call(vm: &mut Vm, args: Args) -> Res {
    call_attr(vm, args.get(0), args.rest, args.kw)
}

fn call_item(vm: &mut Vm, getter: Value, args: &[Value], kw: &[(Value, Value)]) -> Res {
    let obj = *only(vm, "itemgetter", args, kw)?;
    let keys = vm.heap.slot(getter, 0);
    let count = vm.heap.tuple(keys).len();
    if count == 1 {
        let key = vm.heap.tuple(keys)[0];
        return match item::get(vm, obj, key) {
            Some(found) => found,
            None => {
                let f = vm.lib("op_getitem");
                Err(vm.tail_call(f, &[obj, key]))
            }
        };
    }
    let mut items = SmallVec::<[Value; 4]>::with_capacity(count);
    for i in 0..count {
        let key = vm.heap.tuple(keys)[i];
        match item::get(vm, obj, key) {
            Some(found) => items.push(found?),
            None => {
                let f = vm.lib("op_getitems");
                return Err(vm.tail_call(f, &[obj, keys]));
            }
        }
    }
    Ok(vm.new_tuple(&items))
}

fn call_attr(vm: &mut Vm, getter: Value, args: &[Value], kw: &[(Value, Value)]) -> Res {
    let obj = *only(vm, "attrgetter", args, kw)?;
    let names = vm.heap.slot(getter, 0);
    let count = vm.heap.tuple(names).len();
    let mut found = SmallVec::<[Value; 4]>::with_capacity(count);
    for i in 0..count {
        let name = vm.heap.tuple(names)[i];
        match quiet_attr(vm, obj, name)? {
            Some(value) => found.push(value),
            None => {
                let f = vm.lib("op_getattrs");
                return Err(vm.tail_call(f, &[obj, names]));
            }
        }
    }
    Ok(if count == 1 { found[0] } else { vm.new_tuple(&found) })
}

/// Returns the name that an `attrgetter` asks for, if there is one and it has no dots.
pub(crate) fn plain_name(vm: &Vm, getter: Value) -> Option<Value> {
    match *vm.heap.tuple(vm.heap.slot(getter, 0)) {
        [name] if !vm.heap.bytes(name).contains(&b'.') => Some(name),
        _ => None,
    }
}

/// Returns an attribute by its dotted name, `None` when that would run Python code.
fn quiet_attr(vm: &mut Vm, mut obj: Value, name: Value) -> Res<Option<Value>> {
    let parts: SmallVec<[Value; 4]> = match vm.heap.bytes(name).contains(&b'.') {
        false => smallvec![name],
        true => {
            let text = vm.text_lossy(name).into_owned();
            text.split('.').map(|part| vm.intern(part)).collect()
        }
    };
    for part in parts {
        obj = match vm.find_attr(obj, part)? {
            Attr::Slot(_, v) | Attr::Value(v) => v,
            Attr::Bound(f, this) => vm.new_method(f, this),
            Attr::Missing => return Err(vm.no_attribute(obj, part)),
            Attr::Call(..) => return Ok(None),
        };
    }
    Ok(Some(obj))
}

/// `operator.itemgetter(1, 2)`, with the class of the instance.
fn repr(vm: &mut Vm, args: Args) -> Res {
    let getter = args.get(0);
    let class = vm.type_of(vm.receiver(getter));
    let name = shown_name(vm, class);
    let asked = vm.heap.tuple(vm.heap.slot(getter, 0)).to_vec();
    shown(vm, getter, &name, &asked, &[])
}

/// Returns the name of the class with its module.
fn shown_name(vm: &mut Vm, class: Value) -> String {
    let name = vm.class_short_name(class);
    let dict = vm.class_dict(class);
    match vm.dict_get_str(dict, "__module__").filter(|m| m.is(ids::STR)) {
        Some(module) => format!("{}.{name}", vm.text_lossy(module)),
        None => name,
    }
}

/// `name(1, 2, x=3)`.
pub(crate) fn shown(vm: &mut Vm, v: Value, name: &str, args: &[Value], kw: &[(Value, Value)]) -> Res {
    if vm.pending.repr_guard.contains(&v) {
        return Ok(vm.new_str(&format!("{name}(...)")));
    }
    vm.pending.repr_guard.push(v);
    let mut out = format!("{name}(").into_bytes();
    let done = append_all(vm, &mut out, args, kw);
    vm.pending.repr_guard.pop();
    done?;
    out.push(b')');
    Ok(vm.new_str_raw(&out))
}

fn append_all(vm: &mut Vm, out: &mut Vec<u8>, args: &[Value], kw: &[(Value, Value)]) -> Res<()> {
    for (i, arg) in args.iter().enumerate() {
        if i > 0 {
            out.extend_from_slice(b", ");
        }
        let text = vm.repr(*arg)?;
        out.extend_from_slice(vm.heap.bytes(vm.unwrap(text)));
    }
    for (key, value) in kw {
        out.extend_from_slice(b", ");
        let key = vm.str_of(*key)?;
        out.extend_from_slice(vm.heap.bytes(vm.unwrap(key)));
        out.push(b'=');
        let text = vm.repr(*value)?;
        out.extend_from_slice(vm.heap.bytes(vm.unwrap(text)));
    }
    Ok(())
}

fn reduce(vm: &mut Vm, args: Args) -> Res {
    let getter = args.get(0);
    let (class, asked) = (vm.type_of(vm.receiver(getter)), vm.heap.slot(getter, 0));
    Ok(vm.new_tuple(&[class, asked]))
}
