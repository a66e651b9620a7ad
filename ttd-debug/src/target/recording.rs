//! What of the run has events, and what is kept of them.

use crate::target::{Direction, EventChoice, Exchange, LeftOut, Machine, RecordingStatus, Time, Unmatched};

/// A run of which every event is kept, or only a part.
pub trait Recording {
    /// The first event that can be gone to; later than event 0 when the log began late or pruned its oldest events.
    fn first(&self) -> Time {
        Time::START
    }

    /// Whether events are kept as they were, so that going back runs nothing again.
    fn is_logged(&self) -> bool {
        false
    }

    /// The outcome of recording only a part of the run; `None` when all of it is recorded.
    fn recorded(&self) -> Option<RecordingStatus> {
        None
    }

    /// The time before which the log has pruned dead objects, if it has pruned any.
    fn pruned_before(&self) -> Option<Time> {
        None
    }

    /// The first and the last event of the gap around `t`; `None` when `t` is recorded or was never reached.
    fn gap(&self, _t: Time) -> Option<(Time, Time)> {
        None
    }

    /// The nearest event from `t` on, in this direction, that is recorded or was not reached yet.
    fn nearest(&self, t: Time, _direction: Direction) -> Option<Time> {
        Some(t)
    }

    /// Which code was chosen to have events.
    fn event_choice(&self) -> EventChoice {
        EventChoice::default()
    }

    /// The patterns of the choice that have matched no module so far.
    fn unmatched_patterns(&self) -> Vec<Unmatched> {
        Vec::new()
    }

    /// The module in a file, if its code has no events.
    fn left_out(&self, _path: &str) -> Option<LeftOut> {
        None
    }

    /// The module of a function with this name, if all of these have no events.
    fn left_out_function(&self, _name: &str) -> Option<LeftOut> {
        None
    }

    /// Starts the program again with the recorded inputs and another choice of the code that has events. Nothing has
    /// run afterwards. False when this target cannot.
    fn start_again(&mut self, _choice: EventChoice) -> bool {
        false
    }

    /// Starts the program with other arguments. Nothing has run afterwards. False when this target cannot.
    fn run_with_arguments(&mut self, _arguments: &[String]) -> bool {
        false
    }

    /// `sys.argv` as the program was started with it.
    fn arguments(&self) -> &[String] {
        &[]
    }

    /// What the program and others said to each other, by time.
    fn exchanges(&self) -> &[Exchange] {
        &[]
    }
}

impl Recording for Machine {
    fn first(&self) -> Time {
        Time(Machine::first(self))
    }

    fn is_logged(&self) -> bool {
        Machine::is_logged(self)
    }

    fn recorded(&self) -> Option<RecordingStatus> {
        Machine::recorded(self)
    }

    fn pruned_before(&self) -> Option<Time> {
        Machine::pruned_before(self).map(Time)
    }

    fn gap(&self, t: Time) -> Option<(Time, Time)> {
        Machine::gap(self, t.0).map(|(first, last)| (Time(first), Time(last)))
    }

    fn nearest(&self, t: Time, direction: Direction) -> Option<Time> {
        Machine::nearest(self, t.0, direction == Direction::Backward).map(Time)
    }

    fn event_choice(&self) -> EventChoice {
        Machine::event_choice(self).clone()
    }

    fn unmatched_patterns(&self) -> Vec<Unmatched> {
        Machine::unmatched_patterns(self)
    }

    fn left_out(&self, path: &str) -> Option<LeftOut> {
        Machine::left_out(self, path)
    }

    fn left_out_function(&self, name: &str) -> Option<LeftOut> {
        Machine::left_out_function(self, name)
    }

    fn start_again(&mut self, choice: EventChoice) -> bool {
        Machine::start_again(self, choice);
        true
    }

    fn run_with_arguments(&mut self, arguments: &[String]) -> bool {
        Machine::run_with_arguments(self, arguments);
        true
    }

    fn arguments(&self) -> &[String] {
        Machine::arguments(self)
    }

    fn exchanges(&self) -> &[Exchange] {
        self.vm().host.exchanges()
    }
}
