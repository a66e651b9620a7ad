//! The container formats of deflate, selected by `wbits`.

/// A container format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Raw deflate.
    Raw,
    /// With a zlib header.
    Zlib,
    /// With a gzip header.
    Gzip,
    /// Zlib or gzip, detected from the first bytes.
    Either,
}

/// The format that `wbits` selects, and the largest window size that a header may ask for, as a power of two.
pub fn format(bits: i64) -> Option<(Format, u8)> {
    Some(match bits {
        -15..=-8 => (Format::Raw, -bits as u8),
        0 | 8..=15 => (Format::Zlib, bits as u8),
        16 | 24..=31 => (Format::Gzip, bits as u8 - 16),
        32 | 40..=47 => (Format::Either, bits as u8 - 32),
        _ => return None,
    })
}
