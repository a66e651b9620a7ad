//! Runs one child to its end under a time limit and returns its output, time and memory.

use std::fmt;
use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
use wait4::Wait4;

/// How long to wait for the output of a killed child: a process that it started may hold its pipes open.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// A command line and its standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Invocation {
    /// The program and its arguments.
    pub(crate) words: Vec<String>,
    /// Its standard input.
    pub(crate) stdin: String,
}

/// A run that ended by itself.
#[derive(Debug)]
pub(crate) struct Finished {
    /// Its standard output.
    pub(crate) stdout: String,
    /// Its standard error.
    pub(crate) stderr: String,
    /// Its exit status.
    pub(crate) status: ExitStatus,
    /// Wall-clock time from start to end.
    pub(crate) wall: Duration,
    /// Processor time, user and system.
    pub(crate) cpu: Duration,
    /// The maximum resident set, in bytes.
    pub(crate) peak: u64,
}

/// Why a run has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// It could not be started.
    Start(String),
    /// It took too long and was killed.
    TimedOut(Duration),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Start(why) => write!(f, "cannot be started: {why}"),
            Failure::TimedOut(limit) => write!(f, "took longer than {} s", limit.as_secs_f64()),
        }
    }
}

/// Makes the command, without the environment variables that would change an interpreter.
pub(crate) fn command(words: &[String]) -> Command {
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]);
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("PYTHON") {
            command.env_remove(name);
        }
    }
    // One source of noise less: sets of strings have one order in all runs of CPython.
    command.env("PYTHONHASHSEED", "0").env("NO_COLOR", "1");
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    command
}

/// Runs an invocation, and kills it when its time is over.
pub(crate) fn run(invocation: &Invocation, limit: Duration) -> Result<Finished, Failure> {
    let mut command = command(&invocation.words);
    command.stderr(Stdio::piped());
    let started = Instant::now();
    let mut child = command.spawn().map_err(|e| Failure::Start(e.to_string()))?;
    if let Some(mut pipe) = child.stdin.take() {
        let text = invocation.stdin.clone();
        // A child may end without reading everything.
        thread::spawn(move || drop(pipe.write_all(text.as_bytes())));
    }
    let (stdout, stderr) = (drain(child.stdout.take()), drain(child.stderr.take()));
    let deadline = started + limit;
    let texts = gather(&stdout, deadline).and_then(|out| Some((out, gather(&stderr, deadline)?)));
    let ended = texts.is_some() && wait_until(&child, deadline).unwrap_or(true);
    if !ended {
        drop(child.kill());
    }
    let used = child.wait4().map_err(|e| Failure::Start(e.to_string()))?;
    let wall = started.elapsed();
    match texts {
        Some((stdout, stderr)) if ended => Ok(Finished {
            stdout,
            stderr,
            status: used.status,
            wall,
            cpu: used.rusage.utime + used.rusage.stime,
            peak: used.rusage.maxrss,
        }),
        _ => {
            drop(stdout.recv_timeout(LAST_WORDS));
            Err(Failure::TimedOut(limit))
        }
    }
}

/// Reads a pipe to its end, on a thread of its own.
fn drain(pipe: Option<impl Read + Send + 'static>) -> Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            drop(pipe.read_to_end(&mut bytes));
        }
        drop(sender.send(String::from_utf8_lossy(&bytes).into_owned()));
    });
    receiver
}

/// Returns everything read from a pipe, if it closes in time.
fn gather(pipe: &Receiver<String>, deadline: Instant) -> Option<String> {
    let left = deadline.saturating_duration_since(Instant::now());
    match pipe.recv_timeout(left) {
        Ok(text) => Some(text),
        Err(RecvTimeoutError::Disconnected) => Some(String::new()),
        Err(RecvTimeoutError::Timeout) => None,
    }
}

/// Waits for a child that has closed its pipes, without taking its status: `wait4` does that.
fn wait_until(child: &Child, deadline: Instant) -> io::Result<bool> {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    while waitid(WaitId::Pid(Pid::from_child(child)), options)?.is_none() {
        if Instant::now() >= deadline {
            return Ok(false);
        }
        thread::sleep(Duration::from_micros(100));
    }
    Ok(true)
}
