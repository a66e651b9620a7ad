//! `collections.OrderedDict`: a dict whose order can be changed.

use ttd_core::value::Value;

use super::empty;
use crate::types::dict::{fill_from, methods, views};
use crate::{Vm, ids, methods, native::*};

/// The type.
pub(super) const TYPE: TypeDef = TypeDef {
    name: "collections.OrderedDict",
    base: "dict",
    fields: 1,
    doc: "Dictionary that remembers insertion order",
    methods: methods! {
        /// Create and return a new object.  See help(type) for accurate signature.
        CallsBack "__new__" "(cls, /, *args, **kwargs)" => new;
        /// Initialize self.  See help(type(self)) for accurate signature.
        CallsBack "__init__" "(self, /, *args, **kwargs)" => init;
        /// D.update([E, ]**F) -> None.  Update D from mapping/iterable E and F.
        CallsBack "update" "(self, /, *args, **kwargs)" => update;
        /// Move an existing element to the end (or beginning if last is false).
        ///
        /// Raise KeyError if the element does not exist.
        CallsBack "move_to_end" "(self, key, last=True)" => move_to_end;
        /// Remove and return a (key, value) pair from the dictionary.
        ///
        /// Pairs are returned in LIFO order if last is true or FIFO order if false.
        CallsBack "popitem" "(self, last=True)" => popitem;
        /// od.pop(key[,default]) -> v, remove specified key and return the corresponding value.
        ///
        /// If the key is not found, return the default if given; otherwise, raise a KeyError.
        CallsBack "pop" "(self, key, default=...)" => methods::pop;
        /// Insert key with a value of default if key is not in the dictionary.
        ///
        /// Return the value for key if key is in the dictionary, else default.
        CallsBack "setdefault" "(self, key, default=None)" => methods::setdefault;
        /// od.copy() -> a shallow copy of od
        CallsBack "copy" "(self, /)" => copy;
        /// D.keys() -> a set-like object providing a view on D's keys
        Pure "keys" "(self, /)" => keys;
        /// D.items() -> a set-like object providing a view on D's items
        Pure "items" "(self, /)" => items;
        /// D.values() -> an object providing a view on D's values
        Pure "values" "(self, /)" => values;
        /// Return state information for pickling
        CallsBack "__reduce__" "(self, /)" => reduce;
        /// Return repr(self).
        CallsBack "__repr__" "(self, /)" => repr;
        /// Return self==value.
        CallsBack "__eq__" "(self, value, /)" => eq;
        /// Return self!=value.
        CallsBack "__ne__" "(self, value, /)" => ne;
        /// Return self|value.
        CallsBack "__or__" "(self, value, /)" => or;
        /// Return value|self.
        CallsBack "__ror__" "(self, value, /)" => ror;
        /// Return self|=value.
        CallsBack "__ior__" "(self, value, /)" => ior;
    },
    class_methods: methods! {
        /// Create a new ordered dictionary with keys from iterable and values set to value.
        CallsBack "fromkeys" "(cls, /, iterable, value=None)" => methods::fromkeys;
    },
    unhashable: true,
    ..TypeDef::EMPTY
};

fn new(vm: &mut Vm, args: Args) -> Res {
    let class = args.get(0);
    let (made, dict) = empty(vm, class);
    if class != vm.types.ordered_dict {
        return Ok(made);
    }
    count(vm, &args)?;
    fill_from(vm, dict, &args, made, true)
}

fn count(vm: &mut Vm, args: &Args) -> Res<()> {
    match args.rest.len() {
        0 | 1 => Ok(()),
        given => Err(vm.type_error(format!("expected at most 1 arguments, got {given}"))),
    }
}

fn init(vm: &mut Vm, args: Args) -> Res {
    count(vm, &args)?;
    updated(vm, &args)
}

fn update(vm: &mut Vm, args: Args) -> Res {
    match args.rest.len() {
        0 | 1 => updated(vm, &args),
        given => Err(vm.type_error(format!("update() takes at most 1 positional argument ({given} given)"))),
    }
}

fn updated(vm: &mut Vm, args: &Args) -> Res {
    let (dict, this) = (args.get(0), vm.receiver(args.get(0)));
    // A subclass may override `__setitem__`.
    if vm.special_named(this, vm.names.setitem).is_some_and(|f| f.is(ids::METHOD_DESC)) {
        return fill_from(vm, dict, args, Value::NONE, true);
    }
    let keywords = vm.new_dict();
    for (name, value) in args.kw {
        vm.dict_set(keywords, *name, *value)?;
    }
    let source = args.rest.first().copied().unwrap_or_else(|| vm.new_tuple(&[]));
    let f = vm.lib("dict_update");
    Err(vm.tail_call(f, &[this, source, keywords, Value::NONE, Value::TRUE]))
}

fn last_wanted(vm: &mut Vm, given: Option<Value>) -> Res<bool> {
    match given {
        Some(last) => vm.truth(last),
        None => Ok(true),
    }
}

fn move_to_end(vm: &mut Vm, args: Args) -> Res {
    let (dict, key) = (args.get(0), args.get(1));
    let last = last_wanted(vm, args.opt(2))?;
    let hash = vm.key_hash(key)?;
    let Some(at) = vm.dict_find_key(dict, key, hash)? else { return Err(vm.key_error(key)) };
    if last {
        if at + 1 == vm.heap.dict_size(dict) {
            return Ok(Value::NONE);
        }
        let (key, value) = vm.heap.dict_remove_at(dict, at);
        vm.heap.dict_insert_new(dict, hash, key, value);
    } else {
        vm.heap.dict_move_to_front(dict, at);
    }
    Ok(Value::NONE)
}

fn entries(vm: &Vm, dict: Value) -> Vec<(i64, Value, Value)> {
    (0..vm.heap.dict_size(dict)).filter_map(|i| vm.heap.dict_entry(dict, i)).collect()
}

fn popitem(vm: &mut Vm, args: Args) -> Res {
    let dict = args.get(0);
    let last = last_wanted(vm, args.opt(1))?;
    if vm.heap.dict_len(dict) == 0 {
        return Err(vm.error(vm.types.key_error, "dictionary is empty"));
    }
    let found = if last { vm.heap.dict_pop_last(dict) } else { vm.heap.dict_pop_first(dict) };
    match found {
        Some((key, value)) => Ok(vm.new_tuple(&[key, value])),
        None => Err(vm.error(vm.types.key_error, "dictionary is empty")),
    }
}

fn copy(vm: &mut Vm, args: Args) -> Res {
    let (dict, this) = (args.get(0), vm.receiver(args.get(0)));
    let class = vm.type_of(this);
    if class == vm.types.ordered_dict {
        let copy = vm.dict_copy(dict)?;
        return Ok(vm.wrap_payload(class, copy));
    }
    let f = vm.lib("ordered_copy");
    Err(vm.tail_call(f, &[this, class]))
}

/// Makes a view that prints as one of an `OrderedDict`.
fn view(vm: &mut Vm, kind: ttd_core::value::TypeId, args: &Args) -> Res {
    Ok(views::make_ordered(vm, kind, args.get(0)))
}

fn keys(vm: &mut Vm, args: Args) -> Res {
    view(vm, ids::DICT_KEYS, &args)
}

fn items(vm: &mut Vm, args: Args) -> Res {
    view(vm, ids::DICT_ITEMS, &args)
}

fn values(vm: &mut Vm, args: Args) -> Res {
    view(vm, ids::DICT_VALUES, &args)
}

fn reduce(vm: &mut Vm, args: Args) -> Res {
    let this = vm.receiver(args.get(0));
    let class = vm.type_of(this);
    let bare = vm.heap.shape(this) == vm.class_shape(class);
    let slots = vm.heap.slot(class, crate::vm::objects::class::fields::MEMBERS) != Value::int(0);
    let f = vm.lib("ordered_reduced");
    Err(vm.tail_call(f, &[this, class, Value::bool(!bare || slots)]))
}

fn repr(vm: &mut Vm, args: Args) -> Res {
    let (dict, this) = (args.get(0), vm.receiver(args.get(0)));
    let name = vm.class_short_name(vm.type_of(this));
    if vm.heap.dict_len(dict) == 0 {
        return Ok(vm.new_str(&format!("{name}()")));
    }
    if vm.pending.repr_guard.contains(&dict) {
        return Ok(vm.intern("..."));
    }
    let items = crate::ops::repr::builtin(vm, dict)?;
    let text = [name.as_bytes(), b"(", vm.heap.bytes(items), b")"].concat();
    Ok(vm.new_str_raw(&text))
}

/// Returns whether both are equal as dicts, with keys in equal order if both are ordered; `None` for other values.
fn same(vm: &mut Vm, args: &Args) -> Res<Option<bool>> {
    let (dict, other) = (args.get(0), args.get(1));
    let Some(b) = vm.payload(other, ids::DICT) else { return Ok(None) };
    let equal = crate::ops::compare::rich(vm, crate::ops::compare::CmpOp::Eq, dict, b)?;
    if equal != Value::TRUE {
        return Ok(Some(false));
    }
    let ordered = vm.types.ordered_dict;
    if !vm.is_instance(other, ordered) {
        return Ok(Some(true));
    }
    // Comparing values may have changed the dicts.
    let (len, last) = (vm.heap.dict_len(dict), last_key(vm, dict));
    if len != vm.heap.dict_len(b) {
        return Ok(Some(false));
    }
    for ((_, p, _), (_, q, _)) in entries(vm, dict).into_iter().zip(entries(vm, b)) {
        if !crate::ops::compare::elements_equal(vm, p, q)? {
            return Ok(Some(false));
        }
        if vm.heap.dict_len(dict) != len || vm.heap.dict_len(b) != len || last_key(vm, dict) != last {
            return Err(vm.runtime_error("OrderedDict mutated during iteration"));
        }
    }
    Ok(Some(true))
}

fn last_key(vm: &Vm, dict: Value) -> Option<Value> {
    (0..vm.heap.dict_size(dict)).rev().find_map(|i| vm.heap.dict_entry(dict, i)).map(|e| e.1)
}

fn eq(vm: &mut Vm, args: Args) -> Res {
    Ok(same(vm, &args)?.map_or(Value::NOT_IMPLEMENTED, Value::bool))
}

fn ne(vm: &mut Vm, args: Args) -> Res {
    Ok(same(vm, &args)?.map_or(Value::NOT_IMPLEMENTED, |same| Value::bool(!same)))
}

fn or(vm: &mut Vm, args: Args) -> Res {
    let this = vm.receiver(args.get(0));
    united(vm, this, this, args.get(1))
}

fn ror(vm: &mut Vm, args: Args) -> Res {
    let this = vm.receiver(args.get(0));
    united(vm, this, args.get(1), this)
}

fn united(vm: &mut Vm, this: Value, left: Value, right: Value) -> Res {
    if vm.payload(left, ids::DICT).is_none() || vm.payload(right, ids::DICT).is_none() {
        return Ok(Value::NOT_IMPLEMENTED);
    }
    let class = vm.type_of(this);
    let f = vm.lib("ordered_united");
    Err(vm.tail_call(f, &[class, left, right]))
}

fn ior(vm: &mut Vm, args: Args) -> Res {
    let this = vm.receiver(args.get(0));
    let f = vm.lib("ordered_update");
    Err(vm.tail_call(f, &[this, args.get(1)]))
}
