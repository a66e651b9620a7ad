//! The values that a variable, attribute or item has held: `history`, `last`, `first`.
//!
//! A location changes *at* an event when it holds something else there than at the event before. What changed it ran
//! after that event before, so that is the time shown and gone to.

use crate::answer::{Answer, ValueChange};
use crate::commands::Args;
use crate::commands::query::moment::moment_before;
use crate::session::Session;
use crate::session::arrive::jump;
use crate::session::content_change::{TargetChange, change_at};
use crate::session::convenience;
use crate::session::listing::{broken_off, extract, going_on, jump_to_row, line_of, shown, window};
use crate::syntax::text;
use crate::target::{EvalError, EventQuery, Reached, Time, WatchTarget};
use crate::travel::Interrupted;
use crate::travel::motion::Direction;

/// Changes shown on either side of the present.
const SHOWN: usize = 20;
/// Changes kept at most.
const MOST: usize = 1 << 22;

/// The variable, attribute or item that an expression denotes in the selected frame.
pub(crate) fn locate(session: &mut Session, expression: &str) -> Result<WatchTarget, EvalError> {
    session.sync_target();
    let (source, names) = convenience::translate(session, expression).map_err(EvalError::Raised)?;
    let found = session.in_thread(|session| session.target.locate(&source, session.view.selected, &names));
    found.map_err(convenience::in_users_words)
}

/// A stretch of a run that was searched: the times that were found, and the time from which on these are all.
pub(crate) type Stretch = (Vec<Time>, Time);

/// Searches a stretch before `before`, and not before `floor`, for events at which a target of the query changed.
pub(crate) fn stretch(
    session: &mut Session,
    query: &EventQuery,
    before: Time,
    floor: Time,
) -> Result<Stretch, Interrupted> {
    let found = session.target.last_before(query, before, floor);
    match found.interrupted {
        true => Err(Interrupted),
        false if found.times.is_empty() => Ok((Vec::new(), floor)),
        false => Ok((found.times, found.from)),
    }
}

/// As `stretch`, for the times at which a location changed: by the program, or by what a branch begins with.
pub(crate) fn stretch_of_changes(
    session: &mut Session,
    location: &WatchTarget,
    before: Time,
) -> Result<Stretch, Interrupted> {
    let query = EventQuery::of_contents(vec![location.clone()]);
    let (mut times, from) = stretch(session, &query, before, begins(location))?;
    times.extend(session.changes_by_branches(location, from..before));
    times.sort_unstable();
    times.dedup();
    Ok((times, from))
}

/// The times before `t`, and not before `floor`, that a search by stretches finds.
fn by_stretches(
    t: Time,
    floor: Time,
    mut search: impl FnMut(Time) -> Result<Stretch, Interrupted>,
) -> Result<Vec<Time>, Interrupted> {
    let (mut parts, mut count, mut before) = (Vec::new(), 0, t);
    while before > floor && count < MOST {
        let (times, from) = search(before)?;
        before = from;
        count += times.len();
        parts.push(times);
    }
    parts.reverse();
    Ok(parts.concat())
}

/// The times before `t`, and not before `floor`, at which a target of the query changed.
pub(crate) fn changes(
    session: &mut Session,
    query: &EventQuery,
    t: Time,
    floor: Time,
) -> Result<Vec<Time>, Interrupted> {
    by_stretches(t, floor, |before| stretch(session, query, before, floor))
}

/// The time before which a location does not exist, as far as its frame tells.
pub(crate) fn begins(location: &WatchTarget) -> Time {
    Time(location.begins())
}

/// `history`.
pub fn history(session: &mut Session, args: &Args) -> Vec<Answer> {
    if let Ok(number) = args.text.parse::<usize>() {
        let names = ("change", "history");
        return jump_to_row(session, |s| &s.last.history, number, names);
    }
    let location = match locate(session, &args.text) {
        Ok(location) => location,
        Err(error) => return vec![Answer::Error(error.to_string())],
    };
    let now = session.nav.now;
    let known = session.frontier() + 1;
    let search = |before| stretch_of_changes(session, &location, before);
    let Ok(times) = by_stretches(known, begins(&location), search) else {
        return broken_off(session);
    };
    if times.is_empty() {
        session.sync_target();
        if let Some(refused) = refused(session, &location, &args.text) {
            return vec![refused];
        }
        let held = session.target.held(&location);
        let always = held.map_or("has held nothing so far".to_string(), |value| {
            format!("has always been {}", shown(session, &value))
        });
        let among = session.as_far_as_recorded();
        return vec![Answer::Text(format!("{} {always}{among}", args.text))];
    }
    // The change that gave it its present value.
    let current = times.partition_point(|t| *t <= now).checked_sub(1);
    let shown = window(times.len(), current.unwrap_or(0), SHOWN);
    let mut rows = Vec::new();
    for at in shown.clone() {
        let Ok(row) = row(session, &location, at + 1, times[at]) else {
            return broken_off(session);
        };
        rows.push(ValueChange { current: Some(at) == current, ..row });
    }
    let before = |t: &Time| session.target.nearest(*t - 1, Direction::Backward).unwrap_or(*t);
    let mut moments: Vec<Time> = times.iter().map(before).collect();
    shown.clone().zip(&rows).for_each(|(at, row)| moments[at] = row.time);
    session.last.history = moments;
    session.sync_target();
    extract(Answer::History(rows), &shown, times.len(), "changes")
}

/// That an expression cannot be evaluated at the present, whatever its value would be.
pub(crate) fn refused(session: &mut Session, location: &WatchTarget, expression: &str) -> Option<Answer> {
    let error = session.target.refusal(location)?;
    Some(Answer::Error(format!("{expression} cannot be evaluated here: {error}")))
}

/// The row of the change at event `t`: old and new value, and the line that made it.
fn row(session: &mut Session, location: &WatchTarget, number: usize, t: Time) -> Result<ValueChange, Interrupted> {
    Ok(row_and_path(session, location, number, t)?.0)
}

/// As `row`, with the path of the file.
pub(crate) fn row_and_path(
    session: &mut Session,
    location: &WatchTarget,
    number: usize,
    t: Time,
) -> Result<(ValueChange, String), Interrupted> {
    let from = moment_before(session, location, t)?;
    session.navigator().seek(from)?;
    let (time, (path, line)) = (session.target.time().unwrap_or(from), writer_in(session));
    let (change, ()) = change_at(session, location, t, |_| ())?;
    let TargetChange { old, new, contents } = change;
    let (branch, file) = (session.changed_by_branch(location, t), text::file_name(&path).to_string());
    Ok((ValueChange { number, current: false, time, file, line, old, new, contents, branch }, path))
}

/// The file and line of the user code that runs on from the target's event.
pub(crate) fn writer(session: &Session) -> (String, u32) {
    let (path, line) = writer_in(session);
    (text::file_name(&path).to_string(), line)
}

/// As `writer`, with the path of the file.
pub(crate) fn writer_in(session: &Session) -> (String, u32) {
    let event = session.target.event();
    line_of(session, going_on(&event)).unwrap_or((String::new(), event.line))
}

/// `last`.
pub fn last(session: &mut Session, args: &Args) -> Vec<Answer> {
    let location = match locate(session, &args.text) {
        Ok(location) => location,
        Err(error) => return vec![Answer::Error(error.to_string())],
    };
    let now = session.nav.now;
    match last_change_of_contents(session, &location, now) {
        Err(Interrupted) => broken_off(session),
        Ok(Some(t)) => arrive_at_change(session, &location, t),
        Ok(None) => never(session, &args.text),
    }
}

/// Goes to what changed a location at `t`: the event before it, or the beginning of a branch.
fn arrive_at_change(session: &mut Session, location: &WatchTarget, t: Time) -> Vec<Answer> {
    match session.changed_by_branch(location, t) {
        None => match moment_before(session, location, t) {
            Ok(from) => jump(session, from),
            Err(Interrupted) => broken_off(session),
        },
        Some(change) => {
            let note = Answer::Text(format!("(changed here on {change})"));
            std::iter::once(note).chain(jump(session, t)).collect()
        }
    }
}

/// The last event up to `t` at which a location changed: by the program, or by what a branch begins with.
pub(crate) fn last_change_of_contents(
    session: &mut Session,
    location: &WatchTarget,
    t: Time,
) -> Result<Option<Time>, Interrupted> {
    let by_program = last_match(session, EventQuery::of_contents(vec![location.clone()]), location, t)?;
    let later = by_program.map_or(begins(location), |found| found + 1);
    Ok(session.changes_by_branches(location, later..t + 1).pop().or(by_program))
}

/// The last event up to `t` at which a location was given another value.
pub(crate) fn last_change(session: &mut Session, location: &WatchTarget, t: Time) -> Result<Option<Time>, Interrupted> {
    last_match(session, EventQuery::of_targets(vec![location.clone()]), location, t)
}

fn last_match(
    session: &mut Session,
    query: EventQuery,
    location: &WatchTarget,
    t: Time,
) -> Result<Option<Time>, Interrupted> {
    let found = session.target.last_before(&query.last_only(), t + 1, begins(location));
    match found.interrupted {
        true => Err(Interrupted),
        false => Ok(found.times.last().copied()),
    }
}

/// `first`.
pub fn first(session: &mut Session, args: &Args) -> Vec<Answer> {
    let location = match locate(session, &args.text) {
        Ok(location) => location,
        Err(error) => return vec![Answer::Error(error.to_string())],
    };
    let from = begins(&location).saturating_sub(1);
    match next_change_of_contents(session, &location, from) {
        Err(Interrupted) => broken_off(session),
        Ok(Some(t)) => arrive_at_change(session, &location, t),
        Ok(None) => never(session, &args.text),
    }
}

/// The first event after `from`, as far as the run has come, at which a location changes: by the program, or by what a
/// branch begins with.
pub(crate) fn next_change_of_contents(
    session: &mut Session,
    location: &WatchTarget,
    from: Time,
) -> Result<Option<Time>, Interrupted> {
    let query = EventQuery::of_contents(vec![location.clone()]);
    let limit = session.frontier();
    let mut reached = session.target.seek(from);
    if reached == Reached::Target {
        reached = session.target.run_until(&query, limit);
    }
    let by_program = match reached {
        Reached::Interrupted => return Err(Interrupted),
        Reached::Target if session.target.changed() => session.target.time(),
        _ => None,
    };
    let earlier = from + 1..by_program.unwrap_or(limit + 1);
    Ok(session.changes_by_branches(location, earlier).first().copied().or(by_program))
}

pub(crate) fn never(session: &mut Session, expression: &str) -> Vec<Answer> {
    session.sync_target();
    vec![crate::commands::query::path_history::no_change(session, expression)]
}
