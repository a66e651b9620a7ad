//! Decompression of raw, zlib and gzip streams, which come in pieces.

use miniz_oxide::inflate::stream::{InflateState, ZeroReset, inflate};
use miniz_oxide::{DataFormat, MZError, MZFlush, MZStatus};

use super::checksum::{adler32, crc32};
use super::fixed_blocks;
use super::zlib::Format;

/// The part of a stream that comes next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Header,
    Body,
    Trailer,
    End,
}

/// A stream that decompresses.
#[derive(Clone)]
pub struct Decoder {
    inner: Box<InflateState>,
    format: Format,
    /// The bits of the largest window that a header may ask for; 0 for any.
    window: u8,
    dictionary: Option<Vec<u8>>,
    phase: Phase,
    /// The part of a header or trailer that has been received.
    pending: Vec<u8>,
    check: u32,
    length: u32,
    /// Whether output is held back for lack of room.
    full: bool,
    /// What the state of the decompressor is: it is brought into order when it is first needed.
    inner_is: Inner,
}

/// What the state of a decompressor is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Inner {
    /// That of another stream.
    Left,
    /// That at the beginning of a stream.
    New,
    /// That within this stream.
    Running,
}

/// Streams up to this many bytes are tried without tables.
const SMALL: usize = 512;

const BAD_HEADER: &str = "Error -3 while decompressing data: incorrect header check";
const BAD_CHECK: &str = "Error -3 while decompressing data: incorrect data check";

impl Decoder {
    /// A stream in a format. `window` is the most bits that a header may ask for, 0 for any.
    pub fn new(format: Format, window: u8, dictionary: Option<Vec<u8>>) -> Decoder {
        Decoder::in_memory(InflateState::new_boxed(DataFormat::Raw), Inner::New, format, window, dictionary)
    }

    /// A new stream in the memory of one that is not needed any more.
    pub fn reusing(old: Decoder, format: Format, window: u8, dictionary: Option<Vec<u8>>) -> Decoder {
        let inner_is = if old.inner_is == Inner::New { Inner::New } else { Inner::Left };
        Decoder::in_memory(old.inner, inner_is, format, window, dictionary)
    }

    fn in_memory(
        inner: Box<InflateState>,
        inner_is: Inner,
        format: Format,
        window: u8,
        dictionary: Option<Vec<u8>>,
    ) -> Decoder {
        let phase = if format == Format::Raw { Phase::Body } else { Phase::Header };
        let (pending, check) = (Vec::new(), 1);
        let mut made =
            Decoder { inner, format, window, dictionary, phase, pending, check, length: 0, full: false, inner_is };
        if format == Format::Raw {
            made.learn_dictionary();
        }
        made
    }

    /// The decompressor, within this stream.
    fn inner(&mut self) -> &mut InflateState {
        if self.inner_is == Inner::Left {
            self.inner.reset_as(ZeroReset);
        }
        self.inner_is = Inner::Running;
        &mut self.inner
    }

    /// Feeds the dictionary to the decompressor as a stored block whose output is dropped.
    fn learn_dictionary(&mut self) {
        let Some(all) = self.dictionary.take() else { return };
        // Matches reach back one window at most.
        let bytes = &all[all.len().saturating_sub(1 << 15)..];
        let length = bytes.len() as u16;
        let mut block = vec![0];
        block.extend_from_slice(&length.to_le_bytes());
        block.extend_from_slice(&(!length).to_le_bytes());
        block.extend_from_slice(bytes);
        let (mut used, mut room) = (0, vec![0; 1 << 15]);
        while used < block.len() {
            let done = inflate(self.inner(), &block[used..], &mut room, MZFlush::None);
            used += done.bytes_consumed;
            if done.bytes_consumed == 0 && done.bytes_written == 0 {
                break;
            }
        }
    }

    /// Whether the end of the stream was read.
    pub fn ended(&self) -> bool {
        self.phase == Phase::End
    }

    /// Whether there may be output without more input.
    pub fn has_more(&self) -> bool {
        self.full
    }

    /// Decompresses more input into at most `limit` bytes of output. Returns how many input bytes were used.
    ///
    /// # Errors
    /// CPython's message for a damaged stream.
    pub fn step(&mut self, data: &[u8], limit: usize, out: &mut Vec<u8>) -> Result<usize, &'static str> {
        match self.phase {
            Phase::Header => self.header(data),
            Phase::Body => self.body(data, limit, out),
            Phase::Trailer => self.trailer(data),
            Phase::End => Ok(0),
        }
    }

    fn header(&mut self, data: &[u8]) -> Result<usize, &'static str> {
        let before = self.pending.len();
        self.pending.extend_from_slice(data);
        let bytes = &self.pending;
        if self.format == Format::Either && bytes.len() >= 2 {
            self.format = if bytes.starts_with(b"\x1f\x8b") { Format::Gzip } else { Format::Zlib };
        }
        let length = match self.format {
            Format::Gzip => gzip_header(bytes)?,
            _ => zlib_header(bytes, self.window)?,
        };
        let Some(length) = length else { return Ok(data.len()) };
        if self.format == Format::Zlib && length == 6 {
            let expected = self.dictionary.as_ref().map(|bytes| adler32(1, bytes).to_be_bytes());
            match expected {
                None => return Err("Error 2 while decompressing data"),
                Some(expected) if bytes[2..6] != expected => {
                    return Err("Error -3 while setting zdict: invalid input data");
                }
                Some(_) => self.learn_dictionary(),
            }
        }
        self.pending.clear();
        self.phase = Phase::Body;
        self.check = u32::from(self.format == Format::Zlib);
        Ok(length - before)
    }

    fn body(&mut self, data: &[u8], limit: usize, out: &mut Vec<u8>) -> Result<usize, &'static str> {
        let start = out.len();
        if self.inner_is != Inner::Running
            && data.len() <= SMALL
            && let Some(used) = fixed_blocks::decode(data, limit, out)
        {
            self.written(&out[start..]);
            self.end_of_body();
            return Ok(used);
        }
        out.resize(start + limit, 0);
        let done = inflate(self.inner(), data, &mut out[start..], MZFlush::None);
        out.truncate(start + done.bytes_written);
        self.written(&out[start..]);
        self.full = done.bytes_written == limit;
        match done.status {
            Ok(MZStatus::StreamEnd) => self.end_of_body(),
            Ok(_) => {}
            Err(MZError::Buf) => self.full = false,
            Err(_) => return Err("Error -3 while decompressing data: invalid block type"),
        }
        Ok(done.bytes_consumed)
    }

    fn end_of_body(&mut self) {
        self.full = false;
        self.phase = if self.format == Format::Raw { Phase::End } else { Phase::Trailer };
    }

    /// Takes output into account.
    fn written(&mut self, written: &[u8]) {
        self.length = self.length.wrapping_add(written.len() as u32);
        match self.format {
            Format::Zlib => self.check = adler32(self.check, written),
            Format::Gzip => self.check = crc32(self.check, written),
            _ => {}
        }
    }

    fn trailer(&mut self, data: &[u8]) -> Result<usize, &'static str> {
        let size = if self.format == Format::Gzip { 8 } else { 4 };
        let taken = data.len().min(size - self.pending.len());
        self.pending.extend_from_slice(&data[..taken]);
        let word = |at: usize| self.pending.get(at..at + 4).and_then(|b| <[u8; 4]>::try_from(b).ok());
        if let Some(check) = word(0) {
            let check = if size == 4 { u32::from_be_bytes(check) } else { u32::from_le_bytes(check) };
            if check != self.check {
                return Err(BAD_CHECK);
            }
        }
        if let Some(length) = word(4)
            && u32::from_le_bytes(length) != self.length
        {
            return Err("Error -3 while decompressing data: incorrect length check");
        }
        if self.pending.len() == size {
            self.phase = Phase::End;
        }
        Ok(taken)
    }
}

fn zlib_header(bytes: &[u8], window: u8) -> Result<Option<usize>, &'static str> {
    let [method, flags, ..] = *bytes else { return Ok(None) };
    if !(u32::from(method) << 8 | u32::from(flags)).is_multiple_of(31) {
        return Err(BAD_HEADER);
    }
    if method & 15 != 8 {
        return Err("Error -3 while decompressing data: unknown compression method");
    }
    if method >> 4 > 7 || window != 0 && (method >> 4) + 8 > window {
        return Err("Error -3 while decompressing data: invalid window size");
    }
    if flags & 0x20 != 0 {
        return Ok((bytes.len() >= 6).then_some(6));
    }
    Ok(Some(2))
}

/// The length of a gzip header; `None` until all of it has been received.
fn gzip_header(bytes: &[u8]) -> Result<Option<usize>, &'static str> {
    if bytes.len() >= 2 && !bytes.starts_with(b"\x1f\x8b") {
        return Err(BAD_HEADER);
    }
    if bytes.len() < 10 {
        return Ok(None);
    }
    if bytes[2] != 8 {
        return Err("Error -3 while decompressing data: unknown compression method");
    }
    let flags = bytes[3];
    if flags & 0xE0 != 0 {
        return Err("Error -3 while decompressing data: unknown header flags set");
    }
    let mut at = 10;
    if flags & 4 != 0 {
        let Some(length) = bytes.get(at..at + 2) else { return Ok(None) };
        at += 2 + usize::from(u16::from_le_bytes([length[0], length[1]]));
    }
    // The name and the comment are terminated by a zero.
    for bit in [8, 16] {
        if flags & bit != 0 {
            let Some(end) = bytes.get(at..).and_then(|rest| rest.iter().position(|b| *b == 0)) else {
                return Ok(None);
            };
            at += end + 1;
        }
    }
    at += if flags & 2 != 0 { 2 } else { 0 };
    Ok((bytes.len() >= at).then_some(at))
}
