//! Gamma functions by Lanczos' approximation with Boost's coefficients (as in CPython), and inverse hyperbolic
//! functions by fdlibm's formulas (as in the C library), so that the last digits agree.

use std::f64::consts::{LN_2, PI};

#[expect(clippy::excessive_precision, reason = "the published digits")]
const LANCZOS_G: f64 = 6.024680040776729583740234375;
#[expect(clippy::excessive_precision, reason = "the published digits")]
const LANCZOS_G_MINUS_HALF: f64 = 5.524680040776729583740234375;
const LN_PI: f64 = 1.144729885849400174143427351353058711647;

#[expect(clippy::excessive_precision, reason = "the published digits")]
const NUMERATOR: [f64; 13] = [
    23531376880.410759688572007674451636754734846804940,
    42919803642.649098768957899047001988850926355848959,
    35711959237.355668049440185451547166705960488635843,
    17921034426.037209699919755754458931112671403265390,
    6039542586.3520280050642916443072979210699388420708,
    1439720407.3117216736632230727949123939715485786372,
    248874557.86205415651146038641322942321632125127801,
    31426415.585400194380614231628318205362874684987640,
    2876370.6289353724412254090516208496135991145378768,
    186056.26539522349504029498971604569928220784236328,
    8071.6720023658162106380029022722506138218516325024,
    210.82427775157934587250973392071336271166969580291,
    2.5066282746310002701649081771338373386264310793408,
];

/// The coefficients of x(x+1)...(x+11).
const DENOMINATOR: [f64; 13] = [
    0.0,
    39916800.0,
    120543840.0,
    150917976.0,
    105258076.0,
    45995730.0,
    13339535.0,
    2637558.0,
    357423.0,
    32670.0,
    1925.0,
    66.0,
    1.0,
];

/// The rational function of the approximation, for x > 0. For large arguments it is evaluated in 1/x, where nothing
/// overflows.
fn lanczos_sum(x: f64) -> f64 {
    let (mut numerator, mut denominator) = (0.0, 0.0);
    if x < 5.0 {
        for i in (0..NUMERATOR.len()).rev() {
            numerator = numerator * x + NUMERATOR[i];
            denominator = denominator * x + DENOMINATOR[i];
        }
    } else {
        for i in 0..NUMERATOR.len() {
            numerator = numerator / x + NUMERATOR[i];
            denominator = denominator / x + DENOMINATOR[i];
        }
    }
    numerator / denominator
}

/// sin(pi x), exactly 0 at integers.
fn sin_pi(x: f64) -> f64 {
    let y = x.abs() % 2.0;
    let r = match (2.0 * y).round() as i32 {
        0 => (PI * y).sin(),
        1 => (PI * (y - 0.5)).cos(),
        // Not sin(pi (1 - y)) with the sign of zero lost: y may be 1 itself.
        2 => (PI * (1.0 - y)).sin(),
        3 => -(PI * (y - 1.5)).cos(),
        _ => (PI * (y - 2.0)).sin(),
    };
    1.0f64.copysign(x) * r
}

/// The gamma function; `None` at its poles. An infinite result for a finite argument is an overflow.
pub fn gamma(x: f64) -> Option<f64> {
    if x.is_nan() || x == f64::INFINITY {
        return Some(x);
    }
    if x == f64::NEG_INFINITY || x == 0.0 {
        return None;
    }
    let size = x.abs();
    if x == x.floor() {
        if x < 0.0 {
            return None;
        }
        if x <= 23.0 {
            return Some((1..x as u64).map(|i| i as f64).product());
        }
    }
    if size < 1e-20 {
        return Some(1.0 / x);
    }
    if size > 200.0 {
        return Some(if x < 0.0 { 0.0 / sin_pi(x) } else { f64::INFINITY });
    }
    let y = size + LANCZOS_G_MINUS_HALF;
    // The rounding error of y, corrected below.
    let lost =
        if size > LANCZOS_G_MINUS_HALF { (y - size) - LANCZOS_G_MINUS_HALF } else { (y - LANCZOS_G_MINUS_HALF) - size };
    let z = lost * LANCZOS_G / y;
    let half_power = y.powf(size / 2.0 - 0.25);
    if x < 0.0 {
        let mut r = -PI / sin_pi(size) / size * y.exp() / lanczos_sum(size);
        r -= z * r;
        return Some(if size < 140.0 { r / y.powf(size - 0.5) } else { r / half_power / half_power });
    }
    let mut r = lanczos_sum(size) / y.exp();
    r += z * r;
    Some(if size < 140.0 { r * y.powf(size - 0.5) } else { r * half_power * half_power })
}

/// The logarithm of |gamma(x)|; `None` at the poles.
pub fn lgamma(x: f64) -> Option<f64> {
    if x.is_nan() {
        return Some(x);
    }
    if x.is_infinite() {
        return Some(f64::INFINITY);
    }
    if x == x.floor() && x <= 2.0 {
        return if x <= 0.0 { None } else { Some(0.0) };
    }
    let size = x.abs();
    if size < 1e-20 {
        return Some(-size.ln());
    }
    let mut r = lanczos_sum(size).ln() - LANCZOS_G;
    r += (size - 0.5) * ((size + LANCZOS_G - 0.5).ln() - 1.0);
    if x < 0.0 {
        r = LN_PI - sin_pi(size).abs().ln() - size.ln() - r;
    }
    Some(r)
}

/// Beyond this, x**2 + 1 rounds to x**2.
const HUGE: f64 = (1u64 << 28) as f64;

/// The inverse hyperbolic cosine.
pub fn acosh(x: f64) -> f64 {
    if x < 1.0 {
        f64::NAN
    } else if x >= HUGE {
        x.ln() + LN_2
    } else if x > 2.0 {
        (2.0 * x - 1.0 / (x + (x * x - 1.0).sqrt())).ln()
    } else {
        let t = x - 1.0;
        (t + (2.0 * t + t * t).sqrt()).ln_1p()
    }
}

/// The inverse hyperbolic sine.
pub fn asinh(x: f64) -> f64 {
    let size = x.abs();
    let r = if !x.is_finite() || size < 1.0 / HUGE {
        return x;
    } else if size > HUGE {
        size.ln() + LN_2
    } else if size > 2.0 {
        (2.0 * size + 1.0 / ((x * x + 1.0).sqrt() + size)).ln()
    } else {
        let t = x * x;
        (size + t / (1.0 + (1.0 + t).sqrt())).ln_1p()
    };
    r.copysign(x)
}

/// The inverse hyperbolic tangent.
pub fn atanh(x: f64) -> f64 {
    let size = x.abs();
    let r = if size < 1.0 / HUGE {
        return x;
    } else if size < 0.5 {
        let t = size + size;
        0.5 * (t + t * size / (1.0 - size)).ln_1p()
    } else if size < 1.0 {
        0.5 * ((size + size) / (1.0 - size)).ln_1p()
    } else {
        return f64::NAN;
    };
    r.copysign(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gamma_functions_give_the_last_digits_of_cpython() {
        for (x, y) in [
            (0.5, 1.7724538509055159),
            (171.5, 9.483367566824801e+307),
            (10.0, 362880.0),
            (-2.5, -0.9453087204829417),
            (23.0, 1.1240007277776077e+21),
        ] {
            assert_eq!(gamma(x), Some(y), "{x}");
        }
        assert_eq!(gamma(-1.0), None);
        assert_eq!(gamma(172.0), Some(f64::INFINITY));
        assert_eq!(gamma(-1000.5).map(f64::to_bits), Some((-0.0f64).to_bits()));
        assert_eq!(lgamma(10.0), Some(12.801827480081467));
        assert_eq!(lgamma(-2.5), Some(-0.05624371649767457));
        assert_eq!(lgamma(0.0), None);
    }

    #[test]
    fn inverse_hyperbolic_functions() {
        assert_eq!(asinh(1.0), 0.881373587019543);
        assert_eq!(acosh(2.0), 1.3169578969248166);
        assert_eq!(atanh(0.5), 0.5493061443340548);
        assert!(atanh(1.0).is_nan() && acosh(0.5).is_nan());
    }
}
