//! Expressions whose value has the contents of another one: iterators over it, and copies of it.

use ruff_python_ast::{Expr, ExprCall};
use ruff_text_size::Ranged;

use super::{Finder, Search, SourceKind, ValueSource};

/// Functions that iterate over their first argument, or copy it, and give its items unchanged.
const PASSING: &[&str] =
    &["list", "tuple", "set", "frozenset", "dict", "deque", "iter", "reversed", "sorted", "copy", "deepcopy"];

/// What an iterable iterates over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iterated<'s> {
    /// The expression.
    pub text: &'s str,
    /// The value is this item of an item, not the item itself.
    pub item: Option<usize>,
    /// The items are the values of a dict.
    pub values: bool,
}

/// Looks through `enumerate`, `zip`, `values` and their like to the container whose item a loop has taken. `None` if it
/// took something that these functions made.
pub fn iterated(text: &str, item: Option<usize>) -> Option<Iterated<'_>> {
    let parsed = ruff_python_parser::parse_expression(text).ok()?;
    let (mut expr, mut item) = (parsed.expr(), item);
    loop {
        let of = |expr: &Expr| &text[expr.range()];
        let Expr::Call(call) = expr else {
            expr = match copied(expr) {
                Some(inner) => inner,
                None => return Some(Iterated { text: of(expr), item, values: false }),
            };
            continue;
        };
        let args = &call.arguments.args;
        let plain = !args.iter().any(Expr::is_starred_expr);
        (expr, item) = match (called(call), item) {
            (Some("enumerate"), Some(1)) if plain && !args.is_empty() => (&args[0], None),
            (Some("zip"), Some(n)) if plain && n < args.len() => (&args[n], None),
            (Some("enumerate" | "zip"), _) => return None,
            (Some("values"), _) => return receiver(call).map(|d| Iterated { text: of(d), item, values: true }),
            (Some("items"), Some(1)) => {
                return receiver(call).map(|d| Iterated { text: of(d), item: None, values: true });
            }
            _ => match copied(expr) {
                Some(inner) => (inner, item),
                None => return Some(Iterated { text: of(expr), item, values: false }),
            },
        };
    }
}

/// Returns the expressions that line `line` copies, the outermost first.
pub fn copies(source: &str, line: u32) -> Vec<ValueSource<'_>> {
    let mut finder = Finder::new(source, line);
    finder.search(Search::Copies);
    finder.elements
}

/// Returns where the object that line `line` makes got an attribute from: an argument with its name, or the object that
/// was copied.
pub fn made<'s>(source: &'s str, line: u32, attribute: &str) -> Option<(ValueSource<'s>, bool)> {
    let mut finder = Finder::new(source, line);
    if let Some(found) = finder.search(Search::Made(attribute)) {
        return Some((found, false));
    }
    finder.elements.first().map(|copied| (*copied, true))
}

/// The name of the function that a call names.
pub(super) fn called(call: &ExprCall) -> Option<&str> {
    match &*call.func {
        Expr::Name(n) => Some(n.id.as_str()),
        Expr::Attribute(a) => Some(a.attr.as_str()),
        _ => None,
    }
}

fn receiver(call: &ExprCall) -> Option<&Expr> {
    match &*call.func {
        Expr::Attribute(a) => Some(&a.value),
        _ => None,
    }
}

/// The expression that an expression copies.
fn copied(expr: &Expr) -> Option<&Expr> {
    match expr {
        Expr::Subscript(s) if s.slice.is_slice_expr() => Some(&s.value),
        Expr::List(list) => match &*list.elts {
            [Expr::Starred(starred)] => Some(&starred.value),
            _ => None,
        },
        Expr::Dict(dict) => dict.items.iter().find(|item| item.key.is_none()).map(|item| &item.value),
        Expr::Call(call) => match (called(call)?, &*call.arguments.args) {
            ("copy", []) => receiver(call),
            (name, [first, ..]) if PASSING.contains(&name) && !first.is_starred_expr() => Some(first),
            _ => None,
        },
        _ => None,
    }
}

impl<'s> Finder<'s, '_> {
    /// Notes what an expression copies, and the argument that a call passes for an attribute.
    pub(crate) fn check_copy(&mut self, expr: &Expr) {
        let inner = match (self.search, expr) {
            (Some(Search::Copies), _) => copied(expr),
            (Some(Search::Made(attribute)), Expr::Call(call)) => {
                let keyword = call.arguments.keywords.iter().find(|k| k.arg.as_deref() == Some(attribute));
                self.found = self.found.or(keyword.map(|keyword| self.source_of(&keyword.value, None)));
                match (called(call), call.arguments.args.first()) {
                    (Some("replace"), first) => first,
                    (Some("_replace"), _) => receiver(call),
                    _ => copied(expr),
                }
            }
            _ => None,
        };
        if let Some(inner) = inner {
            let text = &self.source[inner.range()];
            self.elements.push(ValueSource { kind: SourceKind::Load, text, item: None });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_iterated_over() {
        let inner = |text, item| iterated(text, item).map(|found| (found.text, found.item, found.values));
        assert_eq!(inner("xs", Some(2)), Some(("xs", Some(2), false)));
        assert_eq!(inner("enumerate(xs, 1)", Some(1)), Some(("xs", None, false)));
        assert_eq!(inner("enumerate(xs)", Some(0)), None);
        assert_eq!(inner("zip(xs, reversed(ys[1:]))", Some(1)), Some(("ys", None, false)));
        assert_eq!(inner("list(d.values())", None), Some(("d", None, true)));
        assert_eq!(inner("sorted(d.items())", Some(1)), Some(("d", None, true)));
        assert_eq!(inner("read(f)", None), Some(("read(f)", None, false)));
    }

    #[test]
    fn what_a_line_copies() {
        let source = "a = x[:]\nb = dict(d.e)\nc = copy.copy(y)\ne = z.copy()\nf = replace(p, w=q)\n";
        let texts = |line| copies(source, line).iter().map(|copy| copy.text).collect::<Vec<_>>();
        assert_eq!(texts(1), ["x"]);
        assert_eq!(texts(2), ["d.e"]);
        assert_eq!(texts(3), ["y"]);
        assert_eq!(texts(4), ["z"]);
        let of = |attribute| made(source, 5, attribute).map(|(from, copied)| (from.text, copied));
        assert_eq!(of("w"), Some(("q", false)));
        assert_eq!(of("v"), Some(("p", true)));
    }
}
