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
    let innermost = |session: &mut Session| session.target.stack().first().map(|frame| (frame.frame, frame.code));
    let Some((frame, code)) = session.showing_thread(thread, innermost).flatten() else { return Ok(before) };
    let query = EventQuery::frame(FrameWatch::of_kinds(frame, code, Kinds::ALL)).last_only();
    let found = session.target.last_before(&query, t, begins(location).max(Time(frame)));
    match found.interrupted {
        true => Err(Interrupted),
        false => Ok(found.times.last().copied().unwrap_or(before)),
    }
}
