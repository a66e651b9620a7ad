//! Transcripts of the JSON loop (`json/`) and of the tools for agents (`mcp/`), in every mode. `UPDATE=1` writes the
//! answers anew.
//!
//! In a file of `json/`, the first line is the command line, `<` is what goes in and `>` what comes out. In one of
//! `mcp/`, `call TOOL {…}` calls a tool; its answer follows, `ok` or `error` with the time, and the text; another line
//! goes in as it is, with its response behind `=`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::wire::{Process, data_files, each, line, programs, updates};

/// Runs every file of a folder in every mode, and compares.
fn check(folder: &str, modes: &[&str], run: impl Fn(&str, &str) -> Result<String, String> + Sync) {
    let files = data_files(folder);
    let modes = if updates() { &modes[..1] } else { modes };
    let work: Vec<_> = files.iter().flat_map(|file| modes.iter().map(move |mode| (file, *mode))).collect();
    let failed = each(&work, |(file, mode)| {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let expected = fs::read_to_string(file).map_err(|error| error.to_string())?;
        let actual = run(&expected, mode).map_err(|why| format!("{name} in {mode}: {why}"))?;
        let actual = actual.replace(&programs().display().to_string(), "$DIR");
        if updates() {
            return fs::write(file, actual).map_err(|error| error.to_string());
        }
        let differs = expected.lines().zip(actual.lines()).position(|(a, b)| a != b);
        match differs {
            _ if expected == actual => Ok(()),
            Some(at) => {
                let line = |text: &str| text.lines().nth(at).unwrap_or_default().to_string();
                Err(format!("{name} in {mode}, line {}:\n- {}\n+ {}", at + 1, line(&expected), line(&actual)))
            }
            None => Err(format!("{name} in {mode}: one is longer")),
        }
    });
    assert!(failed.is_empty(), "\n{}", failed.join("\n"));
}

#[test]
fn the_json_loop() {
    check("json", &["ttd", "tdb", "odb --live"], |text, mode| {
        let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
        let arguments = first.strip_prefix("$ -m ttd ").ok_or("the first line is `$ -m ttd …`")?;
        let all = format!("-m {mode} {arguments}");
        let arguments: Vec<&str> = all.split_whitespace().collect();
        let mut process = Process::start(&arguments, line);
        let mut out = format!("{first}\n");
        let mut typed = rest.lines().filter_map(|line| line.strip_prefix('<'));
        // What the program writes comes in pieces.
        let mut written: Option<Value> = None;
        while let Some(message) = process.message()? {
            let message: Value = serde_json::from_slice(&message).map_err(|error| error.to_string())?;
            if message["kind"] == "output" {
                match &mut written {
                    Some(before) if before["stream"] == message["stream"] => {
                        let text = |value: &Value| value["text"].as_str().unwrap_or_default().to_string();
                        before["text"] = (text(before) + &text(&message)).into();
                    }
                    _ => written = Some(message),
                }
                continue;
            }
            written.take().into_iter().chain([message.clone()]).for_each(|object| out += &format!("> {object}\n"));
            if message["kind"] == "prompt" {
                let Some(command) = typed.next() else { break };
                out += &format!("<{command}\n");
                process.write(format!("{}\n", command.trim_start()).as_bytes());
            }
        }
        let (status, said) = process.finish();
        if status != Some(0) || !said.is_empty() {
            out += &format!("ended with {status:?}: {said}\n");
        }
        Ok(out)
    });
}

#[test]
fn the_tools_for_agents() {
    check("mcp", &["ttd", "tdb", "odb"], |text, mode| {
        let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
        let program = first.strip_prefix("$ -m mcp ").ok_or("the first line is `$ -m mcp …`")?;
        let all = format!("-m mcp --mode {mode} {program}");
        let arguments: Vec<&str> = all.split_whitespace().collect();
        let mut process = Process::start(&arguments, line);
        let mut out = format!("{first}\n");
        let is_typed = |line: &&str| line.starts_with("call ") || line.starts_with('{') || line.starts_with('#');
        for (id, typed) in rest.lines().filter(is_typed).enumerate() {
            out += &format!("{typed}\n");
            let Some(call) = typed.strip_prefix("call ") else {
                if typed.starts_with('{') {
                    process.write(format!("{typed}\n").as_bytes());
                    let response = process.message()?.ok_or("no response")?;
                    out += &format!("= {}", String::from_utf8_lossy(&response));
                }
                continue;
            };
            let (tool, arguments) = call.split_once(' ').unwrap_or((call, "{}"));
            let arguments: Value = serde_json::from_str(arguments).map_err(|error| format!("{typed}: {error}"))?;
            let request = json!({
                "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": { "name": tool, "arguments": arguments },
            });
            process.write(format!("{request}\n").as_bytes());
            let response = process.message()?.ok_or("no response")?;
            let response: Value = serde_json::from_slice(&response).map_err(|error| error.to_string())?;
            let result = &response["result"];
            let how = if result["isError"] == true { "error" } else { "ok" };
            out += &format!("{how} {}\n", result["structuredContent"]["time"]);
            let text = result["content"][0]["text"].as_str().ok_or(format!("no text: {response}"))?;
            if text.len() > 2000 {
                return Err(format!("an answer has {} bytes", text.len()));
            }
            text.lines().for_each(|line| out += format!("| {line}").trim_end().to_string().as_str());
            out = with_lines(&out, text);
        }
        let (status, said) = process.finish();
        if status != Some(0) || !said.is_empty() {
            out += &format!("ended with {status:?}: {said}\n");
        }
        Ok(out)
    });
}

/// A transcript with the lines of an answer behind it.
fn with_lines(out: &str, text: &str) -> String {
    let joined: String = text.lines().map(|line| format!("| {line}").trim_end().to_string()).collect();
    let before = out.strip_suffix(&joined).unwrap_or(out);
    let lines: String = text.lines().map(|line| format!("{}\n", format!("| {line}").trim_end())).collect();
    format!("{before}{lines}")
}

/// A program that runs until it is stopped.
const ENDLESS: &str = "../../cli/tests/mcp/endless.py";

#[test]
fn the_json_loop_hears_an_interrupt() {
    for mode in ["ttd", "odb"] {
        let mut process = Process::start(&["-m", mode, "--json", ENDLESS], line);
        let kinds = |process: &Process, last: &str| {
            let mut kinds = Vec::new();
            while kinds.last().is_none_or(|kind| kind != last) {
                let message = process.message().expect("an answer").expect("the loop is there");
                let message: Value = serde_json::from_slice(&message).expect("JSON");
                kinds.push(message["kind"].as_str().expect("a kind").to_string());
            }
            kinds
        };
        if mode == "ttd" {
            assert_eq!(kinds(&process, "prompt"), ["stop", "prompt"]);
            process.write(b"c\n");
        }
        std::thread::sleep(std::time::Duration::from_millis(150));
        process.write(b"{\"interrupt\": true}\n");
        let expected: &[&str] = if mode == "ttd" { &["stop", "prompt"] } else { &["text", "stop", "prompt"] };
        assert_eq!(kinds(&process, "prompt"), expected);
        // The interrupt itself is answered as at a prompt.
        assert_eq!(kinds(&process, "prompt"), ["text", "prompt"]);
        let (status, said) = process.finish();
        assert_eq!((status, said.as_str()), (Some(0), ""));
    }
}

#[test]
fn a_program_that_cannot_start_is_said() {
    let process = Process::start(&["-m", "ttd", "--json", "no_such_file.py"], line);
    let message = process.message().expect("an answer").expect("an answer");
    assert!(String::from_utf8_lossy(&message).starts_with("{\"kind\":\"error\""), "{message:?}");
    assert_eq!(process.finish().0, Some(1));
    let mut process = Process::start(&["-m", "mcp", "no_such_file.py"], line);
    process.write(CALL);
    let message = process.message().expect("an answer").expect("an answer");
    let message: Value = serde_json::from_slice(&message).expect("JSON");
    assert_eq!(message["result"]["isError"], true, "{message}");
    assert_eq!(process.finish().0, Some(0));
}

/// A call of a tool.
const CALL: &[u8] =
    b"{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\", \"params\": {\"name\": \"look\", \"arguments\": {}}}\n";

#[test]
fn a_call_of_a_tool_can_be_cancelled() {
    let mut process = Process::start(&["-m", "mcp", "--mode", "ttd", ENDLESS], line);
    process.write(CALL);
    std::thread::sleep(std::time::Duration::from_millis(200));
    process.write(b"{\"jsonrpc\": \"2.0\", \"method\": \"notifications/cancelled\", \"params\": {\"requestId\": 1}}\n");
    let message = process.message().expect("an answer").expect("an answer");
    assert!(String::from_utf8_lossy(&message).contains("endless.py"), "{}", String::from_utf8_lossy(&message));
    assert_eq!(process.finish().0, Some(0));
}

#[test]
fn the_page_lists_every_shape() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/json.md");
    let page = fs::read_to_string(page).expect("the page");
    let named: BTreeSet<&str> = page.split('`').skip(1).step_by(2).collect();
    let mut kinds = BTreeSet::new();
    let mut missing = BTreeSet::new();
    for file in data_files("json") {
        let text = fs::read_to_string(file).expect("readable");
        for line in text.lines().filter_map(|line| line.strip_prefix("> ")) {
            let object: Value = serde_json::from_str(line).expect("JSON");
            kinds.insert(object["kind"].as_str().expect("a kind").to_string());
            members(&object, &mut missing);
        }
    }
    missing.retain(|name| !named.contains(name.as_str()));
    assert!(missing.is_empty(), "docs/json.md does not name {missing:?}");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")).filter_map(|rest| rest.split('`').next());
    // What a mode has of checkpoints is its own.
    let rows = rows.filter(|kind| kind.chars().all(char::is_alphabetic) && !["next", "checkpoints"].contains(kind));
    let unseen: Vec<&str> = rows.filter(|kind| !kinds.contains(*kind)).collect();
    assert!(unseen.is_empty(), "no transcript has {unseen:?}");
}

fn members(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => object.iter().for_each(|(name, value)| {
            found.insert(name.clone());
            members(value, found);
        }),
        Value::Array(list) => list.iter().for_each(|value| members(value, found)),
        _ => {}
    }
}
