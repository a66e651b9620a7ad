//! Searching through time at the speed of the program.
//!
//! Forwards is running with the query armed. Backwards goes from checkpoint to checkpoint: the stretch behind one runs
//! again and collects its matches, and only if it has none is the stretch before it searched.
//!
//! # Skipping
//!
//! A frame that waits for another has no events. So if only one frame is searched, and a checkpoint shows it waiting
//! since time `b`, there is none from `b` to the checkpoint: backwards the search continues before `b`; forwards, over
//! recorded time, at the last checkpoint at which the frame still waits since `b`. Passing over a call of any length
//! costs a few stretches. A generator remembers when it was suspended last, so backwards the same holds for its
//! consumer's work.

mod collect;
pub mod filter;
pub(crate) mod filter_exec;
mod filtered_code;
mod in_log;
mod nearest;
pub(crate) mod place;
mod plain_attribute;
pub mod query;

use std::sync::atomic::Ordering;

use self::collect::Collected;
use super::checkpoint::Checkpoint;
use super::machine::Machine;
use super::search::query::{EventQuery, ObjectUse, Search};
use crate::time::driver::StopReason;
use crate::time::observe::event_patches::EventAction;
use crate::vm::event::{Event, Reached};
use crate::vm::objects::generator_layout;
use crate::vm::stack::frame::Frame;

/// The most times that a search keeps.
const MAX_TIMES: usize = 1 << 18;
/// Events at the end of a stretch that are searched first for a single frame: it may be busy, and each match costs.
const NEAR_EVENTS: i64 = 1 << 14;
/// Beyond every program's end.
pub(super) const FAR_FUTURE: u64 = 1 << 60;

impl Machine {
    /// Runs on from the present to the first matching event, or to time `limit`.
    pub fn run_until(&mut self, query: &EventQuery, limit: u64) -> Reached {
        if let Some(d) = self.vm_mut().driver() {
            d.armed.data.changed = false;
        }
        let (start, limit) = (self.vm().now(), limit.min(FAR_FUTURE) as i64);
        loop {
            let stop = if query.program_stops { self.next_program_stop(start) } else { None };
            if let Some(reached) = self.run_on(query, start, stop.map_or(limit, |t| t.min(limit))) {
                return reached;
            }
        }
    }

    /// As `run_until`, for a run that began at `start`. `None` when the program has asked for a stop at which the
    /// machine cannot stop.
    fn run_on(&mut self, query: &EventQuery, start: i64, limit: i64) -> Option<Reached> {
        if limit <= self.vm().now() {
            return Some(Reached::Target);
        }
        if self.is_logged()
            && let Some(reached) = self.next_in_log(query, limit)
        {
            return Some(reached);
        }
        if let Some(reached) = self.begin_run(limit) {
            return Some(reached);
        }
        self.vm_mut().set_query(query);
        loop {
            let now = self.vm().now();
            let stretch = if query.is_of_one_frame() { self.checkpoint_after(now) } else { None };
            let to = stretch.map_or(limit, |c| c.min(limit));
            let stop = self.run_with_action(to, EventAction::Stop).0;
            if stop == StopReason::ProgramStop {
                return self.settle_at_program_stop(start);
            }
            if stop != StopReason::Reached || to == limit {
                return Some(self.settle_at_event(stop));
            }
            if let Some(frame) = query.frame {
                self.skip_waiting(frame.frame, limit);
            }
        }
    }

    /// Prepares to run on, to time `limit` at most; `Some` if that is impossible.
    pub(super) fn begin_run(&mut self, limit: i64) -> Option<Reached> {
        if self.vm().interrupt.load(Ordering::Relaxed) {
            return Some(Reached::Interrupted);
        }
        let end = self.end().map(|end| end.last.map_or(-1, |last| last as i64));
        if end.is_some_and(|last| last <= self.vm().now()) {
            return Some(Reached::End);
        }
        let of = end.map_or(limit, |last| limit.min(last)) - self.vm().now();
        self.begin_progress((of < 1 << 59).then_some(of as u64));
        None
    }

    /// The time of the first checkpoint after `t`.
    fn checkpoint_after(&mut self, t: i64) -> Option<i64> {
        let d = self.vm_mut().driver()?;
        let at = d.checkpoints.partition_point(|c| c.time <= t);
        d.checkpoints.get(at).map(|c| c.time)
    }

    /// From a checkpoint, skips to the last one before `limit` at which `frame` still waits for the same call.
    fn skip_waiting(&mut self, frame: u64, limit: i64) {
        let now = self.vm().now();
        let here = self.nearest_checkpoint(now);
        let Some(d) = self.vm_mut().driver() else { return };
        let Some(since) = d.checkpoints[here].idle_since(frame, None) else { return };
        // A change at the beginning of a branch may be to the waiting frame.
        let still = |c: &Checkpoint| {
            c.time < limit && c.idle_since(frame, None) == Some(since) && (!c.begins_branch || c.time <= now)
        };
        let at = here + d.checkpoints[here..].partition_point(still) - 1;
        if at > here {
            self.restore(at);
        }
    }

    /// Finds the last matching event before `t`, and not before `floor`. Leaves the machine at any time.
    pub fn last_before(&mut self, query: &EventQuery, t: u64, floor: u64) -> Search {
        if self.is_logged() {
            return self.last_in_log(query, t, floor);
        }
        // The first event has none before it to compare with.
        let floor = floor.max(u64::from(query.observes_state()));
        let nothing = Search { times: Vec::new(), from: floor.min(t), interrupted: false };
        let floor = floor.max(query.frame.filter(|_| query.is_of_one_frame()).map_or(0, |frame| frame.frame));
        self.begin_progress(Some(t.saturating_sub(floor)));
        self.vm_mut().set_query(query);
        let paused = query.frame.filter(|_| self.time() == Some(t)).and_then(|frame| self.paused_at(frame.frame));
        let mut before = self.while_there(query, t.min(FAR_FUTURE));
        while before > floor {
            let found = self.search_stretch(query, before, floor, t, paused);
            if found.interrupted || !found.times.is_empty() {
                return found;
            }
            before = found.from;
        }
        nothing
    }

    /// The latest time, at most `t`, from which on a query for changes of a variable finds nothing: none changes after
    /// its frame was left, and checkpoints tell when that was.
    pub(super) fn while_there(&self, query: &EventQuery, t: u64) -> u64 {
        let vm = self.vm();
        let (Some(frame), Some(d)) = (query.frame_of_variable(), vm.control.driver()) else { return t };
        if vm.loaded.threads_started {
            return t;
        }
        let born = frame as i64;
        let there = |c: &Checkpoint| c.time < born || c.frames.iter().any(|f| f.born == frame && f.code().counted);
        let gone = d.checkpoints.get(d.checkpoints.partition_point(there));
        // The event at that checkpoint may be the first without the frame.
        gone.map_or(t, |checkpoint| t.min(checkpoint.time as u64 + 1))
    }

    /// A time after which the generator whose frame this is on the stack had no event until it was resumed.
    fn paused_at(&self, frame: u64) -> Option<u64> {
        let vm = self.vm();
        let of_generator = |f: &&Frame| f.born == frame && f.code().counted && f.is_generator();
        let paused = vm.heap.slot(vm.frames().find(of_generator)?.owner, generator_layout::PAUSED);
        paused.is_int().then(|| (paused.as_int() * generator_layout::PAUSED_UNIT) as u64)
    }

    /// Searches from the last checkpoint before `before` on, including the event at the checkpoint. `t` is where the
    /// whole search began, `paused` what `paused_at` gave there.
    fn search_stretch(&mut self, query: &EventQuery, before: u64, floor: u64, t: u64, paused: Option<u64>) -> Search {
        let (hi, floor) = (before as i64, floor as i64);
        // A change at a checkpoint shows only in the stretch that leads to it.
        let follows = query.observes_state();
        let at = self.nearest_checkpoint(hi - 1 - i64::from(follows));
        let checkpoint = self.checkpoint_time(at);
        let lo = floor.max(checkpoint + 1);
        let mut known = hi;
        let near = if query.is_of_one_frame() { lo.max(hi - NEAR_EVENTS) } else { lo };
        let most = if query.is_of_one_frame() { 64 } else { MAX_TIMES };
        for from in [near, lo] {
            if from >= known {
                continue;
            }
            let Some(Collected { times, from }) =
                self.collect_matches(at, (from, known), (most, query.last_only), t - before)
            else {
                return Search { times: Vec::new(), from: known as u64, interrupted: true };
            };
            if !times.is_empty() {
                return Search { times, from: from as u64, interrupted: false };
            }
            known = from;
        }
        if checkpoint < floor {
            return Search { times: Vec::new(), from: floor as u64, interrupted: false };
        }
        if follows {
            return Search { times: Vec::new(), from: (checkpoint + 1) as u64, interrupted: false };
        }
        let (event, since) = self.vm_mut().driver().map_or((Event::NONE, None), |d| {
            let c = &d.checkpoints[at];
            (*c.event(), query.frame.and_then(|frame| c.idle_since(frame.frame, paused)))
        });
        if self.vm_mut().matches_query(&event) {
            return Search { times: vec![checkpoint as u64], from: checkpoint as u64, interrupted: false };
        }
        let since = since.filter(|_| query.is_of_one_frame()).unwrap_or(u64::MAX);
        Search { times: Vec::new(), from: since.min(checkpoint as u64), interrupted: false }
    }

    /// Whether the last search stopped at a change of a target.
    pub fn changed(&mut self) -> bool {
        self.vm_mut().driver().is_some_and(|d| d.armed.data.changed)
    }

    /// The uses found at the event where the last search with a [`WriteQuery`](query::WriteQuery) stopped.
    pub fn object_uses(&mut self) -> Vec<ObjectUse> {
        self.vm_mut().driver().map_or_else(Vec::new, |d| d.armed.data.tracer.uses.clone())
    }

    /// Runs on to time `t` with this action.
    pub(super) fn run_with_action(&mut self, t: i64, action: EventAction) -> (StopReason, EventAction) {
        self.begin_watching();
        self.vm_mut().arm(action);
        let stop = self.run_until_stop(t);
        (stop, self.vm_mut().disarm())
    }

    /// `E[from..=to]`, shorter when the program ends or is interrupted. Afterwards the machine is at the last of them.
    pub fn record(&mut self, from: u64, to: u64) -> Vec<Event> {
        if self.is_logged() {
            return self.events_in_log(from, to).0.into_iter().map(|(_, event)| event).collect();
        }
        if from > to || self.seek(from) != Reached::Target {
            return Vec::new();
        }
        let mut events = vec![self.event()];
        let to = to.min(FAR_FUTURE) as i64;
        if self.vm().now() < to {
            self.begin_progress(Some((to - from as i64) as u64));
            let (stop, action) = self.run_with_action(to, EventAction::Record(events));
            events = if let EventAction::Record(events) = action { events } else { Vec::new() };
            self.settle_at_event(stop);
        }
        events
    }
}
