//! Conditions of the places that a query is about, by line of a code object.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use ttd_code::PlainExpr;

use crate::Vm;
use crate::time::search::place::Place;
use crate::time::search::query::{EventQuery, Kinds, SourceLocation};
use crate::vm::event::{Event, EventKind};

/// The conditions at a line: one of them must hold.
type AnyOf = Rc<[Rc<PlainExpr>]>;

/// The conditions of a query.
#[derive(Default)]
pub(super) struct PlaceConditions {
    /// By place; none for one that is no plain expression.
    of_places: Vec<(SourceLocation, Option<Rc<PlainExpr>>)>,
    /// By code object and line.
    of_lines: FxHashMap<(u32, u32), AnyOf>,
}

impl PlaceConditions {
    pub(super) fn is_empty(&self) -> bool {
        self.of_lines.is_empty()
    }

    /// The conditions at a line, if all its events are under conditions.
    pub(super) fn at(&self, line: (u32, u32)) -> Option<AnyOf> {
        self.of_lines.get(&line).cloned()
    }

    /// Adds a line of a code object, which is at these places.
    pub(super) fn add<'a>(&mut self, line: (u32, u32), places: impl Iterator<Item = &'a SourceLocation>) {
        let mut any_of = Vec::new();
        for place in places {
            let before = any_of.len();
            for (_, condition) in self.of_places.iter().filter(|(of, _)| of == place) {
                let Some(condition) = condition else { return };
                any_of.push(condition.clone());
            }
            if any_of.len() == before {
                return;
            }
        }
        self.of_lines.insert(line, any_of.into());
    }
}

impl Vm {
    /// The conditions of a query, as far as they are plain expressions.
    pub(super) fn conditions_of(&mut self, query: &EventQuery) -> PlaceConditions {
        let mut of_places = Vec::with_capacity(query.conditions.len());
        for of in &query.conditions {
            let condition = self.plain_cached(&of.condition);
            // While a log is read nothing may be allocated.
            condition.iter().for_each(|condition| self.intern_attributes(condition));
            of_places.push((of.place.clone(), condition));
        }
        PlaceConditions { of_places, of_lines: FxHashMap::default() }
    }

    /// Whether the query's conditions tell that an event, which matches otherwise, does not.
    pub(crate) fn is_refused(&mut self, place: &Place<'_>, event: &Event) -> bool {
        let Some(d) = self.control.driver().filter(|d| !d.armed.conditions.is_empty()) else { return false };
        let query = &d.armed.query;
        let of_line = event.kind == EventKind::Line && place.is_in(event.frame);
        if !of_line || query.any.matches(Kinds::of(event)) || query.frame.is_some_and(|frame| frame.matches(event)) {
            return false;
        }
        let Some(conditions) = d.armed.conditions.at((event.code, event.line)) else { return false };
        conditions.iter().all(|condition| place.holds(self, condition) == Ok(false))
    }

    /// Whether the query that was set last has conditions.
    pub(crate) fn has_conditions(&self) -> bool {
        self.control.driver().is_some_and(|d| !d.armed.conditions.is_empty())
    }
}
