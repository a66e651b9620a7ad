//! `repr` of strings, bytes and floats.

use crate::unicode::is_printable;

use crate::text::wtf8::decode;

/// Chooses the quote: `'`, unless the text contains that and no `"`.
fn quote_for(bytes: &[u8]) -> u8 {
    if bytes.contains(&b'\'') && !bytes.contains(&b'"') { b'"' } else { b'\'' }
}

/// Whether an ASCII character stands for itself.
#[inline(always)]
fn is_plain(b: u8, quote: u8) -> bool {
    (0x20..0x7F).contains(&b) && b != quote && b != b'\\'
}

/// Appends the escape sequence of an ASCII character that is not plain.
fn push_escaped(out: &mut Vec<u8>, b: u8) {
    let letter = match b {
        b'\t' => b't',
        b'\n' => b'n',
        b'\r' => b'r',
        0x20..0x7F => b,
        _ => return out.extend_from_slice(format!("\\x{b:02x}").as_bytes()),
    };
    out.extend_from_slice(&[b'\\', letter]);
}

/// `repr` of a string, given and returned in WTF-8.
pub fn str_repr(text: &[u8]) -> Vec<u8> {
    let quote = quote_for(text);
    let mut out = Vec::with_capacity(text.len() + 2);
    out.push(quote);
    let mut at = 0;
    loop {
        let plain = text[at..].iter().take_while(|b| is_plain(**b, quote)).count();
        out.extend_from_slice(&text[at..at + plain]);
        at += plain;
        match text.get(at) {
            None => break,
            Some(&b @ ..0x80) => {
                push_escaped(&mut out, b);
                at += 1;
            }
            Some(_) => {
                let (c, width) = decode(text, at);
                match c.to_u32() {
                    _ if c.is_char_and(is_printable) => out.extend_from_slice(&text[at..at + width]),
                    code @ ..0x100 => out.extend_from_slice(format!("\\x{code:02x}").as_bytes()),
                    code @ 0x100..0x1_0000 => out.extend_from_slice(format!("\\u{code:04x}").as_bytes()),
                    code => out.extend_from_slice(format!("\\U{code:08x}").as_bytes()),
                }
                at += width;
            }
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
    let mut out = Vec::with_capacity(bytes.len() + 3);
    out.extend_from_slice(&[b'b', quote]);
    for &b in bytes {
        if is_plain(b, quote) {
            out.push(b);
        } else {
            push_escaped(&mut out, b);
        }
    }
    out.push(quote);
    String::from_utf8(out).unwrap_or_default()
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
