//! What the reading thread does itself, because the program runs and the request must not wait.

use std::sync::{Mutex, PoisonError};

use serde_json::{Value, json};

use super::client::Client;
use super::requests::{Incoming, Request};
use super::run::Way;
use crate::inbox::{Inbox, Running};

/// What can be said of a running program: the threads at the last stop.
#[derive(Default)]
pub(super) struct Snapshot(Mutex<Value>);

impl Snapshot {
    /// Notes the threads.
    pub(super) fn set(&self, threads: Value) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = threads;
    }

    fn threads(&self) -> Value {
        match self.0.lock().unwrap_or_else(PoisonError::into_inner).clone() {
            Value::Null => json!([{ "id": 1, "name": "MainThread" }]),
            threads => threads,
        }
    }
}

/// Requests that need a program that stands, besides those that move it.
const NEED_A_STOP: [&str; 10] = [
    "stackTrace",
    "scopes",
    "variables",
    "setVariable",
    "setExpression",
    "evaluate",
    "completions",
    "exceptionInfo",
    "gotoTargets",
    "dataBreakpointInfo",
];

/// Requests that change what stops the program: it is stopped for a moment and runs on.
const CHANGE_STOPS: [&str; 4] =
    ["setBreakpoints", "setFunctionBreakpoints", "setExceptionBreakpoints", "setDataBreakpoints"];

/// Whether a request changes what stops the program.
pub(super) fn changes_stops(request: &Request) -> bool {
    CHANGE_STOPS.contains(&request.command.as_str())
}

/// Whether a request ends what runs.
pub(super) fn ends_the_run(request: &Request) -> bool {
    ["pause", "terminate", "disconnect", "restart"].contains(&request.command.as_str())
}

/// Whether a request needs a program that stands, and does not make it stop itself.
fn needs_a_stop(request: &Request) -> bool {
    let moves = Way::of(request).is_some() && !ends_the_run(request);
    moves || NEED_A_STOP.contains(&request.command.as_str())
}

/// Whether a message that goes into the inbox makes the program stop.
pub(super) fn is_urgent(message: &Incoming, running: Running) -> bool {
    match message {
        Incoming::Unreadable(_) => true,
        Incoming::Request(request) => {
            running != Running::Stands && ends_the_run(request)
                || running == Running::Resumable && changes_stops(request)
        }
    }
}

/// Answers a request at once, if that is possible.
pub(super) fn answers(request: &Request, client: &Client, inbox: &Inbox<Incoming>, snapshot: &Snapshot) -> bool {
    let running = inbox.is_running();
    match request.command.as_str() {
        "cancel" => {
            let waiting = request.number("requestId").and_then(|id| {
                inbox.take(|(message, _)| matches!(message, Incoming::Request(r) if r.seq as u64 == id))
            });
            if let Some(Incoming::Request(waiting)) = waiting {
                client.refuse(waiting.seq, &waiting.command, "cancelled");
            } else if running {
                inbox.interrupt();
            }
            client.respond(request, Ok(Value::Null));
        }
        "threads" if running => client.respond(request, Ok(json!({ "threads": snapshot.threads() }))),
        command if running && needs_a_stop(request) => client.refuse(request.seq, command, "notStopped"),
        _ => return false,
    }
    true
}
