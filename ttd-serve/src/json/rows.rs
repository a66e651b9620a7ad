//! The rows of answers that are lists.

use serde_json::{Value as Json, json};
use ttd_debug::answer::{
    BreakpointView, CallView, EventView, Link, Mark, MomentRow, TraceRow, TrialRow, Value, ValueChange,
};

use super::{event_kind, how};

pub(super) fn breakpoint(row: &BreakpointView) -> Json {
    json!({
        "number": row.number,
        "path": row.path,
        "line": row.line,
        "temporary": row.temporary,
        "enabled": row.enabled,
        "condition": row.condition,
        "ignore": row.ignore,
        "crossings": row.crossings,
    })
}

pub(super) fn trial(row: &TrialRow) -> Json {
    json!({
        "value": row.value,
        "result": row.result,
        "end": row.end,
        "last": row.last.map(|t| t.0),
        "branch": row.branch,
    })
}

pub(super) fn mark(row: &Mark) -> Json {
    json!({ "name": row.name, "time": row.time.0, "branch": row.branch, "here": row.here })
}

pub(super) fn link(row: &Link) -> Json {
    json!({ "number": row.number, "current": row.current, "text": row.text, "raised_at": row.at.map(|t| t.0) })
}

pub(super) fn event(row: &EventView) -> Json {
    let thread = row.thread.as_ref().map(|(number, name)| json!({ "number": number, "name": name }));
    json!({
        "current": row.current,
        "time": row.time.0,
        "event": event_kind(row.kind),
        "how": how(row.how),
        "depth": row.depth,
        "file": row.file,
        "line": row.line,
        "function": row.function,
        "thread": thread,
    })
}

pub(super) fn value(row: &Value) -> Json {
    json!({
        "time": row.time.0,
        "frame": row.frame,
        "file": row.file,
        "line": row.line,
        "value": row.value,
    })
}

pub(super) fn call(row: &CallView) -> Json {
    let caller = row.caller.as_ref().map(|(file, line)| json!({ "file": file, "line": line }));
    json!({
        "current": row.current,
        "time": row.time.0,
        "indent": row.indent,
        "function": row.function,
        "file": row.file,
        "line": row.line,
        "arguments": row.arguments,
        "result": row.result,
        "caller": caller,
    })
}

pub(super) fn change(row: &ValueChange) -> Json {
    json!({
        "number": row.number,
        "current": row.current,
        "time": row.time.0,
        "file": row.file,
        "line": row.line,
        "old": row.old,
        "new": row.new,
        "contents": row.contents,
        "branch": row.branch,
    })
}

pub(super) fn moment(row: &MomentRow) -> Json {
    json!({
        "number": row.number,
        "current": row.current,
        "time": row.time.0,
        "file": row.file,
        "line": row.line,
        "text": row.text,
    })
}

pub(super) fn trace(row: &TraceRow) -> Json {
    json!({ "time": row.time.0, "file": row.file, "line": row.line, "text": row.text })
}
