//! Entries about a few elements near the beginning of a list, which most edits are about.
//!
//! All numbers that other entries need a word for stand in the header, and integers are as long as the longest of
//! them needs: what a reversal of eight small numbers replaced has two words instead of ten. A log of every write is
//! made of such entries, and what is not written need neither be fetched from fresh memory nor be marked.
//!
//! ```text
//! header   kind (8 bits), size (2), elements (7), count (7), position (8), cell index (32)
//! words    the elements, one after the other: of 1, 2 or 4 bytes (sizes 0 to 2, integers), or values (3)
//! ```

use crate::journal::{self, ALL, Writer};
use crate::memory::pool::Pool;
use crate::memory::word_vec::WordVec;
use crate::value::T_INT;

/// As a count: up to the end.
const TO_THE_END: usize = 0x7F;
/// The size of elements that are whole values.
const VALUES: u32 = 3;

/// The numbers in a header.
#[derive(Clone, Copy)]
struct Numbers(usize);

impl Numbers {
    fn pos(self) -> usize {
        self.0 & 0xFF
    }

    fn count(self) -> u32 {
        match self.0 >> 8 & 0x7F {
            TO_THE_END => ALL,
            count => count as u32,
        }
    }

    fn elements(self) -> usize {
        self.0 >> 15 & 0x7F
    }

    fn size(self) -> u32 {
        (self.0 >> 22) as u32
    }
}

/// How many words follow a header with these numbers.
#[inline(always)]
pub(crate) fn words_after(numbers: usize) -> usize {
    let numbers = Numbers(numbers);
    (numbers.elements() << numbers.size()).div_ceil(8)
}

/// Whether the elements are integers.
#[inline(always)]
pub(crate) fn are_integers(numbers: usize) -> bool {
    Numbers(numbers).size() != VALUES
}

/// The elements of an entry.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Elements<'a> {
    /// As they are.
    Words(&'a [u64]),
    /// One, which is no object.
    Told(u64),
    /// So many integers, of two to the power of `size` bytes.
    Integers { words: &'a [u64], len: usize, size: u32 },
}

impl<'a> Elements<'a> {
    /// How many words they are in their container.
    pub(crate) fn len(self) -> usize {
        match self {
            Elements::Words(words) => words.len(),
            Elements::Told(_) => 1,
            Elements::Integers { len, .. } => len,
        }
    }

    /// Those that may refer to objects.
    #[inline(always)]
    pub(crate) fn values(self) -> &'a [u64] {
        match self {
            Elements::Words(words) => words,
            Elements::Told(_) | Elements::Integers { .. } => &[],
        }
    }

    /// The words of the container; `room` is where they are put if they are not there as they are.
    pub(crate) fn words<'b>(self, room: &'b mut Vec<u64>) -> &'b [u64]
    where
        'a: 'b,
    {
        let (words, len, size) = match self {
            Elements::Words(words) => return words,
            Elements::Told(word) => {
                room.clear();
                room.push(word);
                return room;
            }
            Elements::Integers { words, len, size } => (words, len, size),
        };
        room.resize(len, 0);
        match size {
            0 => unpack::<8>(words, room),
            1 => unpack::<16>(words, room),
            _ => unpack::<32>(words, room),
        }
        room
    }
}

/// Where the elements go, in the place of how many, and which: of an entry with these numbers.
#[inline(always)]
pub(crate) fn read(numbers: usize, words: &[u64]) -> (usize, u32, Elements<'_>) {
    let numbers = Numbers(numbers);
    let elements = match numbers.size() {
        VALUES => Elements::Words(words),
        size => Elements::Integers { words, len: numbers.elements(), size },
    };
    (numbers.pos(), numbers.count(), elements)
}

/// Whether such an entry can say it.
#[inline(always)]
pub(crate) fn fits(pos: usize, count: u32, elements: usize) -> bool {
    pos < 1 << 8 && (count < TO_THE_END as u32 || count == ALL) && elements < 1 << 7
}

/// Writes an entry that puts these elements of a list at `pos` in the place of `count`.
///
/// # Panics
/// When they do not fit.
pub(crate) fn write(out: &mut Writer, pool: &mut Pool, index: u32, pos: usize, count: u32, elements: &[u64]) {
    assert!(fits(pos, count, elements.len()), "more than a few elements");
    if write_bytes(out, pool, index, (pos, count), elements) {
        return;
    }
    let count = (count as usize).min(TO_THE_END);
    let size = size_of(elements);
    let numbers = pos | count << 8 | elements.len() << 15 | (size as usize) << 22;
    let entry = out.begin_with(pool, journal::SMALL_EDIT, numbers, index, words_after(numbers));
    match size {
        0 => pack::<8>(elements, entry),
        1 => pack::<16>(elements, entry),
        2 => pack::<32>(elements, entry),
        _ => entry.extend_from_slice(elements),
    }
}

/// The same, if they are up to eight integers of a byte; false if not, or if the header has no room for the numbers.
#[inline(always)]
pub(crate) fn write_bytes(
    out: &mut Writer,
    pool: &mut Pool,
    index: u32,
    (pos, count): (usize, u32),
    elements: &[u64],
) -> bool {
    if !fits(pos, count, elements.len()) {
        return false;
    }
    let Some(word) = bytes_of(elements) else {
        return false;
    };
    let count = (count as usize).min(TO_THE_END);
    let numbers = pos | count << 8 | elements.len() << 15;
    let word = (!elements.is_empty()).then_some(word);
    out.short(pool, journal::SMALL_EDIT, numbers, index, word);
    true
}

/// Up to eight integers of a byte in a word, the first in its lowest byte: what most entries have.
#[inline(always)]
fn bytes_of(elements: &[u64]) -> Option<u64> {
    if elements.len() > 8 {
        return None;
    }
    // From the last to the first: each step needs the one before, so no compiler makes vectors of so few.
    let (mut word, mut others) = (0, 0);
    for &w in elements.iter().rev() {
        others |= w ^ (T_INT | w as i8 as u64);
        word = word << 8 | (w & 0xFF);
    }
    (others == 0).then_some(word)
}

/// Appends integers of so many bits each.
fn pack<const BITS: usize>(integers: &[u64], out: &mut WordVec) {
    for part in integers.chunks(64 / BITS) {
        let low = |w: u64| w & (u64::MAX >> (64 - BITS));
        out.push(part.iter().rev().fold(0, |word, &w| word << BITS | low(w)));
    }
}

/// The opposite of `pack`.
fn unpack<const BITS: usize>(words: &[u64], integers: &mut [u64]) {
    for (part, &word) in integers.chunks_mut(64 / BITS).zip(words) {
        for (i, integer) in part.iter_mut().enumerate() {
            let number = (word << (64 - BITS - i * BITS)) as i64 >> (64 - BITS);
            *integer = T_INT | number as u64;
        }
    }
}

/// The size of elements: of the longest, if all are integers.
fn size_of(elements: &[u64]) -> u32 {
    let (mut all, mut any) = (u64::MAX, 0);
    for &w in elements {
        let i = (w << 16) as i64;
        all &= w;
        any |= (i ^ i >> 63) as u64 >> 16;
    }
    match any {
        _ if all < T_INT => VALUES,
        0..0x80 => 0,
        0x80..0x8000 => 1,
        0x8000..0x8000_0000 => 2,
        _ => VALUES,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::entry::entry_at;
    use crate::value::Value;

    fn round_trip(pos: usize, count: u32, elements: &[u64]) -> usize {
        let (mut out, mut pool) = (Writer::default(), Pool::new());
        write(&mut out, &mut pool, 77, pos, count, elements);
        let entry = entry_at(&out.chunk, 0);
        let words = entry.words.len();
        let Some(edit) = entry.edit() else {
            panic!("{entry:?} is no edit");
        };
        assert_eq!((entry.index, edit.pos, edit.count), (77, pos, count));
        assert_eq!(edit.elements.len(), elements.len());
        assert_eq!(edit.elements.words(&mut Vec::new()), elements);
        assert_eq!(out.chunk.len(), 1 + words);
        out.chunk.clear();
        out.retire(&mut pool);
        words
    }

    #[test]
    fn elements_come_back_as_they_were() {
        let ends = [7, 15, 31, 47].map(|bits| 1i64 << bits);
        for (n, end) in ends.into_iter().enumerate() {
            let numbers: Vec<u64> =
                [-end, end - 1, 0, -1, 1, end / 2].iter().cycle().take(126).map(|&i| Value::int(i).raw()).collect();
            for len in 0..=126_usize {
                let size = usize::div_ceil(len << n, 8);
                assert_eq!(round_trip(255, 126, &numbers[..len]), size);
            }
        }
        let others = [Value::NONE, Value::TRUE, Value::float(-0.5), Value::int(3)].map(Value::raw);
        assert_eq!(round_trip(0, ALL, &others), 4);
        assert_eq!(round_trip(9, 0, &[]), 0);
        assert!(!fits(256, 0, 0) && !fits(0, 127, 0) && !fits(0, 0, 128));
    }
}
