//! Quotients.

use super::coefficient::one;
use super::round::fix;
use super::{Coefficient, Finite, LONGEST_SHIFT, Rules, Status};

/// `a / b`; not by zero.
pub fn divide(a: &Finite, b: &Finite, rules: &Rules) -> Option<(Finite, Status)> {
    if b.is_zero() {
        return None;
    }
    let negative = a.negative != b.negative;
    let ideal = a.exponent.checked_sub(b.exponent)?;
    if a.is_zero() {
        return fix(Finite::new(negative, Coefficient::Small(0), ideal), rules);
    }
    let shift = b.coefficient.digits() - a.coefficient.digits() + rules.precision.checked_add(1)?;
    if shift.abs() > LONGEST_SHIFT {
        return None;
    }
    let mut exponent = ideal - shift;
    let (mut quotient, rest) = if shift >= 0 {
        a.coefficient.shifted(shift).div_rem(&b.coefficient)
    } else {
        a.coefficient.div_rem(&b.coefficient.shifted(-shift))
    };
    if rest.is_zero() {
        exponent += quotient.strip_zeros(ideal - exponent);
    } else if quotient.last_digit().is_multiple_of(5) {
        // What was cut off must not look like nothing or like a half.
        quotient = quotient.add(&one());
    }
    fix(Finite::new(negative, quotient, exponent), rules)
}

/// The whole quotient and the remainder, not yet rounded; not by zero.
pub fn div_rem(a: &Finite, b: &Finite, rules: &Rules) -> Option<(Finite, Finite)> {
    if b.is_zero() {
        return None;
    }
    let negative = a.negative != b.negative;
    let ideal = a.exponent.min(b.exponent);
    let zero = Finite::new(negative, Coefficient::Small(0), 0);
    let distance = a.adjusted().checked_sub(b.adjusted())?;
    if a.is_zero() || distance <= -2 {
        return Some((zero, super::round::rescale(a, ideal, rules.rounding)?.0));
    }
    if distance > rules.precision || (a.exponent - b.exponent).abs() > LONGEST_SHIFT {
        return None;
    }
    let x = a.coefficient.shifted((a.exponent - b.exponent).max(0));
    let y = b.coefficient.shifted((b.exponent - a.exponent).max(0));
    let (quotient, rest) = x.div_rem(&y);
    if quotient.digits() > rules.precision {
        return None;
    }
    Some((Finite::new(negative, quotient, 0), Finite::new(a.negative, rest, ideal)))
}
