//! Plain expressions: those that read names, attributes and items, compare and calculate. Where the values are plain
//! too, they can be evaluated without running any code.

use ruff_python_ast::{BoolOp, CmpOp, Expr, ExprCall, Operator, UnaryOp};

use super::comparisons::{Literal, literal};

/// Deeper expressions are not taken.
const MAX_DEPTH: u32 = 64;

/// A plain expression.
#[derive(Clone, Debug, PartialEq)]
pub enum PlainExpr {
    /// A variable.
    Name(String),
    /// A constant.
    Literal(Literal),
    /// `object.name`.
    Attribute(Box<PlainExpr>, String),
    /// `container[key]`.
    Item(Box<PlainExpr>, Box<PlainExpr>),
    /// `len(object)`.
    Length(Box<PlainExpr>),
    /// `isinstance(object, class)`.
    IsInstance(Box<PlainExpr>, Box<PlainExpr>),
    /// A chain of comparisons.
    Compare(Box<PlainExpr>, Vec<(CmpOp, PlainExpr)>),
    /// Operands joined by `and`.
    And(Vec<PlainExpr>),
    /// Operands joined by `or`.
    Or(Vec<PlainExpr>),
    /// `not operand`.
    Not(Box<PlainExpr>),
    /// Arithmetic.
    Binary(Box<PlainExpr>, Operator, Box<PlainExpr>),
}

/// Parses a plain expression; `None` if it is another one, or invalid.
pub fn plain_expression(source: &str) -> Option<PlainExpr> {
    let parsed = ruff_python_parser::parse_expression(source).ok()?;
    plain(parsed.expr(), 0)
}

/// The plain ones among the conditions that an expression joins by `and`; none if it is invalid.
pub fn plain_conditions(source: &str) -> Vec<PlainExpr> {
    let Ok(parsed) = ruff_python_parser::parse_expression(source) else { return Vec::new() };
    match parsed.expr() {
        Expr::BoolOp(op) if op.op == BoolOp::And => op.values.iter().filter_map(|part| plain(part, 0)).collect(),
        expr => plain(expr, 0).into_iter().collect(),
    }
}

impl PlainExpr {
    /// Calls `f` with the names of variables and builtins in it.
    pub fn each_name(&self, f: &mut dyn FnMut(&str)) {
        match self {
            PlainExpr::Name(name) => f(name),
            PlainExpr::Length(_) => f("len"),
            PlainExpr::IsInstance(..) => f("isinstance"),
            _ => {}
        }
        self.each_part(&mut |part| part.each_name(f));
    }

    /// Calls `f` with the names of attributes in it.
    pub fn each_attribute(&self, f: &mut dyn FnMut(&str)) {
        if let PlainExpr::Attribute(_, name) = self {
            f(name);
        }
        self.each_part(&mut |part| part.each_attribute(f));
    }

    fn each_part(&self, f: &mut dyn FnMut(&PlainExpr)) {
        match self {
            PlainExpr::Name(_) | PlainExpr::Literal(_) => {}
            PlainExpr::Attribute(part, _) | PlainExpr::Length(part) | PlainExpr::Not(part) => f(part),
            PlainExpr::Item(left, right) | PlainExpr::IsInstance(left, right) | PlainExpr::Binary(left, _, right) => {
                f(left);
                f(right);
            }
            PlainExpr::Compare(left, rest) => {
                f(left);
                rest.iter().for_each(|(_, right)| f(right));
            }
            PlainExpr::And(parts) | PlainExpr::Or(parts) => parts.iter().for_each(f),
        }
    }
}

fn plain(expr: &Expr, depth: u32) -> Option<PlainExpr> {
    if depth > MAX_DEPTH {
        return None;
    }
    let boxed = |part: &Expr| plain(part, depth + 1).map(Box::new);
    let all = |parts: &[Expr]| parts.iter().map(|part| plain(part, depth + 1)).collect::<Option<Vec<_>>>();
    if let Some(literal) = literal(expr) {
        return Some(PlainExpr::Literal(literal));
    }
    match expr {
        Expr::Name(name) if name.id == "__debug__" => None,
        Expr::Name(name) => Some(PlainExpr::Name(name.id.to_string())),
        Expr::Attribute(a) => Some(PlainExpr::Attribute(boxed(&a.value)?, a.attr.id.to_string())),
        Expr::Subscript(s) => Some(PlainExpr::Item(boxed(&s.value)?, boxed(&s.slice)?)),
        Expr::Call(call) => plain_call(call, depth),
        Expr::Compare(c) => {
            let rest = c.ops.iter().zip(&c.comparators).map(|(op, right)| Some((*op, plain(right, depth + 1)?)));
            Some(PlainExpr::Compare(boxed(&c.left)?, rest.collect::<Option<_>>()?))
        }
        Expr::BoolOp(op) => Some(match op.op {
            BoolOp::And => PlainExpr::And(all(&op.values)?),
            BoolOp::Or => PlainExpr::Or(all(&op.values)?),
        }),
        Expr::UnaryOp(op) if op.op == UnaryOp::Not => Some(PlainExpr::Not(boxed(&op.operand)?)),
        Expr::BinOp(op) => Some(PlainExpr::Binary(boxed(&op.left)?, op.op, boxed(&op.right)?)),
        _ => None,
    }
}

fn plain_call(call: &ExprCall, depth: u32) -> Option<PlainExpr> {
    let Expr::Name(name) = &*call.func else { return None };
    if !call.arguments.keywords.is_empty() {
        return None;
    }
    let boxed = |part: &Expr| plain(part, depth + 1).map(Box::new);
    match (name.id.as_str(), &*call.arguments.args) {
        ("len", [object]) => Some(PlainExpr::Length(boxed(object)?)),
        ("isinstance", [object, class]) => Some(PlainExpr::IsInstance(boxed(object)?, boxed(class)?)),
        _ => None,
    }
}
