//! The container formats of deflate, by the number that Python gives them.

/// The formats that `wbits` stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Raw deflate.
    Raw,
    /// With a zlib header.
    Zlib,
    /// With a gzip header.
    Gzip,
    /// Zlib or gzip, by the first bytes.
    Either,
}

/// The format, and the bits of the largest window that a header may ask for.
pub fn format(bits: i64) -> Option<(Format, u8)> {
    Some(match bits {
        -15..=-8 => (Format::Raw, -bits as u8),
        0 | 8..=15 => (Format::Zlib, bits as u8),
        16 | 24..=31 => (Format::Gzip, bits as u8 - 16),
        32 | 40..=47 => (Format::Either, bits as u8 - 32),
        _ => return None,
    })
}
