//! What an expression points at: a name, an attribute of an object, an item of a container.

use ruff_python_ast::{BoolOp, CmpOp, Expr};
use ruff_text_size::{Ranged, TextRange};

/// The outermost step of an expression; the rest of it as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target<'s> {
    /// A variable.
    Name(&'s str),
    /// An attribute of what the first text gives.
    Attribute(&'s str, &'s str),
    /// What stands in the first under the second.
    Item(&'s str, &'s str),
}

/// What an expression points at; `None` when it is something else, or no expression.
pub fn target(source: &str) -> Option<Target<'_>> {
    let parsed = ruff_python_parser::parse_expression(source).ok()?;
    let text = |range: TextRange| &source[range];
    match parsed.expr() {
        Expr::Name(name) => Some(Target::Name(text(name.range))),
        Expr::Attribute(a) => Some(Target::Attribute(
            inside(source, a.value.range()),
            text(a.attr.range),
        )),
        Expr::Subscript(s) if !matches!(&*s.slice, Expr::Slice(_)) => Some(Target::Item(
            inside(source, s.value.range()),
            text(s.slice.range()),
        )),
        _ => None,
    }
}

/// A condition that compares a name with a constant, both as they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition<'s> {
    /// `name == constant`.
    Equal(&'s str, &'s str),
    /// `constant in name`.
    Holds(&'s str, &'s str),
}

/// The conditions of this kind that an expression joins by `and`.
pub fn conjuncts(source: &str) -> Vec<Condition<'_>> {
    let mut found = Vec::new();
    if let Ok(parsed) = ruff_python_parser::parse_expression(source) {
        collect(source, parsed.expr(), &mut found);
    }
    found
}

/// How many conditions an expression joins by `and`, read or not.
pub fn count_conjuncts(source: &str) -> usize {
    fn count(expr: &Expr) -> usize {
        match expr {
            Expr::BoolOp(op) if op.op == BoolOp::And => op.values.iter().map(count).sum(),
            _ => 1,
        }
    }
    ruff_python_parser::parse_expression(source).map_or(1, |parsed| count(parsed.expr()))
}

fn collect<'s>(source: &'s str, expr: &Expr, found: &mut Vec<Condition<'s>>) {
    match expr {
        Expr::BoolOp(op) if op.op == BoolOp::And => {
            op.values
                .iter()
                .for_each(|value| collect(source, value, found));
        }
        Expr::Compare(c) => {
            let is_constant =
                |e: &Expr| matches!(e, Expr::StringLiteral(_) | Expr::NumberLiteral(_));
            let text = |e: &Expr| &source[e.range()];
            match (&*c.ops, &*c.left, &*c.comparators) {
                ([CmpOp::Eq], name @ Expr::Name(_), [constant]) if is_constant(constant) => {
                    found.push(Condition::Equal(text(name), text(constant)));
                }
                ([CmpOp::In], constant, [name @ Expr::Name(_)]) if is_constant(constant) => {
                    found.push(Condition::Holds(text(name), text(constant)));
                }
                _ => {}
            }
        }
        _ => {}
    }
}

/// The text of a part, in parentheses if it stood in some: it may go over several lines.
fn inside(source: &str, range: TextRange) -> &str {
    let (before, after) = (
        source[..range.start().into()].trim_end(),
        source[range.end().into()..].trim_start(),
    );
    if before.ends_with('(') && after.starts_with(')') {
        let end = source.len() - after.len() + 1;
        return &source[before.len() - 1..end];
    }
    &source[range]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_that_are_joined() {
        let found = conjuncts("kind == 'call' and (line == 3 and x > 2) and f(depth == 1)");
        let equal = [
            Condition::Equal("kind", "'call'"),
            Condition::Equal("line", "3"),
        ];
        assert_eq!(found, equal);
        assert_eq!(conjuncts("kind == 'call' or line == 3"), []);
        let holds = [Condition::Holds("writes", "'x'")];
        assert_eq!(conjuncts("'x' in writes and x > 2"), holds);
    }

    #[test]
    fn what_expressions_point_at() {
        assert_eq!(target("x"), Some(Target::Name("x")));
        assert_eq!(target("a.b[0].c"), Some(Target::Attribute("a.b[0]", "c")));
        assert_eq!(target("f(1)[i + 1]"), Some(Target::Item("f(1)", "i + 1")));
        assert_eq!(
            target("(a or\n b).c"),
            Some(Target::Attribute("(a or\n b)", "c"))
        );
        assert_eq!(target("a[1:]"), None);
        assert_eq!(target("len(x)"), None);
        assert_eq!(target("1 +"), None);
    }
}
