//! Parses numbers: the texts that `int()`, `float()` and `complex()` accept.

use malachite_bigint::BigInt;
use rustpython_wtf8::Wtf8;

/// Why a text is not an integer.
#[derive(Debug, PartialEq, Eq)]
pub enum IntError {
    /// It does not have the syntax of one.
    Invalid,
    /// It has this many digits, more than the limit.
    TooLong(usize),
}

/// Strips a text and replaces decimal digits and spaces of all scripts by ASCII ones. Returns `None` when it cannot be
/// a number.
pub fn plain(text: &Wtf8) -> Option<String> {
    let text = text.as_str().ok()?;
    // Of ASCII only these count as space here; of the rest, everything for which `isspace` is true.
    let space = |c: char| match c {
        ' ' | '\t'..='\r' => true,
        _ => c > '\x7e' && crate::unicode::is_space(c),
    };
    let mut out = String::with_capacity(text.len());
    for c in text.trim_matches(space).chars() {
        if c.is_ascii() {
            out.push(c);
        } else if space(c) {
            out.push(' ');
        } else {
            let digit = rustpython_common::str::char_to_decimal(c).filter(|_| crate::unicode::is_decimal(c))?;
            out.push(char::from(b'0' + digit));
        }
    }
    Some(out)
}

/// `int(text, base)` of stripped text, with base 0 or 2 to 36. At most `limit` digits, unless the base is a power of
/// two.
pub fn parse_int(text: &str, base: u32, limit: usize) -> Result<BigInt, IntError> {
    let (negative, digits) = split_sign(text);
    let (base, digits, after_prefix) = radix(digits, base);
    if base == 0 {
        // Base 0 without a prefix is a decimal literal: leading zeros are allowed in zero only.
        let zeros = digits.bytes().all(|b| b == b'0' || b == b'_');
        if digits.starts_with('0') && !zeros {
            return Err(IntError::Invalid);
        }
    }
    let base = if base == 0 { 10 } else { base };
    let cleaned = clean_digits(digits, base, after_prefix).ok_or(IntError::Invalid)?;
    if !base.is_power_of_two() && cleaned.len() > limit {
        return Err(IntError::TooLong(cleaned.len()));
    }
    let magnitude = match i64::from_str_radix(&cleaned, base) {
        Ok(i) => BigInt::from(i),
        Err(_) => BigInt::parse_bytes(cleaned.as_bytes(), base).ok_or(IntError::Invalid)?,
    };
    Ok(if negative { -magnitude } else { magnitude })
}

fn split_sign(text: &str) -> (bool, &str) {
    match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    }
}

/// Strips `0x`, `0o` or `0b` if the base allows it. Returns the base, the digits, and whether there was a prefix.
fn radix(digits: &str, base: u32) -> (u32, &str, bool) {
    let prefix = match digits.as_bytes() {
        [b'0', b'x' | b'X', ..] => 16,
        [b'0', b'o' | b'O', ..] => 8,
        [b'0', b'b' | b'B', ..] => 2,
        _ => return (base, digits, false),
    };
    if base == 0 || base == prefix { (prefix, &digits[2..], true) } else { (base, digits, false) }
}

/// Removes underscores, each of which must stand between two digits or after a prefix.
fn clean_digits(digits: &str, base: u32, after_prefix: bool) -> Option<String> {
    let mut out = String::with_capacity(digits.len());
    let mut may_underscore = after_prefix;
    let mut last_was_digit = false;
    for c in digits.chars() {
        if c == '_' {
            if !may_underscore {
                return None;
            }
            (may_underscore, last_was_digit) = (false, false);
        } else if c.is_digit(base) {
            out.push(c);
            (may_underscore, last_was_digit) = (true, true);
        } else {
            return None;
        }
    }
    last_was_digit.then_some(out)
}

/// `float(text)` of stripped text.
pub fn parse_float(text: &str) -> Option<f64> {
    let cleaned = without_underscores(text)?;
    let (consumed, x) = leading_float(&cleaned)?;
    (consumed == cleaned.len()).then_some(x)
}

/// Whether every underscore stands between digits.
pub fn underscores_fit(text: &str) -> bool {
    without_underscores(text).is_some()
}

/// Removes underscores; `None` unless each stands between digits.
fn without_underscores(text: &str) -> Option<String> {
    if !text.contains('_') {
        return Some(text.to_owned());
    }
    let bytes = text.as_bytes();
    let digit = |i: Option<usize>| i.and_then(|i| bytes.get(i)).is_some_and(u8::is_ascii_digit);
    let placed = |i: usize| digit(i.checked_sub(1)) && digit(Some(i + 1));
    let good = bytes.iter().enumerate().all(|(i, b)| *b != b'_' || placed(i));
    good.then(|| text.replace('_', ""))
}

/// The length and value of the number at the start of a text.
pub fn leading_float(text: &str) -> Option<(usize, f64)> {
    let bytes = text.as_bytes();
    let sign = usize::from(matches!(bytes.first(), Some(b'+' | b'-')));
    let rest = &text[sign..];
    let negate = |x: f64| if bytes[0] == b'-' { -x } else { x };
    for (word, value) in [("infinity", f64::INFINITY), ("inf", f64::INFINITY), ("nan", f64::NAN)] {
        if rest.len() >= word.len() && rest.as_bytes()[..word.len()].eq_ignore_ascii_case(word.as_bytes()) {
            return Some((sign + word.len(), negate(value)));
        }
    }
    let digits = |from: usize| bytes[from..].iter().take_while(|b| b.is_ascii_digit()).count();
    let whole = digits(sign);
    let mut end = sign + whole;
    let mut fraction = 0;
    if bytes.get(end) == Some(&b'.') {
        fraction = digits(end + 1);
        end += 1 + fraction;
    }
    if whole + fraction == 0 {
        return None;
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let signed = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits(end + 1 + signed);
        if exponent > 0 {
            end += 1 + signed + exponent;
        }
    }
    Some((end, text[..end].parse().ok()?))
}

/// Splits off a sign.
fn signed(text: &str) -> Option<(f64, &str)> {
    let sign = match text.as_bytes().first()? {
        b'+' => 1.0,
        b'-' => -1.0,
        _ => return None,
    };
    Some((sign, &text[1..]))
}

/// `complex(text)` of stripped text: real and imaginary part.
pub fn parse_complex(text: &str) -> Option<(f64, f64)> {
    let text = without_underscores(text)?;
    let inner = match text.strip_prefix('(') {
        Some(rest) => rest.strip_suffix(')')?.trim(),
        None => text.as_str(),
    };
    let unit = |rest: &str| matches!(rest, "j" | "J");
    if unit(inner) {
        return Some((0.0, 1.0));
    }
    if let Some((sign, rest)) = signed(inner)
        && unit(rest)
    {
        return Some((0.0, sign));
    }
    let (used, first) = leading_float(inner)?;
    let rest = &inner[used..];
    if rest.is_empty() {
        return Some((first, 0.0));
    }
    if unit(rest) {
        return Some((0.0, first));
    }
    let (sign, after) = signed(rest)?;
    if unit(after) {
        return Some((first, sign));
    }
    let (used, second) = leading_float(rest)?;
    unit(&rest[used..]).then_some((first, second))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers() {
        let ok = |text, base| parse_int(text, base, 4300).unwrap().to_string();
        assert_eq!(ok("0x_ff", 0), "255");
        assert_eq!(ok("-1_000", 10), "-1000");
        assert_eq!(ok("00", 0), "0");
        assert_eq!(ok("0b1", 16), "177");
        assert_eq!(ok("zz", 36), "1295");
        assert_eq!(ok("123456789012345678901234567890", 10), "123456789012345678901234567890");
        for (text, base) in
            [("", 10), ("1__0", 10), ("_1", 10), ("1_", 10), ("012", 0), ("0x", 16), ("--1", 10), ("9", 8)]
        {
            assert_eq!(parse_int(text, base, 4300), Err(IntError::Invalid), "{text}");
        }
        assert_eq!(parse_int(&"1".repeat(5000), 10, 4300), Err(IntError::TooLong(5000)));
        assert!(parse_int(&"1".repeat(5000), 16, 4300).is_ok());
    }

    #[test]
    fn floats() {
        assert_eq!(parse_float("1_0.5e-1"), Some(1.05));
        assert_eq!(parse_float("-.5"), Some(-0.5));
        assert_eq!(parse_float("5."), Some(5.0));
        assert_eq!(parse_float("-Infinity"), Some(f64::NEG_INFINITY));
        assert!(parse_float("nan").is_some_and(f64::is_nan));
        for text in ["", ".", "1e", "1_", "_1", "1._5", "0x1", "1 2", "e5", "infinit"] {
            assert_eq!(parse_float(text), None, "{text}");
        }
    }

    #[test]
    fn complex_numbers() {
        assert_eq!(parse_complex("1+2j"), Some((1.0, 2.0)));
        assert_eq!(parse_complex("(-1.5e3-j)"), Some((-1500.0, -1.0)));
        assert_eq!(parse_complex("-J"), Some((0.0, -1.0)));
        assert_eq!(parse_complex("3"), Some((3.0, 0.0)));
        assert_eq!(parse_complex("4j"), Some((0.0, 4.0)));
        for text in ["1+", "1 + 2j", "1+2", "j1", "(1", "1jj"] {
            assert_eq!(parse_complex(text), None, "{text}");
        }
    }
}
