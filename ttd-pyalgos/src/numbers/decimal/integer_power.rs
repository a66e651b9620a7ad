//! Powers with whole exponents, with the intermediate precision of libmpdec (the arithmetic behind CPython's
//! `decimal`), so that the last digit is the same.

use super::arith::mul;
use super::coefficient::one;
use super::divide::divide;
use super::round::fix;
use super::{Coefficient, Finite, Rounding, Rules, Status};

/// The power of a number other than 0, 1 and -1 with a whole exponent other than 0, given by its magnitude and whether
/// it is negative. `None` for the others, and where the result is out of bounds.
pub fn power(n: &Finite, exponent: u64, negative: bool, rules: &Rules) -> Option<(Finite, Status)> {
    let digits = n.coefficient.digits();
    let is_one = n.adjusted() == 0 && n.coefficient == Coefficient::power_of_ten(digits - 1);
    if n.is_zero() || is_one || exponent == 0 {
        return None;
    }
    let digits_of_exponent = i64::from(exponent.ilog10()) + 1;
    let precision = rules.precision.checked_add(digits_of_exponent + 2 + i64::from(negative))?;
    let within = Rules { precision, rounding: Rounding::HalfEven, clamp: false, ..*rules };
    let mut status = Status::default();
    let mut note = |(made, more): (Finite, Status)| {
        status.inexact |= more.inexact;
        status.rounded |= more.rounded;
        made
    };
    let base = match negative {
        true => note(divide(&Finite::new(false, one(), 0), n, &within)?),
        false => n.clone(),
    };
    let mut result = base.clone();
    for bit in (0..exponent.ilog2()).rev() {
        result = note(mul(&result, &result, &within)?);
        if exponent >> bit & 1 == 1 {
            result = note(mul(&result, &base, &within)?);
        }
    }
    result.negative = n.negative && exponent & 1 == 1;
    let made = note(fix(result, rules)?);
    Some((made, status))
}
