//! `format(decimal, spec)`, for specifications without a locale and without separators behind the point.

use super::round::rescale;
use super::{Finite, Rounding};

/// A parsed specification.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Spec {
    fill: char,
    align: char,
    sign: Option<char>,
    no_negative_zero: bool,
    alternate: bool,
    zeros: bool,
    width: usize,
    separator: Option<char>,
    precision: Option<i64>,
    kind: Option<char>,
}

/// Takes digits off the beginning; `None` when there are too many.
fn number(text: &mut &str) -> Option<Option<usize>> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    *text = rest;
    if digits.is_empty() {
        return Some(None);
    }
    if digits.len() <= 6 { digits.parse().ok().map(Some) } else { None }
}

/// Takes a character off the beginning that is one of these.
fn take(text: &mut &str, wanted: &str) -> Option<char> {
    let first = text.chars().next().filter(|c| wanted.contains(*c))?;
    *text = &text[first.len_utf8()..];
    Some(first)
}

fn parse(mut text: &str) -> Option<Spec> {
    let mut start = text.chars();
    let (first, second) = (start.next(), start.next());
    let is_align = |c: Option<char>| c.is_some_and(|c| "<>=^".contains(c));
    let (mut fill, mut align) = (None, None);
    if is_align(second) {
        (fill, align) = (first, second);
        text = start.as_str();
    } else if is_align(first) {
        align = take(&mut text, "<>=^");
    }
    let sign = take(&mut text, "+- ");
    let no_negative_zero = take(&mut text, "z").is_some();
    let alternate = take(&mut text, "#").is_some();
    let zeros = take(&mut text, "0").is_some();
    if zeros && align.is_some() {
        return None;
    }
    let width = number(&mut text)?.unwrap_or(0);
    let separator = take(&mut text, ",_");
    let precision = match take(&mut text, ".") {
        None => None,
        Some(_) => Some(number(&mut text)?? as i64),
    };
    let kind = take(&mut text, "eEfFgG%");
    if !text.is_empty() {
        return None;
    }
    let (fill, align) = (fill.unwrap_or(' '), align.unwrap_or('>'));
    Some(Spec { fill, align, sign, no_negative_zero, alternate, zeros, width, separator, precision, kind })
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

/// Digits before the point in groups of three, at least `width` characters.
fn grouped(digits: &str, separator: Option<char>, width: usize) -> String {
    let padded = |width: usize| format!("{digits:0>width$}");
    let Some(separator) = separator else { return padded(width) };
    let length = |count: usize| count + count.saturating_sub(1) / 3;
    let mut count = digits.len();
    // A separator is never the first character: there is one more zero before it.
    while length(count) < width {
        count += 1;
    }
    let digits = padded(count);
    let mut out = String::with_capacity(length(count));
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (count - i).is_multiple_of(3) {
            out.push(separator);
        }
        out.push(digit);
    }
    out
}

/// The text of a number by a specification; `letter` is the type without one. `None` where it is left to others.
pub fn format(n: &Finite, spec: &str, letter: char, rounding: Rounding) -> Option<String> {
    let mut spec = parse(spec)?;
    let kind = spec.kind.unwrap_or(letter);
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
    let (n, point) = placed(&n, kind, spec.precision, rounding)?;
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
    let sign = if negative { Some('-') } else { spec.sign.filter(|sign| *sign != '-') };
    let fixed = part.len() + usize::from(sign.is_some());
    let whole = grouped(&whole, spec.separator, if spec.zeros { spec.width.saturating_sub(fixed) } else { 0 });
    Some(aligned(sign, &whole, &part, &spec))
}

fn aligned(sign: Option<char>, whole: &str, part: &str, spec: &Spec) -> String {
    let length = usize::from(sign.is_some()) + whole.len() + part.len();
    let padding = spec.width.saturating_sub(length);
    let before = match spec.align {
        '<' => 0,
        '^' => padding / 2,
        _ => padding,
    };
    let mut out = String::with_capacity(length + padding * spec.fill.len_utf8());
    let fill = |out: &mut String, n: usize| out.extend(std::iter::repeat_n(spec.fill, n));
    if spec.align == '=' {
        out.extend(sign);
        fill(&mut out, before);
    } else {
        fill(&mut out, before);
        out.extend(sign);
    }
    out.push_str(whole);
    out.push_str(part);
    fill(&mut out, padding - before);
    out
}

#[cfg(test)]
mod tests {
    use super::super::text::read;
    use super::*;

    fn shown(number: &str, spec: &str) -> String {
        format(&read(number.as_bytes()).unwrap(), spec, 'G', Rounding::HalfEven).unwrap_or_else(|| "left".to_string())
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
