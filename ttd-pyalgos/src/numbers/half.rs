//! 16-bit floats (IEEE 754 binary16).

/// Rounds to a 16-bit float, ties to even; `None` on overflow.
pub fn to_half(x: f64) -> Option<u16> {
    let sign = u16::from(x.is_sign_negative()) << 15;
    let magnitude = x.abs();
    if x.is_nan() {
        return Some(sign | 0x7E00);
    }
    if x.is_infinite() {
        return Some(sign | 0x7C00);
    }
    // Subnormal numbers are multiples of 2**-24.
    let exponent = (magnitude.to_bits() >> 52) as i32 - 1023;
    let step = exponent.max(-14) - 10;
    let scaled = magnitude * 2f64.powi(-step);
    let rounded = scaled.round_ties_even() as u32;
    let bits = (step + 24) as u32 * 1024 + rounded;
    (bits < 0x7C00).then_some(sign | bits as u16)
}

/// Decodes a 16-bit float.
pub fn from_half(bits: u16) -> f64 {
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 1023));
    let magnitude = match exponent {
        31 if fraction != 0.0 => f64::NAN,
        31 => f64::INFINITY,
        0 => fraction * 2f64.powi(-24),
        _ => (fraction + 1024.0) * 2f64.powi(exponent - 25),
    };
    if bits >> 15 == 1 { -magnitude } else { magnitude }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_precision() {
        for (x, bits) in [(1.0, 0x3C00), (-2.0, 0xC000), (65504.0, 0x7BFF), (5.960464477539063e-08, 1), (0.1, 0x2E66)] {
            assert_eq!(to_half(x), Some(bits), "{x}");
        }
        for bits in 0..0x7C00 {
            assert_eq!(to_half(from_half(bits)), Some(bits));
        }
        assert_eq!(to_half(65519.9), Some(0x7BFF));
        assert_eq!(to_half(65520.0), None);
    }
}
