//! Progress of long seeks and searches.

use std::time::{Duration, Instant};

use super::machine::Machine;
use super::search::query::{OnProgress, Progress};

/// Who is told how far a long run has come.
pub(super) struct Reporter {
    tell: OnProgress,
    /// Events that were behind it when the present run began.
    behind: u64,
    /// Where that was.
    began: i64,
    /// How many there are in all.
    of: Option<u64>,
    told: Instant,
    /// It is too early to look at the clock before this event.
    look: i64,
}

impl Reporter {
    /// Time between two reports.
    const PAUSE: Duration = Duration::from_millis(50);
    /// Events between two looks at the clock.
    const EVENTS: i64 = 1 << 16;

    pub(super) fn new(tell: OnProgress) -> Reporter {
        Reporter { tell, behind: 0, began: 0, of: None, told: Instant::now(), look: 0 }
    }

    /// Something long begins at event `now`.
    pub(super) fn begin(&mut self, of: Option<u64>, now: i64) {
        (self.of, self.behind, self.began, self.look) = (of, 0, now, now);
        self.told = Instant::now();
    }

    /// A run of it begins at event `now`, when so many are behind it.
    pub(super) fn go_on(&mut self, behind: u64, now: i64, output: u64) {
        (self.behind, self.began, self.look) = (behind, now, now);
        self.at(now, output);
    }

    /// A run has come to event `now`.
    pub(super) fn at(&mut self, now: i64, output: u64) {
        if now < self.look {
            return;
        }
        self.look = now + Reporter::EVENTS;
        if self.told.elapsed() >= Reporter::PAUSE {
            self.told = Instant::now();
            let done = self.behind + (now - self.began).max(0) as u64;
            (self.tell)(Progress { done, of: self.of, output });
        }
    }
}

impl Machine {
    /// Who is told, about every 50 ms, how far a long seek or search has come.
    pub fn on_progress(&mut self, tell: OnProgress) {
        if let Some(d) = self.vm_mut().driver() {
            d.reporter = Some(Reporter::new(tell));
        }
    }

    /// Something begins that may go through so many events.
    pub(super) fn begin_progress(&mut self, of: Option<u64>) {
        let now = self.vm().now();
        if let Some(reporter) = self.vm_mut().driver().and_then(|d| d.reporter.as_mut()) {
            reporter.begin(of, now);
        }
    }

    /// So many events of it are behind the machine.
    pub(super) fn report(&mut self, behind: u64) {
        let now = self.vm().now();
        let output = self.vm().host.output_seen();
        if let Some(reporter) = self.vm_mut().driver().and_then(|d| d.reporter.as_mut()) {
            reporter.go_on(behind, now, output);
        }
    }
}
