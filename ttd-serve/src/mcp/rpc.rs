//! JSON-RPC 2.0: messages in, responses out.

use serde_json::{Value, json};

/// What came in is no JSON.
const NO_JSON: i64 = -32700;
/// What came in is no request.
pub(super) const INVALID_REQUEST: i64 = -32600;
/// There is no such method.
pub(super) const NO_METHOD: i64 = -32601;
/// The parameters are wrong.
pub(super) const INVALID_PARAMS: i64 = -32602;

/// A message that waits.
#[derive(Debug)]
pub(super) enum Incoming {
    Request { id: Value, method: String, params: Value },
    Notification,
    Malformed { id: Value, code: i64, why: String },
}

/// What a line is.
pub(super) enum Read {
    Message(Incoming),
    /// The request with this number is to end.
    Cancel(Value),
}

/// Reads a line.
pub(super) fn read(line: &[u8]) -> Read {
    let wrong = |id: Value, code, why: &str| Read::Message(Incoming::Malformed { id, code, why: why.into() });
    let value: Value = match serde_json::from_slice(line) {
        Ok(value) => value,
        Err(error) => return wrong(Value::Null, NO_JSON, &format!("no JSON: {error}")),
    };
    let id = value.get("id").filter(|id| id.is_string() || id.is_number()).cloned();
    let Some(object) = value.as_object() else {
        return wrong(Value::Null, INVALID_REQUEST, "a message must be one object");
    };
    if object.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return wrong(id.unwrap_or_default(), INVALID_REQUEST, "\"jsonrpc\" must be \"2.0\"");
    }
    if object.contains_key("id") && id.is_none() {
        return wrong(Value::Null, INVALID_REQUEST, "\"id\" must be a text or a number");
    }
    let Some(method) = object.get("method").and_then(Value::as_str) else {
        // A response: nothing was asked.
        let is_response = object.contains_key("result") || object.contains_key("error");
        return match is_response {
            true => Read::Message(Incoming::Notification),
            false => wrong(id.unwrap_or_default(), INVALID_REQUEST, "a request needs a \"method\""),
        };
    };
    let params = object.get("params").cloned().unwrap_or_else(|| json!({}));
    match id {
        Some(id) => Read::Message(Incoming::Request { id, method: method.to_string(), params }),
        None if method == "notifications/cancelled" => {
            Read::Cancel(params.get("requestId").cloned().unwrap_or_default())
        }
        None => Read::Message(Incoming::Notification),
    }
}

/// The answer to a request.
pub(super) fn response(id: &Value, result: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "result": result })
}

/// The answer to what cannot be answered.
pub(super) fn refusal(id: &Value, code: i64, why: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": why } })
}
