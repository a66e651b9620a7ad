//! Arithmetic of integers: in 64 and 128 bits while that is enough, then in big ones.

use malachite_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use ttd_core::value::Value;

use super::big::{big_to_f64, ldexp};
use crate::Vm;
use crate::native::Res;
use crate::ops::binop::BinOp;
use crate::types::float;

/// `a op b` for machine integers.
pub fn small(vm: &mut Vm, op: BinOp, a: i64, b: i64) -> Res {
    let wide = match op {
        BinOp::Add => i128::from(a) + i128::from(b),
        BinOp::Sub => i128::from(a) - i128::from(b),
        BinOp::Mul => i128::from(a) * i128::from(b),
        BinOp::TrueDiv => return true_div_small(vm, a, b),
        BinOp::FloorDiv => {
            if b == 0 {
                return Err(vm.zero_division("integer division or modulo by zero"));
            }
            Integer::div_floor(&i128::from(a), &i128::from(b))
        }
        BinOp::Mod => {
            if b == 0 {
                return Err(vm.zero_division("integer modulo by zero"));
            }
            i128::from(a).mod_floor(&i128::from(b))
        }
        BinOp::And => i128::from(a & b),
        BinOp::Or => i128::from(a | b),
        BinOp::Xor => i128::from(a ^ b),
        BinOp::RShift => {
            if b < 0 {
                return Err(vm.value_error("negative shift count"));
            }
            i128::from(a >> b.min(63))
        }
        BinOp::LShift if a == 0 && b >= 0 => 0,
        BinOp::LShift if (0..64).contains(&b) => i128::from(a) << b,
        BinOp::LShift => return shift_left(vm, &BigInt::from(a), b),
        BinOp::Pow => return pow_small(vm, a, b),
        BinOp::MatMul => return Ok(Value::NOT_IMPLEMENTED),
    };
    Ok(from_i128(vm, wide))
}

fn from_i128(vm: &mut Vm, wide: i128) -> Value {
    match i64::try_from(wide) {
        Ok(i) => vm.int(i),
        Err(_) => vm.big(BigInt::from(wide)),
    }
}

/// `a op b` for integers of any size and bools.
pub fn binary(vm: &mut Vm, op: BinOp, a: Value, b: Value) -> Res {
    if a.is_bool() && b.is_bool() && matches!(op, BinOp::And | BinOp::Or | BinOp::Xor) {
        let (x, y) = (a == Value::TRUE, b == Value::TRUE);
        return Ok(Value::bool(match op {
            BinOp::And => x & y,
            BinOp::Or => x | y,
            _ => x ^ y,
        }));
    }
    if let (Some(x), Some(y)) = (vm.as_i64(a), vm.as_i64(b)) {
        return small(vm, op, x, y);
    }
    let (Some(x), Some(y)) = (vm.as_big(a), vm.as_big(b)) else {
        return Ok(Value::NOT_IMPLEMENTED);
    };
    large(vm, op, x, y)
}

fn large(vm: &mut Vm, op: BinOp, a: BigInt, b: BigInt) -> Res {
    let result = match op {
        BinOp::Add => a + b,
        BinOp::Sub => a - b,
        BinOp::Mul => {
            need_bits(vm, a.bits() + b.bits())?;
            a * b
        }
        BinOp::TrueDiv => return true_div(vm, &a, &b),
        BinOp::FloorDiv if b.is_zero() => {
            return Err(vm.zero_division("integer division or modulo by zero"));
        }
        BinOp::FloorDiv => a.div_floor(&b),
        BinOp::Mod if b.is_zero() => return Err(vm.zero_division("integer modulo by zero")),
        BinOp::Mod => a.mod_floor(&b),
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        BinOp::LShift => match b.to_i64() {
            Some(n) => return shift_left(vm, &a, n),
            None if b.is_negative() => return Err(vm.value_error("negative shift count")),
            None if a.is_zero() => a,
            None => return Err(vm.overflow_error("too many digits in integer")),
        },
        BinOp::RShift => {
            if b.is_negative() {
                return Err(vm.value_error("negative shift count"));
            }
            match b.to_u64() {
                Some(n) => a >> n,
                None => BigInt::from(if a.is_negative() { -1 } else { 0 }),
            }
        }
        BinOp::Pow => return pow(vm, &a, &b),
        BinOp::MatMul => return Ok(Value::NOT_IMPLEMENTED),
    };
    Ok(vm.big(result))
}

/// MemoryError when an integer of so many bits finds no room.
pub fn need_bits(vm: &mut Vm, bits: u64) -> Res<()> {
    // Below a megabyte the question costs more than it saves.
    if bits < 8 << 20 || vm.heap.has_room(bits / 8) {
        Ok(())
    } else {
        Err(vm.memory_error())
    }
}

fn shift_left(vm: &mut Vm, a: &BigInt, n: i64) -> Res {
    if n < 0 {
        return Err(vm.value_error("negative shift count"));
    }
    if a.is_zero() {
        return Ok(Value::int(0));
    }
    need_bits(vm, a.bits().saturating_add(n as u64))?;
    Ok(vm.big(a << n as u64))
}

fn true_div_small(vm: &mut Vm, a: i64, b: i64) -> Res {
    if b == 0 {
        return Err(vm.zero_division("division by zero"));
    }
    const EXACT: u64 = 1 << 53;
    if a.unsigned_abs() <= EXACT && b.unsigned_abs() <= EXACT {
        return Ok(Value::float(a as f64 / b as f64));
    }
    true_div(vm, &BigInt::from(a), &BigInt::from(b))
}

/// The float nearest to the exact quotient.
fn true_div(vm: &mut Vm, a: &BigInt, b: &BigInt) -> Res {
    if b.is_zero() {
        return Err(vm.zero_division("division by zero"));
    }
    match quotient(a, b) {
        Some(q) => Ok(Value::float(q)),
        None => Err(vm.overflow_error("integer division result too large for a float")),
    }
}

/// The float nearest to `a / b`, half to even; `None` when it is out of range. `b` is not 0.
pub fn quotient(a: &BigInt, b: &BigInt) -> Option<f64> {
    if a.is_zero() {
        return Some(if b.is_negative() { -0.0 } else { 0.0 });
    }
    let sign = if a.is_negative() != b.is_negative() {
        -1.0
    } else {
        1.0
    };
    let (a, b) = (a.abs(), b.abs());
    let exponent = a.bits() as i64 - b.bits() as i64;
    if exponent > 1025 {
        return None;
    }
    if exponent < -1080 {
        return Some(0.0f64.copysign(sign));
    }
    if exponent <= -1021 {
        // Perhaps subnormal: then the float is a whole number of units of 2**-1074.
        let (q, r) = (&a << 1074u32).div_rem(&b);
        if let Some(units) = q.to_u64().filter(|&units| units < 1 << 52) {
            let twice = r << 1u32;
            let up = twice > b || twice == b && units & 1 == 1;
            return Some(f64::from_bits(units + u64::from(up)).copysign(sign));
        }
    }
    // A quotient of 65 or 66 bits whose last bit stands for all that is cut off: converting it rounds once.
    let shift = 65 - exponent;
    let (q, r) = if shift >= 0 {
        (a << shift as u64).div_rem(&b)
    } else {
        a.div_rem(&(b << (-shift) as u64))
    };
    let digits = q.to_u128().unwrap_or(0) | u128::from(!r.is_zero());
    let float = ldexp(digits as f64, -shift as i32);
    float.is_finite().then_some(float.copysign(sign))
}

fn pow_small(vm: &mut Vm, base: i64, exp: i64) -> Res {
    if exp < 0 {
        return float::arith::binary(vm, BinOp::Pow, base as f64, exp as f64);
    }
    match u32::try_from(exp).ok().and_then(|e| base.checked_pow(e)) {
        Some(i) => Ok(vm.int(i)),
        None => pow(vm, &BigInt::from(base), &BigInt::from(exp)),
    }
}

fn pow(vm: &mut Vm, base: &BigInt, exp: &BigInt) -> Res {
    if exp.is_negative() {
        let (Some(x), Some(y)) = (big_to_f64(base), big_to_f64(exp)) else {
            return Err(vm.overflow_error("int too large to convert to float"));
        };
        return float::arith::binary(vm, BinOp::Pow, x, y);
    }
    if base.is_zero() || base.is_one() {
        return Ok(vm.big(if exp.is_zero() {
            BigInt::one()
        } else {
            base.clone()
        }));
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
    let (Some(mut base), Some(mut exp), Some(modulus)) =
        (vm.as_big(base), vm.as_big(exp), vm.as_big(modulus))
    else {
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

/// The inverse of `a` modulo `m > 0`, between 0 and `m`.
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

/// `divmod(a, b)`.
pub fn divmod(vm: &mut Vm, a: Value, b: Value) -> Res {
    let (quotient, remainder) = match (vm.as_i64(a), vm.as_i64(b)) {
        (_, Some(0)) => return Err(vm.zero_division("integer division or modulo by zero")),
        (Some(x), Some(y)) => {
            let (q, r) = i128::from(x).div_mod_floor(&i128::from(y));
            (from_i128(vm, q), from_i128(vm, r))
        }
        _ => {
            let (Some(x), Some(y)) = (vm.as_big(a), vm.as_big(b)) else {
                return Ok(Value::NOT_IMPLEMENTED);
            };
            let (q, r) = x.div_mod_floor(&y);
            (vm.big(q), vm.big(r))
        }
    };
    Ok(vm.new_tuple(&[quotient, remainder]))
}

/// `-v`
pub fn neg(vm: &mut Vm, v: Value) -> Res {
    match vm.as_i64(v) {
        Some(i) => Ok(from_i128(vm, -i128::from(i))),
        None => negate_big(vm, v),
    }
}

fn negate_big(vm: &mut Vm, v: Value) -> Res {
    let i = vm.as_big(v).unwrap_or_default();
    Ok(vm.big(-i))
}

/// `~v`
pub fn invert(vm: &mut Vm, v: Value) -> Res {
    match vm.as_i64(v) {
        Some(i) => Ok(vm.int(!i)),
        None => {
            let i = vm.as_big(v).unwrap_or_default();
            Ok(vm.big(-i - BigInt::one()))
        }
    }
}

/// `abs(v)`
pub fn abs(vm: &mut Vm, v: Value) -> Res {
    match vm.as_i64(v) {
        Some(i) => Ok(from_i128(vm, i128::from(i).abs())),
        None if vm.big_is_negative(v) => negate_big(vm, v),
        None => Ok(v),
    }
}

#[cfg(test)]
mod tests {
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
        assert_eq!(
            quotient(&BigInt::from(22250738585072014i64), &ten(324)),
            Some(2.2250738585072014e-308)
        );
        let odd = (BigInt::one() << 54u32) + 1;
        assert_eq!(quotient(&odd, &BigInt::one()), Some(18014398509481984.0));
    }

    #[test]
    fn inverses() {
        assert_eq!(
            inverse(&BigInt::from(2), &BigInt::from(7)),
            Some(BigInt::from(4))
        );
        assert_eq!(inverse(&BigInt::from(2), &BigInt::from(4)), None);
        assert_eq!(
            inverse(&BigInt::from(-3), &BigInt::from(10)),
            Some(BigInt::from(3))
        );
    }
}
