//! Where the value that a line puts into a place comes from, as far as the line's text tells.

mod calls;
pub mod choice;
mod matching;

use self::choice::kind_of;
use self::matching::{displayed, element, generators, is_place};
use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{Expr, Stmt};
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
    /// The value is that of one of several expressions: see `choice`.
    Choice,
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

/// Where the value comes from that line `line` of a module's source assigns to a place.
pub fn assigned<'s>(source: &'s str, line: u32, place: Assigned<'_>) -> Option<From<'s>> {
    let mut finder = Finder::new(source, line);
    finder.search(Search::Assigned(place))
}

/// What the comprehensions on line `line` put under a number, or under a text: the outer ones first.
pub fn elements<'s>(source: &'s str, line: u32, key: ItemKey<'_>) -> Vec<From<'s>> {
    let mut finder = Finder::new(source, line);
    finder.search(Search::Element(key));
    finder.elements
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
    Element(ItemKey<'a>),
}

struct Finder<'s, 'a> {
    source: &'s str,
    /// The line as a range of the text.
    line: TextRange,
    search: Option<Search<'a>>,
    item: Option<usize>,
    found: Option<From<'s>>,
    elements: Vec<From<'s>>,
}

impl<'s, 'a> Finder<'s, 'a> {
    fn new(source: &'s str, line: u32) -> Finder<'s, 'a> {
        let before = source.split_inclusive('\n').take(line.saturating_sub(1) as usize);
        let start = before.map(str::len).sum::<usize>();
        let len = source[start..].find('\n').unwrap_or(source.len() - start);
        let range = |at: usize| u32::try_from(at).unwrap_or(u32::MAX).into();
        Finder {
            source,
            line: TextRange::new(range(start), range(start + len)),
            search: None,
            item: None,
            found: None,
            elements: Vec::new(),
        }
    }

    fn search(&mut self, search: Search<'a>) -> Option<From<'s>> {
        let parsed = ruff_python_parser::parse_module(self.source).ok()?;
        self.search = Some(search);
        parsed.syntax().body.iter().for_each(|stmt| self.visit_stmt(stmt));
        self.found
    }

    fn is_here(&self, range: TextRange) -> bool {
        range.start() <= self.line.end() && range.end() >= self.line.start()
    }

    fn from(&self, expr: &Expr, item: Option<usize>) -> From<'s> {
        if let (Some(i), Expr::Tuple(ruff_python_ast::ExprTuple { elts, .. })) = (item, expr)
            && let Some(element) = elts.get(i).filter(|_| !elts.iter().any(Expr::is_starred_expr))
        {
            return self.from(element, None);
        }
        let kind = match expr {
            Expr::Await(a) => return self.from(&a.value, item),
            Expr::Named(n) => return self.from(&n.value, item),
            _ => kind_of(expr),
        };
        let text = &self.source[expr.range()];
        From { kind, text, item }
    }

    /// The value of an assignment, if one of its targets is the place.
    fn match_target(&self, target: &Expr, value: &Expr, place: Assigned<'_>) -> Option<From<'s>> {
        if is_place(target, place) {
            return Some(self.from(value, None));
        }
        let (Expr::Tuple(ruff_python_ast::ExprTuple { elts, .. }) | Expr::List(ruff_python_ast::ExprList { elts, .. })) =
            target
        else {
            return None;
        };
        let at = elts.iter().position(|e| is_place(e, place))?;
        let starred = elts[..at].iter().any(Expr::is_starred_expr);
        (!starred).then(|| self.from(value, Some(at)))
    }

    fn look_at_stmt(&mut self, stmt: &Stmt) {
        let Some(Search::Assigned(place)) = self.search else {
            return self.look_at_other(stmt);
        };
        let found = match stmt {
            Stmt::Assign(a) => {
                let values = a.targets.iter();
                values.filter_map(|t| self.match_target(t, &a.value, place)).next()
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
            Stmt::For(f) if self.is_here(f.target.range()) => self.of_iterable(&f.target, &f.iter, place),
            // What is entered gives it.
            Stmt::With(w) => {
                let targets = w.items.iter().filter_map(|item| {
                    let target = item.optional_vars.as_deref()?;
                    self.match_target(target, &item.context_expr, place)
                });
                targets.last().map(|from| From { kind: Kind::Call, ..from })
            }
            _ => None,
        };
        self.found = found.or(self.found);
    }

    /// The variable of a loop or of a comprehension takes one of the items.
    fn of_iterable(&self, target: &Expr, iter: &Expr, place: Assigned<'_>) -> Option<From<'s>> {
        let found = self.match_target(target, iter, place)?;
        Some(From { kind: Kind::Iterable, text: &self.source[iter.range()], item: found.item })
    }

    fn look_at_other(&mut self, stmt: &Stmt) {
        match (self.search, stmt) {
            (Some(Search::Returned), Stmt::Return(r)) => {
                let value = r.value.as_ref().map(|value| self.from(value, self.item));
                self.found = value.or(self.found);
            }
            (Some(Search::Argument("__enter__", _, Some(0))), Stmt::With(w)) => {
                let entered = w.items.last();
                self.found = entered.map(|item| self.from(&item.context_expr, None));
            }
            _ => {}
        }
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
            (_, Some(Search::Element(key))) => {
                let element = element(expr, key).map(|e| self.from(e, None));
                self.elements.extend(element);
            }
            (_, Some(Search::Assigned(place))) if !generators(expr).is_empty() => {
                let loops = generators(expr).iter();
                let found = loops.filter_map(|g| self.of_iterable(&g.target, &g.iter, place));
                self.found = self.found.or(found.last());
            }
            (_, Some(Search::Assigned(Assigned::Item(key)))) => {
                let value = displayed(expr, key);
                self.found = self.found.or(value.map(|v| self.from(v, None)));
            }
            _ => {}
        }
        walk_expr(self, expr);
    }
}
