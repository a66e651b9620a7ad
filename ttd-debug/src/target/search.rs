//! Finding events.
//!
//! The defaults search event by event. The machine overrides them: it knows where code can deliver the events of a
//! query and scans its log for writes.

use crate::target::{
    Event, EventQuery, Filter, Inspect, Machine, ObjectUse, ProgramStop, Reached, Time, Timeline, WatchTarget,
};

/// Events that the default of [`Search::last_before`] reads at once.
const STRETCH: u64 = 1 << 12;

/// What a search backwards has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The last matching event, after further ones directly before it; empty when there is none.
    pub times: Vec<Time>,
    /// All matches from here on are known.
    pub from: Time,
    /// Ctrl-C ended the search.
    pub interrupted: bool,
}

/// A program whose events can be searched.
pub trait Search: Timeline + Inspect {
    /// Reads `E[from..=to]`; fewer when the program ends or is interrupted. Afterwards the time is unspecified.
    fn record(&mut self, from: Time, to: Time) -> Vec<Event>;

    /// Reads the recorded events from `from` to `to` with their times; `None` when interrupted. Afterwards the time is
    /// unspecified.
    fn events(&mut self, from: Time, to: Time) -> Option<Vec<(Time, Event)>>;

    /// As [`Search::events`], without those that the filter rejects. A target may ignore the filter.
    fn events_matching(&mut self, from: Time, to: Time, _filter: &Filter) -> Option<Vec<(Time, Event)>> {
        self.events(from, to)
    }

    /// The first `most` events after `t`, up to `to`, that the filter does not reject; `None` when interrupted. `to`
    /// must have been reached. Afterwards the time is unspecified.
    fn first_matching(&mut self, t: Time, to: Time, filter: &Filter, most: usize) -> Option<Vec<(Time, Event)>> {
        if to <= t {
            return Some(Vec::new());
        }
        let mut events = self.events_matching(t + 1, to, filter)?;
        events.truncate(most);
        Some(events)
    }

    /// The last events before `t`, from `floor` on, that the filter does not reject, and the time from which on these
    /// are all; `None` when interrupted. The search goes no farther back once it has enough, and keeps about the most
    /// (the two numbers). Afterwards the time is unspecified.
    fn last_matching(
        &mut self,
        t: Time,
        floor: Time,
        filter: &Filter,
        _enough_and_most: (usize, usize),
    ) -> Option<(Vec<(Time, Event)>, Time)> {
        if t <= floor {
            return Some((Vec::new(), floor));
        }
        Some((self.events_matching(floor, t - 1, filter)?, floor))
    }

    /// The times from `from` to `to` directly before which a write of this query may have happened. `None` when the
    /// target cannot tell without going there, or was interrupted. Afterwards the time is unspecified.
    fn possible_write_times(&mut self, _query: &EventQuery, _from: Time, _to: Time) -> Option<Vec<Time>> {
        None
    }

    /// Runs from the present to the first event that matches, or to time `limit`. Every later event is checked before
    /// the program runs past it, so the program never runs further than the match.
    fn run_until(&mut self, query: &EventQuery, limit: Time) -> Reached {
        loop {
            let next = self.time().map_or(Time::START, |t| t + 1);
            if next > limit {
                return Reached::Target;
            }
            match self.seek(next) {
                Reached::Target => {
                    let event = self.event();
                    if query.matches(&event, || self.code(event.code)) {
                        return Reached::Target;
                    }
                }
                other => return other,
            }
        }
    }

    /// Runs from the present to the first event that the filter accepts, or to time `limit`. A target may ignore the
    /// filter and stop at the next event.
    fn run_until_filter(&mut self, _filter: &Filter, limit: Time) -> Reached {
        let next = self.time().map_or(Time::START, |t| t + 1);
        if next > limit {
            return Reached::Target;
        }
        self.seek(next)
    }

    /// The last matching event before `t` and not before `floor`, after further ones that the search happened to find
    /// directly before it. `t` must not be beyond the frontier. Afterwards the time is unspecified.
    fn last_before(&mut self, query: &EventQuery, t: Time, floor: Time) -> SearchResult {
        let mut before = t;
        while before > floor {
            let from = floor.max(before.saturating_sub(STRETCH));
            let events = self.record(from, before - 1);
            let interrupted = (events.len() as u64) < before - from;
            let matches = |(_, event): &(u64, &Event)| query.matches(event, || self.code(event.code));
            let times: Vec<Time> = (from.0..).zip(&events).filter(matches).map(|(t, _)| Time(t)).collect();
            if interrupted {
                return SearchResult { times: Vec::new(), from: before, interrupted };
            }
            if !times.is_empty() {
                return SearchResult { times, from, interrupted };
            }
            before = from;
        }
        SearchResult { times: Vec::new(), from: floor.min(t), interrupted: false }
    }

    /// All uses of an object, which the query is for, between two times that were reached, with the events at which
    /// they were observed; `None` when interrupted. Afterwards the time is unspecified.
    fn all_object_uses(&mut self, _query: &EventQuery, _from: Time, _to: Time) -> Option<Vec<(Time, Vec<ObjectUse>)>> {
        Some(Vec::new())
    }

    /// Whether the last `run_until` stopped because a watched value had changed.
    fn changed(&mut self) -> bool {
        false
    }

    /// Whether what changed a location at `t` ran after the last switch of threads before it; `None` if there was no
    /// switch, or nothing says that. Afterwards the time is unspecified.
    fn is_changed_after_switch(&mut self, _location: &WatchTarget, _t: Time) -> Option<bool> {
        None
    }

    /// The uses of the object that the last `run_until` with a [`crate::target::WriteQuery`] found where it stopped.
    fn object_uses(&mut self) -> Vec<ObjectUse> {
        Vec::new()
    }

    /// The stop that the program itself asks for at `t`, by a call of `breakpoint` or the like.
    fn program_stop(&self, _t: Time) -> Option<ProgramStop> {
        None
    }

    /// The time of the last stop that the program itself asks for before `t`, and not before `floor`. `t` must not be
    /// beyond the frontier.
    fn last_program_stop(&self, _t: Time, _floor: Time) -> Option<Time> {
        None
    }
}

/// The events of the machine with their times.
fn timed(events: Option<Vec<(u64, Event)>>) -> Option<Vec<(Time, Event)>> {
    Some(events?.into_iter().map(|(t, event)| (Time(t), event)).collect())
}

impl Search for Machine {
    fn record(&mut self, from: Time, to: Time) -> Vec<Event> {
        Machine::record(self, from.0, to.0)
    }

    fn events(&mut self, from: Time, to: Time) -> Option<Vec<(Time, Event)>> {
        timed(Machine::events(self, from.0, to.0))
    }

    fn events_matching(&mut self, from: Time, to: Time, filter: &Filter) -> Option<Vec<(Time, Event)>> {
        timed(Machine::events_matching(self, from.0, to.0, filter))
    }

    fn first_matching(&mut self, t: Time, to: Time, filter: &Filter, most: usize) -> Option<Vec<(Time, Event)>> {
        timed(Machine::first_matching(self, t.0, to.0, filter, most))
    }

    fn last_matching(
        &mut self,
        t: Time,
        floor: Time,
        filter: &Filter,
        enough_and_most: (usize, usize),
    ) -> Option<(Vec<(Time, Event)>, Time)> {
        let (events, from) = Machine::last_matching(self, t.0, floor.0, filter, enough_and_most)?;
        Some((timed(Some(events))?, Time(from)))
    }

    fn possible_write_times(&mut self, query: &EventQuery, from: Time, to: Time) -> Option<Vec<Time>> {
        let times = Machine::possible_write_times(self, query, from.0, to.0)?;
        Some(times.into_iter().map(Time).collect())
    }

    fn run_until(&mut self, query: &EventQuery, limit: Time) -> Reached {
        Machine::run_until(self, query, limit.0)
    }

    fn run_until_filter(&mut self, filter: &Filter, limit: Time) -> Reached {
        Machine::run_until_filter(self, filter, limit.0)
    }

    fn last_before(&mut self, query: &EventQuery, t: Time, floor: Time) -> SearchResult {
        let found = Machine::last_before(self, query, t.0, floor.0);
        let times = found.times.into_iter().map(Time).collect();
        SearchResult { times, from: Time(found.from), interrupted: found.interrupted }
    }

    fn all_object_uses(&mut self, query: &EventQuery, from: Time, to: Time) -> Option<Vec<(Time, Vec<ObjectUse>)>> {
        let found = Machine::all_object_uses(self, query, from.0, to.0)?;
        Some(found.into_iter().map(|(t, uses)| (Time(t), uses)).collect())
    }

    fn changed(&mut self) -> bool {
        Machine::changed(self)
    }

    fn is_changed_after_switch(&mut self, location: &WatchTarget, t: Time) -> Option<bool> {
        Machine::is_changed_after_switch(self, location, t.0)
    }

    fn object_uses(&mut self) -> Vec<ObjectUse> {
        Machine::object_uses(self)
    }

    fn program_stop(&self, t: Time) -> Option<ProgramStop> {
        Machine::program_stop(self, t.0).cloned()
    }

    fn last_program_stop(&self, t: Time, floor: Time) -> Option<Time> {
        Machine::last_program_stop(self, t.0, floor.0).map(Time)
    }
}
