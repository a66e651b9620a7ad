//! The exact order of numbers.

use std::cmp::Ordering;

use malachite_bigint::BigInt;
use num_traits::FromPrimitive;
use ttd_core::value::Value;

use crate::Vm;

/// The order of two numbers (int, bool, float), exactly: an int is never rounded to be compared with a float.
/// `None` when one is a NaN.
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
    match (vm.as_i64(a), vm.as_i64(b)) {
        (Some(x), Some(y)) => Some(x.cmp(&y)),
        _ => Some(vm.as_big(a)?.cmp(&vm.as_big(b)?)),
    }
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
