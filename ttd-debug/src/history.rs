//! The values that a place has held: `history`, `last`, `first`.
//!
//! A place changes *at* an event when it holds something else there than at the event before; what changed it ran after
//! that event before, which is therefore the time that is told and gone to.

use crate::answer::{Answer, Past};
use crate::commands::Args;
use crate::landing::jump;
use crate::session::Session;
use crate::target::{EventKind, Location, Reached, Watch};
use crate::{convenience, text};

/// Changes that are shown on either side of the present.
const SHOWN: usize = 20;
/// Changes that are kept.
const MOST: usize = 1 << 22;

/// What is said where a search was broken off.
pub(crate) const BROKEN_OFF: &str = "Interrupted";

/// What `history` listed last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Listed {
    /// The times at which something was written, all of them.
    pub(crate) times: Vec<u64>,
}

/// The place that an expression points at, here and in the frame that is looked at.
pub(crate) fn locate(session: &mut Session, expression: &str) -> Result<Location, String> {
    session.settle();
    let (source, names) = convenience::translate(session, expression)?;
    let found = session.target.locate(&source, session.selected, &names);
    found.map_err(|error| convenience::in_users_words(&error))
}

/// The times at which a place changed, before `t`; all of them, or `None` when that was broken off.
pub(crate) fn changes_before(
    session: &mut Session,
    location: &Location,
    t: u64,
) -> Option<Vec<u64>> {
    let watch = Watch::locations(vec![location.clone()]);
    let floor = location.begins();
    let (mut parts, mut count, mut before) = (Vec::new(), 0, t);
    while before > floor && count < MOST {
        let found = session.target.last_before(&watch, before, floor);
        if found.interrupted {
            return None;
        }
        before = if found.times.is_empty() {
            floor
        } else {
            found.from
        };
        count += found.times.len();
        parts.push(found.times);
    }
    parts.reverse();
    Some(parts.concat())
}

/// `history`.
pub fn history(session: &mut Session, args: &Args) -> Vec<Answer> {
    if let Ok(number) = args.text.parse::<usize>() {
        let time = number
            .checked_sub(1)
            .and_then(|at| session.listed_history.times.get(at).copied());
        return match time {
            Some(time) => jump(session, time),
            None => vec![Answer::Error(format!(
                "No change with number {number} in the last history"
            ))],
        };
    }
    let location = match locate(session, &args.text) {
        Ok(location) => location,
        Err(error) => return vec![Answer::Error(error)],
    };
    let now = session.now;
    let known = session.known();
    let Some(times) = changes_before(session, &location, known) else {
        return broken_off(session);
    };
    if times.is_empty() {
        session.settle();
        let held = session.target.held(&location);
        let always = held.map_or("has held nothing so far".to_string(), |value| {
            format!("has always been {}", text::shorten(&value))
        });
        return vec![Answer::Text(format!("{} {always}", args.text))];
    }
    // The change that gave it what it holds now.
    let current = times.partition_point(|t| *t <= now).checked_sub(1);
    let middle = current.unwrap_or(0);
    let shown = middle.saturating_sub(SHOWN)..(middle + SHOWN + 1).min(times.len());
    let mut answers = Vec::new();
    let left_out = |n: usize, what: &str| Answer::Text(format!("({n} {what} are not shown)"));
    if shown.start > 0 {
        answers.push(left_out(shown.start, "earlier changes"));
    }
    let mut rows = Vec::new();
    for number in shown.clone() {
        let Some(row) = row(session, &location, times[number]) else {
            return broken_off(session);
        };
        rows.push(Past {
            number: number + 1,
            current: Some(number) == current,
            ..row
        });
    }
    answers.push(Answer::History(rows));
    if shown.end < times.len() {
        answers.push(left_out(times.len() - shown.end, "later changes"));
    }
    session.listed_history.times = times.iter().map(|t| t - 1).collect();
    session.settle();
    answers
}

/// What a change that shows at event `t` was: from what to what, and who made it.
fn row(session: &mut Session, location: &Location, t: u64) -> Option<Past> {
    let mut at =
        |time| session.target.time() == Some(time) || session.target.seek(time) == Reached::Target;
    if !at(t - 1) {
        return None;
    }
    let old = session.target.held(location);
    let (file, line) = writer(session);
    if session.target.seek(t) != Reached::Target {
        return None;
    }
    let new = session.target.held(location);
    Some(Past {
        number: 0,
        current: false,
        time: t - 1,
        file,
        line,
        old: old.map(|value| text::shorten(&value)),
        new: new.map(|value| text::shorten(&value)),
    })
}

/// The file and line of the user code that goes on from the event at which the target stands.
fn writer(session: &Session) -> (String, u32) {
    let event = session.target.event();
    let stack = session.target.stack();
    let left = usize::from(event.kind == EventKind::Return);
    match stack.get(left) {
        Some(frame) => {
            let path = session.target.code(frame.code).path;
            (text::file_name(&path).to_string(), frame.line)
        }
        None => (String::new(), event.line),
    }
}

/// `last`.
pub fn last(session: &mut Session, args: &Args) -> Vec<Answer> {
    let location = match locate(session, &args.text) {
        Ok(location) => location,
        Err(error) => return vec![Answer::Error(error)],
    };
    let watch = Watch::locations(vec![location.clone()]);
    let found = session
        .target
        .last_before(&watch, session.now + 1, location.begins());
    if found.interrupted {
        return broken_off(session);
    }
    match found.times.last() {
        Some(t) => jump(session, t - 1),
        None => never(session, &args.text),
    }
}

/// `first`.
pub fn first(session: &mut Session, args: &Args) -> Vec<Answer> {
    let location = match locate(session, &args.text) {
        Ok(location) => location,
        Err(error) => return vec![Answer::Error(error)],
    };
    let watch = Watch::locations(vec![location.clone()]);
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

fn never(session: &mut Session, expression: &str) -> Vec<Answer> {
    session.settle();
    vec![Answer::Error(format!(
        "{expression} has not changed so far"
    ))]
}

pub(crate) fn broken_off(session: &mut Session) -> Vec<Answer> {
    let flag = session.target.interrupt_flag();
    flag.store(false, std::sync::atomic::Ordering::Relaxed);
    session.gave_up = true;
    session.settle();
    vec![Answer::Error(BROKEN_OFF.into())]
}
