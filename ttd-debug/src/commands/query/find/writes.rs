//! `find` and `rfind` where the expression uses `writes`: an event comes into question only if something that the
//! condition names was written directly before it.

use crate::commands::query::find::{Candidate, FindQuery};
use crate::session::Session;
use crate::target::{EventQuery, Reached, Time};
use crate::travel::Interrupted;
use crate::travel::motion::Direction;

/// Events read at once, at first and at most: the nearest match is wanted first.
const STRETCH: u64 = 1 << 14;
const LONGEST: u64 = 1 << 20;
/// When the filter accepts at most one event in this many, it is cheaper to go to each and to look for writes there.
const FEW: u64 = 512;

impl FindQuery {
    /// Looks for events directly after certain writes: in stretches, because only some of the candidates are followed.
    pub(super) fn go_by_writes(
        &mut self,
        session: &mut Session,
        direction: Direction,
    ) -> Result<Option<Time>, Interrupted> {
        let (mut at, first, last) = (session.nav.now, session.target.first(), session.frontier());
        let mut stretch = STRETCH;
        loop {
            let (from, to) = match direction {
                Direction::Forward if at >= last => break,
                Direction::Backward if at <= first => break,
                Direction::Forward => (at + 1, last.min(at + stretch)),
                Direction::Backward => (at.saturating_sub(stretch).max(first), at - 1),
            };
            stretch = LONGEST.min(stretch * 2);
            let candidates = self.candidates(session, from, to)?;
            if let Some(found) = self.evaluate_all(session, &candidates, direction)? {
                return Ok(Some(found));
            }
            at = if direction == Direction::Forward { to } else { from };
        }
        if direction == Direction::Backward {
            return Ok(None);
        }
        self.run_on(session, last, Time::NEVER)
    }

    /// The events from `from` to `to` for which the expression can hold.
    pub(super) fn candidates(
        &mut self,
        session: &mut Session,
        from: Time,
        to: Time,
    ) -> Result<Vec<Candidate>, Interrupted> {
        let Some(query) = self.writing.clone() else {
            return self.filtered(session, from, to);
        };
        let mut filtered = None;
        if !self.filter.tests.is_empty() || !self.filter.values.is_empty() {
            let mut events = self.filtered(session, from, to)?;
            let known = session.target.possible_write_times(&query, from, to);
            if let Some(times) = &known {
                events.retain(|event| times.binary_search(&event.time).is_ok());
            }
            if events.len() as u64 * FEW <= to - from {
                return preceded_by_writes(session, &query, events);
            }
            filtered = Some(events);
        }
        let may_be =
            |time: Time| filtered.as_ref().is_none_or(|events| events.binary_search_by_key(&time, |e| e.time).is_ok());
        let mut found = Vec::new();
        session.navigator().seek(from.saturating_sub(1))?;
        while session.target.time().is_some_and(|time| time < to) {
            match session.target.run_until(&query, to) {
                Reached::Interrupted => return Err(Interrupted),
                Reached::Target if session.target.changed() => {}
                _ => break,
            }
            let (time, event) = (session.target.time().unwrap_or(to), session.target.event());
            if may_be(time) && self.concerns(&*session.target, &event) {
                let written = session.target.object_uses();
                found.push(Candidate { time, event, written });
            }
        }
        Ok(found)
    }
}

/// Keeps the candidates immediately preceded by a matching write, with these writes.
fn preceded_by_writes(
    session: &mut Session,
    query: &EventQuery,
    events: Vec<Candidate>,
) -> Result<Vec<Candidate>, Interrupted> {
    let mut found = Vec::new();
    for event in events {
        if event.time <= session.target.first() {
            continue;
        }
        session.navigator().seek(event.time - 1)?;
        match session.target.run_until(query, event.time) {
            Reached::Interrupted => return Err(Interrupted),
            Reached::Target if session.target.changed() => {}
            _ => continue,
        }
        let written = session.target.object_uses();
        found.push(Candidate { written, ..event });
    }
    Ok(found)
}
