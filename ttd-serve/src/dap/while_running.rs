//! What the reading thread does itself, because the program runs and the request must not wait.

use std::io::BufRead;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};

use super::client::Client;
use super::framing;
use super::requests::{Incoming, Reply, Request};
use super::run::Way;
use crate::inbox::{Inbox, Running};
use crate::input::Input;

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

/// What the reading thread and the adapter share. Clones share it.
#[derive(Clone)]
pub(super) struct Connection {
    pub(super) client: Client,
    pub(super) inbox: Inbox<Incoming>,
    pub(super) snapshot: Arc<Snapshot>,
    input: Input,
}

impl Connection {
    pub(super) fn new(client: Client, input: Input) -> Connection {
        Connection { client, inbox: Inbox::new(), snapshot: Arc::default(), input }
    }

    /// Reads requests until there are no more, and answers those that do not wait.
    pub(super) fn read_all(&self, mut stream: impl BufRead) {
        loop {
            let bytes = match framing::read(&mut stream) {
                Ok(Some(bytes)) => bytes,
                Ok(None) => return self.inbox.close(),
                Err(why) => {
                    self.inbox.put(Incoming::Unreadable(why), |_, _| true);
                    return self.inbox.end_of_messages();
                }
            };
            let request = match Request::read(&bytes) {
                Ok(Some(request)) => request,
                // Responses and events of the client are answers to nothing that was asked.
                Ok(None) => continue,
                Err((seq, why)) => {
                    self.client.refuse(seq, "", &why);
                    continue;
                }
            };
            if !self.answers(&request) {
                self.inbox.put(Incoming::Request(request), is_urgent);
            }
        }
    }

    /// Answers a request at once, if that is possible.
    fn answers(&self, request: &Request) -> bool {
        let running = self.inbox.is_running();
        let reply = match request.command.as_str() {
            "cancel" => {
                self.cancel(request, running);
                Ok(Value::Null)
            }
            "ttd/input" => self.give_input(request),
            "evaluate" if running && request.text("context") == Some("repl") && self.input.is_awaited() => {
                self.give_line(request)
            }
            "threads" if running => Ok(json!({ "threads": self.snapshot.threads() })),
            _ if running && needs_a_stop(request) => Err("notStopped".into()),
            _ => return false,
        };
        self.client.respond(request, reply);
        true
    }

    fn cancel(&self, request: &Request, running: bool) {
        let waiting = request.number("requestId").and_then(|id| {
            self.inbox.take(|(message, _)| matches!(message, Incoming::Request(r) if r.seq as u64 == id))
        });
        if let Some(Incoming::Request(waiting)) = waiting {
            self.client.refuse(waiting.seq, &waiting.command, "cancelled");
        } else if running {
            self.inbox.interrupt();
        }
    }

    /// `ttd/input`: text for the program's standard input, and whether it ends there.
    fn give_input(&self, request: &Request) -> Reply {
        let end = request.flag("end") == Some(true);
        let text = if end { request.text("text").unwrap_or_default() } else { request.needed_text("text")? };
        self.input.give(text, end).map(|()| Value::Null)
    }

    /// What is typed in the console while the program waits for input is a line for it.
    fn give_line(&self, request: &Request) -> Reply {
        let line = request.needed_text("expression")?;
        match line.trim_end_matches('\n') {
            END_OF_INPUT => self.input.give("", true)?,
            line => self.input.give(&format!("{line}\n"), false)?,
        }
        Ok(json!({ "result": "", "variablesReference": 0 }))
    }
}

/// Ctrl-D, which ends the input.
const END_OF_INPUT: &str = "\u{4}";
