//! What kinds of expressions there are, and those that give the value of one of several others: `a if test else b`,
//! `a or b`, `a and b`.

use ruff_python_ast::{BoolOp, Expr};
use ruff_text_size::Ranged;

use super::{From, Kind};

/// An expression that may be the one, and when it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance<'s> {
    /// The expression.
    pub text: &'s str,
    /// What has to be true or false for it to be taken, if those before were not; nothing for the last.
    pub test: Option<(&'s str, bool)>,
}

/// What the value of such an expression can be, in the order in which Python asks; nothing for any other expression.
pub fn chances(text: &str) -> Vec<Chance<'_>> {
    let Ok(parsed) = ruff_python_parser::parse_expression(text) else {
        return Vec::new();
    };
    let of = |expr: &Expr| &text[expr.range()];
    match &*parsed.syntax().body {
        Expr::If(choice) => vec![
            Chance { text: of(&choice.body), test: Some((of(&choice.test), true)) },
            Chance { text: of(&choice.orelse), test: None },
        ],
        Expr::BoolOp(all) => {
            let last = all.values.len() - 1;
            let chance = |(i, value): (usize, &Expr)| Chance {
                text: of(value),
                test: (i < last).then(|| (of(value), all.op == BoolOp::Or)),
            };
            all.values.iter().enumerate().map(chance).collect()
        }
        _ => Vec::new(),
    }
}

/// Where the value of an expression comes from that is given as text.
pub fn expression(text: &str) -> From<'_> {
    let parsed = ruff_python_parser::parse_expression(text);
    From { kind: parsed.map_or(Kind::Computed, |parsed| kind_of(&parsed.syntax().body)), text, item: None }
}

pub(crate) fn kind_of(expr: &Expr) -> Kind {
    match expr {
        Expr::Name(_) | Expr::Attribute(_) => Kind::Place,
        Expr::Subscript(s) if !s.slice.is_slice_expr() => Kind::Place,
        Expr::Call(_) => Kind::Call,
        Expr::If(_) | Expr::BoolOp(_) => Kind::Choice,
        _ => Kind::Computed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_and_what_is_taken() {
        let told = |text| {
            let chances = chances(text).into_iter();
            chances.map(|c| (c.text, c.test)).collect::<Vec<_>>()
        };
        assert_eq!(told("a if b else c"), [("a", Some(("b", true))), ("c", None)]);
        assert_eq!(told("x or f(y) or 0"), [("x", Some(("x", true))), ("f(y)", Some(("f(y)", true))), ("0", None)]);
        assert_eq!(told("x and y"), [("x", Some(("x", false))), ("y", None)]);
        assert_eq!(told("x + y"), []);
    }
}
