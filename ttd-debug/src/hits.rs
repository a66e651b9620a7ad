//! What it means to hit a breakpoint at a time.
//!
//! A hit is a property of the event: the breakpoint's line, its condition true in the state of the event, and its
//! position among the hits counted from event 0. So it is the same from both directions and however often it is passed.

use std::sync::atomic::Ordering;

use crate::breakpoints::{Breakpoint, Hit};
use crate::target::{Event, EventKind, Reached};
use crate::timeline::Scan;
use crate::travel::Road;

/// The breakpoint that stops at event `t`, if any: the first in the order of numbers.
pub fn effective(road: &mut Road, t: u64, event: &Event) -> Option<Hit> {
    if !road.breakpoints.may_hit(event) {
        return None;
    }
    let code = road.target.code(event.code);
    if !road.breakpoints.knows(event.code) {
        road.breakpoints.learn(event.code, &code);
    }
    let here: Vec<Breakpoint> = road
        .breakpoints
        .iter()
        .filter(|b| b.enabled && b.matches(&code, event.line))
        .cloned()
        .collect();
    for b in here {
        match holds(road, &b, t) {
            Ok(false) => {}
            Ok(true) if b.ignore > 0 && is_ignored(road, &b, t) => {}
            Ok(true) => {
                return Some(Hit {
                    number: b.number,
                    error: None,
                });
            }
            Err(error) => {
                return Some(Hit {
                    number: b.number,
                    error: Some(error),
                });
            }
        }
    }
    None
}

/// The number of times each breakpoint's place was passed from event 0 to `now`; `None` when it was interrupted.
pub fn crossings(road: &mut Road, now: u64) -> Option<Vec<(u32, u64)>> {
    let mut counts: Vec<(u32, u64)> = road.breakpoints.iter().map(|b| (b.number, 0)).collect();
    let mut from = 0;
    while from < now {
        let breakpoints = &*road.breakpoints;
        let stop = &mut |t: u64, event: &Event| t >= now || breakpoints.may_hit(event);
        let Scan::Found(t) = road.timeline.forward(road.target, from, stop) else {
            return None;
        };
        let event = road.timeline.event(road.target, t)?;
        if event.kind == EventKind::Line {
            let code = road.target.code(event.code);
            if !road.breakpoints.knows(event.code) {
                road.breakpoints.learn(event.code, &code);
            }
            for (b, count) in road.breakpoints.iter().zip(&mut counts) {
                count.1 += u64::from(b.enabled && b.matches(&code, event.line));
            }
        }
        from = t;
    }
    Some(counts)
}

/// Whether the condition is true at `t`.
fn holds(road: &mut Road, b: &Breakpoint, t: u64) -> Result<bool, String> {
    let Some(condition) = &b.condition else {
        return Ok(true);
    };
    if road.target.time() != Some(t) && road.target.seek(t) != Reached::Target {
        // Ctrl-C on the way there: the scan that asks will meet it too.
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
fn is_ignored(road: &mut Road, b: &Breakpoint, t: u64) -> bool {
    let code_matches = |road: &Road, event: &Event| {
        event.kind == EventKind::Line
            && event.line == b.line
            && b.matches(&road.target.code(event.code), event.line)
    };
    loop {
        let Some(known) = road.breakpoints.ignored_mut(b.number) else {
            return false;
        };
        if known.times.binary_search(&t).is_ok() {
            return true;
        }
        if known.searched_to >= t || known.times.len() as u64 >= b.ignore {
            return false;
        }
        let from = known.searched_to;
        let stop = &mut |at: u64, event: &Event| {
            at >= t || event.kind == EventKind::Line && event.line == b.line
        };
        let Scan::Found(at) = road.timeline.forward(road.target, from, stop) else {
            return false;
        };
        let Some(event) = road.timeline.event(road.target, at) else {
            return false;
        };
        let hit = code_matches(road, &event) && holds(road, b, at).unwrap_or(false);
        let Some(known) = road.breakpoints.ignored_mut(b.number) else {
            return false;
        };
        known.searched_to = at;
        if hit {
            known.times.push(at);
        }
    }
}
