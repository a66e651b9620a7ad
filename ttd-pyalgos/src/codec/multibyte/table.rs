//! Tables of East Asian codecs: what each sequence of bytes means, and back.
//!
//! `tools/multibyte_tables.py` writes the files and describes their form. A region is decompressed and its tables are
//! built when one is first needed.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use liblzma::stream::{Action, Stream};

const INVALID: u16 = 0xd800;
const MORE: u16 = 0xd801;
const INVALID_TWO: u16 = 0xd802;
const EXTRA: u16 = 0xd803;
/// The row number of a first byte that needs no second.
const NO_ROW: u16 = u16::MAX;

/// Files by region, and how many tables each holds, in the order of [`Charset`].
const REGIONS: [(&[u8], usize); 4] = [
    (include_bytes!("cn.xz"), 4),
    (include_bytes!("tw.xz"), 3),
    (include_bytes!("kr.xz"), 4),
    (include_bytes!("jp.xz"), 13),
];

static TABLES: [OnceLock<Vec<Table>>; 4] = [const { OnceLock::new() }; 4];

/// A table: an encoding, or a character set of ISO 2022.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names are those of encodings")]
pub enum Charset {
    Gb2312,
    Gbk,
    Gb18030,
    Gb2312Plain,
    Big5,
    Cp950,
    Big5Hkscs,
    EucKr,
    Cp949,
    Johab,
    KsX1001,
    ShiftJis,
    Cp932,
    ShiftJisX0213,
    ShiftJis2004,
    EucJp,
    EucJisX0213,
    EucJis2004,
    JisX0208,
    JisX0212,
    JisX0213Plane1Of2000,
    JisX0213Plane2Of2000,
    JisX0213Plane1Of2004,
    JisX0213Plane2Of2004,
}

/// What bytes at a place mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// A character, and with some codes a second one (or 0).
    Text(u32, u32),
    /// An error, and its length in bytes.
    Invalid(usize),
    /// The beginning of a longer sequence.
    More,
}

/// The bytes of a character: their number in the highest byte, and up to three, the first in the lowest.
pub type Packed = u32;

/// Makes a packed sequence.
pub fn packed(bytes: &[u8]) -> Packed {
    let all = bytes.iter().rev().fold(0, |all, b| all << 8 | u32::from(*b));
    (bytes.len() as u32) << 24 | all
}

/// Appends a packed sequence.
pub fn put(packed: Packed, out: &mut Vec<u8>) {
    out.extend_from_slice(&packed.to_le_bytes()[..(packed >> 24) as usize]);
}

/// One table.
pub struct Table {
    first: Vec<u16>,
    row_of: [u16; 256],
    rows: Vec<u16>,
    third: BTreeMap<u16, Vec<u16>>,
    extras: Vec<(u32, u32)>,
    /// Runs of four-byte sequences: first character, ordinal, length.
    runs: Vec<(u32, u32, u32)>,
    /// Packed bytes of characters, in pages of 256.
    pages: Vec<Option<Box<[Packed; 256]>>>,
    pairs: BTreeMap<(u32, u32), Packed>,
}

impl Table {
    /// Returns the table of a character set.
    pub fn of(charset: Charset) -> &'static Table {
        let mut index = charset as usize;
        let mut region = 0;
        while index >= REGIONS[region].1 {
            index -= REGIONS[region].1;
            region += 1;
        }
        &TABLES[region].get_or_init(|| {
            let (file, count) = REGIONS[region];
            let bytes = decompress(file);
            let numbers: Vec<u16> = bytes.chunks_exact(2).map(|b| u16::from_le_bytes([b[0], b[1]])).collect();
            let mut words = Words { words: &numbers };
            (0..count).map(|_| Table::read(&mut words)).collect()
        })[index]
    }

    /// Says what the bytes begin with, and how long that is.
    #[inline]
    pub fn decode(&self, data: &[u8]) -> (Meaning, usize) {
        let Some(&first) = data.first() else {
            return (Meaning::More, 0);
        };
        let cell = self.first[usize::from(first)];
        if cell != MORE {
            return (self.meaning(cell), 1);
        }
        let Some(&second) = data.get(1) else {
            return (Meaning::More, 1);
        };
        let cell = self.rows[usize::from(self.row_of[usize::from(first)]) * 256 + usize::from(second)];
        if cell != MORE || self.third.is_empty() {
            return (self.meaning(cell), 2);
        }
        let Some(&third) = data.get(2) else {
            return (Meaning::More, 2);
        };
        match self.third.get(&u16::from_be_bytes([first, second])) {
            Some(cells) => (self.meaning(cells[usize::from(third)]), 3),
            None => (Meaning::Invalid(1), 3),
        }
    }

    fn meaning(&self, cell: u16) -> Meaning {
        match cell {
            INVALID => Meaning::Invalid(1),
            INVALID_TWO => Meaning::Invalid(2),
            MORE => Meaning::More,
            EXTRA..0xe000 => {
                let (a, b) = self.extras[usize::from(cell - EXTRA)];
                Meaning::Text(a, b)
            }
            code => Meaning::Text(u32::from(code), 0),
        }
    }

    /// Returns the bytes of a character.
    #[inline]
    pub fn encode(&self, code: u32) -> Option<Packed> {
        let page = self.pages.get((code >> 8) as usize)?.as_deref()?;
        Some(page[(code & 0xff) as usize]).filter(|packed| *packed != 0)
    }

    /// Returns the bytes of two characters that have one code together.
    pub fn encode_pair(&self, first: u32, second: u32) -> Option<Packed> {
        self.pairs.get(&(first, second)).copied()
    }

    /// Returns whether a code of two characters begins with this one.
    #[inline]
    pub fn begins_pair(&self, code: u32) -> bool {
        !self.pairs.is_empty() && self.pairs.range((code, 0)..=(code, u32::MAX)).next().is_some()
    }

    /// Returns the character of a four-byte sequence, given as its ordinal.
    pub fn of_ordinal(&self, ordinal: u32) -> Option<u32> {
        let after = self.runs.partition_point(|run| run.1 <= ordinal);
        let (code, start, _) = self.runs.get(after.checked_sub(1)?)?;
        Some(code + ordinal - start)
    }

    /// Returns the ordinal of the four-byte sequence of a character.
    pub fn ordinal_of(&self, code: u32) -> Option<u32> {
        let run = self.runs.iter().find(|run| (run.0..run.0 + run.2).contains(&code))?;
        Some(run.1 + code - run.0)
    }

    fn read(words: &mut Words<'_>) -> Table {
        let first = words.many(256).to_vec();
        let mut table = Table {
            row_of: [NO_ROW; 256],
            rows: Vec::new(),
            third: BTreeMap::new(),
            extras: Vec::new(),
            runs: Vec::new(),
            pages: Vec::new(),
            pairs: BTreeMap::new(),
            first,
        };
        let mut rows = 0;
        for lead in 0..256 {
            if table.first[lead] == MORE {
                table.row_of[lead] = rows;
                rows += 1;
                table.rows.extend_from_slice(words.many(256));
            }
        }
        for _ in 0..words.one() {
            let pair = words.one();
            table.third.insert(pair, words.many(256).to_vec());
        }
        for _ in 0..words.one() {
            table.extras.push((words.long(), words.long()));
        }
        for _ in 0..words.one() {
            table.runs.push((u32::from(words.one()), words.long(), words.long()));
        }
        table.runs.sort_by_key(|run| run.1);
        table.invert();
        for _ in 0..words.long() {
            let text = (words.long(), words.long());
            let length = words.one();
            let bytes = words.long();
            table.set(text, if length == 0 { 0 } else { u32::from(length) << 24 | bytes });
        }
        table.pairs.retain(|_, packed| *packed != 0);
        table
    }

    /// Fills in the bytes of characters: of two sequences with the same meaning, the first.
    fn invert(&mut self) {
        let mut found = Vec::new();
        for first in 0..=255u8 {
            found.push(vec![first]);
        }
        for (first, row) in (0..=255u8).zip(self.row_of) {
            if row != NO_ROW {
                found.extend((0..=255u8).map(|second| vec![first, second]));
            }
        }
        for pair in self.third.keys() {
            let [a, b] = pair.to_be_bytes();
            found.extend((0..=255u8).map(|third| vec![a, b, third]));
        }
        for bytes in found {
            if let (Meaning::Text(a, b), length) = self.decode(&bytes) {
                let known = if b == 0 { self.encode(a) } else { self.encode_pair(a, b) };
                if length == bytes.len() && known.is_none() {
                    self.set((a, b), packed(&bytes));
                }
            }
        }
    }

    fn set(&mut self, (first, second): (u32, u32), packed: Packed) {
        if second != 0 {
            self.pairs.insert((first, second), packed);
            return;
        }
        let page = (first >> 8) as usize;
        if page >= self.pages.len() {
            self.pages.resize_with(page + 1, || None);
        }
        self.pages[page].get_or_insert_with(|| Box::new([0; 256]))[(first & 0xff) as usize] = packed;
    }
}

/// The numbers of a file that are still to be read.
struct Words<'a> {
    words: &'a [u16],
}

impl<'a> Words<'a> {
    fn many(&mut self, count: usize) -> &'a [u16] {
        let (taken, rest) = self.words.split_at(count);
        self.words = rest;
        taken
    }

    fn one(&mut self) -> u16 {
        self.many(1)[0]
    }

    fn long(&mut self) -> u32 {
        let low = u32::from(self.one());
        low | u32::from(self.one()) << 16
    }
}

/// Unpacks a file of tables.
pub fn decompress(file: &[u8]) -> Vec<u8> {
    let mut stream = Stream::new_stream_decoder(u64::MAX, 0).expect("a decoder without a limit");
    let mut bytes = Vec::with_capacity(1 << 20);
    while stream.process_vec(&file[stream.total_in() as usize..], &mut bytes, Action::Finish).expect("a sound file")
        != liblzma::stream::Status::StreamEnd
    {
        bytes.reserve(1 << 20);
    }
    bytes
}
