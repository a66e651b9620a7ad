//! Character names.

use std::borrow::Cow;

use rustpython_unicode::data::{LookupResult, Ucd, character_name};

use super::is_assigned_uncached;

/// Names that characters of 15.1 got in later versions, in addition to their own.
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

/// Whether CPython 3.13 has a name for a character: it derives none for Tangut ideographs.
fn is_named(c: char) -> bool {
    is_assigned_uncached(c) && !matches!(u32::from(c), 0x17000..=0x187F7 | 0x18D00..=0x18D08)
}

/// The name of a character.
pub fn name(c: char) -> Option<String> {
    character_name(c).filter(|_| is_named(c))
}

/// The character or sequence with this name.
pub fn lookup(name: &str) -> Option<LookupResult> {
    let found = Ucd::new(true).lookup(name)?;
    let known = match found {
        LookupResult::Character(c) => is_named(c) && !NEWER_NAMES.iter().any(|l| l.eq_ignore_ascii_case(name)),
        LookupResult::Sequence(text) => text.chars().all(is_named),
    };
    known.then_some(found)
}

/// The character with this name.
pub fn character(name: &str) -> Option<char> {
    match lookup(name) {
        Some(LookupResult::Character(c)) => Some(c),
        _ => None,
    }
}

/// Replaces characters newer than 15.1 in a source text by unassigned ones of equal length, so that the front end
/// rejects them; inside strings and comments they are harmless. Byte order marks, which belong to files and not to
/// text, are replaced as well. Returns `None` if there are none.
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

/// An unassigned character of the same length.
fn unassigned_like(c: char) -> char {
    match c.len_utf8() {
        2 => '\u{378}',
        3 => '\u{FDD0}',
        _ => '\u{1FFFE}',
    }
}
