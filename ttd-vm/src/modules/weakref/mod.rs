//! `_weakref`.

use ttd_core::value::Value;

use crate::native::*;
use crate::types::weakref;
use crate::vm::objects::weak_references;
use crate::{Vm, ids, methods};

/// The module.
pub const MODULE: ModuleDef =
    ModuleDef { name: "_weakref", doc: "Weak-reference support module.", functions: FUNCTIONS, types: &[], init };

const FUNCTIONS: &[Method] = methods! {
    /// Return the number of weak references to 'object'.
    CallsBack "getweakrefcount" "(object, /)" => getweakrefcount;
    /// Return a list of all weak reference objects pointing to 'object'.
    CallsBack "getweakrefs" "(object, /)" => getweakrefs;
    /// Create a proxy object that weakly references 'object'.
    CallsBack "proxy" "(object, callback=None, /)" => proxy;
    /// Atomically remove key from dict if it points to a dead weakref.
    CallsBack "_remove_dead_weakref" "(dct, key, /)" => remove_dead;
};

fn init(vm: &mut Vm, module: Value) -> Res<()> {
    let dict = vm.heap.slot(module, 0);
    let class = vm.class_of_tid[ids::WEAKREF.0 as usize];
    let values = [
        ("ref", class),
        ("ReferenceType", class),
        ("ProxyType", vm.lib("WeakProxy")),
        ("CallableProxyType", vm.lib("WeakCallableProxy")),
    ];
    for (name, value) in values {
        let key = vm.intern(name);
        vm.dict_set_name(dict, key, value);
    }
    Ok(())
}

fn getweakrefs(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    let found = match v.is_obj().then(|| vm.weak_references(v)).flatten() {
        Some(list) => weak_references::in_order(vm, list),
        None => Vec::new(),
    };
    let shown: Vec<Value> = found.into_iter().map(|r| weak_references::instance(vm, r)).collect();
    Ok(vm.new_list(&shown))
}

fn getweakrefcount(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    let n = v.is_obj().then(|| vm.weak_references(v)).flatten().map_or(0, |list| vm.heap.list(list).len());
    Ok(Value::int(n as i64))
}

fn proxy(vm: &mut Vm, args: Args) -> Res {
    let (v, callback) = (args.get(0), args.opt(1).unwrap_or(Value::NONE));
    if callback.is_none()
        && v.is_obj()
        && let Some(known) = weak_references::shared_proxy(vm, v)
    {
        return Ok(known);
    }
    let reference = weakref::reference(vm, v, callback, false)?;
    let callable = vm.is_callable(v);
    let class = vm.lib(if callable { "WeakCallableProxy" } else { "WeakProxy" });
    let (proxy, name) = (vm.new_instance(class), vm.intern("ref"));
    vm.assign_attr_plain(proxy, class, name, reference)?;
    weak_references::set_instance(vm, reference, proxy);
    Ok(proxy)
}

fn remove_dead(vm: &mut Vm, args: Args) -> Res {
    let (Some(dict), key) = (vm.payload(args.get(0), ids::DICT), args.get(1)) else {
        let name = vm.type_name(args.get(0));
        return Err(vm.type_error(format!("_remove_dead_weakref() argument 1 must be dict, not {name}")));
    };
    let Some(found) = vm.dict_get(dict, key)? else { return Ok(Value::NONE) };
    let Some(reference) = vm.payload(found, ids::WEAKREF) else {
        return Err(vm.type_error("not a weakref"));
    };
    if weak_references::target(vm, reference).is_none() {
        vm.dict_del(dict, key)?;
    }
    Ok(Value::NONE)
}
