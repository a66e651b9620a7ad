//! Values: `parts`, `eval`, `complete`.

use serde_json::{Value, json};
use ttd_debug::views::{Child, Which};

use super::super::desk::Desk;
use super::super::request::Request;

/// Parts of an answer at most.
const MOST: usize = 1000;

/// A value, or a part of one.
pub(super) fn child(child: &Child) -> Value {
    json!({
        "name": child.name,
        "expression": child.expression,
        "value": child.value,
        "class": child.class,
        "items": child.items,
        "attributes": child.attributes,
        "id": child.object,
    })
}

pub(super) fn parts(desk: &mut Desk, request: &Request) -> Result<Value, String> {
    let (focus, expression) = (request.focus()?, request.needed_text("expression")?);
    let which = match request.text("which")?.unwrap_or("all") {
        "items" => Which::Items,
        "attributes" => Which::Attributes,
        "all" => Which::All,
        other => return Err(format!("\"which\" is items, attributes or all, not {}", crate::shortened(other))),
    };
    let (start, count) = request.page(MOST)?;
    desk.at(focus, |session| {
        let parts = session.parts(expression, which, start, count).map_err(|error| error.to_string())?;
        let rows = parts.list.into_iter().map(|row| child(&Child { value: session.with_numbers(&row.value), ..row }));
        Ok(json!({ "parts": rows.collect::<Vec<_>>(), "start": start, "total": parts.total }))
    })?
}

pub(super) fn eval(desk: &mut Desk, request: &Request) -> Result<Value, String> {
    let (focus, expression) = (request.focus()?, request.needed_text("expression")?);
    desk.at(focus, |session| {
        let value = session.describe(expression).map_err(|error| error.to_string())?;
        Ok(child(&Child { value: session.with_numbers(&value.value), ..value }))
    })?
}

pub(super) fn complete(desk: &mut Desk, request: &Request) -> Result<Value, String> {
    let (focus, text) = (request.focus()?, request.line("text")?);
    // The page counts in UTF-16, the session in bytes.
    let at = request.size("at")?.unwrap_or(usize::MAX);
    let at = byte_of(text, at);
    desk.at(focus, |session| {
        let (from, candidates) = session.completions(text, at);
        let from = text.get(..from).map_or(0, |before| before.encode_utf16().count());
        Ok(json!({ "from": from, "candidates": candidates }))
    })?
}

/// The byte of a text where this UTF-16 unit begins, or its end.
fn byte_of(text: &str, units: usize) -> usize {
    let mut before = 0;
    for (byte, c) in text.char_indices() {
        if before >= units {
            return byte;
        }
        before += c.len_utf16();
    }
    text.len()
}
