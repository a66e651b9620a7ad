//! The motions of the whole debugger, as typed, lead where CPython's trace says.
//!
//! One process for each program gets `goto I` and a motion for each event and motion, and its prompts say where that
//! led. `tests/suite` checks all programs with the machine alone; a few are enough for what is around it.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

const MOTIONS: &[&str] = &["step", "rstep", "next", "rnext", "return", "rreturn", "until", "runtil", "nextf", "prevf"];

/// Events of a program from which the motions are tried, at most.
const MOST: usize = 150;

/// Loops, recursion, generators and exceptions.
const PROGRAMS: &[&str] = &["fib3", "algo_bank", "closures", "generator_basic", "try_nested"];

fn programs() -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/lang");
    path.canonicalize().expect("the programs")
}

/// The times in the prompts of a session.
fn times(mode: &str, name: &str, commands: &str) -> Vec<u64> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ttd-py"))
        .args(["-m", mode, &format!("{name}.py")])
        .current_dir(programs())
        .env("HOME", "/nowhere")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    let commands = commands.to_string();
    let writer = std::thread::spawn(move || input.write_all(commands.as_bytes()));
    let done = child.wait_with_output().expect("it ends");
    // A debugger that is gone before it has read everything shows in what it has not answered.
    let _ = writer.join();
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    let prompts = text.split("(ttd ").skip(1);
    prompts.filter_map(|rest| rest.split_once('/')?.0.parse().ok()).collect()
}

/// What is wrong with a program's motions; nothing when they are right.
fn check(mode: &str, name: &str, data: &Value) -> Option<String> {
    let count = data["events"].as_array().expect("events").len();
    let starts: Vec<usize> = (0..count).step_by(count.div_ceil(MOST).max(1)).collect();
    let mut commands = String::new();
    let mut expected = vec![(String::from("the start"), 0)];
    for motion in MOTIONS {
        for i in &starts {
            commands.push_str(&format!("goto {i}\n{motion}\n"));
            let target = data["motions"][motion][*i].as_u64().expect("a time");
            expected.push((format!("goto {i}"), *i as u64));
            expected.push((format!("{motion} from {i}"), target));
        }
    }
    let actual = times(mode, name, &commands);
    for (at, (what, time)) in expected.iter().enumerate() {
        match actual.get(at) {
            Some(t) if t == time => {}
            Some(t) => {
                return Some(format!("{name} ({mode}): {what} led to {t} instead of {time}"));
            }
            None => return Some(format!("{name} ({mode}): no answer to {what}")),
        }
    }
    None
}

fn check_all(mode: &str) {
    let wrong = |name: &&str| {
        let text = fs::read_to_string(programs().join(format!("expected/{name}.json"))).expect("readable");
        check(mode, name, &serde_json::from_str(&text).expect("JSON"))
    };
    let wrong: Vec<String> = PROGRAMS.iter().filter_map(wrong).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn with_checkpoints() {
    check_all("ttd");
}

#[test]
fn from_the_start_again() {
    check_all("tdb");
}
