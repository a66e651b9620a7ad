//! Functions on integers.

use malachite_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use ttd_core::value::Value;

use crate::Vm;
use crate::native::{Args, Res};
use crate::types::int::arith::need_bits;

fn integer(vm: &mut Vm, v: Value) -> Res<BigInt> {
    let i = vm.index(v)?;
    Ok(vm.as_big(i).unwrap_or_default())
}

/// `math.gcd(*integers)`.
pub fn gcd(vm: &mut Vm, args: Args) -> Res {
    let mut result = BigInt::zero();
    for v in args.rest {
        let i = integer(vm, *v)?;
        result = result.gcd(&i);
    }
    Ok(vm.big(result.abs()))
}

/// `math.lcm(*integers)`.
pub fn lcm(vm: &mut Vm, args: Args) -> Res {
    let mut result = BigInt::one();
    for v in args.rest {
        let i = integer(vm, *v)?;
        if result.is_zero() || i.is_zero() {
            result = BigInt::zero();
            continue;
        }
        let common = result.gcd(&i);
        result = result / common * i;
    }
    Ok(vm.big(result.abs()))
}

/// `math.isqrt(n)`.
pub fn isqrt(vm: &mut Vm, args: Args) -> Res {
    let n = integer(vm, args.get(0))?;
    if n.is_negative() {
        return Err(vm.value_error("isqrt() argument must be nonnegative"));
    }
    Ok(vm.big(n.sqrt()))
}

/// The product of `count` consecutive integers from `low`, split in halves so that the factors are of similar size.
fn range_product(low: &BigInt, count: u64) -> BigInt {
    match count {
        0 => BigInt::one(),
        1 => low.clone(),
        _ => {
            let half = count / 2;
            range_product(low, half) * range_product(&(low + half), count - half)
        }
    }
}

/// `math.factorial(n)`.
pub fn factorial(vm: &mut Vm, args: Args) -> Res {
    factorial_of(vm, args.get(0))
}

fn factorial_of(vm: &mut Vm, v: Value) -> Res {
    let n = integer(vm, v)?;
    if n.is_negative() {
        return Err(vm.value_error("factorial() not defined for negative values"));
    }
    let Some(n) = n.to_i64() else {
        return Err(vm.overflow_error(format!("factorial() argument should not exceed {}", i64::MAX)));
    };
    product(vm, &BigInt::one(), n as u64)
}

/// `range_product`, checked for memory.
fn product(vm: &mut Vm, low: &BigInt, count: u64) -> Res {
    let bits = (low + count).bits();
    need_bits(vm, bits.saturating_mul(count))?;
    Ok(vm.big(range_product(low, count)))
}

/// The arguments of `comb` and `perm`, neither negative. `smaller` takes `n - k` if that is less than `k`. The count
/// must fit in a word, unless it exceeds `n`: then it is `None`.
fn n_and_k(vm: &mut Vm, args: &Args, smaller: bool) -> Res<(BigInt, Option<u64>)> {
    let n = integer(vm, args.get(0))?;
    let k = integer(vm, args.get(1))?;
    if n.is_negative() {
        return Err(vm.value_error("n must be a non-negative integer"));
    }
    if k.is_negative() {
        return Err(vm.value_error("k must be a non-negative integer"));
    }
    if k > n {
        return Ok((n, None));
    }
    let rest = &n - &k;
    let count = if smaller && rest < k { rest } else { k };
    match count.to_i64() {
        Some(count) => Ok((n, Some(count as u64))),
        None => {
            let what = if smaller { "min(n - k, k)" } else { "k" };
            Err(vm.overflow_error(format!("{what} must not exceed {}", i64::MAX)))
        }
    }
}

/// `math.perm(n, k)`.
pub fn perm(vm: &mut Vm, args: Args) -> Res {
    if args.opt(1).is_none_or(|k| k.is_none()) {
        return factorial_of(vm, args.get(0));
    }
    let (n, k) = n_and_k(vm, &args, false)?;
    match k {
        Some(k) => product(vm, &(n - k + 1), k),
        None => Ok(Value::int(0)),
    }
}

/// `math.comb(n, k)`.
pub fn comb(vm: &mut Vm, args: Args) -> Res {
    let (n, k) = n_and_k(vm, &args, true)?;
    let Some(k) = k else { return Ok(Value::int(0)) };
    need_bits(vm, n.bits().saturating_mul(k).saturating_mul(2))?;
    let numerator = range_product(&(n - k + 1), k);
    Ok(vm.big(numerator / range_product(&BigInt::one(), k)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products() {
        assert_eq!(range_product(&BigInt::one(), 20).to_u64(), Some(2432902008176640000));
        assert_eq!(range_product(&BigInt::from(7), 3).to_u64(), Some(7 * 8 * 9));
        assert_eq!(range_product(&BigInt::from(7), 0).to_u64(), Some(1));
    }
}
