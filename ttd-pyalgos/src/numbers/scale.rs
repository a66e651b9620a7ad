//! Scales floats by powers of two; each result is rounded once.

use malachite_bigint::{BigInt, Sign};

/// The nearest float, ties to even; `None` when out of range.
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
            // The top 64 bits, with the last one set if any lower bit is. That is 11 bits more than a float has, so
            // converting the word rounds as converting the whole would.
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
        // x was exact, so a subnormal product is rounded here only.
        return scaled;
    }
    ldexp_small(x, exp)
}

/// `ldexp` for exponents below -1000: scale exactly to the edge of the normal range, then round once.
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
    // The first product is exact; the last factor rounds.
    mantissa * power_of_two((total + 1000) as i32) * power_of_two(-1000)
}

/// `2.0**exp` within the normal range.
fn power_of_two(exp: i32) -> f64 {
    f64::from_bits(((exp + 1023) as u64) << 52)
}

/// `x == mantissa * 2**exp` with 0.5 <= |mantissa| < 1; zeros and non-finite numbers come back unchanged with 0.
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
