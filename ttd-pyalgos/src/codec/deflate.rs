//! Compression: deflate streams with a raw, zlib or gzip frame.

pub use miniz_oxide::MZFlush;
use miniz_oxide::MZStatus;
use miniz_oxide::deflate::core::{CompressionStrategy, CompressorOxide, create_comp_flags_from_zip_params};
use miniz_oxide::deflate::stream::deflate;

use super::checksum::{adler32, crc32};
use super::short_deflate;
use super::zlib::{Format, format};

/// The level that is usual.
const USUAL: usize = 6;

/// What a stream is to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// The effort, from 0 to 9; negative for the usual one.
    pub level: i32,
    /// The frame.
    pub format: Format,
    /// The bits of the window.
    pub window: u8,
    /// The checksum of the preset dictionary. Its bytes are never referred to.
    pub dictionary: Option<u32>,
}

impl Recipe {
    /// A recipe by the parameters of `zlib.compressobj`; `None` for those that no stream has.
    pub fn new(level: i64, bits: i64, dictionary: Option<u32>) -> Option<Recipe> {
        if !(-1..=9).contains(&level) || !matches!(bits, -15..=-9 | 8..=15 | 25..=31) {
            return None;
        }
        let (format, window) = format(bits)?;
        Some(Recipe { level: level as i32, format, window, dictionary })
    }
}

/// A stream that compresses. Short data is kept until the stream ends, and needs no compressor then.
#[derive(Clone)]
pub struct Encoder {
    /// Made when it is first needed: it has tables of 300 KB.
    inner: Option<Box<CompressorOxide>>,
    /// Whether the compressor has worked on another stream and has not been reset since.
    stale: bool,
    recipe: Recipe,
    /// What has come, as long as it is short; `None` behind that.
    held: Option<Vec<u8>>,
    started: bool,
    check: u32,
    length: u32,
}

impl Encoder {
    /// A stream by a recipe.
    pub fn new(recipe: Recipe) -> Encoder {
        let check = u32::from(recipe.format == Format::Zlib);
        let held = Some(Vec::new());
        Encoder { inner: None, stale: false, recipe, held, started: false, check, length: 0 }
    }

    /// What the stream is.
    pub fn recipe(&self) -> Recipe {
        self.recipe
    }

    /// Begins a new stream like this one, in its memory: making tables of 300 KB anew takes longer than short input.
    pub fn restart(&mut self) {
        let fresh = Encoder::new(self.recipe);
        let old = std::mem::replace(self, fresh);
        // Nothing is held any more where the compressor was at work.
        (self.inner, self.stale) = (old.inner, old.stale || old.held.is_none());
    }

    /// Compresses more bytes, and lets out what a flush asks for.
    pub fn feed(&mut self, data: &[u8], flush: MZFlush, out: &mut Vec<u8>) {
        self.write(data, MZFlush::None, out);
        if flush != MZFlush::None {
            self.write(b"", flush, out);
        }
    }

    /// Compresses more bytes.
    pub fn write(&mut self, data: &[u8], flush: MZFlush, out: &mut Vec<u8>) {
        if !self.started {
            self.started = true;
            let header = self.header();
            out.extend_from_slice(&header);
        }
        self.length = self.length.wrapping_add(data.len() as u32);
        self.check = match self.recipe.format {
            Format::Gzip => crc32(self.check, data),
            _ => adler32(self.check, data),
        };
        if !self.hold(data, flush, out) {
            if let Some(held) = self.held.take() {
                self.compress(&held, MZFlush::None, out);
            }
            self.compress(data, flush, out);
        }
        if flush == MZFlush::Finish {
            match self.recipe.format {
                Format::Raw | Format::Either => {}
                Format::Zlib => out.extend_from_slice(&self.check.to_be_bytes()),
                Format::Gzip => {
                    out.extend_from_slice(&self.check.to_le_bytes());
                    out.extend_from_slice(&self.length.to_le_bytes());
                }
            }
        }
    }

    /// Keeps bytes, or compresses all that there are, while they are short. Returns false if they are not.
    fn hold(&mut self, data: &[u8], flush: MZFlush, out: &mut Vec<u8>) -> bool {
        let Some(held) = &mut self.held else { return false };
        if held.len() + data.len() > short_deflate::LONGEST || !matches!(flush, MZFlush::None | MZFlush::Finish) {
            return false;
        }
        held.extend_from_slice(data);
        if flush == MZFlush::Finish {
            let level = usize::try_from(self.recipe.level).unwrap_or(USUAL);
            short_deflate::deflate(held, level, self.recipe.window, out);
        }
        true
    }

    fn compress(&mut self, data: &[u8], flush: MZFlush, out: &mut Vec<u8>) {
        let recipe = self.recipe;
        let inner = self.inner.get_or_insert_with(|| compressor(recipe));
        if std::mem::replace(&mut self.stale, false) {
            inner.reset();
        }
        let (mut used, mut buffer) = (0, vec![0; (data.len() + 128).min(1 << 15)]);
        loop {
            let done = deflate(inner, &data[used..], &mut buffer, flush);
            used += done.bytes_consumed;
            out.extend_from_slice(&buffer[..done.bytes_written]);
            let ended = done.status == Ok(MZStatus::StreamEnd) || done.status.is_err();
            if ended || used == data.len() && done.bytes_written < buffer.len() {
                break;
            }
        }
    }

    /// The stream's header, which also records the level of effort.
    fn header(&self) -> Vec<u8> {
        match (self.recipe.format, self.recipe.level) {
            (Format::Raw | Format::Either, _) => Vec::new(),
            (Format::Zlib, _) => self.zlib_header(),
            (Format::Gzip, 9) => b"\x1f\x8b\x08\0\0\0\0\0\x02\x03".to_vec(),
            (Format::Gzip, 0 | 1) => b"\x1f\x8b\x08\0\0\0\0\0\x04\x03".to_vec(),
            (Format::Gzip, _) => b"\x1f\x8b\x08\0\0\0\0\0\0\x03".to_vec(),
        }
    }

    fn zlib_header(&self) -> Vec<u8> {
        // A window of 256 bytes is written as one of 512, as every implementation does.
        let method = 8 | u16::from(self.recipe.window.max(9) - 8) << 4;
        let level = match self.recipe.level {
            0..=1 => 0,
            2..=5 => 1,
            7.. => 3,
            _ => 2,
        };
        let word = method << 8 | level << 6 | u16::from(self.recipe.dictionary.is_some()) << 5;
        let mut out = (word + 31 - word % 31).to_be_bytes().to_vec();
        if let Some(dictionary) = self.recipe.dictionary {
            out.extend_from_slice(&dictionary.to_be_bytes());
        }
        out
    }
}

fn compressor(recipe: Recipe) -> Box<CompressorOxide> {
    // Small windows get run-length matches only, which never reach further back than one byte.
    let strategy = if recipe.window == 15 { CompressionStrategy::Default } else { CompressionStrategy::RLE };
    let level = if recipe.level < 0 { USUAL as i32 } else { recipe.level };
    Box::new(CompressorOxide::new(create_comp_flags_from_zip_params(level, -15, strategy as i32)))
}
