//! The native codecs: UTF-8, ASCII, Latin-1, UTF-16 and UTF-32, with CPython's error handlers.

use rustpython_wtf8::CodePoint;
use ttd_core::value::Value;

use crate::types::exception::unicode;
use crate::types::str::value::push_char;
use crate::{Vm, native::*};

pub mod charmap;
pub mod decode;
pub mod encode;
pub mod handlers;
mod names;

pub use decode::decode;
pub use encode::{encode, encode_value};
pub use names::{check_handler, check_names, checks_all_names, codec_args, named, or_by_registry, registered};

/// A codec.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Codec {
    /// UTF-8.
    Utf8,
    /// UTF-8 with a byte order mark.
    Utf8Sig,
    /// ASCII.
    Ascii,
    /// The first 256 code points.
    Latin1,
    /// Two or four bytes: the width of a unit, big-endian or not, and whether a byte order mark comes first.
    Wide {
        /// 2 or 4.
        unit: usize,
        /// Whether the high byte comes first.
        big: bool,
        /// Whether the text begins with a byte order mark.
        mark: bool,
    },
}

impl Codec {
    /// Finds a codec by name, in any spelling.
    pub fn find(name: &str) -> Option<Codec> {
        /// The length of the longest name.
        const LONGEST: usize = 14;
        let mut plain = [0; LONGEST];
        let plain = plain.get_mut(..name.len())?;
        for (to, byte) in plain.iter_mut().zip(name.bytes()) {
            *to = if byte == b'-' || byte == b' ' { b'_' } else { byte.to_ascii_lowercase() };
        }
        let wide = |unit, big, mark| Some(Codec::Wide { unit, big, mark });
        match std::str::from_utf8(plain).ok()? {
            "utf_8" | "utf8" | "u8" | "utf" | "cp65001" => Some(Codec::Utf8),
            "utf_8_sig" | "utf8_sig" => Some(Codec::Utf8Sig),
            "ascii" | "us_ascii" | "646" | "ansi_x3.4_1968" => Some(Codec::Ascii),
            "latin_1" | "latin1" | "latin" | "l1" | "iso_8859_1" | "iso8859_1" | "iso8859" | "8859" | "cp819" => {
                Some(Codec::Latin1)
            }
            "utf_16" | "utf16" | "u16" => wide(2, false, true),
            "utf_16_le" | "utf_16le" | "utf16_le" => wide(2, false, false),
            "utf_16_be" | "utf_16be" | "utf16_be" => wide(2, true, false),
            "utf_32" | "utf32" | "u32" => wide(4, false, true),
            "utf_32_le" | "utf_32le" | "utf32_le" => wide(4, false, false),
            "utf_32_be" | "utf_32be" | "utf32_be" => wide(4, true, false),
            _ => None,
        }
    }

    /// Returns whether CPython asks its registry for it, so that errors say that by notes.
    pub fn is_registered(self) -> bool {
        matches!(self, Codec::Utf8Sig | Codec::Wide { mark: false, .. })
    }

    /// Returns its name in error messages.
    pub fn name(self) -> &'static str {
        match self {
            Codec::Utf8 | Codec::Utf8Sig => "utf-8",
            Codec::Ascii => "ascii",
            Codec::Latin1 => "latin-1",
            Codec::Wide { unit: 2, mark: true, .. } => "utf-16",
            Codec::Wide { unit: 2, big: false, .. } => "utf-16-le",
            Codec::Wide { unit: 2, big: true, .. } => "utf-16-be",
            Codec::Wide { mark: true, .. } => "utf-32",
            Codec::Wide { big: false, .. } => "utf-32-le",
            Codec::Wide { big: true, .. } => "utf-32-be",
        }
    }

    /// Appends a lone surrogate.
    fn encode_surrogate(self, code: u32, out: &mut Vec<u8>) {
        match self {
            Codec::Wide { unit: 2, big, .. } => {
                let unit = code as u16;
                out.extend_from_slice(&if big { unit.to_be_bytes() } else { unit.to_le_bytes() });
            }
            Codec::Wide { big, .. } => {
                out.extend_from_slice(&if big { code.to_be_bytes() } else { code.to_le_bytes() });
            }
            _ => {
                if let Some(c) = CodePoint::from_u32(code) {
                    push_char(out, c);
                }
            }
        }
    }

    /// Returns what is wrong with characters that it has not.
    pub fn reason(self) -> &'static str {
        match self {
            Codec::Ascii => "ordinal not in range(128)",
            Codec::Latin1 => "ordinal not in range(256)",
            _ => "surrogates not allowed",
        }
    }
}

/// Raises the error for the name of a handler that nobody has registered.
pub fn unknown_handler(vm: &mut Vm, errors: &str) -> Trap {
    vm.lookup_error(format!("unknown error handler name '{errors}'"))
}

/// Raises an exception that was made for an error for a later one: its start, end and reason.
fn again(vm: &mut Vm, trap: Trap, details: [Value; 3]) -> Trap {
    if let Trap::Raise(exc) = trap
        && let Err(other) = unicode::set_details(vm, exc, details)
    {
        return other;
    }
    trap
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        assert_eq!(Codec::find("UTF-8"), Some(Codec::Utf8));
        assert_eq!(Codec::find("ISO-8859-1"), Some(Codec::Latin1));
        assert_eq!(Codec::find("utf-16-be").map(Codec::name), Some("utf-16-be"));
        assert_eq!(Codec::find("foo"), None);
    }
}
