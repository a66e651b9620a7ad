//! An editor: the client's side of the Debug Adapter Protocol.

use std::collections::{HashMap, VecDeque};
use std::io::{BufRead, Read};

use serde_json::{Value, json};

use crate::wire::{Process, programs};

/// The client.
pub(crate) struct Editor {
    process: Process,
    seq: i64,
    /// Events that were not asked for yet, without output.
    events: VecDeque<Value>,
    /// What came as output, by category, and was not asked for yet.
    output: HashMap<String, String>,
    /// That output as pieces with the times of events.
    timed: HashMap<String, Vec<Value>>,
    /// All that came as output.
    pub(crate) everything: String,
}

impl Editor {
    /// Starts an adapter over standard input and output.
    pub(crate) fn start() -> Editor {
        let process = Process::start(&["-m", "dap"], |output| {
            let mut length = 0;
            loop {
                let mut line = String::new();
                if output.read_line(&mut line).ok()? == 0 {
                    return None;
                }
                match line.trim().strip_prefix("Content-Length: ") {
                    Some(number) => length = number.parse().ok()?,
                    None if line.trim().is_empty() => break,
                    None => return None,
                }
            }
            let mut body = vec![0; length];
            output.read_exact(&mut body).ok()?;
            Some(body)
        });
        let (events, output, timed) = (VecDeque::new(), HashMap::new(), HashMap::new());
        Editor { process, seq: 0, events, output, timed, everything: String::new() }
    }

    /// Sends bytes as they are.
    pub(crate) fn write(&mut self, bytes: &[u8]) {
        self.process.write(bytes);
    }

    /// Sends a body with its length.
    pub(crate) fn send_body(&mut self, body: &[u8]) {
        self.write(format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes());
        self.write(body);
    }

    /// Sends a request and returns its number.
    pub(crate) fn send(&mut self, command: &str, arguments: &Value) -> i64 {
        self.seq += 1;
        let message = json!({ "seq": self.seq, "type": "request", "command": command, "arguments": arguments });
        self.send_body(message.to_string().as_bytes());
        self.seq
    }

    /// Reads a message; `None` at the end.
    pub(crate) fn read(&self) -> Result<Option<Value>, String> {
        let Some(bytes) = self.process.message()? else { return Ok(None) };
        serde_json::from_slice(&bytes).map(Some).map_err(|error| format!("no JSON: {error}"))
    }

    fn keep(&mut self, event: Value) {
        let name = event["event"].as_str().unwrap_or_default();
        // It stands before the stop that a request of our own leads to.
        if name == "continued" {
            return;
        }
        if name != "output" {
            self.events.push_back(event);
            return;
        }
        let category = event["body"]["category"].as_str().unwrap_or_default().to_string();
        let text = event["body"]["output"].as_str().unwrap_or_default();
        self.everything.push_str(text);
        let times = (&event["body"]["ttd"]["time"], &event["body"]["ttd"]["until"]);
        let pieces = self.timed.entry(category.clone()).or_default();
        match pieces.last_mut() {
            // How what is written at once is cut does not matter.
            Some(piece) if (&piece[1], &piece[2]) == times => {
                piece[0] = format!("{}{text}", piece[0].as_str().unwrap_or_default()).into();
            }
            _ => pieces.push(json!([text, times.0, times.1])),
        }
        self.output.entry(category).or_default().push_str(text);
    }

    /// Waits for the response to a request.
    pub(crate) fn response(&mut self, seq: i64) -> Result<Value, String> {
        while let Some(message) = self.read()? {
            if message["type"] == "event" {
                self.keep(message);
            } else if message["request_seq"] == seq {
                return Ok(message);
            } else {
                return Err(format!("a response to nothing: {message}"));
            }
        }
        Err("the adapter has ended".into())
    }

    /// Sends a request and waits for its response.
    pub(crate) fn ask(&mut self, command: &str, arguments: &Value) -> Result<Value, String> {
        let seq = self.send(command, arguments);
        self.response(seq)
    }

    /// The next event that is no output.
    pub(crate) fn event(&mut self) -> Result<Value, String> {
        loop {
            if let Some(event) = self.events.pop_front() {
                return Ok(event);
            }
            match self.read()? {
                Some(message) if message["type"] == "event" => self.keep(message),
                Some(message) => return Err(format!("an event was awaited, got {message}")),
                None => return Err("an event was awaited, the adapter has ended".into()),
            }
        }
    }

    /// What came as output of a category since it was asked for last.
    pub(crate) fn output(&mut self, category: &str) -> String {
        self.output.remove(category).unwrap_or_default()
    }

    /// As `output`, with times: a piece is its text, the first event that wrote it, and the last if that is another.
    pub(crate) fn timed_output(&mut self, category: &str) -> Vec<Value> {
        self.timed.remove(category).unwrap_or_default()
    }

    /// Greets the adapter and launches a program of the tests, or what the arguments name.
    pub(crate) fn open(&mut self, program: &str, mode: &str, more: &Value) -> Result<(), String> {
        let client = json!({ "adapterID": "ttd-py", "supportsInvalidatedEvent": true });
        self.ask("initialize", &client)?;
        let mut arguments = json!({ "mode": mode });
        if program != "-" {
            arguments["program"] = programs().join(program).display().to_string().into();
        }
        for (name, value) in more.as_object().into_iter().flatten() {
            arguments[name] = value.clone();
        }
        let launched = self.ask("launch", &arguments)?;
        if launched["success"] != true {
            return Err(format!("launch: {}", launched["message"]));
        }
        let event = self.event()?;
        if event["event"] == "initialized" { Ok(()) } else { Err(format!("initialized was awaited, got {event}")) }
    }

    /// Leaves, and waits for the adapter's end: its status.
    pub(crate) fn leave(mut self) -> Result<(Option<i32>, String), String> {
        self.ask("disconnect", &Value::Null)?;
        let everything = std::mem::take(&mut self.everything);
        let (status, stderr) = self.process.finish();
        Ok((status, everything + &stderr))
    }

    /// Waits for the adapter's end, without leaving.
    pub(crate) fn finish(self) -> (Option<i32>, String) {
        self.process.finish()
    }
}
