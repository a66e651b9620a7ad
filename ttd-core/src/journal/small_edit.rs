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

use crate::journal::kinds::ALL;
use crate::value::T_INT;

/// As a count: up to the end.
pub(crate) const TO_THE_END: usize = 0x7F;
/// The size of elements that are whole values.
pub(crate) const VALUES: u32 = 3;

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
    Inline(u64),
    /// So many integers, of two to the power of `size` bytes.
    Integers { words: &'a [u64], len: usize, size: u32 },
}

impl<'a> Elements<'a> {
    /// How many words they are in their container.
    pub(crate) fn len(self) -> usize {
        match self {
            Elements::Words(words) => words.len(),
            Elements::Inline(_) => 1,
            Elements::Integers { len, .. } => len,
        }
    }

    /// Those that may refer to objects.
    #[inline(always)]
    pub(crate) fn values(self) -> &'a [u64] {
        match self {
            Elements::Words(words) => words,
            Elements::Inline(_) | Elements::Integers { .. } => &[],
        }
    }

    /// The words of the container; `room` is where they are put if they are not there as they are.
    pub(crate) fn words<'b>(self, room: &'b mut Vec<u64>) -> &'b [u64]
    where
        'a: 'b,
    {
        let (words, len, size) = match self {
            Elements::Words(words) => return words,
            Elements::Inline(word) => {
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
pub(crate) fn decode(numbers: usize, words: &[u64]) -> (usize, u32, Elements<'_>) {
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

/// The opposite of `pack`.
fn unpack<const BITS: usize>(words: &[u64], integers: &mut [u64]) {
    for (part, &word) in integers.chunks_mut(64 / BITS).zip(words) {
        for (i, integer) in part.iter_mut().enumerate() {
            let number = (word << (64 - BITS - i * BITS)) as i64 >> (64 - BITS);
            *integer = T_INT | number as u64;
        }
    }
}
