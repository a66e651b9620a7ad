//! What is asked of characters, by table: a page of it is made of the same questions when one of its characters is
//! first met. Beyond the first 65,536 characters everything is found out anew.

use std::sync::OnceLock;

/// A question that is asked of characters.
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
}

/// How each of them is answered where there is no table.
const COMPUTE: [fn(char) -> bool; 14] = [
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
];

/// The bit of a letter that becomes more than a single one, in one of the cases.
const SPECIAL: u16 = 1 << COMPUTE.len();

/// What a character becomes in either case, and what it is.
#[derive(Clone, Copy)]
pub(super) struct CharInfo {
    /// As a small one.
    pub lower: char,
    /// As a large one.
    pub upper: char,
    /// At the beginning of a word.
    pub title: char,
    /// A bit for every question, and `SPECIAL`.
    bits: u16,
}

const PAGE: usize = 256;
const PAGES: usize = 256;

type Page = [CharInfo; PAGE];

static TABLE: [OnceLock<Box<Page>>; PAGES] = [const { OnceLock::new() }; PAGES];

/// What is known of the character, if it is in the table.
#[inline]
fn cached(c: char) -> Option<&'static CharInfo> {
    let code = c as usize;
    let page = TABLE.get(code / PAGE)?;
    Some(&page.get_or_init(|| Box::new(page_of(code / PAGE)))[code % PAGE])
}

/// The answer for a character.
#[inline]
pub(super) fn has(question: Property, c: char) -> bool {
    match cached(c) {
        Some(letter) => letter.bits & 1 << question as u16 != 0,
        None => COMPUTE[question as usize](c),
    }
}

/// What becomes of the character, if it is in the table and always becomes a single one.
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
        let is_special = lower.is_none() || upper.is_none() || title.is_none();
        let answers = COMPUTE.iter().rev();
        CharInfo {
            lower: lower.unwrap_or(c),
            upper: upper.unwrap_or(c),
            title: title.unwrap_or(c),
            bits: answers.fold(u16::from(is_special), |bits, is| bits << 1 | u16::from(is(c))),
        }
    })
}

/// The only character there is.
fn single(mut chars: impl Iterator<Item = char>) -> Option<char> {
    chars.next().filter(|_| chars.next().is_none())
}
