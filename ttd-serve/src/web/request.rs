//! A request of the page, and its arguments.

use serde_json::{Map, Value};
use ttd_debug::target::Time;

use crate::shortened;

/// Bytes of an expression, a command or a path at most.
const LONGEST: usize = 1 << 16;

/// The number of a client.
pub(super) type ClientId = u64;

/// A request.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Request {
    /// Who asks.
    pub(super) client: ClientId,
    /// The client's name for it: a number or a text.
    pub(super) id: Value,
    /// What is asked.
    pub(super) name: String,
    arguments: Map<String, Value>,
}

/// What a client sends.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Message {
    Request(Request),
    /// The request with this id is no longer wanted.
    Cancel(Value),
}

/// Where a reader looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Focus {
    /// The event; `None`: where the session stands.
    pub(super) time: Option<Time>,
    /// The branch; `None`: the present one.
    pub(super) branch: Option<usize>,
    /// The thread; `None`: the one that the event belongs to.
    pub(super) thread: Option<u64>,
    /// The frame, counted from the innermost.
    pub(super) frame: usize,
}

/// Reads a message. An error comes with the id, if there was one.
pub(super) fn read(client: ClientId, text: &str) -> Result<Message, (Value, String)> {
    let malformed = |why: &str| Err((Value::Null, why.to_string()));
    let mut object = match serde_json::from_str::<Value>(text) {
        Ok(Value::Object(object)) => object,
        Ok(_) => return malformed("a message must be an object"),
        Err(error) => return malformed(&format!("this is no JSON: {error}")),
    };
    let is_id = |value: &Value| value.is_u64() || value.as_str().is_some_and(|text| text.len() <= 100);
    if let Some(id) = object.remove("cancel") {
        return if is_id(&id) { Ok(Message::Cancel(id)) } else { malformed("\"cancel\" must be the id of a request") };
    }
    let Some(id) = object.remove("id").filter(is_id) else {
        return malformed("\"id\" must be a number from 0 on, or a text of at most 100 bytes");
    };
    match object.remove("request") {
        Some(Value::String(name)) => Ok(Message::Request(Request { client, id, name, arguments: object })),
        _ => Err((id, "\"request\" must be the name of a request".into())),
    }
}

impl Request {
    /// An argument, if it is there and not null.
    fn argument(&self, name: &str) -> Option<&Value> {
        self.arguments.get(name).filter(|value| !value.is_null())
    }

    pub(super) fn text(&self, name: &str) -> Result<Option<&str>, String> {
        match self.argument(name) {
            None => Ok(None),
            Some(Value::String(text)) if text.len() <= LONGEST => Ok(Some(text)),
            Some(Value::String(_)) => Err(format!("\"{name}\" has more than {LONGEST} bytes")),
            Some(_) => Err(format!("\"{name}\" must be a text")),
        }
    }

    pub(super) fn needed_text(&self, name: &str) -> Result<&str, String> {
        self.text(name)?.ok_or_else(|| format!("{}: \"{name}\" is needed", shortened(&self.name)))
    }

    /// A text without line breaks.
    pub(super) fn line(&self, name: &str) -> Result<&str, String> {
        let text = self.needed_text(name)?;
        if text.contains(['\n', '\r']) { Err(format!("\"{name}\" must be one line")) } else { Ok(text) }
    }

    pub(super) fn number(&self, name: &str) -> Result<Option<u64>, String> {
        match self.argument(name) {
            None => Ok(None),
            Some(value) => value.as_u64().map(Some).ok_or_else(|| format!("\"{name}\" must be a number from 0 on")),
        }
    }

    pub(super) fn needed_number(&self, name: &str) -> Result<u64, String> {
        self.number(name)?.ok_or_else(|| format!("{}: \"{name}\" is needed", shortened(&self.name)))
    }

    pub(super) fn size(&self, name: &str) -> Result<Option<usize>, String> {
        Ok(self.number(name)?.map(|number| usize::try_from(number).unwrap_or(usize::MAX)))
    }

    pub(super) fn time(&self, name: &str) -> Result<Option<Time>, String> {
        Ok(self.number(name)?.map(Time))
    }

    /// `start` and `count`: which rows of a list are wanted, at most `most`.
    pub(super) fn page(&self, most: usize) -> Result<(usize, usize), String> {
        Ok((self.size("start")?.unwrap_or(0), self.size("count")?.unwrap_or(most).min(most)))
    }

    /// The branch of a request that has no focus.
    pub(super) fn branch(&self) -> Result<Option<usize>, String> {
        self.size("branch")
    }

    pub(super) fn focus(&self) -> Result<Focus, String> {
        let object = match self.argument("focus") {
            None => &Map::new(),
            Some(Value::Object(object)) => object,
            Some(_) => return Err("\"focus\" must be an object".into()),
        };
        let number = |name: &str| match object.get(name).filter(|value| !value.is_null()) {
            None => Ok(None),
            Some(value) => value.as_u64().map(Some).ok_or(format!("\"focus.{name}\" must be a number from 0 on")),
        };
        let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        Ok(Focus {
            time: number("time")?.map(Time),
            branch: number("branch")?.map(size),
            thread: number("thread")?,
            frame: number("frame")?.map_or(0, size),
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn arguments_are_checked() {
        let Ok(Message::Request(request)) =
            read(1, r#"{"id": "a", "request": "look", "focus": {"time": 7, "frame": -1}, "count": 1e99, "start": 3}"#)
        else {
            panic!("a request");
        };
        assert_eq!((&request.id, request.name.as_str()), (&json!("a"), "look"));
        assert!(request.focus().is_err());
        assert!(request.page(10).is_err());
        assert_eq!(request.number("start"), Ok(Some(3)));
        assert_eq!(read(1, r#"{"cancel": 7}"#), Ok(Message::Cancel(json!(7))));
        assert!(read(1, "[1]").is_err());
        assert_eq!(read(1, r#"{"id": 8, "request": 1}"#).map_err(|(id, _)| id), Err(json!(8)));
    }
}
