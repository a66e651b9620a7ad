//! Which assignments and displays of a line are about a place.

use ruff_python_ast::{Comprehension, Expr, ExprContext};

use super::{Assigned, ItemKey};

/// Whether a target of an assignment is the place.
pub(crate) fn is_place(target: &Expr, place: Assigned<'_>) -> bool {
    match (target, place) {
        (Expr::Name(n), Assigned::Name(name)) => n.id.as_str() == name,
        (Expr::Attribute(a), Assigned::Attribute(name)) => a.attr.as_str() == name,
        (Expr::Subscript(_), Assigned::Item(_)) => true,
        _ => false,
    }
}

/// The item of a dict, list or tuple that is written out.
pub(crate) fn displayed<'e>(expr: &'e Expr, key: ItemKey<'_>) -> Option<&'e Expr> {
    match (expr, key) {
        (Expr::Dict(d), ItemKey::Text(text)) => {
            let is_it = |key: &Expr| key.as_string_literal_expr().is_some_and(|s| s.value == *text);
            let mut items = d.items.iter().rev();
            items.find(|item| item.key.as_ref().is_some_and(is_it)).map(|item| &item.value)
        }
        (
            Expr::List(ruff_python_ast::ExprList { elts, ctx, .. })
            | Expr::Tuple(ruff_python_ast::ExprTuple { elts, ctx, .. }),
            ItemKey::Number(at),
        ) if *ctx == ExprContext::Load => {
            let starred = elts.iter().any(Expr::is_starred_expr);
            elts.get(usize::try_from(at).ok()?).filter(|_| !starred)
        }
        _ => None,
    }
}

/// What a comprehension puts under a number, or under a text.
pub(crate) fn element<'e>(expr: &'e Expr, key: ItemKey<'_>) -> Option<&'e Expr> {
    match (expr, key) {
        (Expr::ListComp(c), ItemKey::Number(_)) => Some(&c.elt),
        (Expr::DictComp(c), _) => Some(&c.value),
        _ => None,
    }
}

/// The loops of a comprehension.
pub(crate) fn generators(expr: &Expr) -> &[Comprehension] {
    match expr {
        Expr::ListComp(c) => &c.generators,
        Expr::SetComp(c) => &c.generators,
        Expr::DictComp(c) => &c.generators,
        Expr::Generator(c) => &c.generators,
        _ => &[],
    }
}
