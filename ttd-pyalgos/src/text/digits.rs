//! Decimal digits.

/// The value of a decimal digit of any script.
pub fn decimal(c: char) -> Option<u32> {
    c.to_digit(10).or_else(|| rustpython_common::str::char_to_decimal(c).map(u32::from))
}
