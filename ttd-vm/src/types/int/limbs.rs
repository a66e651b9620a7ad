//! Sums, differences, products with one word, and of natural numbers shifts, and bitwise operations: of long ints,
//! computed from their bytes in the heap, without conversion.

use std::cmp::Ordering;
use std::iter;

use ttd_core::value::Value;

use super::compare::compare_magnitudes;
use crate::operators::BinOp;
use crate::{Vm, ids};

/// Longest operand in bytes; longer ones take the general path, which checks the room.
const LONGEST: usize = 1 << 16;

/// The bytes of an int without trailing zeros: of a long one in the heap, or of a short one here.
#[derive(Clone, Copy)]
struct Short {
    bytes: [u8; 8],
    len: usize,
    negative: bool,
}

impl Short {
    fn new(i: i64) -> Short {
        let bytes = i.unsigned_abs().to_le_bytes();
        let len = bytes.iter().rposition(|&b| b != 0).map_or(0, |at| at + 1);
        Short { bytes, len, negative: i < 0 }
    }
}

/// `a op b` for two ints of which one is long; `None` when the general path is needed.
pub(super) fn binary(vm: &mut Vm, op: BinOp, a: Value, b: Value) -> Option<Value> {
    let is_arithmetic = matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul);
    let is_bitwise = matches!(op, BinOp::And | BinOp::Or | BinOp::Xor | BinOp::LShift | BinOp::RShift);
    if !is_arithmetic && !is_bitwise {
        return None;
    }
    let short = |v: Value| if v.is(ids::BIGINT) { Some(Short::new(0)) } else { vm.as_i64(v).map(Short::new) };
    let (short_a, short_b) = (short(a)?, short(b)?);
    let (x, negative_x) = magnitude(vm, a, &short_a);
    let (y, negative_y) = magnitude(vm, b, &short_b);
    if x.len().max(y.len()) > LONGEST {
        return None;
    }
    let (out, negative) = match op {
        BinOp::And | BinOp::Or | BinOp::Xor if negative_x || negative_y => {
            bitwise_signed(op, (x, negative_x), (y, negative_y))
        }
        BinOp::And | BinOp::Or | BinOp::Xor => (bitwise(op, x, y), false),
        _ if is_bitwise && (negative_x || negative_y) => return None,
        BinOp::LShift | BinOp::RShift => (shifted(op, x, bits_to_shift(y)?), false),
        BinOp::Mul => (product(x, y)?, negative_x != negative_y),
        _ => sum(x, negative_x, y, negative_y != (op == BinOp::Sub)),
    };
    Some(vm.int_from_bytes(&out, negative))
}

fn magnitude<'a>(vm: &'a Vm, v: Value, short: &'a Short) -> (&'a [u8], bool) {
    if v.is(ids::BIGINT) {
        (vm.heap.bytes(v), vm.big_is_negative(v))
    } else {
        (&short.bytes[..short.len], short.negative)
    }
}

/// Splits little-endian bytes into words.
fn words(bytes: &[u8]) -> impl Iterator<Item = u64> {
    let (whole, rest) = bytes.as_chunks::<8>();
    whole.iter().map(|word| u64::from_le_bytes(*word)).chain(iter::once(part(rest)))
}

/// Adds two signed magnitudes.
fn sum(x: &[u8], negative_x: bool, y: &[u8], negative_y: bool) -> (Vec<u8>, bool) {
    if negative_x == negative_y {
        return (added(x, y), negative_x);
    }
    match compare_magnitudes(x, y) {
        Ordering::Less => (subtracted(y, x), negative_y),
        _ => (subtracted(x, y), negative_x),
    }
}

fn added(x: &[u8], y: &[u8]) -> Vec<u8> {
    let (long, short) = if x.len() < y.len() { (y, x) } else { (x, y) };
    let mut carry = false;
    let mut out = filled(long, short, |a, b| {
        let (sum, first) = a.overflowing_add(b);
        let (sum, second) = sum.overflowing_add(u64::from(carry));
        carry = first | second;
        sum
    });
    out.push(u8::from(carry));
    out
}

/// `long - short`, known to be non-negative.
fn subtracted(long: &[u8], short: &[u8]) -> Vec<u8> {
    let mut borrow = false;
    filled(long, short, |a, b| {
        let (difference, first) = a.overflowing_sub(b);
        let (difference, second) = difference.overflowing_sub(u64::from(borrow));
        borrow = first | second;
        difference
    })
}

/// Longest factor, in bytes, that every word of the other one is multiplied by.
const SHORT_FACTOR: usize = 64;

/// Multiplies two numbers of which one is short; `None` when both are long.
fn product(x: &[u8], y: &[u8]) -> Option<Vec<u8>> {
    let (long, short) = if x.len() < y.len() { (y, x) } else { (x, y) };
    if short.len() > 8 {
        return (short.len() <= SHORT_FACTOR).then(|| product_by_words(long, short));
    }
    let factor = u128::from(words(short).next().unwrap_or(0));
    let mut carry = 0;
    let mut out = filled(long, &[], |a, _| {
        let product = u128::from(a) * factor + u128::from(carry);
        carry = (product >> 64) as u64;
        product as u64
    });
    out.extend_from_slice(&carry.to_le_bytes());
    Some(out)
}

/// Multiplies word by word.
fn product_by_words(long: &[u8], short: &[u8]) -> Vec<u8> {
    let long: smallvec::SmallVec<[u64; 16]> = words(long).collect();
    let mut sum: smallvec::SmallVec<[u64; 32]> = smallvec::smallvec![0; long.len() + short.len() / 8 + 2];
    for (shift, factor) in words(short).enumerate() {
        let mut carry = 0;
        for (to, word) in sum[shift..].iter_mut().zip(&long) {
            let part = u128::from(*word) * u128::from(factor) + u128::from(*to) + u128::from(carry);
            (*to, carry) = (part as u64, (part >> 64) as u64);
        }
        sum[shift + long.len()] = carry;
    }
    sum.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Combines the bits of two natural numbers.
fn bitwise(op: BinOp, x: &[u8], y: &[u8]) -> Vec<u8> {
    let (long, short) = if x.len() < y.len() { (y, x) } else { (x, y) };
    if op == BinOp::And {
        return short.iter().zip(long).map(|(a, b)| a & b).collect();
    }
    let mut out = long.to_vec();
    for (a, b) in out.iter_mut().zip(short) {
        *a = if op == BinOp::Or { *a | b } else { *a ^ b };
    }
    out
}

/// Combines the bits of two signed magnitudes as of two's complements.
fn bitwise_signed(op: BinOp, x: (&[u8], bool), y: (&[u8], bool)) -> (Vec<u8>, bool) {
    let combined = |a: u64, b: u64| match op {
        BinOp::And => a & b,
        BinOp::Or => a | b,
        _ => a ^ b,
    };
    let negative = combined(u64::from(x.1), u64::from(y.1)) != 0;
    let (mut carry_x, mut carry_y, mut carry) = (true, true, true);
    // One word more, for a power of two with its sign.
    let count = x.0.len().max(y.0.len()).div_ceil(8) + 1;
    let zeros = || iter::repeat(0);
    let mut out = Vec::with_capacity(count * 8);
    for (a, b) in words(x.0).chain(zeros()).zip(words(y.0).chain(zeros())).take(count) {
        let (a, b) = (complement(a, x.1, &mut carry_x), complement(b, y.1, &mut carry_y));
        out.extend_from_slice(&complement(combined(a, b), negative, &mut carry).to_le_bytes());
    }
    (out, negative)
}

/// A word of a number or of its negative, from the lowest word on.
fn complement(word: u64, negative: bool, carry: &mut bool) -> u64 {
    if !negative {
        return word;
    }
    let (word, over) = (!word).overflowing_add(u64::from(*carry));
    *carry = over;
    word
}

/// A number of bits to shift by; `None` for more than the longest operand has.
fn bits_to_shift(y: &[u8]) -> Option<usize> {
    let bits = if y.len() > 8 { None } else { words(y).next() };
    bits.and_then(|bits| usize::try_from(bits).ok()).filter(|bits| *bits <= LONGEST * 8)
}

/// Shifts a natural number: by whole bytes, and by the bits that are left over.
fn shifted(op: BinOp, x: &[u8], n: usize) -> Vec<u8> {
    let (bytes, bits) = (n / 8, n % 8);
    if op == BinOp::RShift {
        let rest = x.get(bytes..).unwrap_or_default();
        let next = rest.get(8..).unwrap_or_default();
        return filled(rest, next, |a, next| a >> bits | next.checked_shl(64 - bits as u32).unwrap_or(0));
    }
    let mut out = Vec::with_capacity(bytes + x.len() + 16);
    out.resize(bytes, 0);
    let mut carry = 0;
    for word in words(x) {
        out.extend_from_slice(&(word << bits | carry).to_le_bytes());
        carry = word.checked_shr(64 - bits as u32).unwrap_or(0);
    }
    out.push(carry as u8);
    out
}

/// Combines the words of two numbers by `each`, from the lowest, into bytes.
fn filled(long: &[u8], short: &[u8], mut each: impl FnMut(u64, u64) -> u64) -> Vec<u8> {
    let mut out = Vec::with_capacity(long.len() + 24);
    out.resize(long.len().next_multiple_of(8), 0);
    let (long, (whole, rest)) = (long.as_chunks::<8>(), short.as_chunks::<8>());
    let to = out.as_chunks_mut::<8>().0;
    for ((to, a), b) in to.iter_mut().zip(long.0).zip(whole) {
        *to = each(u64::from_le_bytes(*a), u64::from_le_bytes(*b)).to_le_bytes();
    }
    let others = iter::once(part(rest)).chain(iter::repeat(0));
    for (at, b) in (whole.len()..to.len()).zip(others) {
        let a = long.0.get(at).map_or_else(|| part(long.1), |word| u64::from_le_bytes(*word));
        to[at] = each(a, b).to_le_bytes();
    }
    out
}

/// Returns the word of less than eight bytes.
fn part(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(i: u128) -> Vec<u8> {
        let all = i.to_le_bytes();
        let len = all.iter().rposition(|&b| b != 0).map_or(0, |at| at + 1);
        all[..len].to_vec()
    }

    fn number(bytes: &[u8]) -> u128 {
        bytes.iter().rev().fold(0, |acc, b| acc << 8 | u128::from(*b))
    }

    #[test]
    fn as_128_bits() {
        let edges = [
            1,
            255,
            256,
            1 << 47,
            (1 << 63) - 1,
            1 << 63,
            u128::from(u64::MAX),
            1 << 64,
            (1 << 64) + 1,
            1 << 72,
            u128::MAX >> 2,
        ];
        for x in edges {
            for y in edges {
                let (a, b) = (bytes(x), bytes(y));
                assert_eq!(number(&added(&a, &b)), x + y);
                assert_eq!(number(&subtracted(&bytes(x.max(y)), &bytes(x.min(y)))), x.max(y) - x.min(y));
                assert_eq!(number(&bitwise(BinOp::And, &a, &b)), x & y);
                assert_eq!(number(&bitwise(BinOp::Or, &a, &b)), x | y);
                assert_eq!(number(&bitwise(BinOp::Xor, &a, &b)), x ^ y);
                for (s, t) in [(1, -1), (-1, 1), (-1, -1)] {
                    let (p, q) = (x as i128 * s, y as i128 * t);
                    let wanted = [(BinOp::And, p & q), (BinOp::Or, p | q), (BinOp::Xor, p ^ q)];
                    for (op, wanted) in wanted.into_iter().filter(|_| x < 1 << 127 && y < 1 << 127) {
                        let (out, negative) = bitwise_signed(op, (&a, s < 0), (&b, t < 0));
                        assert_eq!((number(&out), negative), (wanted.unsigned_abs(), wanted < 0));
                    }
                }
                if let (Some(product), Some(expected)) = (product(&a, &b), x.checked_mul(y)) {
                    assert_eq!(number(&product), expected);
                }
            }
            for n in (0..=127).filter(|n| *n <= x.leading_zeros()) {
                assert_eq!(number(&shifted(BinOp::LShift, &bytes(x), n as usize)), x << n);
                assert_eq!(number(&shifted(BinOp::RShift, &bytes(x), n as usize)), x >> n);
            }
            assert_eq!(number(&shifted(BinOp::RShift, &bytes(x), 1000)), 0);
        }
    }
}
