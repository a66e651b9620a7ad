//! Warnings about literals in operations that their type does not support.

use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{CmpOp, Expr, ExprCompare, ExprContext, ExprSubscript, Number, Stmt, UnaryOp};
use ruff_text_size::Ranged;

use super::Collector;

/// Visits a syntax tree.
pub(crate) struct LiteralChecker<'f, 's>(pub(crate) &'f mut Collector<'s>);

impl<'a> Visitor<'a> for LiteralChecker<'_, '_> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        if let Stmt::Assert(a) = stmt
            && let Expr::Tuple(t) = &*a.test
            && !t.elts.is_empty()
        {
            let message = "assertion is always true, perhaps remove parentheses?";
            self.0.add(a.range(), message.into());
        }
        walk_stmt(self, stmt);
    }

    fn visit_expr(&mut self, e: &'a Expr) {
        match e {
            Expr::Compare(c) => self.identity(c),
            Expr::Call(c) => self.called(&c.func),
            Expr::Subscript(s) if s.ctx == ExprContext::Load => self.indexed(s),
            _ => {}
        }
        walk_expr(self, e);
    }
}

impl LiteralChecker<'_, '_> {
    /// `x is 1`.
    fn identity(&mut self, c: &ExprCompare) {
        let mut left = &*c.left;
        for (op, right) in c.ops.iter().zip(&c.comparators) {
            let bad = [left, right].into_iter().find(|e| constant(e) && !singleton(e));
            let words = match op {
                CmpOp::Is => Some(("is", "==")),
                CmpOp::IsNot => Some(("is not", "!=")),
                _ => None,
            };
            if let (Some(kind), Some((said, meant))) = (bad.and_then(type_name), words) {
                let message = format!("\"{said}\" with '{kind}' literal. Did you mean \"{meant}\"?");
                return self.0.add(c.range(), message);
            }
            left = right;
        }
    }

    /// `(1, 2) (3, 4)`.
    fn called(&mut self, func: &Expr) {
        if let Some(kind) = type_name(func).filter(|kind| *kind != "function") {
            let message = format!("'{kind}' object is not callable; perhaps you missed a comma?");
            self.0.add(func.range(), message);
        }
    }

    fn indexed(&mut self, s: &ExprSubscript) {
        let Some(kind) = type_name(&s.value) else {
            return;
        };
        let sequence = matches!(kind, "str" | "bytes" | "tuple" | "list");
        if !sequence && kind != "dict" {
            let message = format!("'{kind}' object is not subscriptable; perhaps you missed a comma?");
            return self.0.add(s.value.range(), message);
        }
        let Some(index) = type_name(&s.slice) else {
            return;
        };
        if sequence && !matches!(index, "int" | "bool" | "slice") {
            let message =
                format!("{kind} indices must be integers or slices, not {index}; perhaps you missed a comma?");
            self.0.add(s.value.range(), message);
        }
    }
}

/// Whether CPython has folded an expression to a constant before it warns.
fn constant(e: &Expr) -> bool {
    match e {
        Expr::StringLiteral(_)
        | Expr::BytesLiteral(_)
        | Expr::NumberLiteral(_)
        | Expr::BooleanLiteral(_)
        | Expr::NoneLiteral(_)
        | Expr::EllipsisLiteral(_) => true,
        Expr::Tuple(t) => t.elts.iter().all(constant),
        Expr::UnaryOp(u) => u.op != UnaryOp::Not && matches!(*u.operand, Expr::NumberLiteral(_)),
        _ => false,
    }
}

fn singleton(e: &Expr) -> bool {
    matches!(e, Expr::BooleanLiteral(_) | Expr::NoneLiteral(_) | Expr::EllipsisLiteral(_))
}

/// Returns the name of an expression's type, if its form determines it.
fn type_name(e: &Expr) -> Option<&'static str> {
    Some(match e {
        Expr::Tuple(_) => "tuple",
        Expr::List(_) | Expr::ListComp(_) => "list",
        Expr::Dict(_) | Expr::DictComp(_) => "dict",
        Expr::Set(_) | Expr::SetComp(_) => "set",
        Expr::Generator(_) => "generator",
        Expr::Lambda(_) => "function",
        Expr::FString(_) | Expr::StringLiteral(_) => "str",
        Expr::BytesLiteral(_) => "bytes",
        Expr::BooleanLiteral(_) => "bool",
        Expr::NoneLiteral(_) => "NoneType",
        Expr::EllipsisLiteral(_) => "ellipsis",
        Expr::NumberLiteral(n) => match n.value {
            Number::Int(_) => "int",
            Number::Float(_) => "float",
            Number::Complex { .. } => "complex",
        },
        Expr::UnaryOp(u) if constant(e) => type_name(&u.operand)?,
        _ => return None,
    })
}
