//! Characters as CPython 3.13 knows them, which has Unicode 15.1. The crates have later versions: what came after 15.1
//! is no character here, and where properties of older characters were changed, they are the older ones.
//!
//! Whoever asks something of a character asks here and not the crates.

mod later;
mod letters;
pub mod names;
#[cfg(test)]
mod tests;

pub use later::{is_known, map_runs, runs};
use letters::{Letter, letter};
pub use rustpython_unicode::classify::is_space;
use rustpython_unicode::{case, classify, identifier};
use rustpython_wtf8::{Wtf8, Wtf8Buf};

/// A letter that was a small one until 16.0.
const PHARYNGEAL_FRICATIVE: char = '\u{295}';

/// A vowel sign that did not take space of its own until 17.0.
const AHOM_MEDIAL_RA: char = '\u{1171E}';

/// Signs of cuneiform script that were no numbers until 16.0.
const NUMBERS_LATER: &[u32] = &[
    0x12038, 0x12039, 0x12079, 0x12226, 0x1222B, 0x1230B, 0x1230D, 0x12399,
];

/// Whether it is a letter, as `str.isalpha` has it.
pub fn is_alpha(c: char) -> bool {
    classify::is_alpha(c) && is_known(c)
}

/// Whether it is a letter or a number.
pub fn is_alnum(c: char) -> bool {
    classify::is_alnum(c) && is_known(c)
}

/// Whether it is a digit of a decimal number.
pub fn is_decimal(c: char) -> bool {
    classify::is_decimal(c) && is_known(c)
}

/// Whether it is a digit of any kind.
pub fn is_digit(c: char) -> bool {
    classify::is_digit(c) && is_known(c)
}

/// Whether it stands for a number.
pub fn is_numeric(c: char) -> bool {
    classify::is_numeric(c) && is_known(c) && !NUMBERS_LATER.contains(&u32::from(c))
}

/// Whether it is shown as itself, as a space is.
pub fn is_printable(c: char) -> bool {
    classify::is_printable(c) && is_known(c)
}

/// Whether a name can begin with it, `_` apart.
pub fn is_xid_start(c: char) -> bool {
    identifier::is_xid_start(c) && is_known(c)
}

/// Whether a name can have it after its beginning.
pub fn is_xid_continue(c: char) -> bool {
    identifier::is_xid_continue(c) && is_known(c)
}

/// Whether it is a small letter.
pub fn is_lowercase(c: char) -> bool {
    letters::known(c).map_or_else(|| lowercase(c), |letter| letter.is_lowercase)
}

fn lowercase(c: char) -> bool {
    (case::is_lowercase(c) || c == PHARYNGEAL_FRICATIVE) && is_known(c)
}

/// Whether it is a large letter.
pub fn is_uppercase(c: char) -> bool {
    letters::known(c).map_or_else(|| uppercase(c), |letter| letter.is_uppercase)
}

fn uppercase(c: char) -> bool {
    case::is_uppercase(c) && is_known(c)
}

/// Whether it is a letter that begins large and ends small.
pub fn is_titlecase(c: char) -> bool {
    case::is_titlecase(c) && is_known(c)
}

/// Whether it is small, large or in between.
pub fn is_cased(c: char) -> bool {
    letters::known(c).map_or_else(|| cased(c), |letter| letter.is_cased)
}

fn cased(c: char) -> bool {
    (case::is_cased(c) || c == PHARYNGEAL_FRICATIVE) && is_known(c)
}

/// Whether it is passed over when the letters around it are looked at.
pub fn is_case_ignorable(c: char) -> bool {
    (case::is_case_ignorable(c) || c == AHOM_MEDIAL_RA) && is_known(c)
}

/// What a character becomes, unless that is nothing that 15.1 has.
fn unless_later(
    c: char,
    becomes: impl Iterator<Item = char> + Clone,
) -> impl Iterator<Item = char> {
    let stays = !is_known(c) || !becomes.clone().all(is_known);
    becomes.filter(move |_| !stays).chain(stays.then_some(c))
}

/// What the table has for a character, or else what is found.
fn either<I: Iterator<Item = char>>(
    c: char,
    known: fn(&Letter) -> char,
    find: fn(char) -> I,
) -> impl Iterator<Item = char> {
    let known = letter(c).map(known);
    let found = known.is_none().then(|| find(c));
    known.into_iter().chain(found.into_iter().flatten())
}

/// The large letters that stand for a character.
pub fn upper(c: char) -> impl Iterator<Item = char> {
    either(c, |letter| letter.upper, larger)
}

fn larger(c: char) -> impl Iterator<Item = char> {
    unless_later(c, c.to_uppercase())
}

/// The small letters that stand for a character, whatever is around it.
pub fn lower(c: char) -> impl Iterator<Item = char> {
    either(c, |letter| letter.lower, smaller)
}

fn smaller(c: char) -> impl Iterator<Item = char> {
    unless_later(c, c.to_lowercase())
}

/// What a character is at the beginning of a word.
pub fn title(c: char) -> impl Iterator<Item = char> {
    either(c, |letter| letter.title, titled)
}

fn titled(c: char) -> impl Iterator<Item = char> {
    let mut buffer = [0; 4];
    let text = case::title_str(c.encode_utf8(&mut buffer));
    let becomes: Vec<char> = text.chars().collect();
    unless_later(c, becomes.into_iter())
}

/// What is compared where case does not count.
pub fn casefold(text: &Wtf8) -> Wtf8Buf {
    map_runs(text, case::casefold_wtf8)
}

/// The general category.
pub fn category(c: char) -> &'static str {
    match c {
        PHARYNGEAL_FRICATIVE => "Ll",
        AHOM_MEDIAL_RA => "Mn",
        _ if !is_known(c) => "Cn",
        _ => rustpython_unicode::Ucd::new(true).category(c.into()),
    }
}

/// How wide it is among characters of East Asia.
pub fn east_asian_width(c: char) -> &'static str {
    let width = rustpython_unicode::Ucd::new(true).east_asian_width(c.into());
    match u32::from(c) {
        // Signs of the Yijing and of counting rods became wide with 16.0.
        0x2630..=0x2637 | 0x268A..=0x268F | 0x4DC0..=0x4DFF | 0x1D300..=0x1D376 => "N",
        // The planes of ideographs are wide, assigned or not.
        code if code < 0x2_0000 && !is_known(c) => "N",
        _ => width,
    }
}

/// Whether it is wide on a terminal.
pub fn is_wide(c: char) -> bool {
    matches!(east_asian_width(c), "W" | "F")
}

/// The value of a number. The millions and quintillions of East Asia changed with 16.0.
pub fn numeric_value(c: char) -> Option<f64> {
    match c {
        '\u{5146}' => Some(1e6),
        _ if is_numeric(c) => rustpython_unicode::Ucd::new(true).numeric(c.into()),
        _ => None,
    }
}
