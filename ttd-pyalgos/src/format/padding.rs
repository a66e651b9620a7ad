//! Pads converted values to the width of their field.

use super::directive::Directive;
use crate::text::wtf8::{byte_position, count_chars};

/// Appends a number with its sign and padding.
pub fn pad_number(negative: bool, prefix: &str, digits: &str, d: &Directive, width: usize, out: &mut Vec<u8>) {
    let sign = match negative {
        true => "-",
        false if d.plus => "+",
        false if d.space => " ",
        false => "",
    };
    let padding = width.saturating_sub(sign.len() + prefix.len() + digits.len());
    let (before, zeros, behind) = match (d.left, d.zero) {
        (true, _) => (0, 0, padding),
        (false, true) => (0, padding, 0),
        (false, false) => (padding, 0, 0),
    };
    out.extend(std::iter::repeat_n(b' ', before));
    out.extend_from_slice(sign.as_bytes());
    out.extend_from_slice(prefix.as_bytes());
    out.extend(std::iter::repeat_n(b'0', zeros));
    out.extend_from_slice(digits.as_bytes());
    out.extend(std::iter::repeat_n(b' ', behind));
}

/// Appends text, truncated to the precision and padded to the width.
pub fn pad_text(text: &[u8], width: usize, precision: Option<usize>, left: bool, bytes: bool, out: &mut Vec<u8>) {
    let all = if bytes { text.len() } else { count_chars(text) };
    let len = precision.map_or(all, |p| p.min(all));
    let end = if bytes { len } else { byte_position(text, len) };
    let text = if len == all { text } else { &text[..end] };
    let padding = width.saturating_sub(len);
    if !left {
        out.extend(std::iter::repeat_n(b' ', padding));
    }
    out.extend_from_slice(text);
    if left {
        out.extend(std::iter::repeat_n(b' ', padding));
    }
}

#[cfg(test)]
mod tests {
    use super::super::directive::{Item, Parser};
    use super::*;

    fn directive(text: &[u8]) -> Directive<'_> {
        match Parser::new(text, false).next_item() {
            Ok(Some(Item::Directive(d))) => d,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn numbers_are_padded() {
        let pad = |format: &[u8], negative, digits: &str, width| {
            let mut out = Vec::new();
            pad_number(negative, "0x", digits, &directive(format), width, &mut out);
            String::from_utf8(out).unwrap()
        };
        assert_eq!(pad(b"%#08x", true, "ff", 8), "-0x000ff");
        assert_eq!(pad(b"%-8x", false, "ff", 8), "0xff    ");
        assert_eq!(pad(b"%+8x", false, "ff", 8), "   +0xff");
    }

    #[test]
    fn texts_are_cut_and_padded() {
        let mut out = Vec::new();
        pad_text("héé".as_bytes(), 4, Some(2), false, false, &mut out);
        assert_eq!(out, "  hé".as_bytes());
    }
}
