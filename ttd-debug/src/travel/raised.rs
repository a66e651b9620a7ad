//! Stopping where an exception is raised, in both directions.

use crate::target::{Event, EventKind, EventQuery, Kinds, Target, Time};
use crate::travel::{Interrupted, Navigator};

/// Exceptions that end iterations: programs raise them all the time, and nobody means them.
const ENDS_OF_ITERATION: [&str; 3] = ["StopIteration", "StopAsyncIteration", "GeneratorExit"];

/// Whether an exception, as `KeyError: 'a'`, ends an iteration.
pub(crate) fn ends_an_iteration(exception: &str) -> bool {
    let class = exception.split(':').next().unwrap_or_default().trim();
    ENDS_OF_ITERATION.contains(&class)
}

/// Whether the exception of the event `t`, where the target is, is raised there: later events of it, in the frames that
/// it goes through, are none.
pub(crate) fn is_new_at(target: &mut dyn Target, t: Time) -> bool {
    target.exceptions().pop().is_some_and(|raised| raised.at.map(Time) == Some(t))
}

impl Navigator<'_> {
    /// The kinds of events to look for, with exceptions if they stop.
    pub(super) fn with_exceptions(&self, kinds: Kinds) -> Kinds {
        match self.breakpoints.on_raise {
            true => kinds.and(Kinds::EXCEPTION),
            false => kinds,
        }
    }

    /// Whether exceptions stop and one is raised at event `t`, where the target is.
    pub(super) fn is_raised_at(&mut self, t: Time, event: &Event) -> bool {
        if !self.breakpoints.on_raise || event.kind != EventKind::Exception {
            return false;
        }
        is_new_at(self.target, t) && !ends_an_iteration(&self.target.exception().unwrap_or_default())
    }

    /// The last event before `i`, and not before `floor`, at which an exception is raised, if these stop.
    pub(super) fn last_raised(&mut self, i: Time, floor: Time) -> Result<Option<Time>, Interrupted> {
        if !self.breakpoints.on_raise {
            return Ok(None);
        }
        let query = EventQuery { any: Kinds::EXCEPTION, ..EventQuery::default() };
        let mut before = i;
        while before > floor {
            let found = self.target.last_before(&query, before, floor);
            if found.interrupted {
                return Err(Interrupted);
            }
            let Some(first) = found.times.first() else { return Ok(None) };
            for t in found.times.iter().rev() {
                let event = self.event(*t)?;
                if self.is_raised_at(*t, &event) {
                    return Ok(Some(*t));
                }
            }
            before = *first;
        }
        Ok(None)
    }
}
