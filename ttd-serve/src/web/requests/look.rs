//! `look`: all of one moment.

use serde_json::{Value, json};

use ttd_debug::views::Viewpoint;

use super::super::desk::Desk;
use super::super::request::Request;
use super::values::child;
use crate::json::{event_kind, how};

/// Frames and variables of an answer at most.
const MOST: usize = 500;

pub(super) fn look(desk: &mut Desk, request: &Request) -> Result<Value, String> {
    let focus = request.focus()?;
    let (_, count) = request.page(MOST)?;
    let session = &mut desk.session;
    let time = focus.time.unwrap_or(session.progress().0);
    let branch = focus.branch.unwrap_or(session.branch_number());
    let from = Viewpoint { branch, time, thread: focus.thread, frame: focus.frame };
    let look = session.look(from, count)?;
    let frames: Vec<Value> = look
        .frames
        .iter()
        .map(|frame| {
            let returning = look.returning.as_ref().filter(|_| frame.index == 0);
            json!({
                "index": frame.index,
                "function": frame.function,
                "path": frame.path,
                "line": frame.line,
                "began": frame.began.0,
                "returning": returning.map(|value| &value.value),
            })
        })
        .collect();
    let locals: Vec<Value> = look
        .locals
        .list
        .iter()
        .zip(&look.changed)
        .map(|(row, changed)| {
            let mut row = child(row);
            row["changed"] = (*changed).into();
            row
        })
        .collect();
    Ok(json!({
        "time": look.time.0,
        "branch": session.branch_number(),
        "event": event_kind(look.event.kind),
        "how": how(look.event.how),
        "exception": look.exception,
        "thread": { "number": look.thread, "name": look.thread_name },
        "frame": focus.frame,
        "frames": frames,
        "depth": look.depth,
        "path": look.at.path,
        "line": look.at.line,
        "locals": locals,
        "total": look.locals.total,
        "returning": look.returning.as_ref().map(child),
        "output_bytes": look.output,
    }))
}
