//! The editor's end: responses and events.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};

use super::framing;
use super::requests::{Reply, Request};

/// The editor. Clones write to the same one.
#[derive(Clone)]
pub(super) struct Client(Arc<Shared>);

struct Shared {
    /// Where messages go, and the number of the last one.
    output: Mutex<(Box<dyn Write + Send>, i64)>,
    gone: AtomicBool,
}

impl Client {
    pub(super) fn new(output: Box<dyn Write + Send>) -> Client {
        Client(Arc::new(Shared { output: Mutex::new((output, 0)), gone: AtomicBool::new(false) }))
    }

    /// Whether it could not be written to.
    pub(super) fn is_gone(&self) -> bool {
        self.0.gone.load(Ordering::Relaxed)
    }

    /// Writes a message, with the next number.
    fn send(&self, mut message: Value) {
        let mut output = self.0.output.lock().unwrap_or_else(PoisonError::into_inner);
        output.1 += 1;
        message["seq"] = output.1.into();
        if framing::write(&mut *output.0, &message.to_string()).is_err() {
            self.0.gone.store(true, Ordering::Relaxed);
        }
    }

    pub(super) fn event(&self, name: &str, body: Value) {
        self.send(json!({ "type": "event", "event": name, "body": body }));
    }

    /// Answers a request.
    pub(super) fn respond(&self, request: &Request, reply: Reply) {
        match reply {
            Ok(body) => {
                let mut response = json!({
                    "type": "response", "request_seq": request.seq, "success": true, "command": request.command,
                });
                if !body.is_null() {
                    response["body"] = body;
                }
                self.send(response);
            }
            Err(why) => self.refuse(request.seq, &request.command, &why),
        }
    }

    /// Answers that something cannot be done.
    pub(super) fn refuse(&self, seq: i64, command: &str, why: &str) {
        self.send(json!({
            "type": "response", "request_seq": seq, "success": false, "command": command, "message": why,
            "body": { "error": { "id": 1, "format": "{why}", "variables": { "why": why }, "showUser": false } },
        }));
    }

    /// Shows a text in the editor's console.
    pub(super) fn console(&self, text: &str) {
        if !text.is_empty() {
            let end = if text.ends_with('\n') { "" } else { "\n" };
            self.event("output", json!({ "category": "console", "output": format!("{text}{end}") }));
        }
    }
}
