//! Between Python's integers and Rust's.
//!
//! An integer of 48 bits lies in its `Value`. A larger one is a BIGINT object: its magnitude in bytes, little-endian
//! without trailing zeros, and 1 in the auxiliary word when it is negative. The forms never overlap, so that equal
//! integers that are both inline are equal words.

use malachite_bigint::{BigInt, Sign};
use malachite_nz::integer::Integer;
use malachite_nz::natural::Natural;
use num_traits::ToPrimitive;
use ttd_core::value::Value;

use crate::{Vm, ids};

impl Vm {
    /// The integer `i`.
    #[inline]
    pub fn int(&mut self, i: i64) -> Value {
        match Value::try_int(i) {
            Some(v) => v,
            None => self.heap.new_number(ids::BIGINT, u128::from(i.unsigned_abs()), (i < 0) as _),
        }
    }

    /// The integer `i`, inline when it fits.
    pub fn big(&mut self, i: BigInt) -> Value {
        if let Some(small) = i.to_i64() {
            return self.int(small);
        }
        let (negative, whole) = (i.sign() == Sign::Minus, Integer::from(i));
        // The limbs themselves: the digits that `BigInt` gives are taken from the number one by one.
        let limbs = whole.unsigned_abs_ref().to_limbs_asc();
        let mut magnitude = vec![0; 8 * limbs.len()];
        for (bytes, limb) in magnitude.as_chunks_mut::<8>().0.iter_mut().zip(&limbs) {
            *bytes = limb.to_le_bytes();
        }
        self.new_bigint(&magnitude, negative)
    }

    /// The integer `i`.
    #[inline]
    pub fn int128(&mut self, i: i128) -> Value {
        match i64::try_from(i) {
            Ok(small) => self.int(small),
            Err(_) => self.heap.new_number(ids::BIGINT, i.unsigned_abs(), (i < 0) as _),
        }
    }

    /// The integer with this magnitude in little-endian bytes and this sign.
    pub(super) fn int_from_bytes(&mut self, magnitude: &[u8], negative: bool) -> Value {
        let len = magnitude.iter().rposition(|&b| b != 0).map_or(0, |i| i + 1);
        if len <= 8 {
            let mut word = [0; 8];
            word[..len].copy_from_slice(&magnitude[..len]);
            let i = i128::from(u64::from_le_bytes(word));
            return self.int128(if negative { -i } else { i });
        }
        self.heap.new_bytes(ids::BIGINT, &magnitude[..len], negative as _)
    }

    fn new_bigint(&mut self, magnitude: &[u8], negative: bool) -> Value {
        let len = magnitude.iter().rposition(|&b| b != 0).map_or(0, |i| i + 1);
        self.heap.new_bytes(ids::BIGINT, &magnitude[..len], negative as _)
    }

    /// The value of an int or bool that fits in 64 bits.
    #[inline]
    pub fn as_i64(&self, v: Value) -> Option<i64> {
        if v.is_int() {
            return Some(v.as_int());
        }
        if v.is_bool() {
            return Some(i64::from(v == Value::TRUE));
        }
        if !v.is(ids::BIGINT) {
            return None;
        }
        let magnitude = u64::try_from(self.heap.number(v)?).ok()?;
        if self.big_is_negative(v) { 0i64.checked_sub_unsigned(magnitude) } else { i64::try_from(magnitude).ok() }
    }

    /// The value of an int or bool.
    pub fn as_big(&self, v: Value) -> Option<BigInt> {
        if let Some(small) = self.as_i64(v) {
            return Some(BigInt::from(small));
        }
        if !v.is(ids::BIGINT) {
            return None;
        }
        let limb = |chunk: &[u8]| chunk.iter().rev().fold(0, |acc, b| acc << 8 | u64::from(*b));
        let (limbs, rest) = self.heap.bytes(v).as_chunks::<8>();
        let mut magnitude = Vec::with_capacity(limbs.len() + 1);
        magnitude.extend(limbs.iter().map(|limb| u64::from_le_bytes(*limb)));
        magnitude.push(limb(rest));
        let magnitude = Natural::from_owned_limbs_asc(magnitude);
        Some(Integer::from_sign_and_abs(!self.big_is_negative(v), magnitude).into())
    }

    /// The value of an int or bool that fits in 127 bits.
    #[inline]
    pub fn as_i128(&self, v: Value) -> Option<i128> {
        if !v.is(ids::BIGINT) {
            return self.as_i64(v).map(i128::from);
        }
        let magnitude = i128::try_from(self.heap.number(v)?).ok()?;
        Some(if self.big_is_negative(v) { -magnitude } else { magnitude })
    }

    /// Whether it is an int or bool.
    #[inline]
    pub fn is_integer(&self, v: Value) -> bool {
        v.is_int() || v.is_bool() || v.is(ids::BIGINT)
    }

    /// The number as a float: float, bool, or an int in a float's range, rounded half to even.
    pub fn as_f64(&self, v: Value) -> Option<f64> {
        if v.is_float() {
            return Some(v.as_float());
        }
        match self.as_i64(v) {
            Some(i) => Some(i as f64),
            None => match self.as_i128(v) {
                Some(i) => Some(i as f64),
                None => big_to_f64(&self.as_big(v)?),
            },
        }
    }

    /// The sign bit of a BIGINT.
    pub(crate) fn big_is_negative(&self, v: Value) -> bool {
        self.heap.aux(v) != 0
    }
}

/// The nearest float, half to even; `None` when it is out of range.
pub fn big_to_f64(i: &BigInt) -> Option<f64> {
    let bits = i.bits();
    if bits > 1024 {
        return None;
    }
    let (sign, digits) = i.to_u64_digits();
    let magnitude = match digits.as_slice() {
        [] => 0.0,
        [one] => *one as f64,
        [.., _, _] => {
            // The topmost 64 bits, the last of them also standing for all that was cut off: 11 more than a float
            // has, so the conversion of the word rounds as the whole would.
            let (last, shift) = (digits.len() - 1, digits[digits.len() - 1].leading_zeros());
            let below = digits[last - 1];
            let top = digits[last] << shift | if shift == 0 { 0 } else { below >> (64 - shift) };
            let cut = below << shift != 0 || digits[..last - 1].iter().any(|&d| d != 0);
            let scale = (bits - 64) as i32;
            ldexp((top | u64::from(cut)) as f64, scale)
        }
    };
    let float = if sign == Sign::Minus { -magnitude } else { magnitude };
    float.is_finite().then_some(float)
}

/// `x * 2**exp` with one rounding.
pub fn ldexp(mut x: f64, exp: i32) -> f64 {
    let mut exp = exp;
    while exp > 1000 {
        x *= power_of_two(1000);
        exp -= 1000;
        if !x.is_finite() {
            return x;
        }
    }
    if exp >= -1000 {
        let scaled = x * power_of_two(exp);
        // A product that falls below the normal range rounds once only, here, because x was exact before.
        return scaled;
    }
    ldexp_small(x, exp)
}

/// `ldexp` for exponents under -1000: first exactly down to the edge of the normal range, then one rounding.
fn ldexp_small(x: f64, exp: i32) -> f64 {
    if x == 0.0 || !x.is_finite() {
        return x;
    }
    let (mantissa, own) = frexp(x);
    let total = i64::from(own) + i64::from(exp);
    if total < -1080 {
        return 0.0f64.copysign(x);
    }
    if total > -1000 {
        return mantissa * power_of_two(1) * power_of_two((total - 1) as i32);
    }
    // mantissa * 2**(total + 1000) is exact, and the last factor rounds.
    mantissa * power_of_two((total + 1000) as i32) * power_of_two(-1000)
}

/// `2.0**exp` for an exponent of the normal range.
fn power_of_two(exp: i32) -> f64 {
    f64::from_bits(((exp + 1023) as u64) << 52)
}

/// `x == mantissa * 2**exp` with 0.5 <= |mantissa| < 1; zeros and non-finite numbers give themselves and 0.
pub fn frexp(x: f64) -> (f64, i32) {
    if x == 0.0 || !x.is_finite() {
        return (x, 0);
    }
    let (x, bias) = if x.abs() < f64::MIN_POSITIVE { (x * power_of_two(64), -64) } else { (x, 0) };
    let bits = x.to_bits();
    let exp = ((bits >> 52) & 0x7ff) as i32 - 1022;
    (f64::from_bits(bits & !(0x7ff << 52) | 1022 << 52), exp + bias)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn big_integers_round_half_to_even() {
        let two = |n: u32| BigInt::from(2).pow(n);
        assert_eq!(big_to_f64(&(two(64) + 1)), Some(18446744073709551616.0));
        assert_eq!(big_to_f64(&(two(100) + two(47))), Some(2f64.powi(100)));
        assert_eq!(big_to_f64(&(two(100) + two(47) + 1)), Some(2f64.powi(100) + 2f64.powi(48)));
        assert_eq!(big_to_f64(&(-(two(100) + two(48) + two(47)))), Some(-(2f64.powi(100) + 2f64.powi(49))));
        assert_eq!(big_to_f64(&(two(1024) - 1)), None);
        assert_eq!(big_to_f64(&(two(1024) - two(971))), Some(f64::MAX));
    }

    #[test]
    fn frexp_and_ldexp_are_inverse() {
        for x in [1.0, -0.75, 5e-324, 1e-310, f64::MAX, 3.0e200] {
            let (m, e) = frexp(x);
            assert!((0.5..1.0).contains(&m.abs()));
            assert_eq!(ldexp(m, e), x);
        }
        assert_eq!(ldexp(1.0, -1074), 5e-324);
        assert_eq!(ldexp(1.0, -1075), 0.0);
        assert_eq!(ldexp(1.5, -1075), 5e-324);
        assert_eq!(ldexp(5e-324, 2000), 2f64.powi(926));
    }
}
