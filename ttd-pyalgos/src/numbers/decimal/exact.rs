//! Sums, products and comparisons of numbers of a machine word, where nothing is rounded.

use std::cmp::Ordering;

use super::{Rules, coefficient::POWERS};

/// A finite number that is not zero, with few digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exact {
    /// Whether the sign is minus.
    pub negative: bool,
    /// The digits: not zero.
    pub coefficient: u64,
    /// The power of ten with which they are multiplied.
    pub exponent: i64,
}

/// A coefficient with this many zeros behind it.
fn shifted(coefficient: u64, digits: i64) -> Option<u64> {
    let power = *POWERS.get(usize::try_from(digits).ok()?)?;
    coefficient.checked_mul(u64::try_from(power).ok()?)
}

/// `a + b`, if that is no zero and can be had exactly.
pub fn add(a: Exact, b: Exact) -> Option<Exact> {
    let exponent = a.exponent.min(b.exponent);
    let x = shifted(a.coefficient, a.exponent.checked_sub(exponent)?)?;
    let y = shifted(b.coefficient, b.exponent.checked_sub(exponent)?)?;
    let (negative, coefficient) = if a.negative == b.negative {
        (a.negative, x.checked_add(y)?)
    } else if x > y {
        (a.negative, x - y)
    } else {
        (b.negative, y - x)
    };
    (coefficient != 0).then_some(Exact { negative, coefficient, exponent })
}

/// `a - b`, if that is no zero and can be had exactly.
pub fn sub(a: Exact, b: Exact) -> Option<Exact> {
    add(a, Exact { negative: !b.negative, ..b })
}

/// `a * b`, if that can be had exactly.
pub fn mul(a: Exact, b: Exact) -> Option<Exact> {
    let coefficient = a.coefficient.checked_mul(b.coefficient)?;
    let exponent = a.exponent.checked_add(b.exponent)?;
    Some(Exact { negative: a.negative != b.negative, coefficient, exponent })
}

/// Which is greater.
pub fn compare(a: Exact, b: Exact) -> Option<Ordering> {
    if a.negative != b.negative {
        return Some(b.negative.cmp(&a.negative));
    }
    let exponent = a.exponent.min(b.exponent);
    let x = shifted(a.coefficient, a.exponent.checked_sub(exponent)?)?;
    let y = shifted(b.coefficient, b.exponent.checked_sub(exponent)?)?;
    Some(if a.negative { y.cmp(&x) } else { x.cmp(&y) })
}

impl Exact {
    /// Whether rounding by these rules leaves the number as it is.
    pub fn fits(&self, rules: &Rules) -> bool {
        let digits = i64::from(self.coefficient.ilog10()) + 1;
        let adjusted = self.exponent.saturating_add(digits - 1);
        let top = rules.greatest.saturating_sub(rules.precision).saturating_add(1);
        digits <= rules.precision
            && (rules.least..=rules.greatest).contains(&adjusted)
            && (!rules.clamp || self.exponent <= top)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Coefficient, Finite, Rounding, arith, compare as compared};
    use super::*;

    const RULES: Rules = Rules { precision: 12, rounding: Rounding::HalfEven, least: -20, greatest: 20, clamp: false };

    fn finite(n: Exact) -> Finite {
        Finite::new(n.negative, Coefficient::Small(n.coefficient.into()), n.exponent)
    }

    #[test]
    fn agrees_with_what_rounds() {
        let coefficients = [1, 5, 10, 99, 12345, 999_999_999_999, 1_000_000_000_000, u64::MAX];
        let mut numbers = Vec::new();
        for (i, coefficient) in coefficients.into_iter().enumerate() {
            for exponent in [-21, -19, -3, 0, 1, 8, 20] {
                numbers.push(Exact { negative: (i as i64 + exponent) % 2 == 0, coefficient, exponent });
            }
        }
        for a in &numbers {
            for b in &numbers {
                let (x, y) = (finite(*a), finite(*b));
                let results = [(add(*a, *b), arith::add(&x, &y, &RULES)), (mul(*a, *b), arith::mul(&x, &y, &RULES))];
                for (exact, rounded) in results {
                    if let Some(exact) = exact.filter(|n| n.fits(&RULES)) {
                        assert_eq!(Some(finite(exact)), rounded.map(|(n, _)| n), "{a:?} {b:?}");
                    }
                }
                if let Some(order) = compare(*a, *b) {
                    assert_eq!(Some(order), compared::compare(&x, &y), "{a:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn floats_are_exact() {
        for f in [0.1, -2.5, 5e-324, f64::MIN_POSITIVE, f64::MAX, 1e22, -0.0, 3.0, 1.0 / 3.0] {
            let n = Finite::of_float(f);
            let text = super::super::text::show(&n, 'e');
            assert_eq!(text.parse::<f64>().map(f64::to_bits), Ok(f.to_bits()), "{text}");
        }
    }
}
