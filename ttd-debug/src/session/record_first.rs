//! `-m odb`: the program runs to its end before the first command, so that everything is known from then on.

use crate::answer::Answer;
use crate::session::Session;
use crate::session::stop_view::describe_end;
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
        self.has_events = self.target.time().is_some();
        let last = self.target.end().and_then(|end| end.last);
        let (count, part) = (last.map_or(self.known(), |last| last + 1), self.part_recorded());
        let told = match (reached, self.target.end()) {
            (Reached::Interrupted, _) | (_, None) => {
                format!("Interrupted after {count} events{part}: the program runs on when you go beyond them.")
            }
            (_, Some(end)) => {
                let how = describe_end(end);
                let comma = if part.is_empty() { "" } else { "," };
                format!("The program had {count} events{part}{comma} and {how}.")
            }
        };
        let mut answers = vec![Answer::Text(told)];
        self.now = self.target.first();
        if let Some(told) = forgotten(self) {
            self.warned_budget = true;
            answers.push(Answer::Text(told));
        }
        answers.extend(self.tell_choice().into_iter().map(Answer::Text));
        self.sync_target();
        answers
    }
}

/// What is said once when the log has begun to forget.
pub(crate) fn forgotten(session: &Session) -> Option<String> {
    let first = session.forgotten_before();
    let events = |first: u64| format!("the events before {first} are forgotten");
    let told = match (session.target.pruned_before(), first) {
        (None, first) => events(first?),
        (Some(t), first) => {
            let dead = format!("objects that the program can no longer reach are forgotten before event {t}");
            let more = first.map_or(String::new(), |first| format!(", and {}", events(first)));
            dead + &more
        }
    };
    Some(format!("The log is full: {told}."))
}
