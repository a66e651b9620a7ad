//! Expressions whose value has the contents of another one: iterators over it, and copies of it.

use ruff_python_ast::{Expr, ExprCall, Operator};
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

/// A part of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece<'s> {
    /// An expression.
    pub text: &'s str,
    /// The items of its value are the sequence's, and not the value itself.
    pub spread: bool,
}

/// Returns the sequences that line `line` joins, by `*` in displays or by `+`: the parts of each, in order.
pub fn joined(source: &str, line: u32) -> Vec<Vec<Piece<'_>>> {
    let mut finder = Finder::new(source, line);
    finder.search(Search::Joined);
    finder.joined
}

/// Returns the positional arguments of the calls on line `line`: what is called, an argument's place, its source.
pub fn positional(source: &str, line: u32) -> Vec<(&str, usize, ValueSource<'_>)> {
    let mut finder = Finder::new(source, line);
    finder.search(Search::Positional);
    finder.positional
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

/// The parts of a sum, from left to right.
fn summands<'e>(expr: &'e Expr, found: &mut Vec<&'e Expr>) {
    match expr {
        Expr::BinOp(sum) if sum.op == Operator::Add => {
            summands(&sum.left, found);
            found.push(&sum.right);
        }
        _ => found.push(expr),
    }
}

impl<'s> Finder<'s, '_> {
    /// Notes the parts of a sequence that is joined of several.
    fn note_joined(&mut self, expr: &Expr) {
        let source = self.source;
        let of_display = |elts: &[Expr]| -> Vec<Piece<'s>> {
            let piece = |part: &Expr| match part {
                Expr::Starred(starred) => Piece { text: &source[starred.value.range()], spread: true },
                part => Piece { text: &source[part.range()], spread: false },
            };
            elts.iter().map(piece).collect()
        };
        match expr {
            Expr::List(list) if list.elts.iter().any(Expr::is_starred_expr) => self.joined.push(of_display(&list.elts)),
            Expr::Tuple(tuple) if tuple.elts.iter().any(Expr::is_starred_expr) => {
                self.joined.push(of_display(&tuple.elts));
            }
            Expr::BinOp(sum) if sum.op == Operator::Add => {
                let mut parts = Vec::new();
                summands(expr, &mut parts);
                let pieces = parts.into_iter().flat_map(|part| match part {
                    Expr::List(list) => of_display(&list.elts),
                    Expr::Tuple(tuple) => of_display(&tuple.elts),
                    part => vec![Piece { text: &source[part.range()], spread: true }],
                });
                self.joined.push(pieces.collect());
            }
            _ => {}
        }
    }

    /// Notes what an expression copies, and the argument that a call passes for an attribute.
    pub(crate) fn check_copy(&mut self, expr: &Expr) {
        let inner = match (self.search, expr) {
            (Some(Search::Joined), _) => {
                self.note_joined(expr);
                None
            }
            (Some(Search::Positional), Expr::Call(call)) => {
                let function = &self.source[call.func.range()];
                let plain = call.arguments.args.iter().take_while(|arg| !arg.is_starred_expr()).enumerate();
                let passed: Vec<_> = plain.map(|(at, arg)| (function, at, self.source_of(arg, None))).collect();
                self.positional.extend(passed);
                None
            }
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

    #[test]
    fn what_a_line_joins() {
        let source = "a = [1, *x, y]\nb = p + [q, *r] + (s,)\nc = [d, e]\n";
        let texts = |line| {
            let sequences = joined(source, line).into_iter();
            let words = |piece: &Piece<'_>| format!("{}{}", if piece.spread { "*" } else { "" }, piece.text);
            sequences.map(|parts| parts.iter().map(words).collect::<Vec<_>>().join(" ")).collect::<Vec<_>>()
        };
        assert_eq!(texts(1), ["1 *x y"]);
        assert_eq!(texts(2)[0], "*p q *r s");
        assert!(texts(3).is_empty());
    }
}
