//! Entries about a few elements near the beginning of a list: most edits.
//!
//! The numbers that other entries keep in a word are in the header, and integers take as many bytes as the longest of
//! them needs: undoing the reversal of eight small numbers takes two words instead of ten. Logs of every write consist
//! mostly of such entries, and words not written need neither be fetched nor marked.
//!
//! ```text
//! header   kind (8 bits), size (2), elements (7), count (7), position (8), cell index (32)
//! words    the elements, packed: of 1, 2 or 4 bytes (sizes 0 to 2, integers), or values (3)
//! ```

use crate::journal::kinds::ALL;
use crate::value::T_INT;

/// As a count: up to the end.
pub(crate) const TO_THE_END: usize = 0x7F;
/// The size code of elements that are whole values.
pub(crate) const VALUES: u32 = 3;

/// The fields in the header's number.
#[derive(Clone, Copy)]
struct Fields(usize);

impl Fields {
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

/// Returns the number of words after a header with these fields.
#[inline(always)]
pub(crate) fn words_after(fields: usize) -> usize {
    let fields = Fields(fields);
    (fields.elements() << fields.size()).div_ceil(8)
}

/// Whether the elements are integers.
#[inline(always)]
pub(crate) fn are_integers(fields: usize) -> bool {
    Fields(fields).size() != VALUES
}

/// The elements of an entry, as they are encoded.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Elements<'a> {
    /// Plain words.
    Words(&'a [u64]),
    /// One immediate, from the header.
    Inline(u64),
    /// `len` packed integers of 2^`size` bytes.
    Integers { words: &'a [u64], len: usize, size: u32 },
}

impl<'a> Elements<'a> {
    /// Returns the number of words in the container.
    pub(crate) fn len(self) -> usize {
        match self {
            Elements::Words(words) => words.len(),
            Elements::Inline(_) => 1,
            Elements::Integers { len, .. } => len,
        }
    }

    /// Returns the words that may refer to objects.
    #[inline(always)]
    pub(crate) fn values(self) -> &'a [u64] {
        match self {
            Elements::Words(words) => words,
            Elements::Inline(_) | Elements::Integers { .. } => &[],
        }
    }

    /// Returns the words of the container, decoded into `room` if they are packed.
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

/// Decodes an entry with these fields into position, count of replaced elements, and elements.
#[inline(always)]
pub(crate) fn decode(fields: usize, words: &[u64]) -> (usize, u32, Elements<'_>) {
    let fields = Fields(fields);
    let elements = match fields.size() {
        VALUES => Elements::Words(words),
        size => Elements::Integers { words, len: fields.elements(), size },
    };
    (fields.pos(), fields.count(), elements)
}

/// Whether the fields fit into a header.
#[inline(always)]
pub(crate) fn fits(pos: usize, count: u32, elements: usize) -> bool {
    pos < 1 << 8 && (count < TO_THE_END as u32 || count == ALL) && elements < 1 << 7
}

/// Unpacks integers of `BITS` bits each.
fn unpack<const BITS: usize>(words: &[u64], integers: &mut [u64]) {
    for (part, &word) in integers.chunks_mut(64 / BITS).zip(words) {
        for (i, integer) in part.iter_mut().enumerate() {
            let number = (word << (64 - BITS - i * BITS)) as i64 >> (64 - BITS);
            *integer = T_INT | number as u64;
        }
    }
}
