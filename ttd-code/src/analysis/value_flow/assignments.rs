//! What statements assign, and what they return.

use ruff_python_ast::{Expr, ExprList, ExprTuple, Stmt};
use ruff_text_size::{Ranged, TextRange};

use super::matching::is_target;
use super::{Finder, Parameter, Search, SourceKind, StoreTarget, ValueSource};

impl<'s> Finder<'s, '_> {
    /// Returns the source of an assignment's value, if one of its targets is `stored`.
    fn match_target(&self, target: &Expr, value: &Expr, stored: StoreTarget<'_>) -> Option<ValueSource<'s>> {
        if is_target(target, stored) {
            return Some(self.source_of(value, None));
        }
        let (Expr::Tuple(ExprTuple { elts, .. }) | Expr::List(ExprList { elts, .. })) = target else {
            return None;
        };
        let values = match value {
            Expr::Tuple(ExprTuple { elts, .. }) | Expr::List(ExprList { elts, .. }) => elts.as_slice(),
            _ => &[],
        };
        let Some(at) = elts.iter().position(|e| is_target(e, stored)) else {
            let is_plain = values.len() == elts.len() && !elts.iter().chain(values).any(Expr::is_starred_expr);
            let mut pairs = elts.iter().zip(values).filter(|_| is_plain);
            return pairs.find_map(|(target, value)| self.match_target(target, value, stored));
        };
        let starred = elts[..at].iter().any(Expr::is_starred_expr);
        (!starred).then(|| self.source_of(value, Some(at)))
    }

    pub(super) fn check_assignment(&mut self, stmt: &Stmt) {
        if let Some(Search::Stores) = self.search {
            return self.note_stores(stmt);
        }
        self.note_assigned(stmt);
        let Some(Search::Assigned(place)) = self.search else {
            return self.check_return(stmt);
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
            Stmt::AugAssign(a) => is_target(&a.target, place).then(|| ValueSource {
                kind: SourceKind::Computed,
                text: &self.source[a.range],
                item: None,
            }),
            Stmt::FunctionDef(f) if f.decorator_list.is_empty() => self.defined(f.name.as_str(), f.range, place),
            Stmt::ClassDef(c) if c.decorator_list.is_empty() => self.defined(c.name.as_str(), c.range, place),
            Stmt::For(f) if self.on_line(f.target.range()) => self.loop_variable(&f.target, &f.iter, place),
            // `__enter__` returns it.
            Stmt::With(w) => {
                let targets = w.items.iter().filter_map(|item| {
                    let target = item.optional_vars.as_deref()?;
                    self.match_target(target, &item.context_expr, place)
                });
                targets.last().map(|from| ValueSource { kind: SourceKind::Entered, ..from })
            }
            _ => None,
        };
        // Of several on the line each may be the one.
        self.elements.extend(self.found.filter(|_| found.is_some()));
        self.found = found.or(self.found);
    }

    /// Returns the source of the value that a `def` or `class` gives its name, if its first line is the one.
    fn defined(&self, name: &str, range: TextRange, stored: StoreTarget<'_>) -> Option<ValueSource<'s>> {
        let text = self.source[range].lines().next().unwrap_or_default();
        let is_it = stored == StoreTarget::Name(name) && self.line.contains(range.start());
        is_it.then_some(ValueSource { kind: SourceKind::Computed, text, item: None })
    }

    /// Notes the attributes and items that a statement assigns to.
    fn note_stores(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Assign(a) => a.targets.iter().for_each(|target| self.note_store(target, &a.value, None)),
            Stmt::AnnAssign(a) => a.value.iter().for_each(|value| self.note_store(&a.target, value, None)),
            _ => {}
        }
    }

    fn note_store(&mut self, target: &Expr, value: &Expr, item: Option<usize>) {
        match target {
            Expr::Attribute(_) | Expr::Subscript(_) => {
                let text = &self.source[target.range()];
                self.stores.push((text, self.source_of(value, item)));
            }
            Expr::Tuple(ExprTuple { elts, .. }) | Expr::List(ExprList { elts, .. }) if item.is_none() => {
                let first = elts.iter().take_while(|e| !e.is_starred_expr());
                first.enumerate().for_each(|(at, target)| self.note_store(target, value, Some(at)));
            }
            _ => {}
        }
    }

    /// Returns the source of the value that a `for` clause assigns to its variable.
    pub(super) fn loop_variable(&self, target: &Expr, iter: &Expr, stored: StoreTarget<'_>) -> Option<ValueSource<'s>> {
        let found = self.match_target(target, iter, stored)?;
        Some(ValueSource { kind: SourceKind::Iterable, text: &self.source[iter.range()], item: found.item })
    }

    fn check_return(&mut self, stmt: &Stmt) {
        match (self.search, stmt) {
            (Some(Search::Returned), Stmt::Return(r)) => {
                let value = r.value.as_ref().map(|value| self.source_of(value, self.item));
                self.found = value.or(self.found);
            }
            (Some(Search::Argument(Parameter { function: "__enter__", position: Some(0), .. })), Stmt::With(w)) => {
                let entered = w.items.iter().rev().map(|item| self.source_of(&item.context_expr, None));
                let entered: Vec<_> = entered.collect();
                self.elements.extend(entered);
            }
            _ => {}
        }
    }
}
