//! Splits an expression into its outermost access and the rest: a name, an attribute of an object, an item of a
//! container, its length, a member.

use ruff_python_ast::{CmpOp, Expr};
use ruff_text_size::{Ranged, TextRange};

/// The outermost access of an expression, its parts as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target<'s> {
    /// A variable.
    Name(&'s str),
    /// An attribute of the first expression's value.
    Attribute(&'s str, &'s str),
    /// The item of the first under the second.
    Item(&'s str, &'s str),
    /// The length of this value: a call of `len`.
    Length(&'s str),
    /// Whether the first contains the second.
    Member(&'s str, &'s str),
}

/// Parses an expression; `None` if it accesses nothing, stands in parentheses, or is invalid.
pub fn target(source: &str) -> Option<Target<'_>> {
    let source = source.trim();
    let parsed = ruff_python_parser::parse_expression(source).ok()?;
    let text = |range: TextRange| &source[range];
    if text(parsed.expr().range()).len() < source.len() {
        return None;
    }
    match parsed.expr() {
        Expr::Name(name) => Some(Target::Name(text(name.range))),
        Expr::Attribute(a) => Some(Target::Attribute(with_parentheses(source, a.value.range()), text(a.attr.range))),
        Expr::Subscript(s) if !matches!(&*s.slice, Expr::Slice(_)) => {
            Some(Target::Item(with_parentheses(source, s.value.range()), text(s.slice.range())))
        }
        Expr::Compare(c) => match (&*c.ops, &*c.comparators) {
            ([CmpOp::In], [container]) => {
                let key = with_parentheses(source, c.left.range());
                Some(Target::Member(with_parentheses(source, container.range()), key))
            }
            _ => None,
        },
        Expr::Call(call) => match (&*call.func, &*call.arguments.args, &*call.arguments.keywords) {
            (Expr::Name(name), [object], []) if name.id == "len" && !object.is_starred_expr() => {
                Some(Target::Length(with_parentheses(source, object.range())))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Returns the text of a part, with the parentheses around it, in which it may span lines.
fn with_parentheses(source: &str, range: TextRange) -> &str {
    let (before, after) = (source[..range.start().into()].trim_end(), source[range.end().into()..].trim_start());
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
    fn outermost_accesses() {
        assert_eq!(target("x"), Some(Target::Name("x")));
        assert_eq!(target("a.b[0].c"), Some(Target::Attribute("a.b[0]", "c")));
        assert_eq!(target("f(1)[i + 1]"), Some(Target::Item("f(1)", "i + 1")));
        assert_eq!(target("(a or\n b).c"), Some(Target::Attribute("(a or\n b)", "c")));
        assert_eq!(target("a[1:]"), None);
        assert_eq!(target("len(x.y)"), Some(Target::Length("(x.y)")));
        assert_eq!(target("len(*x)"), None);
        assert_eq!(target("a + 1 in b.c"), Some(Target::Member("b.c", "a + 1")));
        assert_eq!(target("a in b in c"), None);
        assert_eq!(target("a not in b"), None);
        assert_eq!(target(" x "), Some(Target::Name("x")));
        assert_eq!(target("(a.b)"), None);
        assert_eq!(target("1 +"), None);
    }
}
