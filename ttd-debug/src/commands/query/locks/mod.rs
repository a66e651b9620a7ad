//! `locks`: which locks there are, who has them and who waits; and the history of one of them.
//!
//! What a lock is like now is asked of it in a diversion (`locks.py`). When it became like that is found as any change
//! of an attribute is: the library's locks are Python objects. What happens between two events of the program is one
//! step, and `_taken` tells of a lock that was taken and let go within it.

mod history;
mod state;

use crate::answer::{Answer, MomentRow};
use crate::commands::Args;
use crate::commands::query::history::writer;
use crate::commands::script::ask;
use crate::session::Session;
use crate::session::listing::{broken_off, jump_to_row, line_of};
use crate::syntax::text;
use crate::target::{EvalError, EventQuery, Time, WatchTarget, object_at};
use crate::travel::Interrupted;
use state::State;

/// The Python behind this.
const SCRIPT: &str = concat!(include_str!("../../../all_tasks.py"), include_str!("../../../locks.py"));

/// Locks at most for which the moments are searched.
const MOST: usize = 200;

/// `locks`.
pub fn locks(session: &mut Session, args: &Args) -> Vec<Answer> {
    if let Ok(number) = args.text.parse::<usize>() {
        return jump_to_row(session, |s| &s.last.locks, number, ("row", "list of locks"));
    }
    let answers = match args.text.as_str() {
        "" => overview(session),
        expression => history::of_lock(session, expression),
    };
    session.sync_target();
    answers.unwrap_or_else(|Interrupted| broken_off(session))
}

/// A lock of the list.
struct Lock {
    name: String,
    /// What decides about its state.
    decides: Vec<WatchTarget>,
    state: State,
    /// The event after which it became as it is, and the line that did it.
    since: Option<(Time, (String, u32))>,
}

/// The locks that variables lead to at the present: name, kind and state of each.
pub(crate) fn lock_rows(session: &mut Session) -> Result<Vec<(String, String, String)>, EvalError> {
    let locks = locks_now(session)?;
    Ok(locks.into_iter().map(|lock| (lock.name, lock.state.kind.clone(), lock.state.described(true))).collect())
}

fn locks_now(session: &mut Session) -> Result<Vec<Lock>, EvalError> {
    session.sync_target();
    let text = ask(session, SCRIPT, "overview", None)?;
    Ok(text.lines().filter_map(read).collect())
}

fn overview(session: &mut Session) -> Result<Vec<Answer>, Interrupted> {
    let mut locks = match locks_now(session) {
        Ok(locks) => locks,
        Err(EvalError::Interrupted) => return Err(Interrupted),
        Err(error) => return Ok(vec![Answer::Error(error.to_string())]),
    };
    if locks.is_empty() {
        return Ok(vec![Answer::Text("No variable of the program leads to a lock now".into())]);
    }
    find_moments(session, &mut locks)?;
    let (used, unused): (Vec<Lock>, Vec<Lock>) = locks.into_iter().partition(|lock| lock.since.is_some());
    session.last.locks = used.iter().filter_map(|lock| lock.since.as_ref().map(|(time, _)| *time)).collect();
    let rows = (1..).zip(&used).filter_map(|(number, lock)| {
        let (time, (file, line)) = lock.since.clone()?;
        let text = format!("{} {}: {}", lock.state.kind, lock.name, lock.state.described(true));
        Some(MomentRow { number, current: false, time, file, line, text })
    });
    let mut answers = vec![Answer::Moments(rows.collect())];
    let line = |lock: &Lock| {
        Answer::Text(format!(
            "{:>5} {:>10}  {} {}: {}",
            "",
            "",
            lock.state.kind,
            lock.name,
            lock.state.described(false)
        ))
    };
    answers.extend(unused.iter().map(line));
    Ok(answers)
}

/// Reads a line of the script's overview.
fn read(line: &str) -> Option<Lock> {
    let mut parts = line.splitn(3, '\t');
    let (name, decides, state) = (parts.next()?, parts.next()?, parts.next()?);
    let decides = decides.split(',').filter_map(|part| attribute(part.split_once('.')?)).collect();
    Some(Lock { name: name.to_string(), decides, state: State::read(state)?, since: None })
}

/// The attribute of the object at this address.
fn attribute((address, name): (&str, &str)) -> Option<WatchTarget> {
    Some(WatchTarget::Attribute { object: object_at(address.parse().ok()?)?, name: name.to_string() })
}

/// Finds when each lock became as it is. One search goes back from change to change; what has been found is left out of
/// the rest of the way.
fn find_moments(session: &mut Session, locks: &mut [Lock]) -> Result<(), Interrupted> {
    let mut open: Vec<usize> = (0..locks.len().min(MOST)).collect();
    let mut before = session.nav.now + 1;
    let floor = session.target.first();
    while !open.is_empty() && before > floor {
        let targets = open.iter().flat_map(|at| locks[*at].decides.clone()).collect();
        let found = session.target.last_before(&EventQuery::of_targets(targets), before, floor);
        if found.interrupted {
            return Err(Interrupted);
        }
        let Some(time) = found.times.last().copied() else { return Ok(()) };
        let held = |session: &mut Session, lock: &Lock| -> Vec<Option<String>> {
            lock.decides.iter().map(|target| session.target.held(target)).collect()
        };
        session.navigator().seek(time)?;
        let after: Vec<_> = open.iter().map(|at| held(session, &locks[*at])).collect();
        session.navigator().seek(time - 1)?;
        let mut rest = Vec::new();
        for (at, after) in std::mem::take(&mut open).into_iter().zip(after) {
            let before = held(session, &locks[at]);
            // What was made between the two events has not changed.
            match before.first().is_some_and(Option::is_some) && before != after {
                true => {
                    let line = line_of_thread(session, locks[at].state.holder());
                    locks[at].since = Some((session.target.time().unwrap_or(time - 1), line));
                }
                false if after.first().is_some_and(Option::is_some) && before.first() == Some(&None) => {}
                false => rest.push(at),
            }
        }
        (open, before) = (rest, time);
    }
    Ok(())
}

/// The file and line at which a thread goes on after the target's event; without one, the thread that runs.
fn line_of_thread(session: &mut Session, thread: Option<u64>) -> (String, u32) {
    let running = session.target.thread().unwrap_or(1);
    let other = thread.filter(|thread| *thread != running);
    match other.and_then(|thread| session.showing_thread(thread, |session| line_of(session, 0)).flatten()) {
        Some((path, line)) => (text::file_name(&path).to_string(), line),
        None => writer(session),
    }
}
