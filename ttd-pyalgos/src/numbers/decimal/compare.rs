//! Order and hashes.

use std::cmp::Ordering;

use super::{Finite, LONGEST_SHIFT};

/// The prime by which Python's numbers are hashed.
const PRIME: u64 = (1 << 61) - 1;

/// Compares two numbers. `None` where their exponents are so far apart that shifting would be long.
pub fn compare(a: &Finite, b: &Finite) -> Option<Ordering> {
    let sign = |n: &Finite| match (n.is_zero(), n.negative) {
        (true, _) => 0,
        (false, true) => -1,
        (false, false) => 1,
    };
    let (x, y) = (sign(a), sign(b));
    if x != y || x == 0 {
        return Some(x.cmp(&y));
    }
    let size = match a.adjusted().cmp(&b.adjusted()) {
        Ordering::Equal => {
            let shift = a.exponent - b.exponent;
            if shift.abs() > LONGEST_SHIFT {
                return None;
            }
            a.coefficient.shifted(shift.max(0)).partial_cmp(&b.coefficient.shifted((-shift).max(0)))?
        }
        other => other,
    };
    Some(if x < 0 { size.reverse() } else { size })
}

/// What ten is to be multiplied with to give 1, modulo that prime.
const TENTH: u64 = 2_075_258_708_292_324_556;

/// The product modulo the prime, which is a power of two less one: bits beyond it count once more from the bottom.
fn product(a: u64, b: u64) -> u64 {
    let n = u128::from(a) * u128::from(b);
    let sum = (n as u64 & PRIME) + (n >> 61) as u64;
    if sum >= PRIME { sum - PRIME } else { sum }
}

fn power(mut base: u64, mut exponent: u64) -> u64 {
    let mut result = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = product(result, base);
        }
        base = product(base, base);
        exponent >>= 1;
    }
    result
}

/// Python's hash, equal to that of equal ints and floats.
pub fn hash(n: &Finite) -> i64 {
    let scale = power(if n.exponent >= 0 { 10 } else { TENTH }, n.exponent.unsigned_abs());
    let hash = product(n.coefficient.modulo(PRIME), scale);
    let hash = if n.negative { -(hash as i64) } else { hash as i64 };
    if hash == -1 { -2 } else { hash }
}
