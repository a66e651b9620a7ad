//! `jump` from every line to every line, compared with what CPython does (`tests/jumps`, made by `expect.py` there).

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::Value;
use ttd_debug::target::NEVER;
use ttd_tests::Way;
use ttd_tests::run::{go, launch_text};
use ttd_vm::time::{Change, Machine};
use ttd_vm::vm::event::EventKind;

/// Events after which a run counts as endless.
const EVENTS: u64 = 3000;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("jumps")
}

fn read_json(name: &str) -> Value {
    let text = std::fs::read_to_string(folder().join(name)).expect("it is there");
    serde_json::from_str(&text).expect("JSON")
}

/// The time of the first event of each line of each function, as `function:line`.
fn places(machine: &mut Machine) -> BTreeMap<String, u64> {
    machine.seek(NEVER);
    let last = machine.time().expect("a time");
    let mut found = BTreeMap::new();
    for (time, event) in machine.events(0, last).expect("not interrupted") {
        if event.kind == EventKind::Line {
            let name = machine.code(event.code).name;
            found.entry(format!("{name}:{}", event.line)).or_insert(time);
        }
    }
    found
}

/// What a jump leads to: as in the data, with the output and the end instead of its number.
fn jump(machine: &mut Machine, time: u64, line: i64) -> Value {
    machine.switch_branch(0, time);
    go(machine, time).expect("it was there before");
    let frame = machine.event().frame;
    let warning = match machine.open_branch(&Change::Jump(line), false) {
        Ok(warning) => warning,
        Err(error) => return Value::from(error.to_string()),
    };
    let branch = machine.branch();
    machine.seek(EVENTS);
    let mut rest = String::from_utf8_lossy(machine.output()).into_owned();
    match machine.end().cloned() {
        None => rest.push_str("endless"),
        Some(end) => {
            // What is printed of an uncaught exception has another form here.
            for begun in ["  + Exception Group Traceback", "Traceback (most recent"] {
                rest.truncate(rest.find(begun).unwrap_or(rest.len()));
            }
            // Nor are warnings, and the lines that they are about, what the program prints.
            let mut after_warning = false;
            let is_printed = |line: &&str| {
                let is_about = after_warning && line.starts_with("  ");
                after_warning = line.contains("RuntimeWarning: ");
                !after_warning && !is_about
            };
            rest = rest.split_inclusive('\n').filter(is_printed).collect();
            rest.extend(end.died.map(|death| death.summary));
        }
    }
    let last = machine.time().unwrap_or_default();
    let events = machine.events(time + 1, last).expect("not interrupted");
    let mut own = events.into_iter().map(|(_, event)| event).filter(|event| event.frame == frame);
    // Here the line that the frame goes on at is an event, too.
    let line = own.next().filter(|event| event.kind == EventKind::Line).map(|event| event.line);
    let next = own.next().map(|event| {
        let kind = ttd_debug::answer::render::kind_name(event.kind);
        format!("{}{}", &kind[..1], event.line)
    });
    machine.switch_branch(0, 0);
    machine.drop_branch(branch);
    let warning = warning.strip_prefix("RuntimeWarning: ").unwrap_or(&warning);
    Value::from(vec![
        Value::from(line),
        Value::from(next),
        Value::from(warning),
        Value::from(rest.trim_end_matches(": ")),
    ])
}

/// The outcome that CPython gave, with the output and the end instead of its number.
fn spelled(outcome: &Value, rests: &Value) -> Value {
    let Some([line, next, warning, rest]) = outcome.as_array().map(Vec::as_slice) else { return outcome.clone() };
    let rest = rest.as_u64().and_then(|n| rests[n as usize].as_str()).unwrap_or_default();
    let rest = rest.trim_end_matches(": ");
    Value::from(vec![line.clone(), next.clone(), warning.clone(), Value::from(rest)])
}

/// Names the jump in which the machine panics.
struct Named(String);

impl Drop for Named {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("it was {}", self.0);
        }
    }
}

#[test]
fn jumps_lead_where_they_do_in_cpython() {
    let (expected, known) = (read_json("expected.json"), read_json("known.json"));
    let mut different = BTreeMap::new();
    let mut compared = 0;
    for (name, program) in expected.as_object().expect("programs") {
        let text = std::fs::read_to_string(folder().join(format!("{name}.py"))).expect("a program");
        let mut machine = launch_text(&text, Way::HYBRID.config());
        let times = places(&mut machine);
        for (place, outcomes) in program["jumps"].as_object().expect("places") {
            let Some(time) = times.get(place) else {
                different.insert(format!("{name} {place}"), "not reached".to_string());
                continue;
            };
            for (line, outcome) in (1..).zip(outcomes.as_array().expect("lines")) {
                // CPython dies of the others.
                if outcome.is_null() {
                    continue;
                }
                let _named = Named(format!("{name} {place} to {line}"));
                let wanted = spelled(outcome, &program["rests"]);
                let found = jump(&mut machine, *time, line);
                compared += 1;
                if found != wanted {
                    different.insert(format!("{name} {place} to {line}"), format!("{found} instead of {wanted}"));
                }
            }
        }
    }
    if let Some(path) = std::env::var_os("TTD_JUMPS") {
        let lines: String = different.iter().map(|(what, how)| format!("{what}: {how}\n")).collect();
        std::fs::write(path, lines).expect("writable");
    }
    assert!(compared > 4000, "{compared} jumps were compared");
    let known = known.as_object().expect("reasons");
    let is_known = |what: &str| known.values().any(|list| list.as_array().is_some_and(|l| l.contains(&what.into())));
    let unknown: Vec<_> = different.iter().filter(|(what, _)| !is_known(what)).collect();
    let lines: String = unknown.iter().take(40).map(|(what, how)| format!("{what}: {how}\n")).collect();
    assert!(unknown.is_empty(), "{} of {compared} differ; TTD_JUMPS=FILE lists all\n{lines}", unknown.len());
    let all: Vec<&str> = known.values().flat_map(|l| l.as_array().expect("jumps")).filter_map(Value::as_str).collect();
    let gone: Vec<&&str> = all.iter().filter(|what| !different.contains_key(**what)).collect();
    assert!(gone.is_empty(), "these agree now: take them out of known.json: {gone:?}");
}
