//! Collecting the matches of a stretch while it runs again.
//!
//! If only the last match is wanted and they are frequent, most of a long stretch need not be looked at: after a sample
//! at its beginning the program runs at full speed to the last part, and only if that has none is the middle searched.

use std::sync::atomic::Ordering;

use crate::time::driver::StopReason;
use crate::time::machine::Machine;
use crate::time::observe::event_patches::EventAction;

/// The matches of the sample.
const SAMPLE: usize = 1 << 12;
/// A stretch is divided if it has at least this many times the events of the sample.
const WORTH_IT: i64 = 8;

/// Matches, and the time from which on these are all.
pub(super) struct Collected {
    pub(super) times: Vec<u64>,
    pub(super) from: i64,
}

impl Machine {
    /// Collects the matching times from `from` to before `to`, by running from a checkpoint before them: `most` of the
    /// last ones, or up to twice as many; with `last_only`, perhaps fewer. `None` if interrupted. `behind`: events that
    /// the search has behind it.
    pub(super) fn collect_matches(
        &mut self,
        checkpoint: usize,
        (from, to): (i64, i64),
        (most, last_only): (usize, bool),
        behind: u64,
    ) -> Option<Collected> {
        if self.vm().interrupt.load(Ordering::Relaxed) {
            return None;
        }
        let now = self.vm().now();
        if self.has_ended() || now >= from || now < self.checkpoint_time(checkpoint) {
            self.restore(checkpoint);
        }
        self.report_progress(behind);
        self.run_up_to(from)?;
        let collected = |times: Vec<u64>, from| {
            let from = if times.len() > most { times[0] as i64 } else { from };
            Collected { times, from }
        };
        let sample = if last_only { SAMPLE } else { usize::MAX };
        let (times, stop) = self.collect_up_to(to, Vec::new(), (most, sample))?;
        if stop != StopReason::Matched {
            return Some(collected(times, from));
        }
        let (here, mut end) = (self.vm().now() + 1, to);
        if to - here > WORTH_IT * (here - from) {
            end = to - 2 * (here - from);
            self.run_up_to(end)?;
            self.leave_stepping_stone();
            let near = self.collect_up_to(to, Vec::new(), (most, usize::MAX))?.0;
            if !near.is_empty() {
                return Some(collected(near, end));
            }
            self.restore(checkpoint);
            self.run_up_to(here)?;
        }
        Some(collected(self.collect_up_to(end, times, (most, usize::MAX))?.0, from))
    }

    /// Runs to the event before `t`, if it is not passed; `None` if interrupted.
    fn run_up_to(&mut self, t: i64) -> Option<()> {
        if self.vm().now() < t - 1 {
            let stop = self.run_until_stop(t - 1);
            if stop != StopReason::Reached {
                self.leave_run(stop);
                return None;
            }
        }
        Some(())
    }

    /// Adds the matches from here to before `to`: the last `most`, until there are `enough`. `None` if interrupted.
    pub(super) fn collect_up_to(
        &mut self,
        to: i64,
        times: Vec<u64>,
        (most, enough): (usize, usize),
    ) -> Option<(Vec<u64>, StopReason)> {
        let (stop, action) = self.run_with_action(to - 1, EventAction::Collect { times, most, enough });
        if !matches!(stop, StopReason::Reached | StopReason::Matched) {
            self.leave_run(stop);
            return None;
        }
        let EventAction::Collect { times, .. } = action else { return None };
        Some((times, stop))
    }
}
