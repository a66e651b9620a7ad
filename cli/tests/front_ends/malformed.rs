//! Ten thousand malformed messages, from a seed: each is answered, or ends the session with a message. None ends it
//! with a panic, and afterwards the session still works.

use serde_json::{Value, json};

use crate::wire::editor::Editor;
use crate::wire::{Process, Rng, line};

/// Messages to an adapter, to the JSON loop, and to the tools.
const DAP: usize = 6000;
const JSON: usize = 2000;
const MCP: usize = 2000;

const COMMANDS: &[&str] = &[
    "setBreakpoints",
    "setFunctionBreakpoints",
    "setExceptionBreakpoints",
    "dataBreakpointInfo",
    "setDataBreakpoints",
    "threads",
    "stackTrace",
    "scopes",
    "variables",
    "setVariable",
    "setExpression",
    "evaluate",
    "completions",
    "goto",
    "exceptionInfo",
    "loadedSources",
    "modules",
    "source",
    "gotoTargets",
    "pause",
    "cancel",
    "initialize",
    "launch",
    "restartFrame",
    "configurationDone",
    "ttd/command",
    "ttd/goto",
    "ttd/history",
    "next",
    "stepBack",
    "attach",
    "",
    "x",
];

const NAMES: &[&str] = &[
    "threadId",
    "frameId",
    "variablesReference",
    "source",
    "path",
    "breakpoints",
    "line",
    "expression",
    "context",
    "name",
    "value",
    "filter",
    "filters",
    "start",
    "count",
    "text",
    "column",
    "targetId",
    "command",
    "event",
    "sourceReference",
    "levels",
    "startFrame",
    "dataId",
    "hitCondition",
    "condition",
    "logMessage",
    "granularity",
    "arguments",
    "id",
    "params",
    "method",
    "jsonrpc",
    "time",
    "expressions",
    "commands",
    "cursor",
    "limit",
    "at",
    "frame",
    "from",
    "direction",
];

const TEXTS: &[&str] = &[
    "",
    "n",
    "fib3.py",
    "repl",
    "hover",
    "(",
    "'",
    "{}",
    "\\",
    "\u{0}",
    "\u{1e}\u{1f}",
    "\u{202e}",
    "é😀",
    "1/0",
    "f(",
    "%5",
    "-1",
    "goto 5",
    "next",
    "rnext",
    "commands",
    "interact",
    "for x in y:",
    "clear",
    "y",
    "indexed",
    "instruction",
    "look",
    "find",
    "why",
    "script",
    "tools/call",
    "2.0",
    "p 'a' * 10",
    "!x = 1",
    "b 2",
    "c",
    "rc",
    "help",
    "$_",
    "#1",
    "alias",
];

/// A value that nobody expects.
fn value(rng: &mut Rng, depth: usize) -> Value {
    match rng.below(if depth > 3 { 7 } else { 10 }) {
        0 => Value::Null,
        1 => (rng.below(2) == 0).into(),
        2 => json!(rng.below(40)),
        3 => rng
            .of(&[json!(-1), json!(u64::MAX), json!(i64::MIN), json!(1e300), json!(0.5), json!(4_294_967_296_u64)])
            .clone(),
        4..=6 => Value::from(*rng.of(TEXTS)),
        7 => (0..rng.below(4)).map(|_| value(rng, depth + 1)).collect(),
        _ => object(rng, depth),
    }
}

fn object(rng: &mut Rng, depth: usize) -> Value {
    let mut object = json!({});
    for _ in 0..rng.below(5) {
        let name = *rng.of(NAMES);
        object[name] = value(rng, depth + 1);
    }
    object
}

/// Bytes that are nearly JSON.
fn broken(rng: &mut Rng, text: &str) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..1 + rng.below(3) {
        let at = rng.below(bytes.len().max(1));
        match rng.below(3) {
            0 if !bytes.is_empty() => bytes[at] = rng.below(256) as u8,
            1 => bytes.truncate(at),
            _ => bytes.insert(at.min(bytes.len()), rng.below(256) as u8),
        }
    }
    bytes
}

#[test]
fn an_adapter_answers_them() {
    let mut rng = Rng(1);
    let mut editor = Editor::start();
    editor.open("fib3.py", "ttd", &json!({ "stopOnEntry": true })).expect("it starts");
    editor.ask("configurationDone", &Value::Null).expect("a response");
    for round in 0..DAP {
        let command = *rng.of(COMMANDS);
        let seq = round + 100;
        match rng.below(4) {
            0 => {
                let text = json!({ "seq": seq, "type": "request", "command": command }).to_string();
                let body = broken(&mut rng, &text);
                editor.send_body(&body);
            }
            1 => {
                let body = value(&mut rng, 0).to_string();
                editor.send_body(body.as_bytes());
            }
            _ => {
                let arguments = if rng.below(8) == 0 { value(&mut rng, 0) } else { object(&mut rng, 0) };
                let body = json!({ "seq": seq, "type": "request", "command": command, "arguments": arguments });
                editor.send_body(body.to_string().as_bytes());
            }
        }
        // A client reads what it is sent.
        if round % 50 == 0 {
            drain(&mut editor, "threads", 1_000_000 + round as i64);
        }
    }
    drain(&mut editor, "disconnect", 5_000_000);
    let (status, said) = editor.finish();
    assert_eq!(status, Some(0), "{said}");
    assert!(!said.contains("panicked"), "{said}");
}

/// Reads what has come, up to the response to a request of its own. Others may come later: while the program runs, some
/// requests are answered at once, and others wait.
fn drain(editor: &mut Editor, command: &str, seq: i64) {
    let question = json!({ "seq": seq, "type": "request", "command": command });
    editor.send_body(question.to_string().as_bytes());
    loop {
        let message = editor.read().expect("an answer").expect("the adapter is there");
        if message["event"] == "output" {
            let text = message["body"]["output"].as_str().unwrap_or_default();
            assert!(!text.contains("panicked"), "{text}");
        }
        if message["request_seq"] == seq {
            return;
        }
    }
}

#[test]
fn what_is_not_framed_ends_the_session() {
    for bytes in [
        &b"GET / HTTP/1.1\r\n\r\n"[..],
        b"Content-Length: x\r\n\r\n",
        b"Content-Length: 99999999999999999999\r\n\r\n",
        b"Content-Length: -5\r\n\r\n{}",
        b"Type: a\r\n\r\n{}",
        b"\xff\xfe\x00\n",
    ] {
        let mut editor = Editor::start();
        editor.write(bytes);
        let event = editor.event().expect("an event");
        assert_eq!(event["event"], "terminated");
        assert!(editor.everything.contains("this is no message of the protocol"), "{}", editor.everything);
        let (status, said) = editor.finish();
        assert_eq!(status, Some(1), "{said}");
    }
    // A message that is cut off: the client is gone.
    let mut editor = Editor::start();
    editor.write(b"Content-Length: 100\r\n\r\n{\"seq\"");
    assert_eq!(editor.finish().0, Some(0));
}

#[test]
fn the_json_loop_answers_them() {
    let mut rng = Rng(2);
    let mut process = Process::start(&["-m", "ttd", "--json", "fib3.py"], line);
    let mut prompts = 0;
    let mut await_prompt = |process: &Process| {
        prompts += 1;
        loop {
            let message = process.message().expect("an answer").expect("the loop is there");
            let message: Value = serde_json::from_slice(&message).expect("JSON");
            let text = message["text"].as_str().unwrap_or_default();
            assert!(!text.contains("panicked"), "{text}");
            if message["kind"] == "prompt" {
                return;
            }
        }
    };
    await_prompt(&process);
    for _ in 0..JSON {
        let text = match rng.below(3) {
            0 => object(&mut rng, 0).to_string(),
            1 => json!({ "id": value(&mut rng, 2), "command": *rng.of(TEXTS) }).to_string(),
            _ => json!({ "command": value(&mut rng, 0) }).to_string(),
        };
        let mut bytes = if rng.below(2) == 0 { broken(&mut rng, &text) } else { text.into_bytes() };
        bytes.retain(|byte| *byte != b'\n');
        bytes.push(b'\n');
        process.write(&bytes);
        await_prompt(&process);
    }
    let (status, said) = process.finish();
    assert_eq!(status, Some(0), "{said}");
}

#[test]
fn the_tools_answer_them() {
    let mut rng = Rng(3);
    let mut process = Process::start(&["-m", "mcp", "fib3.py"], line);
    for round in 0..MCP {
        let text = match rng.below(3) {
            0 => object(&mut rng, 0).to_string(),
            1 => json!({ "jsonrpc": "2.0", "id": round, "method": *rng.of(TEXTS), "params": value(&mut rng, 0) })
                .to_string(),
            _ => {
                let tool = *rng.of(&["look", "why", "frame", "find", "run", "output", "mark", "script", "no"]);
                let params = json!({ "name": tool, "arguments": object(&mut rng, 0) });
                json!({ "jsonrpc": "2.0", "id": round, "method": "tools/call", "params": params }).to_string()
            }
        };
        let mut bytes = if rng.below(4) == 0 { broken(&mut rng, &text) } else { text.into_bytes() };
        bytes.retain(|byte| *byte != b'\n');
        bytes.push(b'\n');
        process.write(&bytes);
        if round % 20 == 0 {
            process.write(b"{\"jsonrpc\": \"2.0\", \"id\": \"here\", \"method\": \"ping\"}\n");
            loop {
                let message = process.message().expect("an answer").expect("the server is there");
                let message: Value = serde_json::from_slice(&message).expect("JSON");
                assert!(!message.to_string().contains("panicked"), "{message}");
                if message["id"] == "here" {
                    break;
                }
            }
        }
    }
    let (status, said) = process.finish();
    assert_eq!((status, said.as_str()), (Some(0), ""));
}
