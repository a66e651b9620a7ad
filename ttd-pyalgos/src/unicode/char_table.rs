//! Cached character properties: a page of the table is computed when one of its characters is first looked up.
//! Characters from U+10000 on are computed every time.

use std::sync::OnceLock;

/// A character property.
#[derive(Clone, Copy)]
pub(super) enum Property {
    Alpha,
    Alnum,
    Decimal,
    Digit,
    Numeric,
    Space,
    Printable,
    Lowercase,
    Uppercase,
    Titlecase,
    Cased,
    CaseIgnorable,
    Assigned,
    Mirrored,
    IdentifierStart,
    IdentifierPart,
}

/// Computes each property without the table.
const COMPUTE: [fn(char) -> bool; 16] = [
    super::alpha,
    super::alnum,
    super::decimal,
    super::digit,
    super::numeric,
    super::space,
    super::printable,
    super::lowercase,
    super::uppercase,
    super::titlecase,
    super::cased,
    super::case_ignorable,
    super::assigned::is_assigned_uncached,
    super::mirrored,
    super::xid_start,
    super::xid_continue,
];

/// Marks a letter whose mapping in some case is more than one character.
const SPECIAL: u32 = 1 << COMPUTE.len();

/// Case mappings and properties of a character.
#[derive(Clone, Copy)]
pub(super) struct CharInfo {
    /// Lower case.
    pub lower: char,
    /// Upper case.
    pub upper: char,
    /// Title case.
    pub title: char,
    /// Folded case.
    pub fold: char,
    /// A bit for each property, and `SPECIAL`.
    bits: u32,
}

const PAGE: usize = 256;
const PAGES: usize = 256;

type Page = [CharInfo; PAGE];

static TABLE: [OnceLock<Box<Page>>; PAGES] = [const { OnceLock::new() }; PAGES];

/// The entry of a character, if it is in the table.
#[inline]
fn cached(c: char) -> Option<&'static CharInfo> {
    let code = c as usize;
    let page = TABLE.get(code / PAGE)?;
    Some(&page.get_or_init(|| Box::new(page_of(code / PAGE)))[code % PAGE])
}

/// A property of a character.
#[inline]
pub(super) fn has(question: Property, c: char) -> bool {
    match cached(c) {
        Some(letter) => letter.bits & 1 << question as u32 != 0,
        None => COMPUTE[question as usize](c),
    }
}

/// The entry of a character, if it is in the table and all its case mappings are single characters.
#[inline]
pub(super) fn single_case_info(c: char) -> Option<&'static CharInfo> {
    cached(c).filter(|letter| letter.bits & SPECIAL == 0)
}

#[cold]
fn page_of(number: usize) -> Page {
    std::array::from_fn(|i| {
        let code = (number * PAGE + i) as u32;
        let c = char::from_u32(code).unwrap_or_default();
        let (lower, upper, title) =
            (single(super::to_lower(c)), single(super::to_upper(c)), single(super::to_title(c)));
        let fold = single(super::to_fold(c));
        let is_special = lower.is_none() || upper.is_none() || title.is_none() || fold.is_none();
        let answers = COMPUTE.iter().rev();
        CharInfo {
            lower: lower.unwrap_or(c),
            upper: upper.unwrap_or(c),
            title: title.unwrap_or(c),
            fold: fold.unwrap_or(c),
            bits: answers.fold(u32::from(is_special), |bits, is| bits << 1 | u32::from(is(c))),
        }
    })
}

/// The only item.
fn single(mut chars: impl Iterator<Item = char>) -> Option<char> {
    chars.next().filter(|_| chars.next().is_none())
}
