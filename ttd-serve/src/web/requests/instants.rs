//! The times of a stretch that a timeline shows besides its buckets: marks, checkpoints, forks, crossings, events.

use serde_json::{Value, json};
use ttd_debug::target::Time;
use ttd_debug::travel::Interrupted;

use super::super::desk::Desk;
use crate::json::{event_kind, how};

/// Times of one sort at most.
const MOST: usize = 2000;

/// The answer of `timeline`, but for its buckets.
///
/// # Errors
/// A request waits.
pub(super) fn instants(desk: &mut Desk, (from, to): (Time, Time)) -> Result<Value, Interrupted> {
    let inside = |time: &Time| (from..to).contains(time);
    let here = desk.session.branch_number();
    let session = &mut desk.session;
    let marks = session.mark_list().into_iter().filter(|(_, _, time)| inside(time));
    let marks: Vec<Value> =
        marks.map(|(name, branch, time)| json!({ "name": name, "time": time.0, "branch": branch })).collect();
    let checkpoints: Vec<u64> = session.checkpoint_times().into_iter().filter(inside).map(|t| t.0).collect();
    let forks: Vec<Value> = session
        .branch_list()
        .into_iter()
        .filter(|branch| branch.parent == Some(here) && branch.fork.is_some_and(|fork| inside(&fork)))
        .map(|branch| json!({ "name": branch.name, "number": branch.number, "time": branch.fork.map(|t| t.0) }))
        .collect();
    let crossings = session.crossings(from, to, MOST)?;
    let events = (to.0 - from.0 <= MOST as u64).then(|| session.event_list(from, to)).transpose()?;
    let events = events.map(|events| {
        let row = |row: &ttd_debug::views::EventRow| {
            json!({
                "time": row.time.0,
                "event": event_kind(row.event.kind),
                "how": how(row.event.how),
                "depth": row.event.depth,
                "function": row.function,
                "path": row.path,
                "line": row.event.line,
            })
        };
        events.iter().map(row).collect::<Vec<_>>()
    });
    Ok(json!({
        "from": from.0,
        "to": to.0,
        "marks": marks,
        "checkpoints": thinned(&checkpoints),
        "forks": forks,
        "crossings": crossings.iter().map(|t| t.0).collect::<Vec<_>>(),
        "events": events,
    }))
}

/// At most as many of the times as an answer has, evenly chosen.
fn thinned(times: &[u64]) -> Vec<u64> {
    let step = times.len().div_ceil(MOST).max(1);
    times.iter().step_by(step).copied().collect()
}
