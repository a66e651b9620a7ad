//! Formats floats as C's `printf` and CPython's `PyOS_double_to_string` do.

/// A notation for floats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// `1.5e+10`; the precision is the number of digits after the point.
    Exponent,
    /// `15000000000.00`; the precision is the number of digits after the point.
    Fixed,
    /// Exponent or fixed, whichever is shorter; the precision is the number of significant digits.
    General,
    /// The shortest text that reads back as this float.
    Repr,
    /// As `Repr`, without a zero fraction: the parts of complex numbers.
    ReprWithoutZero,
}

/// How a float is formatted.
#[derive(Clone, Copy, Debug)]
pub struct Double {
    /// The style.
    pub style: Style,
    /// The precision; `Repr` ignores it.
    pub precision: usize,
    /// `#`: always write the point, and keep trailing zeros.
    pub alternate: bool,
    /// Whether `General` writes `5.0` and not `5`.
    pub add_point_zero: bool,
    /// Write `E`, `INF`, `NAN`.
    pub uppercase: bool,
}

/// Digits that Rust's formatter is asked for. Floats have fewer; the rest are zeros.
pub const MAX_DIGITS: usize = 60_000;

impl Double {
    /// Drops a zero fraction: parts of complex numbers are written as `1`, not `1.0`.
    pub fn strip_point_zero(&mut self) {
        self.style = Style::ReprWithoutZero;
    }

    /// Formats a non-negative float.
    pub fn text(&self, x: f64) -> String {
        let text = if x.is_nan() {
            "nan".to_owned()
        } else if x.is_infinite() {
            "inf".to_owned()
        } else {
            match self.style {
                Style::Fixed => self.fixed(x),
                Style::Exponent => {
                    let (digits, exponent) = digits(x, self.precision.saturating_add(1));
                    self.exponent(&digits, exponent)
                }
                Style::General => self.general(x),
                Style::Repr => self.repr(x),
                Style::ReprWithoutZero => {
                    let text = self.repr(x);
                    text.strip_suffix(if self.alternate { "0" } else { ".0" }).map(str::to_owned).unwrap_or(text)
                }
            }
        };
        if self.uppercase { text.to_uppercase() } else { text }
    }

    fn fixed(&self, x: f64) -> String {
        let computed = self.precision.min(MAX_DIGITS);
        let mut text = few_digits(x, computed).unwrap_or_else(|| format!("{x:.computed$}"));
        text.extend(std::iter::repeat_n('0', self.precision - computed));
        if self.alternate && self.precision == 0 {
            text.push('.');
        }
        text
    }

    fn exponent(&self, digits: &str, exponent: i32) -> String {
        let (first, rest) = digits.split_at(1);
        let point = if rest.is_empty() && !self.alternate { "" } else { "." };
        let sign = if exponent < 0 { '-' } else { '+' };
        format!("{first}{point}{rest}e{sign}{:02}", exponent.abs())
    }

    fn general(&self, x: f64) -> String {
        let precision = self.precision.max(1);
        let (mut digits, exponent) = digits(x, precision);
        if !self.alternate {
            let kept = digits.trim_end_matches('0').len().max(1);
            digits.truncate(kept);
        }
        let point = i64::from(exponent) + 1;
        if point <= -4 || point > precision as i64 - i64::from(self.add_point_zero) {
            return self.exponent(&digits, exponent);
        }
        if point <= 0 {
            return format!("0.{}{digits}", "0".repeat(-point as usize));
        }
        let point = point as usize;
        if digits.len() < point {
            digits.extend(std::iter::repeat_n('0', point - digits.len()));
        }
        let (whole, fraction) = digits.split_at(point);
        match fraction {
            "" if self.add_point_zero => format!("{whole}.0"),
            "" if !self.alternate => whole.to_owned(),
            _ => format!("{whole}.{fraction}"),
        }
    }

    fn repr(&self, x: f64) -> String {
        let text = crate::text::quote::float_text(x);
        match text.find('e') {
            Some(e) if self.alternate && !text.contains('.') => {
                format!("{}.{}", &text[..e], &text[e..])
            }
            _ => text,
        }
    }
}

/// Formats a non-negative float with `precision` digits after the point, exactly, in integer arithmetic, rounding half
/// to even. Returns `None` when the integers could overflow. Most numbers that programs print are small and want few
/// digits.
fn few_digits(x: f64, precision: usize) -> Option<String> {
    const MOST_DIGITS: usize = 15;
    const LIMIT: f64 = 1e15;
    if precision > MOST_DIGITS || x >= LIMIT {
        return None;
    }
    let bits = x.to_bits();
    let (exponent, fraction) = (bits >> 52 & 0x7FF, bits & ((1 << 52) - 1));
    let mantissa = if exponent == 0 { fraction } else { fraction | 1 << 52 };
    // x is the mantissa divided by 2**shift, and shift is positive below the limit.
    let shift = 1075 - exponent.max(1);
    let scaled = u128::from(mantissa) * 10u128.pow(precision as u32);
    let mut whole = if shift < 128 { scaled >> shift } else { 0 };
    let rest = scaled - if shift < 128 { whole << shift } else { 0 };
    // With such a shift the remainder is always less than half.
    let half = if shift < 128 { 1 << (shift - 1) } else { u128::MAX };
    whole += u128::from(rest > half || rest == half && whole & 1 == 1);
    let unit = 10u128.pow(precision as u32);
    let (before, behind) = match u64::try_from(whole) {
        Ok(whole) => (whole / unit as u64, whole % unit as u64),
        Err(_) => ((whole / unit) as u64, (whole % unit) as u64),
    };
    Some(if precision == 0 { before.to_string() } else { format!("{before}.{behind:0precision$}") })
}

/// The first `count` significant digits of a finite float, correctly rounded, and its decimal exponent.
fn digits(x: f64, count: usize) -> (String, i32) {
    let computed = count.clamp(1, MAX_DIGITS);
    let text = format!("{x:.*e}", computed - 1);
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let mut digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    digits.extend(std::iter::repeat_n('0', count.saturating_sub(computed)));
    (digits, exponent.parse().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(style: Style, precision: usize, x: f64) -> String {
        Double { style, precision, alternate: false, add_point_zero: false, uppercase: false }.text(x)
    }

    #[test]
    fn styles() {
        assert_eq!(text(Style::Exponent, 2, 12345.0), "1.23e+04");
        assert_eq!(text(Style::Exponent, 0, 0.0), "0e+00");
        assert_eq!(text(Style::Fixed, 0, 0.5), "0");
        assert_eq!(text(Style::Fixed, 0, 2.5), "2");
        assert_eq!(text(Style::Fixed, 1, 2.25), "2.2");
        assert_eq!(text(Style::General, 6, 1e10), "1e+10");
        assert_eq!(text(Style::General, 6, 0.0001), "0.0001");
        assert_eq!(text(Style::General, 6, 0.00001), "1e-05");
        assert_eq!(text(Style::General, 6, 123456.7), "123457");
        assert_eq!(text(Style::General, 17, 0.1), "0.10000000000000001");
        assert_eq!(text(Style::Repr, 0, 1e16), "1e+16");
        assert_eq!(text(Style::Fixed, 3, f64::INFINITY), "inf");
        assert_eq!(text(Style::Fixed, 70_000, 1.0).len(), 70_002);
    }

    #[test]
    fn few_digits_are_those_of_the_long_way() {
        let mut state = 1u64;
        let mut numbers =
            vec![0.0, 5e-324, 1e-310, 0.125, 0.5, 1.5, 2.5, 0.05, 0.045, 1e14 + 0.5, 999_999.999_999_5, 9.5, 1e15];
        for _ in 0..2000 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let exponent = 1023 - 70 + state % 125;
            numbers.push(f64::from_bits(exponent << 52 | state >> 12));
            numbers.push((state >> 40) as f64 / 64.0);
        }
        for x in numbers {
            for precision in [0, 1, 2, 3, 6, 14, 15, 16] {
                let long = format!("{x:.precision$}");
                assert_eq!(few_digits(x, precision).unwrap_or_else(|| long.clone()), long, "{x:?} {precision}");
            }
        }
    }

    #[test]
    fn default_style_with_a_precision() {
        let double = |precision, x| {
            Double { style: Style::General, precision, alternate: false, add_point_zero: true, uppercase: false }
                .text(x)
        };
        assert_eq!(double(0, 0.0), "0e+00");
        assert_eq!(double(2, 100.0), "1e+02");
        assert_eq!(double(5, 100.0), "100.0");
    }
}
