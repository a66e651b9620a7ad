//! Conversions between upper and lower case of texts that are not ASCII. Single surrogates stay as they are.

use rustpython_wtf8::{CodePoint, Wtf8, Wtf8Buf};
use ttd_code::unicode;

/// Small everywhere.
pub(super) fn lower(text: &Wtf8) -> Wtf8Buf {
    map(text, |out, at, _| out.lower(at))
}

/// Large everywhere.
pub(super) fn upper(text: &Wtf8) -> Wtf8Buf {
    map(text, |out, _, c| out.extend(unicode::upper(c)))
}

/// As at the beginning of a sentence.
pub(super) fn capitalize(text: &Wtf8) -> Wtf8Buf {
    map(text, |out, at, c| match at {
        0 => out.extend(unicode::title(c)),
        _ => out.lower(at),
    })
}

/// Every word as in a title.
pub(super) fn title(text: &Wtf8) -> Wtf8Buf {
    map(text, |out, at, c| {
        let inside = at > 0 && out.chars[at - 1].is_char_and(unicode::is_cased);
        if inside { out.lower(at) } else { out.extend(unicode::title(c)) }
    })
}

/// Large letters small and small ones large.
pub(super) fn swapcase(text: &Wtf8) -> Wtf8Buf {
    map(text, |out, at, c| {
        if unicode::is_uppercase(c) {
            out.lower(at);
        } else if unicode::is_lowercase(c) {
            out.extend(unicode::upper(c));
        } else {
            out.text.push_char(c);
        }
    })
}

/// A text being converted.
struct Conversion {
    chars: Vec<CodePoint>,
    text: Wtf8Buf,
}

fn map(text: &Wtf8, convert: impl Fn(&mut Conversion, usize, char)) -> Wtf8Buf {
    let chars: Vec<CodePoint> = text.code_points().collect();
    let mut out = Conversion { chars, text: Wtf8Buf::with_capacity(text.len()) };
    for at in 0..out.chars.len() {
        let code_point = out.chars[at];
        match code_point.to_char() {
            Some(c) => convert(&mut out, at, c),
            None => out.text.push(code_point),
        }
    }
    out.text
}

impl Conversion {
    fn extend(&mut self, chars: impl Iterator<Item = char>) {
        chars.for_each(|c| self.text.push_char(c));
    }

    /// Adds the small letters of the character at this place.
    fn lower(&mut self, at: usize) {
        match self.chars[at].to_char() {
            Some('Σ') if self.ends_word(at) => self.text.push_char('ς'),
            Some(c) => self.extend(unicode::lower(c)),
            None => self.text.push(self.chars[at]),
        }
    }

    /// Whether letters with cases come before this place and none behind it.
    fn ends_word(&self, at: usize) -> bool {
        let passed = |c: &&CodePoint| !c.is_char_and(unicode::is_case_ignorable);
        let cased = |c: Option<&CodePoint>| c.is_some_and(|c| c.is_char_and(unicode::is_cased));
        cased(self.chars[..at].iter().rev().find(passed)) && !cased(self.chars[at + 1..].iter().find(passed))
    }
}
