//! How values came to be what they are: their changes, the uses of an object, the origin of a value.

use crate::answer::{Answer, TraceRow, ValueChange};
use crate::commands;
use crate::commands::query::{history, objects};
use crate::session::Session;
use crate::target::{Direction, EvalError, Time, WatchTarget};
use crate::travel::Interrupted;

/// The uses of an object that were asked for, and how many there are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Uses {
    /// Those that were asked for, by time.
    pub list: Vec<TraceRow>,
    /// How many there are.
    pub total: usize,
}

impl Session {
    /// The variable, attribute or item that an expression denotes in the selected frame.
    ///
    /// # Errors
    /// As Python says, or why it denotes none.
    pub fn place_of(&mut self, expression: &str) -> Result<WatchTarget, EvalError> {
        history::locate(self, expression)
    }

    /// The repr of the value that a place holds at the present.
    pub fn held_by(&mut self, place: &WatchTarget) -> Option<String> {
        self.sync_target();
        self.target.held(place).map(|value| self.with_numbers(&value))
    }

    /// Searches a stretch before `before` for events at which a place changed: their times, and the time from which on
    /// these are all. The search is over when that is no later than [`Session::place_begins`].
    ///
    /// # Errors
    /// Ctrl-C.
    pub fn changes_before(&mut self, place: &WatchTarget, before: Time) -> Result<(Vec<Time>, Time), Interrupted> {
        history::stretch_of_changes(self, place, before)
    }

    /// The time before which a place does not exist, as far as its frame tells.
    pub fn place_begins(&self, place: &WatchTarget) -> Time {
        history::begins(place)
    }

    /// Describes the change of a place at an event, as the row with this number of a list, and the file of the line
    /// that made it.
    ///
    /// # Errors
    /// Ctrl-C.
    pub fn describe_change(
        &mut self,
        place: &WatchTarget,
        number: usize,
        t: Time,
    ) -> Result<(ValueChange, String), Interrupted> {
        history::row_and_path(self, place, number, t)
    }

    /// The event after which a place has changed last before the present, or changes next; `None` if it does not.
    ///
    /// # Errors
    /// Ctrl-C.
    pub fn change_beside(&mut self, place: &WatchTarget, side: Direction) -> Result<Option<Time>, Interrupted> {
        let now = self.nav.now;
        let found = match side {
            Direction::Backward => history::last_change_of_contents(self, place, now)?,
            Direction::Forward => {
                let limit = self.frontier();
                // What changes at the next event is changed by the line that is about to run here.
                let from = (now + 1).max(Time(history::begins(place).0.saturating_sub(1)));
                if from >= limit {
                    return Ok(None);
                }
                history::next_change_of_contents(self, place, from)?
            }
        };
        let made = |t: Time| match self.changed_by_branch(place, t) {
            Some(_) => t,
            None => self.target.nearest(t.saturating_sub(1), Direction::Backward).unwrap_or(t),
        };
        Ok(found.map(made))
    }

    /// The uses of the object that an expression gives, from its creation on.
    ///
    /// # Errors
    /// The expression gives no such object, or Ctrl-C.
    pub fn uses_of(&mut self, expression: &str, start: usize, count: usize) -> Result<Uses, String> {
        let object = objects::object(self, expression)?;
        let uses = objects::uses(self, object).map_err(|why| why.to_string())?;
        let mut list = Vec::new();
        for (time, what) in uses.iter().skip(start).take(count) {
            list.push(objects::row(self, *time, what).map_err(|why| why.to_string())?);
        }
        self.sync_target();
        Ok(Uses { list, total: uses.len() })
    }

    /// How the value of an expression came to be: the steps, the latest first, and why there are no more.
    ///
    /// # Errors
    /// Why there are none.
    pub fn origin_of(&mut self, expression: &str) -> Result<(Vec<TraceRow>, Option<String>), String> {
        let Some(command) = commands::find("origin") else { return Err("There is no such command".into()) };
        let (mut steps, mut notes) = (Vec::new(), Vec::new());
        for answer in self.carry_out(command, expression) {
            match answer {
                Answer::Origin(rows) => steps = rows,
                Answer::Text(text) => notes.push(text),
                Answer::Error(why) => return Err(why),
                _ => {}
            }
        }
        Ok((steps, (!notes.is_empty()).then(|| notes.join("\n"))))
    }
}
