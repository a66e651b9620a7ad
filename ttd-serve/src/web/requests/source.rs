//! `source`: a file as it was run.

use serde_json::{Value, json};

use super::super::desk::Desk;
use super::super::request::Request;

/// Lines of an answer at most.
const MOST: usize = 20_000;

pub(super) fn source(desk: &mut Desk, request: &Request) -> Result<Value, String> {
    let path = request.needed_text("path")?;
    let (start, count) = request.page(MOST)?;
    desk.stand(request.branch()?, None)?;
    let lines = desk.session.highlighted(path);
    let lines = lines.ok_or_else(|| format!("The program has no file {}", crate::shortened(path)))?;
    let shown = lines.iter().skip(start).take(count).map(|line| {
        let tokens: Vec<Value> = line.tokens.iter().map(|t| json!([t.start, t.end, t.class])).collect();
        let breakpoint = line.breakpoint.as_ref();
        let breakpoint =
            breakpoint.map(|b| json!({ "number": b.number, "enabled": b.enabled, "condition": b.condition }));
        json!({ "text": line.text, "tokens": tokens, "executable": line.executable, "breakpoint": breakpoint })
    });
    Ok(json!({ "path": path, "start": start, "lines": shown.collect::<Vec<_>>(), "total": lines.len() }))
}
