//! The operators of sets and of the set-like views of dicts.

use ttd_core::value::Value;

use super::{algebra, is_set, plain};
use crate::native::Res;
use crate::ops::{arith::BinOp, compare::CmpOp, item, iter};
use crate::types::dict::views;
use crate::{Vm, ids};

fn is_view(v: Value) -> bool {
    v.is(ids::DICT_KEYS) || v.is(ids::DICT_ITEMS)
}

/// `a op b` where at least one is a set or a set-like view.
pub fn binary(vm: &mut Vm, op: BinOp, a: Value, b: Value) -> Res {
    if !matches!(op, BinOp::And | BinOp::Or | BinOp::Xor | BinOp::Sub) {
        return Ok(Value::NOT_IMPLEMENTED);
    }
    if is_set(a) && is_set(b) {
        return sets(vm, op, a, b);
    }
    if is_view(a) || is_view(b) {
        return with_view(vm, op, a, b);
    }
    Ok(Value::NOT_IMPLEMENTED)
}

fn sets(vm: &mut Vm, op: BinOp, a: Value, b: Value) -> Res {
    let tid = a.tid();
    match op {
        BinOp::And => algebra::intersection(vm, tid, a, b),
        BinOp::Sub => algebra::difference(vm, tid, a, b),
        BinOp::Xor => algebra::symmetric_difference(vm, tid, a, b),
        _ => {
            let result = vm.heap.set_copy(tid, a);
            if a != b {
                algebra::update(vm, result, b)?;
            }
            Ok(result)
        }
    }
}

/// `a op b` of a view and any iterable; one that needs Python code is collected first.
fn with_view(vm: &mut Vm, op: BinOp, a: Value, b: Value) -> Res {
    let (a, b) = if op == BinOp::And && !is_view(a) { (b, a) } else { (a, b) };
    if op == BinOp::And {
        let (a, b) = (as_plain(vm, a)?, as_plain(vm, b)?);
        if b.is(ids::SET) && item::len(vm, a) <= item::len(vm, b) {
            return algebra::intersection(vm, b.tid(), b, a);
        }
        // Iterates over the other operand and searches in the view.
        let (mut view, mut walked) = (a, b);
        let (len, other) = (item::len(vm, a), item::len(vm, b));
        // As in CPython: search in a set that is not smaller, and in the larger of two views.
        if b.is(ids::SET) && other >= len || is_view(b) && other > len {
            (view, walked) = (b, a);
        }
        if let Some(common) = plain::common_keys(vm, walked, view)? {
            return Ok(common);
        }
        let result = vm.new_set();
        iter::for_each(vm, walked, |vm, x| {
            if item::contains(vm, view, x).unwrap_or(Ok(false))? {
                vm.set_add(result, x)?;
            }
            Ok(true)
        })?;
        return Ok(result);
    }
    if op == BinOp::Xor && a.is(ids::DICT_ITEMS) && b.is(ids::DICT_ITEMS) {
        return different_items(vm, a, b);
    }
    let a = as_plain(vm, a)?;
    let result = if is_view(a) { views::to_set(vm, a)? } else { algebra::build(vm, ids::SET, a)? };
    let b = as_plain(vm, b)?;
    match op {
        BinOp::Or => algebra::update(vm, result, b)?,
        BinOp::Sub => algebra::difference_update(vm, result, b)?,
        _ => algebra::symmetric_update(vm, result, b)?,
    }
    Ok(result)
}

/// Returns the items in only one of two dicts; common ones need not be hashable.
fn different_items(vm: &mut Vm, a: Value, b: Value) -> Res {
    let result = vm.new_set();
    for (walked, other) in [(a, b), (b, a)] {
        iter::for_each(vm, walked, |vm, x| {
            if !views::contains(vm, other, x)? {
                vm.set_add(result, x)?;
            }
            Ok(true)
        })?;
    }
    Ok(result)
}

fn as_plain(vm: &mut Vm, v: Value) -> Res {
    if vm.plain_iterable(v) {
        return Ok(v);
    }
    let items = vm.collect(v)?;
    Ok(vm.new_list(&items))
}

/// `a op= b` for a set.
pub fn ibinary(vm: &mut Vm, op: BinOp, a: Value, b: Value) -> Res {
    if !is_set(b) {
        return Ok(Value::NOT_IMPLEMENTED);
    }
    match op {
        BinOp::And => algebra::intersection_update(vm, a, b)?,
        BinOp::Sub => algebra::difference_update(vm, a, b)?,
        BinOp::Xor => algebra::symmetric_update(vm, a, b)?,
        BinOp::Or => algebra::update(vm, a, b)?,
        _ => return Ok(Value::NOT_IMPLEMENTED),
    }
    Ok(a)
}

/// `a op b` for comparisons of sets and set-like views.
pub fn compare(vm: &mut Vm, op: CmpOp, a: Value, b: Value) -> Res {
    // The view compares with the set.
    let (op, a, b) = if is_set(a) && is_view(b) { (op.swapped(), b, a) } else { (op, a, b) };
    let (p, q) = (item::len(vm, a).unwrap_or(0), item::len(vm, b).unwrap_or(0));
    let answer = match op {
        CmpOp::Eq => p == q && within(vm, a, b)?,
        CmpOp::Ne => !(p == q && within(vm, a, b)?),
        CmpOp::Le => p <= q && within(vm, a, b)?,
        CmpOp::Lt => p < q && within(vm, a, b)?,
        CmpOp::Ge => p >= q && within(vm, b, a)?,
        CmpOp::Gt => p > q && within(vm, b, a)?,
    };
    Ok(Value::bool(answer))
}

/// Returns whether every item of `a` is in `b`.
fn within(vm: &mut Vm, a: Value, b: Value) -> Res<bool> {
    if is_set(a) && is_set(b) {
        return algebra::is_subset(vm, a, b);
    }
    if let Some(all) = plain::keys_in(vm, a, b)? {
        return Ok(all);
    }
    let mut all = true;
    iter::for_each(vm, a, |vm, x| {
        all = item::contains(vm, b, x).unwrap_or(Ok(false))?;
        Ok(all)
    })?;
    Ok(all)
}
