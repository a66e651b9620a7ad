//! The document type declaration, taken apart into tokens.

use super::chars::{is_name_char, is_space, is_xml_char};
use super::error;

/// A token of a declaration.
#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    /// `<!NAME`.
    Open,
    /// A name or a number, also `#NAME`.
    Word,
    /// A quoted text, without the quotes.
    Literal,
    /// `%NAME;`.
    Parameter,
    /// A comment, without its marks.
    Comment,
    /// An instruction, without its marks.
    Instruction,
    /// Any other character.
    Mark,
}

/// The tokens, with the bytes where they stand: begin, inner begin, inner end, end.
pub type Tokens = Vec<(Token, usize, usize, usize, usize)>;

/// Takes a declaration apart, from behind `<!DOCTYPE` up to its end, or with `whole` the whole text of an entity. Gives
/// the tokens and where it ends; no end if it is not complete.
///
/// # Errors
/// The number of an error and its place.
pub fn tokens(text: &str, start: usize, whole: bool) -> Result<(Tokens, Option<usize>), (u8, usize)> {
    let bytes = text.as_bytes();
    let (mut at, mut depth, mut found) = (start, 0, Tokens::new());
    let mut in_markup = false;
    while at < bytes.len() {
        let rest = &text[at..];
        let byte = bytes[at];
        let (token, inner, inner_end, end) = if is_space(byte) {
            at += 1;
            continue;
        } else if let Some(inside) = rest.strip_prefix("<!--") {
            let Some(n) = inside.find("--") else { break };
            match bytes.get(at + 4 + n + 2) {
                None => break,
                Some(b'>') => (Token::Comment, at + 4, at + 4 + n, at + 4 + n + 3),
                _ => return Err((error::INVALID_TOKEN, at + 4 + n + 2)),
            }
        } else if rest.starts_with("<?") {
            let Some(n) = rest.find("?>") else { break };
            (Token::Instruction, at + 2, at + n, at + n + 2)
        } else if byte == b'"' || byte == b'\'' {
            let Some(n) = rest[1..].find(char::from(byte)) else { break };
            (Token::Literal, at + 1, at + 1 + n, at + n + 2)
        } else if rest.starts_with("<!") || matches!(byte, b'#' | b'%') || first_is_name(rest) {
            let inner = at + if rest.starts_with("<!") { 2 } else { usize::from(!first_is_name(rest)) };
            let end = inner + text[inner..].find(|c| !is_name_char(c)).unwrap_or(text.len() - inner);
            if end == text.len() && !whole {
                break;
            }
            match byte {
                b'<' => (Token::Open, inner, end, end),
                b'%' if bytes.get(end) == Some(&b';') && end > inner => (Token::Parameter, inner, end, end + 1),
                b'%' => (Token::Mark, at, at + 1, at + 1),
                _ => (Token::Word, at, end, end),
            }
        } else {
            (Token::Mark, at, at + 1, at + 1)
        };
        if let Some((n, _)) = text[at..end].char_indices().find(|(_, c)| !is_xml_char(*c)) {
            return Err((error::INVALID_TOKEN, at + n));
        }
        in_markup |= token == Token::Open;
        found.push((token.clone(), at, inner, inner_end, end));
        if token == Token::Mark {
            match byte {
                b'[' => depth += 1,
                b']' => depth -= 1,
                b'>' if !in_markup && depth <= 0 && !whole => return Ok((found, Some(end))),
                b'>' => in_markup = false,
                b'(' | b')' | b'|' | b',' | b'?' | b'*' | b'+' | b'%' => {}
                _ => return Err((error::INVALID_TOKEN, at)),
            }
        }
        at = end;
    }
    let done = whole && at >= bytes.len();
    Ok((found, done.then_some(at)))
}

fn first_is_name(text: &str) -> bool {
    text.chars().next().is_some_and(is_name_char)
}
