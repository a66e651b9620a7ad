//! True division of integers: the float nearest to the exact quotient.

use malachite_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};
use ttd_core::value::Value;

use super::big::ldexp;
use crate::Vm;
use crate::native::Res;

/// `a / b` for machine integers.
pub fn true_div_small(vm: &mut Vm, a: i64, b: i64) -> Res {
    if b == 0 {
        return Err(vm.zero_division("division by zero"));
    }
    const EXACT: u64 = 1 << 53;
    if a.unsigned_abs() <= EXACT && b.unsigned_abs() <= EXACT {
        return Ok(Value::float(a as f64 / b as f64));
    }
    true_div(vm, &BigInt::from(a), &BigInt::from(b))
}

/// Returns the float nearest to the exact quotient.
pub fn true_div(vm: &mut Vm, a: &BigInt, b: &BigInt) -> Res {
    if b.is_zero() {
        return Err(vm.zero_division("division by zero"));
    }
    match quotient(a, b) {
        Some(q) => Ok(Value::float(q)),
        None => Err(vm.overflow_error("integer division result too large for a float")),
    }
}

/// Returns the float nearest to `a / b`, half to even; `None` when it is out of range. `b` is not 0.
pub fn quotient(a: &BigInt, b: &BigInt) -> Option<f64> {
    if a.is_zero() {
        return Some(if b.is_negative() { -0.0 } else { 0.0 });
    }
    let sign = if a.is_negative() != b.is_negative() { -1.0 } else { 1.0 };
    let (a, b) = (a.abs(), b.abs());
    let exponent = a.bits() as i64 - b.bits() as i64;
    if exponent > 1025 {
        return None;
    }
    if exponent < -1080 {
        return Some(0.0f64.copysign(sign));
    }
    if exponent <= -1021 {
        // Possibly subnormal: a multiple of 2**-1074.
        let (q, r) = (&a << 1074u32).div_rem(&b);
        if let Some(units) = q.to_u64().filter(|&units| units < 1 << 52) {
            let twice = r << 1u32;
            let up = twice > b || twice == b && units & 1 == 1;
            return Some(f64::from_bits(units + u64::from(up)).copysign(sign));
        }
    }
    // 65 or 66 bits with a sticky last bit: converting rounds once.
    let shift = 65 - exponent;
    let (q, r) = if shift >= 0 { (a << shift as u64).div_rem(&b) } else { a.div_rem(&(b << (-shift) as u64)) };
    let digits = q.to_u128().unwrap_or(0) | u128::from(!r.is_zero());
    let float = ldexp(digits as f64, -shift as i32);
    float.is_finite().then_some(float.copysign(sign))
}

#[cfg(test)]
mod tests {
    use num_traits::One;

    use super::*;

    #[test]
    fn quotients_are_rounded_once() {
        let ten = |n: u32| BigInt::from(10).pow(n);
        assert_eq!(quotient(&BigInt::one(), &BigInt::from(3)), Some(1.0 / 3.0));
        assert_eq!(quotient(&ten(400), &ten(399)), Some(10.0));
        assert_eq!(quotient(&ten(400), &BigInt::one()), None);
        assert_eq!(quotient(&BigInt::one(), &ten(400)), Some(0.0));
        assert_eq!(quotient(&BigInt::one(), &ten(323)), Some(1e-323));
        assert_eq!(quotient(&BigInt::from(-3), &ten(310)), Some(-3e-310));
        assert_eq!(quotient(&BigInt::from(22250738585072014i64), &ten(324)), Some(2.2250738585072014e-308));
        let odd = (BigInt::one() << 54u32) + 1;
        assert_eq!(quotient(&odd, &BigInt::one()), Some(18014398509481984.0));
    }
}
