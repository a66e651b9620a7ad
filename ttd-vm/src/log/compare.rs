//! Comparing registers eight at a time.
//!
//! # Why the unsafe code is sound
//!
//! Sixteen words are read that the callers promise to be readable; nothing is written.

use ttd_core::value::Value;

/// Which of eight registers differ, a bit for each.
///
/// # Safety
/// All of them must be readable, and the processor must have AVX2.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) unsafe fn wide(now: *const Value, then: *const Value) -> u8 {
    use std::arch::x86_64::{_mm256_castsi256_pd, _mm256_cmpeq_epi64, _mm256_loadu_si256, _mm256_movemask_pd};
    // SAFETY: the caller's promise.
    unsafe {
        let four =
            |i| _mm256_cmpeq_epi64(_mm256_loadu_si256(now.add(i).cast()), _mm256_loadu_si256(then.add(i).cast()));
        let same = |i| _mm256_movemask_pd(_mm256_castsi256_pd(four(i))) as u8;
        !(same(0) | same(4) << 4)
    }
}

/// Which of eight registers differ, a bit for each.
///
/// # Safety
/// All of them must be readable.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) unsafe fn narrow(now: *const Value, then: *const Value) -> u8 {
    use std::arch::x86_64::{
        _mm_and_si128, _mm_castsi128_pd, _mm_cmpeq_epi32, _mm_loadu_si128, _mm_movemask_pd, _mm_shuffle_epi32,
    };
    // SAFETY: the caller's promise; every processor of this kind has the instructions.
    unsafe {
        let same = |i| {
            let halves = _mm_cmpeq_epi32(_mm_loadu_si128(now.add(i).cast()), _mm_loadu_si128(then.add(i).cast()));
            let both = _mm_and_si128(halves, _mm_shuffle_epi32::<0b10_11_00_01>(halves));
            _mm_movemask_pd(_mm_castsi128_pd(both)) as u8
        };
        !(same(0) | same(2) << 2 | same(4) << 4 | same(6) << 6)
    }
}

/// Which of eight registers differ, a bit for each.
///
/// # Safety
/// All of them must be readable.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub(super) unsafe fn narrow(now: *const Value, then: *const Value) -> u8 {
    // SAFETY: the caller's promise.
    let bit = |i: usize| unsafe { u8::from((*now.add(i)).raw() != (*then.add(i)).raw()) << i };
    (0..8).map(bit).sum()
}

#[cfg(not(target_arch = "x86_64"))]
pub(super) use narrow as wide;

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    /// Words that differ in their lower half, their upper half, both or not at all.
    fn pairs(round: u64) -> ([Value; 8], [Value; 8]) {
        let then: [u64; 8] = std::array::from_fn(|i| (i as u64 + 1) * 0x0001_0203_0405_0607);
        let masks = [0, 1, 1 << 40, 1 << 40 | 1];
        let now: [u64; 8] = std::array::from_fn(|i| then[i] ^ masks[(round >> (2 * i)) as usize & 3]);
        (now.map(Value::from_raw), then.map(Value::from_raw))
    }

    #[test]
    fn every_way_finds_the_same_differences() {
        for round in 0..1 << 16 {
            let (now, then) = pairs(round);
            let expected: u8 = (0..8).map(|i| u8::from(round >> (2 * i) & 3 != 0) << i).sum();
            // SAFETY: both have eight words, and the wide way is only taken where there is one.
            unsafe {
                assert_eq!(narrow(now.as_ptr(), then.as_ptr()), expected, "{round:x}");
                if is_x86_feature_detected!("avx2") {
                    assert_eq!(wide(now.as_ptr(), then.as_ptr()), expected, "{round:x}");
                }
            }
        }
    }
}
