//! Views of a whole screen.

use serde_json::{Value as Json, json};
use ttd_debug::answer::{FunctionLine, FunctionView, TimelineColumn, TimelineView, VariableView};

pub(super) fn function(view: &FunctionView) -> Json {
    let line = |line: &FunctionLine| {
        json!({
            "line": line.number,
            "text": line.text,
            "breakpoint": line.breakpoint,
            "current": line.current,
            "ran": line.ran,
        })
    };
    json!({
        "kind": "function",
        "path": view.path,
        "line": view.line,
        "function": view.function,
        "lines": view.lines.iter().map(line).collect::<Vec<_>>(),
    })
}

pub(super) fn variable(row: &VariableView) -> Json {
    json!({ "name": row.name, "value": row.value, "changed": row.changed })
}

pub(super) fn timeline(view: &TimelineView) -> Json {
    let column = |column: &TimelineColumn| {
        json!({
            "time": column.time.0,
            "depth": column.depth,
            "now": column.now,
            "marks": column.marks,
            "exception": column.exception,
            "breakpoints": column.breakpoints,
        })
    };
    json!({
        "kind": "timeline",
        "from": view.from.0,
        "to": view.to.0,
        "columns": view.columns.iter().map(column).collect::<Vec<_>>(),
    })
}
