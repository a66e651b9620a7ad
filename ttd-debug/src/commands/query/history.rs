//! The values that a place has held: `history`, `last`, `first`.
//!
//! A place changes *at* an event when it holds something else there than at the event before; what changed it ran after
//! that event before, which is therefore the time that is told and gone to.

use crate::answer::{Answer, ValueChange};
use crate::commands::Args;
use crate::session::Session;
use crate::session::arrive::jump;
use crate::session::convenience;
use crate::session::listing::{broken_off, extract, going_on, jump_to_row, line_of, shown, window};
use crate::syntax::text;
use crate::target::{EventQuery, Reached, WatchTarget};
use crate::travel::Interrupted;

/// Changes that are shown on either side of the present.
const SHOWN: usize = 20;
/// Changes that are kept.
const MOST: usize = 1 << 22;

/// The place that an expression points at, here and in the frame that is looked at.
pub(crate) fn locate(session: &mut Session, expression: &str) -> Result<WatchTarget, String> {
    session.sync_target();
    let (source, names) = convenience::translate(session, expression)?;
    let found = session.target.locate(&source, session.selected, &names);
    found.map_err(|error| convenience::in_users_words(&error))
}

/// The times at which a place changed, before `t`; all of them.
fn changes_before(session: &mut Session, location: &WatchTarget, t: u64) -> Result<Vec<u64>, Interrupted> {
    let watch = EventQuery::of_targets(vec![location.clone()]);
    let floor = location.begins();
    let (mut parts, mut count, mut before) = (Vec::new(), 0, t);
    while before > floor && count < MOST {
        let found = session.target.last_before(&watch, before, floor);
        if found.interrupted {
            return Err(Interrupted);
        }
        before = if found.times.is_empty() { floor } else { found.from };
        count += found.times.len();
        parts.push(found.times);
    }
    parts.reverse();
    Ok(parts.concat())
}

/// `history`.
pub fn history(session: &mut Session, args: &Args) -> Vec<Answer> {
    if let Ok(number) = args.text.parse::<usize>() {
        let names = ("change", "history");
        return jump_to_row(session, |s| &s.listed_history, number, names);
    }
    let location = match locate(session, &args.text) {
        Ok(location) => location,
        Err(error) => return vec![Answer::Error(error)],
    };
    let now = session.now;
    let known = session.known();
    let Ok(times) = changes_before(session, &location, known) else {
        return broken_off(session);
    };
    if times.is_empty() {
        session.sync_target();
        let held = session.target.held(&location);
        let always = held.map_or("has held nothing so far".to_string(), |value| {
            format!("has always been {}", shown(session, &value))
        });
        let among = session.as_far_as_recorded();
        return vec![Answer::Text(format!("{} {always}{among}", args.text))];
    }
    // The change that gave it what it holds now.
    let current = times.partition_point(|t| *t <= now).checked_sub(1);
    let shown = window(times.len(), current.unwrap_or(0), SHOWN);
    let mut rows = Vec::new();
    for at in shown.clone() {
        let Ok(row) = row(session, &location, at + 1, times[at]) else {
            return broken_off(session);
        };
        rows.push(ValueChange { current: Some(at) == current, ..row });
    }
    let before = |t: &u64| session.target.nearest(t - 1, true).unwrap_or(*t);
    session.listed_history = times.iter().map(before).collect();
    session.sync_target();
    extract(Answer::History(rows), &shown, times.len(), "changes")
}

/// What a change that shows at event `t` was: from what to what, and who made it.
fn row(session: &mut Session, location: &WatchTarget, number: usize, t: u64) -> Result<ValueChange, Interrupted> {
    session.road().stand_at(t - 1)?;
    let time = session.target.time().unwrap_or(t - 1);
    let old = session.target.held(location);
    let (file, line) = writer(session);
    session.road().stand_at(t)?;
    let new = session.target.held(location);
    Ok(ValueChange {
        number,
        current: false,
        time,
        file,
        line,
        old: old.map(|value| shown(session, &value)),
        new: new.map(|value| shown(session, &value)),
    })
}

/// The file and line of the user code that goes on from the event at which the target stands.
pub(crate) fn writer(session: &Session) -> (String, u32) {
    let event = session.target.event();
    match line_of(session, going_on(&event)) {
        Some((path, line)) => (text::file_name(&path).to_string(), line),
        None => (String::new(), event.line),
    }
}

/// `last`.
pub fn last(session: &mut Session, args: &Args) -> Vec<Answer> {
    let location = match locate(session, &args.text) {
        Ok(location) => location,
        Err(error) => return vec![Answer::Error(error)],
    };
    match last_change(session, &location, session.now) {
        Err(Interrupted) => broken_off(session),
        Ok(Some(t)) => jump(session, t - 1),
        Ok(None) => never(session, &args.text),
    }
}

/// The event up to `t` at which a place last changed.
pub(crate) fn last_change(session: &mut Session, location: &WatchTarget, t: u64) -> Result<Option<u64>, Interrupted> {
    let watch = EventQuery::of_targets(vec![location.clone()]);
    let found = session.target.last_before(&watch, t + 1, location.begins());
    match found.interrupted {
        true => Err(Interrupted),
        false => Ok(found.times.last().copied()),
    }
}

/// `first`.
pub fn first(session: &mut Session, args: &Args) -> Vec<Answer> {
    let location = match locate(session, &args.text) {
        Ok(location) => location,
        Err(error) => return vec![Answer::Error(error)],
    };
    let watch = EventQuery::of_targets(vec![location.clone()]);
    let limit = session.known().saturating_sub(1);
    let from = location.begins().saturating_sub(1);
    let mut reached = session.target.seek(from);
    if reached == Reached::Target {
        reached = session.target.run_until(&watch, limit);
    }
    match (reached, session.target.time()) {
        (Reached::Interrupted, _) => broken_off(session),
        (Reached::Target, Some(t)) if session.target.changed() => jump(session, t - 1),
        _ => never(session, &args.text),
    }
}

pub(crate) fn never(session: &mut Session, expression: &str) -> Vec<Answer> {
    session.sync_target();
    vec![Answer::Error(format!("{expression} has not changed so far{}", session.as_far_as_recorded()))]
}
