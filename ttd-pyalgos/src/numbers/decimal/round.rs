//! Rounding to a precision, and to an exponent.

use std::cmp::Ordering;

use super::coefficient::one;
use super::{Coefficient, Finite, LONGEST_SHIFT, Rounding, Rules, Status};

/// Drops digits at the end of a coefficient; also says whether they were not all zeros.
fn drop_digits(negative: bool, c: &Coefficient, count: i64, rounding: Rounding) -> (Coefficient, bool) {
    if count > c.digits() {
        // All of it is less than half a unit.
        let up = match rounding {
            Rounding::Up | Rounding::ZeroFiveUp => true,
            Rounding::Ceiling => !negative,
            Rounding::Floor => negative,
            _ => false,
        };
        return (Coefficient::Small(u128::from(up && !c.is_zero())), !c.is_zero());
    }
    let unit = Coefficient::power_of_ten(count);
    let (quotient, rest) = c.div_rem(&unit);
    if rest.is_zero() {
        return (quotient, false);
    }
    let half = rest.add(&rest).partial_cmp(&unit).unwrap_or(Ordering::Equal);
    let up = match rounding {
        Rounding::Down => false,
        Rounding::Up => true,
        Rounding::HalfUp => half.is_ge(),
        Rounding::HalfDown => half.is_gt(),
        Rounding::HalfEven => half.is_gt() || half.is_eq() && quotient.last_digit() % 2 == 1,
        Rounding::Ceiling => !negative,
        Rounding::Floor => negative,
        Rounding::ZeroFiveUp => quotient.last_digit().is_multiple_of(5),
    };
    (if up { quotient.add(&one()) } else { quotient }, true)
}

/// Rounds a result to the precision, and checks that its exponent is within bounds.
pub fn fix(mut n: Finite, rules: &Rules) -> Option<(Finite, Status)> {
    let tiny = rules.least.checked_sub(rules.precision)? + 1;
    let top = rules.greatest.checked_sub(rules.precision)? + 1;
    if n.is_zero() {
        let most = if rules.clamp { top } else { rules.greatest };
        return (tiny..=most).contains(&n.exponent).then_some((n, Status::default()));
    }
    let digits = n.coefficient.digits();
    let least = digits + n.exponent - rules.precision;
    if least > top || least < tiny {
        return None;
    }
    let mut status = Status::default();
    if n.exponent < least {
        let (rounded, inexact) = drop_digits(n.negative, &n.coefficient, least - n.exponent, rules.rounding);
        status = Status { inexact, rounded: true };
        (n.coefficient, n.exponent) = (rounded, least);
        if n.coefficient.digits() > rules.precision {
            n.coefficient = Coefficient::power_of_ten(rules.precision - 1);
            n.exponent += 1;
            if n.exponent > top {
                return None;
            }
        }
    }
    if rules.clamp && n.exponent > top { None } else { Some((n, status)) }
}

/// The number with another exponent, as near as that allows; also whether digits other than zero are lost.
pub fn rescale(n: &Finite, exponent: i64, rounding: Rounding) -> Option<(Finite, bool)> {
    if n.is_zero() {
        return Some((Finite::new(n.negative, Coefficient::Small(0), exponent), false));
    }
    let shift = n.exponent.checked_sub(exponent)?;
    if shift >= 0 {
        let padded = (shift <= LONGEST_SHIFT).then(|| n.coefficient.shifted(shift))?;
        return Some((Finite::new(n.negative, padded, exponent), false));
    }
    let (rounded, inexact) = drop_digits(n.negative, &n.coefficient, -shift, rounding);
    Some((Finite::new(n.negative, rounded, exponent), inexact))
}

/// `n.quantize(...)` to an exponent.
pub fn quantize(n: &Finite, exponent: i64, rules: &Rules) -> Option<(Finite, Status)> {
    let tiny = rules.least.checked_sub(rules.precision)? + 1;
    if !(tiny..=rules.greatest).contains(&exponent) {
        return None;
    }
    if n.is_zero() {
        return fix(Finite::new(n.negative, Coefficient::Small(0), exponent), rules);
    }
    let adjusted = n.adjusted();
    if adjusted > rules.greatest || adjusted - exponent + 1 > rules.precision {
        return None;
    }
    let (made, inexact) = rescale(n, exponent, rules.rounding)?;
    let normal = made.is_zero() || (rules.least..=rules.greatest).contains(&made.adjusted());
    if !normal || made.coefficient.digits() > rules.precision {
        return None;
    }
    let status = Status { inexact, rounded: exponent > n.exponent };
    let (made, more) = fix(made, rules)?;
    (more == Status::default()).then_some((made, status))
}

/// `n.normalize()`: without zeros at the end.
pub fn normalize(n: Finite, rules: &Rules) -> Option<(Finite, Status)> {
    let (mut n, status) = fix(n, rules)?;
    if n.is_zero() {
        n.exponent = 0;
        return Some((n, status));
    }
    let most = if rules.clamp { rules.greatest.checked_sub(rules.precision)? + 1 } else { rules.greatest };
    n.exponent += n.coefficient.strip_zeros(most.saturating_sub(n.exponent));
    Some((n, status))
}
