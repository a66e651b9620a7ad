//! Decimal floating point, for finite numbers where nothing exceptional happens.
//!
//! A number is a sign, a coefficient and an exponent of ten. Operations round by [`Rules`] and say by [`Status`] which
//! of the two ordinary signals they give. Where another signal would be given, a result overflows or is subnormal, they
//! give `None`, and the caller has to do it another way.

use malachite_bigint::BigUint;

pub mod arith;
pub mod coefficient;
pub mod compare;
pub mod divide;
pub mod exact;
pub mod format;
pub mod integer_power;
pub mod powers;
pub mod round;
pub mod text;

pub use coefficient::Coefficient;
pub use exact::Exact;

/// Shifts by more digits than this are left to others: they may need all memory.
const LONGEST_SHIFT: i64 = 2_000_000;

/// A finite number.
#[derive(Clone, Debug, PartialEq)]
pub struct Finite {
    /// Whether the sign is minus.
    pub negative: bool,
    /// The digits.
    pub coefficient: Coefficient,
    /// The power of ten with which they are multiplied.
    pub exponent: i64,
}

/// How results are rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// Towards zero.
    Down,
    /// Away from zero.
    Up,
    /// To the nearest, halves away from zero.
    HalfUp,
    /// To the nearest, halves towards zero.
    HalfDown,
    /// To the nearest, halves to the even digit.
    HalfEven,
    /// Towards plus infinity.
    Ceiling,
    /// Towards minus infinity.
    Floor,
    /// Towards zero, unless the last digit would be 0 or 5.
    ZeroFiveUp,
}

/// The bounds of results.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// Most digits of a coefficient.
    pub precision: i64,
    /// How to round.
    pub rounding: Rounding,
    /// Least exponent of a normal number with one digit before the point.
    pub least: i64,
    /// Greatest one.
    pub greatest: i64,
    /// Whether exponents are bounded as in the interchange formats.
    pub clamp: bool,
}

/// Which signals an operation gave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// Digits that were not zero are lost.
    pub inexact: bool,
    /// Digits are lost.
    pub rounded: bool,
}

impl Finite {
    /// The number that a float is, which is finite.
    pub fn of_float(f: f64) -> Finite {
        let bits = f.to_bits();
        let (field, fraction) = ((bits >> 52) as i64 & 0x7FF, bits & ((1 << 52) - 1));
        let (mut n, mut exponent) = if field == 0 { (fraction, -1074) } else { (fraction | 1 << 52, field - 1075) };
        if n == 0 {
            return Finite::new(f.is_sign_negative(), Coefficient::Small(0), 0);
        }
        let zeros = n.trailing_zeros();
        (n, exponent) = (n >> zeros, exponent + i64::from(zeros));
        let number = BigUint::from(n);
        let (number, exponent) = match u32::try_from(-exponent) {
            // A power of two below is a power of five above, behind a power of ten.
            Ok(below) => (number * BigUint::from(5_u8).pow(below), exponent),
            Err(_) => (number << exponent as u64, 0),
        };
        Finite::new(f.is_sign_negative(), Coefficient::of_big(number), exponent)
    }

    /// Makes a number.
    pub fn new(negative: bool, coefficient: Coefficient, exponent: i64) -> Finite {
        Finite { negative, coefficient, exponent }
    }

    /// Whether it is zero, of either sign.
    pub fn is_zero(&self) -> bool {
        self.coefficient.is_zero()
    }

    /// The exponent of the first digit.
    pub fn adjusted(&self) -> i64 {
        self.exponent + self.coefficient.digits() - 1
    }
}
