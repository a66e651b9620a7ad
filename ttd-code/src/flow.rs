//! Where the value that a line puts into a place comes from, as far as the line's text tells.

use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{Expr, ExprCall, Stmt};
use ruff_text_size::{Ranged, TextRange};

/// The source of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct From<'s> {
    /// What it is.
    pub kind: Kind,
    /// The expression.
    pub text: &'s str,
    /// The value is not what the expression gives, but this item of it.
    pub item: Option<usize>,
}

/// What an expression is that gives a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A variable, an attribute or an item: the value was there before.
    Place,
    /// A call: the value was returned.
    Call,
    /// The value is one of those that this iterable gives.
    Iterable,
    /// Anything else: the value was made there.
    Computed,
}

/// A place that is assigned to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assigned<'a> {
    /// A variable.
    Name(&'a str),
    /// An attribute of something.
    Attribute(&'a str),
    /// An item of something, under this text or number.
    Item(ItemKey<'a>),
}

/// What an item stands under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemKey<'a> {
    /// A text.
    Text(&'a str),
    /// A number or a position.
    Number(i64),
}

/// Methods that put their last argument into a container.
const PUTTING: &[&str] = &[
    "append",
    "appendleft",
    "add",
    "insert",
    "setdefault",
    "__setitem__",
    "push",
];

/// Where the value comes from that line `line` of a module's source assigns to a place.
pub fn assigned<'s>(source: &'s str, line: u32, place: Assigned<'_>) -> Option<From<'s>> {
    let mut finder = Finder::new(source, line);
    finder.search(Search::Assigned(place))
}

/// Where the value comes from that line `line` returns or yields: of a tuple that stands there, item `item`.
pub fn returned(source: &str, line: u32, item: Option<usize>) -> Option<From<'_>> {
    let mut finder = Finder::new(source, line);
    finder.item = item;
    finder.search(Search::Returned)
}

/// Where the argument comes from that line `line` gives to a function of this name: by its name, or by its position when
/// there is one, `self` counted where the call has a receiver.
pub fn argument<'s>(
    source: &'s str,
    line: u32,
    function: &str,
    name: &str,
    position: Option<usize>,
) -> Option<From<'s>> {
    let mut finder = Finder::new(source, line);
    finder.search(Search::Argument(function, name, position))
}

#[derive(Clone, Copy)]
enum Search<'a> {
    Assigned(Assigned<'a>),
    Returned,
    Argument(&'a str, &'a str, Option<usize>),
}

struct Finder<'s, 'a> {
    source: &'s str,
    /// The line as a range of the text.
    line: TextRange,
    search: Option<Search<'a>>,
    item: Option<usize>,
    found: Option<From<'s>>,
}

impl<'s, 'a> Finder<'s, 'a> {
    fn new(source: &'s str, line: u32) -> Finder<'s, 'a> {
        let before = source
            .split_inclusive('\n')
            .take(line.saturating_sub(1) as usize);
        let start = before.map(str::len).sum::<usize>();
        let len = source[start..].find('\n').unwrap_or(source.len() - start);
        let range = |at: usize| u32::try_from(at).unwrap_or(u32::MAX).into();
        Finder {
            source,
            line: TextRange::new(range(start), range(start + len)),
            search: None,
            item: None,
            found: None,
        }
    }

    fn search(&mut self, search: Search<'a>) -> Option<From<'s>> {
        let parsed = ruff_python_parser::parse_module(self.source).ok()?;
        self.search = Some(search);
        parsed
            .syntax()
            .body
            .iter()
            .for_each(|stmt| self.visit_stmt(stmt));
        self.found
    }

    fn is_here(&self, range: TextRange) -> bool {
        range.start() <= self.line.end() && range.end() >= self.line.start()
    }

    fn from(&self, expr: &Expr, item: Option<usize>) -> From<'s> {
        if let (Some(i), Expr::Tuple(ruff_python_ast::ExprTuple { elts, .. })) = (item, expr)
            && let Some(element) = elts
                .get(i)
                .filter(|_| !elts.iter().any(Expr::is_starred_expr))
        {
            return self.from(element, None);
        }
        let kind = match expr {
            Expr::Name(_) | Expr::Attribute(_) => Kind::Place,
            Expr::Subscript(s) if !s.slice.is_slice_expr() => Kind::Place,
            Expr::Call(_) => Kind::Call,
            Expr::Await(a) => return self.from(&a.value, item),
            Expr::Named(n) => return self.from(&n.value, item),
            _ => Kind::Computed,
        };
        let text = &self.source[expr.range()];
        From { kind, text, item }
    }

    /// The value of an assignment, if one of its targets is the place.
    fn match_target(&self, target: &Expr, value: &Expr, place: Assigned<'_>) -> Option<From<'s>> {
        if is_place(target, place) {
            return Some(self.from(value, None));
        }
        let (Expr::Tuple(ruff_python_ast::ExprTuple { elts, .. })
        | Expr::List(ruff_python_ast::ExprList { elts, .. })) = target
        else {
            return None;
        };
        let at = elts.iter().position(|e| is_place(e, place))?;
        let starred = elts[..at].iter().any(Expr::is_starred_expr);
        (!starred).then(|| self.from(value, Some(at)))
    }

    fn look_at_stmt(&mut self, stmt: &Stmt) {
        let Some(Search::Assigned(place)) = self.search else {
            return self.look_at_return(stmt);
        };
        let found = match stmt {
            Stmt::Assign(a) => {
                let values = a.targets.iter();
                values
                    .filter_map(|t| self.match_target(t, &a.value, place))
                    .next()
            }
            Stmt::AnnAssign(a) => {
                let value = a.value.as_ref();
                value.and_then(|v| self.match_target(&a.target, v, place))
            }
            Stmt::AugAssign(a) => is_place(&a.target, place).then(|| From {
                kind: Kind::Computed,
                text: &self.source[a.range],
                item: None,
            }),
            Stmt::For(f) if self.is_here(f.target.range()) => {
                let found = self.match_target(&f.target, &f.iter, place);
                found.map(|found| From {
                    kind: Kind::Iterable,
                    text: &self.source[f.iter.range()],
                    item: found.item,
                })
            }
            _ => None,
        };
        self.found = found.or(self.found);
    }

    fn look_at_return(&mut self, stmt: &Stmt) {
        if let (Some(Search::Returned), Stmt::Return(r)) = (self.search, stmt)
            && let Some(value) = &r.value
        {
            self.found = Some(self.from(value, self.item));
        }
    }

    fn look_at_call(&mut self, call: &ExprCall) {
        let called = match &*call.func {
            Expr::Name(n) => n.id.as_str(),
            Expr::Attribute(a) => a.attr.as_str(),
            _ => return,
        };
        match self.search {
            Some(Search::Assigned(Assigned::Item(_))) if PUTTING.contains(&called) => {
                let last = call.arguments.args.last();
                self.found = self.found.or(last.map(|last| self.from(last, None)));
            }
            Some(Search::Argument(function, name, position)) => {
                // A class is called by its own name.
                if function != called && function != "__init__" {
                    return;
                }
                let keywords = call.arguments.keywords.iter();
                let keyword = keywords.clone().find(|k| k.arg.as_deref() == Some(name));
                if let Some(keyword) = keyword {
                    self.found = Some(self.from(&keyword.value, None));
                    return;
                }
                let receiver = match &*call.func {
                    Expr::Attribute(a) if function == called => Some(&*a.value),
                    _ => None,
                };
                let bound = usize::from(receiver.is_some() || function != called);
                let args = &call.arguments.args;
                self.found = match position {
                    Some(0) if bound == 1 => receiver.map(|r| self.from(r, None)),
                    Some(n) if !args.iter().any(Expr::is_starred_expr) => n
                        .checked_sub(bound)
                        .and_then(|n| args.get(n))
                        .map(|arg| self.from(arg, None)),
                    _ => None,
                }
                .or(self.found);
            }
            _ => {}
        }
    }
}

fn is_place(target: &Expr, place: Assigned<'_>) -> bool {
    match (target, place) {
        (Expr::Name(n), Assigned::Name(name)) => n.id.as_str() == name,
        (Expr::Attribute(a), Assigned::Attribute(name)) => a.attr.as_str() == name,
        (Expr::Subscript(_), Assigned::Item(_)) => true,
        _ => false,
    }
}

/// The item of a dict, list or tuple that is written out.
fn displayed<'e>(expr: &'e Expr, key: ItemKey<'_>) -> Option<&'e Expr> {
    match (expr, key) {
        (Expr::Dict(d), ItemKey::Text(text)) => {
            let is_it = |key: &Expr| {
                key.as_string_literal_expr()
                    .is_some_and(|s| s.value == *text)
            };
            let mut items = d.items.iter().rev();
            items
                .find(|item| item.key.as_ref().is_some_and(is_it))
                .map(|item| &item.value)
        }
        (
            Expr::List(ruff_python_ast::ExprList { elts, .. })
            | Expr::Tuple(ruff_python_ast::ExprTuple { elts, .. }),
            ItemKey::Number(at),
        ) => {
            let starred = elts.iter().any(Expr::is_starred_expr);
            elts.get(usize::try_from(at).ok()?).filter(|_| !starred)
        }
        _ => None,
    }
}

impl<'v> Visitor<'v> for Finder<'_, '_> {
    fn visit_stmt(&mut self, stmt: &'v Stmt) {
        if self.is_here(stmt.range()) {
            self.look_at_stmt(stmt);
            walk_stmt(self, stmt);
        }
    }

    fn visit_expr(&mut self, expr: &'v Expr) {
        if !self.is_here(expr.range()) {
            return;
        }
        match (expr, self.search) {
            (Expr::Named(n), Some(Search::Assigned(place))) if is_place(&n.target, place) => {
                self.found = Some(self.from(&n.value, None));
            }
            (Expr::Yield(y), Some(Search::Returned)) => {
                let value = y.value.as_ref();
                self.found = value.map(|v| self.from(v, self.item)).or(self.found);
            }
            (Expr::Call(call), _) => self.look_at_call(call),
            (_, Some(Search::Assigned(Assigned::Item(key)))) => {
                let value = displayed(expr, key);
                self.found = self.found.or(value.map(|v| self.from(v, None)));
            }
            _ => {}
        }
        walk_expr(self, expr);
    }
}
