//! Weak references: cells that keep nothing alive, and which objects the program can no longer reach.
//!
//! A cell's content counts for reclaiming, so that it is there as long as anybody can ask for it; it does not count
//! when the program asks what is dead, which it does at points of its own time only (`gc.collect()`). So whether and
//! when memory is reclaimed stays invisible.

use ttd_code::liveness::live_temporaries;
use ttd_core::value::Value;

use crate::native::*;
use crate::vm::class::fields;
use crate::{Vm, ids};

/// `_core.weak_cell(content)`.
pub(super) fn cell(vm: &mut Vm, args: Args) -> Res {
    Ok(vm.heap.new_slots_from(ids::WEAK_CELL, 0, &[args.get(0)]))
}

/// `_core.weak_get(cell)`.
pub(super) fn get(vm: &mut Vm, args: Args) -> Res {
    Ok(vm.heap.slot(args.get(0), 0))
}

/// `_core.weak_clear(cell)`.
pub(super) fn clear(vm: &mut Vm, args: Args) -> Res {
    vm.heap.set_slot(args.get(0), 0, Value::NONE);
    Ok(Value::NONE)
}

/// Builtin types to whose objects CPython can make weak references.
fn builtin_is_referable(v: Value) -> bool {
    let types = [
        ids::CLASS,
        ids::FUNCTION,
        ids::METHOD,
        ids::BUILTIN,
        ids::MODULE,
        ids::CODE,
        ids::GENERATOR,
        ids::COROUTINE,
        ids::ASYNC_GEN,
        ids::SET,
        ids::FROZENSET,
        ids::DEQUE,
        ids::MEMORYVIEW,
        ids::RE_PATTERN,
        ids::NAMESPACE,
        ids::TEXTIO,
    ];
    types.iter().any(|t| v.is(*t))
}

/// `_core.weakly_referable(object)`.
pub(super) fn referable(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    let class = vm.type_of(v);
    let flagged = v.is(ids::INST) && vm.heap.slot(class, fields::HAS_WEAK) == Value::TRUE;
    // Classes of natives written in Python have `__slots__`; what CPython's are is not theirs to say.
    let hidden = v.is(ids::INST) && !vm.heap.slot(class, fields::SEALED).is_unbound();
    Ok(Value::bool(flagged || hidden || builtin_is_referable(v)))
}

/// `_core.find_dead(candidates)`, of a list.
pub(super) fn find_dead(vm: &mut Vm, args: Args) -> Res {
    if vm.native_depth > 0 {
        // Native code that waits holds values that nobody else names.
        return Ok(Value::NONE);
    }
    let candidates = vm.heap.list(args.get(0)).to_vec();
    let roots = program_roots(vm);
    let dead = vm.heap.find_dead_among(&mut |marker| marker.values(&roots), ids::WEAK_CELL, &candidates);
    Ok(vm.new_list(&dead))
}

/// What the program can still name: its namespaces, the locals of its frames, and the temporaries that their next
/// instructions read.
fn program_roots(vm: &Vm) -> Vec<Value> {
    let mut roots = Vec::new();
    vm.each_named_root(&mut |v| roots.push(v));
    for (i, frame) in vm.frames().enumerate() {
        let code = frame.code();
        let at = code.index_of(if i == 0 { vm.pc } else { frame.pc }) as usize;
        let live = live_temporaries(&code.code, at.min(code.code.ins.len() - 1));
        roots.extend(live.into_iter().map(|register| vm.window_register(frame, register)));
    }
    roots
}
