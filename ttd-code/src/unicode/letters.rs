//! The letters of Europe's scripts, by table: what is asked of nearly all characters that are not ASCII. A page of the
//! table is made of the same questions when one of its characters is first met.

use std::sync::LazyLock;

/// What a letter becomes in either case, and what it is.
#[derive(Clone, Copy)]
pub(super) struct Letter {
    /// As a small one.
    pub(super) lower: char,
    /// As a large one.
    pub(super) upper: char,
    /// At the beginning of a word.
    pub(super) title: char,
    /// One of them is not a single character.
    is_special: bool,
    pub(super) is_lowercase: bool,
    pub(super) is_uppercase: bool,
    pub(super) is_cased: bool,
}

const PAGE: usize = 256;
/// Up to Armenian.
const PAGES: usize = 6;

type Page = [Letter; PAGE];

static LETTERS: [LazyLock<Page>; PAGES] = [
    LazyLock::new(|| page(0)),
    LazyLock::new(|| page(1)),
    LazyLock::new(|| page(2)),
    LazyLock::new(|| page(3)),
    LazyLock::new(|| page(4)),
    LazyLock::new(|| page(5)),
];

/// What is known of the character, if it is in the table.
#[inline]
pub(super) fn known(c: char) -> Option<&'static Letter> {
    let code = c as usize;
    Some(&LETTERS.get(code / PAGE)?[code % PAGE])
}

/// What becomes of the character, if it is in the table and always becomes a single one.
#[inline]
pub(super) fn letter(c: char) -> Option<&'static Letter> {
    known(c).filter(|letter| !letter.is_special)
}

fn page(number: usize) -> Page {
    std::array::from_fn(|i| {
        let code = (number * PAGE + i) as u32;
        let c = char::from_u32(code).unwrap_or_default();
        let (lower, upper, title) = (
            one(super::smaller(c)),
            one(super::larger(c)),
            one(super::titled(c)),
        );
        Letter {
            lower: lower.unwrap_or(c),
            upper: upper.unwrap_or(c),
            title: title.unwrap_or(c),
            is_special: lower.is_none() || upper.is_none() || title.is_none(),
            is_lowercase: super::lowercase(c),
            is_uppercase: super::uppercase(c),
            is_cased: super::cased(c),
        }
    })
}

/// The only character there is.
fn one(mut chars: impl Iterator<Item = char>) -> Option<char> {
    chars.next().filter(|_| chars.next().is_none())
}
