//! Case conversion of non-ASCII text. Lone surrogates stay unchanged.

use crate::unicode::{self, Case};
use rustpython_wtf8::{CodePoint, Wtf8};

use crate::text::wtf8::{begins_char, chars, decode, push_char};

/// Lower case.
pub fn lower(text: &[u8]) -> Vec<u8> {
    map(text, |out, at, c| out.lower(at, c))
}

/// Upper case.
pub fn upper(text: &[u8]) -> Vec<u8> {
    map(text, |out, _, c| out.push(Case::Upper, c))
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

/// Case folding for caseless comparison.
pub fn casefold(text: &[u8]) -> Vec<u8> {
    unicode::casefold(Wtf8::from_bytes(text).unwrap_or_default()).into_bytes()
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
            'Σ' if self.ends_word(at) => push_char(&mut self.out, 'ς'.into()),
            _ => self.push(Case::Lower, c),
        }
    }

    /// Whether the `Σ` at a position ends a word: a cased letter precedes it and none follows.
    fn ends_word(&self, at: usize) -> bool {
        let passed = |c: &CodePoint| !c.is_char_and(unicode::is_case_ignorable);
        let cased = |c: Option<CodePoint>| c.is_some_and(|c| c.is_char_and(unicode::is_cased));
        let (before, behind) = (&self.text[..at], &self.text[at + 'Σ'.len_utf8()..]);
        cased(backwards(before).find(passed)) && !cased(chars(behind).find(passed))
    }
}

/// The code points of WTF-8 in reverse order.
fn backwards(text: &[u8]) -> impl Iterator<Item = CodePoint> {
    let starts = (0..text.len()).rev().filter(|&at| begins_char(text[at]));
    starts.map(|at| decode(text, at).0)
}
