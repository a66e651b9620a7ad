//! `combinations`, `combinations_with_replacement`, `permutations` and `product`: they choose from pools, tuples that
//! were filled at the beginning. What is chosen next is a list of indices.

use ttd_core::value::{TypeId, Value};

use super::make::assemble;
use crate::ops::concat::check_size;
use crate::{Vm, ids, native::*};

/// Nothing was given yet.
const FRESH: Value = Value::NONE;
/// The indices say what was given last.
const RUNNING: Value = Value::TRUE;
/// There is no more.
const OVER: Value = Value::FALSE;

const POOL: usize = 1;
const INDICES: usize = 2;
/// `r`; of a product its state.
const R: usize = 3;
const STATE: usize = 4;
const CYCLES: usize = 5;

/// The object over these pools.
pub(super) fn build(vm: &mut Vm, tid: TypeId, pools: &[Value], rest: &[Value]) -> Res {
    if tid == ids::PRODUCT {
        return build_product(vm, pools, rest[0]);
    }
    let pool = pools[0];
    let n = vm.heap.tuple(pool).len();
    let r = match rest[0] {
        r if r.is_none() => n as i64,
        r if vm.is_integer(vm.unwrap(r)) => vm.index_i64(r)?,
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

fn numbers(vm: &Vm, list: Value) -> Vec<usize> {
    vm.heap.list(list).iter().map(|v| v.as_int() as usize).collect()
}

/// Writes the numbers that have changed.
fn store(vm: &mut Vm, list: Value, new: &[usize]) {
    for (i, n) in new.iter().enumerate() {
        let n = Value::int(*n as i64);
        if vm.heap.list(list)[i] != n {
            vm.heap.list_set(list, i, n);
        }
    }
}

fn chosen(vm: &mut Vm, pool: Value, indices: &[usize]) -> Value {
    let items: Vec<Value> = indices.iter().map(|i| vm.heap.tuple(pool)[*i]).collect();
    vm.new_tuple(&items)
}

/// One step: `advance` changes the indices and says whether there is a next choice.
fn step(vm: &mut Vm, it: Value, advance: impl FnOnce(&mut Vec<usize>, usize) -> bool) -> Res<Option<Value>> {
    let (pool, list) = (vm.heap.slot(it, POOL), vm.heap.slot(it, INDICES));
    let mut indices = numbers(vm, list);
    match vm.heap.slot(it, STATE) {
        OVER => return Ok(None),
        FRESH => vm.heap.set_slot(it, STATE, RUNNING),
        _ => {
            let n = vm.heap.tuple(pool).len();
            if !advance(&mut indices, n) {
                vm.heap.set_slot(it, STATE, OVER);
                return Ok(None);
            }
            store(vm, list, &indices);
        }
    }
    Ok(Some(chosen(vm, pool, &indices)))
}

pub(super) fn combinations(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    step(vm, it, |indices, n| {
        let r = indices.len();
        let Some(i) = (0..r).rev().find(|i| indices[*i] != i + n - r) else { return false };
        indices[i] += 1;
        for j in i + 1..r {
            indices[j] = indices[j - 1] + 1;
        }
        true
    })
}

pub(super) fn with_replacement(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    step(vm, it, |indices, n| {
        let Some(i) = (0..indices.len()).rev().find(|i| indices[*i] + 1 != n) else { return false };
        let next = indices[i] + 1;
        indices[i..].fill(next);
        true
    })
}

pub(super) fn permutations(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    let (pool, list, cycles) = (vm.heap.slot(it, POOL), vm.heap.slot(it, INDICES), vm.heap.slot(it, CYCLES));
    let r = vm.as_i64(vm.heap.slot(it, R)).unwrap_or(0) as usize;
    let mut indices = numbers(vm, list);
    match vm.heap.slot(it, STATE) {
        OVER => return Ok(None),
        FRESH => vm.heap.set_slot(it, STATE, RUNNING),
        _ => {
            let mut left = numbers(vm, cycles);
            if !permute(&mut indices, &mut left) {
                vm.heap.set_slot(it, STATE, OVER);
                return Ok(None);
            }
            store(vm, list, &indices);
            store(vm, cycles, &left);
        }
    }
    Ok(Some(chosen(vm, pool, &indices[..r])))
}

/// The next permutation: as in the recipe of CPython's documentation.
fn permute(indices: &mut [usize], cycles: &mut [usize]) -> bool {
    let n = indices.len();
    for i in (0..cycles.len()).rev() {
        cycles[i] -= 1;
        if cycles[i] > 0 {
            indices.swap(i, n - cycles[i]);
            return true;
        }
        indices[i..].rotate_left(1);
        cycles[i] = n - i;
    }
    false
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
    let heap = &vm.heap;
    let items: Vec<Value> =
        heap.tuple(pools).iter().zip(heap.list(list)).map(|(pool, i)| heap.tuple(*pool)[i.as_int() as usize]).collect();
    Ok(Some(vm.new_tuple(&items)))
}
