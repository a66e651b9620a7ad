//! Floating-point sums and products with more than double precision.

use super::scale::{frexp, ldexp};

/// The rounded sum and its rounding error; |a| >= |b|.
fn fast_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    (sum, (a - sum) + b)
}

/// The rounded sum and its rounding error.
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let part = sum - a;
    (sum, (a - (sum - part)) + (b - part))
}

/// The rounded product and its rounding error.
fn two_product(a: f64, b: f64) -> (f64, f64) {
    let product = a * b;
    (product, a.mul_add(b, -product))
}

/// The Euclidean norm of non-negative numbers, within one ulp: scaled by a power of two, squared exactly, and the root
/// corrected by one Newton step.
pub fn norm(vector: &mut [f64]) -> f64 {
    let max = vector.iter().copied().fold(0.0, f64::max);
    if vector.iter().any(|x| x.is_infinite()) {
        return f64::INFINITY;
    }
    if vector.iter().any(|x| x.is_nan()) {
        return f64::NAN;
    }
    if max == 0.0 || vector.len() <= 1 {
        return max;
    }
    let (_, exponent) = frexp(max);
    if exponent < -1023 {
        vector.iter_mut().for_each(|x| *x /= f64::MIN_POSITIVE);
        return f64::MIN_POSITIVE * norm(vector);
    }
    let scale = ldexp(1.0, -exponent);
    // Starting from 1 makes every square smaller than the sum.
    let (mut sum, mut low1, mut low2) = (1.0, 0.0, 0.0);
    let mut add = |a: f64, b: f64, sum: &mut f64| {
        let (high, low) = two_product(a, b);
        let (next, lost) = fast_sum(*sum, high);
        *sum = next;
        low1 += low;
        low2 += lost;
        next - 1.0 + (low1 + low2)
    };
    let mut total = 0.0;
    for x in vector.iter() {
        let x = x * scale;
        total = add(x, x, &mut sum);
    }
    let root = total.sqrt();
    let rest = add(-root, root, &mut sum);
    (root + rest / (2.0 * root)) / scale
}

/// A sum of products in triple precision, so that the result is nearly always correctly rounded.
#[derive(Clone, Copy, Default)]
pub struct ProductSum {
    high: f64,
    low: f64,
    tiny: f64,
}

impl ProductSum {
    /// Adds `x * y`.
    pub fn add(&mut self, x: f64, y: f64) {
        let (product, lost) = two_product(x, y);
        let (high, rest) = two_sum(self.high, product);
        let (low1, rest1) = two_sum(self.low, lost);
        let (low2, rest2) = two_sum(low1, rest);
        *self = ProductSum { high, low: low2, tiny: self.tiny + rest1 + rest2 };
    }

    /// Whether no overflow has happened.
    pub fn is_finite(&self) -> bool {
        self.high.is_finite()
    }

    /// The sum.
    pub fn total(self) -> f64 {
        self.high + (self.low + self.tiny)
    }
}

/// An exact running sum: non-overlapping floats, by Shewchuk's algorithm.
#[derive(Default)]
pub struct ExactSum {
    partials: Vec<f64>,
    special: f64,
    infinities: f64,
}

/// Why there is no sum.
#[derive(Debug, PartialEq, Eq)]
pub enum SumError {
    /// An intermediate result overflows.
    Overflow,
    /// Infinities of both signs.
    Infinities,
}

impl ExactSum {
    /// Adds a number.
    pub fn add(&mut self, number: f64) -> Result<(), SumError> {
        let mut x = number;
        let mut kept = 0;
        for i in 0..self.partials.len() {
            let mut y = self.partials[i];
            if x.abs() < y.abs() {
                std::mem::swap(&mut x, &mut y);
            }
            let (high, low) = fast_sum(x, y);
            if low != 0.0 {
                self.partials[kept] = low;
                kept += 1;
            }
            x = high;
        }
        self.partials.truncate(kept);
        if x == 0.0 {
            return Ok(());
        }
        if x.is_finite() {
            self.partials.push(x);
            return Ok(());
        }
        if number.is_finite() {
            return Err(SumError::Overflow);
        }
        if number.is_infinite() {
            self.infinities += number;
        }
        self.special += number;
        self.partials.clear();
        Ok(())
    }

    /// The sum, correctly rounded.
    pub fn total(mut self) -> Result<f64, SumError> {
        if self.special != 0.0 {
            return if self.infinities.is_nan() { Err(SumError::Infinities) } else { Ok(self.special) };
        }
        let Some(mut high) = self.partials.pop() else {
            return Ok(0.0);
        };
        let mut low = 0.0;
        while let Some(y) = self.partials.pop() {
            (high, low) = fast_sum(high, y);
            if low != 0.0 {
                break;
            }
        }
        // Half to even: the lower partials break a tie.
        if let Some(next) = self.partials.last()
            && (low < 0.0 && *next < 0.0 || low > 0.0 && *next > 0.0)
        {
            let twice = low * 2.0;
            let x = high + twice;
            if twice == x - high {
                high = x;
            }
        }
        Ok(high)
    }
}

/// IEEE 754's remainder: `x - n * y` for the integer nearest to the quotient, ties to even.
pub fn remainder(x: f64, y: f64) -> f64 {
    if x.is_finite() && y.is_finite() {
        if y == 0.0 {
            return f64::NAN;
        }
        let (size, y) = (x.abs(), y.abs());
        let m = size % y;
        let c = y - m;
        let r = if m < c {
            m
        } else if m > c {
            -c
        } else {
            m - 2.0 * ((0.5 * (size - m)) % y)
        };
        return if x.is_sign_negative() { -r } else { r };
    }
    if x.is_nan() || y.is_nan() || x.is_infinite() { f64::NAN } else { x }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn norms() {
        assert_eq!(norm(&mut [3.0, 4.0]), 5.0);
        assert_eq!(norm(&mut [1.0, 2.0, 3.0]), 3.7416573867739413);
        assert_eq!(norm(&mut [f64::NAN, f64::INFINITY]), f64::INFINITY);
        assert_eq!(norm(&mut [5e-324, 5e-324]), 5e-324);
        assert_eq!(norm(&mut [1e300, 1e300]), 1.4142135623730952e300);
    }

    #[test]
    fn exact_sums() {
        let sum = |numbers: &[f64]| {
            let mut sum = ExactSum::default();
            numbers.iter().try_for_each(|x| sum.add(*x))?;
            sum.total()
        };
        assert_eq!(sum(&[0.1; 10]), Ok(1.0));
        assert_eq!(sum(&[1e100, 1.0, -1e100]), Ok(1.0));
        assert_eq!(sum(&[1e308, 1e308]), Err(SumError::Overflow));
        assert_eq!(sum(&[f64::INFINITY, f64::NEG_INFINITY]), Err(SumError::Infinities));
        assert_eq!(sum(&[1e16, 1.0, 1e-16]), Ok(10000000000000002.0));
        let mut products = ProductSum::default();
        (0..3).for_each(|_| products.add(0.1, 0.3));
        assert_eq!(products.total(), 0.09);
    }

    #[test]
    fn remainders() {
        assert_eq!(remainder(5.0, 3.0), -1.0);
        assert_eq!(remainder(-7.5, 3.0), -1.5);
        assert_eq!(remainder(4.5, 3.0), -1.5);
        assert_eq!(remainder(1.0, f64::INFINITY), 1.0);
        assert!(remainder(1.0, 0.0).is_nan());
    }
}
