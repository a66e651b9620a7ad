//! `format(decimal, spec)`, for specifications without a locale and without separators behind the point.

use rustpython_wtf8::Wtf8;

use super::round::rescale;
use super::{Finite, Rounding};
use crate::format::layout::Number;
use crate::format::spec::{Align, Spec};

/// Wider fields and more digits than this are no text to be made in a moment.
const MOST: usize = 1_000_000;

/// Reads a specification, in which decimals and floats differ a little. `None` for what is left to others.
fn parse(text: &str) -> Option<Spec> {
    let is_align = |c: &char| "<>=^".contains(*c);
    let start: Vec<char> = text.chars().take(2).collect();
    let aligned = match start[..] {
        [_, second] if is_align(&second) => 2,
        [first, ..] if is_align(&first) => 1,
        _ => 0,
    };
    // Zeros before the width need no alignment, and zeros by alignment are no digits.
    let behind: String = text.chars().skip(aligned).skip_while(|c| "+- z#".contains(*c)).collect();
    if aligned > 0 && behind.starts_with('0') || text.starts_with("0=") {
        return None;
    }
    let spec = Spec::parse(Wtf8::new(text), '\0', Align::Right).ok()?;
    let usual = matches!(spec.kind, '\0' | 'e' | 'E' | 'f' | 'F' | 'g' | 'G' | '%');
    (usual && spec.width.unwrap_or(0).max(spec.precision.unwrap_or(0)) < MOST).then_some(spec)
}

/// The number with this many digits.
fn with_digits(n: &Finite, digits: i64, rounding: Rounding) -> Option<Finite> {
    if n.is_zero() {
        return Some(n.clone());
    }
    let made = rescale(n, n.adjusted() + 1 - digits, rounding)?.0;
    if made.adjusted() == n.adjusted() {
        return Some(made);
    }
    // Rounding up gave one more.
    Some(rescale(&made, made.adjusted() + 1 - digits, rounding)?.0)
}

/// The number rounded to the precision, and where its point goes: how many of its digits are before it.
fn placed(n: &Finite, kind: char, precision: Option<i64>, rounding: Rounding) -> Option<(Finite, i64)> {
    let mut n = n.clone();
    let fixed = matches!(kind, 'f' | 'F' | '%');
    match precision {
        Some(precision) if fixed => n = rescale(&n, -precision, rounding)?.0,
        Some(precision) if matches!(kind, 'e' | 'E') => n = with_digits(&n, precision + 1, rounding)?,
        Some(precision) if n.coefficient.digits() > precision => n = with_digits(&n, precision, rounding)?,
        _ => {}
    }
    if fixed && n.is_zero() && n.exponent > 0 {
        n.exponent = 0;
    }
    let left = n.exponent + n.coefficient.digits();
    let point = match kind {
        'e' | 'E' if n.is_zero() => precision.map_or(1, |precision| 1 - precision),
        'e' | 'E' => 1,
        _ if fixed || n.exponent <= 0 && left > -6 => left,
        _ => 1,
    };
    Some((n, point))
}

/// The text of a number by a specification; `letter` is the type without one. `None` where it is left to others.
pub fn format(n: &Finite, spec: &str, letter: char, rounding: Rounding) -> Option<Vec<u8>> {
    let mut spec = parse(spec)?;
    let kind = if spec.kind == '\0' { letter } else { spec.kind };
    if spec.precision == Some(0) && matches!(kind, 'g' | 'G') {
        spec.precision = Some(1);
    }
    let mut n = n.clone();
    if kind == '%' {
        n.exponent = n.exponent.checked_add(2)?;
    }
    // What is longer than this is no text to be made in a moment.
    if n.exponent.abs() > 100_000 {
        return None;
    }
    let (n, point) = placed(&n, kind, spec.precision.map(|n| n as i64), rounding)?;
    let digits = n.coefficient.text();
    let count = digits.len() as i64;
    let (whole, mut part) = if point < 0 {
        ("0".to_string(), format!("{}{digits}", "0".repeat(-point as usize)))
    } else if point > count {
        (format!("{digits}{}", "0".repeat((point - count) as usize)), String::new())
    } else {
        let (whole, part) = digits.split_at(point as usize);
        (if whole.is_empty() { "0" } else { whole }.to_string(), part.to_string())
    };
    if !part.is_empty() || spec.alternate {
        part.insert(0, '.');
    }
    let exponent = n.exponent + count - point;
    if exponent != 0 || matches!(kind, 'e' | 'E') {
        part.push(if kind.is_ascii_uppercase() { 'E' } else { 'e' });
        part.push_str(&format!("{exponent:+}"));
    }
    if kind == '%' {
        part.push('%');
    }
    let negative = n.negative && !(n.is_zero() && spec.no_negative_zero);
    Some(Number { negative, prefix: "", digits: &whole, rest: &part }.lay_out(&spec))
}

#[cfg(test)]
mod tests {
    use super::super::text::read;
    use super::*;

    fn shown(number: &str, spec: &str) -> String {
        let text = format(&read(number.as_bytes()).unwrap(), spec, 'G', Rounding::HalfEven);
        text.map_or("left".to_string(), |text| String::from_utf8(text).unwrap())
    }

    #[test]
    fn as_decimal_does() {
        for (number, spec, text) in [
            ("1234567.891", ",.2f", "1,234,567.89"),
            ("-0.5", ".0f", "-0"),
            ("-0.5", "z.0f", "0"),
            ("999999.5", ".3e", "1.000e+6"),
            ("0.00000123", "", "0.00000123"),
            ("0.000000123", "", "1.23E-7"),
            ("12.5", "%", "1250%"),
            ("123456", "08,", "0,123,456"),
            ("123456", "010,.1f", "0,123,456.0"),
            ("3", "*^+9.2f", "**+3.00**"),
            ("3", "=5", "    3"),
            ("-3", "=5", "-   3"),
            ("1E+5", "f", "100000"),
            ("0E+3", "f", "0"),
            ("0", ".3e", "0.000e+3"),
            ("5", "#f", "5."),
            ("5", "n", "left"),
            ("5", "<05", "left"),
            ("12345", ".2g", "1.2e+4"),
        ] {
            assert_eq!(shown(number, spec), text, "{number} {spec}");
        }
    }
}
