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
    if let Some(low) = low.to_u64().filter(|low| low.checked_add(count).is_some()) {
        return word_product(low, count);
    }
    match count {
        0 => BigInt::one(),
        1 => low.clone(),
        _ => {
            let half = count / 2;
            range_product(low, half) * range_product(&(low + half), count - half)
        }
    }
}

/// As `range_product`, of integers of a machine word, of which several are multiplied within one.
fn word_product(low: u64, count: u64) -> BigInt {
    /// More factors do not fit, but for those below the square root of this.
    const MOST: u64 = 20;
    let fits = if count <= MOST { (low..low + count).try_fold(1_u64, u64::checked_mul) } else { None };
    fits.map(BigInt::from).unwrap_or_else(|| {
        let half = count / 2;
        word_product(low, half) * word_product(low + half, count - half)
    })
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
    if let Some(result) = of_small(vm, &args, small_perm) {
        return Ok(result);
    }
    if args.opt(1).is_none_or(|k| k.is_none()) {
        return factorial_of(vm, args.get(0));
    }
    let (n, k) = n_and_k(vm, &args, false)?;
    match k {
        Some(k) => product(vm, &(n - k + 1), k),
        None => Ok(Value::int(0)),
    }
}

/// A small argument that is not negative.
fn small(v: Value) -> Option<u64> {
    if v.is_int() { u64::try_from(v.as_int()).ok() } else { None }
}

/// `comb` as long as all products fit.
fn small_comb(n: u64, k: u64) -> Option<u64> {
    let k = k.min(n.checked_sub(k)?);
    let mut result = 1_u64;
    for i in 0..k {
        result = result.checked_mul(n - i)? / (i + 1);
    }
    Some(result)
}

/// `perm` as long as all products fit.
fn small_perm(n: u64, k: u64) -> Option<u64> {
    n.checked_sub(k)?;
    (0..k).try_fold(1_u64, |result, i| result.checked_mul(n - i))
}

/// The result of a function of two small arguments.
fn of_small(vm: &mut Vm, args: &Args, function: fn(u64, u64) -> Option<u64>) -> Option<Value> {
    let (n, k) = (small(args.get(0))?, args.opt(1).and_then(small)?);
    let result = i64::try_from(function(n, k)?).ok()?;
    Some(vm.int(result))
}

/// `math.comb(n, k)`.
pub fn comb(vm: &mut Vm, args: Args) -> Res {
    if let Some(result) = of_small(vm, &args, small_comb) {
        return Ok(result);
    }
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
    fn small_arguments() {
        assert_eq!((small_comb(40, 12), small_comb(5, 6), small_comb(5, 5)), (Some(5_586_853_480), None, Some(1)));
        assert_eq!((small_perm(10, 3), small_perm(3, 4), small_perm(100, 50)), (Some(720), None, None));
    }

    #[test]
    fn products() {
        assert_eq!(range_product(&BigInt::one(), 20).to_u64(), Some(2432902008176640000));
        assert_eq!(range_product(&BigInt::from(7), 3).to_u64(), Some(7 * 8 * 9));
        assert_eq!(range_product(&BigInt::from(7), 0).to_u64(), Some(1));
    }
}
