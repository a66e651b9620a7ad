//! The exact order of numbers.

use std::cmp::Ordering;

use malachite_bigint::BigInt;
use num_traits::FromPrimitive;
use ttd_core::value::Value;

use crate::{Vm, ids};

/// Compares two numbers (int, bool, float) exactly: an int is never rounded to a float. `None` when one is a NaN.
pub fn compare_numbers(vm: &Vm, a: Value, b: Value) -> Option<Ordering> {
    if a.is_float() {
        if b.is_float() {
            return a.as_float().partial_cmp(&b.as_float());
        }
        return compare_int_float(vm, b, a.as_float()).map(Ordering::reverse);
    }
    if b.is_float() {
        return compare_int_float(vm, a, b.as_float());
    }
    compare_ints(vm, a, b)
}

/// Compares two ints or bools. A BIGINT is further from zero than any inline int, so its sign decides.
fn compare_ints(vm: &Vm, a: Value, b: Value) -> Option<Ordering> {
    let away = |big: Value| if vm.big_is_negative(big) { Ordering::Less } else { Ordering::Greater };
    match (a.is(ids::BIGINT), b.is(ids::BIGINT)) {
        (false, false) => Some(vm.as_i64(a)?.cmp(&vm.as_i64(b)?)),
        (true, false) => vm.as_i64(b).map(|_| away(a)),
        (false, true) => vm.as_i64(a).map(|_| away(b).reverse()),
        (true, true) => Some(compare_longs(vm, a, b)),
    }
}

/// Compares two BIGINTs in place.
#[inline]
pub fn compare_longs(vm: &Vm, a: Value, b: Value) -> Ordering {
    match (vm.big_is_negative(a), vm.big_is_negative(b)) {
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        (false, false) => compare_sizes(vm, a, b),
        (true, true) => compare_sizes(vm, b, a),
    }
}

#[inline]
fn compare_sizes(vm: &Vm, a: Value, b: Value) -> Ordering {
    match (vm.heap.number(a), vm.heap.number(b)) {
        (Some(a), Some(b)) => a.cmp(&b),
        _ => compare_magnitudes(vm.heap.bytes(a), vm.heap.bytes(b)),
    }
}

/// Compares two little-endian magnitudes without trailing zeros.
pub(super) fn compare_magnitudes(a: &[u8], b: &[u8]) -> Ordering {
    let (whole_a, rest_a) = a.as_chunks::<8>();
    let (whole_b, rest_b) = b.as_chunks::<8>();
    let word = |bytes: &[u8; 8]| u64::from_le_bytes(*bytes);
    a.len()
        .cmp(&b.len())
        .then_with(|| rest_a.iter().rev().cmp(rest_b.iter().rev()))
        .then_with(|| whole_a.iter().rev().map(word).cmp(whole_b.iter().rev().map(word)))
}

fn compare_int_float(vm: &Vm, i: Value, x: f64) -> Option<Ordering> {
    if x.is_nan() {
        return None;
    }
    if x.is_infinite() {
        return Some(if x > 0.0 { Ordering::Less } else { Ordering::Greater });
    }
    const EXACT: u64 = 1 << 53;
    let big = match vm.as_i64(i) {
        Some(i) if i.unsigned_abs() <= EXACT => return (i as f64).partial_cmp(&x),
        Some(i) => BigInt::from(i),
        None => vm.as_big(i)?,
    };
    let whole = BigInt::from_f64(x.trunc())?;
    let fraction = x.fract();
    Some(big.cmp(&whole).then(if fraction == 0.0 {
        Ordering::Equal
    } else if fraction > 0.0 {
        Ordering::Less
    } else {
        Ordering::Greater
    }))
}
