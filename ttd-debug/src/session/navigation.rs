//! Where the session is in time, and the times it can go back to.

use std::collections::BTreeMap;

use crate::session::branches::Place;
use crate::target::Time;

/// The present and the history of the user's travels.
#[derive(Default)]
pub(crate) struct Navigation {
    /// The present.
    pub(crate) now: Time,
    /// The stop before, from which the last motion came.
    pub(crate) came_from: Option<Time>,
    /// Times, each on a branch, by the names that the user has given them.
    pub(crate) marks: BTreeMap<String, Place>,
    /// The times that `back` returns to, the next one last.
    pub(crate) past: Vec<Time>,
    /// The times that `forward` returns to, the next one last.
    pub(crate) future: Vec<Time>,
    /// For each `tup`: the time it arrived at and the time it came from.
    pub(crate) tup_stack: Vec<(Time, Time)>,
}

impl Navigation {
    /// Counts the motions of one command, which began at `start`, as a single one in the history.
    pub(crate) fn merge(&mut self, start: Time) {
        self.came_from = Some(start).filter(|start| *start != self.now);
        if let Some(at) = self.past.iter().rposition(|t| *t == start)
            && self.now != start
        {
            self.past.truncate(at + 1);
        }
    }
}
