//! The journal: what was asked of the world and what it said, as bytes, one entry after the other.
//!
//! An entry is the call (number, counts, paths, numbers, and of data the length and a digest), then the reply (tag and
//! contents). Numbers are varints. A call that is made again is written down again and compared byte by byte.

use super::request::{HostRequest, Op, describe};

/// What the world says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Done.
    Done,
    /// A number.
    Int(i64),
    /// Bytes.
    Bytes(Vec<u8>),
    /// Numbers.
    Ints(Vec<i64>),
    /// Names, or other pieces.
    Names(Vec<Vec<u8>>),
    /// One of the system's error numbers.
    Fail(i32),
}

/// All replies of the outside world, in order: a run that is given it repeats.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InputLog(Vec<u8>);

/// An entry of the log.
pub(super) struct Entry<'a> {
    /// The position after it.
    pub(super) end: usize,
    pub(super) op: Op,
    pub(super) paths: Vec<&'a [u8]>,
    pub(super) numbers: Vec<i64>,
    /// The length and the digest of its data.
    pub(super) data: Option<(u64, u64)>,
    pub(super) reply: Reply,
}

/// The counts byte of a call says with this bit that there is data.
const DATA: u8 = 0x80;

impl InputLog {
    /// How many bytes it takes; also the position at its end.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How much memory it uses, in bytes.
    pub fn memory(&self) -> usize {
        self.0.capacity()
    }

    /// Cuts it at a position between two entries, and returns the rest.
    pub(super) fn split_off(&mut self, at: usize) -> Vec<u8> {
        self.0.split_off(at.min(self.0.len()))
    }

    /// Appends what `split_off` has cut off.
    pub(super) fn append(&mut self, rest: &[u8]) {
        self.0.extend_from_slice(rest);
    }

    /// Appends an entry.
    pub(super) fn push(&mut self, request: &HostRequest, reply: &Reply) {
        put_call(&mut self.0, request);
        put_reply(&mut self.0, reply);
    }

    /// The reply to this call, which must be the entry at `at`, and the position after it; what is recorded there when
    /// it is something else.
    pub(super) fn serve(&self, at: usize, request: &HostRequest) -> Result<(Reply, usize), String> {
        let mut call = Vec::with_capacity(64);
        put_call(&mut call, request);
        let mut reader = Reader { bytes: &self.0, at };
        if !self.0[at..].starts_with(&call) {
            return Err(reader.call().unwrap_or_else(|| "nothing readable".into()));
        }
        reader.at += call.len();
        match reader.reply() {
            Some(reply) => Ok((reply, reader.at)),
            None => Err("a reply that cannot be read".into()),
        }
    }

    /// Every entry, with all that is known of it.
    pub(super) fn calls(&self) -> impl Iterator<Item = Entry<'_>> {
        let mut reader = Reader { bytes: &self.0, at: 0 };
        std::iter::from_fn(move || {
            if reader.at >= reader.bytes.len() {
                return None;
            }
            let (op, paths, numbers, length) = reader.parts()?;
            let digest = self.0[..reader.at].last_chunk().map(|bytes| u64::from_le_bytes(*bytes));
            let reply = reader.reply()?;
            Some(Entry { end: reader.at, op, paths, numbers, data: length.zip(digest), reply })
        })
    }

    /// Every entry: the position after it, the call, the reply.
    pub(super) fn entries(&self) -> impl Iterator<Item = (usize, Op, Reply)> {
        self.calls().map(|entry| (entry.end, entry.op, entry.reply))
    }
}

fn put_number(out: &mut Vec<u8>, mut n: u64) {
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

fn put_signed(out: &mut Vec<u8>, n: i64) {
    put_number(out, (n << 1 ^ n >> 63) as u64);
}

fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put_number(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

fn put_call(out: &mut Vec<u8>, request: &HostRequest) {
    out.push(request.op as u8);
    let counts = (request.paths().len() << 4 | request.numbers().len()) as u8;
    out.push(if request.has_data() { counts | DATA } else { counts });
    for path in request.paths() {
        put_bytes(out, path);
    }
    for n in request.numbers() {
        put_signed(out, *n);
    }
    if request.has_data() {
        put_number(out, request.bytes().len() as u64);
        out.extend_from_slice(&digest(request.bytes()).to_le_bytes());
    }
}

/// FNV-1a over words of eight bytes: what was written need not be kept to notice that something else is written.
pub(super) fn digest(bytes: &[u8]) -> u64 {
    let mix = |h: u64, word: u64| {
        let h = (h ^ word).wrapping_mul(0x100_0000_01B3);
        // The product moves nothing down.
        h ^ h >> 32
    };
    let (words, rest) = bytes.as_chunks::<8>();
    let h = words.iter().fold(0xCBF2_9CE4_8422_2325, |h, word| mix(h, u64::from_le_bytes(*word)));
    rest.iter().fold(h, |h, byte| mix(h, u64::from(*byte)))
}

fn put_reply(out: &mut Vec<u8>, reply: &Reply) {
    match reply {
        Reply::Done => out.push(0),
        Reply::Int(n) => {
            out.push(1);
            put_signed(out, *n);
        }
        Reply::Bytes(bytes) => {
            out.push(2);
            put_bytes(out, bytes);
        }
        Reply::Ints(numbers) => {
            out.push(3);
            put_number(out, numbers.len() as u64);
            numbers.iter().for_each(|n| put_signed(out, *n));
        }
        Reply::Names(names) => {
            out.push(4);
            put_number(out, names.len() as u64);
            names.iter().for_each(|name| put_bytes(out, name));
        }
        Reply::Fail(errno) => {
            out.push(5);
            put_signed(out, i64::from(*errno));
        }
    }
}

/// A call: number, paths, numbers, length of the data.
type Parts<'a> = (Op, Vec<&'a [u8]>, Vec<i64>, Option<u64>);

/// Reads entries; `None` where the bytes are none.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn byte(&mut self) -> Option<u8> {
        let byte = self.bytes.get(self.at).copied()?;
        self.at += 1;
        Some(byte)
    }

    fn number(&mut self) -> Option<u64> {
        let (mut n, mut shift) = (0, 0);
        loop {
            let byte = self.byte()?;
            n |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Some(n);
            }
            shift += 7;
        }
    }

    fn signed(&mut self) -> Option<i64> {
        let n = self.number()?;
        Some((n >> 1) as i64 ^ -((n & 1) as i64))
    }

    fn take(&mut self) -> Option<&'a [u8]> {
        let n = usize::try_from(self.number()?).ok()?;
        let bytes = self.bytes.get(self.at..self.at.checked_add(n)?)?;
        self.at += n;
        Some(bytes)
    }

    fn parts(&mut self) -> Option<Parts<'a>> {
        let op = Op::from_number(self.byte()?)?;
        let counts = self.byte()?;
        let paths = (0..(counts & !DATA) >> 4).map(|_| self.take()).collect::<Option<Vec<_>>>()?;
        let numbers = (0..counts & 15).map(|_| self.signed()).collect::<Option<Vec<_>>>()?;
        let data = if counts & DATA == 0 {
            None
        } else {
            let n = self.number()?;
            self.at += 8;
            Some(n)
        };
        Some((op, paths, numbers, data))
    }

    fn call(&mut self) -> Option<String> {
        let (op, paths, numbers, data) = self.parts()?;
        Some(describe(op, &paths, &numbers, data))
    }

    fn reply(&mut self) -> Option<Reply> {
        Some(match self.byte()? {
            0 => Reply::Done,
            1 => Reply::Int(self.signed()?),
            2 => Reply::Bytes(self.take()?.to_vec()),
            3 => {
                let n = self.number()?;
                Reply::Ints((0..n).map(|_| self.signed()).collect::<Option<_>>()?)
            }
            4 => {
                let n = self.number()?;
                Reply::Names((0..n).map(|_| self.take().map(<[u8]>::to_vec)).collect::<Option<_>>()?)
            }
            5 => Reply::Fail(self.signed()? as i32),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::tests::Rng;

    fn bytes(rng: &mut Rng) -> Vec<u8> {
        (0..rng.below(200)).map(|_| rng.next() as u8).collect()
    }

    fn reply(rng: &mut Rng) -> Reply {
        match rng.below(6) {
            0 => Reply::Done,
            1 => Reply::Int(rng.any_length() as i64),
            2 => Reply::Bytes(bytes(rng)),
            3 => Reply::Ints((0..rng.below(20)).map(|_| rng.any_length() as i64).collect()),
            4 => Reply::Names((0..rng.below(9)).map(|_| bytes(rng)).collect()),
            _ => Reply::Fail(rng.below(134) as i32),
        }
    }

    #[test]
    fn every_request_and_reply_is_read_as_it_was_written() {
        let mut rng = Rng(6);
        let mut log = InputLog::default();
        let mut made = Vec::new();
        let ops = (0..).map_while(Op::from_number).count();
        for i in 0..4_000 {
            let op = Op::from_number((i % ops) as u8).expect("a number below their count");
            let paths: Vec<Vec<u8>> = (0..rng.below(3)).map(|_| bytes(&mut rng)).collect();
            let numbers: Vec<i64> = (0..1 + rng.below(3)).map(|_| rng.any_length() as i64).collect();
            let data = (rng.below(2) == 0).then(|| bytes(&mut rng));
            made.push((op, paths, numbers, data, reply(&mut rng)));
        }
        fn request<'a>(op: Op, paths: &'a [Vec<u8>], numbers: &[i64], data: &'a Option<Vec<u8>>) -> HostRequest<'a> {
            let request = paths.iter().fold(HostRequest::of(op), |request, path| request.path(path));
            let request = numbers.iter().fold(request, |request, n| request.number(*n));
            data.iter().fold(request, |request, data| request.data(data))
        }
        for (op, paths, numbers, data, reply) in &made {
            log.push(&request(*op, paths, numbers, data), reply);
        }
        let mut at = 0;
        for ((op, paths, numbers, data, reply), entry) in made.iter().zip(log.entries()) {
            let same = request(*op, paths, numbers, data);
            let other = {
                let mut other = same;
                other.op = if *op == Op::Clock { Op::Sleep } else { Op::Clock };
                other
            };
            assert!(log.serve(at, &other).is_err(), "another request is served");
            let (served, end) = log.serve(at, &same).expect("the request that was recorded");
            assert_eq!((&served, entry), (reply, (end, *op, reply.clone())));
            at = end;
        }
        assert_eq!((at, log.entries().count()), (log.len(), made.len()));
    }
}
