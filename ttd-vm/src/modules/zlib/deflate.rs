//! Compressing.

use miniz_oxide::deflate::core::{CompressorOxide, create_comp_flags_from_zip_params};
use miniz_oxide::deflate::stream::deflate;
use miniz_oxide::{MZFlush, MZStatus};

use super::{Format, adler};

/// A stream that compresses.
#[derive(Clone)]
pub(super) struct Encoder {
    inner: Box<CompressorOxide>,
    format: Format,
    level: i32,
    started: bool,
    check: u32,
    length: u32,
}

impl Encoder {
    pub(super) fn new(level: i32, format: Format) -> Encoder {
        let flags = create_comp_flags_from_zip_params(if level < 0 { 6 } else { level }, -15, 0);
        let inner = Box::new(CompressorOxide::new(flags));
        let check = u32::from(format == Format::Zlib);
        Encoder { inner, format, level, started: false, check, length: 0 }
    }

    /// Compresses more bytes.
    pub(super) fn write(&mut self, data: &[u8], flush: MZFlush, out: &mut Vec<u8>) {
        if !self.started {
            self.started = true;
            out.extend_from_slice(self.header());
        }
        self.length = self.length.wrapping_add(data.len() as u32);
        self.check = match self.format {
            Format::Gzip => {
                let mut hasher = crc32fast::Hasher::new_with_initial(self.check);
                hasher.update(data);
                hasher.finalize()
            }
            _ => adler(self.check, data),
        };
        let (mut used, mut buffer) = (0, vec![0; 1 << 15]);
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
            match self.format {
                Format::Raw | Format::Either => {}
                Format::Zlib => out.extend_from_slice(&self.check.to_be_bytes()),
                Format::Gzip => {
                    out.extend_from_slice(&self.check.to_le_bytes());
                    out.extend_from_slice(&self.length.to_le_bytes());
                }
            }
        }
    }

    /// The bytes before the compressed ones; they say how hard was tried.
    fn header(&self) -> &'static [u8] {
        match (self.format, self.level) {
            (Format::Raw | Format::Either, _) => b"",
            (Format::Zlib, 0..=1) => b"\x78\x01",
            (Format::Zlib, 2..=5) => b"\x78\x5e",
            (Format::Zlib, 7..) => b"\x78\xda",
            (Format::Zlib, _) => b"\x78\x9c",
            (Format::Gzip, 9) => b"\x1f\x8b\x08\0\0\0\0\0\x02\x03",
            (Format::Gzip, 1) => b"\x1f\x8b\x08\0\0\0\0\0\x04\x03",
            (Format::Gzip, _) => b"\x1f\x8b\x08\0\0\0\0\0\0\x03",
        }
    }
}
