//! `events --switches`: the events at which another thread runs than at the event before.

use crate::answer::{Answer, EventView};
use crate::commands::query::history::changes;
use crate::commands::query::range::{Times, chosen, extract_by};
use crate::session::Session;
use crate::session::listing::{Codes, broken_off};
use crate::syntax::text;
use crate::target::{EventQuery, WatchTarget};
use crate::travel::Interrupted;

/// Switches shown on either side of the present.
const AROUND: usize = 10;

/// Lists the switches around the present, or those between two times.
pub(super) fn switches(session: &mut Session, range: Option<Times>) -> Vec<Answer> {
    let answers = listed(session, range);
    session.sync_target();
    answers.unwrap_or_else(|Interrupted| broken_off(session))
}

fn listed(session: &mut Session, range: Option<Times>) -> Result<Vec<Answer>, Interrupted> {
    let last = session.frontier();
    let query = EventQuery::of_targets(vec![WatchTarget::RunningThread]);
    let floor = session.target.first();
    let times = changes(session, &query, last + 1, floor)?;
    if times.is_empty() {
        return Ok(vec![Answer::Text(format!("The thread has not changed so far{}", session.as_far_as_recorded()))]);
    }
    let now = session.nav.now;
    let current = times.partition_point(|t| *t <= now).saturating_sub(1);
    let part = chosen(&times, range, (current, AROUND));
    let (mut rows, mut codes) = (Vec::new(), Codes::default());
    for time in &times[part.shown.clone()] {
        session.navigator().seek(*time)?;
        let event = session.target.event();
        let code = codes.of(&*session.target, event.code).clone();
        let thread = session.target.threads().into_iter().find(|thread| thread.current);
        rows.push(EventView {
            current: *time == now,
            time: *time,
            kind: event.kind,
            how: event.how,
            depth: event.depth,
            file: text::file_name(&code.path).to_string(),
            line: event.line,
            function: code.name,
            thread: thread.map(|thread| (thread.number, thread.name)),
        });
    }
    Ok(extract_by(Answer::Events(rows), &part, &times, ("switches", "events --switches")))
}
