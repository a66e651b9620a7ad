//! The methods of `dict`.

use ttd_core::value::Value;

use super::{update, views};
use crate::ops::{arity, construct, dunders, hashing, iter};
use crate::{Vm, ids, methods, native::*};

/// The type.
pub const TYPE: TypeDef = TypeDef {
    name: "dict",
    tid: ids::DICT,
    doc: "dict() -> new empty dictionary\n\
          dict(mapping) -> new dictionary initialized from a mapping object's\n    (key, value) pairs\n\
          dict(iterable) -> new dictionary initialized as if via:\n    d = {}\n    for k, v in iterable:\n        \
          d[k] = v\n\
          dict(**kwargs) -> new dictionary initialized with the name=value pairs\n    \
          in the keyword argument list.  For example:  dict(one=1, two=2)",
    methods: METHODS,
    class_methods: CLASS_METHODS,
    unhashable: true,
    slots: Slots {
        hash: Some(hashing::refuse),
        pattern: Pattern::Mapping,
        sequence_methods: true,
        filled_by_init: true,
        ..Slots::EMPTY
    },
    ..TypeDef::EMPTY
};

const METHODS: &[Method] = methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    CallsBack "__new__" "(cls, /, *args, **kwargs)" => new;
    /// Initialize self.  See help(type(self)) for accurate signature.
    CallsBack "__init__" "(self, /, *args, **kwargs)" => init;
    /// Return the value for key if key is in the dictionary, else default.
    CallsBack "get" "(self, key, default=None, /)" => get;
    /// Insert key with a value of default if key is not in the dictionary.
    ///
    /// Return the value for key if key is in the dictionary, else default.
    CallsBack "setdefault" "(self, key, default=None, /)" => setdefault;
    /// D.pop(k[,d]) -> v, remove specified key and return the corresponding value.
    ///
    /// If the key is not found, return the default if given; otherwise,
    /// raise a KeyError.
    CallsBack "pop" "(self, key, default=..., /)" => pop;
    /// Remove and return a (key, value) pair as a 2-tuple.
    ///
    /// Pairs are returned in LIFO (last-in, first-out) order.
    /// Raises KeyError if the dict is empty.
    Mutates "popitem" "(self, /)" => popitem;
    /// D.keys() -> a set-like object providing a view on D's keys
    Pure "keys" "(self, /)" => keys;
    /// D.items() -> a set-like object providing a view on D's items
    Pure "items" "(self, /)" => items;
    /// D.values() -> an object providing a view on D's values
    Pure "values" "(self, /)" => values;
    /// D.update([E, ]**F) -> None.  Update D from mapping/iterable E and F.
    /// If E is present and has a .keys() method, then does:  for k in E.keys(): D[k] = E[k]
    /// If E is present and lacks a .keys() method, then does:  for k, v in E: D[k] = v
    /// In either case, this is followed by: for k in F:  D[k] = F[k]
    CallsBack "update" "(self, /, *args, **kwargs)" => update_method;
    /// D.clear() -> None.  Remove all items from D.
    Mutates "clear" "(self, /)" => clear;
    /// D.copy() -> a shallow copy of D
    Pure "copy" "(self, /)" => copy;
    /// Return len(self).
    Pure "__len__" "(self, /)" => dunders::len;
    /// Return self[key].
    CallsBack "__getitem__" "(self, key, /)" => getitem;
    /// Set self[key] to value.
    CallsBack "__setitem__" "(self, key, value, /)" => dunders::setitem;
    /// Delete self[key].
    CallsBack "__delitem__" "(self, key, /)" => dunders::delitem;
    /// True if the dictionary has the specified key, else False.
    CallsBack "__contains__" "(self, key, /)" => dunders::contains;
    /// Implement iter(self).
    Pure "__iter__" "(self, /)" => dunders::iter;
    /// Return a reverse iterator over the dict keys.
    Pure "__reversed__" "(self, /)" => dunders::reversed;
    /// Return repr(self).
    CallsBack "__repr__" "(self, /)" => dunders::repr;
    /// Return self==value.
    CallsBack "__eq__" "(self, value, /)" => dunders::eq;
    /// Return self!=value.
    CallsBack "__ne__" "(self, value, /)" => dunders::ne;
    /// Return self<value.
    Pure "__lt__" "(self, value, /)" => dunders::lt;
    /// Return self<=value.
    Pure "__le__" "(self, value, /)" => dunders::le;
    /// Return self>value.
    Pure "__gt__" "(self, value, /)" => dunders::gt;
    /// Return self>=value.
    Pure "__ge__" "(self, value, /)" => dunders::ge;
    /// Return self|value.
    CallsBack "__or__" "(self, value, /)" => dunders::or_;
    /// Return value|self.
    CallsBack "__ror__" "(self, value, /)" => dunders::ror;
    /// Return self|=value.
    CallsBack "__ior__" "(self, value, /)" => dunders::ior;
};

const CLASS_METHODS: &[Method] = methods! {
    /// Create a new dictionary with keys from iterable and values set to value.
    CallsBack "fromkeys" "(cls, iterable, value=None, /)" => fromkeys;
    /// See PEP 585
    CallsBack "__class_getitem__" "(cls, object, /)" => crate::types::class::generic_alias::class_getitem;
};

fn new(vm: &mut Vm, args: Args) -> Res {
    let dict = vm.new_dict();
    if args.get(0) != vm.types.dict {
        return Ok(construct::instance(vm, args.get(0), vm.types.dict, dict));
    }
    fill(vm, "dict", dict, &args, dict)
}

fn init(vm: &mut Vm, args: Args) -> Res {
    fill(vm, "dict", args.get(0), &args, Value::NONE)
}

fn update_method(vm: &mut Vm, args: Args) -> Res {
    fill(vm, "update", args.get(0), &args, Value::NONE)
}

/// `dict.update(*args, **kw)`; returns `result`.
pub fn fill(vm: &mut Vm, name: &str, dict: Value, args: &Args, result: Value) -> Res {
    arity::count(vm, name, args.rest.len(), 0, 1)?;
    fill_from(vm, dict, args, result, false)
}

/// As `fill`, with the arguments counted; the dict may be that of an `OrderedDict`.
pub fn fill_from(vm: &mut Vm, dict: Value, args: &Args, result: Value, ordered: bool) -> Res {
    if let [from] = *args.rest
        && !update::update(vm, dict, from, ordered)?
    {
        let kw = vm.new_dict();
        update::keywords(vm, kw, args, true)?;
        let f = vm.lib("dict_update");
        return Err(vm.tail_call(f, &[dict, from, kw, result, Value::bool(ordered)]));
    }
    update::keywords(vm, dict, args, result == dict && args.rest.is_empty())?;
    Ok(result)
}

fn get(vm: &mut Vm, args: Args) -> Res {
    let default = args.opt(2).unwrap_or(Value::NONE);
    Ok(vm.dict_get(args.get(0), args.get(1))?.unwrap_or(default))
}

pub(crate) fn setdefault(vm: &mut Vm, args: Args) -> Res {
    let (dict, key) = (args.get(0), args.get(1));
    let hash = vm.key_hash(key)?;
    vm.heap.dict_prepare_insert(dict, key);
    if let Some(at) = vm.dict_find_key(dict, key, hash)? {
        return Ok(vm.dict_value_at(dict, at));
    }
    let default = args.opt(2).unwrap_or(Value::NONE);
    vm.heap.dict_insert_new(dict, hash, key, default);
    Ok(default)
}

/// `d.pop(key, default)`. An empty dict does not hash the key.
pub(crate) fn pop(vm: &mut Vm, args: Args) -> Res {
    let (dict, key) = (args.get(0), args.get(1));
    let found = if vm.heap.dict_len(dict) == 0 { None } else { vm.dict_del(dict, key)? };
    match (found, args.opt(2)) {
        (Some(value), _) => Ok(value),
        (None, Some(default)) => Ok(default),
        (None, None) => Err(vm.key_error(args.get(1))),
    }
}

fn popitem(vm: &mut Vm, args: Args) -> Res {
    match vm.heap.dict_pop_last(args.get(0)) {
        Some((key, value)) => Ok(vm.new_tuple(&[key, value])),
        None => Err(vm.error(vm.types.key_error, "popitem(): dictionary is empty")),
    }
}

fn keys(vm: &mut Vm, args: Args) -> Res {
    Ok(views::make(vm, ids::DICT_KEYS, args.get(0)))
}

fn items(vm: &mut Vm, args: Args) -> Res {
    Ok(views::make(vm, ids::DICT_ITEMS, args.get(0)))
}

fn values(vm: &mut Vm, args: Args) -> Res {
    Ok(views::make(vm, ids::DICT_VALUES, args.get(0)))
}

fn clear(vm: &mut Vm, args: Args) -> Res {
    vm.heap.dict_clear(args.get(0));
    Ok(Value::NONE)
}

fn copy(vm: &mut Vm, args: Args) -> Res {
    vm.dict_copy(args.get(0))
}

/// `dict.__getitem__` by name: a Python class may define `__missing__`.
fn getitem(vm: &mut Vm, args: Args) -> Res {
    let (dict, key) = (args.get(0), args.get(1));
    let this = vm.receiver(dict);
    if let Some(value) = vm.dict_get(dict, key)? {
        return Ok(value);
    }
    if this.is(ids::INST)
        && let Some(method) = vm.special_named(this, vm.names.missing)
    {
        return Err(vm.tail_call(method, &[this, key]));
    }
    Err(vm.key_error(key))
}

pub(crate) fn fromkeys(vm: &mut Vm, args: Args) -> Res {
    let (class, iterable, value) = (args.get(0), args.get(1), args.opt(2).unwrap_or(Value::NONE));
    if class != vm.types.dict || !vm.plain_iterable(iterable) {
        let f = vm.lib("dict_fromkeys");
        return Err(vm.tail_call(f, &[class, iterable, value]));
    }
    let dict = vm.new_dict();
    if iterable.is(ids::DICT) {
        vm.heap.dict_presize_for_keys(dict, iterable);
    } else if iterable.is(ids::SET) || iterable.is(ids::FROZENSET) {
        let items = vm.heap.set_len(iterable);
        vm.heap.dict_presize_for_items(dict, items);
    }
    if iterable.is(ids::SET) || iterable.is(ids::FROZENSET) {
        // A set has the hashes of its items.
        for (n, (hash, key)) in crate::types::set::entries(vm, iterable).into_iter().enumerate() {
            vm.dict_set_hashed(dict, key, hash, value)?;
            if n % 1000 == 999 {
                vm.check_interrupt()?;
            }
        }
        return Ok(dict);
    }
    iter::for_each(vm, iterable, |vm, key| vm.dict_set(dict, key, value).map(|()| true))?;
    Ok(dict)
}
