//! Which thread ran when, and what tasks and locks are like at the present.

use crate::commands::query::{history, locks, tasks};
use crate::session::Session;
use crate::target::{EvalError, EventQuery, ThreadInfo, Time, WatchTarget};
use crate::travel::Interrupted;

pub use crate::commands::query::tasks::TaskRow;

impl Session {
    /// Whether there can have been several threads up to an event.
    ///
    /// # Errors
    /// Ctrl-C.
    pub fn may_have_threads(&mut self, until: Time) -> Result<bool, Interrupted> {
        self.navigator().seek(until)?;
        Ok(self.target.knows_threads())
    }

    /// Searches a stretch before `before` for events at which another thread runs than at the event before: their
    /// times, and the time from which on these are all.
    ///
    /// # Errors
    /// Ctrl-C.
    pub fn switches_before(&mut self, before: Time) -> Result<(Vec<Time>, Time), Interrupted> {
        let floor = self.target.first();
        let query = EventQuery::of_targets(vec![WatchTarget::RunningThread]);
        history::stretch(self, &query, before, floor)
    }

    /// The threads at an event.
    ///
    /// # Errors
    /// Ctrl-C.
    pub fn threads_at(&mut self, time: Time) -> Result<Vec<ThreadInfo>, Interrupted> {
        self.navigator().seek(time)?;
        Ok(self.target.threads())
    }

    /// The tasks of asyncio at the present that are not done, each below the one that awaits it.
    ///
    /// # Errors
    /// As Python says.
    pub fn task_rows(&mut self) -> Result<Vec<TaskRow>, EvalError> {
        tasks::task_rows(self)
    }

    /// The locks that variables lead to at the present: name, kind and state of each.
    ///
    /// # Errors
    /// As Python says.
    pub fn lock_rows(&mut self) -> Result<Vec<(String, String, String)>, EvalError> {
        locks::lock_rows(self)
    }
}
