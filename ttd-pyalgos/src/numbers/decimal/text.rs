//! Numbers as text.

use malachite_bigint::BigUint;

use super::{Coefficient, Finite};

/// The text of a number, with this letter before an exponent.
pub fn show(n: &Finite, letter: char) -> String {
    let digits = n.coefficient.text();
    let left = n.exponent + digits.len() as i64;
    let point = if n.exponent <= 0 && left > -6 { left } else { 1 };
    let mut out = String::with_capacity(digits.len() + 8);
    if n.negative {
        out.push('-');
    }
    if point <= 0 {
        out.push_str("0.");
        out.extend(std::iter::repeat_n('0', (-point) as usize));
        out.push_str(&digits);
    } else if point as usize >= digits.len() {
        out.push_str(&digits);
        out.extend(std::iter::repeat_n('0', point as usize - digits.len()));
    } else {
        out.push_str(&digits[..point as usize]);
        out.push('.');
        out.push_str(&digits[point as usize..]);
    }
    if left != point {
        out.push_str(&format!("{letter}{:+}", left - point));
    }
    out
}

/// Whether [`show`] writes an exponent.
pub fn has_exponent(n: &Finite) -> bool {
    let left = n.exponent + n.coefficient.digits();
    let point = if n.exponent <= 0 && left > -6 { left } else { 1 };
    left != point
}

/// Reads digits with a point, sign and exponent, as they are written mostly. `None` for everything else.
pub fn read(text: &[u8]) -> Option<Finite> {
    let (negative, text) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    let end = text.iter().position(|c| !c.is_ascii_digit() && *c != b'.').unwrap_or(text.len());
    let (number, rest) = text.split_at(end);
    let exponent: i64 = match rest {
        [] => 0,
        [b'e' | b'E', digits @ ..] if digits.len() <= 18 && !digits.is_empty() => {
            let valid = digits
                .iter()
                .enumerate()
                .all(|(i, c)| c.is_ascii_digit() || i == 0 && digits.len() > 1 && matches!(c, b'+' | b'-'));
            if !valid {
                return None;
            }
            std::str::from_utf8(digits).ok()?.parse().ok()?
        }
        _ => return None,
    };
    let point = number.iter().position(|c| *c == b'.');
    let (whole, part) = match point {
        Some(at) => (&number[..at], &number[at + 1..]),
        None => (number, &number[number.len()..]),
    };
    if part.contains(&b'.') || whole.is_empty() && part.is_empty() {
        return None;
    }
    let digits = whole.iter().chain(part);
    let coefficient = if whole.len() + part.len() <= 38 {
        Coefficient::Small(digits.fold(0, |n, c| n * 10 + u128::from(c - b'0')))
    } else {
        let digits: Vec<u8> = digits.copied().collect();
        Coefficient::of_big(BigUint::parse_bytes(&digits, 10)?)
    };
    Some(Finite::new(negative, coefficient, exponent - part.len() as i64))
}

#[cfg(test)]
mod tests {
    use super::super::{Rounding, Rules, arith, divide, round};
    use super::*;

    const RULES: Rules =
        Rules { precision: 28, rounding: Rounding::HalfEven, least: -999_999, greatest: 999_999, clamp: false };

    fn number(text: &str) -> Finite {
        read(text.as_bytes()).expect("a number")
    }

    #[test]
    fn there_and_back() {
        for text in ["0", "-0", "1.50", "0.000001", "1E-7", "1E+3", "-12345678901234567890123456789012345678901.5"] {
            assert_eq!(show(&number(text), 'E'), text);
        }
        assert!(read(b".").is_none() && read(b"1e").is_none() && read(b"1.2.3").is_none() && read(b"e5").is_none());
    }

    #[test]
    fn arithmetic() {
        let sum = arith::add(&number("0.1"), &number("0.2"), &RULES).expect("a sum").0;
        assert_eq!(show(&sum, 'E'), "0.3");
        let third = divide::divide(&number("1"), &number("3"), &RULES).expect("a quotient");
        assert_eq!((show(&third.0, 'E').len(), third.1.inexact), (30, true));
        let root = arith::sqrt(&number("2"), &RULES).expect("a root").0;
        assert_eq!(show(&root, 'E'), "1.414213562373095048801688724");
        let cents = round::quantize(&number("2.675"), -2, &RULES).expect("rounded").0;
        assert_eq!(show(&cents, 'E'), "2.68");
        assert!(divide::divide(&number("1"), &number("0"), &RULES).is_none());
    }
}
