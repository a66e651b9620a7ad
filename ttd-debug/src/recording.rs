//! `-m odb`: the program runs to its end before the first command, so that everything is known from then on.

use crate::answer::Answer;
use crate::session::Session;
use crate::stops::describe_end;
use crate::target::{NEVER, Reached};

impl Session {
    /// `begin` is to run the program to its end first.
    pub fn record_first(&mut self) {
        self.records = true;
    }

    /// Runs the program to its end, or until Ctrl-C, and comes back to its first event.
    pub(crate) fn record(&mut self) -> Vec<Answer> {
        if !std::mem::take(&mut self.records) || !self.has_events {
            return Vec::new();
        }
        let reached = self.target.seek(NEVER);
        if let Some(last) = self.target.time() {
            self.timeline.reached(last);
        }
        let count = self.known();
        let how = match reached {
            Reached::Interrupted => "Interrupted: it runs on when you go beyond them.".to_string(),
            _ => self.target.end().map_or_else(String::new, |end| {
                format!("The program {}.", describe_end(end))
            }),
        };
        self.settle();
        vec![Answer::Text(format!("{count} events are recorded. {how}"))]
    }
}
