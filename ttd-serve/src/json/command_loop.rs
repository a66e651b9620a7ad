//! `--json`: the terminal's command loop with a JSON object a line.
//!
//! A line that comes in is a command, or an object with a `command` and perhaps an `id`, which then stands in all that
//! answers it. `{"interrupt": true}` is Ctrl-C, and is heard while the program runs. Out go the answers, the program's
//! output as objects of kind `output`, and a prompt when the next command is awaited.

use std::fs::File;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use serde_json::{Value, json};
use ttd_debug::{Answer, Session};

use super::{answer, prompt};
use crate::inbox::{Inbox, Running};
use crate::lines::{self, Line};
use crate::streams::{Client, Output, Pipes, has_reader};

/// A line that came in.
enum Incoming {
    Command { id: Value, line: String },
    Interrupt,
    Malformed { id: Value, why: String },
}

/// The lines that go out.
#[derive(Clone)]
struct Lines(Arc<Mutex<File>>);

impl Lines {
    /// Whether somebody can still read them.
    fn are_read(&self) -> bool {
        has_reader(&self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn write(&self, object: &Value) -> io::Result<()> {
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(format!("{object}\n").as_bytes())
    }
}

/// Runs a session until its client leaves or is gone. `begin` starts it.
///
/// # Errors
/// What the system says about the streams, or why the program cannot be started.
pub fn command_loop(
    streams: (Client, Pipes),
    commands: &[String],
    begin: impl FnOnce() -> Result<Session, String>,
) -> io::Result<()> {
    let (client, pipes) = streams;
    let lines = Lines(Arc::new(Mutex::new(client.output)));
    let to_client = lines.clone();
    let output = Output::forward(
        pipes,
        Box::new(move |stream, text| {
            // A client that is gone is noticed when it is answered.
            let _ = to_client.write(&json!({ "kind": "output", "stream": stream.name(), "text": text }));
        }),
    )?;
    let session = match begin() {
        Ok(session) => session,
        Err(why) => {
            output.catch_up();
            lines.write(&json!({ "kind": "error", "text": why }))?;
            return Err(io::Error::other(why));
        }
    };
    let inbox = Inbox::new();
    inbox.interrupts(session.interrupt_flag());
    let to = inbox.clone();
    thread::Builder::new().name("commands".into()).spawn(move || read_all(client.input, &to))?;
    match converse(session, commands, &inbox, &lines, &output) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn converse(
    mut session: Session,
    commands: &[String],
    inbox: &Inbox<Incoming>,
    lines: &Lines,
    output: &Output,
) -> io::Result<()> {
    let (waiting, client) = (inbox.clone(), lines.clone());
    session.on_progress(Box::new(move |_| match client.are_read() {
        true => waiting.renew(),
        false => waiting.close(),
    }));
    inbox.begin(Running::Runs, is_urgent);
    let mut answers = session.begin(commands);
    let mut id = Value::Null;
    loop {
        inbox.end();
        output.catch_up();
        if inbox.is_gone() {
            return Ok(());
        }
        for one in &answers {
            lines.write(&with_id(answer(one), &id))?;
        }
        if answers.last() == Some(&Answer::Quit) {
            return Ok(());
        }
        lines.write(&with_id(prompt(&session.prompt()), &id))?;
        answers = match inbox.next() {
            Some(Incoming::Command { id: of, line }) => {
                id = of;
                inbox.begin(Running::Runs, is_urgent);
                session.execute(line.trim_end_matches(['\n', '\r']))
            }
            Some(Incoming::Interrupt) => {
                id = Value::Null;
                session.interrupted()
            }
            Some(Incoming::Malformed { id: of, why }) => {
                id = of;
                vec![Answer::Error(why)]
            }
            None => {
                id = Value::Null;
                session.end_of_input()
            }
        };
    }
}

fn with_id(mut object: Value, id: &Value) -> Value {
    if !id.is_null() {
        object["id"] = id.clone();
    }
    object
}

/// Whether a line makes the program stop.
fn is_urgent(message: &Incoming, running: Running) -> bool {
    running != Running::Stands && matches!(message, Incoming::Interrupt)
}

/// Reads lines until there are no more.
fn read_all(input: File, inbox: &Inbox<Incoming>) {
    lines::read(input, |line| match line {
        Line::Whole(line) => inbox.put_when_room(read(&String::from_utf8_lossy(line)), is_urgent),
        Line::TooLong(most) => {
            let why = format!("a line has more than {most} bytes");
            inbox.put_when_room(Incoming::Malformed { id: Value::Null, why }, |_, _| false);
        }
    });
    inbox.end_of_messages();
}

fn read(line: &str) -> Incoming {
    let command = |line: &str| Incoming::Command { id: Value::Null, line: line.to_string() };
    if !line.trim_start().starts_with('{') {
        return command(line);
    }
    // What is no object may be Python: a set.
    let Ok(Value::Object(object)) = serde_json::from_str::<Value>(line) else { return command(line) };
    let id = object.get("id").cloned().unwrap_or_default();
    match (object.get("command"), object.get("interrupt")) {
        (Some(Value::String(line)), _) if !line.contains('\n') => Incoming::Command { id, line: line.clone() },
        (Some(_), _) => Incoming::Malformed { id, why: "\"command\" must be a text of one line".into() },
        (None, Some(Value::Bool(true))) => Incoming::Interrupt,
        (None, _) => {
            let why = "an object needs a \"command\"; for a dict of Python, type ! in front of it".into();
            Incoming::Malformed { id, why }
        }
    }
}
