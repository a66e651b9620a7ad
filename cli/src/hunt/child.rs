//! One run of a hunted program, in a process of its own.

use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::args::{Hunting, Program};

/// Bytes of standard error that are kept, the last ones.
const KEPT: usize = 1 << 16;
/// The most lines that are shown of it.
const LINES: usize = 30;
/// The time between two looks at a process.
const PAUSE: Duration = Duration::from_millis(2);
/// The longest time to wait for the rest of standard error when the process has ended: a child of it may keep it open.
const PATIENCE: Duration = Duration::from_millis(500);

/// How the line before a dead thread's traceback begins.
const IN_THREAD: &str = "Exception in thread ";

/// How a run failed.
pub(super) struct Failure {
    /// What happened.
    pub(super) what: String,
    /// The debugger's commands that go to where it failed.
    pub(super) commands: &'static [&'static str],
    /// The last traceback, or the last lines of standard error.
    pub(super) text: String,
}

/// Runs a program under this schedule. Returns how it failed, if it did.
pub(super) fn run(how: &Hunting, program: &Program, schedule: &str) -> io::Result<Option<Failure>> {
    let mut child = Command::new(std::env::current_exe()?)
        .args(&how.front)
        .args(["-X", schedule, "-X", "thread_errors"])
        .args(program.words())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()?;
    let said = Arc::new(Mutex::new(Vec::new()));
    let reader = child.stderr.take().map(|stderr| {
        let said = said.clone();
        thread::spawn(move || read(stderr, &said))
    });
    let status = wait(&mut child, how.timeout)?;
    let ended = Instant::now();
    while reader.as_ref().is_some_and(|reader| !reader.is_finished()) && ended.elapsed() < PATIENCE {
        thread::sleep(PAUSE);
    }
    let said = said.lock().unwrap_or_else(PoisonError::into_inner);
    let text = last_traceback(&String::from_utf8_lossy(&said));
    // A thread that dies does not end the program: go back to its exception.
    let in_thread = text.starts_with(IN_THREAD);
    let commands: &[&str] = if in_thread { &["continue", "rfind kind == 'exception'"] } else { &["continue"] };
    Ok(what(status, &text, how.timeout).map(|what| Failure { what, commands, text }))
}

/// Reads all, and keeps the end.
fn read(mut from: impl Read, kept: &Mutex<Vec<u8>>) {
    let mut piece = [0; 4096];
    while let Ok(n @ 1..) = from.read(&mut piece) {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(&piece[..n]);
        if kept.len() > 2 * KEPT {
            let surplus = kept.len() - KEPT;
            kept.drain(..surplus);
        }
    }
}

/// Waits for a process to end. Ends it when it takes too long: then there is no status.
fn wait(child: &mut Child, timeout: Duration) -> io::Result<Option<ExitStatus>> {
    let began = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if began.elapsed() >= timeout {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(PAUSE);
    }
}

/// Describes a failure; `None` if the run passed.
fn what(status: Option<ExitStatus>, text: &str, timeout: Duration) -> Option<String> {
    let Some(status) = status else {
        return Some(format!("it ran longer than {} s", timeout.as_secs_f64()));
    };
    if status.success() {
        return None;
    }
    let last = text.lines().last().unwrap_or_default();
    Some(match status.code() {
        None => format!("it was killed ({status})"),
        Some(_) if last.starts_with("RuntimeError: deadlock: ") => "a deadlock".into(),
        Some(_) if text.starts_with(IN_THREAD) => "an exception ended a thread".into(),
        Some(1) if text.contains("Traceback (most recent call last):") => "an uncaught exception".into(),
        Some(code) => format!("it exited with {code}"),
    })
}

/// The last traceback with the line before it that says which thread died, or else the last lines.
fn last_traceback(said: &str) -> String {
    let lines: Vec<&str> = said.lines().collect();
    let traceback = lines.iter().rposition(|line| *line == "Traceback (most recent call last):");
    let thread = |at: &usize| *at > 0 && lines[at - 1].starts_with(IN_THREAD);
    let from = traceback.map(|at| if thread(&at) { at - 1 } else { at });
    let from = from.unwrap_or(0).max(lines.len().saturating_sub(LINES));
    lines[from..].join("\n")
}
