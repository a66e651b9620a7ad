//! The two versions of the character database that `unicodedata` offers: 15.1 and 3.2.

use crate::unicode;
use rustpython_unicode::data::{LookupResult, Ucd};
use rustpython_wtf8::CodePoint;

/// A version of the database.
#[derive(Clone, Copy)]
pub struct Database {
    modern: bool,
}

impl Database {
    /// The database of Unicode 15.1, or of 3.2.
    pub const fn new(modern: bool) -> Database {
        Database { modern }
    }

    fn crate_table(self) -> Ucd {
        Ucd::new(self.modern)
    }

    /// Whether this version has the character. Surrogates do not count.
    fn has(self, c: CodePoint) -> bool {
        c.is_char_and(|c| unicode::is_assigned(c) && self.crate_table().membership(c))
    }

    /// The general category, such as `Lu`.
    pub fn category(self, c: CodePoint) -> &'static str {
        match c.to_char() {
            Some(c) if self.modern => unicode::category(c),
            _ => self.crate_table().category(c),
        }
    }

    /// The bidirectional class; empty for unassigned characters.
    pub fn bidirectional(self, c: CodePoint) -> &'static str {
        match (self.category(c), c.to_u32()) {
            ("Cs", _) => "L",
            ("Cn", _) => "",
            // Later versions made these marks spacing and these mathematical signs neutral.
            (_, 0x1B3A | 0x1B3C | 0x1B42 | 0x1171E) => "NSM",
            (_, 0x1D6C1 | 0x1D6FB | 0x1D735 | 0x1D76F | 0x1D7A9) => "L",
            _ => self.crate_table().bidirectional(c),
        }
    }

    /// The canonical combining class.
    pub fn combining(self, c: CodePoint) -> u8 {
        if self.has(c) { self.crate_table().combining(c) } else { 0 }
    }

    /// 1 when the character is mirrored in text that runs from right to left, else 0.
    pub fn mirrored(self, c: CodePoint) -> i32 {
        if self.modern {
            return i32::from(c.is_char_and(unicode::is_mirrored));
        }
        // The sign for "not equivalent to" became mirrored in 16.0.
        if self.has(c) && c.to_u32() != 0x226D { self.crate_table().mirrored(c) } else { 0 }
    }

    /// The East Asian width, such as `W`.
    pub fn east_asian_width(self, c: CodePoint) -> &'static str {
        match c.to_char() {
            // Unassigned characters are as wide as their neighbours, in 3.2 too.
            Some(c) if self.modern || unicode::category(c) == "Cn" => unicode::east_asian_width(c),
            _ => self.crate_table().east_asian_width(c),
        }
    }

    /// The decomposition mapping; empty when there is none.
    pub fn decomposition(self, c: CodePoint) -> String {
        match c.to_u32() {
            // Hangul syllables are decomposed by rule, not by the database.
            0xAC00..=0xD7A3 => String::new(),
            _ if !self.has(c) => String::new(),
            // Asked for the present version, the crate returns the five decompositions that later versions corrected.
            _ => Ucd::new(false).decomposition(c),
        }
    }

    /// The value of a decimal digit.
    pub fn decimal(self, c: CodePoint) -> Option<u64> {
        self.crate_table().decimal(c).filter(|_| c.is_char_and(unicode::is_assigned))
    }

    /// The value of a digit of any kind.
    pub fn digit(self, c: CodePoint) -> Option<u64> {
        self.crate_table().digit(c).filter(|_| c.is_char_and(unicode::is_assigned))
    }

    /// The numeric value. Values in 3.2 equal the present ones.
    pub fn numeric(self, c: CodePoint) -> Option<f64> {
        if self.has(c) { c.to_char().and_then(unicode::numeric_value) } else { None }
    }

    /// The name of a character.
    pub fn name(self, c: CodePoint) -> Option<String> {
        if self.has(c) { c.to_char().and_then(unicode::names::name) } else { None }
    }

    /// The character or sequence with this name. In 3.2 there are neither sequences nor name aliases.
    pub fn lookup(self, name: &str) -> Option<LookupResult> {
        let found = unicode::names::lookup(name)?;
        let own = |c: char| self.name(c.into()).is_some_and(|own| own.eq_ignore_ascii_case(name));
        match found {
            _ if self.modern => Some(found),
            LookupResult::Character(c) if own(c) => Some(found),
            _ => None,
        }
    }
}
