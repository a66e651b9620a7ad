//! Histories of paths: `n[1][0]` is a place in the object that `n[1]` is now, and so is its history. After a swap that
//! is another history than that of the path itself, and the answer says so.

use ttd_code::Target as Access;

use crate::answer::Answer;
use crate::commands::Args;
use crate::commands::query::history;
use crate::commands::query::moment::moment_before;
use crate::session::Session;
use crate::target::{Time, WatchTarget};
use crate::travel::Interrupted;

/// `history`.
pub fn history(session: &mut Session, args: &Args) -> Vec<Answer> {
    let mut answers = history::history(session, args);
    let lists = answers.iter().any(|answer| matches!(answer, Answer::History(_)));
    if lists && let Ok(Some(note)) = path_note(session, &args.text) {
        answers.push(Answer::Text(note));
    }
    session.sync_target();
    answers
}

/// The note that a path led to another object before, if it did.
fn path_note(session: &mut Session, path: &str) -> Result<Option<String>, Interrupted> {
    let mut newest: Option<(Time, &str)> = None;
    let mut rest = path;
    while let Some(Access::Attribute(object, _) | Access::Item(object, _)) = ttd_code::target(rest) {
        if let Some(time) = replaced(session, object)?
            && newest.is_none_or(|(known, _)| known < time)
        {
            newest = Some((time, object));
        }
        rest = object;
    }
    Ok(newest.map(|(time, object)| {
        format!("({object} has been this object since {time}; `history ({path})` is what the path itself has led to)")
    }))
}

/// The last event after which a place held another object than before; `None` if it held nothing else.
fn replaced(session: &mut Session, object: &str) -> Result<Option<Time>, Interrupted> {
    let location = match history::locate(session, object) {
        Ok(WatchTarget::Expression { .. }) | Err(_) => return Ok(None),
        Ok(location) => location,
    };
    let Some(t) = history::last_change(session, &location, session.nav.now)? else {
        return Ok(None);
    };
    let from = moment_before(session, &location, t)?;
    session.navigator().seek(from)?;
    let time = session.target.time().unwrap_or(from);
    Ok(session.target.held(&location).map(|_| time))
}

/// Why `last` and its like have nothing to go to: there is no such thing here, or it has not changed.
pub(crate) fn no_change(session: &mut Session, expression: &str) -> Answer {
    let held = history::locate(session, expression).ok().and_then(|location| session.target.held(&location));
    let what = if held.is_some() { "has not changed so far" } else { "does not exist here" };
    Answer::Error(format!("{expression} {what}{}", session.as_far_as_recorded()))
}
