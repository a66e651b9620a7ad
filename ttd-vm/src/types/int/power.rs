//! Powers of integers.

use malachite_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use ttd_core::value::Value;

use super::arith::need_bits;
use super::big::big_to_f64;
use crate::Vm;
use crate::native::Res;
use crate::operators::BinOp;
use crate::types::float;

/// `base ** exp` for machine integers.
pub fn pow_small(vm: &mut Vm, base: i64, exp: i64) -> Res {
    if exp < 0 {
        return float::arith::binary(vm, BinOp::Pow, base as f64, exp as f64);
    }
    match u32::try_from(exp).ok().and_then(|e| base.checked_pow(e)) {
        Some(i) => Ok(vm.int(i)),
        None => pow(vm, &BigInt::from(base), &BigInt::from(exp)),
    }
}

/// `base ** exp`.
pub fn pow(vm: &mut Vm, base: &BigInt, exp: &BigInt) -> Res {
    if exp.is_negative() {
        let (Some(x), Some(y)) = (big_to_f64(base), big_to_f64(exp)) else {
            return Err(vm.overflow_error("int too large to convert to float"));
        };
        return float::arith::binary(vm, BinOp::Pow, x, y);
    }
    if base.is_zero() || base.is_one() {
        return Ok(vm.big(if exp.is_zero() { BigInt::one() } else { base.clone() }));
    }
    if base == &BigInt::from(-1) {
        return Ok(Value::int(if exp.is_even() { 1 } else { -1 }));
    }
    let Some(exp) = exp.to_u32() else {
        return Err(vm.memory_error());
    };
    need_bits(vm, base.bits().saturating_mul(u64::from(exp)))?;
    Ok(vm.big(base.pow(exp)))
}

/// `pow(base, exp, modulus)`.
pub fn pow_mod(vm: &mut Vm, base: Value, exp: Value, modulus: Value) -> Res {
    let (Some(mut base), Some(mut exp), Some(modulus)) = (vm.as_big(base), vm.as_big(exp), vm.as_big(modulus)) else {
        return Ok(Value::NOT_IMPLEMENTED);
    };
    if modulus.is_zero() {
        return Err(vm.value_error("pow() 3rd argument cannot be 0"));
    }
    let size = modulus.abs();
    if exp.is_negative() {
        let Some(inverse) = inverse(&base, &size) else {
            return Err(vm.value_error("base is not invertible for the given modulus"));
        };
        base = inverse;
        exp = -exp;
    }
    let mut result = base.mod_floor(&size).modpow(&exp, &size).mod_floor(&size);
    if modulus.sign() == Sign::Minus && !result.is_zero() {
        result += &modulus;
    }
    Ok(vm.big(result))
}

/// Returns the inverse of `a` modulo `m > 0`, between 0 and `m`.
fn inverse(a: &BigInt, m: &BigInt) -> Option<BigInt> {
    let (mut r0, mut r1) = (m.clone(), a.mod_floor(m));
    let (mut t0, mut t1) = (BigInt::zero(), BigInt::one());
    while !r1.is_zero() {
        let (q, r) = r0.div_rem(&r1);
        let t = &t0 - &q * &t1;
        (r0, r1, t0, t1) = (r1, r, t1, t);
    }
    r0.is_one().then(|| t0.mod_floor(m))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverses() {
        assert_eq!(inverse(&BigInt::from(2), &BigInt::from(7)), Some(BigInt::from(4)));
        assert_eq!(inverse(&BigInt::from(2), &BigInt::from(4)), None);
        assert_eq!(inverse(&BigInt::from(-3), &BigInt::from(10)), Some(BigInt::from(3)));
    }
}
