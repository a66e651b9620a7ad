//! From which event the code ran on that changed something: the one before, or, where threads were switched since, the
//! last one of the thread that goes on.

use crate::commands::query::history::begins;
use crate::session::Session;
use crate::target::{EventQuery, FrameWatch, Kinds, Time, WatchTarget};
use crate::travel::Interrupted;
use crate::travel::motion::Direction;

/// The event from which on a location was changed that has another value at `t`. The target may be elsewhere
/// afterwards.
pub(crate) fn moment_before(session: &mut Session, location: &WatchTarget, t: Time) -> Result<Time, Interrupted> {
    let before = session.target.nearest(t - 1, Direction::Backward).unwrap_or(t - 1);
    session.navigator().seek(before)?;
    // Nobody waits where there have been no threads: most programs end here, without going to `t`.
    if before != t - 1 || !session.target.knows_threads() {
        return Ok(before);
    }
    let earlier = session.target.thread().unwrap_or(1);
    session.navigator().seek(t)?;
    let thread = session.target.thread().unwrap_or(1);
    if earlier == thread || session.target.is_changed_after_switch(location, t) != Some(true) {
        return Ok(before);
    }
    session.navigator().seek(before)?;
    let last = last_of_thread(session, thread, begins(location))?;
    Ok(last.unwrap_or(before))
}

/// The event after which a thread did something that is noted behind `before`: the thread's own last one, where another
/// thread's event has only let it go on. The target stands there then.
pub(crate) fn moment_of_thread(session: &mut Session, thread: u64, before: Time) -> Result<Time, Interrupted> {
    session.navigator().seek(before)?;
    let here = session.target.time().unwrap_or(before);
    if session.target.thread().is_none_or(|running| running == thread) {
        return Ok(here);
    }
    let own = last_of_thread(session, thread, Time::START)?.unwrap_or(here);
    session.navigator().seek(own)?;
    Ok(own)
}

/// The last event of a range before something holds that holds from then on. `holds` is asked with the target there,
/// which may be elsewhere afterwards.
pub(crate) fn last_without(
    session: &mut Session,
    (mut low, mut high): (Time, Time),
    holds: impl Fn(&Session) -> bool,
) -> Result<Time, Interrupted> {
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        session.navigator().seek(middle)?;
        if holds(session) { high = middle - 1 } else { low = middle }
    }
    Ok(low)
}

/// The last event of a thread that waits where the target is, not before `from`; `None` if there is no such thread or
/// event. The target may be elsewhere afterwards.
fn last_of_thread(session: &mut Session, thread: u64, from: Time) -> Result<Option<Time>, Interrupted> {
    let innermost = |session: &mut Session| session.target.stack().first().map(|frame| (frame.frame, frame.code));
    let now = session.target.time().unwrap_or(Time::START);
    let Some((frame, code)) = session.showing_thread(thread, innermost).flatten() else { return Ok(None) };
    let query = EventQuery::frame(FrameWatch::of_kinds(frame, code, Kinds::ALL)).last_only();
    let found = session.target.last_before(&query, now, from.max(Time(frame)));
    match found.interrupted {
        true => Err(Interrupted),
        false => Ok(found.times.last().copied()),
    }
}
