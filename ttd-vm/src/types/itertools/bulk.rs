//! Taking many items at once of the iterators that know what comes next.

use ttd_core::value::Value;

use super::ENGINE;
use crate::types::iter::bulk;
use crate::{Vm, ids};

/// Appends items that come next, at most this many, as far as that is quick: see `bulk::take`.
pub fn take(vm: &mut Vm, it: Value, most: usize, out: &mut Vec<Value>) {
    if it.is(ids::CHAIN) {
        let active = vm.heap.slot(it, 2);
        return bulk::take(vm, active, most, out);
    }
    if !vm.heap.slot(it, ENGINE).is_unbound() {
        return;
    }
    match it.tid() {
        ids::COUNT => count(vm, it, most, out),
        ids::CYCLE => cycle(vm, it, most, out),
        ids::ISLICE => islice(vm, it, most, out),
        ids::REPEAT => repeat(vm, it, most, out),
        _ => {}
    }
}

fn count(vm: &mut Vm, it: Value, most: usize, out: &mut Vec<Value>) {
    let [number, step] = [1, 2].map(|slot| vm.heap.slot(it, slot));
    if !Value::both_int(number, step) {
        return;
    }
    let begin = number;
    let mut number = number;
    for _ in 0..most {
        // The number after the last inline one is made by `next`.
        let Some(after) = Value::try_int(number.as_int() + step.as_int()) else { break };
        out.push(number);
        number = after;
    }
    if number != begin {
        vm.heap.set_slot(it, 1, number);
    }
}

fn cycle(vm: &mut Vm, it: Value, most: usize, out: &mut Vec<Value>) {
    let [inner, saved, at] = [1, 2, 3].map(|slot| vm.heap.slot(it, slot));
    if !inner.is_none() {
        let before = out.len();
        bulk::take(vm, inner, most, out);
        for item in &out[before..] {
            vm.heap.list_push(saved, *item);
        }
        return;
    }
    let (items, mut at) = (vm.heap.list(saved), at.as_int() as usize);
    if items.is_empty() || at >= items.len() {
        return;
    }
    let end = out.len() + most;
    while out.len() < end {
        let part = &items[at..items.len().min(at + end - out.len())];
        out.extend_from_slice(part);
        at = if at + part.len() == items.len() { 0 } else { at + part.len() };
    }
    vm.heap.set_slot(it, 3, Value::int(at as i64));
}

fn islice(vm: &mut Vm, it: Value, most: usize, out: &mut Vec<Value>) {
    let [inner, wanted, stop, step, at] = [1, 2, 3, 4, 5].map(|slot| vm.heap.slot(it, slot));
    let inline = [wanted, stop, step, at].iter().all(|v| v.is_int());
    // Items before the first one, and those between, are passed over by `next`.
    if inner.is_none() || !inline || step != Value::int(1) || at.as_int() < wanted.as_int() {
        return;
    }
    let (stop, at) = (stop.as_int(), at.as_int());
    let left = if stop < 0 { most } else { most.min((stop - at).max(0) as usize) };
    let before = out.len();
    bulk::take(vm, inner, left, out);
    let taken = (out.len() - before) as i64;
    if taken > 0 {
        let at = vm.int(at + taken);
        vm.heap.set_slot(it, 5, at);
    }
}

fn repeat(vm: &mut Vm, it: Value, most: usize, out: &mut Vec<Value>) {
    let [object, left] = [1, 2].map(|slot| vm.heap.slot(it, slot));
    if !left.is_int() {
        return;
    }
    let endless = left.as_int() < 0;
    let taken = if endless { most } else { most.min(left.as_int() as usize) };
    out.resize(out.len() + taken, object);
    if !endless && taken > 0 {
        vm.heap.set_slot(it, 2, Value::int(left.as_int() - taken as i64));
    }
}
