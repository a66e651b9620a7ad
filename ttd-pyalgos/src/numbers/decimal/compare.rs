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

fn power(base: u64, mut exponent: u64) -> u64 {
    let (mut result, mut base) = (1_u128, u128::from(base));
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * base % u128::from(PRIME);
        }
        base = base * base % u128::from(PRIME);
        exponent >>= 1;
    }
    result as u64
}

/// Python's hash, equal to that of equal ints and floats.
pub fn hash(n: &Finite) -> i64 {
    let size = n.exponent.unsigned_abs();
    let scale = if n.exponent >= 0 { power(10, size) } else { power(power(10, PRIME - 2), size) };
    let hash = u128::from(n.coefficient.modulo(PRIME)) * u128::from(scale) % u128::from(PRIME);
    let hash = if n.negative { -(hash as i64) } else { hash as i64 };
    if hash == -1 { -2 } else { hash }
}
