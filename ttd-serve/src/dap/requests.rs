//! Requests as they come in, and reading their arguments.

use serde::Deserialize;
use serde_json::Value;

use crate::shortened;

/// What came in.
#[derive(Debug)]
pub(super) enum Incoming {
    /// A request.
    Request(Request),
    /// Something that is no message, after which nothing can be read.
    Unreadable(String),
}

/// A request. Which commands there are is open.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Request {
    pub(super) seq: i64,
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    pub(super) command: String,
    #[serde(default)]
    pub(super) arguments: Value,
}

/// What a request gives, or why it cannot be done.
pub(super) type Reply = Result<Value, String>;

impl Request {
    /// Reads a message; `None` if it is no request.
    ///
    /// # Errors
    /// The number of the message, if it has one, and what is wrong with it.
    pub(super) fn read(bytes: &[u8]) -> Result<Option<Request>, (i64, String)> {
        let value: Value = serde_json::from_slice(bytes).map_err(|error| (0, format!("no JSON: {error}")))?;
        let seq = value.get("seq").and_then(Value::as_i64).unwrap_or(0);
        if !value.is_object() {
            return Err((seq, "a message must be an object".into()));
        }
        let request: Request = serde_json::from_value(value).map_err(|error| (seq, format!("no request: {error}")))?;
        match request.kind.as_str() {
            "request" if request.command.is_empty() => Err((seq, "a request needs a command".into())),
            "request" => Ok(Some(request)),
            "response" | "event" => Ok(None),
            other => Err((seq, format!("no type of message: {}", shortened(other)))),
        }
    }

    /// An argument that is a text.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.arguments.get(name)?.as_str()
    }

    /// An argument that must be a text.
    pub(super) fn needed_text(&self, name: &str) -> Result<&str, String> {
        self.text(name).ok_or_else(|| format!("{} needs the text \"{name}\"", self.command))
    }

    /// An argument that is a number from 0 on.
    pub(super) fn number(&self, name: &str) -> Option<u64> {
        self.arguments.get(name)?.as_u64()
    }

    /// An argument that must be a number from 0 on.
    pub(super) fn needed_number(&self, name: &str) -> Result<u64, String> {
        self.number(name).ok_or_else(|| format!("{} needs the number \"{name}\"", self.command))
    }

    /// An argument that is a count or a position; too large a number is as good as any other.
    pub(super) fn size(&self, name: &str) -> Option<usize> {
        self.number(name).map(|n| usize::try_from(n).unwrap_or(usize::MAX))
    }

    /// An argument that is true or false.
    pub(super) fn flag(&self, name: &str) -> Option<bool> {
        self.arguments.get(name)?.as_bool()
    }

    /// An argument that is a list.
    pub(super) fn list(&self, name: &str) -> Result<&[Value], String> {
        match self.arguments.get(name) {
            None | Some(Value::Null) => Ok(&[]),
            Some(Value::Array(list)) => Ok(list),
            Some(_) => Err(format!("{}: \"{name}\" must be a list", self.command)),
        }
    }
}
