//! Classifies expressions, and lists the alternatives of those whose value is that of one of several others:
//! `a if test else b`, `a or b`, `a and b`.

use ruff_python_ast::{BoolOp, Expr};
use ruff_text_size::Ranged;

use super::{SourceKind, ValueSource};

/// An expression whose value may be the whole expression's, and when it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alternative<'s> {
    /// The expression.
    pub text: &'s str,
    /// The test that selects it and the test's required truth, if none before it is selected. `None` for the last.
    pub test: Option<(&'s str, bool)>,
}

/// Returns the alternatives of an expression in the order of evaluation; none for any other kind of expression.
pub fn alternatives(text: &str) -> Vec<Alternative<'_>> {
    let Ok(parsed) = ruff_python_parser::parse_expression(text) else {
        return Vec::new();
    };
    let of = |expr: &Expr| &text[expr.range()];
    match &*parsed.syntax().body {
        Expr::If(choice) => vec![
            Alternative { text: of(&choice.body), test: Some((of(&choice.test), true)) },
            Alternative { text: of(&choice.orelse), test: None },
        ],
        Expr::BoolOp(all) => {
            let last = all.values.len() - 1;
            let alternative = |(i, value): (usize, &Expr)| Alternative {
                text: of(value),
                test: (i < last).then(|| (of(value), all.op == BoolOp::Or)),
            };
            all.values.iter().enumerate().map(alternative).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the source of an expression's value.
pub fn source_of(text: &str) -> ValueSource<'_> {
    let parsed = ruff_python_parser::parse_expression(text);
    ValueSource { kind: parsed.map_or(SourceKind::Computed, |parsed| kind_of(&parsed.syntax().body)), text, item: None }
}

pub(crate) fn kind_of(expr: &Expr) -> SourceKind {
    match expr {
        Expr::Name(_) | Expr::Attribute(_) => SourceKind::Load,
        Expr::Subscript(s) if !s.slice.is_slice_expr() => SourceKind::Load,
        Expr::Call(_) => SourceKind::Call,
        Expr::If(_) | Expr::BoolOp(_) => SourceKind::Choice,
        _ => SourceKind::Computed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alternatives_and_their_tests() {
        let summary = |text| {
            let found = alternatives(text).into_iter();
            found.map(|c| (c.text, c.test)).collect::<Vec<_>>()
        };
        assert_eq!(summary("a if b else c"), [("a", Some(("b", true))), ("c", None)]);
        assert_eq!(summary("x or f(y) or 0"), [("x", Some(("x", true))), ("f(y)", Some(("f(y)", true))), ("0", None)]);
        assert_eq!(summary("x and y"), [("x", Some(("x", false))), ("y", None)]);
        assert_eq!(summary("x + y"), []);
    }
}
