//! Choosing what is recorded, and what came of it.

use crate::log::RecordChoice;
use crate::time::machine::Machine;
use crate::vm::event::Event;

/// Decides whether the recording begins (`true`), or ends, at the present event.
pub type RecordDecider = Box<dyn FnMut(&mut Machine, bool) -> bool>;

/// The state of a partial recording.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordingStatus {
    /// How many events are in the log.
    pub events: u64,
    /// The modules that were named and of which nothing has run.
    pub never_ran: Vec<String>,
    /// Whether the recording has begun, and whether it has ended by its condition.
    pub begun: bool,
    /// See `begun`.
    pub ended: bool,
    /// The last event before there was no room for more.
    pub full: Option<u64>,
    /// The first event that was not dropped; 0 if none was.
    pub oldest: u64,
}

impl Machine {
    /// Restricts the log to `choice`. The program must not have begun.
    pub fn record_only(&mut self, choice: RecordChoice, decider: Option<RecordDecider>) {
        let roots = self.launch.ready.path.clone();
        self.vm_mut().set_record_filter(choice, &roots);
        self.decider = decider;
    }

    /// The state of the recording, if it is partial.
    pub fn recorded(&self) -> Option<RecordingStatus> {
        let log = self.vm().log.as_deref()?;
        let filter = log.record_filter.as_deref()?;
        let (begun, ended) = filter.progress();
        Some(RecordingStatus {
            events: log.recorded(),
            never_ran: filter.never_ran().to_vec(),
            begun,
            ended,
            full: filter.full.map(|t| t as u64),
            oldest: self.vm().first_logged() as u64,
        })
    }

    /// The time before which unreachable objects were pruned, if they were.
    pub fn pruned_before(&self) -> Option<u64> {
        self.vm().pruned_before
    }

    /// The first and the last event of the gap around `t`; `None` if `t` is recorded. `t` must have been passed.
    pub fn gap(&self, t: u64) -> Option<(u64, u64)> {
        let (first, last) = self.vm().gap_at(i64::try_from(t).ok()?)?;
        let end = self.end().and_then(|end| end.last);
        match last {
            // What is recorded there is not known yet, or there is nothing.
            i64::MAX => end.filter(|end| t <= *end).map(|end| (first as u64, end)),
            _ => Some((first as u64, last as u64)),
        }
    }

    /// The nearest recorded event from `t` on, or with `back` up to `t`. Without a log every event can be reached.
    pub fn nearest(&self, t: u64, back: bool) -> Option<u64> {
        let Ok(time) = i64::try_from(t) else { return Some(t) };
        let found = match back {
            true => self.vm().recorded_up_to(time),
            false if self.end().is_none() && time > self.log_end() => Some(time),
            false => self.vm().recorded_from(time),
        };
        if self.is_logged() { found.map(|t| t as u64) } else { Some(t) }
    }

    /// `E[from..=to]` with their times, without those that are not recorded; `None` when it was interrupted.
    pub fn events(&mut self, from: u64, to: u64) -> Option<Vec<(u64, Event)>> {
        if self.is_logged() {
            let (events, done) = self.events_in_log(from, to);
            return done.then_some(events);
        }
        let events = self.record(from, to);
        let done = events.len() as u64 == to + 1 - from;
        done.then(|| (from..).zip(events).collect())
    }

    /// Lets the decider decide about the present event.
    pub(crate) fn decide_recording(&mut self) {
        let Some(mut decider) = self.decider.take() else { return };
        let begins = self.vm().log.as_ref().and_then(|log| log.record_filter.as_deref());
        let begins = begins.is_some_and(|filter| filter.awaits_start());
        let yes = decider(self, begins);
        self.decider = Some(decider);
        let now = self.vm().now();
        if let Some(filter) = self.vm_mut().log.as_mut().and_then(|log| log.record_filter.as_deref_mut()) {
            filter.set_decision(now, yes);
        }
    }
}
