//! Progress of long seeks and searches.

use std::time::{Duration, Instant};

use super::machine::Machine;
use super::search::query::{OnProgress, Progress};

/// Reports the progress of a long run.
pub(super) struct Reporter {
    tell: OnProgress,
    /// Events done before the present run began.
    done_before: u64,
    /// The event at which it began.
    began_at: i64,
    /// Events in all, if known.
    total: Option<u64>,
    last_report: Instant,
    /// The next event at which the clock is read.
    next_check: i64,
}

impl Reporter {
    /// Time between two reports.
    const PAUSE: Duration = Duration::from_millis(50);
    /// Events between two readings of the clock.
    const EVENTS: i64 = 1 << 16;

    pub(super) fn new(tell: OnProgress) -> Reporter {
        Reporter { tell, done_before: 0, began_at: 0, total: None, last_report: Instant::now(), next_check: 0 }
    }

    /// Begins something long at event `now`.
    pub(super) fn begin(&mut self, of: Option<u64>, now: i64) {
        (self.total, self.done_before, self.began_at, self.next_check) = (of, 0, now, now);
        self.last_report = Instant::now();
    }

    /// Continues a search with a run from event `now`, after `behind` events.
    pub(super) fn continue_run(&mut self, behind: u64, now: i64, output: u64) {
        (self.done_before, self.began_at, self.next_check) = (behind, now, now);
        self.update(now, output);
    }

    /// Notes that a run has come to event `now`.
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
    /// Sets the callback that gets the progress of a long seek or search, about every 50 ms.
    pub fn on_progress(&mut self, tell: OnProgress) {
        if let Some(d) = self.vm_mut().driver() {
            d.reporter = Some(Reporter::new(tell));
        }
    }

    /// Begins something that may pass `of` events.
    pub(super) fn begin_progress(&mut self, of: Option<u64>) {
        let now = self.vm().now();
        if let Some(reporter) = self.vm_mut().driver().and_then(|d| d.reporter.as_mut()) {
            reporter.begin(of, now);
        }
    }

    /// Reports that `behind` events are done.
    pub(super) fn report_progress(&mut self, behind: u64) {
        let now = self.vm().now();
        let output = self.vm().host.output_seen();
        if let Some(reporter) = self.vm_mut().driver().and_then(|d| d.reporter.as_mut()) {
            reporter.continue_run(behind, now, output);
        }
    }
}
