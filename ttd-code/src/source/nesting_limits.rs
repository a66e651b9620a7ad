//! CPython's limits of nesting that the front end lacks.

use super::SyntaxError;

/// CPython's limit of levels of indentation.
const MAX_INDENTS: usize = 100;

/// Returns the error for a text with too many levels of indentation.
pub(crate) fn too_deep(source: &str, path: &str) -> Option<SyntaxError> {
    // Every level needs at least one column.
    let indented = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    source.split('\n').find(|line| indented(line) >= MAX_INDENTS)?;
    let parsed = ruff_python_parser::parse_unchecked(source, ruff_python_parser::Mode::Module.into());
    let mut level = 0;
    for token in parsed.tokens() {
        use ruff_python_ast::token::TokenKind;
        match token.kind() {
            TokenKind::Indent => level += 1,
            TokenKind::Dedent => level -= 1,
            _ => continue,
        }
        if level < MAX_INDENTS {
            continue;
        }
        let at = usize::from(ruff_text_size::Ranged::range(token).end());
        let before = source.get(..at)?;
        let line = before.matches('\n').count() as u32 + 1;
        let text = source.split('\n').nth(line as usize - 1)?;
        return Some(SyntaxError {
            class: "IndentationError",
            line,
            column: 1,
            end_line: line,
            text: Some(format!("{text}\n")),
            ..SyntaxError::without_location("too many levels of indentation".into(), path)
        });
    }
    None
}

/// Returns the largest depth of brackets in a text, outside string literals.
pub(crate) fn bracket_depth(source: &str) -> usize {
    let (mut depth, mut most) = (0usize, 0);
    let mut quote = None;
    let mut bytes = source.bytes();
    while let Some(b) = bytes.next() {
        match (quote, b) {
            (Some(_), b'\\') => {
                bytes.next();
            }
            (Some(q), _) if q == b => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(b),
            (None, b'(' | b'[' | b'{') => {
                depth += 1;
                most = most.max(depth);
            }
            (None, b')' | b']' | b'}') => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    most
}
