//! The page's server: scripts of requests with their answers, in every mode (`web/`). `UPDATE=1` writes the answers
//! anew.
//!
//! In a file of `web/`, the first line is the command line, `<` is a request and `>` what comes of it, after `*` what
//! its parts hold, joined. What belongs to a mode (checkpoints) is left out.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::wire::page::{Outcome, Server};
use crate::wire::{data_files, each, programs, updates};

const MODES: [&str; 3] = ["ttd", "tdb", "odb"];

#[test]
fn every_script_in_every_mode() {
    let files = data_files("web");
    let modes = if updates() { &MODES[..1] } else { &MODES[..] };
    let work: Vec<_> = files.iter().flat_map(|file| modes.iter().map(move |mode| (file, *mode))).collect();
    let failed = each(&work, |(file, mode)| {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let expected = fs::read_to_string(file).map_err(|error| error.to_string())?;
        let actual = run(&expected, mode).map_err(|why| format!("{name} in {mode}: {why}"))?;
        if updates() {
            return fs::write(file, actual).map_err(|error| error.to_string());
        }
        match expected.lines().zip(actual.lines()).find(|(a, b)| a != b) {
            None if expected.len() == actual.len() => Ok(()),
            Some((a, b)) => Err(format!("{name} in {mode}:\n- {a}\n+ {b}")),
            None => Err(format!("{name} in {mode}: one is longer")),
        }
    });
    assert!(failed.is_empty(), "\n{}", failed.join("\n"));
}

/// Runs a script and returns it with the answers.
fn run(script: &str, mode: &str) -> Result<String, String> {
    let (first, rest) = script.split_once('\n').unwrap_or((script, ""));
    let program = first.strip_prefix("$ -m web ").ok_or("the first line is `$ -m web …`")?;
    let arguments: Vec<&str> = ["--mode", mode].into_iter().chain(program.split_whitespace()).collect();
    let server = Server::start(&arguments)?;
    let mut client = server.connect();
    client.whole_run()?;
    let folder = programs().display().to_string();
    let mut out = format!("{first}\n");
    for line in rest.lines().filter(|line| line.starts_with(['<', '#'])) {
        out += &format!("{line}\n");
        let Some(request) = line.strip_prefix("< ") else { continue };
        let request = request.replace("$DIR", &folder);
        let request: Value = serde_json::from_str(&request).map_err(|error| format!("{request}: {error}"))?;
        let Outcome { mut message, parts, .. } = client.ask(request)?;
        let matches: Vec<&Value> = parts.iter().filter_map(|part| part["matches"].as_array()).flatten().collect();
        out += &matches.iter().map(|row| format!("* {}\n", sorted(row))).collect::<String>().replace(&folder, "$DIR");
        without_mode(&mut message);
        out += &format!("> {}\n", sorted(&message)).replace(&folder, "$DIR");
    }
    drop(client);
    Ok(out)
}

/// A value as JSON with its members sorted: whether `serde_json` sorts them depends on what is built with it.
fn sorted(value: &Value) -> String {
    match value {
        Value::Object(object) => {
            let members: BTreeMap<&String, &Value> = object.iter().collect();
            let members = members.iter().map(|(name, value)| format!("{}:{}", json!(name), sorted(value)));
            format!("{{{}}}", members.collect::<Vec<_>>().join(","))
        }
        Value::Array(list) => format!("[{}]", list.iter().map(sorted).collect::<Vec<_>>().join(",")),
        other => other.to_string(),
    }
}

/// Takes out what belongs to a mode.
fn without_mode(message: &mut Value) {
    if let Some(answer) = message.get_mut("answer").and_then(Value::as_object_mut) {
        answer.remove("checkpoints");
        answer.remove("mode");
    }
}

#[test]
fn the_page_of_the_requests_lists_them_and_their_members() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/web.md");
    let page = fs::read_to_string(page).expect("the page");
    let json = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/json.md");
    let both = format!("{page}\n{}", fs::read_to_string(json).expect("the page"));
    let words: BTreeSet<&str> = both.split('`').skip(1).step_by(2).collect();
    let (mut asked, mut members) = (BTreeSet::new(), BTreeSet::new());
    for file in data_files("web") {
        for line in fs::read_to_string(file).expect("readable").lines() {
            if let Some(request) = line.strip_prefix("< ") {
                let request: Value = serde_json::from_str(request).expect("JSON");
                asked.insert(request["request"].as_str().expect("a name").to_string());
            } else if let Some(answer) = line.strip_prefix("> ").or(line.strip_prefix("* ")) {
                names_in(&serde_json::from_str(answer).expect("JSON"), &mut members);
            }
        }
    }
    let missing: Vec<&String> = members.iter().filter(|name| !words.contains(name.as_str())).collect();
    assert!(missing.is_empty(), "docs/web.md does not name {missing:?}");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")).filter_map(|rest| rest.split("` |").next());
    let requests =
        rows.flat_map(|row| row.split("`, `")).filter(|row| row.chars().all(|c| c.is_alphabetic() || c == '_'));
    // A program that runs is paused in the other tests.
    let unseen: Vec<&str> = requests.filter(|request| !asked.contains(*request) && *request != "pause").collect();
    assert!(unseen.is_empty(), "no script asks for {unseen:?}");
}

/// The names of all members.
fn names_in(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => object.iter().for_each(|(name, value)| {
            found.insert(name.clone());
            names_in(value, found);
        }),
        Value::Array(list) => list.iter().for_each(|value| names_in(value, found)),
        _ => {}
    }
}
