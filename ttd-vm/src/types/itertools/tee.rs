//! `tee`: iterators over shared items, kept in a chain of nodes as long as one needs them.

use ttd_core::value::Value;

use super::ENGINE;
use super::make::assemble;
use crate::ops::iter;
use crate::types::iter::inner_next;
use crate::{Vm, ids, native::*};

/// Makes the first one over an iterator.
pub(super) fn new(vm: &mut Vm, it: Value, native: bool) -> Value {
    let source = vm.new_list(&[it, Value::FALSE]);
    let node = vm.new_list(&[]);
    assemble(vm, ids::TEE, native, &[source, node])
}

/// Copies one at its position.
pub(super) fn copied(vm: &mut Vm, tee: Value) -> Value {
    let native = vm.heap.slot(tee, ENGINE).is_unbound();
    let (source, node) = (vm.heap.slot(tee, 1), vm.heap.slot(tee, 2));
    assemble(vm, ids::TEE, native, &[source, node])
}

pub(super) fn copy(vm: &mut Vm, args: Args) -> Res {
    Ok(copied(vm, args.get(0)))
}

pub(super) fn next(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    let (source, node) = (vm.heap.slot(it, 1), vm.heap.slot(it, 2));
    if vm.heap.list(node).is_empty() {
        let inner = vm.heap.list(source)[0];
        let Some(item) = inner_next(vm, inner)? else { return Ok(None) };
        let last = vm.new_list(&[]);
        vm.heap.list_extend(node, &[item, last]);
    }
    let (item, after) = (vm.heap.list(node)[0], vm.heap.list(node)[1]);
    vm.heap.set_slot(it, 2, after);
    Ok(Some(item))
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
