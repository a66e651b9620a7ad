//! Decides whether a breakpoint hits at an event.
//!
//! A hit is a property of the event: it is on the breakpoint's line, the condition is true in its state, and enough
//! hits came before it, counted from event 0. So a hit does not depend on the direction or on how often it was passed.

use std::sync::atomic::Ordering;

use crate::syntax::text;
use crate::target::{Event, EventKind, EventQuery, Reached, Time};
use crate::travel::Navigator;
use crate::travel::breakpoints::{Breakpoint, Hit, HitRule, LogNote};

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
        if b.log.is_some() {
            continue;
        }
        match hits(navigator, number, t) {
            Ok(false) => {}
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

/// Whether a breakpoint whose line event `t` is at hits there.
fn hits(navigator: &mut Navigator, number: u32, t: Time) -> Result<bool, String> {
    let Some(b) = navigator.breakpoints.get(number) else { return Ok(false) };
    let (condition, counts) = (b.condition.clone(), b.ignore > 0 || b.rule != HitRule::All);
    Ok(holds(navigator, condition.as_deref(), t)? && (!counts || is_counted(navigator, number, t)))
}

/// Notes what the log points say that hit at event `t`, where the target is. Each event is noted once, however often
/// the user goes there.
pub(super) fn log(navigator: &mut Navigator, t: Time, event: &Event) {
    if event.kind != EventKind::Line || navigator.breakpoints.on_log.is_none() {
        return;
    }
    let target = &*navigator.target;
    let here = navigator.breakpoints.at(event.code, event.line, || target.code(event.code));
    for number in here {
        let format = navigator.breakpoints.get(number).and_then(|b| b.log.clone());
        let Some(format) = format.filter(|_| navigator.breakpoints.begins_to_log(number, t)) else { continue };
        let text = match hits(navigator, number, t) {
            Ok(false) => continue,
            Ok(true) if navigator.seek(t).is_err() => return,
            Ok(true) => match navigator.target.eval_in_diversion(&format, 0, &[]) {
                Ok(result) => text::unquote(&result.text).unwrap_or(result.text),
                Err(error) => format!("*** {error}"),
            },
            Err(error) => format!("*** The condition of breakpoint {number} failed: {error}"),
        };
        if let Some(on_log) = &mut navigator.breakpoints.on_log {
            on_log(LogNote { number, time: t, text });
        }
    }
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
    let place = EventQuery::of_locations(vec![b.place()]);
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

/// Whether the hit at `t` counts, by its number.
fn is_counted(navigator: &mut Navigator, number: u32, t: Time) -> bool {
    let Some(b) = navigator.breakpoints.get(number) else {
        return true;
    };
    let (mut query, condition) = (EventQuery::of_locations(vec![b.place()]), b.condition.clone());
    query.conditions.extend(b.decided_by(&navigator.target.prompt_names()));
    let (ignore, rule) = (b.ignore, b.rule);
    let needs = ignore.max(rule.needs());
    loop {
        let Some(known) = navigator.breakpoints.ignored_mut(number) else {
            return true;
        };
        if let Ok(at) = known.times.binary_search(&t) {
            return at as u64 >= ignore && rule.accepts(Some(at as u64 + 1));
        }
        if known.searched_to >= t || known.times.len() as u64 >= needs {
            return rule.accepts(None);
        }
        let from = known.searched_to;
        if navigator.seek(from).is_err() || navigator.target.run_until(&query, t) != Reached::Target {
            return rule == HitRule::All;
        }
        let (at, event) = (navigator.target.time().unwrap_or(t), navigator.target.event());
        let target = &*navigator.target;
        let passed = query.matches(&event, || target.code(event.code));
        let hit = passed && holds(navigator, condition.as_deref(), at).unwrap_or(false);
        let Some(known) = navigator.breakpoints.ignored_mut(number) else {
            return true;
        };
        known.searched_to = at;
        if hit {
            known.times.push(at);
        }
    }
}
