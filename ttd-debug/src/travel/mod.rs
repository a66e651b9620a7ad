//! Carrying out a motion: the search, the breakpoints met on the way, and where it ended.

pub mod breakpoints;
pub mod hit;
pub mod motion;
pub mod timeline;

use crate::travel::breakpoints::{Breakpoints, Hit};

use crate::target::{Event, EventKind, FrameWatch, Kinds, Location, NEVER, Place, Reached, Target, Watch};
use crate::travel::motion::{Direction, Motion, Otherwise, Plan};
use crate::travel::timeline::Timeline;

/// Passes whose conditions are looked at in one go, at most: going to the first of them may cost more than all.
const BATCH: usize = 1 << 12;

/// Why a motion ended where it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
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
pub struct Travel {
    /// The new time.
    pub to: u64,
    /// The reason.
    pub why: Why,
}

/// The way to somewhere was broken off by Ctrl-C.
pub struct Interrupted;

impl Travel {
    fn new(to: u64, why: Why) -> Travel {
        Travel { to, why }
    }
}

/// The program and what watches over it; everything a motion reads.
pub struct Road<'a> {
    /// The program.
    pub target: &'a mut dyn Target,
    /// What is known about its events.
    pub timeline: &'a mut Timeline,
    /// What stops a motion.
    pub breakpoints: &'a mut Breakpoints,
    /// Places whose changes stop it too.
    pub watched: Vec<Location>,
}

impl Road<'_> {
    /// Follows `motion` from time `i`. The target is left at an unspecified time.
    pub fn follow(&mut self, motion: Motion, i: u64) -> Travel {
        let first = self.target.first();
        match self.follow_to(motion, i) {
            // A log may have forgotten what comes before.
            travel if travel.to < first => Travel::new(first, Why::Start),
            travel => self.on_record(motion, i, travel),
        }
    }

    /// Where an event is not recorded the motion goes on to the next one that is.
    fn on_record(&self, motion: Motion, i: u64, travel: Travel) -> Travel {
        let back = motion.direction() == Direction::Backward;
        match self.target.nearest(travel.to, back) {
            Some(to) if to == travel.to => travel,
            Some(to) => Travel { to, ..travel },
            None if back => Travel::new(self.target.first(), Why::Start),
            None => {
                let last = self.target.nearest(travel.to, true).unwrap_or(i);
                Travel::new(last, Why::End)
            }
        }
    }

    fn follow_to(&mut self, motion: Motion, i: u64) -> Travel {
        if motion == Motion::Step(Direction::Backward) {
            // Nothing need be looked at, so that many of them cost no more than one.
            let why = if i == 0 { Why::Start } else { Why::Arrived };
            return Travel::new(i.saturating_sub(1), why);
        }
        let Ok(event) = self.event(i) else {
            return Travel::new(i, Why::Interrupted);
        };
        let travel = match motion.plan(&event) {
            Plan::Beside(Direction::Forward) => Ok(self.step(motion, i)),
            Plan::Beside(Direction::Backward) if i == 0 => Ok(Travel::new(0, Why::Start)),
            Plan::Beside(Direction::Backward) => self.backward(motion, i, Travel::new(i - 1, Why::Arrived)),
            Plan::Search(Direction::Forward, watch, otherwise) => self.forward(motion, i, &event, &watch, otherwise),
            Plan::Search(Direction::Backward, watch, otherwise) => self
                .last_before(&watch, i)
                .map(|found| match (found, otherwise) {
                    (Some(to), _) => Travel::new(to, Why::Arrived),
                    (None, Otherwise::Edge) => Travel::new(0, Why::Start),
                    (None, _) => beside(i, otherwise.time(Direction::Backward, i, i, None), Why::Start),
                })
                .and_then(|travel| self.backward(motion, i, travel)),
            Plan::CallSite => self
                .call_site(i, &event)
                .map(|found| match found {
                    Some(to) => Travel::new(to, Why::Arrived),
                    None => Travel::new(0, Why::Start),
                })
                .and_then(|travel| self.backward(motion, i, travel)),
        };
        travel.unwrap_or(Travel::new(i, Why::Interrupted))
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
    fn step(&mut self, motion: Motion, i: u64) -> Travel {
        let next = self.target.nearest(i + 1, false).unwrap_or(NEVER);
        let reached = self.target.seek(next);
        let now = self.target.time().unwrap_or(i);
        self.timeline.reached(now);
        match reached {
            Reached::Target => {
                let hit = self.hit_at(motion, now);
                Travel::new(now, hit.map_or(Why::Arrived, Why::Hit))
            }
            Reached::End => Travel::new(now, Why::End),
            Reached::Interrupted => Travel::new(i, Why::Interrupted),
        }
    }

    /// Runs on to what the motion looks for, or to a breakpoint.
    fn forward(
        &mut self,
        motion: Motion,
        i: u64,
        event: &Event,
        wanted: &Watch,
        otherwise: Otherwise,
    ) -> Result<Travel, Interrupted> {
        let mut watch = wanted.clone();
        let own = self.own_stops(motion);
        if motion.is_intercepted() {
            watch.places = self.breakpoints.places();
            watch.places.extend(own.iter().cloned());
            watch.locations = self.watched.clone();
        }
        loop {
            let reached = self.target.run_until(&watch, NEVER);
            let now = self.target.time().unwrap_or(i);
            self.timeline.reached(now);
            match reached {
                Reached::Target => {}
                Reached::End => return self.not_found(i, event, now, otherwise),
                Reached::Interrupted => return Ok(Travel::new(now, Why::Interrupted)),
            }
            let (met, changed) = (self.target.event(), self.target.changed());
            if let Some(hit) = self.hit_at(motion, now) {
                return Ok(Travel::new(now, Why::Hit(hit)));
            }
            let target = &*self.target;
            if wanted.meets(&met, || target.code(met.code)) || self.stops_itself(&own) {
                return Ok(Travel::new(now, Why::Arrived));
            }
            if changed {
                return Ok(Travel::new(now, Why::Changed));
            }
            if self.stand_at(now).is_err() {
                return Ok(Travel::new(now, Why::Interrupted));
            }
        }
    }

    /// The program has come to its end without what the motion looks for.
    fn not_found(&mut self, i: u64, event: &Event, last: u64, otherwise: Otherwise) -> Result<Travel, Interrupted> {
        if otherwise == Otherwise::Edge {
            return Ok(Travel::new(last, Why::End));
        }
        let end = match event.kind {
            EventKind::Return => Some(i),
            _ => self.end_of_activation(i, event)?,
        };
        let to = otherwise.time(Direction::Forward, i, last, end);
        Ok(beside(i, to, Why::End))
    }

    fn end_of_activation(&mut self, i: u64, event: &Event) -> Result<Option<u64>, Interrupted> {
        self.stand_at(i)?;
        let watch = FrameWatch::of_kinds(event.frame, event.code, Kinds::RETURNS);
        match self.target.run_until(&Watch::frame(watch), NEVER) {
            Reached::Target => Ok(self.target.time()),
            Reached::End => Ok(None),
            Reached::Interrupted => Err(Interrupted),
        }
    }

    /// The motion leads back to `travel.to`, unless a breakpoint is hit on the way.
    fn backward(&mut self, motion: Motion, i: u64, travel: Travel) -> Result<Travel, Interrupted> {
        let own = self.own_stops(motion);
        if !motion.is_intercepted() {
            return Ok(travel);
        }
        let hit = match self.breakpoints.any_enabled() || !own.is_empty() {
            true => self.last_hit(motion, i, travel.to, &own)?,
            false => None,
        };
        let floor = hit.as_ref().map_or(travel.to, |(t, _)| t + 1);
        let travel = hit.map_or(travel, |(t, why)| Travel::new(t, why));
        if self.watched.is_empty() || floor >= i {
            return Ok(travel);
        }
        let watch = Watch::locations(self.watched.clone());
        let found = self.target.last_before(&watch, i, floor);
        match (found.interrupted, found.times.last()) {
            (true, _) => Err(Interrupted),
            (false, Some(t)) => Ok(Travel::new(*t, Why::Changed)),
            (false, None) => Ok(travel),
        }
    }

    /// The last hit before `i` and not before `floor`.
    fn last_hit(
        &mut self,
        motion: Motion,
        i: u64,
        floor: u64,
        own: &[Place],
    ) -> Result<Option<(u64, Why)>, Interrupted> {
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
                    Some(hit) => Some(Why::Hit(hit)),
                    None => self.stops_itself(own).then_some(Why::Arrived),
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
    fn own_stops(&self, motion: Motion) -> Vec<Place> {
        match motion.is_intercepted() {
            true => self.target.own_stops(),
            false => Vec::new(),
        }
    }

    /// Whether the target stands at one of these places.
    fn stops_itself(&self, own: &[Place]) -> bool {
        if own.is_empty() {
            return false;
        }
        let event = self.target.event();
        let code = self.target.code(event.code);
        let here = |place: &Place| place.is_at(&code.path, &code.name, event.line);
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

    fn last_before(&mut self, watch: &Watch, t: u64) -> Result<Option<u64>, Interrupted> {
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
            self.last_before(&Watch::frame(calls), i)?
        } else {
            Some(event.frame)
        };
        let Some(call) = call else { return Ok(None) };
        let events = FrameWatch::of_kinds(caller.frame, caller.code, Kinds::ALL);
        self.last_before(&Watch::frame(events), call)
    }
}

/// A motion without what it looks for leads to `to`; when that is where it began, it has come to an edge.
fn beside(i: u64, to: u64, edge: Why) -> Travel {
    Travel::new(to, if to == i { edge } else { Why::Arrived })
}
