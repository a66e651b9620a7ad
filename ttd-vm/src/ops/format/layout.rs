//! Putting a number together: sign, prefix, grouped digits, the rest, padding.

use std::borrow::Cow;

use super::spec::{Align, Spec};

/// The parts of a number.
pub struct Number<'a> {
    /// Whether it is below 0.
    pub negative: bool,
    /// `0x` and the like.
    pub prefix: &'a str,
    /// The digits that are grouped.
    pub digits: &'a str,
    /// What follows them: point, fraction, exponent, percent sign; all of `inf` and `nan`.
    pub rest: &'a str,
}

impl<'a> Number<'a> {
    /// The parts of a float's text.
    pub fn of_float(negative: bool, text: &'a str) -> Number<'a> {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        Number { negative, prefix: "", digits: &text[..digits], rest: &text[digits..] }
    }

    /// The number as the specification wants it.
    pub fn lay_out(&self, spec: &Spec) -> String {
        let sign = match spec.sign {
            _ if self.negative => "-",
            Some('+') => "+",
            Some(' ') => " ",
            _ => "",
        };
        let width = spec.width.unwrap_or(0);
        let fixed = sign.len() + self.prefix.len() + self.rest.len();
        // Zeros that fill up are digits too, and grouped with them.
        let zeros = spec.fill == '0' && spec.align == Align::AfterSign;
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
        let mut out = String::with_capacity(fixed + digits.len() + padding * spec.fill.len_utf8());
        let fill = |out: &mut String, n: usize| out.extend(std::iter::repeat_n(spec.fill, n));
        fill(&mut out, left);
        out.push_str(sign);
        out.push_str(self.prefix);
        fill(&mut out, inner);
        out.push_str(&digits);
        out.push_str(self.rest);
        fill(&mut out, right);
        out
    }
}

/// Digits with a separator between groups, filled up with zeros to the least width.
fn group(digits: &str, separator: Option<char>, size: usize, least: usize) -> Cow<'_, str> {
    let Some(separator) = separator else {
        return match least.saturating_sub(digits.len()) {
            0 => Cow::Borrowed(digits),
            zeros => Cow::Owned("0".repeat(zeros) + digits),
        };
    };
    let (mut groups, mut left, mut least) = (Vec::new(), digits, least as isize);
    loop {
        let len = size.min(left.len().max(least.max(0) as usize).max(1));
        let (rest, own) = left.split_at(left.len().saturating_sub(len));
        groups.push("0".repeat(len - own.len()) + own);
        left = rest;
        least -= len as isize;
        if left.is_empty() && least <= 0 {
            break;
        }
        least -= 1;
    }
    groups.reverse();
    Cow::Owned(groups.join(&separator.to_string()))
}

#[cfg(test)]
mod tests {
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
            Number::of_float(false, text).lay_out(&Spec::parse(spec, '\0', Align::Right).unwrap())
        };
        assert_eq!(lay("1234567.89", "020,"), "0,000,001,234,567.89");
        assert_eq!(lay("inf", "010,"), "0000000inf");
        assert_eq!(lay("5.", "^6"), "  5.  ");
        assert_eq!(lay("12", "=+6"), "+   12");
    }
}
