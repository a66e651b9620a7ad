//! The error function by Sun's approximations (fdlibm). The polynomials are summed in the order of the C library, so
//! that the last digits agree.

/// Near 0: the numerator of erf(x)/x - 1; `NEAR_Q` is the denominator.
#[expect(clippy::excessive_precision, reason = "the published digits")]
const NEAR_P: [f64; 5] = [
    1.28379167095512558561e-01,
    -3.25042107247001499370e-01,
    -2.84817495755985104766e-02,
    -5.77027029648944159157e-03,
    -2.37630166566501626084e-05,
];

/// See `NEAR_P`.
#[expect(clippy::excessive_precision, reason = "the published digits")]
const NEAR_Q: [f64; 6] = [
    1.0,
    3.97917223959155352819e-01,
    6.50222499887672944485e-02,
    5.08130628187576562776e-03,
    1.32494738004321644526e-04,
    -3.96022827877536812320e-06,
];

/// Around 1, in |x| - 1: erf(x) - ERX.
#[expect(clippy::excessive_precision, reason = "the published digits")]
const ONE_P: [f64; 7] = [
    -2.36211856075265944077e-03,
    4.14856118683748331666e-01,
    -3.72207876035701323847e-01,
    3.18346619901161753674e-01,
    -1.10894694282396677476e-01,
    3.54783043256182359371e-02,
    -2.16637559486879084300e-03,
];

/// See `ONE_P`.
#[expect(clippy::excessive_precision, reason = "the published digits")]
const ONE_Q: [f64; 7] = [
    1.0,
    1.06420880400844228286e-01,
    5.40397917702171048937e-01,
    7.18286544141962662868e-02,
    1.26171219808761642112e-01,
    1.36370839120290507362e-02,
    1.19844998467991074170e-02,
];

/// From 1.25 to 1/0.35, in 1/x**2: log(x erfc(x)) + x**2 + 0.5625.
#[expect(clippy::excessive_precision, reason = "the published digits")]
const MIDDLE_P: [f64; 8] = [
    -9.86494403484714822705e-03,
    -6.93858572707181764372e-01,
    -1.05586262253232909814e+01,
    -6.23753324503260060396e+01,
    -1.62396669462573470355e+02,
    -1.84605092906711035994e+02,
    -8.12874355063065934246e+01,
    -9.81432934416914548592e+00,
];

/// See `MIDDLE_P`.
#[expect(clippy::excessive_precision, reason = "the published digits")]
const MIDDLE_Q: [f64; 9] = [
    1.0,
    1.96512716674392571292e+01,
    1.37657754143519042600e+02,
    4.34565877475229228821e+02,
    6.45387271733267880336e+02,
    4.29008140027567833386e+02,
    1.08635005541779435134e+02,
    6.57024977031928170135e+00,
    -6.04244152148580987438e-02,
];

/// Beyond 1/0.35: as `MIDDLE_P`.
#[expect(clippy::excessive_precision, reason = "the published digits")]
const FAR_P: [f64; 7] = [
    -9.86494292470009928597e-03,
    -7.99283237680523006574e-01,
    -1.77579549177547519889e+01,
    -1.60636384855821916062e+02,
    -6.37566443368389627722e+02,
    -1.02509513161107724954e+03,
    -4.83519191608651397019e+02,
];

/// See `FAR_P`.
#[expect(clippy::excessive_precision, reason = "the published digits")]
const FAR_Q: [f64; 8] = [
    1.0,
    3.03380607434824582924e+01,
    3.25792512996573918826e+02,
    1.53672958608443695994e+03,
    3.19985821950859553908e+03,
    2.55305040643316442583e+03,
    4.74528541206955367215e+02,
    -2.24409524465858183362e+01,
];

/// erf(1), approximately.
#[expect(clippy::excessive_precision, reason = "the published digits")]
const ERX: f64 = 8.45062911510467529297e-01;
/// (2/sqrt(pi) - 1) * 8.
#[expect(clippy::excessive_precision, reason = "the published digits")]
const EFX8: f64 = 1.02703333676410069053e+00;

/// A polynomial, summed in pairs: (c0 + c1 x) + x**2 (c2 + c3 x) + ...
fn polynomial(coefficients: &[f64], x: f64) -> f64 {
    let (square, mut power, mut sum) = (x * x, 1.0, 0.0);
    for (i, pair) in coefficients.chunks(2).enumerate() {
        let term = pair.get(1).map_or(pair[0], |c| pair[0] + x * c);
        power = match i {
            0 => 1.0,
            1 => square,
            // The C library computes the eighth power as the square of the fourth.
            4 => (square * square) * (square * square),
            _ => power * square,
        };
        sum = if i == 0 { term } else { sum + power * term };
    }
    sum
}

fn near(x: f64) -> f64 {
    let z = x * x;
    polynomial(&NEAR_P, z) / polynomial(&NEAR_Q, z)
}

fn around_one(size: f64) -> f64 {
    let s = size - 1.0;
    polynomial(&ONE_P, s) / polynomial(&ONE_Q, s)
}

/// erfc for 1.25 and above.
fn tail(size: f64) -> f64 {
    let s = 1.0 / (size * size);
    let quotient = if size < 1.0 / 0.35 {
        polynomial(&MIDDLE_P, s) / polynomial(&MIDDLE_Q, s)
    } else {
        polynomial(&FAR_P, s) / polynomial(&FAR_Q, s)
    };
    // With the lower half of the digits cleared, the square is exact.
    let z = f64::from_bits(size.to_bits() & !0xFFFF_FFFF);
    (-z * z - 0.5625).exp() * ((z - size) * (z + size) + quotient).exp() / size
}

/// The error function.
pub fn erf(x: f64) -> f64 {
    let size = x.abs();
    if x.is_nan() {
        return x;
    }
    if size < 0.84375 {
        if size < 1.0 / (1u64 << 28) as f64 {
            return 0.125 * (8.0 * x + EFX8 * x);
        }
        return x + x * near(x);
    }
    let y = match size {
        _ if size < 1.25 => ERX + around_one(size),
        _ if size < 6.0 => 1.0 - tail(size),
        _ => 1.0,
    };
    y.copysign(x)
}

/// 1 - erf(x), without cancellation where that is small.
pub fn erfc(x: f64) -> f64 {
    let size = x.abs();
    if x.is_nan() {
        return x;
    }
    if size < 0.84375 {
        if size < 1.0 / (1u64 << 56) as f64 {
            return 1.0 - x;
        }
        let y = near(x);
        return if x < 0.25 { 1.0 - (x + x * y) } else { 0.5 - (x * y + (x - 0.5)) };
    }
    if size < 1.25 {
        let y = around_one(size);
        return if x < 0.0 { 1.0 + (ERX + y) } else { (1.0 - ERX) - y };
    }
    if size < 28.0 && x > -6.0 {
        let r = tail(size);
        return if x < 0.0 { 2.0 - r } else { r };
    }
    if x < 0.0 { 2.0 } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_cpython() {
        assert_eq!(erf(0.5), 0.5204998778130465);
        assert_eq!(erf(3.0), 0.9999779095030014);
        assert_eq!(erf(0.1341220051533224), 0.15043787941710482);
        assert_eq!(erfc(0.5), 0.4795001221869535);
        assert_eq!(erfc(10.0), 2.088487583762545e-45);
        assert_eq!(erfc(0.5463782385232204), 0.43970260153578);
        assert_eq!(erfc(-10.0), 2.0);
        assert_eq!(erf(f64::NEG_INFINITY), -1.0);
    }
}
