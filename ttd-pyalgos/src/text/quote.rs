//! `repr` of strings, bytes and floats.

use crate::unicode::is_printable;

use crate::text::wtf8::{chars, push_char};

/// Chooses the quote: `'`, unless the text contains that and no `"`.
fn quote_for(bytes: &[u8]) -> u8 {
    if bytes.contains(&b'\'') && !bytes.contains(&b'"') { b'"' } else { b'\'' }
}

/// The escape sequence of an ASCII character, `None` when it needs none.
fn escaped_ascii(b: u8, quote: u8) -> Option<String> {
    Some(match b {
        b'\\' => "\\\\".to_owned(),
        b'\t' => "\\t".to_owned(),
        b'\n' => "\\n".to_owned(),
        b'\r' => "\\r".to_owned(),
        _ if b == quote => format!("\\{}", b as char),
        0x20..0x7F => return None,
        _ => format!("\\x{b:02x}"),
    })
}

/// `repr` of a string, given and returned in WTF-8.
pub fn str_repr(text: &[u8]) -> Vec<u8> {
    let quote = quote_for(text);
    let mut out = Vec::with_capacity(text.len() + 2);
    out.push(quote);
    for c in chars(text) {
        let code = c.to_u32();
        let escape = match code {
            0..0x80 => escaped_ascii(code as u8, quote),
            _ if c.is_char_and(is_printable) => None,
            0x80..0x100 => Some(format!("\\x{code:02x}")),
            0x100..0x1_0000 => Some(format!("\\u{code:04x}")),
            0x1_0000.. => Some(format!("\\U{code:08x}")),
        };
        match escape {
            Some(escape) => out.extend_from_slice(escape.as_bytes()),
            None => push_char(&mut out, c),
        }
    }
    out.push(quote);
    out
}

/// `repr` of bytes.
pub fn bytes_repr(bytes: &[u8]) -> String {
    quoted_bytes(bytes, quote_for(bytes))
}

/// `repr` of a bytearray. CPython escapes every `'` in it, whatever the quotes are.
pub fn bytearray_repr(bytes: &[u8]) -> String {
    let quote = quote_for(bytes);
    let text = quoted_bytes(bytes, quote);
    let text = if quote == b'"' { text.replace('\'', "\\'") } else { text };
    format!("bytearray({text})")
}

fn quoted_bytes(bytes: &[u8], quote: u8) -> String {
    let mut out = format!("b{}", quote as char);
    for &b in bytes {
        match escaped_ascii(b, quote) {
            Some(escape) => out.push_str(&escape),
            None => out.push(b as char),
        }
    }
    out.push(quote as char);
    out
}

/// The shortest text that reads back as this float.
pub fn float_text(x: f64) -> String {
    if x.is_nan() {
        return "nan".to_owned();
    }
    rustpython_literal::float::to_string(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoting() {
        let repr = |text: &str| String::from_utf8(str_repr(text.as_bytes())).unwrap();
        assert_eq!(repr("it's"), "\"it's\"");
        assert_eq!(repr("'\""), "'\\'\"'");
        assert_eq!(repr("a\n\u{7f}\u{e9}\u{200b}\u{1F600}"), "'a\\n\\x7f\u{e9}\\u200b\u{1F600}'");
        assert_eq!(str_repr(&[0xED, 0xA0, 0x80]), b"'\\ud800'");
        assert_eq!(bytes_repr(b"\x00'\xff"), "b\"\\x00'\\xff\"");
    }

    #[test]
    fn floats() {
        for (x, text) in
            [(1e16, "1e+16"), (1e22, "1e+22"), (0.1, "0.1"), (-0.0, "-0.0"), (1e-5, "1e-05"), (5e-324, "5e-324")]
        {
            assert_eq!(float_text(x), text);
        }
        assert_eq!(float_text(123456789012345680.0), "1.2345678901234568e+17");
        assert_eq!(float_text(f64::NEG_INFINITY), "-inf");
    }
}
