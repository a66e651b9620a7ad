//! Sets of characters: literals, classes and categories, with or without case folding.

use crate::unicode;

/// How case is folded before characters are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fold {
    /// Not at all.
    None,
    /// ASCII letters.
    Ascii,
    /// The locale's rules; the locale is always "C".
    Locale,
    /// Unicode's lower case.
    Unicode,
}

/// An item of a pattern that matches one character.
#[derive(Clone, Debug)]
pub enum Item {
    /// Any character but a line feed.
    NotLinefeed,
    /// Any character.
    Any,
    /// One character, or any other one.
    Literal {
        /// The character, folded already.
        code: u32,
        /// The folding.
        fold: Fold,
        /// Whether the other characters match.
        negated: bool,
    },
    /// A character class in `re._compiler`'s words.
    Class {
        /// The words, ending with `FAILURE`.
        words: Box<[u32]>,
        /// The folding.
        fold: Fold,
    },
    /// A category on its own.
    Category(u32),
    /// The possible first characters of a match: a table for the first 256, and one answer for all others.
    First {
        /// Whether each of the first 256 characters is possible.
        table: Box<[bool; 256]>,
        /// Whether the others are.
        others: bool,
    },
}

/// A set of characters: a table for the first 256, and the item that decides about others.
#[derive(Clone, Debug)]
pub struct Set {
    table: [bool; 256],
    item: Item,
    /// The only character that is not in the set, if it is ASCII: a run of the set ends where that occurs.
    missing: Option<u8>,
}

/// Opcodes inside character classes.
mod op {
    pub(super) const FAILURE: u32 = 0;
    pub(super) const CATEGORY: u32 = 8;
    pub(super) const CHARSET: u32 = 9;
    pub(super) const BIGCHARSET: u32 = 10;
    pub(super) const LITERAL: u32 = 16;
    pub(super) const NEGATE: u32 = 21;
    pub(super) const RANGE: u32 = 22;
    pub(super) const RANGE_UNI_IGNORE: u32 = 42;
}

impl Set {
    /// The set of characters that an item matches.
    pub fn new(item: Item) -> Set {
        let mut table = [false; 256];
        for (code, answer) in (0..).zip(table.iter_mut()) {
            *answer = item.matches(code);
        }
        let missing = match item {
            Item::NotLinefeed => Some(b'\n'),
            Item::Literal { code: code @ 0..0x80, fold: Fold::None, negated: true } => Some(code as u8),
            _ => None,
        };
        Set { table, item, missing }
    }

    /// Whether the set contains a character.
    #[inline(always)]
    pub fn contains(&self, c: u32) -> bool {
        if c < 256 { self.table[c as usize] } else { self.item.matches(c) }
    }

    /// Whether the set contains a character below 256.
    #[inline(always)]
    pub fn contains_byte(&self, byte: u8) -> bool {
        self.table[byte as usize]
    }

    /// The only character that is not in the set, if known and ASCII.
    pub fn missing(&self) -> Option<u8> {
        self.missing
    }

    /// Whether the set contains all characters.
    pub fn is_all(&self) -> bool {
        matches!(self.item, Item::Any)
    }
}

impl Item {
    #[inline(never)]
    fn matches(&self, c: u32) -> bool {
        match self {
            Item::NotLinefeed => c != 10,
            Item::Any => true,
            Item::Literal { code, fold, negated } => same(*fold, *code, c) != *negated,
            Item::Class { words, fold } => match fold {
                Fold::None => class(words, c),
                Fold::Locale => {
                    let (low, up) = (lower_ascii(c), upper_ascii(c));
                    class(words, low) || (up != low && class(words, up))
                }
                _ => class(words, folded(*fold, c)),
            },
            Item::Category(code) => category(*code, c),
            Item::First { table, others } => table.get(c as usize).copied().unwrap_or(*others),
        }
    }
}

/// Whether a character equals a literal, which is folded already.
pub fn same(fold: Fold, code: u32, c: u32) -> bool {
    match fold {
        Fold::None => code == c,
        Fold::Ascii => code == lower_ascii(c),
        Fold::Locale => code == c || code == lower_ascii(c) || code == upper_ascii(c),
        Fold::Unicode => code == lower_unicode(c),
    }
}

/// The folded form of a character.
pub fn folded(fold: Fold, c: u32) -> u32 {
    match fold {
        Fold::None => c,
        Fold::Ascii | Fold::Locale => lower_ascii(c),
        Fold::Unicode => lower_unicode(c),
    }
}

/// The length of a well-formed class, with the `FAILURE` at its end; `None` for anything else.
pub fn class_length(words: &[u32]) -> Option<usize> {
    let mut at = 0;
    loop {
        let rest = words.len().checked_sub(at)?;
        let length = match *words.get(at)? {
            op::FAILURE => return Some(at + 1),
            op::NEGATE => 1,
            op::CATEGORY if *words.get(at + 1)? < 18 => 2,
            op::LITERAL => 2,
            op::RANGE | op::RANGE_UNI_IGNORE => 3,
            op::CHARSET => 9,
            op::BIGCHARSET => {
                let blocks = *words.get(at + 1)? as usize;
                let indices = words.get(at + 2..at + 66)?;
                let known = indices.iter().flat_map(|w| w.to_le_bytes()).all(|b| usize::from(b) < blocks);
                if blocks > 256 || !known {
                    return None;
                }
                66 + blocks * 8
            }
            _ => return None,
        };
        if length > rest {
            return None;
        }
        at += length;
    }
}

/// Whether a class contains a character. The words were checked.
fn class(words: &[u32], c: u32) -> bool {
    let (mut ok, mut at) = (true, 0);
    loop {
        let found = match words[at] {
            op::NEGATE => {
                ok = !ok;
                at += 1;
                continue;
            }
            op::CATEGORY => {
                at += 2;
                category(words[at - 1], c)
            }
            op::LITERAL => {
                at += 2;
                words[at - 1] == c
            }
            op::RANGE => {
                at += 3;
                (words[at - 2]..=words[at - 1]).contains(&c)
            }
            op::RANGE_UNI_IGNORE => {
                at += 3;
                let range = words[at - 2]..=words[at - 1];
                range.contains(&c) || range.contains(&upper_unicode(c))
            }
            op::CHARSET => {
                at += 9;
                c < 256 && words[at - 8 + (c >> 5) as usize] & 1 << (c & 31) != 0
            }
            op::BIGCHARSET => {
                let blocks = &words[at + 66..];
                let block = words[at + 2 + (c as usize >> 10 & 63)].to_le_bytes()[c as usize >> 8 & 3];
                let found = c < 0x10000 && blocks[usize::from(block) * 8 + (c as usize >> 5 & 7)] & 1 << (c & 31) != 0;
                at += 66 + words[at + 1] as usize * 8;
                found
            }
            _ => return !ok,
        };
        if found {
            return ok;
        }
    }
}

fn category(code: u32, c: u32) -> bool {
    let yes = match code >> 1 {
        0 => is_digit(c),
        1 => is_space(c),
        2 | 4 => is_word(c),
        3 => c == 10,
        5 => is_uni_digit(c),
        6 => is_uni_space(c),
        7 => is_uni_word(c),
        _ => is_uni_linebreak(c),
    };
    // Even codes are categories, odd ones their complements.
    yes == (code & 1 == 0)
}

fn is_digit(c: u32) -> bool {
    (0x30..=0x39).contains(&c)
}

fn is_space(c: u32) -> bool {
    matches!(c, 9..=13 | 32)
}

/// A letter or digit of ASCII, or an underscore.
pub fn is_word(c: u32) -> bool {
    u8::try_from(c).is_ok_and(|b| b.is_ascii_alphanumeric() || b == b'_')
}

fn is_uni_digit(c: u32) -> bool {
    if c < 128 { is_digit(c) } else { char::from_u32(c).is_some_and(unicode::is_decimal) }
}

fn is_uni_space(c: u32) -> bool {
    if c < 128 { matches!(c, 9..=13 | 28..=32) } else { char::from_u32(c).is_some_and(unicode::is_space) }
}

/// A letter or digit of Unicode, or an underscore.
pub fn is_uni_word(c: u32) -> bool {
    if c < 128 { is_word(c) } else { char::from_u32(c).is_some_and(unicode::is_alnum) }
}

fn is_uni_linebreak(c: u32) -> bool {
    matches!(c, 10..=13 | 28..=30 | 0x85 | 0x2028 | 0x2029)
}

/// Lower case of ASCII letters.
pub fn lower_ascii(c: u32) -> u32 {
    if (0x41..=0x5A).contains(&c) { c + 32 } else { c }
}

fn upper_ascii(c: u32) -> u32 {
    if (0x61..=0x7A).contains(&c) { c - 32 } else { c }
}

/// Lower case; of several characters the first.
pub fn lower_unicode(c: u32) -> u32 {
    if c < 128 {
        return lower_ascii(c);
    }
    char::from_u32(c).map_or(c, |c| unicode::Case::Lower.first(c).into())
}

/// Upper case; of several characters the first.
pub fn upper_unicode(c: u32) -> u32 {
    if c < 128 {
        return upper_ascii(c);
    }
    char::from_u32(c).map_or(c, |c| unicode::Case::Upper.first(c).into())
}
