//! What an expression points at: a name, an attribute of an object, an item of a container.

use ruff_python_ast::{BoolOp, CmpOp, Expr, Number, UnaryOp};
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
        Expr::Attribute(a) => Some(Target::Attribute(inside(source, a.value.range()), text(a.attr.range))),
        Expr::Subscript(s) if !matches!(&*s.slice, Expr::Slice(_)) => {
            Some(Target::Item(inside(source, s.value.range()), text(s.slice.range())))
        }
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

/// What a comparison is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand<'s> {
    /// A name.
    Name(&'s str),
    /// `name[index]`.
    Item(&'s str, usize),
    /// The name of what holds the constant, or does not: `constant in name`.
    Holder(&'s str),
}

/// A constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Literal {
    /// `None`.
    None,
    /// `True` or `False`.
    Bool(bool),
    /// A number that fits.
    Int(i64),
    /// A number with a point.
    Float(f64),
    /// Some text.
    Text,
}

/// A comparison of something with a constant, which stands on the right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison<'s> {
    /// What stands on the left.
    pub of: Operand<'s>,
    /// How they are compared.
    pub how: CmpOp,
    /// What stands on the right.
    pub with: Literal,
}

/// The conditions that an expression joins by `and`, in the order in which they are asked: those that compare with a
/// constant, and nothing for others.
pub fn comparisons(source: &str) -> Vec<Option<Comparison<'_>>> {
    fn each<'s>(source: &'s str, expr: &Expr, found: &mut Vec<Option<Comparison<'s>>>) {
        match expr {
            Expr::BoolOp(op) if op.op == BoolOp::And => {
                op.values.iter().for_each(|value| each(source, value, found));
            }
            _ => found.push(comparison(source, expr)),
        }
    }
    let mut found = Vec::new();
    if let Ok(parsed) = ruff_python_parser::parse_expression(source) {
        each(source, parsed.expr(), &mut found);
    }
    found
}

fn comparison<'s>(source: &'s str, expr: &Expr) -> Option<Comparison<'s>> {
    let Expr::Compare(c) = expr else { return None };
    let ([how], [right]) = (&*c.ops, &*c.comparators) else {
        return None;
    };
    if let (CmpOp::In | CmpOp::NotIn, Expr::Name(name)) = (how, right) {
        return Some(Comparison { of: Operand::Holder(&source[name.range]), how: *how, with: literal(&c.left)? });
    }
    let of = match &*c.left {
        Expr::Name(name) => Operand::Name(&source[name.range]),
        Expr::Subscript(s) => match (&*s.value, literal(&s.slice)?) {
            (Expr::Name(name), Literal::Int(i)) => Operand::Item(&source[name.range], usize::try_from(i).ok()?),
            _ => return None,
        },
        _ => return None,
    };
    let with = literal(right)?;
    Some(Comparison { of, how: *how, with })
}

fn literal(expr: &Expr) -> Option<Literal> {
    match expr {
        Expr::NoneLiteral(_) => Some(Literal::None),
        Expr::BooleanLiteral(b) => Some(Literal::Bool(b.value)),
        Expr::StringLiteral(_) => Some(Literal::Text),
        Expr::NumberLiteral(n) => match &n.value {
            Number::Int(i) => i.as_i64().map(Literal::Int),
            Number::Float(f) => Some(Literal::Float(*f)),
            Number::Complex { .. } => None,
        },
        Expr::UnaryOp(op) if op.op == UnaryOp::USub => match literal(&op.operand)? {
            Literal::Int(i) => i.checked_neg().map(Literal::Int),
            Literal::Float(f) => Some(Literal::Float(-f)),
            _ => None,
        },
        _ => None,
    }
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
            op.values.iter().for_each(|value| collect(source, value, found));
        }
        Expr::Compare(c) => {
            let is_constant = |e: &Expr| matches!(e, Expr::StringLiteral(_) | Expr::NumberLiteral(_));
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
    fn conditions_that_are_joined() {
        let found = conjuncts("kind == 'call' and (line == 3 and x > 2) and f(depth == 1)");
        let equal = [Condition::Equal("kind", "'call'"), Condition::Equal("line", "3")];
        assert_eq!(found, equal);
        assert_eq!(conjuncts("kind == 'call' or line == 3"), []);
        let holds = [Condition::Holds("writes", "'x'")];
        assert_eq!(conjuncts("'x' in writes and x > 2"), holds);
    }

    #[test]
    fn comparisons_in_their_order() {
        let found = comparisons("args[0] == -1 and (x is not None and f(y)) and z < 1.5");
        let name = |name, how, with| Some(Comparison { of: Operand::Name(name), how, with });
        let first = Some(Comparison { of: Operand::Item("args", 0), how: CmpOp::Eq, with: Literal::Int(-1) });
        let second = name("x", CmpOp::IsNot, Literal::None);
        let last = name("z", CmpOp::Lt, Literal::Float(1.5));
        assert_eq!(found, [first, second, None, last]);
        assert_eq!(comparisons("x == 1 or y == 2"), [None]);
        assert_eq!(comparisons("1 < x < 3"), [None]);
        assert_eq!(comparisons("x.y == 1"), [None]);
        assert_eq!(comparisons("a[-1] == 1"), [None]);
    }

    #[test]
    fn what_expressions_point_at() {
        assert_eq!(target("x"), Some(Target::Name("x")));
        assert_eq!(target("a.b[0].c"), Some(Target::Attribute("a.b[0]", "c")));
        assert_eq!(target("f(1)[i + 1]"), Some(Target::Item("f(1)", "i + 1")));
        assert_eq!(target("(a or\n b).c"), Some(Target::Attribute("(a or\n b)", "c")));
        assert_eq!(target("a[1:]"), None);
        assert_eq!(target("len(x)"), None);
        assert_eq!(target("1 +"), None);
    }
}
