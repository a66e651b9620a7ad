//! Warnings about single tokens: escape sequences, and numbers directly followed by a keyword.

use ruff_python_ast::StringFlags;
use ruff_python_ast::token::{TokenKind, Tokens};
use ruff_text_size::{Ranged, TextRange, TextSize};

use super::Collector;

/// The keywords that CPython still accepts directly behind a number.
pub(crate) const KEYWORDS: &[&str] = &["and", "else", "for", "if", "in", "is", "not", "or"];

pub(crate) fn check(tokens: &Tokens, found: &mut Collector) {
    for token in tokens.iter() {
        let range = token.range();
        match token.kind() {
            TokenKind::String | TokenKind::FStringMiddle | TokenKind::TStringMiddle => {
                let prefix = token.string_flags().map(StringFlags::prefix);
                let prefix = prefix.map_or(String::new(), |p| p.as_str().to_ascii_lowercase());
                if !prefix.contains('r') {
                    escapes(range, prefix.contains('b'), found);
                }
            }
            TokenKind::Int | TokenKind::Float | TokenKind::Complex => number(range, found),
            _ => {}
        }
    }
}

/// Warns about the first invalid escape sequence of a literal.
fn escapes(range: TextRange, bytes: bool, found: &mut Collector) {
    let text = &found.source[range];
    let mut rest = &found.source[usize::from(range.start())..];
    let end = rest.len() - text.len();
    while let Some(at) = rest.get(..rest.len().saturating_sub(end)).and_then(|literal| literal.find('\\')) {
        rest = &rest[at + 1..];
        // In an f-string the next character may belong to the next token.
        let Some(c) = rest.chars().next() else { return };
        let octal: String = rest.chars().take(3).take_while(|c| ('0'..='7').contains(c)).collect();
        let message = if octal.len() == 3 && c >= '4' {
            format!("invalid octal escape sequence '\\{octal}'")
        } else if is_valid_escape(c, bytes) || !c.is_ascii() {
            rest = &rest[c.len_utf8()..];
            continue;
        } else {
            format!("invalid escape sequence '\\{c}'")
        };
        return found.add(range, message);
    }
}

fn is_valid_escape(c: char, bytes: bool) -> bool {
    matches!(c, '\n' | '\\' | '\'' | '"' | 'a' | 'b' | 'f' | 'n' | 'r' | 't' | 'v' | '0'..='7' | 'x')
        || !bytes && matches!(c, 'N' | 'u' | 'U')
}

/// `1if x else y`.
fn number(range: TextRange, found: &mut Collector) {
    let rest = &found.source[usize::from(range.end())..];
    if !KEYWORDS.iter().any(|k| rest.starts_with(k)) {
        return;
    }
    let text = found.source[range].to_ascii_lowercase();
    let kind = match text.get(..2) {
        Some("0x") => "hexadecimal",
        Some("0o") => "octal",
        Some("0b") => "binary",
        _ if text.ends_with('j') => "imaginary",
        _ => "decimal",
    };
    let last = range.end() - TextSize::from(1);
    found.add(TextRange::empty(last), format!("invalid {kind} literal"));
}
