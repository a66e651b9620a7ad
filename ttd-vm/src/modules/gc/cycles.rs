//! `gc.collect`: how many objects CPython's collector would have found.
//!
//! That collector finds cycles of objects that nobody holds, and what only these hold; the rest has been freed by
//! counting references. Here one collector frees both, when there is need, and no program can see when. So the objects
//! are counted at the call, as far as they were not freed yet, and the number is recorded like an input: a run that is
//! repeated has the same.

use ttd_core::value::Value;

use super::graph;
use crate::native::*;
use crate::vm::host::request::{HostRequest, Op};
use crate::{Vm, ids};

/// The objects beside a class that CPython's collector tracks and the heap has inside of it: the order of its bases.
const INSIDE_CLASS: i64 = 1;

/// Counts the objects in dead cycles that no call before has counted.
pub(super) fn count(vm: &mut Vm) -> Res<i64> {
    let (found, counted) = (vm.find_cyclic_garbage(), vm.loaded.counted_garbage);
    let id = |vm: &Vm, v: Value| Value::int(vm.heap.alloc_id(v) as i64);
    let mut new = 0;
    for v in &found {
        if !vm.set_contains(counted, id(vm, *v))? {
            new += weight(vm, *v);
        }
    }
    // What was freed is forgotten.
    vm.heap.set_clear(counted);
    for v in found {
        vm.set_add(counted, id(vm, v))?;
    }
    vm.host.world.garbage = new;
    if !vm.counting() {
        vm.heap.collect_soon();
    }
    vm.ask_int(&HostRequest::of(Op::Garbage), &[])
}

/// How many objects of CPython's an object stands for.
fn weight(vm: &Vm, v: Value) -> i64 {
    match v.tid() {
        // Dicts of plain values are not tracked.
        ids::DICT if !vm.heap.referents(v).into_iter().any(|one| may_refer(vm, one)) => 0,
        _ if !may_refer(vm, v) => 0,
        ids::CLASS => 1 + INSIDE_CLASS,
        _ => 1,
    }
}

/// Whether an object may refer to others. A tuple of plain values does not: the collector forgets those that it meets.
fn may_refer(vm: &Vm, v: Value) -> bool {
    match v.is(ids::TUPLE) {
        true => vm.heap.tuple(v).iter().any(|one| may_refer(vm, *one)),
        false => graph::tracks(vm, v),
    }
}
