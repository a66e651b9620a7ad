//! `gc`: which objects there are, and which refer to which.
//!
//! Objects are those that the program can reach, in an order that is the same in every run; garbage is not among them
//! even before it is freed. What is the machine's own is left out: the hidden library, its code and its bookkeeping.

use std::collections::HashSet;

use ttd_core::value::Value;

use crate::native::*;
use crate::vm::slots;
use crate::{Vm, ids};

/// Whether CPython's collector would track the object, which it does if that can refer to others.
pub(super) fn tracks(vm: &Vm, v: Value) -> bool {
    let plain = [ids::STR, ids::BYTES, ids::BIGINT, ids::BYTEARRAY, ids::COMPLEX, ids::RANGE, ids::CODE];
    if !v.is_obj() || plain.contains(&v.tid()) {
        return false;
    }
    match v.tid() {
        ids::TUPLE => !vm.heap.tuple(v).is_empty(),
        _ => true,
    }
}

/// Whether an object belongs to the machine and not to the program.
fn is_hidden(vm: &Vm, v: Value) -> bool {
    if !v.is_obj() {
        return false;
    }
    match v.tid() {
        ids::FUNCTION | ids::GENERATOR | ids::COROUTINE | ids::ASYNC_GEN | ids::FRAME => {
            !vm.loaded.codes[vm.heap.shape(v) as usize].is_traceable()
        }
        ids::CELL | ids::MEMBER | ids::GETSET => false,
        _ => {
            let own = [slots::LIB, slots::OUTCOMES, slots::AUDIT];
            v == vm.globals
                || v == vm.finalizer_state
                || vm.is_memory_note(v)
                || own.iter().any(|slot| v == vm.global(*slot))
        }
    }
}

/// What an object refers to, as a program sees it: its class, its attributes, its items.
fn referents_of(vm: &mut Vm, v: Value) -> Vec<Value> {
    if !tracks(vm, v) {
        return Vec::new();
    }
    let inner = vm.unwrap(v);
    let wraps = inner != v && inner.is_obj();
    let mut found = if wraps { vm.heap.referents(inner) } else { Vec::new() };
    found.extend(vm.heap.referents(v).into_iter().filter(|one| *one != inner));
    if v.is(ids::INST) {
        found.push(vm.type_of(v));
    }
    if inner.is(ids::LIST) {
        // CPython looks at a list from its end.
        found.reverse();
    }
    found.retain(|one| !is_hidden(vm, *one));
    found
}

/// All objects that the program can reach and the collector would track.
pub(super) fn tracked(vm: &mut Vm) -> Vec<Value> {
    let mut all = vm.reached_objects();
    let hidden: HashSet<u64> = hidden_library(vm).into_iter().map(Value::raw).collect();
    all.retain(|v| tracks(vm, *v) && !is_hidden(vm, *v) && !hidden.contains(&v.raw()));
    all
}

/// What the namespace of the hidden library holds itself.
fn hidden_library(vm: &mut Vm) -> Vec<Value> {
    let lib = vm.global(slots::LIB);
    if lib.is_obj() { vm.heap.referents(lib) } else { Vec::new() }
}

pub(super) fn get_objects(vm: &mut Vm, args: Args) -> Res {
    let given = args.opt(0).filter(|v| !v.is_none());
    vm.audit("gc.get_objects", &[given.unwrap_or(Value::int(-1))])?;
    if let Some(generation) = given {
        let generation = vm.index_i64(generation)?;
        if generation < -1 {
            return Err(vm.value_error("generation parameter cannot be negative"));
        }
        if generation > 2 {
            return Err(
                vm.value_error("generation parameter must be less than the number of available generations (3)")
            );
        }
        if (0..2).contains(&generation) {
            return Ok(vm.new_list(&[]));
        }
    }
    let mut all = tracked(vm);
    // Parts of the interpreter have no class.
    all.retain(|v| !vm.type_of(*v).is_unbound());
    Ok(vm.new_list(&all))
}

pub(super) fn get_referents(vm: &mut Vm, args: Args) -> Res {
    audit_all(vm, "gc.get_referents", args)?;
    let mut found = Vec::new();
    for &v in args.rest {
        found.extend(referents_of(vm, v));
    }
    found.retain(|v| !vm.type_of(*v).is_unbound());
    Ok(vm.new_list(&found))
}

/// Tells of a question about objects.
fn audit_all(vm: &mut Vm, event: &str, args: Args) -> Res<()> {
    if !vm.is_audited() {
        return Ok(());
    }
    let all = vm.new_tuple(args.rest);
    vm.audit(event, &[all])
}

pub(super) fn get_referrers(vm: &mut Vm, args: Args) -> Res {
    audit_all(vm, "gc.get_referrers", args)?;
    let wanted: HashSet<u64> = args.rest.iter().filter(|v| v.is_obj()).map(|v| v.raw()).collect();
    let mut found = Vec::new();
    for v in tracked(vm) {
        if referents_of(vm, v).iter().any(|one| wanted.contains(&one.raw())) {
            found.push(v);
        }
    }
    // The frame that asks holds its variables itself; CPython has it, too, when it has a frame object.
    Ok(vm.new_list(&found))
}
