//! Filters of LZMA: what a program says about one, as the library wants it.

use liblzma::stream::{Error, Filters, LzmaOptions, MatchFinder, Mode};

use super::foreign::Fault;

/// A filter: its number and its options.
#[derive(Clone, Debug)]
pub struct Filter {
    /// The number, such as `FILTER_LZMA2`.
    pub id: u64,
    /// The preset that the other options change.
    pub preset: u32,
    /// Options by number, in the order of [`OPTIONS`].
    pub options: [Option<u32>; OPTIONS.len()],
}

/// The names of a filter's options.
pub const OPTIONS: [&str; 10] =
    ["dict_size", "lc", "lp", "pb", "mode", "nice_len", "mf", "depth", "dist", "start_offset"];

/// LZMA2.
pub const LZMA2: u64 = 0x21;
/// LZMA1.
pub const LZMA1: u64 = 0x4000_0000_0000_0001;

impl Default for Filter {
    fn default() -> Filter {
        Filter { id: LZMA2, preset: 6, options: [None; OPTIONS.len()] }
    }
}

const INVALID: Fault = Fault::Data("Invalid or unsupported options");

/// The options of a filter of the kinds LZMA1 and LZMA2.
pub(super) fn lzma_options(filter: &Filter) -> Result<LzmaOptions, Fault> {
    let mut options = LzmaOptions::new_preset(filter.preset).map_err(lzma_error)?;
    let [dict_size, lc, lp, pb, mode, nice_len, mf, depth, ..] = filter.options;
    // The library believes what it is given.
    let wrong = |value: Option<u32>, range: std::ops::RangeInclusive<u32>| value.is_some_and(|n| !range.contains(&n));
    let literal = lc.unwrap_or(3).saturating_add(lp.unwrap_or(0));
    if wrong(dict_size, 4096..=0x6000_0000) || wrong(pb, 0..=4) || wrong(nice_len, 2..=273) || literal > 4 {
        return Err(INVALID);
    }
    dict_size.map(|n| options.dict_size(n));
    lc.map(|n| options.literal_context_bits(n));
    lp.map(|n| options.literal_position_bits(n));
    pb.map(|n| options.position_bits(n));
    nice_len.map(|n| options.nice_len(n));
    depth.map(|n| options.depth(n));
    if let Some(n) = mode {
        options.mode(match n {
            1 => Mode::Fast,
            2 => Mode::Normal,
            _ => return Err(INVALID),
        });
    }
    if let Some(n) = mf {
        options.match_finder(match n {
            3 => MatchFinder::HashChain3,
            4 => MatchFinder::HashChain4,
            0x12 => MatchFinder::BinaryTree2,
            0x13 => MatchFinder::BinaryTree3,
            0x14 => MatchFinder::BinaryTree4,
            _ => return Err(INVALID),
        });
    }
    Ok(options)
}

/// The library's chain of filters.
pub(super) fn filters(chain: &[Filter]) -> Result<Filters, Fault> {
    let mut made = Filters::new();
    for filter in chain {
        let offset = filter.options[9].unwrap_or(0).to_le_bytes();
        let offset = if filter.options[9].is_some_and(|n| n != 0) { &offset[..] } else { &[] };
        match filter.id {
            LZMA1 => made.lzma1(&lzma_options(filter)?),
            LZMA2 => made.lzma2(&lzma_options(filter)?),
            3 => {
                let distance = filter.options[8].unwrap_or(1);
                let byte = u8::try_from(distance.wrapping_sub(1)).map_err(|_| INVALID)?;
                made.delta_properties(&[byte]).map_err(lzma_error)?
            }
            4 => made.x86_properties(offset).map_err(lzma_error)?,
            5 => made.powerpc_properties(offset).map_err(lzma_error)?,
            6 => made.ia64_properties(offset).map_err(lzma_error)?,
            7 => made.arm_properties(offset).map_err(lzma_error)?,
            8 => made.arm_thumb_properties(offset).map_err(lzma_error)?,
            9 => made.sparc_properties(offset).map_err(lzma_error)?,
            _ => return Err(INVALID),
        };
    }
    Ok(made)
}

/// CPython's message for an error.
pub(super) fn lzma_error(error: Error) -> Fault {
    match error {
        Error::UnsupportedCheck => Fault::Data("Unsupported integrity check"),
        Error::Mem => Fault::Memory,
        Error::MemLimit => Fault::Data("Memory usage limit exceeded"),
        Error::Format => Fault::Data("Input format not supported by decoder"),
        Error::Options => INVALID,
        Error::Data => Fault::Data("Corrupt input data"),
        _ => Fault::Data("Internal error"),
    }
}
