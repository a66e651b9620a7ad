//! Integer arithmetic: in 64 and 128 bits while these suffice, else in big integers.

use malachite_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use ttd_core::value::Value;

use super::compare::compare_longs;
use super::{division, limbs, power};
use crate::native::Res;
use crate::operators::BinOp;
use crate::{Vm, ids};

/// `a op b` for machine integers.
pub fn small(vm: &mut Vm, op: BinOp, a: i64, b: i64) -> Res {
    let wide = match op {
        BinOp::Add => i128::from(a) + i128::from(b),
        BinOp::Sub => i128::from(a) - i128::from(b),
        BinOp::Mul => i128::from(a) * i128::from(b),
        BinOp::TrueDiv => return division::true_div_small(vm, a, b),
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
        BinOp::Pow => return power::pow_small(vm, a, b),
        BinOp::MatMul => return Ok(Value::NOT_IMPLEMENTED),
    };
    Ok(vm.int128(wide))
}

/// Returns the value of an inline int or bool.
#[inline(always)]
fn short(v: Value) -> Option<i64> {
    if v.is_int() { Some(v.as_int()) } else { v.is_bool().then_some(i64::from(v == Value::TRUE)) }
}

/// `a op b` for integers of any size and bools.
pub fn binary(vm: &mut Vm, op: BinOp, a: Value, b: Value) -> Res {
    if let (Some(x), Some(y)) = (short(a), short(b)) {
        return match op {
            BinOp::And if a.is_bool() && b.is_bool() => Ok(Value::bool(x & y != 0)),
            BinOp::Or if a.is_bool() && b.is_bool() => Ok(Value::bool(x | y != 0)),
            BinOp::Xor if a.is_bool() && b.is_bool() => Ok(Value::bool(x != y)),
            BinOp::Add => Ok(vm.int(x + y)),
            _ => small(vm, op, x, y),
        };
    }
    if op == BinOp::Mod && a.is(ids::BIGINT) && b.is(ids::BIGINT) && is_own_remainder(vm, a, b) {
        return Ok(a);
    }
    if let (Some(x), Some(y)) = (vm.as_i128(a), vm.as_i128(b)) {
        if let Some(result) = medium(op, x, y) {
            return Ok(vm.int128(result));
        }
        if let (Ok(x), Ok(y)) = (i64::try_from(x), i64::try_from(y)) {
            return small(vm, op, x, y);
        }
    }
    if let Some(result) = limbs::binary(vm, op, a, b) {
        return Ok(result);
    }
    let (Some(x), Some(y)) = (vm.as_big(a), vm.as_big(b)) else {
        return Ok(Value::NOT_IMPLEMENTED);
    };
    large(vm, op, x, y)
}

/// Returns whether CPython finds without dividing that a number is its own remainder: by the count of 30-bit digits,
/// then by the first digit.
fn is_own_remainder(vm: &Vm, a: Value, b: Value) -> bool {
    // Usually the dividend is larger.
    if compare_longs(vm, a, b).is_gt() && !vm.big_is_negative(a) {
        return false;
    }
    if let (Some(a), Some(b)) = (vm.as_i128(a), vm.as_i128(b)) {
        let rank = |n: u128| {
            let digits = (128 - n.leading_zeros()).div_ceil(30);
            (digits, n >> (30 * digits.saturating_sub(1)))
        };
        return (a < 0) == (b < 0) && rank(a.unsigned_abs()) < rank(b.unsigned_abs());
    }
    let (Some(a), Some(b)) = (vm.as_big(a), vm.as_big(b)) else { return false };
    let rank = |n: &BigInt| {
        let digits = n.bits().div_ceil(30);
        (digits, n.magnitude() >> (30 * digits.saturating_sub(1)))
    };
    a.is_negative() == b.is_negative() && rank(&a) < rank(&b)
}

/// `a op b` in 128 bits; `None` on overflow or error.
fn medium(op: BinOp, a: i128, b: i128) -> Option<i128> {
    match op {
        BinOp::Add => a.checked_add(b),
        BinOp::Sub => a.checked_sub(b),
        BinOp::Mul => a.checked_mul(b),
        BinOp::FloorDiv | BinOp::Mod if b != 0 => {
            // One division for both: 128-bit division is a library call.
            let (quotient, remainder) = (a / b, a - a / b * b);
            let down = remainder != 0 && (remainder < 0) != (b < 0);
            Some(if op == BinOp::FloorDiv { quotient - i128::from(down) } else { remainder + if down { b } else { 0 } })
        }
        BinOp::LShift if (0..127).contains(&b) => a.checked_mul(1 << b),
        BinOp::And => Some(a & b),
        BinOp::Or => Some(a | b),
        BinOp::Xor => Some(a ^ b),
        BinOp::RShift if b >= 0 => Some(a >> b.min(127)),
        _ => None,
    }
}

/// Most 30-bit digits of a CPython integer.
const MOST_DIGITS: u64 = (i64::MAX as u64 - 24) / 4;

fn large(vm: &mut Vm, op: BinOp, a: BigInt, b: BigInt) -> Res {
    let result = match op {
        BinOp::Add => a + b,
        BinOp::Sub => a - b,
        BinOp::Mul => {
            need_bits(vm, a.bits() + b.bits())?;
            a * b
        }
        BinOp::TrueDiv => return division::true_div(vm, &a, &b),
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
            // CPython would accept the size but not get the memory.
            None if b.magnitude() / 30u32 + a.bits().div_ceil(30) < MOST_DIGITS.into() => return Err(vm.memory_error()),
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
        BinOp::Pow => return power::pow(vm, &a, &b),
        BinOp::MatMul => return Ok(Value::NOT_IMPLEMENTED),
    };
    Ok(vm.big(result))
}

/// Raises MemoryError when an integer of this many bits does not fit.
pub fn need_bits(vm: &mut Vm, bits: u64) -> Res<()> {
    // Below a megabyte the check costs more than it saves.
    if bits < 8 << 20 || vm.heap.has_room(bits / 8) { Ok(()) } else { Err(vm.memory_error()) }
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

/// `divmod(a, b)`.
pub fn divmod(vm: &mut Vm, a: Value, b: Value) -> Res {
    let (quotient, remainder) = match (vm.as_i64(a), vm.as_i64(b)) {
        (_, Some(0)) => return Err(vm.zero_division("integer division or modulo by zero")),
        (Some(x), Some(y)) => {
            let (q, r) = i128::from(x).div_mod_floor(&i128::from(y));
            (vm.int128(q), vm.int128(r))
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
    match vm.as_i128(v) {
        Some(i) => Ok(vm.int128(-i)),
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
        Some(i) => Ok(vm.int128(i128::from(i).abs())),
        None if vm.big_is_negative(v) => negate_big(vm, v),
        None => Ok(v),
    }
}
