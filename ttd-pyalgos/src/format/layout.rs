//! Lays out a number: sign, prefix, grouped digits, rest, padding.

use std::borrow::Cow;

use super::spec::{Align, Spec};
use crate::text::wtf8::push_char;

/// The parts of a number.
pub struct Number<'a> {
    /// Whether a minus sign is written.
    pub negative: bool,
    /// `0x` or another prefix.
    pub prefix: &'a str,
    /// The digits that may be grouped.
    pub digits: &'a str,
    /// Everything after those digits: point, fraction, exponent, percent sign; for `inf` and `nan` the whole text.
    pub rest: &'a str,
}

impl<'a> Number<'a> {
    /// Splits a float's text.
    pub fn of_float(negative: bool, text: &'a str) -> Number<'a> {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        Number { negative, prefix: "", digits: &text[..digits], rest: &text[digits..] }
    }

    /// Lays the number out by a specification.
    pub fn lay_out(&self, spec: &Spec) -> Vec<u8> {
        let sign = match spec.sign {
            _ if self.negative => "-",
            Some('+') => "+",
            Some(' ') => " ",
            _ => "",
        };
        let width = spec.width.unwrap_or(0);
        let fixed = sign.len() + self.prefix.len() + self.rest.len();
        // Padding zeros are digits as well and are grouped with them.
        let zeros = spec.fill.to_char() == Some('0') && spec.align == Align::AfterSign;
        let least = if zeros { width.saturating_sub(fixed) } else { 0 };
        let digits = match spec.separator {
            _ if self.digits.is_empty() => Cow::Borrowed(""),
            separator => group(self.digits, separator, spec.group, least),
        };
        let padding = width.saturating_sub(fixed + digits.len());
        let (left, inner, right) = match spec.align {
            Align::AfterSign => (0, padding, 0),
            align => {
                let (left, right) = align.share(padding);
                (left, 0, right)
            }
        };
        let mut out = Vec::with_capacity(fixed + digits.len() + padding * spec.fill.len_wtf8());
        fill(&mut out, spec, left);
        out.extend_from_slice(sign.as_bytes());
        out.extend_from_slice(self.prefix.as_bytes());
        fill(&mut out, spec, inner);
        out.extend_from_slice(digits.as_bytes());
        out.extend_from_slice(self.rest.as_bytes());
        fill(&mut out, spec, right);
        out
    }
}

/// Appends `times` fill characters.
pub fn fill(out: &mut Vec<u8>, spec: &Spec, times: usize) {
    match spec.fill.to_char() {
        // Programs ask for widths of millions: append them in one piece.
        Some(c) if c.is_ascii() => out.resize(out.len() + times, c as u8),
        _ => (0..times).for_each(|_| push_char(out, spec.fill)),
    }
}

/// Inserts separators between groups of digits, and pads with zeros to the minimum width.
fn group(digits: &str, separator: Option<char>, size: usize, least: usize) -> Cow<'_, str> {
    let Some(separator) = separator else {
        return match least.saturating_sub(digits.len()) {
            0 => Cow::Borrowed(digits),
            zeros => Cow::Owned("0".repeat(zeros) + digits),
        };
    };
    // Built from the last digit to the first, in one buffer: programs ask for widths of millions.
    let mut out = String::with_capacity(digits.len().max(least) / size * (size + 1) + 2 * size);
    let (mut left, mut least) = (digits, least as isize);
    loop {
        let len = size.min(left.len().max(least.max(0) as usize).max(1));
        let (rest, own) = left.split_at(left.len().saturating_sub(len));
        out.extend(own.chars().rev());
        out.extend(std::iter::repeat_n('0', len - own.len()));
        left = rest;
        least -= len as isize;
        if left.is_empty() && least <= 0 {
            break;
        }
        out.push(separator);
        least -= 1;
    }
    Cow::Owned(reversed(out))
}

/// Reverses ASCII text.
fn reversed(text: String) -> String {
    let mut bytes = text.into_bytes();
    bytes.reverse();
    String::from_utf8(bytes).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use rustpython_wtf8::Wtf8;

    use super::*;

    #[test]
    fn groups() {
        assert_eq!(group("1234567", Some(','), 3, 0), "1,234,567");
        assert_eq!(group("1234", Some(','), 3, 10), "00,001,234");
        assert_eq!(group("1234", Some(','), 3, 8), "0,001,234");
        assert_eq!(group("ff", Some('_'), 4, 0), "ff");
        assert_eq!(group("7", None, 3, 3), "007");
    }

    #[test]
    fn layouts() {
        let lay = |text: &str, spec: &str| {
            let spec = Spec::parse(Wtf8::new(spec), '\0', Align::Right).unwrap();
            String::from_utf8(Number::of_float(false, text).lay_out(&spec)).unwrap()
        };
        assert_eq!(lay("1234567.89", "020,"), "0,000,001,234,567.89");
        assert_eq!(lay("inf", "010,"), "0000000inf");
        assert_eq!(lay("5.", "^6"), "  5.  ");
        assert_eq!(lay("12", "=+6"), "+   12");
    }
}
