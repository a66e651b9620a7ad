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

/// Runs under one schedule after the other.
pub(super) struct Series<'a> {
    /// The program and how it is run.
    pub(super) how: &'a Hunting,
    pub(super) program: &'a Program,
    /// The argument of `-X` for each seed.
    pub(super) schedule: &'a (dyn Fn(u32) -> String + Sync),
    /// The first seed, and the most runs.
    pub(super) seed: u32,
    pub(super) runs: u64,
    /// Whether it ends with a run that fails, or with one that passes.
    pub(super) until_failure: bool,
    /// When the hunt began: it is over some time after that.
    pub(super) began: Instant,
}

/// What the runs have come to.
pub(super) struct Found {
    /// Runs with lower seeds, which ended otherwise; all runs if none ended as was wanted.
    pub(super) before: u64,
    /// The run of the lowest seed that ended as was wanted, however many runs at a time there were.
    pub(super) run: Option<(u32, Option<Failure>)>,
    /// Whether time was up.
    pub(super) late: bool,
}

impl Series<'_> {
    /// Runs the program with one seed after the other until a run ends as is wanted, time is up, or there were enough.
    ///
    /// # Errors
    /// Why a run cannot be started.
    pub(super) fn search(&self) -> io::Result<Found> {
        let counter = Counter::new(if self.until_failure { "passed" } else { "failed" });
        let shared = Mutex::new(Shared { begun: 0, ended: 0, found: None, late: false, error: None, counter });
        let lock = || shared.lock().unwrap_or_else(PoisonError::into_inner);
        let work = || {
            loop {
                let mut next = lock();
                let seed = u32::try_from(u64::from(self.seed) + next.begun);
                let (false, Ok(seed)) = (next.begun == self.runs || next.is_over(), seed) else { return };
                if self.how.time.is_some_and(|time| self.began.elapsed() >= time) {
                    next.late = true;
                    return;
                }
                next.begun += 1;
                drop(next);
                let outcome = run(self.how, self.program, &(self.schedule)(seed));
                lock().note(seed, outcome, self.until_failure);
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.how.jobs {
                scope.spawn(work);
            }
            work();
        });
        let mut shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        shared.counter.clear();
        if let Some(error) = shared.error {
            return Err(error);
        }
        let before = shared.found.as_ref().map_or(shared.begun, |(seed, _)| u64::from(seed - self.seed));
        Ok(Found { before, run: shared.found, late: shared.late })
    }
}

/// What those that run programs share.
struct Shared {
    begun: u64,
    ended: u64,
    /// The run of the lowest seed that ended as is wanted.
    found: Option<(u32, Option<Failure>)>,
    late: bool,
    error: Option<io::Error>,
    counter: Counter,
}

impl Shared {
    /// Whether no more runs begin.
    fn is_over(&self) -> bool {
        self.found.is_some() || self.error.is_some()
    }

    fn note(&mut self, seed: u32, outcome: io::Result<Option<Failure>>, until_failure: bool) {
        self.ended += 1;
        match outcome {
            Ok(failure) if failure.is_some() == until_failure => {
                if self.found.as_ref().is_none_or(|(lowest, _)| seed < *lowest) {
                    self.found = Some((seed, failure));
                }
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
    /// How they ended.
    ended: &'static str,
    shown: Option<Instant>,
    is_terminal: bool,
}

impl Counter {
    fn new(ended: &'static str) -> Counter {
        Counter { ended, shown: None, is_terminal: io::stderr().is_terminal() }
    }

    fn show(&mut self, runs: u64) {
        if self.is_terminal && self.shown.is_none_or(|shown| shown.elapsed() >= SHOW_EVERY) {
            self.shown = Some(Instant::now());
            let _ = write!(io::stderr(), "\r{} {}", count(runs), self.ended);
        }
    }

    /// Empties the line.
    fn clear(&mut self) {
        if self.shown.take().is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
