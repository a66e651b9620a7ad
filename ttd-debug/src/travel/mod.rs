//! Carrying out a motion: the search, the breakpoints met on the way, and where it ended.

pub mod breakpoints;
pub mod hit;
pub mod motion;
pub mod timeline;

use crate::travel::breakpoints::{Breakpoints, Hit};

use crate::target::{
    Event, EventKind, EventQuery, FrameWatch, Kinds, NEVER, Reached, SourceLocation, Target, WatchTarget,
};
use crate::travel::motion::{Direction, Fallback, Motion, Plan};
use crate::travel::timeline::Timeline;

/// Passes whose conditions are looked at in one go, at most: going to the first of them may cost more than all.
const BATCH: usize = 1 << 12;

/// Why a motion ended where it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// That is where it leads.
    Arrived,
    /// A breakpoint.
    Hit(Hit),
    /// Something that is watched has changed.
    Changed,
    /// It came to the start of the program without meeting what would have stopped it.
    Start,
    /// The same at the end.
    End,
    /// Ctrl-C.
    Interrupted,
}

/// Where a motion leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MotionResult {
    /// The new time.
    pub to: u64,
    /// The reason.
    pub why: StopReason,
}

/// The way to somewhere was broken off by Ctrl-C.
pub struct Interrupted;

impl MotionResult {
    fn new(to: u64, why: StopReason) -> MotionResult {
        MotionResult { to, why }
    }
}

/// The program and what watches over it; everything a motion reads.
pub struct Navigator<'a> {
    /// The program.
    pub target: &'a mut dyn Target,
    /// What is known about its events.
    pub timeline: &'a mut Timeline,
    /// What stops a motion.
    pub breakpoints: &'a mut Breakpoints,
    /// Places whose changes stop it too.
    pub watched: Vec<WatchTarget>,
}

impl Navigator<'_> {
    /// Follows `motion` from time `i`. The target is left at an unspecified time.
    pub fn run_motion(&mut self, motion: Motion, i: u64) -> MotionResult {
        let first = self.target.first();
        match self.follow_to(motion, i) {
            // A log may have forgotten what comes before.
            travel if travel.to < first => MotionResult::new(first, StopReason::Start),
            travel => self.snap_to_recorded(motion, i, travel),
        }
    }

    /// Where an event is not recorded the motion goes on to the next one that is.
    fn snap_to_recorded(&self, motion: Motion, i: u64, travel: MotionResult) -> MotionResult {
        let back = motion.direction() == Direction::Backward;
        match self.target.nearest(travel.to, back) {
            Some(to) if to == travel.to => travel,
            Some(to) => MotionResult { to, ..travel },
            None if back => MotionResult::new(self.target.first(), StopReason::Start),
            None => {
                let last = self.target.nearest(travel.to, true).unwrap_or(i);
                MotionResult::new(last, StopReason::End)
            }
        }
    }

    fn follow_to(&mut self, motion: Motion, i: u64) -> MotionResult {
        if motion == Motion::Step(Direction::Backward) {
            // Nothing need be looked at, so that many of them cost no more than one.
            let why = if i == 0 { StopReason::Start } else { StopReason::Arrived };
            return MotionResult::new(i.saturating_sub(1), why);
        }
        let Ok(event) = self.event(i) else {
            return MotionResult::new(i, StopReason::Interrupted);
        };
        let travel = match motion.plan(&event) {
            Plan::SingleStep(Direction::Forward) => Ok(self.step(motion, i)),
            Plan::SingleStep(Direction::Backward) if i == 0 => Ok(MotionResult::new(0, StopReason::Start)),
            Plan::SingleStep(Direction::Backward) => {
                self.backward(motion, i, MotionResult::new(i - 1, StopReason::Arrived))
            }
            Plan::Search(Direction::Forward, watch, otherwise) => self.forward(motion, i, &event, &watch, otherwise),
            Plan::Search(Direction::Backward, watch, otherwise) => self
                .last_before(&watch, i)
                .map(|found| match (found, otherwise) {
                    (Some(to), _) => MotionResult::new(to, StopReason::Arrived),
                    (None, Fallback::Edge) => MotionResult::new(0, StopReason::Start),
                    (None, _) => beside(i, otherwise.time(Direction::Backward, i, i, None), StopReason::Start),
                })
                .and_then(|travel| self.backward(motion, i, travel)),
            Plan::CallSite => self
                .call_site(i, &event)
                .map(|found| match found {
                    Some(to) => MotionResult::new(to, StopReason::Arrived),
                    None => MotionResult::new(0, StopReason::Start),
                })
                .and_then(|travel| self.backward(motion, i, travel)),
        };
        travel.unwrap_or(MotionResult::new(i, StopReason::Interrupted))
    }

    /// Brings the target to a time that was reached before.
    pub(crate) fn stand_at(&mut self, t: u64) -> Result<(), Interrupted> {
        if self.target.time() == Some(t) || self.target.seek(t) == Reached::Target {
            return Ok(());
        }
        Err(Interrupted)
    }

    /// The event at a time that was reached before. The target stands there then.
    pub(crate) fn event(&mut self, t: u64) -> Result<Event, Interrupted> {
        self.stand_at(t)?;
        Ok(self.target.event())
    }

    /// One event on.
    fn step(&mut self, motion: Motion, i: u64) -> MotionResult {
        let next = self.target.nearest(i + 1, false).unwrap_or(NEVER);
        let reached = self.target.seek(next);
        let now = self.target.time().unwrap_or(i);
        self.timeline.reached(now);
        match reached {
            Reached::Target => {
                let hit = self.hit_at(motion, now);
                MotionResult::new(now, hit.map_or(StopReason::Arrived, StopReason::Hit))
            }
            Reached::End => MotionResult::new(now, StopReason::End),
            Reached::Interrupted => MotionResult::new(i, StopReason::Interrupted),
        }
    }

    /// Runs on to what the motion looks for, or to a breakpoint.
    fn forward(
        &mut self,
        motion: Motion,
        i: u64,
        event: &Event,
        wanted: &EventQuery,
        otherwise: Fallback,
    ) -> Result<MotionResult, Interrupted> {
        let mut watch = wanted.clone();
        let own = self.own_stops(motion);
        if motion.is_intercepted() {
            watch.locations = self.breakpoints.places();
            watch.locations.extend(own.iter().cloned());
            watch.targets = self.watched.clone();
        }
        loop {
            let reached = self.target.run_until(&watch, NEVER);
            let now = self.target.time().unwrap_or(i);
            self.timeline.reached(now);
            match reached {
                Reached::Target => {}
                Reached::End => return self.not_found(i, event, now, otherwise),
                Reached::Interrupted => return Ok(MotionResult::new(now, StopReason::Interrupted)),
            }
            let (met, changed) = (self.target.event(), self.target.changed());
            if let Some(hit) = self.hit_at(motion, now) {
                return Ok(MotionResult::new(now, StopReason::Hit(hit)));
            }
            let target = &*self.target;
            if wanted.matches(&met, || target.code(met.code)) || self.stops_itself(&own) {
                return Ok(MotionResult::new(now, StopReason::Arrived));
            }
            if changed {
                return Ok(MotionResult::new(now, StopReason::Changed));
            }
            if self.stand_at(now).is_err() {
                return Ok(MotionResult::new(now, StopReason::Interrupted));
            }
        }
    }

    /// The program has come to its end without what the motion looks for.
    fn not_found(
        &mut self,
        i: u64,
        event: &Event,
        last: u64,
        otherwise: Fallback,
    ) -> Result<MotionResult, Interrupted> {
        if otherwise == Fallback::Edge {
            return Ok(MotionResult::new(last, StopReason::End));
        }
        let end = match event.kind {
            EventKind::Return => Some(i),
            _ => self.end_of_activation(i, event)?,
        };
        let to = otherwise.time(Direction::Forward, i, last, end);
        Ok(beside(i, to, StopReason::End))
    }

    fn end_of_activation(&mut self, i: u64, event: &Event) -> Result<Option<u64>, Interrupted> {
        self.stand_at(i)?;
        let watch = FrameWatch::of_kinds(event.frame, event.code, Kinds::RETURNS);
        match self.target.run_until(&EventQuery::frame(watch), NEVER) {
            Reached::Target => Ok(self.target.time()),
            Reached::End => Ok(None),
            Reached::Interrupted => Err(Interrupted),
        }
    }

    /// The motion leads back to `travel.to`, unless a breakpoint is hit on the way.
    fn backward(&mut self, motion: Motion, i: u64, travel: MotionResult) -> Result<MotionResult, Interrupted> {
        let own = self.own_stops(motion);
        if !motion.is_intercepted() {
            return Ok(travel);
        }
        let hit = match self.breakpoints.any_enabled() || !own.is_empty() {
            true => self.last_hit(motion, i, travel.to, &own)?,
            false => None,
        };
        let floor = hit.as_ref().map_or(travel.to, |(t, _)| t + 1);
        let travel = hit.map_or(travel, |(t, why)| MotionResult::new(t, why));
        if self.watched.is_empty() || floor >= i {
            return Ok(travel);
        }
        let watch = EventQuery::of_targets(self.watched.clone());
        let found = self.target.last_before(&watch, i, floor);
        match (found.interrupted, found.times.last()) {
            (true, _) => Err(Interrupted),
            (false, Some(t)) => Ok(MotionResult::new(*t, StopReason::Changed)),
            (false, None) => Ok(travel),
        }
    }

    /// The last hit before `i` and not before `floor`.
    fn last_hit(
        &mut self,
        motion: Motion,
        i: u64,
        floor: u64,
        own: &[SourceLocation],
    ) -> Result<Option<(u64, StopReason)>, Interrupted> {
        let mut places = self.breakpoints.places();
        places.extend(own.iter().cloned());
        let (mut before, mut batch) = (i, 1);
        loop {
            let found = self.timeline.passes_before(self.target, &places, before, floor, batch);
            if found.interrupted {
                return Err(Interrupted);
            }
            let Some(first) = found.times.first() else {
                return Ok(None);
            };
            let mut last = None;
            for t in &found.times {
                self.stand_at(*t)?;
                let why = match self.hit_at(motion, *t) {
                    Some(hit) => Some(StopReason::Hit(hit)),
                    None => self.stops_itself(own).then_some(StopReason::Arrived),
                };
                last = why.map(|why| (*t, why)).or(last);
            }
            if last.is_some() {
                return Ok(last);
            }
            before = *first;
            batch = (batch * 4).min(BATCH);
        }
    }

    /// Where the program asks to be stopped, as far as this motion heeds it.
    fn own_stops(&self, motion: Motion) -> Vec<SourceLocation> {
        match motion.is_intercepted() {
            true => self.target.own_stops(),
            false => Vec::new(),
        }
    }

    /// Whether the target stands at one of these places.
    fn stops_itself(&self, own: &[SourceLocation]) -> bool {
        if own.is_empty() {
            return false;
        }
        let event = self.target.event();
        let code = self.target.code(event.code);
        let here = |place: &SourceLocation| place.is_at(&code.path, &code.name, event.line);
        event.kind == EventKind::Line && own.iter().any(here)
    }

    /// The breakpoint that stops this motion at a time at which the target stands.
    fn hit_at(&mut self, motion: Motion, t: u64) -> Option<Hit> {
        if !motion.is_intercepted() || !self.breakpoints.any_enabled() {
            return None;
        }
        let event = self.target.event();
        hit::effective(self, t, &event)
    }

    fn last_before(&mut self, watch: &EventQuery, t: u64) -> Result<Option<u64>, Interrupted> {
        if watch.is_empty() {
            return Ok(None);
        }
        let found = self.target.last_before(watch, t, 0);
        match found.interrupted {
            true => Err(Interrupted),
            false => Ok(found.times.last().copied()),
        }
    }

    /// The last event of the frame that called the activation of event `i`, before that call. The target is at `i`.
    fn call_site(&mut self, i: u64, event: &Event) -> Result<Option<u64>, Interrupted> {
        // The stack knows who called, the events need not: a `throw()` enters the generator that others delegate to,
        // and they are on the stack without an event.
        let Some(caller) = self.target.stack().get(1).cloned() else {
            return Ok(None);
        };
        let call = if event.kind == EventKind::Call {
            Some(i)
        } else if self.target.code(event.code).generator {
            let calls = FrameWatch::of_kinds(event.frame, event.code, Kinds::CALLS);
            self.last_before(&EventQuery::frame(calls), i)?
        } else {
            Some(event.frame)
        };
        let Some(call) = call else { return Ok(None) };
        let events = FrameWatch::of_kinds(caller.frame, caller.code, Kinds::ALL);
        self.last_before(&EventQuery::frame(events), call)
    }
}

/// A motion without what it looks for leads to `to`; when that is where it began, it has come to an edge.
fn beside(i: u64, to: u64, edge: StopReason) -> MotionResult {
    MotionResult::new(to, if to == i { edge } else { StopReason::Arrived })
}
