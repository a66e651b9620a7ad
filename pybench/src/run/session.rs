//! A debugger session, driven command by command, with the time of each answer.

use std::io::{Read, Write};
use std::process::{Child, ChildStdin};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::run::process;

/// How long a session may take to end after `quit`.
const FAREWELL: Duration = Duration::from_secs(5);

/// A session that waits for a command.
#[derive(Debug)]
pub(crate) struct Session {
    child: Child,
    stdin: Option<ChildStdin>,
    output: Receiver<Vec<u8>>,
    limit: Duration,
    /// The time of the program as the prompt shows it: (now, the end as far as it is known).
    pub(crate) time: (u64, u64),
}

impl Session {
    /// Starts a session and waits for its first prompt.
    pub(crate) fn start(words: &[String], limit: Duration) -> Result<(Session, Duration), String> {
        let mut command = process::command(words);
        command.stderr(std::process::Stdio::null());
        let started = Instant::now();
        let mut child = command.spawn().map_err(|e| format!("cannot be started: {e}"))?;
        let (sender, output) = mpsc::channel();
        let stdin = child.stdin.take();
        let mut stdout = child.stdout.take().ok_or("no standard output")?;
        thread::spawn(move || {
            let mut chunk = [0; 65536];
            while let Ok(n @ 1..) = stdout.read(&mut chunk) {
                if sender.send(chunk[..n].to_vec()).is_err() {
                    break;
                }
            }
        });
        let mut session = Session { child, stdin, output, limit, time: (0, 0) };
        session.answer()?;
        Ok((session, started.elapsed()))
    }

    /// Sends a command and waits for the prompt after its answer.
    pub(crate) fn ask(&mut self, command: &str) -> Result<(String, Duration), String> {
        let started = Instant::now();
        self.send(command)?;
        let text = self.answer().map_err(|why| format!("{command}: {why}"))?;
        Ok((text, started.elapsed()))
    }

    /// Sends a command.
    pub(crate) fn send(&mut self, command: &str) -> Result<(), String> {
        let pipe = self.stdin.as_mut().ok_or("the session is over")?;
        let sent = pipe.write_all(format!("{command}\n").as_bytes());
        sent.and_then(|()| pipe.flush()).map_err(|e| format!("{command}: {e}"))
    }

    /// Sends Ctrl-C.
    pub(crate) fn interrupt(&mut self) -> Result<(), String> {
        kill_process(Pid::from_child(&self.child), Signal::INT).map_err(|e| format!("Ctrl-C: {e}"))
    }

    /// Reads up to the next prompt.
    pub(crate) fn answer(&mut self) -> Result<String, String> {
        let deadline = Instant::now() + self.limit;
        let mut bytes = Vec::new();
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(chunk) => bytes.extend(chunk),
                Err(RecvTimeoutError::Timeout) => {
                    return Err(format!("no answer in {} s", self.limit.as_secs_f64()));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(format!("the debugger ended: {}", String::from_utf8_lossy(&bytes).trim()));
                }
            }
            if let Some(time) = prompt(&bytes) {
                self.time = time;
                return Ok(String::from_utf8_lossy(&bytes).into_owned());
            }
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if let Some(mut pipe) = self.stdin.take() {
            drop(pipe.write_all(b"q\n"));
        }
        let deadline = Instant::now() + FAREWELL;
        while matches!(self.child.try_wait(), Ok(None)) {
            if Instant::now() > deadline {
                drop(self.child.kill());
                drop(self.child.wait());
                return;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Parses the times in the prompt at the end of the text, if there is one.
fn prompt(text: &[u8]) -> Option<(u64, u64)> {
    let start = text.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
    let line = std::str::from_utf8(&text[start..]).ok()?;
    let (now, end) = line.strip_prefix("(ttd ")?.strip_suffix(") ")?.split_once('/')?;
    Some((now.parse().ok()?, end.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::prompt;

    #[test]
    fn prompts() {
        assert_eq!(prompt(b"--Call--\n(ttd 0/1) "), Some((0, 1)));
        assert_eq!(prompt(b"(ttd 7/9) "), Some((7, 9)));
        assert_eq!(prompt(b"(ttd 7/9)"), None);
        assert_eq!(prompt(b"(ttd 7/9) x\n"), None);
    }
}
