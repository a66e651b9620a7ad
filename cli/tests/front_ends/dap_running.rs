//! The Debug Adapter Protocol while the program runs, and clients that are gone.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::wire::editor::Editor;
use crate::wire::programs;

/// A program that runs until it is stopped.
const ENDLESS: &str = "n = 0\nwhile True:\n    n += 1\n    m = n\n";

/// An editor whose program runs.
fn running(mode: &str) -> Editor {
    let mut editor = Editor::start();
    editor.open("-", mode, &json!({ "code": ENDLESS, "stopOnEntry": mode != "odb" })).expect("it starts");
    editor.ask("configurationDone", &Value::Null).expect("a response");
    if mode != "odb" {
        assert_eq!(editor.event().expect("a stop")["body"]["reason"], "entry");
        editor.ask("continue", &json!({ "threadId": 1 })).expect("a response");
    }
    // It is running for some events at least.
    std::thread::sleep(Duration::from_millis(100));
    editor
}

/// The reason of the next stop.
fn reason(editor: &mut Editor) -> Value {
    let event = editor.event().expect("a stop");
    assert_eq!(event["event"], "stopped", "{event}");
    event["body"]["reason"].clone()
}

#[test]
fn pause_stops_what_runs() {
    for mode in ["ttd", "tdb"] {
        let mut editor = running(mode);
        assert_eq!(editor.ask("pause", &json!({ "threadId": 1 })).expect("a response")["success"], true);
        assert_eq!(reason(&mut editor), "pause");
        let value = editor.ask("evaluate", &json!({ "expression": "n > 0", "context": "watch" })).expect("a response");
        assert_eq!(value["body"]["result"], "True");
        editor.ask("stepBack", &json!({ "threadId": 1, "granularity": "instruction" })).expect("a response");
        assert_eq!(reason(&mut editor), "step");
        assert_eq!(editor.leave().expect("it leaves").0, Some(0));
    }
}

#[test]
fn a_pause_that_comes_at_once_is_not_lost() {
    let mut editor = Editor::start();
    editor.open("-", "ttd", &json!({ "code": ENDLESS, "stopOnEntry": true })).expect("it starts");
    editor.ask("configurationDone", &Value::Null).expect("a response");
    assert_eq!(reason(&mut editor), "entry");
    for _ in 0..20 {
        let go_on = editor.send("continue", &json!({ "threadId": 1 }));
        let pause = editor.send("pause", &json!({ "threadId": 1 }));
        editor.response(go_on).expect("a response");
        editor.response(pause).expect("a response");
        assert_eq!(reason(&mut editor), "pause");
    }
    assert_eq!(editor.leave().expect("it leaves").0, Some(0));
}

#[test]
fn a_recording_can_be_interrupted() {
    let mut editor = running("odb");
    editor.ask("pause", &json!({ "threadId": 1 })).expect("a response");
    let event = editor.event().expect("a stop");
    assert_eq!((&event["body"]["reason"], &event["body"]["time"]), (&json!("pause"), &json!(0)));
    editor.ask("next", &json!({ "threadId": 1 })).expect("a response");
    assert_eq!(reason(&mut editor), "step");
    assert_eq!(editor.leave().expect("it leaves").0, Some(0));
}

#[test]
fn questions_while_it_runs() {
    let mut editor = running("ttd");
    let threads = editor.ask("threads", &Value::Null).expect("a response");
    assert_eq!(threads["body"]["threads"][0]["name"], "MainThread");
    let refused = editor.ask("stackTrace", &json!({ "threadId": 1 })).expect("a response");
    assert_eq!((&refused["success"], &refused["message"]), (&json!(false), &json!("notStopped")));
    let refused = editor.ask("evaluate", &json!({ "expression": "n" })).expect("a response");
    assert_eq!(refused["message"], "notStopped");
    editor.ask("pause", &json!({ "threadId": 1 })).expect("a response");
    assert_eq!(reason(&mut editor), "pause");
    assert_eq!(editor.leave().expect("it leaves").0, Some(0));
}

#[test]
fn breakpoints_are_set_while_it_runs() {
    let mut editor = running("ttd");
    let set = json!({
        "source": { "path": "<string>" },
        "breakpoints": [{ "line": 4, "condition": "n % 1000 == 0" }],
    });
    let response = editor.ask("setBreakpoints", &set).expect("a response");
    assert_eq!(response["body"]["breakpoints"][0]["verified"], true, "{response}");
    assert_eq!(reason(&mut editor), "breakpoint");
    assert_eq!(editor.leave().expect("it leaves").0, Some(0));
}

#[test]
fn cancel_stops_a_search_and_takes_back_what_waits() {
    let mut editor = running("ttd");
    let waiting = editor.send("loadedSources", &Value::Null);
    let cancel = editor.send("cancel", &json!({ "requestId": waiting }));
    // The reading thread answers both at once.
    assert_eq!(editor.response(waiting).expect("a response")["message"], "cancelled");
    assert_eq!(editor.response(cancel).expect("a response")["success"], true);
    editor.ask("cancel", &json!({ "progressId": "motion-0" })).expect("a response");
    assert_eq!(reason(&mut editor), "pause");
    assert_eq!(editor.leave().expect("it leaves").0, Some(0));
}

#[test]
fn an_evaluation_that_never_ends_is_cancelled() {
    let mut editor = Editor::start();
    editor.open("fib3.py", "ttd", &json!({ "stopOnEntry": true })).expect("it starts");
    editor.ask("configurationDone", &Value::Null).expect("a response");
    assert_eq!(reason(&mut editor), "entry");
    let endless = json!({ "expression": "[1 for x in iter(int, 1)]", "context": "repl" });
    let seq = editor.send("evaluate", &endless);
    std::thread::sleep(Duration::from_millis(200));
    let cancel = editor.send("cancel", &json!({ "requestId": seq }));
    assert_eq!(editor.response(cancel).expect("a response")["success"], true);
    assert_eq!(editor.response(seq).expect("a response")["success"], false);
    assert_eq!(editor.leave().expect("it leaves").0, Some(0));
}

#[test]
fn a_request_of_our_own_that_moves_the_program_says_so() {
    let mut editor = Editor::start();
    editor.open("fib3.py", "ttd", &json!({ "stopOnEntry": true })).expect("it starts");
    editor.ask("configurationDone", &Value::Null).expect("a response");
    assert_eq!(reason(&mut editor), "entry");
    editor.send("ttd/goto", &json!({ "event": 5 }));
    let mut names = Vec::new();
    while names.last() != Some(&json!("stopped")) {
        let message = editor.read().expect("a message").expect("it is there");
        names.push(if message["type"] == "event" { message["event"].clone() } else { message["type"].clone() });
    }
    assert_eq!(names, ["response", "continued", "stopped"]);
    assert_eq!(editor.leave().expect("it leaves").0, Some(0));
}

#[test]
fn a_wait_for_input_can_be_paused() {
    for mode in ["ttd", "tdb"] {
        let mut editor = Editor::start();
        let code = "import threading\nthreading.Thread(target=int).start()\nx = input()\ny = input()\nprint(x + y)\n";
        editor.open("-", mode, &json!({ "code": code })).expect("it starts");
        editor.ask("configurationDone", &Value::Null).expect("a response");
        for input in ["a", "b"] {
            assert_eq!(editor.event().expect("an event")["event"], "ttd/waitsForInput");
            editor.ask("pause", &json!({ "threadId": 1 })).expect("a response");
            assert_eq!(reason(&mut editor), "pause");
            // What is typed now is evaluated, and is no input.
            let typed = json!({ "expression": "2 + 3", "context": "repl" });
            assert_eq!(editor.ask("evaluate", &typed).expect("a response")["body"]["result"], "5");
            editor.ask("continue", &json!({ "threadId": 1 })).expect("a response");
            assert_eq!(editor.event().expect("an event")["event"], "ttd/waitsForInput");
            let typed = json!({ "expression": input, "context": "repl" });
            assert_eq!(editor.ask("evaluate", &typed).expect("a response")["success"], true);
        }
        assert_eq!(reason(&mut editor), "end");
        assert_eq!(editor.output("stdout"), "ab\n");
        assert_eq!(editor.leave().expect("it leaves").0, Some(0));
    }
}

#[test]
fn whoever_leaves_ends_what_runs() {
    let mut editor = running("ttd");
    editor.ask("terminate", &Value::Null).expect("a response");
    assert_eq!(reason(&mut editor), "pause");
    assert_eq!(editor.event().expect("an event")["event"], "terminated");
    assert_eq!(editor.leave().expect("it leaves").0, Some(0));
    // Without a word.
    let (status, said) = running("ttd").finish();
    assert_eq!(status, Some(0), "{said}");
}

#[test]
fn progress_is_shown() {
    let mut editor = Editor::start();
    let client = json!({ "adapterID": "ttd-py", "supportsProgressReporting": true });
    editor.ask("initialize", &client).expect("a response");
    editor.ask("launch", &json!({ "code": ENDLESS, "mode": "ttd" })).expect("a response");
    editor.ask("configurationDone", &Value::Null).expect("a response");
    let mut seen = Vec::new();
    while seen.len() < 3 {
        seen.push(editor.event().expect("an event")["event"].clone());
    }
    assert_eq!(seen, ["initialized", "progressStart", "progressUpdate"]);
    editor.ask("cancel", &json!({ "progressId": "motion-0" })).expect("a response");
    while editor.event().expect("an event")["event"] != "progressEnd" {}
    assert_eq!(reason(&mut editor), "pause");
    assert_eq!(editor.leave().expect("it leaves").0, Some(0));
}

/// Connects to an adapter on a port, launches with a token, and returns the response and the adapter's status.
fn launched_on_a_port(token: Option<&str>) -> (Value, Option<i32>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ttd-py"))
        .args(["-m", "dap", "--port", "0", "--token", "right"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    let address = line.trim().strip_prefix("listening on ").expect("an address").to_string();
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    let mut stream = TcpStream::connect(&address).expect("it listens");
    let mut arguments = json!({ "program": programs().join("fib3.py"), "stopOnEntry": true });
    if let Some(token) = token {
        arguments["token"] = token.into();
    }
    let mut response = Value::Null;
    for (seq, command, arguments) in [(1, "initialize", json!({})), (2, "launch", arguments)] {
        let body = json!({ "seq": seq, "type": "request", "command": command, "arguments": arguments }).to_string();
        write!(stream, "Content-Length: {}\r\n\r\n{body}", body.len()).expect("it reads");
        let mut reader = BufReader::new(stream.try_clone().expect("a stream"));
        let mut header = String::new();
        reader.read_line(&mut header).expect("a header");
        let length: usize = header.trim().rsplit(' ').next().expect("a length").parse().expect("a number");
        let mut body = vec![0; length + 2];
        reader.read_exact(&mut body).expect("a body");
        response = serde_json::from_slice(&body[2..]).expect("JSON");
    }
    drop(stream);
    let status = child.wait().expect("it ends").code();
    (response, status)
}

#[test]
fn a_port_wants_its_token() {
    for token in [None, Some("wrong")] {
        let (response, status) = launched_on_a_port(token);
        assert_eq!(response["success"], false);
        assert_eq!(response["message"], "the token is missing or wrong");
        assert_eq!(status, Some(0));
    }
    let (response, status) = launched_on_a_port(Some("right"));
    assert_eq!((&response["success"], status), (&json!(true), Some(0)), "{response}");
}

#[test]
fn wrong_command_lines_are_refused() {
    let wrong: [&[&str]; 6] = [
        &["--token", "x"],
        &["--port", "0", "--token", ""],
        &["--port", "99999"],
        &["fib3.py"],
        &["--port", "0", "--mode", "odb"],
        &["--port", "0", "--mode", "x", "fib3.py"],
    ];
    for arguments in wrong {
        let output = Command::new(env!("CARGO_BIN_EXE_ttd-py")).args(["-m", "dap"]).args(arguments).output();
        assert_eq!(output.expect("it starts").status.code(), Some(2), "{arguments:?}");
    }
}
