//! Matches assignment targets, displays and comprehensions of a line with a store target.

use ruff_python_ast::{Comprehension, Expr, ExprContext};

use super::{ItemKey, StoreTarget};

/// Whether an assignment to `target` stores to `stored`. The container of an item is not compared.
pub(crate) fn is_target(target: &Expr, stored: StoreTarget<'_>) -> bool {
    match (target, stored) {
        (Expr::Name(n), StoreTarget::Name(name)) => n.id.as_str() == name,
        (Expr::Attribute(a), StoreTarget::Attribute(name)) => a.attr.as_str() == name,
        (Expr::Subscript(s), StoreTarget::Item(_)) => !s.slice.is_slice_expr(),
        _ => false,
    }
}

/// Returns the item under a key of a dict, list or tuple display.
pub(crate) fn display_item<'e>(expr: &'e Expr, key: ItemKey<'_>) -> Option<&'e Expr> {
    match (expr, key) {
        (Expr::Dict(d), ItemKey::Str(text)) => {
            let is_it = |key: &Expr| key.as_string_literal_expr().is_some_and(|s| s.value == *text);
            let mut items = d.items.iter().rev();
            items.find(|item| item.key.as_ref().is_some_and(is_it)).map(|item| &item.value)
        }
        (
            Expr::List(ruff_python_ast::ExprList { elts, ctx, .. })
            | Expr::Tuple(ruff_python_ast::ExprTuple { elts, ctx, .. }),
            ItemKey::Int(at),
        ) if *ctx == ExprContext::Load => {
            let starred = elts.iter().any(Expr::is_starred_expr);
            let at = if at < 0 { at.checked_add_unsigned(elts.len() as u64)? } else { at };
            elts.get(usize::try_from(at).ok()?).filter(|_| !starred)
        }
        _ => None,
    }
}

/// Returns the element that a comprehension stores under a key of this kind.
pub(crate) fn element<'e>(expr: &'e Expr, key: ItemKey<'_>) -> Option<&'e Expr> {
    match (expr, key) {
        (Expr::ListComp(c), ItemKey::Int(_)) => Some(&c.elt),
        (Expr::DictComp(c), _) => Some(&c.value),
        _ => None,
    }
}

/// Returns the `for` clauses of a comprehension.
pub(crate) fn generators(expr: &Expr) -> &[Comprehension] {
    match expr {
        Expr::ListComp(c) => &c.generators,
        Expr::SetComp(c) => &c.generators,
        Expr::DictComp(c) => &c.generators,
        Expr::Generator(c) => &c.generators,
        _ => &[],
    }
}
