//! Conversion between Python's integers and Rust's.
//!
//! An integer of 48 bits is inline in its `Value`. A larger one is a BIGINT object: its magnitude in little-endian
//! bytes without trailing zeros, and 1 in the auxiliary word when negative. The forms never overlap, so inline integers
//! are equal exactly when their words are.

use malachite_bigint::{BigInt, Sign};
use malachite_nz::integer::Integer;
use malachite_nz::natural::Natural;
use num_traits::ToPrimitive;
use ttd_core::value::Value;
pub use ttd_pyalgos::numbers::scale::{big_to_f64, frexp, ldexp};

use crate::{Vm, ids};

impl Vm {
    /// Returns the integer `i`.
    #[inline]
    pub fn int(&mut self, i: i64) -> Value {
        match Value::try_int(i) {
            Some(v) => v,
            None => self.heap.new_number(ids::BIGINT, u128::from(i.unsigned_abs()), (i < 0) as _),
        }
    }

    /// Returns the integer `i`, inline when it fits.
    pub fn big(&mut self, i: BigInt) -> Value {
        if let Some(small) = i.to_i64() {
            return self.int(small);
        }
        let (negative, whole) = (i.sign() == Sign::Minus, Integer::from(i));
        // Take the limbs: `BigInt`'s digits are computed one by one.
        let limbs = whole.unsigned_abs_ref().to_limbs_asc();
        let mut magnitude = vec![0; 8 * limbs.len()];
        for (bytes, limb) in magnitude.as_chunks_mut::<8>().0.iter_mut().zip(&limbs) {
            *bytes = limb.to_le_bytes();
        }
        self.new_bigint(&magnitude, negative)
    }

    /// Returns the integer `i`.
    #[inline]
    pub fn int128(&mut self, i: i128) -> Value {
        match i64::try_from(i) {
            Ok(small) => self.int(small),
            Err(_) => self.heap.new_number(ids::BIGINT, i.unsigned_abs(), (i < 0) as _),
        }
    }

    /// Returns the integer with this magnitude in little-endian bytes and this sign.
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

    /// Returns the value of an int or bool that fits in 64 bits.
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

    /// Returns the value of an int or bool.
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

    /// Returns the value of an int or bool that fits in 127 bits.
    #[inline]
    pub fn as_i128(&self, v: Value) -> Option<i128> {
        if !v.is(ids::BIGINT) {
            return self.as_i64(v).map(i128::from);
        }
        let magnitude = i128::try_from(self.heap.number(v)?).ok()?;
        Some(if self.big_is_negative(v) { -magnitude } else { magnitude })
    }

    /// Returns whether it is an int or bool.
    #[inline]
    pub fn is_integer(&self, v: Value) -> bool {
        v.is_int() || v.is_bool() || v.is(ids::BIGINT)
    }

    /// Returns the number as a float: float, bool, or an int in a float's range, rounded half to even.
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

    /// Returns the sign bit of a BIGINT.
    pub(crate) fn big_is_negative(&self, v: Value) -> bool {
        self.heap.aux(v) != 0
    }
}
