//! `gc`: runs finalizers on request. Programs cannot see what is reclaimed or when; the switches are only stored.

use ttd_core::value::Value;

use crate::native::*;
use crate::vm::slots;
use crate::{Vm, ids, methods};

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "gc",
    doc: "This module provides access to the garbage collector for reference cycles.",
    functions: FUNCTIONS,
    types: &[],
    init,
};

const FUNCTIONS: &[Method] = methods! {
    /// Run the garbage collector.
    CallsBack "collect" "(generation=2)" => collect;
    /// Enable automatic garbage collection.
    Mutates "enable" "()" => enable;
    /// Disable automatic garbage collection.
    Mutates "disable" "()" => disable;
    /// Returns true if automatic garbage collection is enabled.
    Pure "isenabled" "()" => isenabled;
    /// Return the current collection thresholds.
    Pure "get_threshold" "()" => get_threshold;
    /// Set the collection thresholds (the collection frequency).
    Mutates "set_threshold" "(threshold0, threshold1=10, threshold2=10, /)" => set_threshold;
    /// Return a three-tuple of the current collection counts.
    Pure "get_count" "()" => get_count;
    /// Return a list of dictionaries containing per-generation statistics.
    Pure "get_stats" "()" => get_stats;
    /// Set the garbage collection debugging flags.
    Mutates "set_debug" "(flags, /)" => set_debug;
    /// Get the garbage collection debugging flags.
    Pure "get_debug" "()" => get_debug;
    /// Freeze all current tracked objects and ignore them for future collections.
    Pure "freeze" "()" => nothing;
    /// Unfreeze all objects in the permanent generation.
    Pure "unfreeze" "()" => nothing;
    /// Return the number of objects in the permanent generation.
    Pure "get_freeze_count" "()" => zero;
    /// Returns true if the object is tracked by the garbage collector.
    Pure "is_tracked" "(obj, /)" => is_tracked;
    /// Returns true if the object has been already finalized by the GC.
    Pure "is_finalized" "(obj, /)" => is_finalized;
    /// Return a list of objects tracked by the collector (excluding the list returned).
    Pure "get_objects" "(generation=None)" => get_objects;
    /// Return the list of objects that directly refer to any of 'objs'.
    Pure "get_referrers" "(*objs)" => get_referrers;
    /// Return the list of objects that are directly referred to by 'objs'.
    Pure "get_referents" "(*objs)" => get_referents;
};

fn init(vm: &mut Vm, module: Value) -> Res<()> {
    let dict = vm.heap.slot(module, 0);
    for name in ["callbacks", "garbage"] {
        let (key, list) = (vm.intern(name), vm.new_list(&[]));
        vm.dict_set_name(dict, key, list);
    }
    let flags = [
        ("DEBUG_STATS", 1),
        ("DEBUG_COLLECTABLE", 2),
        ("DEBUG_UNCOLLECTABLE", 4),
        ("DEBUG_SAVEALL", 32),
        ("DEBUG_LEAK", 38),
    ];
    for (name, value) in flags {
        let key = vm.intern(name);
        vm.dict_set_name(dict, key, Value::int(value));
    }
    Ok(())
}

fn collect(vm: &mut Vm, args: Args) -> Res {
    let generation = match args.opt(0) {
        Some(v) => vm.index_i64(v)?,
        None => 2,
    };
    if !(0..=2).contains(&generation) {
        return Err(vm.value_error("invalid generation"));
    }
    let mut found = 0;
    // Native code that waits may hold references that the collector does not see.
    while vm.limits.native_depth == 0 {
        let more = vm.finalize()?;
        found += more;
        if more == 0 || found > 1 << 20 {
            break;
        }
    }
    Ok(Value::int(found))
}

/// The stored settings: enabled, thresholds, flags.
fn settings(vm: &mut Vm) -> [Value; 3] {
    let kept = vm.global(slots::GC);
    if kept.is(ids::TUPLE) {
        let kept = vm.heap.tuple(kept);
        return [kept[0], kept[1], kept[2]];
    }
    let thresholds = vm.new_tuple(&[Value::int(2000), Value::int(10), Value::int(0)]);
    [Value::TRUE, thresholds, Value::int(0)]
}

fn keep(vm: &mut Vm, which: usize, v: Value) -> Res {
    let mut all = settings(vm);
    all[which] = v;
    let all = vm.new_tuple(&all);
    vm.heap.set_slot(vm.globals, slots::GC, all);
    Ok(Value::NONE)
}

fn enable(vm: &mut Vm, _args: Args) -> Res {
    keep(vm, 0, Value::TRUE)
}

fn disable(vm: &mut Vm, _args: Args) -> Res {
    keep(vm, 0, Value::FALSE)
}

fn isenabled(vm: &mut Vm, _args: Args) -> Res {
    Ok(settings(vm)[0])
}

fn get_threshold(vm: &mut Vm, _args: Args) -> Res {
    Ok(settings(vm)[1])
}

fn set_threshold(vm: &mut Vm, args: Args) -> Res {
    let mut all = Vec::new();
    for (i, default) in [(0, 0), (1, 10), (2, 0)] {
        let n = match args.opt(i) {
            Some(v) => vm.index_i64(v)?,
            None => default,
        };
        all.push(vm.int(n));
    }
    let all = vm.new_tuple(&all);
    keep(vm, 1, all)
}

fn get_count(vm: &mut Vm, _args: Args) -> Res {
    Ok(vm.new_tuple(&[Value::int(0); 3]))
}

fn get_stats(vm: &mut Vm, _args: Args) -> Res {
    let mut all = Vec::new();
    for _ in 0..3 {
        let dict = vm.new_dict();
        for name in ["collections", "collected", "uncollectable"] {
            let key = vm.intern(name);
            vm.dict_set_name(dict, key, Value::int(0));
        }
        all.push(dict);
    }
    Ok(vm.new_list(&all))
}

fn set_debug(vm: &mut Vm, args: Args) -> Res {
    let flags = vm.index_i64(args.get(0))?;
    let flags = vm.int(flags);
    keep(vm, 2, flags)
}

fn get_debug(vm: &mut Vm, _args: Args) -> Res {
    Ok(settings(vm)[2])
}

fn nothing(_vm: &mut Vm, _args: Args) -> Res {
    Ok(Value::NONE)
}

fn zero(_vm: &mut Vm, _args: Args) -> Res {
    Ok(Value::int(0))
}

/// Whether CPython's collector would track the object, which it does if that can refer to others.
fn is_tracked(_vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    let plain = [ids::STR, ids::BYTES, ids::BIGINT, ids::BYTEARRAY, ids::COMPLEX, ids::RANGE];
    Ok(Value::bool(v.is_obj() && !plain.contains(&v.tid())))
}

fn is_finalized(_vm: &mut Vm, _args: Args) -> Res {
    Ok(Value::FALSE)
}

fn get_objects(vm: &mut Vm, _args: Args) -> Res {
    Err(vm.not_supported("gc.get_objects"))
}

fn get_referrers(vm: &mut Vm, _args: Args) -> Res {
    Err(vm.not_supported("gc.get_referrers"))
}

fn get_referents(vm: &mut Vm, _args: Args) -> Res {
    Err(vm.not_supported("gc.get_referents"))
}
