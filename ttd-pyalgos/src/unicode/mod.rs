//! Character properties of Unicode 15.1, as in CPython 3.13.
//!
//! The crates implement later versions. Newer characters are unassigned here, and changed properties have their older
//! values. All code of the project uses these functions and not the crates'.

mod assigned;
mod char_table;
pub mod database;
pub mod names;
#[cfg(test)]
mod tests;

use assigned::is_assigned_uncached;
pub use assigned::{map_runs, runs};
use char_table::{Property, has, single_case_info};
use rustpython_unicode::{case, classify, identifier};
use rustpython_wtf8::{CodePoint, Wtf8, Wtf8Buf};

/// Lower case until 16.0.
const PHARYNGEAL_FRICATIVE: char = '\u{295}';

/// A nonspacing mark until 17.0.
const AHOM_MEDIAL_RA: char = '\u{1171E}';

/// Cuneiform signs that became numbers in 16.0.
const NEWER_NUMBERS: &[u32] = &[0x12038, 0x12039, 0x12079, 0x12226, 0x1222B, 0x1230B, 0x1230D, 0x12399];

/// `str.isalpha`: whether a character is a letter.
pub fn is_alpha(c: char) -> bool {
    has(Property::Alpha, c)
}

fn alpha(c: char) -> bool {
    classify::is_alpha(c) && is_assigned_uncached(c)
}

/// `str.isalnum`: whether a character is a letter or number.
pub fn is_alnum(c: char) -> bool {
    has(Property::Alnum, c)
}

fn alnum(c: char) -> bool {
    classify::is_alnum(c) && is_assigned_uncached(c)
}

/// `str.isdecimal`: whether a character is a decimal digit.
pub fn is_decimal(c: char) -> bool {
    has(Property::Decimal, c)
}

fn decimal(c: char) -> bool {
    classify::is_decimal(c) && is_assigned_uncached(c)
}

/// `str.isdigit`: whether a character is a digit of any kind.
pub fn is_digit(c: char) -> bool {
    has(Property::Digit, c)
}

fn digit(c: char) -> bool {
    classify::is_digit(c) && is_assigned_uncached(c)
}

/// `str.isnumeric`: whether a character has a numeric value.
pub fn is_numeric(c: char) -> bool {
    has(Property::Numeric, c)
}

fn numeric(c: char) -> bool {
    classify::is_numeric(c) && is_assigned_uncached(c) && !NEWER_NUMBERS.contains(&u32::from(c))
}

/// `str.isspace`: whether a character is white space.
pub fn is_space(c: char) -> bool {
    has(Property::Space, c)
}

fn space(c: char) -> bool {
    classify::is_space(c)
}

/// `str.isprintable`: whether `repr` shows a character unescaped.
pub fn is_printable(c: char) -> bool {
    has(Property::Printable, c)
}

fn printable(c: char) -> bool {
    classify::is_printable(c) && is_assigned_uncached(c)
}

/// Whether an identifier can begin with a character, `_` excepted.
pub fn is_xid_start(c: char) -> bool {
    has(Property::IdentifierStart, c)
}

fn xid_start(c: char) -> bool {
    identifier::is_xid_start(c) && is_assigned_uncached(c)
}

/// Whether an identifier can contain a character after its first.
pub fn is_xid_continue(c: char) -> bool {
    has(Property::IdentifierPart, c)
}

fn xid_continue(c: char) -> bool {
    identifier::is_xid_continue(c) && is_assigned_uncached(c)
}

/// Whether a character is lower case.
pub fn is_lowercase(c: char) -> bool {
    has(Property::Lowercase, c)
}

fn lowercase(c: char) -> bool {
    (case::is_lowercase(c) || c == PHARYNGEAL_FRICATIVE) && is_assigned_uncached(c)
}

/// Whether a character is upper case.
pub fn is_uppercase(c: char) -> bool {
    has(Property::Uppercase, c)
}

fn uppercase(c: char) -> bool {
    case::is_uppercase(c) && is_assigned_uncached(c)
}

/// Whether a character is title case.
pub fn is_titlecase(c: char) -> bool {
    has(Property::Titlecase, c)
}

fn titlecase(c: char) -> bool {
    case::is_titlecase(c) && is_assigned_uncached(c)
}

/// Whether a character is lower, upper or title case.
pub fn is_cased(c: char) -> bool {
    has(Property::Cased, c)
}

fn cased(c: char) -> bool {
    (case::is_cased(c) || c == PHARYNGEAL_FRICATIVE) && is_assigned_uncached(c)
}

/// Whether a character is ignored when its context determines a case mapping.
pub fn is_case_ignorable(c: char) -> bool {
    has(Property::CaseIgnorable, c)
}

fn case_ignorable(c: char) -> bool {
    (case::is_case_ignorable(c) || c == AHOM_MEDIAL_RA) && is_assigned_uncached(c)
}

/// A mapping, unless it involves characters newer than 15.1: then the character itself.
fn unless_newer(c: char, becomes: impl Iterator<Item = char> + Clone) -> impl Iterator<Item = char> {
    let stays = !is_assigned_uncached(c) || !becomes.clone().all(is_assigned_uncached);
    becomes.filter(move |_| !stays).chain(stays.then_some(c))
}

/// Whether a character is assigned in 15.1, or in no version that the crates know.
pub fn is_assigned(c: char) -> bool {
    has(Property::Assigned, c)
}

/// Whether a character is mirrored in right-to-left text. The sign for "not equivalent to" is since 16.0.
pub fn is_mirrored(c: char) -> bool {
    has(Property::Mirrored, c)
}

fn mirrored(c: char) -> bool {
    is_assigned_uncached(c) && c != '\u{226D}' && rustpython_unicode::Ucd::new(true).mirrored(c.into()) != 0
}

/// A case mapping.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Case {
    /// To upper case.
    Upper,
    /// To lower case, without regard to context.
    Lower,
    /// To title case.
    Title,
    /// To folded case, for caseless comparison.
    Fold,
}

impl Case {
    /// Calls `f` with each character of a mapping.
    #[inline]
    pub fn each(self, c: char, mut f: impl FnMut(char)) {
        match self.single(c) {
            Some(letter) => f(letter),
            None => match self {
                Case::Upper => to_upper(c).for_each(f),
                Case::Lower => to_lower(c).for_each(f),
                Case::Title => to_title(c).for_each(f),
                Case::Fold => to_fold(c).for_each(f),
            },
        }
    }

    /// The first character of a mapping.
    pub fn first(self, c: char) -> char {
        let mut first = None;
        self.each(c, |letter| _ = first.get_or_insert(letter));
        first.unwrap_or(c)
    }

    #[inline]
    fn single(self, c: char) -> Option<char> {
        single_case_info(c).map(|letter| match self {
            Case::Upper => letter.upper,
            Case::Lower => letter.lower,
            Case::Title => letter.title,
            Case::Fold => letter.fold,
        })
    }
}

fn to_upper(c: char) -> impl Iterator<Item = char> {
    unless_newer(c, c.to_uppercase())
}

fn to_lower(c: char) -> impl Iterator<Item = char> {
    unless_newer(c, c.to_lowercase())
}

fn to_title(c: char) -> impl Iterator<Item = char> {
    let mut buffer = [0; 4];
    let text = case::title_str(c.encode_utf8(&mut buffer));
    let becomes: Vec<char> = text.chars().collect();
    unless_newer(c, becomes.into_iter())
}

fn to_fold(c: char) -> impl Iterator<Item = char> {
    let mut buffer = [0; 4];
    let becomes = casefold(Wtf8::new(c.encode_utf8(&mut buffer)));
    becomes.code_points().map(CodePoint::to_char_lossy).collect::<Vec<char>>().into_iter()
}

/// Case folding, for caseless comparison.
pub fn casefold(text: &Wtf8) -> Wtf8Buf {
    map_runs(text, case::casefold_wtf8)
}

/// The general category.
pub fn category(c: char) -> &'static str {
    match c {
        PHARYNGEAL_FRICATIVE => "Ll",
        AHOM_MEDIAL_RA => "Mn",
        _ if !is_assigned(c) => "Cn",
        _ => rustpython_unicode::Ucd::new(true).category(c.into()),
    }
}

/// The East Asian width.
pub fn east_asian_width(c: char) -> &'static str {
    let width = rustpython_unicode::Ucd::new(true).east_asian_width(c.into());
    match u32::from(c) {
        // Yijing and counting rod symbols became wide in 16.0.
        0x2630..=0x2637 | 0x268A..=0x268F | 0x4DC0..=0x4DFF | 0x1D300..=0x1D376 => "N",
        // Ideographic planes are wide, assigned or not.
        code if code < 0x2_0000 && !is_assigned_uncached(c) => "N",
        _ => width,
    }
}

/// Whether a character takes two columns on a terminal.
pub fn is_wide(c: char) -> bool {
    matches!(east_asian_width(c), "W" | "F")
}

/// The numeric value. The values of the East Asian million and quintillion changed in 16.0.
pub fn numeric_value(c: char) -> Option<f64> {
    match c {
        '\u{5146}' => Some(1e6),
        _ if is_numeric(c) => rustpython_unicode::Ucd::new(true).numeric(c.into()),
        _ => None,
    }
}
