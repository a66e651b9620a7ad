//! `tee`: iterators over shared items, kept in a chain of nodes as long as one needs them.
//!
//! A node is a list of items; a full one has the next node behind them.

use ttd_core::value::Value;

use super::ENGINE;
use super::make::assemble;
use crate::ops::iter;
use crate::types::iter::asking::Asking;
use crate::types::iter::inner_next;
use crate::{Vm, ids, native::*};

/// Slots of one.
const SOURCE: usize = 1;
const NODE: usize = 2;
const AT: usize = 3;

/// Where the source, which all share, says whether its iterator runs.
const RUNS: usize = 1;

/// How many items a node has, as in CPython: those of a node live until all have passed it.
const NODE_ITEMS: usize = 57;

/// Makes the first one over an iterator.
pub(super) fn new(vm: &mut Vm, it: Value, native: bool) -> Value {
    let source = vm.new_list(&[it, Value::FALSE]);
    let node = vm.new_list(&[]);
    assemble(vm, ids::TEE, native, &[source, node, Value::int(0)])
}

/// Copies one at its position.
pub(super) fn copied(vm: &mut Vm, tee: Value) -> Value {
    let native = vm.heap.slot(tee, ENGINE).is_unbound();
    let [source, node, at] = [SOURCE, NODE, AT].map(|slot| vm.heap.slot(tee, slot));
    assemble(vm, ids::TEE, native, &[source, node, at])
}

pub(super) fn copy(vm: &mut Vm, args: Args) -> Res {
    Ok(copied(vm, args.get(0)))
}

pub(super) fn next(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    if let Some(item) = kept(vm, it) {
        return Ok(Some(item));
    }
    let inner = inner_of(vm, it);
    let Some(item) = inner_next(vm, inner)? else { return Ok(None) };
    keep(vm, it, item);
    Ok(Some(item))
}

/// The iterator that all share.
pub(crate) fn inner_of(vm: &Vm, it: Value) -> Value {
    vm.heap.list(vm.heap.slot(it, SOURCE))[0]
}

/// Returns the next item if another one has taken it already.
pub(super) fn kept(vm: &mut Vm, it: Value) -> Option<Value> {
    let (mut node, mut at) = (vm.heap.slot(it, NODE), vm.heap.slot(it, AT).as_int() as usize);
    if at == NODE_ITEMS {
        node = vm.heap.list(node)[NODE_ITEMS];
        at = 0;
    }
    let item = *vm.heap.list(node).get(at)?;
    if at == 0 {
        vm.heap.set_slot(it, NODE, node);
    }
    vm.heap.set_slot(it, AT, Value::int(at as i64 + 1));
    Some(item)
}

/// Keeps an item of the iterator that all share, and passes it.
pub(crate) fn keep(vm: &mut Vm, it: Value, item: Value) {
    let (mut node, mut at) = (vm.heap.slot(it, NODE), vm.heap.slot(it, AT).as_int() as usize);
    if at == NODE_ITEMS {
        node = vm.heap.list(node)[NODE_ITEMS];
        at = 0;
        vm.heap.set_slot(it, NODE, node);
    }
    vm.heap.list_push(node, item);
    if at + 1 == NODE_ITEMS {
        let after = vm.new_list(&[]);
        vm.heap.list_push(node, after);
    }
    vm.heap.set_slot(it, AT, Value::int(at as i64 + 1));
    replied(vm, it);
}

/// Says what needs no item of the shared iterator.
pub(super) fn before_items(vm: &mut Vm, it: Value) -> Asking {
    if let Some(item) = kept(vm, it) {
        return Asking::Item(item);
    }
    let source = vm.heap.slot(it, SOURCE);
    if vm.heap.list(source)[RUNS] == Value::TRUE {
        // It raises.
        return Asking::Engine;
    }
    if !iter::plain_iterable(vm, vm.heap.list(source)[0]) {
        vm.heap.list_set(source, RUNS, Value::TRUE);
    }
    Asking::More
}

/// Notes that the shared iterator does not run any more.
pub(super) fn replied(vm: &mut Vm, it: Value) {
    let source = vm.heap.slot(it, SOURCE);
    if vm.heap.list(source)[RUNS] == Value::TRUE {
        vm.heap.list_set(source, RUNS, Value::FALSE);
    }
}

/// `tee(iterable, n=2)`.
pub fn tee(vm: &mut Vm, args: Args) -> Res {
    let n = match args.opt(1) {
        Some(n) => super::make::count_arg(vm, n)?,
        None => 2,
    };
    if n < 0 {
        return Err(vm.value_error("n must be >= 0"));
    }
    crate::ops::concat::check_size(vm, n as usize, 1, 32)?;
    if n == 0 {
        return Ok(vm.new_tuple(&[]));
    }
    let iterable = args.get(0);
    let first = match vm.payload(iterable, ids::TEE) {
        Some(tee) => copied(vm, tee),
        None => match iter::simple_iter(vm, iterable) {
            Some(it) => {
                let plain = iter::plain_iterable(vm, it);
                new(vm, it, plain)
            }
            None => {
                let f = vm.lib("it_tee");
                let class = super::class_of(vm, ids::TEE);
                let n = vm.int(n);
                return Err(vm.tail_call(f, &[class, iterable, n]));
            }
        },
    };
    let mut all = vec![first];
    for _ in 1..n {
        let other = copied(vm, first);
        all.push(other);
    }
    Ok(vm.new_tuple(&all))
}
