//! Stops that the program asks for: calls of `breakpoint()`, `pdb.set_trace()` and `pdb.post_mortem()`.
//!
//! The time of a stop is that of the last event before the call. A call is noted when it runs for the first time.
//! Everything before the frontier has run, so the notes are complete there: a search among them runs no code. Beyond
//! the frontier a run that looks out for such stops ends at the first one.

use std::time::{Duration, Instant};

use ttd_core::value::Value;

use super::machine::Machine;
use crate::native::Res;
use crate::time::driver::StopReason;
use crate::time::observe::event_patches::EventAction;
use crate::vm::errors::raise::fields;
use crate::vm::event::{ProgramStop, Reached};
use crate::vm::stack::frame_objects::FrameState;
use crate::{Vm, ids};

/// Running again to a stop takes long: a checkpoint is made there.
const LONG_RERUN: Duration = Duration::from_millis(2);

impl Vm {
    /// Notes that the program asks to be stopped in `frame`, a frame object, or in the innermost user frame; where
    /// there is none, as at the interactive prompt, that means its last event. If the stop is new, and the run looks
    /// out for such stops, it ends here.
    pub(crate) fn ask_for_stop(&mut self, frame: Value, mut stop: ProgramStop) -> Res<()> {
        let skipped = match frame.is(ids::FRAME).then(|| self.frame_state(frame)) {
            Some(FrameState::Running(from_top)) => from_top,
            _ => 0,
        };
        let user = self.frames().skip(skipped).find(|f| f.code().counted);
        let frame = user.map_or(0, |f| f.born);
        let Ok(now) = u64::try_from(self.now()) else { return Ok(()) };
        let Some(d) = self.driver() else { return Ok(()) };
        let known = d.program_stops.last().is_some_and(|stop| stop.time >= now);
        if d.suspend_time || known {
            return Ok(());
        }
        (stop.time, stop.frame) = (now, frame);
        d.program_stops.push(stop);
        if matches!(d.action, EventAction::Stop) && d.armed.stops_for_program() {
            return self.suspend_run(StopReason::ProgramStop);
        }
        Ok(())
    }

    /// What `post_mortem` shows of an exception.
    pub(crate) fn describe_for_stop(&self, exc: Value) -> Option<(String, Option<u64>)> {
        if !self.is_exception(exc) {
            return None;
        }
        let first = self.exc_field(exc, fields::FIRST);
        Some((self.class_name(self.type_of(exc)), first.is_int().then(|| first.as_int() as u64)))
    }
}

impl Machine {
    /// The stop that the program asks for at `t`, if it does.
    pub fn program_stop(&self, t: u64) -> Option<&ProgramStop> {
        let stops = self.known_stops();
        stops.binary_search_by_key(&t, |stop| stop.time).ok().map(|at| &stops[at])
    }

    /// The time of the last stop at a recorded event that the program asked for before `t`, and not before `floor`.
    pub fn last_program_stop(&self, t: u64, floor: u64) -> Option<u64> {
        let stops = self.known_stops();
        let before = stops[..stops.partition_point(|stop| stop.time < t)].iter().map(|stop| stop.time);
        before.rev().take_while(|time| *time >= floor.max(self.first())).find(|time| self.gap(*time).is_none())
    }

    /// The time of the first known stop after `t` at a recorded event.
    pub(super) fn next_program_stop(&self, t: i64) -> Option<i64> {
        let stops = self.known_stops();
        let after = stops[stops.partition_point(|stop| stop.time as i64 <= t)..].iter();
        after.map(|stop| stop.time).find(|time| self.gap(*time).is_none()).map(|time| time as i64)
    }

    /// Whether the run has more checkpoints than that at its start.
    fn keeps_checkpoints(&self) -> bool {
        self.vm().control.driver().is_some_and(|d| d.policy.interval() > 0)
    }

    /// The stops that the program has asked for so far, by time.
    fn known_stops(&self) -> &[ProgramStop] {
        self.vm().control.driver().map_or(&[], |d| &d.program_stops)
    }

    /// Goes to the stop for which the run has just ended. `None` when the machine cannot stop there, because the run
    /// began there or it is not recorded: then it can run on.
    pub(super) fn settle_at_program_stop(&mut self, start: i64) -> Option<Reached> {
        let (now, began) = (self.vm().now(), Instant::now());
        self.rerun_to(now);
        if began.elapsed() > LONG_RERUN && !self.is_logged() && self.vm().is_at_event() && self.keeps_checkpoints() {
            // The next stop then costs no more than the way there.
            self.vm_mut().take_checkpoint();
        }
        (now > start && self.gap(now as u64).is_none()).then_some(Reached::Target)
    }
}
