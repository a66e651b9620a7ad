//! Coefficients: in a machine word of 128 bits while they fit, otherwise big integers.

use std::cmp::Ordering;

use malachite_bigint::BigUint;
use num_traits::ToPrimitive;

/// A natural number. `Big` only where it does not fit into `Small`.
#[derive(Clone, Debug, PartialEq)]
pub enum Coefficient {
    /// Up to 128 bits.
    Small(u128),
    /// More.
    Big(BigUint),
}

use Coefficient::{Big, Small};

/// Powers of ten that fit.
pub(super) const POWERS: [u128; 39] = {
    let mut powers = [1; 39];
    let mut i = 1;
    while i < 39 {
        powers[i] = powers[i - 1] * 10;
        i += 1;
    }
    powers
};

impl Coefficient {
    /// A big integer as a coefficient.
    pub fn of_big(n: BigUint) -> Coefficient {
        match n.to_u128() {
            Some(small) => Small(small),
            None => Big(n),
        }
    }

    /// As a big integer.
    pub fn big(&self) -> BigUint {
        match self {
            Small(n) => BigUint::from(*n),
            Big(n) => n.clone(),
        }
    }

    /// As a machine word, if it fits.
    pub fn small(&self) -> Option<u64> {
        match self {
            Small(n) => u64::try_from(*n).ok(),
            Big(_) => None,
        }
    }

    /// Ten to a power.
    pub fn power_of_ten(n: i64) -> Coefficient {
        match POWERS.get(n as usize) {
            Some(power) => Small(*power),
            None => Big(BigUint::from(10_u8).pow(n as u32)),
        }
    }

    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        matches!(self, Small(0))
    }

    /// Number of decimal digits; zero has one.
    pub fn digits(&self) -> i64 {
        match self {
            Small(0) => 1,
            Small(n) => {
                // The bits give the number of digits but for one: log10(2) is 1233 / 4096, nearly.
                let least = ((128 - n.leading_zeros()) as usize * 1233) >> 12;
                (least + usize::from(POWERS.get(least).is_some_and(|power| n >= power))) as i64
            }
            Big(n) => {
                // The bits give the number of digits but for one.
                let guess = ((n.bits() - 1) as f64 * std::f64::consts::LOG10_2) as i64;
                let mut digits = guess.max(1);
                while *n >= BigUint::from(10_u8).pow(digits as u32) {
                    digits += 1;
                }
                digits
            }
        }
    }

    /// The sum.
    pub fn add(&self, other: &Coefficient) -> Coefficient {
        if let (Small(a), Small(b)) = (self, other)
            && let Some(sum) = a.checked_add(*b)
        {
            return Small(sum);
        }
        Coefficient::of_big(self.big() + other.big())
    }

    /// The difference; `other` is not greater.
    pub fn sub(&self, other: &Coefficient) -> Coefficient {
        match (self, other) {
            (Small(a), Small(b)) => Small(a - b),
            _ => Coefficient::of_big(self.big() - other.big()),
        }
    }

    /// The product.
    pub fn mul(&self, other: &Coefficient) -> Coefficient {
        if let (Small(a), Small(b)) = (self, other)
            && let Some(product) = a.checked_mul(*b)
        {
            return Small(product);
        }
        Coefficient::of_big(self.big() * other.big())
    }

    /// Quotient and remainder; the divisor is not zero.
    pub fn div_rem(&self, other: &Coefficient) -> (Coefficient, Coefficient) {
        match (self, other) {
            (Small(a), Small(b)) => match (u64::try_from(*a), u64::try_from(*b)) {
                (Ok(a), Ok(b)) => (Small(u128::from(a / b)), Small(u128::from(a % b))),
                _ => {
                    // One division for both: of 128 bits it is a call.
                    let quotient = a / b;
                    (Small(quotient), Small(a - quotient * b))
                }
            },
            _ => {
                let (a, b) = (self.big(), other.big());
                let quotient = &a / &b;
                let rest = a - &quotient * b;
                (Coefficient::of_big(quotient), Coefficient::of_big(rest))
            }
        }
    }

    /// Multiplied by ten to a power.
    pub fn shifted(&self, digits: i64) -> Coefficient {
        if digits == 0 || self.is_zero() { self.clone() } else { self.mul(&Coefficient::power_of_ten(digits)) }
    }

    /// The whole part of the square root.
    pub fn sqrt(&self) -> Coefficient {
        match self {
            Small(n) => Small(n.isqrt()),
            Big(n) => Coefficient::of_big(n.sqrt()),
        }
    }

    /// The last digit.
    pub fn last_digit(&self) -> u8 {
        match self {
            // By 10 as by 5 and 2, of which 2^64 is 1 and 0.
            Small(n) => match u64::try_from(*n) {
                Ok(n) => (n % 10) as u8,
                Err(_) => {
                    let fifth = ((*n >> 64) as u64 % 5 + *n as u64 % 5) % 5;
                    (if fifth & 1 == *n as u64 & 1 { fifth } else { fifth + 5 }) as u8
                }
            },
            Big(n) => (n % BigUint::from(10_u8)).to_u8().unwrap_or(0),
        }
    }

    /// Drops zeros at the end, up to a number of them; returns how many there were.
    pub fn strip_zeros(&mut self, most: i64) -> i64 {
        let mut dropped = 0;
        // Large steps first: each division of a long number costs its length.
        let mut step = if matches!(self, Big(_)) { 256 } else { 16 };
        while step > 0 {
            if dropped + step <= most && !self.is_zero() {
                let (quotient, rest) = self.div_rem(&Coefficient::power_of_ten(step));
                if rest.is_zero() {
                    *self = quotient;
                    dropped += step;
                    continue;
                }
            }
            step /= 2;
        }
        dropped
    }

    /// Decimal text.
    pub fn text(&self) -> String {
        match self {
            Small(n) => match u64::try_from(*n) {
                Ok(n) => n.to_string(),
                Err(_) => n.to_string(),
            },
            Big(n) => n.to_string(),
        }
    }

    /// The remainder by a prime of 61 bits, for hashing.
    pub fn modulo(&self, prime: u64) -> u64 {
        match self {
            Small(n) => match u64::try_from(*n) {
                Ok(n) => n % prime,
                Err(_) => (n % u128::from(prime)) as u64,
            },
            Big(n) => (n % BigUint::from(prime)).to_u64().unwrap_or(0),
        }
    }
}

impl PartialOrd for Coefficient {
    fn partial_cmp(&self, other: &Coefficient) -> Option<Ordering> {
        Some(match (self, other) {
            (Small(a), Small(b)) => a.cmp(b),
            (Small(_), Big(_)) => Ordering::Less,
            (Big(_), Small(_)) => Ordering::Greater,
            (Big(a), Big(b)) => a.cmp(b),
        })
    }
}

/// One, for sticky digits and increments.
pub(super) fn one() -> Coefficient {
    Small(1)
}
