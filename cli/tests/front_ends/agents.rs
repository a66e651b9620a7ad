//! How agents fare: twenty small programs with a bug (`examples/bugs`), and a strategy that finds each cause with the
//! tools of `-m mcp` alone, without understanding anything.
//!
//! The strategy begins at the symptom and asks where the wrong value came from (`why`). It then follows, nearest first,
//! the names on the lines of the answer and the lines that decided that these ran (`frame`). A cause is found when an
//! answer names its line as a step. How many calls and bytes that takes stands in `examples/bugs/bugs.json` and in
//! `docs/agents.md`; `UPDATE=1` writes both.

#[path = "../agents/strategy.rs"]
mod strategy;

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::wire::{each, updates};

/// The most calls that the strategy may need.
const PATIENCE: usize = 40;

/// The calls that the table shows.
const SHOWN: usize = 9;

fn bugs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/bugs").canonicalize().expect("the folder")
}

fn text<'a>(bug: &'a Value, name: &str) -> &'a str {
    bug[name].as_str().unwrap_or_default()
}

#[test]
fn a_mechanical_strategy_finds_the_causes() {
    let data = fs::read_to_string(bugs().join("bugs.json")).expect("the data");
    let mut known: Vec<Value> = serde_json::from_str(&data).expect("JSON");
    let found = std::sync::Mutex::new(vec![Value::Null; known.len()]);
    let numbered: Vec<(usize, &Value)> = known.iter().enumerate().collect();
    let failed = each(&numbered, |(number, bug)| {
        let outcome = strategy::search(&bugs(), bug, PATIENCE).map_err(|why| format!("{}: {why}", bug["file"]))?;
        let measured = json!({ "calls": outcome.calls, "bytes": outcome.bytes, "way": outcome.way.join(", ") });
        found.lock().expect("no panic")[*number] = measured.clone();
        let same = ["calls", "bytes", "way"].iter().all(|name| bug[*name] == measured[*name]);
        if same || updates() { Ok(()) } else { Err(format!("{}: now {measured}", bug["file"])) }
    });
    assert!(failed.is_empty(), "\n{}", failed.join("\n"));
    if !updates() {
        return;
    }
    for (bug, measured) in known.iter_mut().zip(found.into_inner().expect("no panic")) {
        for name in ["calls", "bytes", "way"] {
            bug[name] = measured[name].clone();
        }
    }
    let lines: Vec<String> = known.iter().map(|bug| format!("  {bug}")).collect();
    fs::write(bugs().join("bugs.json"), format!("[\n{}\n]\n", lines.join(",\n"))).expect("writable");
    let page = page();
    let old = fs::read_to_string(&page).expect("the page");
    let (before, _, after) = around_table(&old);
    fs::write(page, format!("{before}{}{after}", table(&known))).expect("writable");
}

#[test]
fn causes_are_where_the_data_says() {
    let data = fs::read_to_string(bugs().join("bugs.json")).expect("the data");
    let known: Vec<Value> = serde_json::from_str(&data).expect("JSON");
    assert_eq!(known.len(), 20);
    for bug in &known {
        let source = fs::read_to_string(bugs().join(text(bug, "file"))).expect("the program");
        let line = bug["cause"].as_u64().expect("a line") as usize;
        assert_eq!(source.lines().nth(line - 1).map(str::trim), Some(text(bug, "text")), "{}", bug["file"]);
    }
    let page = fs::read_to_string(page()).expect("the page");
    assert_eq!(around_table(&page).1, table(&known), "UPDATE=1 writes the table");
}

fn page() -> PathBuf {
    bugs().join("../../docs/agents.md")
}

/// What stands before the table of a page, the table, and what stands behind it.
fn around_table(page: &str) -> (&str, &str, &str) {
    let begin = page.find("| program |").expect("a table");
    let end = page[begin..].find("\n\n").map_or(page.len(), |at| begin + at + 1);
    (&page[..begin], &page[begin..end], &page[end..])
}

/// The table of the page.
fn table(known: &[Value]) -> String {
    let mut table = String::from("| program | bug | calls | bytes | way |\n|---|---|---|---|---|\n");
    for bug in known {
        let (file, kind) = (text(bug, "file"), text(bug, "kind"));
        let steps: Vec<&str> = text(bug, "way").split(", ").collect();
        let more = if steps.len() > SHOWN { ", …" } else { "" };
        let way = steps[..steps.len().min(SHOWN)].join(", ") + more;
        let found = if bug["calls"].is_null() { "not found".to_string() } else { bug["calls"].to_string() };
        // Writing to a text cannot fail.
        let _ = writeln!(table, "| [{file}](../examples/bugs/{file}) | {kind} | {found} | {} | {way} |", bug["bytes"]);
    }
    let all = |name: &str| known.iter().filter_map(|bug| bug[name].as_u64()).sum::<u64>();
    let count = known.iter().filter(|bug| !bug["calls"].is_null()).count() as u64;
    let mean = |name: &str| all(name) as f64 / count.max(1) as f64;
    let _ = writeln!(table, "| all | {count} found | {:.1} on average | {:.0} | |", mean("calls"), mean("bytes"));
    table
}
