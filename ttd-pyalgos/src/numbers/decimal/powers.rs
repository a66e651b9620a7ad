//! Exponential function and logarithms, correctly rounded to half even as in CPython: they are computed with some more
//! digits, and again with more as long as those do not decide.
//!
//! Real numbers are integers here, multiplied by a power of ten `one`. What is longer than `MOST` digits or further
//! from 1 than `FAR` is left to others.

use malachite_bigint::{BigInt, BigUint, Sign};
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::round::fix;
use super::{Coefficient, Finite, Rounding, Rules, Status};

/// The highest precision, and the most digits of a number.
const MOST: i64 = 300;
/// The largest exponent.
const FAR: i64 = 1000;
/// Arguments of series are less than a half to this power.
const REDUCED: i64 = 8;

/// The digits of the natural logarithm of ten.
const LOG_TEN: &[u8] = b"\
    2302585092994045684017991454684364207601101488628772976033327900967572609677352480235997205089598298\
    3419677840422862486334095254650828067566662873690987816894829072083255546808437998948262331985283935\
    0530896537773262884616336622228769821988674654366747440424327436515504893431493939147961940440022210\
    5101714174800368808401264708068556774321622835522011480466371565912137345074785694768346361679210180";

fn ten(power: i64) -> BigInt {
    BigInt::from(10_u8).pow(power.max(0) as u32)
}

fn digits(n: &BigInt) -> i64 {
    Coefficient::of_big(n.magnitude().clone()).digits()
}

/// Quotient and remainder, rounded down. The divisor is positive.
fn floored(a: &BigInt, b: &BigInt) -> (BigInt, BigInt) {
    let quotient = a / b;
    let rest = a - &quotient * b;
    if rest.is_negative() { (quotient - 1, rest + b) } else { (quotient, rest) }
}

/// The quotient, rounded to the nearest integer.
fn nearest(a: &BigInt, b: &BigInt) -> BigInt {
    let (quotient, rest) = floored(a, b);
    let odd = u8::from(quotient.magnitude().bit(0));
    if (rest << 1) + odd > *b { quotient + 1 } else { quotient }
}

fn nearest_root(n: &BigInt) -> BigInt {
    let root = n.sqrt();
    if n - &root * &root > root { root + 1 } else { root }
}

/// The logarithm of ten with `places` digits behind the point, cut off.
fn log_ten(places: i64) -> Option<BigInt> {
    let text = LOG_TEN.get(..=usize::try_from(places).ok()?)?;
    BigUint::parse_bytes(text, 10).map(BigInt::from)
}

/// Terms of a series that converges by `REDUCED` bits each.
fn terms(one: &BigInt) -> i64 {
    (10 * digits(one) + 3 * REDUCED - 1) / (3 * REDUCED)
}

/// The logarithm of a number, by log(1 + y) = 2 log(1 + y / (1 + sqrt(1 + y))) until y is small.
fn log(x: &BigInt, one: &BigInt) -> BigInt {
    let mut y = x - one;
    let mut halved = 0;
    let large = |y: &BigInt, halved: i64| {
        let size = y.abs();
        if halved <= REDUCED {
            size << (REDUCED - halved) as u64 >= *one
        } else {
            size >> (halved - REDUCED) as u64 >= *one
        }
    };
    while large(&y, halved) {
        let sum = one + nearest(&y, &(BigInt::one() << halved as u64));
        y = nearest(&((one * y) << 1), &(one + nearest_root(&(one * sum))));
        halved += 1;
    }
    let terms = terms(one);
    let shifted = nearest(&y, &(BigInt::one() << halved as u64));
    let mut sum = nearest(one, &BigInt::from(terms));
    for k in (1..terms).rev() {
        sum = nearest(one, &BigInt::from(k)) - nearest(&(&shifted * sum), one);
    }
    nearest(&(sum * y), one)
}

/// The exponential function of a small number, by exp(2 z) - 1 = (exp(z) - 1) (exp(z) + 1).
fn small_exp(x: &BigInt, one: &BigInt) -> BigInt {
    let (scaled, _) = floored(&(x << REDUCED as u64), one);
    let doubled = scaled.magnitude().bits();
    let terms = terms(one);
    let unit = one << doubled;
    let mut y = nearest(x, &BigInt::from(terms));
    for i in (1..terms).rev() {
        y = nearest(&(x * (&unit + y)), &(&unit * i));
    }
    for k in (0..doubled).rev() {
        let unit = one << (k + 2);
        y = nearest(&(&y * (&y + &unit)), &unit);
    }
    one + y
}

/// exp(c * 10^e) with `places` digits, the last of which may be one off: digits and exponent.
fn exp_digits(c: &BigInt, e: i64, places: i64) -> Option<(BigInt, i64)> {
    let places = places + 2;
    let extra = (e + digits(c) - 1).max(0);
    let shift = e + places + extra;
    let shifted = if shift >= 0 { c * ten(shift) } else { floored(c, &ten(-shift)).0 };
    let (quotient, rest) = floored(&shifted, &log_ten(places + extra)?);
    let rest = nearest(&rest, &ten(extra));
    let power = quotient.to_i64()?;
    Some((nearest(&small_exp(&rest, &ten(places)), &BigInt::from(1000)), power - places + 3))
}

/// The number c * 10^e as a number about 1, multiplied by 10^places, and the power of ten that is left.
fn about_one(c: &BigInt, e: i64, places: i64) -> (BigInt, i64) {
    let length = digits(c);
    let power = e + length - i64::from(e + length >= 1);
    let shift = e + places - power;
    (if shift >= 0 { c * ten(shift) } else { nearest(c, &ten(-shift)) }, power)
}

/// 10^places * log(c * 10^e), at most one off.
fn ln_digits(c: &BigInt, e: i64, places: i64) -> Option<BigInt> {
    let places = places + 2;
    let (x, power) = about_one(c, e, places);
    let mut sum = log(&x, &ten(places));
    if power != 0 {
        let extra = digits(&BigInt::from(power)) - 1;
        sum += nearest(&(log_ten(places + extra)? * power), &ten(extra));
    }
    Some(nearest(&sum, &BigInt::from(100)))
}

/// As `ln_digits`, of the logarithm to the base ten.
fn log10_digits(c: &BigInt, e: i64, places: i64) -> Option<BigInt> {
    let places = places + 2;
    let (x, power) = about_one(c, e, places);
    let one = ten(places);
    let sum = nearest(&(log(&x, &one) * &one), &log_ten(places)?);
    Some(nearest(&(sum + one * power), &BigInt::from(100)))
}

/// Whether digits behind the precision decide how to round.
fn decides(coefficient: &BigInt, precision: i64) -> bool {
    let unit = ten(digits(coefficient) - precision - 1) * 5;
    let behind: BigInt = coefficient % unit;
    !behind.is_zero()
}

fn rounded(coefficient: BigInt, exponent: i64, rules: &Rules) -> Option<(Finite, Status)> {
    let (sign, magnitude) = coefficient.into_parts();
    let n = Finite::new(sign == Sign::Minus, Coefficient::of_big(magnitude), exponent);
    fix(n, &Rules { rounding: Rounding::HalfEven, ..*rules })
}

fn is_handled(n: &Finite, rules: &Rules) -> bool {
    let short = rules.precision <= MOST && n.coefficient.digits() <= MOST;
    short && n.exponent.abs() <= FAR && !n.is_zero()
}

/// `n.exp()`, not of zero.
pub fn exp(n: &Finite, rules: &Rules) -> Option<(Finite, Status)> {
    let (adjusted, precision) = (n.adjusted(), rules.precision);
    if !is_handled(n, rules) || !(-precision..=8).contains(&adjusted) {
        return None;
    }
    let magnitude = BigInt::from(n.coefficient.big());
    let c = if n.negative { -magnitude } else { magnitude };
    for extra in (3..60).step_by(3) {
        let (coefficient, exponent) = exp_digits(&c, n.exponent, precision + extra)?;
        if decides(&coefficient, precision) {
            return rounded(coefficient, exponent, rules);
        }
    }
    None
}

/// A logarithm by its digits, with this many places or more.
fn logarithm(
    n: &Finite,
    rules: &Rules,
    places: i64,
    compute: fn(&BigInt, i64, i64) -> Option<BigInt>,
) -> Option<(Finite, Status)> {
    let c = BigInt::from(n.coefficient.big());
    for places in (places..places + 60).step_by(3).filter(|_| places > 0) {
        let coefficient = compute(&c, n.exponent, places)?;
        if decides(&coefficient, rules.precision) {
            return rounded(coefficient, -places, rules);
        }
    }
    None
}

/// For a number from 0.1 to 10 the digits of its distance from 1, by its exponent, and its own.
fn distance_from_one(n: &Finite) -> (String, String) {
    let c = BigInt::from(n.coefficient.big());
    let distance: BigInt = &c - ten(-n.exponent);
    (distance.magnitude().to_string(), c.to_string())
}

/// `n.ln()`, of a positive number that is not 1.
pub fn ln(n: &Finite, rules: &Rules) -> Option<(Finite, Status)> {
    let adjusted = n.adjusted();
    if !is_handled(n, rules) || n.negative || is_power_of_ten(n) && adjusted == 0 {
        return None;
    }
    // The logarithm is ten to this power at least.
    let bound = match adjusted {
        1.. => digits(&BigInt::from(adjusted * 23 / 10)) - 1,
        0 => {
            let (distance, own) = distance_from_one(n);
            distance.len() as i64 - own.len() as i64 - i64::from(distance < own)
        }
        -1 => n.exponent + distance_from_one(n).0.len() as i64 - 1,
        _ => digits(&BigInt::from((-1 - adjusted) * 23 / 10)) - 1,
    };
    logarithm(n, rules, rules.precision - bound + 2, ln_digits)
}

/// `n.log10()`, of a positive number that is no power of ten.
pub fn log10(n: &Finite, rules: &Rules) -> Option<(Finite, Status)> {
    let adjusted = n.adjusted();
    if !is_handled(n, rules) || n.negative || is_power_of_ten(n) {
        return None;
    }
    let bound = match adjusted {
        1.. => digits(&BigInt::from(adjusted)) - 1,
        0 => {
            let distance = distance_from_one(n).0;
            let scaled: BigInt = BigInt::from(n.coefficient.big()) * 231;
            let scaled = scaled.to_string();
            distance.len() as i64 - scaled.len() as i64 - i64::from(distance < scaled) + 2
        }
        -1 => {
            let distance = distance_from_one(n).0;
            distance.len() as i64 + n.exponent - i64::from(distance.as_str() < "231") - 1
        }
        _ => digits(&BigInt::from(-1 - adjusted)) - 1,
    };
    logarithm(n, rules, rules.precision - bound + 2, log10_digits)
}

fn is_power_of_ten(n: &Finite) -> bool {
    n.coefficient == Coefficient::power_of_ten(n.coefficient.digits() - 1)
}
