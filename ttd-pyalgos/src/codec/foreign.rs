//! Streams of foreign compressors (bzip2, LZMA, Zstandard), whose state cannot be copied.
//!
//! A [`Stream`] never changes: a step gives a new one. Its live codec is a cache that the newest stream has. When an
//! older stream is stepped again, it makes a new codec and feeds it what it was fed itself, which it keeps if it was
//! made with `keeps`. That is all the input that each step had, used or not: how much a codec uses depends on how much
//! there is.

use std::cell::RefCell;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use bzip2::{Compress, Compression, Decompress};
use liblzma::stream::{Action as LzmaAction, Stream as LzmaStream};

use zstd::zstd_safe::{CCtx, DCtx};

use super::chain::Chain;
use super::lzma_filters::{Filter, filters, lzma_error, lzma_options};
use super::zstandard::{self, Settings};

/// What a stream does.
#[derive(Clone, Debug)]
pub enum Plan {
    /// Compresses to bzip2, with a level from 1 to 9.
    Bzip2Encoder(u32),
    /// Decompresses bzip2.
    Bzip2Decoder,
    /// Compresses to xz: the integrity check, and filters.
    XzEncoder(u32, Vec<Filter>),
    /// Compresses to the old format of LZMA, with one filter.
    AloneEncoder(Filter),
    /// Compresses without a header.
    RawEncoder(Vec<Filter>),
    /// Decompresses xz or the old format, whichever it is, with a limit of memory.
    AutoDecoder(u64),
    /// Decompresses xz.
    XzDecoder(u64),
    /// Decompresses the old format.
    AloneDecoder(u64),
    /// Decompresses what has no header.
    RawDecoder(Vec<Filter>),
    /// Compresses to Zstandard.
    ZstdEncoder(Settings),
    /// Decompresses Zstandard.
    ZstdDecoder(Settings),
}

/// What is to come out of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// What the codec sees fit.
    More,
    /// Everything that was put in.
    Flush,
    /// Everything, and the end.
    Finish,
}

/// Why a step failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The data or the options are wrong.
    Data(&'static str),
    /// There is not enough memory.
    Memory,
}

/// The result of a step.
#[derive(Debug, Default)]
pub struct Output {
    /// What came out.
    pub bytes: Vec<u8>,
    /// How much of the input was used up.
    pub used: usize,
    /// Whether the stream has ended.
    pub ended: bool,
}

enum Codec {
    Bzip2Encoder(Compress),
    Bzip2Decoder(Decompress),
    Lzma(LzmaStream, bool),
    ZstdEncoder(CCtx<'static>),
    ZstdDecoder(DCtx<'static>),
}

/// A step that was made.
struct Fed {
    /// Whether the input began with what the step before had left unused.
    continues: bool,
    /// The input, without that beginning.
    added: Vec<u8>,
    limit: usize,
    mode: Mode,
}

/// A stream at some point.
pub struct Stream {
    plan: Plan,
    keeps: bool,
    fed: Chain<Fed>,
    /// What the last step left unused, as [`described`]: empty at the start and without `keeps`.
    unused: (usize, u64),
    live: RefCell<Option<Codec>>,
}

impl Stream {
    /// A new stream. `keeps` says that streams may be stepped again, for which they keep their input.
    ///
    /// # Errors
    /// Options that the codec does not know.
    pub fn new(plan: Plan, keeps: bool) -> Result<Stream, Fault> {
        let codec = Codec::new(&plan)?;
        Ok(Stream { plan, keeps, fed: Chain::NEW, unused: (0, 0), live: RefCell::new(Some(codec)) })
    }

    /// Feeds input and takes at most `limit` bytes out. `mode` says what is to come out.
    ///
    /// # Errors
    /// Wrong data.
    pub fn step(&self, input: &[u8], limit: usize, mode: Mode) -> Result<(Stream, Output), Fault> {
        let mut codec = match self.live.take() {
            Some(codec) => codec,
            None => self.rebuilt()?,
        };
        let output = codec.step(input, limit, mode)?;
        let (fed, unused) = match self.keeps {
            true => (self.note(input, limit, mode), described(&input[output.used..])),
            false => (Chain::NEW, (0, 0)),
        };
        // Of an ended stream nothing more is asked, and a coder can take megabytes.
        let is_over = output.ended && !matches!(codec, Codec::ZstdEncoder(_) | Codec::ZstdDecoder(_));
        let live = RefCell::new(if is_over { None } else { Some(codec) });
        Ok((Stream { plan: self.plan.clone(), keeps: self.keeps, fed, unused, live }, output))
    }

    /// Notes a step with this input. What the last step left unused is kept once, however often it comes again.
    fn note(&self, input: &[u8], limit: usize, mode: Mode) -> Chain<Fed> {
        let length = self.unused.0;
        let continues = length > 0 && input.get(..length).is_some_and(|start| described(start) == self.unused);
        let added = input[if continues { length } else { 0 }..].to_vec();
        self.fed.and(Fed { continues, added, limit, mode })
    }

    /// A codec in the state of this stream.
    fn rebuilt(&self) -> Result<Codec, Fault> {
        let steps: Vec<&Fed> = self.fed.steps().collect();
        let mut codec = Codec::new(&self.plan)?;
        let mut pending = Vec::new();
        for fed in steps.into_iter().rev() {
            if !fed.continues {
                pending.clear();
            }
            pending.extend_from_slice(&fed.added);
            let output = codec.step(&pending, fed.limit, fed.mode)?;
            pending.drain(..output.used);
        }
        Ok(codec)
    }
}

/// The length and a hash of bytes: enough to know them again.
fn described(bytes: &[u8]) -> (usize, u64) {
    if bytes.is_empty() {
        return (0, 0);
    }
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    (bytes.len(), hasher.finish())
}

impl Codec {
    fn new(plan: &Plan) -> Result<Codec, Fault> {
        let made = match plan {
            Plan::Bzip2Encoder(level) => return Ok(Codec::Bzip2Encoder(Compress::new(Compression::new(*level), 0))),
            Plan::ZstdEncoder(settings) => return zstandard::encoder(settings).map(Codec::ZstdEncoder),
            Plan::ZstdDecoder(settings) => return zstandard::decoder(settings).map(Codec::ZstdDecoder),
            Plan::Bzip2Decoder => return Ok(Codec::Bzip2Decoder(Decompress::new(false))),
            Plan::XzEncoder(check, chain) => LzmaStream::new_stream_encoder(&filters(chain)?, check_of(*check)?),
            Plan::AloneEncoder(filter) => LzmaStream::new_lzma_encoder(&lzma_options(filter)?),
            Plan::RawEncoder(chain) => LzmaStream::new_raw_encoder(&filters(chain)?),
            Plan::AutoDecoder(memory) => LzmaStream::new_auto_decoder(*memory, 0),
            Plan::XzDecoder(memory) => LzmaStream::new_stream_decoder(*memory, 0),
            Plan::AloneDecoder(memory) => LzmaStream::new_lzma_decoder(*memory),
            Plan::RawDecoder(chain) => LzmaStream::new_raw_decoder(&filters(chain)?),
        };
        let encodes = matches!(plan, Plan::XzEncoder(..) | Plan::AloneEncoder(_) | Plan::RawEncoder(_));
        made.map(|stream| Codec::Lzma(stream, encodes)).map_err(lzma_error)
    }

    fn step(&mut self, input: &[u8], limit: usize, mode: Mode) -> Result<Output, Fault> {
        let mut out = Output::default();
        loop {
            // What fits into the memory that was reserved is asked for, and that grows with what came out.
            let room = (limit - out.bytes.len()).min(out.bytes.len().clamp(1 << 13, 1 << 24));
            let full = out.bytes.len() + room;
            out.bytes.try_reserve_exact(room).map_err(|_| Fault::Memory)?;
            let (used, ended) = self.once(&input[out.used..], &mut out.bytes, mode)?;
            out.used += used;
            out.ended = ended;
            let is_full = out.bytes.len() >= full;
            if ended
                || out.bytes.len() >= limit
                || !is_full && (out.used == input.len() && mode == Mode::More || used == 0)
            {
                return Ok(out);
            }
        }
    }

    /// One call of the library: how much input it used, whether the stream has ended.
    fn once(&mut self, input: &[u8], out: &mut Vec<u8>, mode: Mode) -> Result<(usize, bool), Fault> {
        match self {
            Codec::Bzip2Encoder(codec) => {
                let before = codec.total_in();
                let finish = mode == Mode::Finish;
                let action = if finish { bzip2::Action::Finish } else { bzip2::Action::Run };
                if input.is_empty() && !finish {
                    return Ok((0, false));
                }
                let status = codec.compress_vec(input, out, action).map_err(bzip2_error)?;
                Ok(((codec.total_in() - before) as usize, status == bzip2::Status::StreamEnd))
            }
            Codec::Bzip2Decoder(codec) => {
                let before = codec.total_in();
                let status = codec.decompress_vec(input, out).map_err(bzip2_error)?;
                Ok(((codec.total_in() - before) as usize, status == bzip2::Status::StreamEnd))
            }
            Codec::ZstdEncoder(codec) => zstandard::encode(codec, input, out, mode),
            Codec::ZstdDecoder(codec) => zstandard::decode(codec, input, out),
            Codec::Lzma(codec, encodes) => {
                let before = codec.total_in();
                let action = if mode == Mode::Finish && *encodes { LzmaAction::Finish } else { LzmaAction::Run };
                let status = codec.process_vec(input, out, action).map_err(lzma_error)?;
                Ok(((codec.total_in() - before) as usize, status == liblzma::stream::Status::StreamEnd))
            }
        }
    }
}

fn bzip2_error(error: bzip2::Error) -> Fault {
    match error {
        bzip2::Error::Sequence => Fault::Data("Invalid sequence of commands sent to libbzip2"),
        bzip2::Error::Data | bzip2::Error::DataMagic => Fault::Data("Invalid data stream"),
        bzip2::Error::Param => Fault::Data("Internal error - invalid parameters passed to libbzip2"),
    }
}

fn check_of(number: u32) -> Result<liblzma::stream::Check, Fault> {
    use liblzma::stream::Check;
    match number {
        0 => Ok(Check::None),
        1 => Ok(Check::Crc32),
        4 => Ok(Check::Crc64),
        10 => Ok(Check::Sha256),
        _ => Err(Fault::Data("Unsupported integrity check")),
    }
}

#[cfg(test)]
mod tests {
    use super::{Fault, Mode, Plan, Stream};

    fn pass(plan: Plan, data: &[u8], piece: usize) -> Vec<u8> {
        let mut stream = Stream::new(plan, true).unwrap();
        let mut out = Vec::new();
        for piece in data.chunks(piece) {
            let (next, output) = stream.step(piece, usize::MAX, Mode::More).unwrap();
            // The older stream gives the same once more.
            let (_, again) = stream.step(piece, usize::MAX, Mode::More).unwrap();
            assert_eq!((output.used, &output.bytes), (again.used, &again.bytes));
            out.extend(output.bytes);
            if output.ended {
                return out;
            }
            stream = next;
        }
        let (_, output) = stream.step(b"", usize::MAX, Mode::Finish).unwrap();
        out.extend(output.bytes);
        out
    }

    #[test]
    fn what_was_compressed_comes_back() {
        let data: Vec<u8> = (0..50_000u32).map(|i| ((i * i) >> 7) as u8).collect();
        for (encoder, decoder) in [
            (Plan::Bzip2Encoder(9), Plan::Bzip2Decoder),
            (Plan::ZstdEncoder(Default::default()), Plan::ZstdDecoder(Default::default())),
            (Plan::XzEncoder(4, vec![Default::default()]), Plan::AutoDecoder(u64::MAX)),
        ] {
            let packed = pass(encoder, &data, 20_000);
            assert_eq!(pass(decoder, &packed, 7_000), data);
        }
    }

    #[test]
    fn an_older_stream_with_a_limit_goes_on_as_the_newest() {
        let data: Vec<u8> = (0..9_000u32).map(|i| ((i * i) >> 7) as u8).collect();
        for (encoder, decoder) in [
            (Plan::Bzip2Encoder(9), Plan::Bzip2Decoder),
            (Plan::ZstdEncoder(Default::default()), Plan::ZstdDecoder(Default::default())),
            (Plan::XzEncoder(4, vec![Default::default()]), Plan::AutoDecoder(u64::MAX)),
        ] {
            let mut packed = pass(encoder, &data, 20_000);
            packed.extend(b"rest");
            let (first, mut rest) = packed.split_at(40);
            let (mut stream, output) = Stream::new(decoder, true).unwrap().step(first, usize::MAX, Mode::More).unwrap();
            let mut out = output.bytes;
            let left = first[output.used..].to_vec();
            let joined = [&left[..], rest].concat();
            rest = &joined;
            loop {
                let (next, output) = stream.step(rest, 50, Mode::More).unwrap();
                let (_, again) = stream.step(rest, 50, Mode::More).unwrap();
                assert_eq!((output.used, &output.bytes), (again.used, &again.bytes));
                rest = &rest[output.used..];
                out.extend(output.bytes);
                if output.ended {
                    break;
                }
                stream = next;
            }
            assert_eq!((&out, rest), (&data, &b"rest"[..]));
        }
    }

    #[test]
    fn wrong_data_is_an_error() {
        let stream = Stream::new(Plan::Bzip2Decoder, false).unwrap();
        assert_eq!(stream.step(b"no archive", 100, Mode::More).map(|_| ()), Err(Fault::Data("Invalid data stream")));
        let stream = Stream::new(Plan::XzDecoder(u64::MAX), false).unwrap();
        let error = Fault::Data("Input format not supported by decoder");
        assert_eq!(stream.step(b"no archive at all", 100, Mode::More).map(|_| ()), Err(error));
    }
}
