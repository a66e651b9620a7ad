//! Standard input that a client types: the program gets it line by line, as from a terminal.
//!
//! The program reads from a pipe, as it would without a debugger. What is typed waits here and is written by a thread
//! of its own, so that nobody waits for a program that does not read.

use std::fs::File;
use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::streams;

/// Bytes that wait for the program at most.
const MOST: usize = 16 << 20;

/// The input. Clones share it.
#[derive(Clone)]
pub(crate) struct Input(Arc<Shared>);

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// Whole lines that the pipe has not got yet.
    lines: Vec<u8>,
    /// A line that has not come whole.
    begun: Vec<u8>,
    /// There will be no more.
    ended: bool,
    /// The program waits, and nothing was typed since.
    awaited: bool,
}

impl Input {
    /// Puts a pipe in place of the standard input of the process.
    pub(crate) fn open() -> io::Result<Input> {
        let pipe = streams::open_input()?;
        let input = Input(Arc::default());
        let shared = input.clone();
        thread::Builder::new().name("input".into()).spawn(move || shared.write_to(pipe))?;
        Ok(input)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes lines to the pipe as they come, and closes it at the end of the input.
    fn write_to(&self, mut pipe: File) {
        loop {
            let mut state = self.state();
            while state.lines.is_empty() && !state.ended {
                state = self.0.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            let lines = std::mem::take(&mut state.lines);
            let ended = state.ended;
            drop(state);
            // The other end is this process's: it is there.
            if pipe.write_all(&lines).is_err() || ended {
                return;
            }
        }
    }

    /// Gives the program a text, of which the last line waits for its end. With `end`, there will be no more.
    ///
    /// # Errors
    /// Why it cannot have it.
    pub(crate) fn give(&self, text: &str, end: bool) -> Result<(), String> {
        let mut state = self.state();
        if state.ended {
            return Err("standard input has ended".into());
        }
        if state.lines.len() + state.begun.len() + text.len() > MOST {
            return Err(format!("more than {MOST} bytes of input wait to be read"));
        }
        state.begun.extend_from_slice(text.as_bytes());
        let whole = if end { state.begun.len() } else { line_ends(&state.begun) };
        let lines: Vec<u8> = state.begun.drain(..whole).collect();
        state.awaited &= lines.is_empty() && !end;
        state.lines.extend(lines);
        state.ended = end;
        self.0.changed.notify_all();
        Ok(())
    }

    /// Notes that the program waits; whether that is news.
    pub(crate) fn note_waiting(&self) -> bool {
        !std::mem::replace(&mut self.state().awaited, true)
    }

    /// Notes that the program does not wait, because it stands.
    pub(crate) fn note_standing(&self) {
        self.state().awaited = false;
    }

    /// Whether the program waits.
    pub(crate) fn is_awaited(&self) -> bool {
        self.state().awaited
    }
}

/// Where the last whole line ends.
fn line_ends(bytes: &[u8]) -> usize {
    bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::{Input, MOST};

    #[test]
    fn lines_come_whole() {
        let input = Input(std::sync::Arc::default());
        let lines = || input.state().lines.clone();
        assert!(input.note_waiting() && !input.note_waiting());
        input.give("a", false).expect("there is room");
        assert!(lines().is_empty() && input.is_awaited());
        input.give("b\nc", false).expect("there is room");
        assert!(lines() == b"ab\n" && !input.is_awaited());
        assert!(input.give(&"x".repeat(MOST), false).is_err());
        input.give("", true).expect("there is room");
        assert_eq!(lines(), b"ab\nc");
        assert!(input.give("d\n", false).is_err());
    }
}
