//! Splits the argument of a `raise` statement.

use ruff_python_ast::Stmt;
use ruff_text_size::{Ranged, TextRange, TextSize};

/// What follows `raise`, as text: the exception and its cause. `None` if it is no such thing.
pub fn raise_parts(source: &str) -> Option<(&str, Option<&str>)> {
    const WORD: &str = "raise ";
    let statement = format!("{WORD}{source}");
    let parsed = ruff_python_parser::parse_module(&statement).ok()?;
    let [Stmt::Raise(raise)] = &parsed.syntax().body[..] else { return None };
    let place = |at: TextSize| usize::from(at) - WORD.len();
    let text = |range: TextRange| source.get(place(range.start())..place(range.end()));
    let exc = text(raise.exc.as_ref()?.range())?;
    Some((exc, raise.cause.as_ref().and_then(|cause| text(cause.range()))))
}
