//! The Model Context Protocol: what agents speak. One JSON object a line, JSON-RPC 2.0.
//!
//! A thread reads messages, this one answers them. The program is run to its end at the first call of a tool, so every
//! call is about the whole run: it names a time and returns one, and leaves nothing behind but marks and branches.

mod bounded;
mod calls;
mod frame;
mod redact;
mod rpc;
mod source_lines;
mod text;
mod tools;
mod why;

use std::fs::File;
use std::io::{self, Write};
use std::thread;

use serde_json::{Value, json};

use crate::inbox::{Inbox, Running};
use crate::launch::{Launch, Launcher};
use crate::lines::{self, Line};
use crate::shortened;
use crate::streams::{self, Output};
use calls::Debugger;
use rpc::{Incoming, refusal, response};

/// The versions of the protocol that are spoken, the newest first.
const VERSIONS: [&str; 3] = ["2025-06-18", "2025-03-26", "2024-11-05"];

/// How to debug backwards, for the agent.
const INSTRUCTIONS: &str = include_str!("instructions.md");

/// Serves one agent over standard input and output.
///
/// # Errors
/// What the system says about the streams.
pub fn serve(launcher: &dyn Launcher, launch: &Launch) -> io::Result<()> {
    let (client, pipes) = streams::take()?;
    // What the program writes is asked for; nothing of it may stand between the messages.
    let output = Output::forward(pipes, Box::new(|_, _| {}))?;
    let inbox = Inbox::new();
    let to = inbox.clone();
    let input = client.input;
    thread::Builder::new().name("messages".into()).spawn(move || read_all(input, &to))?;
    let debugger = Debugger::new(launcher, launch, inbox.clone(), client.output.try_clone()?);
    let mut server = Server { output: client.output, debugger };
    while let Some(message) = inbox.next() {
        if server.handle(message).is_err() {
            // The agent is gone.
            break;
        }
        output.catch_up();
    }
    Ok(())
}

struct Server<'a> {
    output: File,
    debugger: Debugger<'a>,
}

impl Server<'_> {
    fn handle(&mut self, message: Incoming) -> io::Result<()> {
        let reply = match message {
            Incoming::Malformed { id, code, why } => Some(refusal(&id, code, &why)),
            Incoming::Notification => None,
            Incoming::Request { id, method, params } => Some(match self.answer(&method, &params) {
                Ok(result) => response(&id, result),
                Err((code, why)) => refusal(&id, code, &why),
            }),
        };
        match reply {
            Some(reply) => self.output.write_all(format!("{reply}\n").as_bytes()),
            None => Ok(()),
        }
    }

    fn answer(&mut self, method: &str, params: &Value) -> Result<Value, (i64, String)> {
        match method {
            "initialize" => Ok(initialized(params)),
            "ping" => Ok(json!({})),
            "tools/list" => Ok(json!({ "tools": tools::list() })),
            "tools/call" => {
                let name = params.get("name").and_then(Value::as_str).unwrap_or_default();
                if !tools::names().any(|known| known == name) {
                    let all: Vec<&str> = tools::names().collect();
                    let why = format!("no tool {}: there are {}", shortened(name), all.join(", "));
                    return Err((rpc::INVALID_PARAMS, why));
                }
                let arguments = params.get("arguments").cloned().unwrap_or_else(|| json!({}));
                if !arguments.is_object() {
                    return Err((rpc::INVALID_PARAMS, "arguments must be an object".into()));
                }
                Ok(self.debugger.call(name, &arguments))
            }
            other => Err((rpc::NO_METHOD, format!("no method {}", shortened(other)))),
        }
    }
}

fn initialized(params: &Value) -> Value {
    let asked = params.get("protocolVersion").and_then(Value::as_str);
    let version = VERSIONS.iter().find(|version| Some(**version) == asked).unwrap_or(&VERSIONS[0]);
    json!({
        "protocolVersion": version,
        "capabilities": { "tools": {} },
        "serverInfo": { "name": "ttd-py", "version": env!("CARGO_PKG_VERSION") },
        "instructions": INSTRUCTIONS,
    })
}

/// Reads messages until there are no more.
fn read_all(input: File, inbox: &Inbox<Incoming>) {
    lines::read(input, |line| match line {
        Line::Whole(line) if line.trim_ascii().is_empty() => {}
        Line::Whole(line) => match rpc::read(line) {
            rpc::Read::Message(message) => inbox.put(message, |_, _| false),
            rpc::Read::Cancel(id) => cancel(inbox, &id),
        },
        Line::TooLong(most) => {
            let why = format!("a message has more than {most} bytes");
            inbox.put(Incoming::Malformed { id: Value::Null, code: rpc::INVALID_REQUEST, why }, |_, _| false);
        }
    });
    inbox.end_of_messages();
}

/// Takes back a request that waits, or ends the one that runs.
fn cancel(inbox: &Inbox<Incoming>, id: &Value) {
    let waits = |message: &(Incoming, bool)| matches!(&message.0, Incoming::Request { id: of, .. } if of == id);
    if inbox.take(waits).is_none() && inbox.is_running() {
        inbox.interrupt();
    }
}

/// What the program does while a tool is called.
const RUNS: Running = Running::Runs;
