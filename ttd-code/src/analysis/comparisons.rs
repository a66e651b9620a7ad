//! Conditions joined by `and`, as far as they compare something with a constant. The debugger evaluates such conditions
//! without running Python.

use ruff_python_ast::visitor::{Visitor, walk_expr};
use ruff_python_ast::{BoolOp, CmpOp, Expr, Number, UnaryOp};
use ruff_text_size::Ranged;

/// A comparison of a name with a constant, both as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition<'s> {
    /// `name == constant`.
    Equal(&'s str, &'s str),
    /// `constant in name`.
    Contains(&'s str, &'s str),
}

/// Returns the conditions of this kind that an expression joins by `and`.
pub fn conjuncts(source: &str) -> Vec<Condition<'_>> {
    let mut found = Vec::new();
    if let Ok(parsed) = ruff_python_parser::parse_expression(source) {
        collect_conjuncts(source, parsed.expr(), &mut found);
    }
    found
}

/// The operand that is compared with a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand<'s> {
    /// A name.
    Name(&'s str),
    /// `name[index]`.
    Item(&'s str, usize),
    /// The name of the container in `constant in name` and `constant not in name`.
    Container(&'s str),
}

/// A constant.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// `None`.
    None,
    /// `True` or `False`.
    Bool(bool),
    /// An integer of up to 64 bits.
    Int(i64),
    /// A float.
    Float(f64),
    /// A string.
    Str(String),
}

/// A comparison with a constant.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison<'s> {
    /// The operand that is not a constant, or the one whose attribute is.
    pub left: Operand<'s>,
    /// The attributes that are read from it, one from the other.
    pub path: Vec<&'s str>,
    /// The operator.
    pub op: CmpOp,
    /// The constant.
    pub right: Literal,
}

/// Returns the conditions that an expression joins by `and` in the order of evaluation, `None` for each that is not a
/// comparison with a constant.
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
        let left = Operand::Container(&source[name.range]);
        return Some(Comparison { left, path: Vec::new(), op: *how, right: literal(&c.left)? });
    }
    let (mut inner, mut path) = (&*c.left, Vec::new());
    while let Expr::Attribute(attribute) = inner {
        path.push(&source[attribute.attr.range]);
        inner = &attribute.value;
    }
    path.reverse();
    let of = match inner {
        Expr::Name(name) => Operand::Name(&source[name.range]),
        Expr::Subscript(s) => match (&*s.value, literal(&s.slice)?) {
            (Expr::Name(name), Literal::Int(i)) => Operand::Item(&source[name.range], usize::try_from(i).ok()?),
            _ => return None,
        },
        _ => return None,
    };
    let with = literal(right)?;
    Some(Comparison { left: of, path, op: *how, right: with })
}

pub(super) fn literal(expr: &Expr) -> Option<Literal> {
    match expr {
        Expr::NoneLiteral(_) => Some(Literal::None),
        Expr::BooleanLiteral(b) => Some(Literal::Bool(b.value)),
        Expr::StringLiteral(s) => Some(Literal::Str(s.value.to_str().to_owned())),
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

/// Counts the conditions that an expression joins by `and`.
pub fn count_conjuncts(source: &str) -> usize {
    fn count(expr: &Expr) -> usize {
        match expr {
            Expr::BoolOp(op) if op.op == BoolOp::And => op.values.iter().map(count).sum(),
            _ => 1,
        }
    }
    ruff_python_parser::parse_expression(source).map_or(1, |parsed| count(parsed.expr()))
}

/// The conditions that an expression joins by `and` whose value depends on nothing but these names, but for comparisons
/// of [`conjuncts`] with `==`.
pub fn conditions_on<'s>(source: &'s str, names: &[&str]) -> Vec<&'s str> {
    fn each<'s>(source: &'s str, expr: &Expr, names: &[&str], found: &mut Vec<&'s str>) {
        if let Expr::BoolOp(op) = expr
            && op.op == BoolOp::And
        {
            return op.values.iter().for_each(|value| each(source, value, names, found));
        }
        let mut known = Vec::new();
        collect_conjuncts(source, expr, &mut known);
        let mut dependence = Dependence { names, on_names: false, on_others: false };
        dependence.visit_expr(expr);
        let is_equality = matches!(known[..], [Condition::Equal(..)]);
        if !is_equality && dependence.on_names && !dependence.on_others {
            found.push(&source[expr.range()]);
        }
    }
    let mut found = Vec::new();
    if let Ok(parsed) = ruff_python_parser::parse_expression(source) {
        each(source, parsed.expr(), names, &mut found);
    }
    found
}

/// What the value of an expression depends on.
struct Dependence<'n> {
    names: &'n [&'n str],
    on_names: bool,
    on_others: bool,
}

impl<'v> Visitor<'v> for Dependence<'_> {
    fn visit_expr(&mut self, expr: &'v Expr) {
        match expr {
            Expr::Name(name) if self.names.contains(&name.id.as_str()) => self.on_names = true,
            Expr::Name(_)
            | Expr::Lambda(_)
            | Expr::ListComp(_)
            | Expr::SetComp(_)
            | Expr::DictComp(_)
            | Expr::Generator(_)
            | Expr::Named(_)
            | Expr::Await(_)
            | Expr::Yield(_)
            | Expr::YieldFrom(_) => self.on_others = true,
            _ => {}
        }
        walk_expr(self, expr);
    }
}

fn collect_conjuncts<'s>(source: &'s str, expr: &Expr, found: &mut Vec<Condition<'s>>) {
    match expr {
        Expr::BoolOp(op) if op.op == BoolOp::And => {
            op.values.iter().for_each(|value| collect_conjuncts(source, value, found));
        }
        Expr::Compare(c) => {
            let is_constant = |e: &Expr| matches!(e, Expr::StringLiteral(_) | Expr::NumberLiteral(_));
            let text = |e: &Expr| &source[e.range()];
            match (&*c.ops, &*c.left, &*c.comparators) {
                ([CmpOp::Eq], name @ Expr::Name(_), [constant]) if is_constant(constant) => {
                    found.push(Condition::Equal(text(name), text(constant)));
                }
                ([CmpOp::In], constant, [name @ Expr::Name(_)]) if is_constant(constant) => {
                    found.push(Condition::Contains(text(name), text(constant)));
                }
                _ => {}
            }
        }
        _ => {}
    }
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
        let holds = [Condition::Contains("writes", "'x'")];
        assert_eq!(conjuncts("'x' in writes and x > 2"), holds);
    }

    #[test]
    fn conditions_on_some_names_alone() {
        let on = |source| conditions_on(source, &["func", "file"]);
        let both = on("func.startswith('a') and x > 2 and (file in ('b', 'c') or func[1:] == 'd') and func == 'e'");
        assert_eq!(on("'a' in func and 'b' in writes"), ["'a' in func"]);
        assert_eq!(both, ["func.startswith('a')", "file in ('b', 'c') or func[1:] == 'd'"]);
        assert_eq!(on("func.startswith(x) and any(func == n for n in 'ab') and 1 < 2 or func"), [""; 0]);
    }

    #[test]
    fn comparisons_in_their_order() {
        let found = comparisons("args[0] == -1 and (x is not None and f(y)) and z < 1.5");
        let of = |left, path: &[&'static str], op, right| Some(Comparison { left, path: path.to_vec(), op, right });
        let name = |name, how, with| of(Operand::Name(name), &[], how, with);
        let first = of(Operand::Item("args", 0), &[], CmpOp::Eq, Literal::Int(-1));
        let second = name("x", CmpOp::IsNot, Literal::None);
        let last = name("z", CmpOp::Lt, Literal::Float(1.5));
        assert_eq!(found, [first, second, None, last]);
        assert_eq!(comparisons("x == 1 or y == 2"), [None]);
        assert_eq!(comparisons("1 < x < 3"), [None]);
        let text = Literal::Str("it's".to_owned());
        assert_eq!(comparisons("x.y.z == 'it\\'s'"), [of(Operand::Name("x"), &["y", "z"], CmpOp::Eq, text)]);
        assert_eq!(comparisons("f(x).y == 1"), [None]);
        assert_eq!(comparisons("a[-1] == 1"), [None]);
    }
}
