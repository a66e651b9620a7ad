//! Carries out motions: the search, the breakpoints and watchpoints on the way, and where it ends.

pub mod breakpoints;
pub mod explored;
mod frames;
pub mod hit;
pub mod motion;
pub(crate) mod raised;

use std::fmt;

use crate::travel::breakpoints::{Breakpoints, Hit};

use crate::target::{Event, EventKind, EventQuery, FrameWatch, Kinds, ProgramStop, Reached, Target, Time, WatchTarget};
use crate::travel::explored::Explored;
use crate::travel::motion::{Direction, Fallback, Motion, Plan};

/// Crossings whose conditions are evaluated together: going back to the first may cost more than running on to the
/// rest.
const BATCH: usize = 1 << 12;

/// Why a motion ended where it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The motion leads here.
    Arrived,
    /// A breakpoint hit.
    Hit(Hit),
    /// A watched value has changed.
    Changed,
    /// The program itself asks for a stop.
    Asked(ProgramStop),
    /// An exception was raised.
    Raised,
    /// The motion came to the first event without finding what it searched for.
    Start,
    /// The motion came to the end of the program without finding what it searched for.
    End,
    /// Ctrl-C ended the motion.
    Interrupted,
}

/// Where a motion leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MotionResult {
    /// The new time.
    pub to: Time,
    /// The reason.
    pub why: StopReason,
}

/// Ctrl-C ended a seek or search.
pub struct Interrupted;

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Interrupted")
    }
}

impl MotionResult {
    fn new(to: Time, why: StopReason) -> MotionResult {
        MotionResult { to, why }
    }
}

/// Everything that a motion reads: the program, what is known of it, and what stops it.
pub struct Navigator<'a> {
    /// The program.
    pub target: &'a mut dyn Target,
    /// What is known about the run.
    pub explored: &'a mut Explored,
    /// The breakpoints.
    pub breakpoints: &'a mut Breakpoints,
    /// The watched values, whose changes stop a motion too.
    pub watched: Vec<WatchTarget>,
}

impl Navigator<'_> {
    /// Carries out `motion` from time `i` and leaves the target at an unspecified time.
    pub fn run_motion(&mut self, motion: Motion, i: Time) -> MotionResult {
        self.run_motion_of(motion, i, 0)
    }

    /// As `run_motion`, for the user frame with the number `frame`, counted from the innermost.
    pub fn run_motion_of(&mut self, motion: Motion, i: Time, frame: usize) -> MotionResult {
        let first = self.target.first();
        match self.carry_out(motion, i, frame) {
            // The log may have dropped what comes before.
            travel if travel.to < first => MotionResult::new(first, StopReason::Start),
            travel => self.snap_to_recorded(motion, i, travel),
        }
    }

    /// Moves on from an event that is not recorded to the next one that is.
    fn snap_to_recorded(&self, motion: Motion, i: Time, travel: MotionResult) -> MotionResult {
        let direction = motion.direction();
        match self.target.nearest(travel.to, direction) {
            Some(to) if to == travel.to => travel,
            Some(to) => MotionResult { to, ..travel },
            None if direction == Direction::Backward => MotionResult::new(self.target.first(), StopReason::Start),
            None => {
                let last = self.target.nearest(travel.to, Direction::Backward).unwrap_or(i);
                MotionResult::new(last, StopReason::End)
            }
        }
    }

    fn carry_out(&mut self, motion: Motion, i: Time, frame: usize) -> MotionResult {
        if motion == Motion::Step(Direction::Backward) {
            // No state is needed, so that many of them cost no more than one.
            let why = if i == Time::START { StopReason::Start } else { StopReason::Arrived };
            return MotionResult::new(i.saturating_sub(1), why);
        }
        let Ok(event) = self.event(i).map(|event| self.event_of(frame, event)) else {
            return MotionResult::new(i, StopReason::Interrupted);
        };
        let travel = match motion.plan(&event) {
            Plan::Search(_, query, _) if motion == Motion::Callee && frame > 0 => self.callee(i, &event, frame, &query),
            Plan::SingleStep(Direction::Forward) => Ok(self.step(motion, i)),
            Plan::SingleStep(Direction::Backward) if i == Time::START => {
                Ok(MotionResult::new(Time::START, StopReason::Start))
            }
            Plan::SingleStep(Direction::Backward) => {
                self.backward(motion, i, MotionResult::new(i - 1, StopReason::Arrived))
            }
            Plan::Search(Direction::Forward, query, fallback) => self.forward(motion, i, &event, &query, fallback),
            Plan::Search(Direction::Backward, query, fallback) => self
                .last_before(&query, i)
                .map(|found| match (found, fallback) {
                    (Some(to), _) => MotionResult::new(to, StopReason::Arrived),
                    (None, Fallback::Edge) => MotionResult::new(Time::START, StopReason::Start),
                    (None, _) => neighbour(i, fallback.time(Direction::Backward, i, i, None), StopReason::Start),
                })
                .and_then(|travel| self.backward(motion, i, travel)),
            Plan::CallSite => self
                .call_site(i, &event, frame)
                .map(|found| match found {
                    Some(to) => MotionResult::new(to, StopReason::Arrived),
                    None => MotionResult::new(Time::START, StopReason::Start),
                })
                .and_then(|travel| self.backward(motion, i, travel)),
        };
        travel.unwrap_or(MotionResult::new(i, StopReason::Interrupted))
    }

    /// Brings the target to a time that was reached before.
    pub(crate) fn seek(&mut self, t: Time) -> Result<(), Interrupted> {
        if self.target.time() == Some(t) || self.target.seek(t) == Reached::Target {
            return Ok(());
        }
        Err(Interrupted)
    }

    /// The event at a time that was reached before. The target stands there then.
    pub(crate) fn event(&mut self, t: Time) -> Result<Event, Interrupted> {
        self.seek(t)?;
        Ok(self.target.event())
    }

    /// Goes one event on.
    fn step(&mut self, motion: Motion, i: Time) -> MotionResult {
        let next = self.target.nearest(i + 1, Direction::Forward).unwrap_or(Time::NEVER);
        let reached = self.target.seek(next);
        let now = self.target.time().unwrap_or(i);
        self.explored.reached(now);
        match reached {
            Reached::Target => {
                let event = self.target.event();
                hit::log(self, now, &event);
                let hit = self.hit_at(motion, now);
                MotionResult::new(now, hit.map_or(StopReason::Arrived, StopReason::Hit))
            }
            Reached::End => MotionResult::new(now, StopReason::End),
            Reached::Interrupted => MotionResult::new(i, StopReason::Interrupted),
        }
    }

    /// Runs on to what the motion searches for, or to what stops it.
    fn forward(
        &mut self,
        motion: Motion,
        i: Time,
        event: &Event,
        wanted: &EventQuery,
        fallback: Fallback,
    ) -> Result<MotionResult, Interrupted> {
        let travel = self.run_on(motion, i, wanted, Time::NEVER)?;
        match travel.why {
            StopReason::End => self.not_found(i, event, travel.to, fallback),
            _ => Ok(travel),
        }
    }

    /// Runs on from time `i` to what is wanted, to what stops the motion, or to a time, whichever comes first.
    pub(crate) fn run_on(
        &mut self,
        motion: Motion,
        i: Time,
        wanted: &EventQuery,
        limit: Time,
    ) -> Result<MotionResult, Interrupted> {
        let mut query = wanted.clone();
        if motion.is_intercepted() {
            let crossings = self.breakpoints.enabled(&self.target.prompt_names());
            query.locations.extend(crossings.locations);
            query.conditions = crossings.conditions;
            query.targets = self.watched.clone();
            query.contents = true;
            query.program_stops = true;
            query.any = self.with_exceptions(query.any);
        }
        loop {
            let reached = self.target.run_until(&query, limit);
            let now = self.target.time().unwrap_or(i);
            self.explored.reached(now);
            match reached {
                Reached::Target => {}
                Reached::End => return Ok(MotionResult::new(now, StopReason::End)),
                Reached::Interrupted => return Ok(MotionResult::new(now, StopReason::Interrupted)),
            }
            let (met, changed) = (self.target.event(), self.target.changed());
            hit::log(self, now, &met);
            if let Some(hit) = self.hit_at(motion, now) {
                return Ok(MotionResult::new(now, StopReason::Hit(hit)));
            }
            if let Some(stop) = self.target.program_stop(now).filter(|_| motion.is_intercepted()) {
                return Ok(MotionResult::new(now, StopReason::Asked(stop)));
            }
            if motion.is_intercepted() && self.is_raised_at(now, &met) {
                return Ok(MotionResult::new(now, StopReason::Raised));
            }
            let target = &*self.target;
            if now >= limit || wanted.matches(&met, || target.code(met.code)) {
                return Ok(MotionResult::new(now, StopReason::Arrived));
            }
            if changed {
                return Ok(MotionResult::new(now, StopReason::Changed));
            }
            if self.seek(now).is_err() {
                return Ok(MotionResult::new(now, StopReason::Interrupted));
            }
        }
    }

    /// Where the motion leads when the program ended before a match.
    fn not_found(
        &mut self,
        i: Time,
        event: &Event,
        last: Time,
        fallback: Fallback,
    ) -> Result<MotionResult, Interrupted> {
        if fallback == Fallback::Edge {
            return Ok(MotionResult::new(last, StopReason::End));
        }
        let end = match event.kind {
            EventKind::Return => Some(i),
            _ => self.end_of_activation(i, event)?,
        };
        let to = fallback.time(Direction::Forward, i, last, end);
        Ok(neighbour(i, to, StopReason::End))
    }

    fn end_of_activation(&mut self, i: Time, event: &Event) -> Result<Option<Time>, Interrupted> {
        self.seek(i)?;
        let watch = FrameWatch::of_kinds(event.frame, event.code, Kinds::RETURNS);
        match self.target.run_until(&EventQuery::frame(watch), Time::NEVER) {
            Reached::Target => Ok(self.target.time()),
            Reached::End => Ok(None),
            Reached::Interrupted => Err(Interrupted),
        }
    }

    /// Goes back to `travel.to`, unless a breakpoint or a watched value stops the motion on the way.
    fn backward(&mut self, motion: Motion, i: Time, travel: MotionResult) -> Result<MotionResult, Interrupted> {
        if !motion.is_intercepted() {
            return Ok(travel);
        }
        let hit = match self.breakpoints.any_stops() {
            true => self.last_hit(motion, i, travel.to)?,
            false => None,
        };
        let floor = hit.as_ref().map_or(travel.to, |hit| hit.to + 1);
        let asked = self.target.last_program_stop(i, floor);
        let asked =
            asked.and_then(|t| self.target.program_stop(t).map(|stop| MotionResult::new(t, StopReason::Asked(stop))));
        let stopped = asked.or(hit);
        let floor = stopped.as_ref().map_or(floor, |stopped| stopped.to + 1);
        let raised = self.last_raised(i, floor)?.map(|t| MotionResult::new(t, StopReason::Raised));
        let floor = raised.as_ref().map_or(floor, |raised| raised.to + 1);
        let stopped = raised.or(stopped);
        let travel = stopped.unwrap_or(travel);
        if self.watched.is_empty() || floor >= i {
            return Ok(travel);
        }
        let query = EventQuery::of_contents(self.watched.clone()).last_only();
        let found = self.target.last_before(&query, i, floor);
        match (found.interrupted, found.times.last()) {
            (true, _) => Err(Interrupted),
            (false, Some(t)) => Ok(MotionResult::new(*t, StopReason::Changed)),
            (false, None) => Ok(travel),
        }
    }

    /// The last hit before `i` and not before `floor`.
    fn last_hit(&mut self, motion: Motion, i: Time, floor: Time) -> Result<Option<MotionResult>, Interrupted> {
        let crossings = self.breakpoints.stops(&self.target.prompt_names());
        let (mut before, mut batch) = (i, 1);
        loop {
            let found = self.explored.crossings_before(self.target, &crossings, before, floor, batch);
            if found.interrupted {
                return Err(Interrupted);
            }
            let Some(first) = found.times.first() else {
                return Ok(None);
            };
            let mut last = None;
            for t in &found.times {
                self.seek(*t)?;
                let hit = self.hit_at(motion, *t);
                last = hit.map(|hit| MotionResult::new(*t, StopReason::Hit(hit))).or(last);
            }
            if last.is_some() {
                return Ok(last);
            }
            before = *first;
            batch = (batch * 4).min(BATCH);
        }
    }

    /// The breakpoint that stops this motion at `t`, where the target is.
    fn hit_at(&mut self, motion: Motion, t: Time) -> Option<Hit> {
        if !motion.is_intercepted() || !self.breakpoints.any_enabled() {
            return None;
        }
        let event = self.target.event();
        hit::effective(self, t, &event)
    }

    fn last_before(&mut self, query: &EventQuery, t: Time) -> Result<Option<Time>, Interrupted> {
        if query.is_empty() {
            return Ok(None);
        }
        let found = self.target.last_before(query, t, Time::START);
        match found.interrupted {
            true => Err(Interrupted),
            false => Ok(found.times.last().copied()),
        }
    }
}

/// The result of a motion whose search failed: it leads to `to`, or has come to an edge when that is where it began.
fn neighbour(i: Time, to: Time, edge: StopReason) -> MotionResult {
    MotionResult::new(to, if to == i { edge } else { StopReason::Arrived })
}
