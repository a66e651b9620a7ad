//! The nearest events that a filter accepts, in either direction: as many as are asked for.

use super::FAR_FUTURE;
use super::filter::Filter;
use super::in_log::LogFilter;
use crate::time::driver::StopReason;
use crate::time::machine::Machine;
use crate::time::observe::event_patches::Keep;
use crate::vm::event::{Event, Reached};

/// The part at the end of a long stretch that is collected first: the rest runs unpatched.
const NEAR_EVENTS: i64 = 1 << 17;

/// Events with their times.
pub(super) type Timed = Vec<(u64, Event)>;

impl Machine {
    /// The first `most` events after `t`, up to `to`, that pass the filter; `None` if interrupted. `to` must have been
    /// reached before. Leaves the machine at any time.
    pub fn first_matching(&mut self, t: u64, to: u64, filter: &Filter, most: usize) -> Option<Timed> {
        if to <= t || most == 0 || !self.vm().has_code_for(filter) {
            return Some(Vec::new());
        }
        if self.is_logged() {
            let times = self.recorded_range(t + 1, to);
            return self.matches_in_log(times, filter, most);
        }
        if self.seek(t) != Reached::Target {
            return None;
        }
        self.begin_progress(Some(to - t));
        self.vm_mut().set_filter(filter);
        self.collect_filtered(to.min(FAR_FUTURE) as i64, Vec::new(), Keep::First(most))
    }

    /// The last events before `t`, from `floor` on, that pass the filter, and the time from which on these are all;
    /// `None` if interrupted. It goes no farther back once it has `enough`, and keeps about `most`. Leaves the machine
    /// at any time.
    pub fn last_matching(
        &mut self,
        t: u64,
        floor: u64,
        filter: &Filter,
        (enough, most): (usize, usize),
    ) -> Option<(Timed, u64)> {
        let floor = floor.max(self.first()) as i64;
        let (mut parts, mut count, mut before) = (Vec::new(), 0, t as i64);
        if !self.vm().has_code_for(filter) {
            before = floor;
        }
        self.begin_progress(Some((before - floor).max(0) as u64));
        let mut reader = self.is_logged().then(|| LogFilter::new(self.vm_mut(), filter));
        while before > floor && count < enough {
            let (events, from) = match &mut reader {
                Some(reader) => self.last_blocks((floor, before, t as i64), reader, most - count)?,
                // What is near is most likely near the beginning of the search: other stretches run once.
                None => {
                    let near = if before == t as i64 { NEAR_EVENTS } else { i64::MAX };
                    self.filtered_stretch((floor, before), near, filter, (enough - count, most - count))?
                }
            };
            self.report_progress((t as i64 - from).max(0) as u64);
            before = from;
            count += events.len();
            parts.push(events);
        }
        parts.reverse();
        Some((parts.concat(), before.max(floor) as u64))
    }

    /// The last accepted events of the stretch before `before` that begins at a checkpoint, and the time from which on
    /// these are all. The last `near` events of the stretch are looked at first.
    fn filtered_stretch(
        &mut self,
        (floor, before): (i64, i64),
        near: i64,
        filter: &Filter,
        (enough, most): (usize, usize),
    ) -> Option<(Timed, i64)> {
        let at = self.nearest_checkpoint(before - 1);
        let lo = floor.max(self.checkpoint_time(at));
        let near = lo.max(before.saturating_sub(near));
        let mut events = self.filtered_run(at, near, before - 1, filter, Keep::Last(most))?;
        if events.len() >= enough {
            let from = if events.len() >= most { events[0].0 as i64 } else { near };
            return Some((events, from));
        }
        if near > lo {
            let mut earlier = self.filtered_run(at, lo, near - 1, filter, Keep::Last(most - events.len()))?;
            earlier.append(&mut events);
            events = earlier;
        }
        // More than asked for: earlier ones may have been let go.
        let from = if events.len() >= most { events[0].0 as i64 } else { lo };
        Some((events, from))
    }

    /// The accepted events from `from` to `to` that are to be kept, by running from a checkpoint; `None` if
    /// interrupted.
    pub(super) fn filtered_run(&mut self, at: usize, from: i64, to: i64, filter: &Filter, keep: Keep) -> Option<Timed> {
        let (now, begin) = (self.vm().now(), self.checkpoint_time(at));
        if self.has_ended() || now > from || now < begin {
            self.restore(at);
        }
        if self.vm().now() < from {
            let stop = self.run_until_stop(from);
            if stop != StopReason::Reached {
                self.leave_run(stop);
                return None;
            }
        }
        self.vm_mut().set_filter(filter);
        let mut events = Vec::new();
        if from >= 0 && self.vm_mut().accepts_event() {
            events.push((from as u64, self.event()));
        }
        let enough = matches!(keep, Keep::First(most) if events.len() >= most);
        if from < to && !enough { self.collect_filtered(to, events, keep) } else { Some(events) }
    }
}
