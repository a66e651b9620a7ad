//! Where the characters of long texts lie: what makes `text[i]` in a text that is not ASCII independent of its length.
//!
//! Strings are WTF-8, so the byte of a character is found by counting. For a text longer than [`LEAST`] bytes, every
//! [`STRIDE`]th character is noted the first time that one is asked for; those of the last few texts are kept. Indexes
//! are a cache: they follow from the text, and a string never changes.

use ttd_core::value::Value;
use ttd_pyalgos::text::wtf8::{byte_position, count_chars, nearer_position};

use crate::Vm;

/// Shorter texts are counted through.
const LEAST: usize = 1024;
/// How many characters lie between two that are noted.
const STRIDE: usize = 256;
/// How many characters are stepped through from the one that was asked for last.
const NEAR: usize = 16;
/// Number of texts whose indexes are kept.
const KEPT: usize = 4;

/// The indexes of the texts that were asked for last, in a ring.
#[derive(Default)]
pub(crate) struct CharIndexes {
    ring: [Option<CharIndex>; KEPT],
    next: usize,
}

impl CharIndexes {
    /// Forgets all: another text may get the address and the number of one that is known, in another future.
    pub(crate) fn clear(&mut self) {
        *self = CharIndexes::default();
    }
}

struct CharIndex {
    text: Value,
    /// The string's allocation number: its address may be given to another.
    number: u64,
    /// The byte at which character `STRIDE * i` begins.
    marks: Vec<usize>,
    /// A character that was asked for last, and its byte: the next one is mostly near it.
    last: (usize, usize),
}

impl CharIndex {
    fn new(vm: &Vm, text: Value) -> CharIndex {
        let bytes = vm.heap.bytes(text);
        let mut marks = Vec::with_capacity(vm.str_len(text) / STRIDE + 1);
        let mut at = 0;
        while at < bytes.len() {
            marks.push(at);
            at += byte_position(&bytes[at..], STRIDE);
        }
        CharIndex { text, number: vm.heap.alloc_id(text), marks, last: (0, 0) }
    }

    fn byte(&mut self, bytes: &[u8], char: usize) -> usize {
        let (last, mut at) = self.last;
        let found = match char.checked_sub(last) {
            Some(ahead) if ahead <= NEAR => {
                for _ in 0..ahead {
                    at += bytes.get(at).map_or(0, |lead| ttd_pyalgos::text::wtf8::char_width(*lead));
                }
                at
            }
            _ => self.byte_by_mark(bytes, char),
        };
        self.last = (char, found);
        found
    }

    fn byte_by_mark(&self, bytes: &[u8], char: usize) -> usize {
        match self.marks.get(char / STRIDE) {
            Some(mark) => mark + byte_position(&bytes[*mark..], char % STRIDE),
            None => bytes.len(),
        }
    }

    fn char(&self, bytes: &[u8], byte: usize) -> usize {
        let mark = self.marks.partition_point(|mark| *mark <= byte).saturating_sub(1);
        mark * STRIDE + count_chars(&bytes[self.marks[mark]..byte])
    }
}

impl Vm {
    /// Returns the byte at which a character of a string begins; that of its end for the index behind the last.
    #[inline]
    pub(crate) fn byte_of_char(&mut self, text: Value, char: usize) -> usize {
        if self.is_ascii(text) {
            return char;
        }
        let bytes = self.heap.bytes(text);
        if bytes.len() < LEAST {
            return nearer_position(bytes, self.str_len(text), char);
        }
        let at = self.char_index(text);
        self.caches.char_indexes.ring[at].as_mut().map_or(0, |index| index.byte(self.heap.bytes(text), char))
    }

    /// Notes where the character of a string begins that will be asked for next.
    #[inline]
    pub(crate) fn note_char(&mut self, text: Value, char: usize, byte: usize) {
        if self.is_ascii(text) {
            return;
        }
        let number = self.heap.alloc_id(text);
        let mut indexes = self.caches.char_indexes.ring.iter_mut().flatten();
        if let Some(index) = indexes.find(|index| index.text == text && index.number == number) {
            index.last = (char, byte);
        }
    }

    /// Returns the index of the character that begins at a byte of a string.
    #[inline]
    pub(crate) fn char_of_byte(&mut self, text: Value, byte: usize) -> usize {
        if self.is_ascii(text) {
            return byte;
        }
        if byte < LEAST {
            return count_chars(&self.heap.bytes(text)[..byte]);
        }
        let at = self.char_index(text);
        self.caches.char_indexes.ring[at].as_ref().map_or(0, |index| index.char(self.heap.bytes(text), byte))
    }

    /// Returns the place of a text's index in the ring; makes it if need be.
    fn char_index(&mut self, text: Value) -> usize {
        let number = self.heap.alloc_id(text);
        let is_its = |index: &Option<CharIndex>| index.as_ref().is_some_and(|i| i.text == text && i.number == number);
        if let Some(at) = self.caches.char_indexes.ring.iter().position(is_its) {
            return at;
        }
        let made = CharIndex::new(self, text);
        let indexes = &mut self.caches.char_indexes;
        let at = indexes.next;
        indexes.next = (at + 1) % KEPT;
        indexes.ring[at] = Some(made);
        at
    }
}
