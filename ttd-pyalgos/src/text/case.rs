//! Case conversion of non-ASCII text. Lone surrogates stay unchanged.

use crate::unicode::{self, Case};
use rustpython_wtf8::CodePoint;

use crate::text::wtf8::{begins_char, chars, decode, push_char, write_char};

/// Bytes that are written at once.
const BLOCK: usize = 256;

/// Bytes of the longest mapping: three characters of four.
const LONGEST: usize = 12;

/// Lower case.
pub fn lower(text: &[u8]) -> Vec<u8> {
    each(text, Case::Lower, u8::to_ascii_lowercase)
}

/// Upper case.
pub fn upper(text: &[u8]) -> Vec<u8> {
    each(text, Case::Upper, u8::to_ascii_uppercase)
}

/// Case folding for caseless comparison.
pub fn casefold(text: &[u8]) -> Vec<u8> {
    each(text, Case::Fold, u8::to_ascii_lowercase)
}

/// Converts all characters to one case.
#[inline(always)]
fn each(text: &[u8], case: Case, ascii: impl Fn(&u8) -> u8) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + LONGEST);
    let mut room = [0; BLOCK];
    let mut at = 0;
    while at < text.len() {
        let mut filled = 0;
        while at < text.len() && filled <= BLOCK - LONGEST {
            if text[at] < 0x80 {
                room[filled] = ascii(&text[at]);
                filled += 1;
                at += 1;
                continue;
            }
            // Characters of two bytes are those of most alphabets.
            let (code_point, width) = match text[at..] {
                [lead @ ..0xE0, next, ..] => (CodePoint::from(two_bytes(lead, next)), 2),
                _ => decode(text, at),
            };
            let mut write = |c: char| filled += write_char(&mut room[filled..], c.into());
            match code_point.to_char() {
                Some('Σ') if case == Case::Lower && ends_word(text, at) => write('ς'),
                Some(c) => case.each(c, write),
                None => filled += write_char(&mut room[filled..], code_point.to_u32()),
            }
            at += width;
        }
        out.extend_from_slice(&room[..filled]);
    }
    out
}

/// The character of two bytes.
#[inline]
fn two_bytes(lead: u8, next: u8) -> char {
    char::from_u32(u32::from(lead & 0x1F) << 6 | u32::from(next & 0x3F)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The first character in title case, the rest in lower case.
pub fn capitalize(text: &[u8]) -> Vec<u8> {
    map(text, |out, at, c| match at {
        0 => out.push(Case::Title, c),
        _ => out.lower(at, c),
    })
}

/// Every word in title case.
pub fn title(text: &[u8]) -> Vec<u8> {
    map(text, |out, at, c| {
        let inside = out.before.is_some_and(|c| c.is_char_and(unicode::is_cased));
        if inside { out.lower(at, c) } else { out.push(Case::Title, c) }
    })
}

/// Swaps upper and lower case.
pub fn swapcase(text: &[u8]) -> Vec<u8> {
    map(text, |out, at, c| {
        if unicode::is_uppercase(c) {
            out.lower(at, c);
        } else if unicode::is_lowercase(c) {
            out.push(Case::Upper, c);
        } else {
            push_char(&mut out.out, c.into());
        }
    })
}

/// A text being converted.
struct Conversion<'a> {
    text: &'a [u8],
    out: Vec<u8>,
    /// The previous character.
    before: Option<CodePoint>,
}

/// Converts a text; `convert` gets each character with its position.
#[inline(always)]
fn map(text: &[u8], convert: impl Fn(&mut Conversion<'_>, usize, char)) -> Vec<u8> {
    let mut conversion = Conversion { text, out: Vec::with_capacity(text.len()), before: None };
    let mut at = 0;
    while at < text.len() {
        let (code_point, width) = decode(text, at);
        match code_point.to_char() {
            Some(c) => convert(&mut conversion, at, c),
            None => push_char(&mut conversion.out, code_point),
        }
        conversion.before = Some(code_point);
        at += width;
    }
    conversion.out
}

impl Conversion<'_> {
    #[inline]
    fn push(&mut self, case: Case, c: char) {
        case.each(c, |c| push_char(&mut self.out, c.into()));
    }

    /// Appends the lower case of the character at a position.
    #[inline]
    fn lower(&mut self, at: usize, c: char) {
        match c {
            'Σ' if ends_word(self.text, at) => push_char(&mut self.out, 'ς'.into()),
            _ => self.push(Case::Lower, c),
        }
    }
}

/// Whether the `Σ` at a position ends a word: a cased letter precedes it and none follows.
fn ends_word(text: &[u8], at: usize) -> bool {
    let passed = |c: &CodePoint| !c.is_char_and(unicode::is_case_ignorable);
    let cased = |c: Option<CodePoint>| c.is_some_and(|c| c.is_char_and(unicode::is_cased));
    let (before, behind) = (&text[..at], &text[at + 'Σ'.len_utf8()..]);
    cased(backwards(before).find(passed)) && !cased(chars(behind).find(passed))
}

/// The code points of WTF-8 in reverse order.
fn backwards(text: &[u8]) -> impl Iterator<Item = CodePoint> {
    let starts = (0..text.len()).rev().filter(|&at| begins_char(text[at]));
    starts.map(|at| decode(text, at).0)
}
