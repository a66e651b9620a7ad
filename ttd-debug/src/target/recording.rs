//! What of the run is kept.

use crate::target::{Direction, Machine, RecordingStatus, Time};

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
}
