//! The wrapper that `functools.lru_cache` makes: an object with native fields. A bounded cache keeps its entries in a
//! ring of nodes, from the least to the most recently used.

use ttd_core::value::Value;

use crate::types::iter::map::native_function;
use crate::vm::call::waits::Wait;
use crate::{Vm, ids, methods, native::*};

const FUNC: usize = 0;
/// Maximum number of results: an int, or None.
const MAXSIZE: usize = 1;
const TYPED: usize = 2;
/// A dict of results, or of nodes if the cache is bounded.
const CACHE: usize = 3;
const HITS: usize = 4;
const MISSES: usize = 5;
/// The class of `cache_info`'s result.
const INFO: usize = 6;
/// The root of the ring. A node is a list: previous node, next node, key, result, hash.
const ROOT: usize = 7;
const FIELDS: u32 = 8;

mod node {
    pub(super) const PREVIOUS: usize = 0;
    pub(super) const NEXT: usize = 1;
    pub(super) const KEY: usize = 2;
    pub(super) const RESULT: usize = 3;
    pub(super) const HASH: usize = 4;
}

/// The type.
pub const TYPE: TypeDef = TypeDef {
    name: "functools._lru_cache_wrapper",
    fields: FIELDS,
    doc: "Create a cached callable that wraps another function.\n\n\
          user_function:      the function being cached\n\n\
          maxsize:  0         for no caching\n          None      for unlimited cache size\n          \
          n         for a bounded cache\n\n\
          typed:    False     cache f(3) and f(3.0) as identical calls\n          \
          True      cache f(3) and f(3.0) as distinct calls\n\n\
          cache_info_type:    namedtuple class with the fields:\n                        \
          hits misses currsize maxsize\n",
    methods: methods! {
        /// Create and return a new object.  See help(type) for accurate signature.
        CallsBack "__new__" "(cls, user_function, maxsize, typed, cache_info_type)" => new;
        /// Call self as a function.
        CallsBack "__call__" "(self, /, *args, **kwargs)" => call_by_name;
        /// Return an attribute of instance, which is of type owner.
        Pure "__get__" "(self, instance, owner=None, /)" => get;
        /// Report cache statistics
        CallsBack "cache_info" "(self, /)" => cache_info;
        /// Clear the cache and cache statistics
        Mutates "cache_clear" "(self, /)" => cache_clear;
        /// Return state information for pickling
        CallsBack "__reduce__" "(self, /)" => reduce;
        /// The wrapper itself.
        Pure "__copy__" "(self, /)" => itself;
        /// The wrapper itself.
        Pure "__deepcopy__" "(self, memo, /)" => itself;
    },
    slots: Slots { call: Some(call), ..Slots::EMPTY },
    ..TypeDef::EMPTY
};

fn new(vm: &mut Vm, args: Args) -> Res {
    let (function, maxsize) = (args.get(1), args.get(2));
    if !vm.is_callable(function) {
        return Err(vm.type_error("the first argument must be callable"));
    }
    let maxsize = match maxsize {
        n if n.is_none() => n,
        n if vm.special_named(n, vm.names.index).is_some() => {
            let n = vm.index_i64(n)?.max(0);
            vm.int(n)
        }
        _ => return Err(vm.type_error("maxsize should be integer or None")),
    };
    let typed = Value::bool(vm.truth(args.get(3))?);
    let made = vm.new_instance(args.get(0));
    let cache = vm.new_dict();
    let root = new_node(vm, Value::NONE, Value::NONE, Value::NONE);
    link(vm, root, root);
    let zero = Value::int(0);
    let fields = [function, maxsize, typed, cache, zero, zero, args.get(4), root];
    for (slot, value) in fields.into_iter().enumerate() {
        vm.heap.set_slot(made, slot, value);
    }
    Ok(made)
}

fn new_node(vm: &mut Vm, key: Value, result: Value, hash: Value) -> Value {
    vm.new_list(&[Value::NONE, Value::NONE, key, result, hash])
}

fn link(vm: &mut Vm, first: Value, second: Value) {
    vm.heap.list_set(first, node::NEXT, second);
    vm.heap.list_set(second, node::PREVIOUS, first);
}

fn unlink(vm: &mut Vm, at: Value) {
    let (previous, next) = (vm.heap.list(at)[node::PREVIOUS], vm.heap.list(at)[node::NEXT]);
    link(vm, previous, next);
}

/// Moves a node to the most recently used end.
fn append(vm: &mut Vm, wrapper: Value, at: Value) {
    let root = vm.heap.slot(wrapper, ROOT);
    let last = vm.heap.list(root)[node::PREVIOUS];
    link(vm, last, at);
    link(vm, at, root);
}

fn add_one(vm: &mut Vm, wrapper: Value, slot: usize) {
    let n = vm.heap.slot(wrapper, slot).as_int();
    vm.heap.set_slot(wrapper, slot, Value::int(n + 1));
}

fn call_by_name(vm: &mut Vm, args: Args) -> Res {
    call(vm, args.get(0), args.rest, args.kw)
}

/// Calls a wrapper. A cached result is returned at once.
pub fn call(vm: &mut Vm, wrapper: Value, args: &[Value], kw: &[(Value, Value)]) -> Res {
    let (function, maxsize) = (vm.heap.slot(wrapper, FUNC), vm.heap.slot(wrapper, MAXSIZE));
    if maxsize == Value::int(0) {
        add_one(vm, wrapper, MISSES);
        return Err(vm.tail_with(function, args, kw.to_vec()));
    }
    let typed = vm.heap.slot(wrapper, TYPED) == Value::TRUE;
    let key = make_key(vm, args, kw, typed);
    let hash = vm.key_hash(key)?;
    let cache = vm.heap.slot(wrapper, CACHE);
    if let Some(at) = vm.dict_find_key(cache, key, hash)? {
        let found = vm.dict_value_at(cache, at);
        add_one(vm, wrapper, HITS);
        if maxsize.is_none() {
            return Ok(found);
        }
        let root = vm.heap.slot(wrapper, ROOT);
        if vm.heap.list(root)[node::PREVIOUS] != found {
            unlink(vm, found);
            append(vm, wrapper, found);
        }
        return Ok(vm.heap.list(found)[node::RESULT]);
    }
    add_one(vm, wrapper, MISSES);
    let hash = vm.int(hash);
    if native_function(vm, function) {
        let result = vm.call_kw(function, args, kw)?;
        return keep(vm, wrapper, key, hash, result);
    }
    let given = vm.new_tuple(args);
    if kw.is_empty() {
        let waited = [function, Value::UNBOUND, Value::UNBOUND];
        return Err(vm.tail_wait(Wait::Cached, waited, "lru_miss", &[function, wrapper, key, hash, given]));
    }
    let keywords = vm.new_dict();
    for (name, value) in kw {
        vm.dict_set(keywords, *name, *value)?;
    }
    let f = vm.lib("lru_miss_keywords");
    Err(vm.tail_call(f, &[function, wrapper, key, hash, given, keywords]))
}

/// The key for arguments: a single int or str itself, else a tuple.
fn make_key(vm: &mut Vm, args: &[Value], kw: &[(Value, Value)], typed: bool) -> Value {
    if !typed && kw.is_empty() {
        if let [arg] = args
            && (arg.is_int() || arg.is(ids::STR) || arg.is(ids::BIGINT))
        {
            return *arg;
        }
        return vm.new_tuple(args);
    }
    let mut parts = args.to_vec();
    if !kw.is_empty() {
        parts.push(vm.lib("END"));
        parts.extend(kw.iter().flat_map(|(name, value)| [*name, *value]));
    }
    if typed {
        parts.extend(args.iter().chain(kw.iter().map(|(_, value)| value)).map(|v| vm.type_of(*v)));
    }
    vm.new_tuple(&parts)
}

/// Stores a result, for `lib/hidden/containers/functools.py`.
pub(super) fn store(vm: &mut Vm, args: Args) -> Res {
    keep(vm, args.get(0), args.get(1), args.get(2), args.get(3))
}

/// Keeps a result. `known`: a tuple of the key and its hash.
pub(crate) fn keep_result(vm: &mut Vm, wrapper: Value, known: Value, result: Value) -> Res<()> {
    let [key, hash] = *vm.heap.tuple(known) else { return Ok(()) };
    keep(vm, wrapper, key, hash, result).map(|_| ())
}

fn keep(vm: &mut Vm, wrapper: Value, key: Value, hash: Value, result: Value) -> Res {
    let (cache, maxsize) = (vm.heap.slot(wrapper, CACHE), vm.heap.slot(wrapper, MAXSIZE));
    let number = vm.as_i64(hash).unwrap_or(0);
    if maxsize.is_none() {
        vm.dict_set_hashed(cache, key, number, result)?;
        return Ok(result);
    }
    // A recursive call may have stored it already.
    if vm.dict_find_key(cache, key, number)?.is_some() {
        return Ok(result);
    }
    let limit = vm.as_i64(maxsize).unwrap_or(i64::MAX) as usize;
    if vm.heap.dict_len(cache) >= limit {
        let root = vm.heap.slot(wrapper, ROOT);
        let oldest = vm.heap.list(root)[node::NEXT];
        if oldest != root {
            unlink(vm, oldest);
            let old_key = vm.heap.list(oldest)[node::KEY];
            let old_hash = vm.as_i64(vm.heap.list(oldest)[node::HASH]).unwrap_or(0);
            if let Some(at) = vm.heap.dict_find(cache, old_hash, |k| k == old_key) {
                vm.heap.dict_remove_at(cache, at);
            }
        }
    }
    let fresh = new_node(vm, key, result, hash);
    append(vm, wrapper, fresh);
    vm.dict_set_hashed(cache, key, number, fresh)?;
    Ok(result)
}

fn get(vm: &mut Vm, args: Args) -> Res {
    crate::types::property::check_target(vm, &args)?;
    let (wrapper, instance) = (args.get(0), args.get(1));
    if instance.is_none() {
        return Ok(wrapper);
    }
    Ok(vm.new_method(wrapper, instance))
}

fn cache_info(vm: &mut Vm, args: Args) -> Res {
    let wrapper = args.get(0);
    let [hits, misses, maxsize, info] = [HITS, MISSES, MAXSIZE, INFO].map(|i| vm.heap.slot(wrapper, i));
    let size = vm.heap.dict_len(vm.heap.slot(wrapper, CACHE));
    let size = vm.int(size as i64);
    Err(vm.tail_call(info, &[hits, misses, maxsize, size]))
}

fn cache_clear(vm: &mut Vm, args: Args) -> Res {
    let wrapper = args.get(0);
    let (root, cache) = (vm.heap.slot(wrapper, ROOT), vm.heap.slot(wrapper, CACHE));
    vm.heap.dict_clear(cache);
    link(vm, root, root);
    vm.heap.set_slot(wrapper, HITS, Value::int(0));
    vm.heap.set_slot(wrapper, MISSES, Value::int(0));
    Ok(Value::NONE)
}

fn reduce(vm: &mut Vm, args: Args) -> Res {
    vm.getattr_str(args.get(0), "__qualname__")
}

fn itself(_: &mut Vm, args: Args) -> Res {
    Ok(args.get(0))
}
