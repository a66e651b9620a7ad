//! The list of known failures: `tests/lang/known.json`.
//!
//! ```json
//! {"events": {"generator_close": "why"}, ...}
//! ```
//!
//! A check fails when a listed program passes it, as well as when an unlisted one fails it. `UPDATE=1` rewrites the
//! list; existing reasons stay, and new ones should be put into better words.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use crate::check::Outcome;
use crate::program;
use crate::rng::seed;

type List = BTreeMap<String, BTreeMap<String, String>>;

/// Tests run at the same time, and each may rewrite the file.
static FILE: Mutex<()> = Mutex::new(());

fn path() -> PathBuf {
    program::folder().join("known.json")
}

fn read() -> List {
    let Ok(text) = fs::read_to_string(path()) else {
        return List::new();
    };
    let value: serde_json::Value = serde_json::from_str(&text).expect("known.json");
    let checks = value.as_object().expect("an object of checks");
    let programs = |of: &serde_json::Value| {
        let of = of.as_object().expect("an object of programs");
        of.iter().map(|(name, why)| (name.clone(), why.as_str().unwrap_or_default().to_string())).collect()
    };
    checks.iter().map(|(check, of)| (check.clone(), programs(of))).collect()
}

/// Compares the outcomes of a check with the list.
///
/// # Panics
/// When they differ.
pub fn judge(check: &str, found: &[(String, Outcome)]) {
    let updating = std::env::var_os("UPDATE").is_some();
    let guard = FILE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut list = read();
    if updating {
        update(list.entry(check.to_string()).or_default(), found);
        list.retain(|_, programs| !programs.is_empty());
        let text = serde_json::to_string_pretty(&list).expect("plain data");
        fs::write(path(), text + "\n").expect("known.json can be written");
        return;
    }
    drop(guard);
    let known = list.remove(check).unwrap_or_default();
    let text = differences(&known, found);
    assert!(text.is_empty(), "{check} (TTD_SEED={}):\n{text}", seed());
}

fn update(known: &mut BTreeMap<String, String>, found: &[(String, Outcome)]) {
    for (name, outcome) in found {
        match outcome {
            Ok(()) => drop(known.remove(name)),
            Err(failure) => {
                let short: String = failure.what.lines().next().unwrap_or_default().chars().take(200).collect();
                known.entry(name.clone()).or_insert(short);
            }
        }
    }
}

fn differences(known: &BTreeMap<String, String>, found: &[(String, Outcome)]) -> String {
    let mut text = String::new();
    for (name, outcome) in found {
        // Writing to a string cannot fail.
        let _ = match (outcome, known.contains_key(name)) {
            (Err(failure), false) => writeln!(text, "  {name}: {}\n    to see it: {}", failure.what, failure.open),
            (Ok(()), true) => writeln!(text, "  {name} passes: take it off tests/lang/known.json"),
            _ => Ok(()),
        };
    }
    let all: BTreeSet<&String> = found.iter().map(|(name, _)| name).collect();
    let complete = !program::is_partial();
    for name in known.keys().filter(|name| complete && !all.contains(name)) {
        let _ = writeln!(text, "  {name}, on tests/lang/known.json, was not looked at");
    }
    text
}
