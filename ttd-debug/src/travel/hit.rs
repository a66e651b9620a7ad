//! Decides whether a breakpoint hits at an event.
//!
//! A hit is a property of the event: it is on the breakpoint's line, the condition is true in its state, and enough
//! hits came before it, counted from event 0. So a hit does not depend on the direction or on how often it was passed.

use std::sync::atomic::Ordering;

use crate::target::{Event, EventKind, EventQuery, Reached, Time};
use crate::travel::Navigator;
use crate::travel::breakpoints::{Breakpoint, Hit};

/// Crossings that are fetched at once when they are counted.
const BATCH: usize = 1 << 16;

/// The breakpoint with the lowest number that hits at event `t`.
pub fn effective(navigator: &mut Navigator, t: Time, event: &Event) -> Option<Hit> {
    if event.kind != EventKind::Line {
        return None;
    }
    let target = &*navigator.target;
    let here = navigator.breakpoints.at(event.code, event.line, || target.code(event.code));
    for number in here {
        let Some(b) = navigator.breakpoints.get(number) else {
            continue;
        };
        let (condition, ignore) = (b.condition.clone(), b.ignore);
        match holds(navigator, condition.as_deref(), t) {
            Ok(false) => {}
            Ok(true) if ignore > 0 && is_ignored(navigator, number, t) => {}
            Ok(true) => {
                return Some(Hit { number, error: None });
            }
            Err(error) => {
                return Some(Hit { number, error: Some(error) });
            }
        }
    }
    None
}

/// How often each breakpoint's line was passed from event 0 to `now`; `None` when interrupted.
pub fn crossings(navigator: &mut Navigator, now: Time) -> Option<Vec<(u32, u64)>> {
    let all: Vec<Breakpoint> = navigator.breakpoints.iter().cloned().collect();
    let count = |b: &Breakpoint| match b.enabled {
        true => Some((b.number, crossings_of(navigator, b, now)?)),
        false => Some((b.number, 0)),
    };
    all.iter().map(count).collect()
}

/// How often a breakpoint's line was passed from event 0 to `now`; `None` when interrupted.
fn crossings_of(navigator: &mut Navigator, b: &Breakpoint, now: Time) -> Option<u64> {
    let place = [b.place()];
    let (mut before, mut count) = (now + 1, 0);
    loop {
        let found = navigator.explored.crossings_before(navigator.target, &place, before, Time::START, BATCH);
        if found.interrupted {
            return None;
        }
        let Some(first) = found.times.first() else {
            return Some(count);
        };
        count += found.times.len() as u64;
        before = *first;
    }
}

/// Whether the condition is true at `t`.
fn holds(navigator: &mut Navigator, condition: Option<&str>, t: Time) -> Result<bool, String> {
    let Some(condition) = condition else {
        return Ok(true);
    };
    if navigator.seek(t).is_err() {
        // Ctrl-C on the way there ends the search as well.
        return Ok(false);
    }
    // The line break keeps a comment in the condition from swallowing the bracket; `not not` needs no builtin name.
    let value = match navigator.target.eval(&format!("not not (\n{condition}\n)"), 0) {
        // Ctrl-C during the evaluation ends the search as well.
        Err(_) if navigator.target.interrupt_flag().load(Ordering::Relaxed) => return Ok(false),
        value => value.map_err(|error| error.to_string())?,
    };
    Ok(value.lines().last() == Some("True"))
}

/// Whether the hit at `t` is one of those that do not count.
fn is_ignored(navigator: &mut Navigator, number: u32, t: Time) -> bool {
    let Some(b) = navigator.breakpoints.get(number) else {
        return false;
    };
    let (query, condition, ignore) = (EventQuery::of_locations(vec![b.place()]), b.condition.clone(), b.ignore);
    loop {
        let Some(known) = navigator.breakpoints.ignored_mut(number) else {
            return false;
        };
        if known.times.binary_search(&t).is_ok() {
            return true;
        }
        if known.searched_to >= t || known.times.len() as u64 >= ignore {
            return false;
        }
        let from = known.searched_to;
        if navigator.seek(from).is_err() || navigator.target.run_until(&query, t) != Reached::Target {
            return false;
        }
        let (at, event) = (navigator.target.time().unwrap_or(t), navigator.target.event());
        let target = &*navigator.target;
        let passed = query.matches(&event, || target.code(event.code));
        let hit = passed && holds(navigator, condition.as_deref(), at).unwrap_or(false);
        let Some(known) = navigator.breakpoints.ignored_mut(number) else {
            return false;
        };
        known.searched_to = at;
        if hit {
            known.times.push(at);
        }
    }
}
