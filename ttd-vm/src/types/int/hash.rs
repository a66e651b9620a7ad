//! The hash of numbers: their value modulo the prime 2**61 - 1, so that equal numbers of any type hash alike.

use ttd_core::value::Value;

use super::big::frexp;
use crate::Vm;

const BITS: i32 = 61;
const MODULUS: u64 = (1 << BITS) - 1;
const INF: i64 = 314159;

/// Maps -1, an error in C, to -2.
fn fix(hash: i64) -> i64 {
    if hash == -1 { -2 } else { hash }
}

fn rotate(x: u64, by: i32) -> u64 {
    (x << by) & MODULUS | x >> (BITS - by)
}

fn with_sign(x: u64, negative: bool) -> i64 {
    fix(if negative { -(x as i64) } else { x as i64 })
}

/// Returns the hash of an int or bool.
pub fn hash_int(vm: &Vm, v: Value) -> i64 {
    if let Some(i) = vm.as_i64(v) {
        return with_sign(i.unsigned_abs() % MODULUS, i < 0);
    }
    with_sign(hash_magnitude(vm.heap.bytes(v)), vm.big_is_negative(v))
}

/// Reduces a little-endian magnitude modulo 2**61 - 1: multiplying by a power of two rotates the 61 bits.
fn hash_magnitude(bytes: &[u8]) -> u64 {
    let (mut sum, mut shift) = (0, 0);
    for chunk in bytes.chunks(4) {
        let word = chunk.iter().rev().fold(0u64, |acc, &b| acc << 8 | u64::from(b));
        sum = (sum + rotate(word, shift)) % MODULUS;
        shift = (shift + 32) % BITS;
    }
    sum
}

/// Returns the hash of a float. NaNs hash as 0, where CPython hashes their address.
pub fn hash_float(x: f64) -> i64 {
    if x.is_nan() {
        return 0;
    }
    if x.is_infinite() {
        return if x > 0.0 { INF } else { -INF };
    }
    let (mantissa, exp) = frexp(x.abs());
    // |x| is an integer of 53 bits times a power of two, and 2**61 is 1.
    let digits = (mantissa * (1u64 << 53) as f64) as u64;
    with_sign(rotate(digits, (exp - 53).rem_euclid(BITS)), x < 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_hash_as_in_cpython() {
        assert_eq!(hash_float(1.5), 1152921504606846977);
        assert_eq!(hash_float(-1.0), -2);
        assert_eq!(hash_float(0.1), 230584300921369408);
        assert_eq!(hash_float(1e300), 1224995262755759164);
        assert_eq!(hash_float(5e-324), 16777216);
        assert_eq!(hash_float(f64::NEG_INFINITY), -314159);
    }

    #[test]
    fn magnitudes_are_reduced() {
        assert_eq!(hash_magnitude(&(1u128 << 61).to_le_bytes()), 1);
        assert_eq!(hash_magnitude(&10u128.pow(30).to_le_bytes()), (10u128.pow(30) % u128::from(MODULUS)) as u64);
        assert_eq!(hash_magnitude(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7]), ((7u128 << 80) % u128::from(MODULUS)) as u64);
    }
}
