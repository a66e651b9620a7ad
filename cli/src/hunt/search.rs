//! The runs of a hunt, several at a time.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::child::{Failure, run};
use super::count;
use crate::args::{Hunting, Program};

/// How often the number of runs is shown on a terminal.
const SHOW_EVERY: Duration = Duration::from_millis(200);

/// What the runs have come to.
pub(super) struct Found {
    /// Runs with lower seeds, which passed; all runs where none failed.
    pub(super) passed: u64,
    /// The failure of the lowest seed, however many runs at a time there were.
    pub(super) failed: Option<(u32, Failure)>,
}

/// Runs the program with one seed after the other until a run fails, time is up, or there were enough.
///
/// # Errors
/// Why a run cannot be started.
pub(super) fn search(how: &Hunting, program: &Program) -> io::Result<Found> {
    let began = Instant::now();
    let shared = Mutex::new(Shared { begun: 0, ended: 0, failed: None, error: None, counter: Counter::new() });
    let lock = || shared.lock().unwrap_or_else(PoisonError::into_inner);
    let work = || {
        loop {
            let mut next = lock();
            let late = how.time.is_some_and(|time| began.elapsed() >= time);
            let seed = u32::try_from(u64::from(how.seed) + next.begun);
            let (false, Ok(seed)) = (late || next.begun == how.runs || next.is_over(), seed) else { return };
            next.begun += 1;
            drop(next);
            let outcome = run(how, program, seed);
            lock().note(seed, outcome);
        }
    };
    thread::scope(|scope| {
        for _ in 1..how.jobs {
            scope.spawn(work);
        }
        work();
    });
    let mut shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    shared.counter.clear();
    if let Some(error) = shared.error {
        return Err(error);
    }
    let passed = shared.failed.as_ref().map_or(shared.begun, |(seed, _)| u64::from(seed - how.seed));
    Ok(Found { passed, failed: shared.failed })
}

/// What those that run programs share.
struct Shared {
    begun: u64,
    ended: u64,
    /// The failure of the lowest seed.
    failed: Option<(u32, Failure)>,
    error: Option<io::Error>,
    counter: Counter,
}

impl Shared {
    /// Whether no more runs begin.
    fn is_over(&self) -> bool {
        self.failed.is_some() || self.error.is_some()
    }

    fn note(&mut self, seed: u32, outcome: io::Result<Option<Failure>>) {
        self.ended += 1;
        match outcome {
            Ok(Some(failure)) if self.failed.as_ref().is_none_or(|(lowest, _)| seed < *lowest) => {
                self.failed = Some((seed, failure));
            }
            Ok(_) => {}
            Err(error) => self.error = Some(error),
        }
        if !self.is_over() {
            self.counter.show(self.ended);
        }
    }
}

/// The number of runs, shown on a terminal while they last.
struct Counter {
    shown: Option<Instant>,
    is_terminal: bool,
}

impl Counter {
    fn new() -> Counter {
        Counter { shown: None, is_terminal: io::stderr().is_terminal() }
    }

    fn show(&mut self, runs: u64) {
        if self.is_terminal && self.shown.is_none_or(|shown| shown.elapsed() >= SHOW_EVERY) {
            self.shown = Some(Instant::now());
            let _ = write!(io::stderr(), "\r{} passed", count(runs));
        }
    }

    /// Empties the line.
    fn clear(&mut self) {
        if self.shown.take().is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
