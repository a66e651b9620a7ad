//! All events for which an expression holds, for front ends that list them.

use crate::answer::Answer;
use crate::commands::query::find::{FindQuery, prepare};
use crate::session::Session;
use crate::target::{EventKind, How, Time};
use crate::travel::Interrupted;

/// A search for an expression, as `find` understands it.
pub struct Find(FindQuery);

/// An event that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// The time.
    pub time: Time,
    /// The file.
    pub path: String,
    /// The line.
    pub line: u32,
    /// `co_qualname`.
    pub function: String,
    /// The arguments of a call, what is returned, or the exception.
    pub values: Option<String>,
}

impl Session {
    /// Prepares a search.
    ///
    /// # Errors
    /// The expression does not compile, or refers to nothing.
    pub fn find(&mut self, expression: &str) -> Result<Find, String> {
        Ok(Find(prepare(self, expression)?))
    }

    /// The events between two times, which must have been reached, for which the expression holds.
    ///
    /// # Errors
    /// Ctrl-C.
    pub fn find_between(&mut self, find: &mut Find, from: Time, to: Time) -> Result<Vec<Match>, Interrupted> {
        let times = find.0.matches_between(self, from.max(self.target.first()), to)?;
        let mut matches = Vec::new();
        for time in times {
            matches.push(self.describe_match(time)?);
        }
        Ok(matches)
    }

    fn describe_match(&mut self, time: Time) -> Result<Match, Interrupted> {
        let event = self.navigator().event(time)?;
        let code = self.target.code(event.code);
        let values = match (event.kind, event.how) {
            (EventKind::Call, _) => {
                let all = self.target.args(0);
                let texts: Vec<String> = all.into_iter().map(|(name, value)| format!("{name}={value}")).collect();
                (!texts.is_empty()).then(|| texts.join(", "))
            }
            (EventKind::Return, How::Unwind) | (EventKind::Exception, _) => self.target.exception(),
            (EventKind::Return, _) => self.target.retval(),
            (EventKind::Line, _) => None,
        };
        let values = values.map(|text| crate::session::listing::shown(self, &text));
        Ok(Match { time, path: code.path, line: event.line, function: code.qualname, values })
    }
}

impl Find {
    /// Why nothing may have matched, in texts.
    pub fn notes(self) -> Vec<String> {
        let text = |answer| match answer {
            Answer::Text(text) | Answer::Error(text) => Some(text),
            _ => None,
        };
        self.0.notes().into_iter().filter_map(text).collect()
    }
}
