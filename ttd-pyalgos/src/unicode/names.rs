//! Names of characters.

use std::borrow::Cow;

use rustpython_unicode::data::{LookupResult, Ucd, character_name};

use super::is_assigned_uncached;

/// Names that characters of 15.1 got later, besides those that they had.
const NEWER_NAMES: &[&str] = &[
    "BAMUM LETTER PHASE-A MAEMGBIEE",
    "BAMUM LETTER PHASE-B NGGOM",
    "BAMUM LETTER PHASE-B PUNGGAAM",
    "BAMUM LETTER PHASE-C SHETFON",
    "BAMUM LETTER PHASE-E NGGOP",
    "CUNEIFORM SIGN KALAM",
    "MENDE KIKAKUI SYLLABLE M172 MBO",
    "MENDE KIKAKUI SYLLABLE M174 MBOO",
];

/// Whether it has a name that CPython 3.13 knows: it does not make up those of Tangut ideographs.
fn is_named(c: char) -> bool {
    is_assigned_uncached(c) && !matches!(u32::from(c), 0x17000..=0x187F7 | 0x18D00..=0x18D08)
}

/// The name of a character.
pub fn name(c: char) -> Option<String> {
    character_name(c).filter(|_| is_named(c))
}

/// The character or sequence of characters of this name.
pub fn lookup(name: &str) -> Option<LookupResult> {
    let found = Ucd::new(true).lookup(name)?;
    let known = match found {
        LookupResult::Character(c) => is_named(c) && !NEWER_NAMES.iter().any(|l| l.eq_ignore_ascii_case(name)),
        LookupResult::Sequence(text) => text.chars().all(is_named),
    };
    known.then_some(found)
}

/// The one character of this name.
pub fn character(name: &str) -> Option<char> {
    match lookup(name) {
        Some(LookupResult::Character(c)) => Some(c),
        _ => None,
    }
}

/// A source text in which what only later versions know is nothing that the front end knows, in as many bytes; nothing
/// where there is no such thing. Inside of strings and comments it need not be a mistake. Neither is a mark of the order
/// of bytes known, which is for files and not for texts.
pub fn without_newer(source: &str) -> Option<String> {
    let mut out = Cow::Borrowed(source);
    let is_mark = |at: usize, c: char| at == 0 && c == '\u{FEFF}';
    let refused = |(at, c): (usize, char)| !is_assigned_uncached(c) || is_mark(at, c);
    if !source.is_ascii() && source.char_indices().any(refused) {
        let taken = |(at, c)| if refused((at, c)) { unassigned_like(c) } else { c };
        out = source.char_indices().map(taken).collect();
    }
    for (at, _) in source.match_indices("\\N{") {
        let start = at + 3;
        let Some(length) = source[start..].find('}') else {
            break;
        };
        let name = &source[start..start + length];
        if name.is_ascii() && lookup(name).is_none() && Ucd::new(true).lookup(name).is_some() {
            out.to_mut().replace_range(start..start + length, &"?".repeat(length));
        }
    }
    match out {
        Cow::Borrowed(_) => None,
        Cow::Owned(out) => Some(out),
    }
}

/// A character of the same length that no version has.
fn unassigned_like(c: char) -> char {
    match c.len_utf8() {
        2 => '\u{378}',
        3 => '\u{FDD0}',
        _ => '\u{1FFFE}',
    }
}
