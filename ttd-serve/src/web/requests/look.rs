//! `look`: all of one moment.

use serde_json::{Value, json};

use super::super::desk::Desk;
use super::super::request::Request;
use super::values::child;
use crate::json::{event_kind, how};

/// Frames and variables of an answer at most.
const MOST: usize = 500;

pub(super) fn look(desk: &mut Desk, request: &Request) -> Result<Value, String> {
    let focus = request.focus()?;
    let (_, count) = request.page(MOST)?;
    desk.stand(focus.branch, focus.time)?;
    let session = &mut desk.session;
    let look = session.look(focus.thread, focus.frame, count)?;
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
    let at = look.frames.get(focus.frame);
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
        "path": at.map(|at| &at.path),
        "line": at.map(|at| at.line),
        "locals": locals,
        "total": look.locals.total,
        "returning": look.returning.as_ref().map(child),
        "output_bytes": look.output,
    }))
}
