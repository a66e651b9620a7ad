//! Shared by the commands that list something of the whole run: reading events, a window around the present, and the
//! answer when Ctrl-C ends them.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::Ordering;

use crate::answer::Answer;
use crate::session::Session;
use crate::session::arrive::jump;
use crate::syntax::text;
use crate::target::{CodeInfo, Event, EventKind, Filter, Reached, Target, Time};
use crate::travel::Interrupted;

/// Events read at once.
const STRETCH: u64 = 1 << 16;
/// Events read at first, where the first ones may suffice.
const SHORT: u64 = 1 << 13;

/// Calls `visit` for the recorded events from `from` to `to`, which must have been reached.
pub(crate) fn each(
    session: &mut Session,
    from: Time,
    to: Time,
    mut visit: impl FnMut(&Session, Time, &Event),
) -> Result<(), Interrupted> {
    let mut at = from.max(session.target.first());
    while at <= to {
        let end = to.min(at + STRETCH - 1);
        let Some(events) = session.target.events(at, end) else {
            return Err(Interrupted);
        };
        for (time, event) in &events {
            visit(session, *time, event);
        }
        at = end + 1;
    }
    Ok(())
}

/// Goes to the events from `from` to `to`, which must have been reached, that the filter accepts, and perhaps to
/// others, in the order of time, and calls `visit` there until it returns false.
pub(crate) fn visit(
    session: &mut Session,
    from: Time,
    to: Time,
    filter: &Filter,
    mut visit: impl FnMut(&mut Session, Time, &Event) -> Result<bool, Interrupted>,
) -> Result<(), Interrupted> {
    let mut at = from.max(session.target.first());
    if session.target.is_logged() {
        let mut stretch = SHORT;
        while at <= to {
            let end = to.min(at + stretch - 1);
            for (time, event) in session.target.events_matching(at, end, filter).ok_or(Interrupted)? {
                session.navigator().seek(time)?;
                if !visit(session, time, &event)? {
                    return Ok(());
                }
            }
            at = end + 1;
            stretch = STRETCH.max(stretch * 2);
        }
        return Ok(());
    }
    if at > to {
        return Ok(());
    }
    // Elsewhere going back to the events of a stretch costs more than stopping at them on the way.
    session.navigator().seek(at)?;
    loop {
        let event = session.target.event();
        if !visit(session, at, &event)? || at >= to {
            return Ok(());
        }
        if session.target.run_until_filter(filter, to) == Reached::Interrupted {
            return Err(Interrupted);
        }
        let Some(time) = session.target.time().filter(|time| *time > at) else { return Ok(()) };
        at = time;
    }
}

/// A cache of code objects by their numbers.
#[derive(Default)]
pub(crate) struct Codes(HashMap<u32, CodeInfo>);

impl Codes {
    pub(crate) fn of(&mut self, target: &dyn Target, id: u32) -> &CodeInfo {
        self.0.entry(id).or_insert_with(|| target.code(id))
    }
}

/// File and line of user frame `n`, where the target is.
pub(crate) fn line_of(session: &Session, n: usize) -> Option<(String, u32)> {
    let stack = session.target.stack();
    let frame = stack.get(n)?;
    Some((session.target.code(frame.code).path, frame.line))
}

/// The user frame that runs on after an event.
pub(crate) fn going_on(event: &Event) -> usize {
    usize::from(event.kind == EventKind::Return)
}

/// Goes to the time of a row of the last list; `what` and `list` are what error messages call row and list.
pub(crate) fn jump_to_row(
    session: &mut Session,
    times: fn(&Session) -> &[Time],
    number: usize,
    (what, list): (&str, &str),
) -> Vec<Answer> {
    let row = number.checked_sub(1);
    match row.and_then(|row| times(session).get(row).copied()) {
        Some(time) => jump(session, time),
        None => vec![Answer::Error(format!("No {what} with number {number} in the last {list}"))],
    }
}

/// The rows of a list that are shown: `middle`, and `around` rows on either side.
pub(crate) fn window(len: usize, middle: usize, around: usize) -> Range<usize> {
    middle.saturating_sub(around)..(middle + around + 1).min(len)
}

/// Puts notes about the rows that are not shown around a list.
pub(crate) fn extract(rows: Answer, shown: &Range<usize>, len: usize, what: &str) -> Vec<Answer> {
    let note = |n: usize, side: &str| {
        let how = format!("ask from {} {side} time for them", if side == "earlier" { "an" } else { "a" });
        (n > 0).then(|| Answer::Text(format!("({n} {side} {what} are not shown; {how})")))
    };
    let (before, after) = (note(shown.start, "earlier"), note(len - shown.end, "later"));
    before.into_iter().chain([rows]).chain(after).collect()
}

/// A repr for a list: short, and with the numbers of objects.
pub(crate) fn shown(session: &Session, repr: &str) -> String {
    text::shorten(&session.target.with_numbers(repr))
}

/// Answers Ctrl-C during a command that lists: the session stays where it is.
pub(crate) fn broken_off(session: &mut Session) -> Vec<Answer> {
    session.target.interrupt_flag().store(false, Ordering::Relaxed);
    session.after_motion.interrupted = true;
    session.sync_target();
    vec![Answer::Error(Interrupted.to_string())]
}
