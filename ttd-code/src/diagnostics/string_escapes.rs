//! Invalid escape sequences in string literals, which CPython's parser reports when it decodes a literal.

use super::lexical::{is_string_prefix, is_word_char};
use crate::source::SyntaxError;
use ttd_pyalgos::unicode::names::character;

/// Rewords the parser's errors about an escape sequence.
pub(super) fn refine(error: &mut SyntaxError, raw: &str) {
    if raw == "Got unexpected unicode" || raw.starts_with("Missing `") {
        let found = error.text.as_deref().and_then(|t| bad_escape(t, error.column as usize));
        error.message = found.unwrap_or_else(|| "invalid syntax".into());
    }
}

/// Returns CPython's message for the first invalid escape sequence of the string literal around a column.
pub(crate) fn bad_escape(text: &str, column: usize) -> Option<String> {
    let chars: Vec<char> = text.chars().collect();
    let mut at = 0;
    while at < chars.len() {
        if chars[at] == '#' {
            return None;
        }
        if !matches!(chars[at], '"' | '\'') {
            at += 1;
            continue;
        }
        let literal = Literal::read(&chars, at);
        if column <= literal.end + 1 {
            return literal.bad_escape(&chars);
        }
        at = literal.end + 1;
    }
    None
}

/// The extent of a string literal in a line.
pub(crate) struct Literal {
    /// Index of the first character behind the opening quotes.
    start: usize,
    /// Index of the closing quote, or of the end of the line.
    pub(crate) end: usize,
    bytes: bool,
    formatted: bool,
}

impl Literal {
    /// Reads the literal whose opening quote is at `quote`.
    pub(crate) fn read(chars: &[char], quote: usize) -> Literal {
        let word = (0..quote).rev().take_while(|i| is_word_char(chars[*i])).last().unwrap_or(quote);
        let prefix: String = chars[word..quote].iter().collect();
        // Any other word is a name in front of the string.
        let prefix = match is_string_prefix(&prefix) {
            true => prefix.to_ascii_lowercase(),
            false => String::new(),
        };
        let triple = chars[quote..].iter().take(3).filter(|c| **c == chars[quote]).count() == 3;
        let width = if triple { 3 } else { 1 };
        let start = quote + width;
        let mut end = start;
        while end < chars.len() && !chars[end..].iter().take(width).all(|c| *c == chars[quote]) {
            end += if chars[end] == '\\' { 2 } else { 1 };
        }
        let end = end.min(chars.len());
        Literal { start, end, bytes: prefix.contains('b'), formatted: prefix.contains(['f', 't']) }
    }

    fn bad_escape(&self, chars: &[char]) -> Option<String> {
        // CPython decodes a copy in which each non-ASCII character is an escape of ten characters.
        let (mut at, mut position) = (self.start, 0);
        while at < self.end {
            match chars[at] {
                // Positions start anew behind each replacement field.
                '{' | '}' if self.formatted => position = 0,
                '\\' => {
                    if let Some(message) = self.escape_error(&chars[at..self.end], position) {
                        return Some(message);
                    }
                    at += 1;
                    position += 2;
                }
                c => position += if c.is_ascii() { 1 } else { 10 },
            }
            at += 1;
        }
        None
    }

    /// Returns the message for the escape sequence that these characters begin with, if it is invalid.
    fn escape_error(&self, chars: &[char], position: usize) -> Option<String> {
        let kind = *chars.get(1)?;
        let digits: String = chars[2..].iter().take_while(|c| c.is_ascii_hexdigit()).collect();
        if self.bytes {
            return (kind == 'x' && digits.len() < 2)
                .then(|| format!("(value error) invalid \\x escape at position {position}"));
        }
        let wanted = match kind {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            'N' => {
                return name_error(chars).map(|(length, reason)| unicode_error(position, length, &reason));
            }
            _ => return None,
        };
        if digits.len() < wanted {
            let reason = format!("truncated \\{kind}{} escape", "X".repeat(wanted));
            return Some(unicode_error(position, 1 + digits.len(), &reason));
        }
        let code = u32::from_str_radix(&digits[..wanted], 16).unwrap_or(u32::MAX);
        (code > 0x10_FFFF).then(|| unicode_error(position, 1 + wanted, "illegal Unicode character"))
    }
}

/// Returns length and reason for an invalid `\N{...}`.
fn name_error(chars: &[char]) -> Option<(usize, String)> {
    let close = chars.iter().position(|c| *c == '}');
    match close {
        Some(n) if chars.get(2) == Some(&'{') && n > 3 => {
            let name: String = chars[3..n].iter().collect();
            let known = character(&name).is_some();
            (!known).then(|| (n, "unknown Unicode character name".to_owned()))
        }
        _ => Some((1, "malformed \\N character escape".to_owned())),
    }
}

fn unicode_error(start: usize, length: usize, reason: &str) -> String {
    let end = start + length;
    format!("(unicode error) 'unicodeescape' codec can't decode bytes in position {start}-{end}: {reason}")
}
