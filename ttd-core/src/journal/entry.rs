//! The entries of the journal, decoded; see the table in `journal`.

use crate::journal::inline_entry;
use crate::journal::kinds::{
    BUFFER_SWAP, EDIT, EDIT_META, ITEM, ITEM_INLINE, SHAPE, SLOT, SLOT_ADDED, SLOT_INLINE, SLOTS, SMALL_EDIT, VALUE,
    WORD,
};
use crate::journal::small_edit;
use crate::journal::small_edit::Elements;
use crate::value::Value;

/// One entry: an exchange of a part of one object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<'a> {
    pub(crate) kind: u8,
    pub(crate) index: u32,
    /// The number in the header: the position for `SLOT`, `ITEM`, `VALUE` and `WORD`, the shape for `SHAPE`, encoded
    /// fields for the inline kinds, the number of words for the others.
    pub(crate) number: usize,
    pub(crate) words: &'a [u64],
}

/// Elements that replace others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edit<'a> {
    pub(crate) pos: usize,
    /// How many elements are replaced, or `ALL`.
    pub(crate) count: u32,
    /// The counters, for containers that have any.
    pub(crate) meta: &'a [u64],
    pub(crate) elements: Elements<'a>,
}

/// A container's buffer that belongs to the entry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SwappedBuffer<'a> {
    pub(crate) ptr: *mut u64,
    /// In elements, like the capacity.
    pub(crate) len: u32,
    pub(crate) cap: u32,
    pub(crate) meta: &'a [u64],
}

/// Makes the header of an entry; `n` is the number of words that follow, or what the kind encodes there: 24 bits, or 30
/// for the inline kinds.
#[inline(always)]
pub(crate) fn header(kind: u8, n: usize, index: u32) -> u64 {
    (kind as u64) << 56 | (n as u64) << 32 | index as u64
}

/// Iterates over the entries of a chunk, first to last.
pub(crate) fn entries(chunk: &[u64]) -> impl Iterator<Item = Entry<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        if at == chunk.len() {
            return None;
        }
        let entry = entry_at(chunk, at);
        at += 1 + entry.words.len();
        Some(entry)
    })
}

/// Calls `f` for each entry with its offset, the cell that it names, and whether it refers to no other object.
/// Collections use it to avoid decoding most entries. Consecutive entries that name one cell and refer to nothing else
/// are reported once.
pub(crate) fn each_cell(chunk: &[u64], mut f: impl FnMut(usize, u32, bool)) {
    let (mut at, mut last) = (0, u32::MAX);
    while let Some(&header) = chunk.get(at) {
        let (kind, number, index) = parts(header);
        let refers_to_nothing = match kind {
            SLOT | ITEM => !Value::from_raw(chunk[at + 1]).is_obj(),
            SMALL_EDIT => small_edit::are_integers(number),
            SLOT_INLINE | ITEM_INLINE | SHAPE | SLOT_ADDED | WORD => true,
            _ => false,
        };
        if !refers_to_nothing || index != last {
            f(at, index, refers_to_nothing);
        }
        last = index;
        at += 1 + words_after(kind, number);
    }
}

/// Splits a header into kind, number and cell.
#[inline(always)]
fn parts(header: u64) -> (u8, usize, u32) {
    let (kind, number) = ((header >> 56) as u8, (header >> 32) as usize);
    match kind < SLOT_INLINE {
        true => (kind, number & 0xFF_FFFF, header as u32),
        false => (kind & 0xC0, number & 0x3FFF_FFFF, header as u32),
    }
}

/// Decodes the entry whose header is at this offset.
#[inline(always)]
pub(crate) fn entry_at(chunk: &[u64], at: usize) -> Entry<'_> {
    let (kind, small, index) = parts(chunk[at]);
    let n = words_after(kind, small);
    Entry { kind, index, number: small, words: &chunk[at + 1..at + 1 + n] }
}

/// Decodes the entry whose header the word at this offset would be. `None`: it is none, but a word of another entry.
pub(crate) fn may_begin_at(chunk: &[u64], at: usize) -> Option<Entry<'_>> {
    let (kind, small, _) = parts(chunk[at]);
    let exists = matches!(kind, SLOTS..=WORD | SLOT_INLINE | ITEM_INLINE);
    let fits = exists && at + words_after(kind, small) < chunk.len();
    fits.then(|| entry_at(chunk, at))
}

/// Returns the number of words after the header of an entry.
#[inline(always)]
fn words_after(kind: u8, number: usize) -> usize {
    // Most entries are of these two kinds.
    if matches!(kind, SLOT | ITEM) {
        return 1;
    }
    match kind {
        SLOT_INLINE | ITEM_INLINE | SHAPE | SLOT_ADDED => 0,
        WORD => 1,
        VALUE => 2,
        SMALL_EDIT => small_edit::words_after(number),
        _ => number,
    }
}

/// Splits a word into its lower and upper half.
#[inline(always)]
fn halves(word: u64) -> (u32, u32) {
    (word as u32, (word >> 32) as u32)
}

impl<'a> Entry<'a> {
    /// Returns the position and the old value of a single slot or list item.
    #[inline(always)]
    pub(crate) fn single(self) -> Option<(usize, u64)> {
        match self.kind {
            SLOT | ITEM => Some((self.number, self.words[0])),
            SLOT_INLINE | ITEM_INLINE => Some(inline_entry::decode(self.number)),
            SLOT_ADDED => Some((inline_entry::decode_slot_added(self.number).0, Value::UNBOUND.raw())),
            _ => None,
        }
    }

    /// Returns the shape of a `SHAPE` or a `SLOT_ADDED`.
    #[inline(always)]
    pub(crate) fn shape(self) -> Option<u32> {
        match self.kind {
            SHAPE => Some(self.number as u32),
            SLOT_ADDED => Some(inline_entry::decode_slot_added(self.number).1),
            _ => None,
        }
    }

    /// Returns the elements that an entry puts into a container.
    #[inline(always)]
    pub(crate) fn edit(self) -> Option<Edit<'a>> {
        let one = |pos, elements| Some(Edit { pos, count: 1, meta: &[], elements });
        let elements = match self.kind {
            ITEM | WORD => return one(self.number, Elements::Words(self.words)),
            ITEM_INLINE => {
                let (pos, value) = inline_entry::decode(self.number);
                return one(pos, Elements::Inline(value));
            }
            SMALL_EDIT => {
                let (pos, count, elements) = small_edit::decode(self.number, self.words);
                return Some(Edit { pos, count, meta: &[], elements });
            }
            EDIT => 1,
            EDIT_META => 3,
            _ => return None,
        };
        let (pos, count) = halves(self.words[0]);
        Some(Edit {
            pos: pos as usize,
            count,
            meta: &self.words[1..elements],
            elements: Elements::Words(&self.words[elements..]),
        })
    }

    /// Returns the buffer of a `BUFFER_SWAP`.
    #[inline(always)]
    pub(crate) fn swapped_buffer(self) -> Option<SwappedBuffer<'a>> {
        let (len, cap) = halves(*self.words.get(1).filter(|_| self.kind == BUFFER_SWAP)?);
        Some(SwappedBuffer { ptr: self.words[0] as *mut u64, len, cap, meta: &self.words[2..4] })
    }

    /// Whether the entry is about an object with slots.
    pub(crate) fn is_about_slots(self) -> bool {
        matches!(self.kind, SLOTS | SLOT | SLOT_INLINE | SHAPE | SLOT_ADDED)
    }
}

/// Collects the offsets of the entries of a chunk, first to last.
pub(crate) fn offsets_of(chunk: &[u64], offsets: &mut Vec<u32>) {
    offsets.clear();
    append_offsets(chunk, 0, offsets);
}

/// Appends the offsets of the entries from offset `from` on.
pub(crate) fn append_offsets(chunk: &[u64], from: usize, offsets: &mut Vec<u32>) {
    let mut at = from;
    while at < chunk.len() {
        offsets.push(at as u32);
        at += 1 + entry_at(chunk, at).words.len();
    }
}
