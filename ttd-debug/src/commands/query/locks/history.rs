//! The history of one lock.

use crate::answer::{Answer, MomentRow};
use crate::commands::query::history::changes;
use crate::commands::query::locks::state::State;
use crate::commands::query::locks::{SCRIPT, attribute, line_of_thread};
use crate::commands::script::ask;
use crate::session::Session;
use crate::session::convenience;
use crate::session::listing::{extract, window};
use crate::target::{EvalError, EventQuery, SavedValue, Time};
use crate::travel::Interrupted;

/// Changes shown on either side of the present.
const SHOWN: usize = 20;

/// Lists what happened to the lock that an expression gives now, in the whole run as far as it is known.
pub(super) fn of_lock(session: &mut Session, expression: &str) -> Result<Vec<Answer>, Interrupted> {
    let refuse = |text: String| Ok(vec![Answer::Error(text)]);
    session.sync_target();
    let lock = match kept(session, expression) {
        Ok(lock) => lock,
        Err(EvalError::Interrupted) => return Err(Interrupted),
        Err(error) => return refuse(error.to_string()),
    };
    let watched = match ask(session, SCRIPT, "watched", Some(&lock)) {
        Ok(watched) => watched,
        Err(EvalError::Interrupted) => return Err(Interrupted),
        Err(_) => String::new(),
    };
    let targets: Vec<_> = watched.lines().filter_map(|line| attribute(line.split_once('\t')?)).collect();
    if targets.is_empty() {
        return refuse(format!("{expression} is no lock: neither threads nor tasks wait for each other with it"));
    }
    let (floor, end) = (session.target.first(), session.frontier() + 1);
    let times = changes(session, &EventQuery::of_contents(targets), end, floor)?;
    let (mut rows, mut moments) = (Vec::new(), Vec::new());
    let now = session.nav.now;
    let current = times.partition_point(|t| *t <= now).checked_sub(1);
    let shown = window(times.len(), current.unwrap_or(0), SHOWN);
    for at in shown.clone() {
        let row = row(session, &lock, at + 1, times[at])?;
        rows.push(MomentRow { current: Some(at) == current, ..row });
    }
    moments.extend(times.iter().map(|t| *t - 1));
    for row in &rows {
        moments[row.number - 1] = row.time;
    }
    session.last.locks = moments;
    if rows.is_empty() {
        let among = session.as_far_as_recorded();
        return Ok(vec![Answer::Text(format!("{expression} has not been used so far{among}"))]);
    }
    Ok(extract(Answer::Moments(rows), &shown, times.len(), "changes"))
}

/// The object that an expression gives in the selected frame.
fn kept(session: &mut Session, expression: &str) -> Result<SavedValue, EvalError> {
    let (source, names) = convenience::translate(session, expression).map_err(EvalError::Raised)?;
    let kept = session.in_thread(|session| session.target.save_value(&source, session.view.selected, &names));
    match kept.map_err(convenience::in_users_words)? {
        SavedValue::Object(object) => Ok(SavedValue::Object(object)),
        _ => Err(EvalError::Raised(format!("{expression} is plain data, no lock"))),
    }
}

/// What happened between event `t` and the one before.
fn row(session: &mut Session, lock: &SavedValue, number: usize, t: Time) -> Result<MomentRow, Interrupted> {
    session.navigator().seek(t)?;
    let after = state(session, lock)?;
    session.navigator().seek(t - 1)?;
    let before = state(session, lock)?;
    let actor = actor(session, before.as_ref().is_some_and(State::is_of_tasks))?;
    let (text, thread) = match (before, after) {
        (Some(before), Some(after)) => before.changes(&after, &actor),
        (None, Some(_)) => ("made".into(), None),
        _ => (String::new(), None),
    };
    let (file, line) = line_of_thread(session, thread);
    Ok(MomentRow { number, current: false, time: session.target.time().unwrap_or(t - 1), file, line, text })
}

/// The lock where the target is; `None` where it does not exist.
fn state(session: &mut Session, lock: &SavedValue) -> Result<Option<State>, Interrupted> {
    match ask(session, SCRIPT, "state", Some(lock)) {
        Ok(line) => Ok(State::read(&line)),
        Err(EvalError::Interrupted) => Err(Interrupted),
        Err(_) => Ok(None),
    }
}

/// The name of the thread whose event the target stands at, or of the task that runs in it.
fn actor(session: &mut Session, is_task: bool) -> Result<String, Interrupted> {
    let task = if is_task { ask(session, SCRIPT, "task", None) } else { Ok(String::new()) };
    match task {
        Ok(name) if !name.is_empty() => return Ok(name),
        Err(EvalError::Interrupted) => return Err(Interrupted),
        _ => {}
    }
    let threads = session.target.threads();
    Ok(threads.into_iter().find(|thread| thread.current).map_or_else(|| "MainThread".into(), |thread| thread.name))
}
