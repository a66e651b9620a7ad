//! Deflate streams of short data: one block, byte for byte as zlib makes it. The tables are as long as the data, where
//! those of a compressor for long data take longer to make than short data takes to compress.

use super::fixed_blocks::{DISTANCES as DISTANCE_CODES, LENGTHS as LENGTH_CODES};
use super::huffman::{self, Code, DISTANCES, LITERALS};

/// The longest data, in bytes.
pub(super) const LONGEST: usize = 4096;

const END: usize = 256;
const SHORTEST_MATCH: usize = 3;
const LONGEST_MATCH: usize = 258;
/// What the window has to have room for beside the data that is referred to.
const LOOKAHEAD: usize = LONGEST_MATCH + SHORTEST_MATCH + 1;
/// A shortest match from further away takes more bits than literals.
const TOO_FAR: usize = 4096;
/// Hashes of three bytes, and places for the latest of each.
const HASH_MASK: u16 = 0x7FFF;
const HEADS: usize = 1024;

/// How hard a level tries: with a match this good a quarter of the places are searched, with one this long none; what
/// is long enough; how many places are searched; and whether each match waits for a better one.
struct Effort {
    good: usize,
    lazy: usize,
    nice: usize,
    chain: usize,
    waits: bool,
}

const fn effort(good: usize, lazy: usize, nice: usize, chain: usize, waits: bool) -> Effort {
    Effort { good, lazy, nice, chain, waits }
}

const EFFORTS: [Effort; 9] = [
    effort(4, 4, 8, 4, false),
    effort(4, 5, 16, 8, false),
    effort(4, 6, 32, 32, false),
    effort(4, 4, 16, 16, true),
    effort(8, 16, 32, 32, true),
    effort(8, 16, 128, 128, true),
    effort(8, 32, 128, 256, true),
    effort(32, 128, 258, 1024, true),
    effort(32, 258, 258, 4096, true),
];

/// A literal with distance 0, or a match of a length and a distance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Symbol {
    length: u16,
    distance: u16,
}

/// The places where three bytes were, by their hash. Place 0 stands for none, so what is there is never found.
struct Places<'a> {
    data: &'a [u8],
    reach: usize,
    effort: &'a Effort,
    heads: [u16; HEADS],
    /// For each place the one before it in its list, and the hash.
    before: Vec<(u16, u16)>,
}

impl Places<'_> {
    /// Enters a place; returns the latest one with its hash. Lists are shared by hashes that differ.
    fn enter(&mut self, at: usize) -> usize {
        let Some(&[a, b, c]) = self.data[at..].first_chunk::<3>() else { return 0 };
        let hash = (u16::from(a) << 10 ^ u16::from(b) << 5 ^ u16::from(c)) & HASH_MASK;
        let head = &mut self.heads[usize::from(hash ^ hash >> 5) % HEADS];
        self.before[at] = (*head, hash);
        let latest = std::mem::replace(head, at as u16);
        self.same(latest, hash)
    }

    /// Returns this place or the next one of the list with this hash; 0 when there is none.
    fn same(&self, mut place: u16, hash: u16) -> usize {
        while place != 0 && self.before[usize::from(place)].1 != hash {
            place = self.before[usize::from(place)].0;
        }
        usize::from(place)
    }

    /// Returns length and place of the longest match longer than `best`, searching from a place on.
    fn longest(&self, at: usize, mut place: usize, mut best: usize) -> (usize, usize) {
        let left = self.data.len() - at;
        let scan = &self.data[at..at + left.min(LONGEST_MATCH)];
        let limit = at.saturating_sub(self.reach);
        let nice = self.effort.nice.min(left);
        let mut chain = if best >= self.effort.good { self.effort.chain >> 2 } else { self.effort.chain };
        let mut found = 0;
        loop {
            let there = &self.data[place..];
            if best >= scan.len() {
                break;
            }
            if there[best] == scan[best] {
                let length = scan.iter().zip(there).take_while(|(a, b)| a == b).count();
                if length > best {
                    (best, found) = (length, place);
                    if length >= nice {
                        break;
                    }
                }
            }
            let (before, hash) = self.before[place];
            place = self.same(before, hash);
            chain -= 1;
            if place <= limit || chain == 0 {
                break;
            }
        }
        (best.min(left), found)
    }

    fn in_reach(&self, at: usize, place: usize) -> bool {
        place != 0 && at - place <= self.reach
    }
}

/// Finds matches, and takes each at once.
fn fast(places: &mut Places, to: &mut Vec<Symbol>) {
    let (data, mut at) = (places.data, 0);
    while at < data.len() {
        let place = places.enter(at);
        let found = if places.in_reach(at, place) { places.longest(at, place, SHORTEST_MATCH - 1) } else { (0, 0) };
        if found.0 < SHORTEST_MATCH {
            to.push(literal(data[at]));
            at += 1;
            continue;
        }
        to.push(Symbol { length: found.0 as u16, distance: (at - found.1) as u16 });
        let end = at + found.0;
        if found.0 <= places.effort.lazy && data.len() - end >= SHORTEST_MATCH {
            for at in at + 1..end {
                places.enter(at);
            }
        }
        at = end;
    }
}

/// Finds matches, and takes each only if there is none at the next byte that is longer.
fn slow(places: &mut Places, to: &mut Vec<Symbol>) {
    let (data, mut at, mut waiting) = (places.data, 0, false);
    let mut now = (SHORTEST_MATCH - 1, 0);
    while at < data.len() {
        let place = places.enter(at);
        let before = std::mem::replace(&mut now, (SHORTEST_MATCH - 1, 0));
        if before.0 < places.effort.lazy && places.in_reach(at, place) {
            now = places.longest(at, place, before.0);
            if now.0 == SHORTEST_MATCH && at - now.1 > TOO_FAR {
                now.0 = SHORTEST_MATCH - 1;
            }
        }
        if before.0 >= SHORTEST_MATCH && now.0 <= before.0 {
            to.push(Symbol { length: before.0 as u16, distance: (at - 1 - before.1) as u16 });
            let end = at - 1 + before.0;
            for at in at + 1..end {
                places.enter(at);
            }
            (waiting, at, now) = (false, end, (SHORTEST_MATCH - 1, 0));
            continue;
        }
        if waiting {
            to.push(literal(data[at - 1]));
        }
        waiting = true;
        at += 1;
    }
    if waiting {
        to.push(literal(data[at - 1]));
    }
}

fn literal(byte: u8) -> Symbol {
    Symbol { length: u16::from(byte), distance: 0 }
}

/// Bits, the lowest of each byte first.
struct Bits<'a> {
    out: &'a mut Vec<u8>,
    word: u64,
    count: u32,
}

impl Bits<'_> {
    fn put(&mut self, bits: usize, count: u8) {
        self.word |= (bits as u64) << self.count;
        self.count += u32::from(count);
        while self.count >= 8 {
            self.out.push(self.word as u8);
            self.word >>= 8;
            self.count -= 8;
        }
    }

    fn code(&mut self, code: Code) {
        self.put(usize::from(code.bits), code.len);
    }

    fn end(self) {
        if self.count > 0 {
            self.out.push(self.word as u8);
        }
    }
}

/// The code that stands for a number, and what is added to it with how many bits.
fn class(number: u16, codes: &[(u16, u8)]) -> (usize, usize, u8) {
    let at = codes.partition_point(|(base, _)| *base <= number) - 1;
    (at, usize::from(number - codes[at].0), codes[at].1)
}

/// The code of a length or literal in the fixed codes.
fn fixed(symbol: usize) -> Code {
    let (number, len) = match symbol {
        0..144 => (0x30 + symbol, 8),
        144..256 => (0x190 + symbol - 144, 9),
        256..280 => (symbol - 256, 7),
        _ => (0xC0 + symbol - 280, 8),
    };
    Code { bits: (number as u16).reverse_bits() >> (16 - len), len }
}

fn fixed_distance(symbol: usize) -> Code {
    Code { bits: (symbol as u16).reverse_bits() >> 11, len: 5 }
}

fn put_all(symbols: &[Symbol], bits: &mut Bits, literals: impl Fn(usize) -> Code, distances: impl Fn(usize) -> Code) {
    for symbol in symbols {
        if symbol.distance == 0 {
            bits.code(literals(usize::from(symbol.length)));
            continue;
        }
        let (code, rest, count) = class(symbol.length, &LENGTH_CODES);
        bits.code(literals(END + 1 + code));
        bits.put(rest, count);
        let (code, rest, count) = class(symbol.distance, &DISTANCE_CODES);
        bits.code(distances(code));
        bits.put(rest, count);
    }
    bits.code(literals(END));
}

/// How the lengths of the codes of lengths are ordered, those that are mostly absent last.
const ORDER: [usize; huffman::LENGTHS] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/// Deflates short data with a level from 0 to 9 and a window of this many bits.
pub(super) fn deflate(data: &[u8], level: usize, window: u8, out: &mut Vec<u8>) {
    let mut symbols = Vec::with_capacity(data.len());
    if let Some(effort) = level.checked_sub(1).and_then(|at| EFFORTS.get(at)) {
        let reach = (1 << window.max(9)) - LOOKAHEAD;
        let before = vec![(0, 0); data.len()];
        let mut places = Places { data, reach, effort, heads: [0; HEADS], before };
        if effort.waits { slow(&mut places, &mut symbols) } else { fast(&mut places, &mut symbols) }
    }
    let (mut literals, mut distances) = ([0; LITERALS], [0; DISTANCES]);
    let (mut further, mut fixed_bits) = (0, 0);
    for symbol in &symbols {
        if symbol.distance == 0 {
            literals[usize::from(symbol.length)] += 1;
            continue;
        }
        let (length, distance) = (class(symbol.length, &LENGTH_CODES), class(symbol.distance, &DISTANCE_CODES));
        literals[END + 1 + length.0] += 1;
        distances[distance.0] += 1;
        further += usize::from(length.2 + distance.2);
        fixed_bits += 5;
    }
    literals[END] = 1;
    let used = |n: &(usize, &u32)| *n.1 > 0;
    fixed_bits +=
        literals.iter().enumerate().filter(used).map(|(at, n)| *n as usize * usize::from(fixed(at).len)).sum::<usize>();
    let fixed_bytes = (further + fixed_bits + 3).div_ceil(8);
    let stored_bytes = data.len() + 4;
    let mut bits = Bits { out, word: 0, count: 0 };
    let tree = Trees::new(&literals, &distances);
    let tree_bytes = (further + tree.bits(&literals, &distances) + 3).div_ceil(8);
    if level == 0 || stored_bytes <= tree_bytes.min(fixed_bytes) {
        bits.put(1, 8);
        bits.put(data.len(), 16);
        bits.put(!data.len() & 0xFFFF, 16);
        bits.end();
        out.extend_from_slice(data);
    } else if fixed_bytes <= tree_bytes {
        bits.put(0b011, 3);
        put_all(&symbols, &mut bits, fixed, fixed_distance);
        bits.end();
    } else {
        bits.put(0b101, 3);
        tree.put(&mut bits);
        put_all(&symbols, &mut bits, |at| tree.literals.codes[at], |at| tree.distances.codes[at]);
        bits.end();
    }
}

/// Codes made for a block, and how they are described.
struct Trees {
    literals: huffman::Codes<LITERALS>,
    distances: huffman::Codes<DISTANCES>,
    lengths: huffman::Codes<{ huffman::LENGTHS }>,
    description: Vec<(u8, u8, u8)>,
    /// How many codes of lengths the stream says.
    told: usize,
}

impl Trees {
    fn new(literals: &[u32; LITERALS], distances: &[u32; DISTANCES]) -> Trees {
        let (literals, distances) = (huffman::codes(literals), huffman::codes(distances));
        let mut description = Vec::with_capacity(64);
        huffman::described(&literals, &mut description);
        huffman::described(&distances, &mut description);
        let mut counts = [0; huffman::LENGTHS];
        description.iter().for_each(|(symbol, ..)| counts[usize::from(*symbol)] += 1);
        let lengths = huffman::codes(&counts);
        let told = ORDER.iter().rposition(|symbol| lengths.codes[*symbol].len != 0).map_or(4, |at| (at + 1).max(4));
        Trees { literals, distances, lengths, description, told }
    }

    /// The bits of a block, without what is added to lengths and distances.
    fn bits(&self, literals: &[u32; LITERALS], distances: &[u32; DISTANCES]) -> usize {
        let of = |counts: &[u32], codes: &[Code]| {
            counts.iter().zip(codes).map(|(n, code)| *n as usize * usize::from(code.len)).sum::<usize>()
        };
        let described = self
            .description
            .iter()
            .map(|(symbol, _, count)| usize::from(self.lengths.codes[usize::from(*symbol)].len + count));
        let blocks = of(literals, &self.literals.codes) + of(distances, &self.distances.codes);
        blocks + described.sum::<usize>() + 14 + 3 * self.told
    }

    fn put(&self, bits: &mut Bits) {
        bits.put(self.literals.last - END, 5);
        bits.put(self.distances.last, 5);
        bits.put(self.told - 4, 4);
        for symbol in &ORDER[..self.told] {
            bits.put(usize::from(self.lengths.codes[*symbol].len), 3);
        }
        for &(symbol, rest, count) in &self.description {
            bits.code(self.lengths.codes[usize::from(symbol)]);
            bits.put(usize::from(rest), count);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(data: &[u8], level: usize) -> Vec<u8> {
        let mut out = Vec::new();
        deflate(data, level, 15, &mut out);
        out
    }

    #[test]
    fn as_zlib_makes_it() {
        assert_eq!(packed(b"", 6), [0x03, 0x00]);
        assert_eq!(packed(b"hello", 6), [0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00]);
        assert_eq!(packed(b"ab", 0), [0x01, 2, 0, 0xfd, 0xff, b'a', b'b']);
    }

    #[test]
    fn comes_back() {
        let mut seed = 1_u32;
        for length in (0..LONGEST).step_by(61) {
            for alphabet in [1, 2, 5, 40, 256] {
                let data: Vec<u8> = (0..length)
                    .map(|_| {
                        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                        ((seed >> 16) % alphabet) as u8
                    })
                    .collect();
                for level in [0, 1, 3, 4, 6, 9] {
                    for window in [9, 15] {
                        let mut out = Vec::new();
                        deflate(&data, level, window, &mut out);
                        assert_eq!(miniz_oxide::inflate::decompress_to_vec(&out).ok().as_ref(), Some(&data));
                    }
                }
            }
        }
    }
}
