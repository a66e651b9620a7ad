//! Attaching to a program that is debugged on a port: one client after the other, each with the token.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::wire::programs;

/// The modes, in which attaching must go alike.
const MODES: [&str; 3] = ["ttd", "tdb", "odb"];

/// A program that waits for clients.
struct Server {
    child: Child,
    stdout: BufReader<ChildStdout>,
    address: String,
}

impl Server {
    fn start(arguments: &[&str]) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ttd-py"))
            .args(["-m", "dap", "--port", "0"])
            .args(arguments)
            .current_dir(programs())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        let address = line_of(&mut stdout).strip_prefix("listening on ").expect("an address").to_string();
        Server { child, stdout, address }
    }

    fn connect(&self) -> Remote {
        let stream = TcpStream::connect(&self.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a socket");
        let reader = BufReader::new(stream.try_clone().expect("a stream"));
        let mut remote = Remote { stream, reader, seq: 0, events: VecDeque::new(), output: String::new() };
        let abilities = remote.ask("initialize", &json!({ "adapterID": "ttd-py" }));
        assert_eq!(abilities["body"]["supportTerminateDebuggee"], true, "{abilities}");
        remote
    }

    /// A client that is attached, and the stop that it gets.
    fn attach(&self, token: &str) -> (Remote, Value) {
        let mut remote = self.connect();
        let response = remote.ask("attach", &json!({ "token": token }));
        assert_eq!(response["success"], true, "{response}");
        remote.event("initialized");
        remote.ask("configurationDone", &Value::Null);
        let stop = remote.event("stopped");
        (remote, stop["body"].clone())
    }

    fn wait(mut self) -> Option<i32> {
        self.child.wait().expect("it ends").code()
    }
}

fn line_of(stdout: &mut BufReader<ChildStdout>) -> String {
    let mut line = String::new();
    stdout.read_line(&mut line).expect("a line");
    line.trim().to_string()
}

/// A client on a port.
struct Remote {
    stream: TcpStream,
    reader: BufReader<TcpStream>,
    seq: i64,
    events: VecDeque<Value>,
    output: String,
}

impl Remote {
    fn read(&mut self) -> Option<Value> {
        let mut length = 0;
        loop {
            let mut line = String::new();
            if self.reader.read_line(&mut line).expect("a line in time") == 0 {
                return None;
            }
            match line.trim().strip_prefix("Content-Length: ") {
                Some(number) => length = number.parse().expect("a number"),
                None => break,
            }
        }
        let mut body = vec![0; length];
        self.reader.read_exact(&mut body).expect("a body");
        Some(serde_json::from_slice(&body).expect("JSON"))
    }

    /// Sends a request and returns its response.
    fn ask(&mut self, command: &str, arguments: &Value) -> Value {
        self.seq += 1;
        let body =
            json!({ "seq": self.seq, "type": "request", "command": command, "arguments": arguments }).to_string();
        write!(self.stream, "Content-Length: {}\r\n\r\n{body}", body.len()).expect("it reads");
        loop {
            let message = self.read().expect("a response");
            match message["type"] == "event" {
                true => self.events.push_back(message),
                false => return message,
            }
        }
    }

    /// The next event that is no output.
    fn event(&mut self, name: &str) -> Value {
        loop {
            let event = self.events.pop_front().or_else(|| self.read()).expect("an event");
            if event["event"] == "output" {
                self.output.push_str(event["body"]["output"].as_str().unwrap_or_default());
                continue;
            }
            assert_eq!(event["event"], name, "{event}");
            return event;
        }
    }

    /// Whether the adapter has hung up.
    fn is_over(&mut self) -> bool {
        while let Some(message) = self.read() {
            assert_eq!(message["type"], "event", "{message}");
        }
        true
    }
}

#[test]
fn clients_attach_one_after_the_other() {
    for mode in MODES {
        let server = Server::start(&["--token", "right", "--mode", mode, "fib3.py"]);
        let (mut first, stop) = server.attach("right");
        assert_eq!((&stop["reason"], &stop["time"]), (&json!("entry"), &json!(0)), "{mode}");
        let at_8 = json!({ "source": { "path": programs().join("fib3.py") }, "breakpoints": [{ "line": 8 }] });
        assert_eq!(first.ask("setBreakpoints", &at_8)["body"]["breakpoints"][0]["verified"], true);
        first.ask("evaluate", &json!({ "expression": "b 3", "context": "repl" }));
        first.ask("setExceptionBreakpoints", &json!({ "filters": ["raised"] }));
        for _ in 0..2 {
            first.ask("continue", &json!({ "threadId": 1 }));
            first.event("stopped");
        }
        // Another one has to wait.
        let mut second = server.connect();
        let refused = second.ask("attach", &json!({ "token": "right" }));
        assert_eq!(refused["message"], "another client is attached: it has to disconnect first");
        assert!(second.is_over());
        assert_eq!(first.ask("disconnect", &json!({ "terminateDebuggee": false }))["success"], true);
        assert!(first.is_over());
        // It finds the same moment, and no breakpoints.
        let (mut third, stop) = server.attach("right");
        assert_eq!((&stop["reason"], &stop["time"]), (&json!("pause"), &json!(16)), "{mode}");
        let value = third.ask("evaluate", &json!({ "expression": "n", "context": "watch" }));
        assert_eq!(value["body"]["result"], "0");
        third.ask("stepBack", &json!({ "threadId": 1 }));
        assert_eq!(third.event("stopped")["body"]["time"], 15);
        third.ask("continue", &json!({ "threadId": 1 }));
        assert_eq!(third.event("stopped")["body"]["reason"], "end");
        // A run that is recorded first has printed for the first client.
        let written = first.output + &third.output;
        assert_eq!(written.matches("2\n").count(), 1, "{mode}: {written}");
        // Who is cut off leaves the program as it is.
        drop(third);
        let mut fourth = loop {
            let mut fourth = server.connect();
            if fourth.ask("attach", &json!({ "token": "right" }))["success"] == true {
                break fourth;
            }
        };
        fourth.event("initialized");
        fourth.ask("configurationDone", &Value::Null);
        assert_eq!(fourth.event("stopped")["body"]["time"], 28);
        fourth.ask("disconnect", &json!({ "terminateDebuggee": true }));
        assert_eq!(server.wait(), Some(0));
    }
}

#[test]
fn only_who_knows_the_token_is_attached() {
    let mut server = Server::start(&["fib3.py"]);
    let token = line_of(&mut server.stdout).strip_prefix("token ").expect("a token").to_string();
    assert_eq!(token.len(), 32);
    for arguments in [json!({}), json!({ "token": "wrong" }), json!({ "token": 1 })] {
        let mut remote = server.connect();
        assert_eq!(remote.ask("attach", &arguments)["message"], "the token is missing or wrong");
        assert!(remote.is_over());
    }
    let mut remote = server.connect();
    let refused = remote.ask("launch", &json!({ "token": token, "program": "fib3.py" }));
    assert_eq!(refused["message"], "a program is there already: attach to it instead of launching one");
    let refused = remote.ask("threads", &Value::Null);
    assert_eq!(refused["message"], "threads comes after initialize and attach");
    // What is no message is no reason to go.
    let mut noise = server.connect();
    noise.stream.write_all(b"GET / HTTP/1.1\r\n\r\n").expect("it reads");
    assert!(noise.is_over());
    let mapped = json!({ "token": token, "pathMappings": [{ "localRoot": "/a", "remoteRoot": "/b" }] });
    assert_eq!(remote.ask("attach", &mapped)["success"], true);
    remote.event("initialized");
    remote.ask("configurationDone", &Value::Null);
    assert_eq!(remote.event("stopped")["body"]["reason"], "entry");
    assert!(remote.output.contains("pathMappings are ignored"), "{}", remote.output);
    remote.ask("terminate", &Value::Null);
    remote.event("terminated");
    remote.ask("disconnect", &Value::Null);
    assert_eq!(server.wait(), Some(0));
}

#[test]
fn a_program_that_cannot_be_started_is_said() {
    let output = Command::new(env!("CARGO_BIN_EXE_ttd-py"))
        .args(["-m", "dap", "--port", "0", "no_such_file.py"])
        .output()
        .expect("it starts");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no_such_file.py"), "{output:?}");
}
