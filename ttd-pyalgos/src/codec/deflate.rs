//! Compression: deflate streams with a raw, zlib or gzip frame.

pub use miniz_oxide::MZFlush;
use miniz_oxide::MZStatus;
use miniz_oxide::deflate::core::{CompressionStrategy, CompressorOxide, create_comp_flags_from_zip_params};
use miniz_oxide::deflate::stream::deflate;

use super::checksum::{adler32, crc32};
use super::zlib::{Format, format};

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

/// A stream that compresses.
#[derive(Clone)]
pub struct Encoder {
    inner: Box<CompressorOxide>,
    recipe: Recipe,
    started: bool,
    check: u32,
    length: u32,
}

impl Encoder {
    /// A stream by a recipe.
    pub fn new(recipe: Recipe) -> Encoder {
        let Recipe { level, format, window, .. } = recipe;
        // Small windows get run-length matches only, which never reach further back than one byte.
        let strategy = if window == 15 { CompressionStrategy::Default } else { CompressionStrategy::RLE };
        let flags = create_comp_flags_from_zip_params(if level < 0 { 6 } else { level }, -15, strategy as i32);
        let inner = Box::new(CompressorOxide::new(flags));
        let check = u32::from(format == Format::Zlib);
        Encoder { inner, recipe, started: false, check, length: 0 }
    }

    /// What the stream is.
    pub fn recipe(&self) -> Recipe {
        self.recipe
    }

    /// Begins a new stream like this one, in its memory: making tables of 300 KB anew takes longer than short input.
    pub fn restart(&mut self) {
        self.inner.reset();
        self.started = false;
        self.check = u32::from(self.recipe.format == Format::Zlib);
        self.length = 0;
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
        let (mut used, mut buffer) = (0, vec![0; (data.len() + 128).min(1 << 15)]);
        loop {
            let done = deflate(&mut self.inner, &data[used..], &mut buffer, flush);
            used += done.bytes_consumed;
            out.extend_from_slice(&buffer[..done.bytes_written]);
            let ended = done.status == Ok(MZStatus::StreamEnd) || done.status.is_err();
            if ended || used == data.len() && done.bytes_written < buffer.len() {
                break;
            }
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

    /// The stream's header, which also records the level of effort.
    fn header(&self) -> Vec<u8> {
        match (self.recipe.format, self.recipe.level) {
            (Format::Raw | Format::Either, _) => Vec::new(),
            (Format::Zlib, _) => self.zlib_header(),
            (Format::Gzip, 9) => b"\x1f\x8b\x08\0\0\0\0\0\x02\x03".to_vec(),
            (Format::Gzip, 1) => b"\x1f\x8b\x08\0\0\0\0\0\x04\x03".to_vec(),
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
