//! Error handlers of codecs: `strict`, `ignore`, `replace` and their kin.

use std::io::Write;

use rustpython_wtf8::CodePoint;
use ttd_pyalgos::codec::unicode::escapes::push_escape;

use crate::types::str::value::{chars, count_chars, push_char};

/// An error handler.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Handler {
    /// Raises the error.
    Strict,
    /// Leaves out what is wrong.
    Ignore,
    /// Writes a question mark, or U+FFFD.
    Replace,
    /// Writes an escape of Python.
    BackslashReplace,
    /// Writes a character reference of XML.
    XmlCharRefReplace,
    /// Writes `\N{…}`.
    NameReplace,
    /// Makes bytes surrogates, and surrogates these bytes.
    SurrogateEscape,
    /// Lets surrogates pass.
    SurrogatePass,
}

/// The names of the handlers, in their order.
const NAMES: [(&str, Handler); 8] = [
    ("strict", Handler::Strict),
    ("ignore", Handler::Ignore),
    ("replace", Handler::Replace),
    ("backslashreplace", Handler::BackslashReplace),
    ("xmlcharrefreplace", Handler::XmlCharRefReplace),
    ("namereplace", Handler::NameReplace),
    ("surrogateescape", Handler::SurrogateEscape),
    ("surrogatepass", Handler::SurrogatePass),
];

const _: () = {
    let mut i = 0;
    while i < NAMES.len() {
        assert!(NAMES[i].1 as usize == i);
        i += 1;
    }
};

impl Handler {
    /// Returns the handler of this name.
    pub fn find(name: &str) -> Option<Handler> {
        NAMES.iter().find(|known| known.0 == name).map(|known| known.1)
    }

    /// Returns its name.
    pub fn name(self) -> &'static str {
        NAMES[self as usize].0
    }

    /// Appends the ASCII text that stands for characters; false for a handler that gives no text.
    pub(super) fn substitute(self, run: &[u8], out: &mut Vec<u8>) -> bool {
        match self {
            Handler::Ignore => {}
            Handler::Replace => out.resize(out.len() + count_chars(run), b'?'),
            Handler::BackslashReplace => chars(run).for_each(|c| push_escape(c.to_u32(), out)),
            Handler::XmlCharRefReplace => chars(run).for_each(|c| {
                // Writing to memory does not fail.
                let _ = write!(out, "&#{};", c.to_u32());
            }),
            Handler::NameReplace => chars(run).for_each(|c| {
                let name = c.to_char().and_then(ttd_pyalgos::unicode::names::name);
                match name {
                    Some(name) => out.extend([b"\\N{", name.as_bytes(), b"}"].concat()),
                    None => push_escape(c.to_u32(), out),
                }
            }),
            Handler::Strict | Handler::SurrogateEscape | Handler::SurrogatePass => return false,
        }
        true
    }

    /// Appends the replacement of bytes; false when the error is to be raised.
    pub(super) fn decode(self, bytes: &[u8], out: &mut Vec<u8>) -> bool {
        match self {
            Handler::Ignore => {}
            Handler::Replace => push_char(out, CodePoint::from_char(char::REPLACEMENT_CHARACTER)),
            Handler::BackslashReplace => bytes.iter().for_each(|byte| push_escape(u32::from(*byte), out)),
            Handler::SurrogateEscape if bytes.iter().all(|byte| *byte >= 0x80) => {
                let escaped = |byte: &u8| CodePoint::from_u32(0xDC00 + u32::from(*byte));
                bytes.iter().filter_map(escaped).for_each(|c| push_char(out, c));
            }
            _ => return false,
        }
        true
    }
}

/// Returns the byte that `surrogateescape` has hidden in a character.
pub(super) fn escaped_byte(c: CodePoint) -> Option<u8> {
    let code = c.to_u32();
    (0xDC80..0xDD00).contains(&code).then(|| (code - 0xDC00) as u8)
}
