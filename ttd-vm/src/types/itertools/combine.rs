//! `combinations`, `combinations_with_replacement`, `permutations` and `product`: choices from pools, tuples that were
//! filled at the start. A list of indices is the current choice.

use ttd_core::value::{TypeId, Value};

use super::make::assemble;
use crate::ops::concat::check_size;
use crate::{Vm, ids, native::*};

/// No choice was made yet.
const FRESH: Value = Value::NONE;
/// The indices are the last choice.
const RUNNING: Value = Value::TRUE;
/// Exhausted.
const OVER: Value = Value::FALSE;

const POOL: usize = 1;
const INDICES: usize = 2;
/// `r`; for a product its state.
const R: usize = 3;
const STATE: usize = 4;
const CYCLES: usize = 5;

/// Makes an iterator over these pools.
pub(super) fn build(vm: &mut Vm, tid: TypeId, pools: &[Value], rest: &[Value]) -> Res {
    if tid == ids::PRODUCT {
        return build_product(vm, pools, rest[0]);
    }
    let pool = pools[0];
    let n = vm.heap.tuple(pool).len();
    let r = match rest[0] {
        r if r.is_none() => n as i64,
        r if vm.is_integer(vm.unwrap(r)) => super::make::count_arg(vm, r)?,
        _ => return Err(vm.type_error("Expected int as r")),
    };
    let Ok(r) = usize::try_from(r) else {
        return Err(vm.value_error("r must be non-negative"));
    };
    let over = match tid {
        ids::COMBINATIONS_REPLACED => n == 0 && r > 0,
        _ => r > n,
    };
    if !over {
        check_size(vm, r, 1, 16)?;
    }
    let indices: Vec<Value> = match tid {
        _ if over => Vec::new(),
        ids::COMBINATIONS_REPLACED => vec![Value::int(0); r],
        ids::PERMUTATIONS => (0..n).map(|i| Value::int(i as i64)).collect(),
        _ => (0..r).map(|i| Value::int(i as i64)).collect(),
    };
    let indices = vm.new_list(&indices);
    let mut slots = vec![pool, indices, vm.int(r as i64), if over { OVER } else { FRESH }];
    if tid == ids::PERMUTATIONS {
        let cycles: Vec<Value> = if over { Vec::new() } else { (0..r).map(|i| Value::int((n - i) as i64)).collect() };
        slots.push(vm.new_list(&cycles));
    }
    Ok(assemble(vm, tid, true, &slots))
}

fn build_product(vm: &mut Vm, pools: &[Value], repeat: Value) -> Res {
    let repeat = vm.as_i64(repeat).unwrap_or(0).max(0) as usize;
    let pools = pools.repeat(repeat);
    let over = pools.iter().any(|p| vm.heap.tuple(*p).is_empty());
    let indices = vm.new_list(&vec![Value::int(0); pools.len()]);
    let pools = vm.new_tuple(&pools);
    Ok(assemble(vm, ids::PRODUCT, true, &[pools, indices, if over { OVER } else { FRESH }]))
}

/// Returns the number at a position of a list of indices.
#[inline]
fn number(vm: &Vm, list: Value, i: usize) -> usize {
    vm.heap.list(list)[i].as_int() as usize
}

#[inline]
fn put(vm: &mut Vm, list: Value, i: usize, n: usize) {
    vm.heap.list_set(list, i, Value::int(n as i64));
}

/// Up to this many items are chosen through the Rust stack.
const SHORT: usize = 8;

/// Makes a tuple of `r` items, each given by its position in it.
fn chosen(vm: &mut Vm, r: usize, item: impl Fn(&Vm, usize) -> Value) -> Value {
    if r <= SHORT {
        let mut items = [Value::NONE; SHORT];
        for (i, slot) in items[..r].iter_mut().enumerate() {
            *slot = item(&*vm, i);
        }
        return vm.new_tuple(&items[..r]);
    }
    let shared: &Vm = vm;
    let items: Vec<Value> = (0..r).map(|i| item(shared, i)).collect();
    vm.new_tuple(&items)
}

/// Makes the next choice: `advance` changes the indices and returns whether there is one.
fn step(vm: &mut Vm, it: Value, advance: impl FnOnce(&mut Vm, Value, usize, usize) -> bool) -> Res<Option<Value>> {
    let (pool, list) = (vm.heap.slot(it, POOL), vm.heap.slot(it, INDICES));
    let r = vm.as_i64(vm.heap.slot(it, R)).unwrap_or(0) as usize;
    match vm.heap.slot(it, STATE) {
        OVER => return Ok(None),
        FRESH => vm.heap.set_slot(it, STATE, RUNNING),
        _ => {
            let n = vm.heap.tuple(pool).len();
            if !advance(vm, list, n, r) {
                vm.heap.set_slot(it, STATE, OVER);
                return Ok(None);
            }
        }
    }
    Ok(Some(chosen(vm, r, |vm, i| vm.heap.tuple(pool)[number(vm, list, i)])))
}

pub(super) fn combinations(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    step(vm, it, |vm, list, n, r| {
        let Some(i) = (0..r).rev().find(|i| number(vm, list, *i) != i + n - r) else { return false };
        let next = number(vm, list, i) + 1;
        for j in i..r {
            put(vm, list, j, next + (j - i));
        }
        true
    })
}

pub(super) fn with_replacement(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    step(vm, it, |vm, list, n, r| {
        let Some(i) = (0..r).rev().find(|i| number(vm, list, *i) + 1 != n) else { return false };
        let next = number(vm, list, i) + 1;
        for j in i..r {
            put(vm, list, j, next);
        }
        true
    })
}

/// Returns the next permutation, by the recipe of CPython's documentation.
pub(super) fn permutations(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    let cycles = vm.heap.slot(it, CYCLES);
    step(vm, it, |vm, list, n, r| {
        for i in (0..r).rev() {
            let left = number(vm, cycles, i) - 1;
            if left > 0 {
                put(vm, cycles, i, left);
                let (p, q) = (number(vm, list, i), number(vm, list, n - left));
                put(vm, list, i, q);
                put(vm, list, n - left, p);
                return true;
            }
            let first = number(vm, list, i);
            for j in i + 1..n {
                let index = number(vm, list, j);
                put(vm, list, j - 1, index);
            }
            put(vm, list, n - 1, first);
            put(vm, cycles, i, n - i);
        }
        false
    })
}

pub(super) fn product(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    let (pools, list) = (vm.heap.slot(it, POOL), vm.heap.slot(it, INDICES));
    match vm.heap.slot(it, R) {
        OVER => return Ok(None),
        FRESH => vm.heap.set_slot(it, R, RUNNING),
        _ => {
            let mut at = vm.heap.list(list).len();
            loop {
                if at == 0 {
                    vm.heap.set_slot(it, R, OVER);
                    return Ok(None);
                }
                at -= 1;
                let next = vm.heap.list(list)[at].as_int() + 1;
                if (next as usize) < vm.heap.tuple(vm.heap.tuple(pools)[at]).len() {
                    vm.heap.list_set(list, at, Value::int(next));
                    break;
                }
                vm.heap.list_set(list, at, Value::int(0));
            }
        }
    }
    let r = vm.heap.list(list).len();
    Ok(Some(chosen(vm, r, |vm, i| vm.heap.tuple(vm.heap.tuple(pools)[i])[number(vm, list, i)])))
}
