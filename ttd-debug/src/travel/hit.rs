//! What it means to hit a breakpoint at a time.
//!
//! A hit is a property of the event: the breakpoint's line, its condition true in the state of the event, and its
//! position among the hits counted from event 0. So it is the same from both directions and however often it is passed.

use std::sync::atomic::Ordering;

use crate::target::{Event, EventKind, EventQuery, Reached};
use crate::travel::Navigator;
use crate::travel::breakpoints::{Breakpoint, Hit};

/// Passes that are asked for at once when they are counted.
const BATCH: usize = 1 << 16;

/// The breakpoint that stops at event `t`, if any: the first in the order of numbers.
pub fn effective(road: &mut Navigator, t: u64, event: &Event) -> Option<Hit> {
    if event.kind != EventKind::Line {
        return None;
    }
    let target = &*road.target;
    let here = road.breakpoints.at(event.code, event.line, || target.code(event.code));
    for number in here {
        let Some(b) = road.breakpoints.get(number) else {
            continue;
        };
        let (condition, ignore) = (b.condition.clone(), b.ignore);
        match holds(road, condition.as_deref(), t) {
            Ok(false) => {}
            Ok(true) if ignore > 0 && is_ignored(road, number, t) => {}
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

/// The number of times each breakpoint's place was passed from event 0 to `now`; `None` when it was interrupted.
pub fn crossings(road: &mut Navigator, now: u64) -> Option<Vec<(u32, u64)>> {
    let all: Vec<Breakpoint> = road.breakpoints.iter().cloned().collect();
    let count = |b: &Breakpoint| match b.enabled {
        true => Some((b.number, passes(road, b, now)?)),
        false => Some((b.number, 0)),
    };
    all.iter().map(count).collect()
}

/// How often the place was passed from event 0 to `now`.
fn passes(road: &mut Navigator, b: &Breakpoint, now: u64) -> Option<u64> {
    let place = [b.place()];
    let (mut before, mut count) = (now + 1, 0);
    loop {
        let found = road.timeline.passes_before(road.target, &place, before, 0, BATCH);
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
fn holds(road: &mut Navigator, condition: Option<&str>, t: u64) -> Result<bool, String> {
    let Some(condition) = condition else {
        return Ok(true);
    };
    if road.stand_at(t).is_err() {
        // Ctrl-C on the way there: the search that asks will meet it too.
        return Ok(false);
    }
    // The line break keeps a comment in the condition from swallowing the bracket; `not not` needs no builtin name.
    let value = match road.target.eval(&format!("not not (\n{condition}\n)"), 0) {
        // Ctrl-C ended the question: the search that asks will meet it too.
        Err(_) if road.target.interrupt_flag().load(Ordering::Relaxed) => return Ok(false),
        told => told?,
    };
    Ok(value.lines().last() == Some("True"))
}

/// Whether the hit at `t` is one of the first that do not count.
fn is_ignored(road: &mut Navigator, number: u32, t: u64) -> bool {
    let Some(b) = road.breakpoints.get(number) else {
        return false;
    };
    let (watch, condition, ignore) = (EventQuery::of_locations(vec![b.place()]), b.condition.clone(), b.ignore);
    loop {
        let Some(known) = road.breakpoints.ignored_mut(number) else {
            return false;
        };
        if known.times.binary_search(&t).is_ok() {
            return true;
        }
        if known.searched_to >= t || known.times.len() as u64 >= ignore {
            return false;
        }
        let from = known.searched_to;
        if road.stand_at(from).is_err() || road.target.run_until(&watch, t) != Reached::Target {
            return false;
        }
        let (at, event) = (road.target.time().unwrap_or(t), road.target.event());
        let target = &*road.target;
        let passed = watch.matches(&event, || target.code(event.code));
        let hit = passed && holds(road, condition.as_deref(), at).unwrap_or(false);
        let Some(known) = road.breakpoints.ignored_mut(number) else {
            return false;
        };
        known.searched_to = at;
        if hit {
            known.times.push(at);
        }
    }
}
