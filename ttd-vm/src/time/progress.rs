//! Progress of long seeks and searches.

use std::time::{Duration, Instant};

use super::machine::Machine;
use super::search::query::{OnProgress, Progress};

/// Who is told how far a long run has come.
pub(super) struct Reporter {
    tell: OnProgress,
    /// Events that were behind it when the present run began.
    done_before: u64,
    /// Where that was.
    began_at: i64,
    /// How many there are in all.
    total: Option<u64>,
    last_report: Instant,
    /// It is too early to look at the clock before this event.
    next_check: i64,
}

impl Reporter {
    /// Time between two reports.
    const PAUSE: Duration = Duration::from_millis(50);
    /// Events between two looks at the clock.
    const EVENTS: i64 = 1 << 16;

    pub(super) fn new(tell: OnProgress) -> Reporter {
        Reporter { tell, done_before: 0, began_at: 0, total: None, last_report: Instant::now(), next_check: 0 }
    }

    /// Something long begins at event `now`.
    pub(super) fn begin(&mut self, of: Option<u64>, now: i64) {
        (self.total, self.done_before, self.began_at, self.next_check) = (of, 0, now, now);
        self.last_report = Instant::now();
    }

    /// A run of it begins at event `now`, when so many are behind it.
    pub(super) fn continue_run(&mut self, behind: u64, now: i64, output: u64) {
        (self.done_before, self.began_at, self.next_check) = (behind, now, now);
        self.update(now, output);
    }

    /// A run has come to event `now`.
    pub(super) fn update(&mut self, now: i64, output: u64) {
        if now < self.next_check {
            return;
        }
        self.next_check = now + Reporter::EVENTS;
        if self.last_report.elapsed() >= Reporter::PAUSE {
            self.last_report = Instant::now();
            let done = self.done_before + (now - self.began_at).max(0) as u64;
            (self.tell)(Progress { done, total: self.total, output });
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
    pub(super) fn report_progress(&mut self, behind: u64) {
        let now = self.vm().now();
        let output = self.vm().host.output_seen();
        if let Some(reporter) = self.vm_mut().driver().and_then(|d| d.reporter.as_mut()) {
            reporter.continue_run(behind, now, output);
        }
    }
}
