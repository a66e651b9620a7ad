//! `gc`: runs finalizers and counts dead cycles on request. When memory is freed, no program can see; the switches are
//! only stored.

mod cycles;
mod graph;

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
    Mutates "freeze" "()" => freeze;
    /// Unfreeze all objects in the permanent generation.
    Mutates "unfreeze" "()" => unfreeze;
    /// Return the number of objects in the permanent generation.
    Pure "get_freeze_count" "()" => freeze_count;
    /// Returns true if the object is tracked by the garbage collector.
    Pure "is_tracked" "(obj, /)" => is_tracked;
    /// Returns true if the object has been already finalized by the GC.
    Pure "is_finalized" "(obj, /)" => is_finalized;
    /// Return a list of objects tracked by the collector (excluding the list returned).
    Pure "get_objects" "(generation=None)" => graph::get_objects;
    /// Return the list of objects that directly refer to any of 'objs'.
    Pure "get_referrers" "(*objs)" => graph::get_referrers;
    /// Return the list of objects that are directly referred to by 'objs'.
    Pure "get_referents" "(*objs)" => graph::get_referents;
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
    tell_callbacks(vm, "start", generation, 0)?;
    let mut found = 0;
    // Native code that waits may hold references that the collector does not see.
    if vm.limits.native_depth == 0 {
        let mut finalized = 0;
        loop {
            let more = vm.finalize()?;
            finalized += more;
            if more == 0 || finalized > 1 << 20 {
                break;
            }
        }
        found = cycles::count(vm)?;
    }
    let at = 4 + 2 * generation as usize;
    let counted = settings(vm);
    keep(vm, at, Value::int(counted[at].as_int() + 1))?;
    keep(vm, at + 1, Value::int(counted[at + 1].as_int() + found))?;
    tell_callbacks(vm, "stop", generation, found)?;
    Ok(Value::int(found))
}

/// Calls the functions in `gc.callbacks`.
fn tell_callbacks(vm: &mut Vm, phase: &str, generation: i64, collected: i64) -> Res<()> {
    let (modules, name) = (vm.global(slots::MODULES), vm.intern("gc"));
    let Some(module) = vm.dict_get_name(modules, name).filter(|m| m.is(ids::MODULE)) else { return Ok(()) };
    let (dict, key) = (vm.heap.slot(module, 0), vm.intern("callbacks"));
    let Some(list) = vm.dict_get_name(dict, key).filter(|l| l.is(ids::LIST)) else { return Ok(()) };
    for callback in vm.heap.list(list).to_vec() {
        let info = vm.new_dict();
        for (name, n) in [("generation", generation), ("collected", collected), ("uncollectable", 0)] {
            let key = vm.intern(name);
            vm.dict_set_name(info, key, Value::int(n));
        }
        let phase = vm.intern(phase);
        vm.call(callback, &[phase, info])?;
    }
    Ok(())
}

/// The stored settings: enabled, thresholds, flags, frozen objects, then for each generation how often it was collected
/// and what that gave.
fn settings(vm: &mut Vm) -> [Value; 10] {
    let kept = vm.global(slots::GC);
    if kept.is(ids::TUPLE) {
        let kept = vm.heap.tuple(kept);
        return std::array::from_fn(|i| kept.get(i).copied().unwrap_or(Value::int(0)));
    }
    let thresholds = vm.new_tuple(&[Value::int(2000), Value::int(10), Value::int(0)]);
    let mut all = [Value::int(0); 10];
    (all[0], all[1]) = (Value::TRUE, thresholds);
    all
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
    let counted = settings(vm);
    for generation in 0..3 {
        let dict = vm.new_dict();
        let (times, freed) = (counted[4 + 2 * generation], counted[5 + 2 * generation]);
        for (name, n) in [("collections", times), ("collected", freed), ("uncollectable", Value::int(0))] {
            let key = vm.intern(name);
            vm.dict_set_name(dict, key, n);
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

/// The number of objects counts; nothing else depends on it, because no program can see when objects are freed.
fn freeze(vm: &mut Vm, _args: Args) -> Res {
    let n = graph::tracked(vm).len() as i64;
    keep(vm, 3, Value::int(n))
}

fn unfreeze(vm: &mut Vm, _args: Args) -> Res {
    keep(vm, 3, Value::int(0))
}

fn freeze_count(vm: &mut Vm, _args: Args) -> Res {
    Ok(settings(vm)[3])
}

fn is_tracked(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::bool(graph::tracks(vm, args.get(0))))
}

fn is_finalized(_vm: &mut Vm, _args: Args) -> Res {
    Ok(Value::FALSE)
}
