//! Sums, products and square roots.

use std::cmp::Ordering;

use super::coefficient::one;
use super::round::fix;
use super::{Coefficient, Finite, LONGEST_SHIFT, Rounding, Rules, Status};

/// `a + b`.
pub fn add(a: &Finite, b: &Finite, rules: &Rules) -> Option<(Finite, Status)> {
    let exponent = a.exponent.min(b.exponent);
    let minus_zero = rules.rounding == Rounding::Floor && a.negative != b.negative;
    let zero = |negative| Finite::new(negative, Coefficient::Small(0), exponent);
    match (a.is_zero(), b.is_zero()) {
        (true, true) => return fix(zero(minus_zero || a.negative && b.negative), rules),
        (true, false) => return padded(b, exponent, rules),
        (false, true) => return padded(a, exponent, rules),
        (false, false) => {}
    }
    let (x, y, at) = aligned(a, b, rules.precision)?;
    if a.negative == b.negative {
        return fix(Finite::new(a.negative, x.add(&y), at), rules);
    }
    match x.partial_cmp(&y)? {
        Ordering::Equal => fix(zero(minus_zero), rules),
        Ordering::Greater => fix(Finite::new(a.negative, x.sub(&y), at), rules),
        Ordering::Less => fix(Finite::new(b.negative, y.sub(&x), at), rules),
    }
}

/// A number plus a zero of this exponent or a greater one.
fn padded(n: &Finite, exponent: i64, rules: &Rules) -> Option<(Finite, Status)> {
    let exponent = exponent.max(n.exponent.checked_sub(rules.precision)? - 1);
    let shift = n.exponent - exponent;
    let padded = (shift <= LONGEST_SHIFT).then(|| n.coefficient.shifted(shift))?;
    fix(Finite::new(n.negative, padded, exponent), rules)
}

/// The coefficients at one exponent. A number that is too small to matter becomes a 1 far behind the other's digits.
fn aligned(a: &Finite, b: &Finite, precision: i64) -> Option<(Coefficient, Coefficient, i64)> {
    if a.exponent < b.exponent {
        let (y, x, at) = aligned(b, a, precision)?;
        return Some((x, y, at));
    }
    let distance = a.exponent.checked_sub(b.exponent)?;
    if distance == 0 {
        return Some((a.coefficient.clone(), b.coefficient.clone(), a.exponent));
    }
    let floor = a.exponent + (a.coefficient.digits() - precision - 2).min(-1);
    let (small, at) = if b.adjusted() < floor { (one(), floor) } else { (b.coefficient.clone(), b.exponent) };
    let shift = a.exponent - at;
    (shift <= LONGEST_SHIFT).then(|| (a.coefficient.shifted(shift), small, at))
}

/// `a * b`.
pub fn mul(a: &Finite, b: &Finite, rules: &Rules) -> Option<(Finite, Status)> {
    let exponent = a.exponent.checked_add(b.exponent)?;
    fix(Finite::new(a.negative != b.negative, a.coefficient.mul(&b.coefficient), exponent), rules)
}

/// The square root of a positive number, rounded half to even whatever the rules say.
pub fn sqrt(n: &Finite, rules: &Rules) -> Option<(Finite, Status)> {
    let (mut exponent, digits) = (n.exponent >> 1, n.coefficient.digits());
    let odd = n.exponent & 1 == 1;
    let length = if odd { (digits >> 1) + 1 } else { (digits + 1) >> 1 };
    let c = n.coefficient.shifted(i64::from(odd));
    let shift = rules.precision + 1 - length;
    if shift.abs() > LONGEST_SHIFT {
        return None;
    }
    let (c, mut exact) = if shift >= 0 {
        (c.shifted(2 * shift), true)
    } else {
        let (quotient, rest) = c.div_rem(&Coefficient::power_of_ten(-2 * shift));
        (quotient, rest.is_zero())
    };
    exponent -= shift;
    let mut root = c.sqrt();
    exact = exact && root.mul(&root) == c;
    if exact {
        // As near as possible to the exponent that half of the operand's is.
        root = if shift >= 0 { root.div_rem(&Coefficient::power_of_ten(shift)).0 } else { root.shifted(-shift) };
        exponent += shift;
    } else if root.last_digit().is_multiple_of(5) {
        root = root.add(&one());
    }
    fix(Finite::new(false, root, exponent), &Rules { rounding: Rounding::HalfEven, ..*rules })
}
