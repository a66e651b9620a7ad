//! Streams of Zstandard, and what a frame's header says.

use zstd::zstd_safe::{
    CCtx, CParameter, DCtx, DParameter, InBuffer, OutBuffer, Strategy, get_error_name, zstd_sys::ZSTD_EndDirective,
};

use super::foreign::{Fault, Mode};

/// Parameters by number, and a dictionary, which may be empty.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Numbers and values, as in the library's interface.
    pub parameters: Vec<(i64, i64)>,
    /// The dictionary.
    pub dictionary: Vec<u8>,
}

fn failed(code: usize) -> Fault {
    Fault::Data(get_error_name(code))
}

const OUT_OF_BOUND: Fault = Fault::Data("Parameter is out of bound");

/// A parameter of compression.
fn parameter(number: i64, value: i64) -> Result<CParameter, Fault> {
    let n = u32::try_from(value).unwrap_or(0);
    let on = value != 0;
    Ok(match number {
        100 => CParameter::CompressionLevel(i32::try_from(value).map_err(|_| OUT_OF_BOUND)?),
        101 => CParameter::WindowLog(n),
        102 => CParameter::HashLog(n),
        103 => CParameter::ChainLog(n),
        104 => CParameter::SearchLog(n),
        105 => CParameter::MinMatch(n),
        106 => CParameter::TargetLength(n),
        107 => CParameter::Strategy(strategy(value)?),
        160 => CParameter::EnableLongDistanceMatching(on),
        161 => CParameter::LdmHashLog(n),
        162 => CParameter::LdmMinMatch(n),
        163 => CParameter::LdmBucketSizeLog(n),
        164 => CParameter::LdmHashRateLog(n),
        200 => CParameter::ContentSizeFlag(on),
        201 => CParameter::ChecksumFlag(on),
        202 => CParameter::DictIdFlag(on),
        _ => return Err(Fault::Data("Unsupported parameter")),
    })
}

fn strategy(number: i64) -> Result<Strategy, Fault> {
    use Strategy::*;
    let all = [
        ZSTD_fast,
        ZSTD_dfast,
        ZSTD_greedy,
        ZSTD_lazy,
        ZSTD_lazy2,
        ZSTD_btlazy2,
        ZSTD_btopt,
        ZSTD_btultra,
        ZSTD_btultra2,
    ];
    let index = usize::try_from(number).unwrap_or(0).wrapping_sub(1);
    all.get(index).copied().ok_or(OUT_OF_BOUND)
}

/// A new encoder.
///
/// # Errors
/// Parameters that the library does not know.
pub fn encoder(settings: &Settings) -> Result<CCtx<'static>, Fault> {
    let mut context = CCtx::try_create().ok_or(Fault::Memory)?;
    for (number, value) in &settings.parameters {
        // Threads are not used: the same stream comes out.
        if (400..=402).contains(number) {
            continue;
        }
        context.set_parameter(parameter(*number, *value)?).map_err(failed)?;
    }
    if !settings.dictionary.is_empty() {
        context.load_dictionary(&settings.dictionary).map_err(failed)?;
    }
    Ok(context)
}

/// A new decoder.
///
/// # Errors
/// Parameters that the library does not know.
pub fn decoder(settings: &Settings) -> Result<DCtx<'static>, Fault> {
    let mut context = DCtx::try_create().ok_or(Fault::Memory)?;
    for (number, value) in &settings.parameters {
        let n = u32::try_from(*value).map_err(|_| OUT_OF_BOUND)?;
        match number {
            100 => context.set_parameter(DParameter::WindowLogMax(n)).map_err(failed)?,
            _ => return Err(Fault::Data("Unsupported parameter")),
        };
    }
    if !settings.dictionary.is_empty() {
        context.load_dictionary(&settings.dictionary).map_err(failed)?;
    }
    Ok(context)
}

/// One call of the encoder: how much input it used, whether nothing is left inside.
pub(super) fn encode(
    context: &mut CCtx<'static>,
    input: &[u8],
    out: &mut Vec<u8>,
    mode: Mode,
) -> Result<(usize, bool), Fault> {
    let directive = match mode {
        Mode::More => ZSTD_EndDirective::ZSTD_e_continue,
        Mode::Flush => ZSTD_EndDirective::ZSTD_e_flush,
        Mode::Finish => ZSTD_EndDirective::ZSTD_e_end,
    };
    let mut buffer = InBuffer::around(input);
    let start = out.len();
    let left =
        context.compress_stream2(&mut OutBuffer::around_pos(out, start), &mut buffer, directive).map_err(failed)?;
    Ok((buffer.pos(), left == 0 && mode != Mode::More))
}

/// One call of the decoder: how much input it used, whether the frame has ended.
pub(super) fn decode(context: &mut DCtx<'static>, input: &[u8], out: &mut Vec<u8>) -> Result<(usize, bool), Fault> {
    let mut buffer = InBuffer::around(input);
    let start = out.len();
    let left = context.decompress_stream(&mut OutBuffer::around_pos(out, start), &mut buffer).map_err(failed)?;
    Ok((buffer.pos(), left == 0))
}

/// The size of a frame's contents, if its header says it, and the number of its dictionary; `None` for no frame.
pub fn frame(data: &[u8]) -> Option<(Option<u64>, u32)> {
    let size = zstd::zstd_safe::get_frame_content_size(data).ok()?;
    Some((size, zstd::zstd_safe::get_dict_id_from_frame(data).map_or(0, u32::from)))
}

/// The length of the first frame.
///
/// # Errors
/// Bytes that are no whole frame.
pub fn frame_length(data: &[u8]) -> Result<usize, Fault> {
    zstd::zstd_safe::find_frame_compressed_size(data).map_err(failed)
}

/// The number of a dictionary; 0 for one that is only contents.
pub fn dictionary_number(dictionary: &[u8]) -> u32 {
    zstd::zstd_safe::get_dict_id_from_dict(dictionary).map_or(0, u32::from)
}
