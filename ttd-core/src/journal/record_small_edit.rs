//! Writes the entries of `small_edit`.

use crate::journal::kinds::SMALL_EDIT;
use crate::journal::small_edit::{TO_THE_END, VALUES, fits, words_after};
use crate::journal::writer::Writer;
use crate::memory::pool::Pool;
use crate::memory::word_vec::WordVec;
use crate::value::T_INT;

/// Writes an entry that puts these elements of a list in place of `count` at `pos`.
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
    let fields = pos | count << 8 | elements.len() << 15 | (size as usize) << 22;
    let entry = out.begin_numbered(pool, SMALL_EDIT, fields, index, words_after(fields));
    match size {
        0 => pack::<8>(elements, entry),
        1 => pack::<16>(elements, entry),
        2 => pack::<32>(elements, entry),
        _ => entry.extend_from_slice(elements),
    }
}

/// Writes an entry of up to eight one-byte integers; returns false when the elements are others, or do not fit.
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
    let fields = pos | count << 8 | elements.len() << 15;
    let word = (!elements.is_empty()).then_some(word);
    out.header_and_word(pool, SMALL_EDIT, fields, index, word);
    true
}

/// Packs up to eight one-byte integers into a word, the first in its lowest byte: the most frequent case.
#[inline(always)]
fn bytes_of(elements: &[u64]) -> Option<u64> {
    if elements.len() > 8 {
        return None;
    }
    // Last to first: each iteration depends on the one before, which keeps compilers from vectorising so short a loop.
    let (mut word, mut others) = (0, 0);
    for &w in elements.iter().rev() {
        others |= w ^ (T_INT | w as i8 as u64);
        word = word << 8 | (w & 0xFF);
    }
    (others == 0).then_some(word)
}

/// Appends integers of `BITS` bits each.
fn pack<const BITS: usize>(integers: &[u64], out: &mut WordVec) {
    for part in integers.chunks(64 / BITS) {
        let low = |w: u64| w & (u64::MAX >> (64 - BITS));
        out.push(part.iter().rev().fold(0, |word, &w| word << BITS | low(w)));
    }
}

/// Returns the size code of elements: that of the longest, if all are integers.
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
    use crate::journal::kinds::ALL;
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
