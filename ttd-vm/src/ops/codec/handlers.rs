//! Error handlers of codecs: `strict`, `ignore`, `replace` and their kin.

use rustpython_wtf8::CodePoint;

use super::Codec;
use crate::types::str::value::push_char;

/// An error handler.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Handler {
    Strict,
    Ignore,
    Replace,
    BackslashReplace,
    XmlCharRefReplace,
    NameReplace,
    SurrogateEscape,
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
    pub(super) fn find(name: &str) -> Option<Handler> {
        NAMES.iter().find(|known| known.0 == name).map(|known| known.1)
    }

    /// Returns its name.
    pub(super) fn name(self) -> &'static str {
        NAMES[self as usize].0
    }

    /// Writes the replacement of these characters; false when the error is to be raised.
    pub(super) fn encode(self, codec: Codec, chars: &[CodePoint], out: &mut Vec<u8>) -> bool {
        let mut put = |text: &str| text.chars().for_each(|c| codec.encode_char(CodePoint::from_char(c), out));
        match self {
            Handler::Strict => return false,
            Handler::Ignore => {}
            Handler::Replace => chars.iter().for_each(|_| put("?")),
            Handler::BackslashReplace => chars.iter().for_each(|c| put(&escape(c.to_u32()))),
            Handler::XmlCharRefReplace => chars.iter().for_each(|c| put(&format!("&#{};", c.to_u32()))),
            Handler::NameReplace => chars.iter().for_each(|c| {
                let name = c.to_char().and_then(ttd_pyalgos::unicode::names::name);
                put(&name.map_or_else(|| escape(c.to_u32()), |name| format!("\\N{{{name}}}")));
            }),
            Handler::SurrogateEscape => {
                // Wide units cannot be single bytes.
                if matches!(codec, Codec::Wide { .. }) || !chars.iter().all(|c| (0xDC80..=0xDCFF).contains(&c.to_u32()))
                {
                    return false;
                }
                out.extend(chars.iter().map(|c| (c.to_u32() - 0xDC00) as u8));
            }
            Handler::SurrogatePass => {
                let wide = !matches!(codec, Codec::Ascii | Codec::Latin1);
                if !wide || chars.iter().any(|c| c.to_char().is_some()) {
                    return false;
                }
                chars.iter().for_each(|c| codec.encode_char(*c, out));
            }
        }
        true
    }

    /// Writes the replacement of these bytes; false when the error is to be raised.
    pub(super) fn decode(self, bytes: &[u8], out: &mut Vec<u8>) -> bool {
        match self {
            Handler::Ignore => {}
            Handler::Replace => push_char(out, CodePoint::from_char(char::REPLACEMENT_CHARACTER)),
            Handler::BackslashReplace => {
                bytes.iter().for_each(|b| out.extend_from_slice(format!("\\x{b:02x}").as_bytes()));
            }
            Handler::SurrogateEscape if bytes.iter().all(|b| *b >= 0x80) => {
                let escaped = |b: &u8| CodePoint::from_u32(0xDC00 + u32::from(*b));
                bytes.iter().filter_map(escaped).for_each(|c| push_char(out, c));
            }
            _ => return false,
        }
        true
    }
}

fn escape(code: u32) -> String {
    match code {
        0..0x100 => format!("\\x{code:02x}"),
        0x100..0x1_0000 => format!("\\u{code:04x}"),
        0x1_0000.. => format!("\\U{code:08x}"),
    }
}
