//! Quantiles of the normal distribution: M. J. Wichura, Algorithm AS 241 (Applied Statistics 37, 1988), in the order of
//! operations of CPython's `_statistics`, so that the last digits agree.

/// Around the median, in 0.180625 - q²: the numerator, the highest power first; `MIDDLE_DEN` is the denominator.
#[expect(clippy::excessive_precision, reason = "the published digits")]
const MIDDLE_NUM: [f64; 8] = [
    2.5090809287301226727e3,
    3.3430575583588128105e4,
    6.7265770927008700853e4,
    4.5921953931549871457e4,
    1.3731693765509461125e4,
    1.9715909503065514427e3,
    1.3314166789178437745e2,
    3.3871328727963666080,
];

/// See `MIDDLE_NUM`.
#[expect(clippy::excessive_precision, reason = "the published digits")]
const MIDDLE_DEN: [f64; 8] = [
    5.2264952788528545610e3,
    2.8729085735721942674e4,
    3.9307895800092710610e4,
    2.1213794301586595867e4,
    5.3941960214247511077e3,
    6.8718700749205790830e2,
    4.2313330701600911252e1,
    1.0,
];

/// Farther out, up to e**-25 from the end, in sqrt(-ln p) - 1.6.
#[expect(clippy::excessive_precision, reason = "the published digits")]
const SIDE_NUM: [f64; 8] = [
    7.74545014278341407640e-4,
    2.27238449892691845833e-2,
    2.41780725177450611770e-1,
    1.27045825245236838258,
    3.64784832476320460504,
    5.76949722146069140550,
    4.63033784615654529590,
    1.42343711074968357734,
];

/// See `SIDE_NUM`.
#[expect(clippy::excessive_precision, reason = "the published digits")]
const SIDE_DEN: [f64; 8] = [
    1.05075007164441684324e-9,
    5.47593808499534494600e-4,
    1.51986665636164571966e-2,
    1.48103976427480074590e-1,
    6.89767334985100004550e-1,
    1.67638483018380384940,
    2.05319162663775882187,
    1.0,
];

/// In the tail, in sqrt(-ln p) - 5.
#[expect(clippy::excessive_precision, reason = "the published digits")]
const TAIL_NUM: [f64; 8] = [
    2.01033439929228813265e-7,
    2.71155556874348757815e-5,
    1.24266094738807843860e-3,
    2.65321895265761230930e-2,
    2.96560571828504891230e-1,
    1.78482653991729133580,
    5.46378491116411436990,
    6.65790464350110377720,
];

/// See `TAIL_NUM`.
#[expect(clippy::excessive_precision, reason = "the published digits")]
const TAIL_DEN: [f64; 8] = [
    2.04426310338993978564e-15,
    1.42151175831644588870e-7,
    1.84631831751005468180e-5,
    7.86869131145613259100e-4,
    1.48753612908506148525e-2,
    1.36929880922735805310e-1,
    5.99832206555887937690e-1,
    1.0,
];

fn polynomial(coefficients: &[f64; 8], x: f64) -> f64 {
    coefficients.iter().fold(0.0, |sum, c| sum * x + c)
}

/// Returns the value below which a share `p` of the distribution lies; `None` if `p` is not between 0 and 1.
pub fn inverse_cdf(p: f64, mu: f64, sigma: f64) -> Option<f64> {
    let q = p - 0.5;
    if q.abs() <= 0.425 {
        let r = 0.180625 - q * q;
        let x = polynomial(&MIDDLE_NUM, r) * q / polynomial(&MIDDLE_DEN, r);
        return Some(mu + x * sigma);
    }
    let r = if q <= 0.0 { p } else { 1.0 - p };
    if r <= 0.0 || r >= 1.0 {
        return None;
    }
    let r = (-r.ln()).sqrt();
    let x = if r <= 5.0 {
        polynomial(&SIDE_NUM, r - 1.6) / polynomial(&SIDE_DEN, r - 1.6)
    } else {
        polynomial(&TAIL_NUM, r - 5.0) / polynomial(&TAIL_DEN, r - 5.0)
    };
    Some(mu + if q < 0.0 { -x } else { x } * sigma)
}
