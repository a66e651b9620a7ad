//! Shared by the tests of the services: data files of scenarios, a process at the other end of pipes, and patterns.

#![allow(dead_code, reason = "each test of the services uses a part")]

pub(crate) mod editor;
pub(crate) mod page;
mod start;

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use serde_json::Value;

/// The longest that an answer may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// The folder of the test programs.
pub(crate) fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/lang").canonicalize().expect("the programs")
}

/// The data files of a folder beside this one, sorted. `TTD_ONLY=a,b` takes these alone.
pub(crate) fn data_files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut files: Vec<PathBuf> = fs::read_dir(folder).expect("a folder").flatten().map(|e| e.path()).collect();
    let only = std::env::var("TTD_ONLY").unwrap_or_default();
    files.retain(|path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        path.extension().is_some_and(|e| e == "txt") && (only.is_empty() || only.split(',').any(|o| o == name))
    });
    files.sort();
    assert!(!files.is_empty(), "no data files");
    files
}

/// Whether what is expected is to be written anew.
pub(crate) fn updates() -> bool {
    std::env::var_os("UPDATE").is_some()
}

/// Does some work for each item, on two threads, and returns what failed, sorted.
pub(crate) fn each<T: Send + Sync>(items: &[T], work: impl Fn(&T) -> Result<(), String> + Sync) -> Vec<String> {
    let (next, failed) = (Mutex::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let at = {
                        let mut next = next.lock().expect("no panic");
                        *next += 1;
                        *next - 1
                    };
                    let Some(item) = items.get(at) else { return };
                    if let Err(why) = work(item) {
                        failed.lock().expect("no panic").push(why);
                    }
                }
            });
        }
    });
    let mut failed = failed.into_inner().expect("no panic");
    failed.sort();
    failed
}

/// `ttd-py` in a process of its own, and what it writes.
pub(crate) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Vec<u8>>,
}

impl Process {
    /// Starts it; `read` cuts what it writes into messages.
    pub(crate) fn start(
        arguments: &[&str],
        mut read: impl FnMut(&mut BufReader<std::process::ChildStdout>) -> Option<Vec<u8>> + Send + 'static,
    ) -> Process {
        let mut child = start::ttd_py(&programs()).args(arguments).spawn().expect("the program starts");
        let output = child.stdout.take().expect("a pipe");
        let (to, messages) = channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(message) = read(&mut output) {
                if to.send(message).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Process { child, input, messages }
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) {
        // A process that has ended is noticed by what it does not answer.
        if let Some(input) = &mut self.input {
            let _ = input.write_all(bytes).and_then(|()| input.flush());
        }
    }

    /// The next message; `None` when there are no more.
    pub(crate) fn message(&self) -> Result<Option<Vec<u8>>, String> {
        match self.messages.recv_timeout(PATIENCE) {
            Ok(message) => Ok(Some(message)),
            Err(RecvTimeoutError::Disconnected) => Ok(None),
            Err(RecvTimeoutError::Timeout) => Err("no answer in 20 seconds".into()),
        }
    }

    /// Sends no more, and waits until the process ends; its status and what it wrote to standard error.
    pub(crate) fn finish(mut self) -> (Option<i32>, String) {
        self.input = None;
        let deadline = std::time::Instant::now() + PATIENCE;
        let status = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break status.code(),
                _ if std::time::Instant::now() > deadline => {
                    let _ = self.child.kill();
                    let _ = self.child.wait();
                    break None;
                }
                _ => thread::sleep(Duration::from_millis(2)),
            }
        };
        let mut text = String::new();
        if let Some(mut stderr) = self.child.stderr.take() {
            let _ = stderr.read_to_string(&mut text);
        }
        (status, text)
    }
}

/// Reads a line, for [`Process::start`].
pub(crate) fn line(output: &mut BufReader<std::process::ChildStdout>) -> Option<Vec<u8>> {
    let mut line = Vec::new();
    (output.read_until(b'\n', &mut line).ok()? > 0).then_some(line)
}

/// Values by the names that a scenario gives them.
pub(crate) type Names = HashMap<String, Value>;

/// Replaces `$name` by its value, and `$DIR` in texts by the folder of the programs.
pub(crate) fn fill(value: &Value, names: &Names) -> Value {
    match value {
        Value::String(text) if text.starts_with('$') && names.contains_key(text) => names[text].clone(),
        Value::String(text) => text.replace("$DIR", &programs().display().to_string()).into(),
        Value::Array(list) => list.iter().map(|value| fill(value, names)).collect(),
        Value::Object(object) => {
            Value::Object(object.iter().map(|(name, value)| (name.clone(), fill(value, names))).collect())
        }
        other => other.clone(),
    }
}

/// Compares a value with a pattern. Of an object, what the pattern mentions must be there; a list that ends with `"..."`
/// may go on; `"$name"` is any value, which has this name from then on; a text that ends with `...` need only begin so.
pub(crate) fn matches(pattern: &Value, actual: &Value, names: &mut Names, at: &str) -> Result<(), String> {
    let differs = || Err(format!("{at}: expected {pattern}, got {actual}"));
    match (pattern, actual) {
        (Value::String(name), _) if name.starts_with('$') && !name.starts_with("$DIR") => match names.get(name) {
            Some(known) if known != actual => Err(format!("{at}: {name} is {known}, got {actual}")),
            Some(_) => Ok(()),
            None => {
                names.insert(name.clone(), actual.clone());
                Ok(())
            }
        },
        (Value::String(text), Value::String(actual)) => {
            let text = text.replace("$DIR", &programs().display().to_string());
            let fits = text.strip_suffix("...").map_or(text == *actual, |start| actual.starts_with(start));
            if fits { Ok(()) } else { differs() }
        }
        (Value::Object(pattern), Value::Object(actual)) => pattern.iter().try_for_each(|(name, pattern)| {
            let value = actual.get(name).unwrap_or(&Value::Null);
            matches(pattern, value, names, &format!("{at}.{name}"))
        }),
        (Value::Array(pattern), Value::Array(actual)) => {
            let open = pattern.last() == Some(&Value::from("..."));
            let most = pattern.len() - usize::from(open);
            if actual.len() < most || actual.len() > most && !open {
                return differs();
            }
            pattern[..most]
                .iter()
                .zip(actual)
                .enumerate()
                .try_for_each(|(n, (pattern, actual))| matches(pattern, actual, names, &format!("{at}[{n}]")))
        }
        _ if pattern == actual => Ok(()),
        _ => differs(),
    }
}

/// Numbers that look random, from a seed.
pub(crate) struct Rng(pub(crate) u64);

impl Rng {
    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }

    /// One of these.
    pub(crate) fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}
