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

/// From this many dead objects on, which each call would look at again, they are freed soon. Where there is no journal
/// that is cheap, so it is always done.
const MANY: usize = 1 << 14;

/// How many more ids of counted garbage are kept than objects of it are left.
const FORGOTTEN: usize = 1 << 10;

/// Counts the objects in dead cycles that no call before has counted.
pub(super) fn count(vm: &mut Vm) -> Res<i64> {
    let (dead, counted) = (vm.uncollected_garbage(), vm.loaded.counted_garbage);
    if dead.len() > MANY || !vm.counting() {
        vm.heap.collect_soon();
    }
    let id = |vm: &Vm, v: Value| Value::int(vm.heap.alloc_id(v) as i64);
    let (mut known, mut new) = (Vec::new(), Vec::new());
    for v in dead {
        match vm.set_contains(counted, id(vm, v))? {
            true => known.push(v),
            false => new.push(v),
        }
    }
    if vm.heap.set_len(counted) > 2 * known.len() + FORGOTTEN {
        vm.heap.set_clear(counted);
        for v in known {
            vm.set_add(counted, id(vm, v))?;
        }
    }
    // Garbage that was counted holds nothing any more: CPython has freed it.
    let found = vm.held_by_cycles(new);
    for v in &found {
        vm.set_add(counted, id(vm, *v))?;
    }
    vm.host.world.garbage = found.into_iter().map(|v| weight(vm, v)).sum();
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
