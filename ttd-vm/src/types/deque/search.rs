//! Searching and comparing. Comparing items may run user code; changing the deque meanwhile is an error.

use ttd_core::value::Value;

use super::mutated;
use crate::ops::compare::{CmpOp, elements_equal};
use crate::types::list::search_bounds;
use crate::{Vm, ids, native::*};

/// Compares items in a range with `x` until `f` returns `false`. Raises RuntimeError when a comparison that was not the
/// last changed the deque.
fn each_equal(vm: &mut Vm, deque: Value, x: Value, range: (usize, usize), mut f: impl FnMut(usize) -> bool) -> Res<()> {
    let state = vm.heap.deque_state(deque);
    for i in range.0..range.1 {
        let item = vm.heap.deque_get(deque, i);
        if elements_equal(vm, item, x)? && !f(i) {
            return Ok(());
        }
        if vm.heap.deque_state(deque) != state {
            return Err(mutated(vm));
        }
        if i % 1000 == 999 {
            vm.check_interrupt()?;
        }
    }
    Ok(())
}

fn find(vm: &mut Vm, deque: Value, x: Value, range: (usize, usize)) -> Res<Option<usize>> {
    let mut found = None;
    each_equal(vm, deque, x, range, |i| {
        found = Some(i);
        false
    })?;
    Ok(found)
}

/// `x in deque`.
pub(super) fn contains(vm: &mut Vm, deque: Value, x: Value) -> Res<bool> {
    let all = (0, vm.heap.deque_len(deque));
    Ok(find(vm, deque, x, all)?.is_some())
}

pub(super) fn count(vm: &mut Vm, args: Args) -> Res {
    let all = (0, vm.heap.deque_len(args.get(0)));
    let mut n = 0;
    each_equal(vm, args.get(0), args.get(1), all, |_| {
        n += 1;
        true
    })?;
    Ok(Value::int(n))
}

pub(super) fn index(vm: &mut Vm, args: Args) -> Res {
    let (deque, x) = (args.get(0), args.get(1));
    let len = vm.heap.deque_len(deque);
    let (from, to) = search_bounds(vm, &args, len)?;
    // The bounds may have run user code.
    let len = vm.heap.deque_len(deque);
    match find(vm, deque, x, (from, to.min(len)))? {
        Some(i) => Ok(Value::int(i as i64)),
        None => Err(not_there(vm, x)?),
    }
}

fn not_there(vm: &mut Vm, x: Value) -> Res<Trap> {
    let text = vm.repr(x)?;
    let message = format!("{} is not in deque", vm.text_lossy(text));
    Ok(vm.value_error(message))
}

pub(super) fn remove(vm: &mut Vm, args: Args) -> Res {
    let (deque, x) = (args.get(0), args.get(1));
    let (state, all) = (vm.heap.deque_state(deque), (0, vm.heap.deque_len(deque)));
    let found = find(vm, deque, x, all);
    if vm.heap.deque_state(deque) != state && !matches!(found, Err(Trap::Unwind)) {
        return match vm.catch(found, vm.types.runtime_error)? {
            Some(_) | None => Err(vm.index_error("deque mutated during iteration")),
        };
    }
    match found? {
        Some(i) => {
            vm.heap.deque_remove(deque, i);
            Ok(Value::NONE)
        }
        None => Err(not_there(vm, x)?),
    }
}

/// `a op b` for two deques.
pub(super) fn compare(vm: &mut Vm, op: CmpOp, a: Value, b: Value) -> Option<Res> {
    b.is(ids::DEQUE).then(|| in_order(vm, op, a, b))
}

/// Compares lexicographically: the first differing pair decides, then the lengths.
fn in_order(vm: &mut Vm, op: CmpOp, a: Value, b: Value) -> Res {
    if matches!(op, CmpOp::Eq | CmpOp::Ne) {
        let same = a == b;
        if same || vm.heap.deque_len(a) != vm.heap.deque_len(b) {
            return Ok(Value::bool(same == (op == CmpOp::Eq)));
        }
    }
    let states = [a, b].map(|d| vm.heap.deque_state(d));
    let lengths = [a, b].map(|d| vm.heap.deque_len(d));
    for i in 0..lengths[0].min(lengths[1]) {
        let (p, q) = (vm.heap.deque_get(a, i), vm.heap.deque_get(b, i));
        if !elements_equal(vm, p, q)? {
            let result = vm.rich(op, p, q)?;
            return vm.truth(result).map(Value::bool);
        }
        if [a, b].map(|d| vm.heap.deque_state(d)) != states {
            return Err(mutated(vm));
        }
        if i % 1000 == 999 {
            vm.check_interrupt()?;
        }
    }
    Ok(Value::bool(op.holds(lengths[0].cmp(&lengths[1]))))
}
