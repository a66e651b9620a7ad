//! `find`: all events for which an expression holds.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use ttd_debug::target::Time;
use ttd_debug::views::{Find, Match};

use super::super::desk::Desk;
use super::super::job::{Job, Reply, Step, Update};
use super::super::request::Request;

/// Events that are listed at most; the others are counted.
const MOST: usize = 10_000;
/// Events looked at in a turn: at first, and at least and at most.
const FIRST: u64 = 1 << 10;
const FEWEST: u64 = 1 << 4;
const LONGEST: u64 = 1 << 20;
/// How long a turn takes at most, and how long it may well take.
const SLOW: Duration = Duration::from_millis(20);
const FAST: Duration = Duration::from_millis(6);
/// The time between two parts.
const BETWEEN: Duration = Duration::from_millis(100);

pub(super) fn find(desk: &mut Desk, request: &Request) -> Result<Reply, String> {
    let (focus, expression) = (request.focus()?, request.line("expression")?);
    let count = request.size("count")?.unwrap_or(MOST).min(MOST);
    desk.stand(request.branch()?.or(focus.branch), None)?;
    let state = desk.session.run_state();
    let from = request.time("from")?.unwrap_or(state.first).max(state.first);
    let to = request.time("to")?.unwrap_or(Time::NEVER).min(state.last + 1);
    let query = desk.session.find(expression)?;
    Ok(Reply::Later(Box::new(Search {
        branch: desk.session.branch_number(),
        query: Some(query),
        next: from,
        to,
        slice: FIRST,
        most: count,
        fresh: Vec::new(),
        listed: 0,
        total: 0,
        told: Instant::now(),
    })))
}

/// The work for a search.
struct Search {
    branch: usize,
    query: Option<Find>,
    /// The first event that was not looked at.
    next: Time,
    /// The first event behind those that are looked at.
    to: Time,
    /// Events of the next turn.
    slice: u64,
    /// Matches that are listed at most.
    most: usize,
    /// Those that the client does not know yet.
    fresh: Vec<Value>,
    listed: usize,
    total: u64,
    told: Instant,
}

impl Job for Search {
    fn step(&mut self, desk: &mut Desk) -> Step {
        if let Err(why) = desk.stand(Some(self.branch), None) {
            return Step::Failed(why);
        }
        let Some(query) = self.query.as_mut().filter(|_| self.next < self.to) else { return self.end() };
        let begun = Instant::now();
        let end = (self.to - 1).min(Time(self.next.0.saturating_add(self.slice - 1)));
        match desk.session.find_between(query, self.next, end) {
            Ok(found) => {
                self.take(found);
                self.next = end + 1;
                let took = begun.elapsed();
                self.slice = match took {
                    _ if took > SLOW => (self.slice / 2).max(FEWEST),
                    _ if took < FAST => (self.slice * 2).min(LONGEST),
                    _ => self.slice,
                };
            }
            // A request waits: a shorter turn may be done before the next one comes.
            Err(_) => self.slice = (self.slice / 2).max(FEWEST),
        }
        if self.told.elapsed() < BETWEEN {
            return Step::More(None);
        }
        self.told = Instant::now();
        Step::More(Some(Update::Part(self.part())))
    }
}

impl Search {
    fn take(&mut self, found: Vec<Match>) {
        self.total += found.len() as u64;
        let room = self.most - self.listed;
        let rows = found.into_iter().take(room).map(|row| {
            json!({
                "time": row.time.0,
                "path": row.path,
                "line": row.line,
                "function": row.function,
                "values": row.values,
            })
        });
        let before = self.fresh.len();
        self.fresh.extend(rows);
        self.listed += self.fresh.len() - before;
    }

    /// What was found since the last part.
    fn part(&mut self) -> Value {
        json!({ "matches": std::mem::take(&mut self.fresh), "count": self.total, "at": self.next.0 })
    }

    fn end(&mut self) -> Step {
        if !self.fresh.is_empty() {
            return Step::More(Some(Update::Part(self.part())));
        }
        let notes = self.query.take().map_or_else(Vec::new, Find::notes);
        let notes = if self.total == 0 { notes } else { Vec::new() };
        Step::Done(json!({
            "total": self.total,
            "listed": self.listed,
            "complete": self.listed as u64 == self.total,
            "notes": notes,
        }))
    }
}
