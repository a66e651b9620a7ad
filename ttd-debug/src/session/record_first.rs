//! `-m odb`: runs the program to its end before the first command, so that the whole run is known.

use crate::answer::Answer;
use crate::session::Session;
use crate::session::stop_view::describe_end;
use crate::target::{Reached, Time};

impl Session {
    /// Makes `begin` run the program to its end first.
    pub fn record_first(&mut self) {
        self.recording.runs_first = true;
        self.recording.records_first = true;
    }

    /// Runs the program to its end, or until Ctrl-C, and comes back to its first event.
    pub(crate) fn record(&mut self) -> Vec<Answer> {
        if !std::mem::take(&mut self.recording.runs_first) || !self.recording.has_events {
            return Vec::new();
        }
        let reached = self.target.seek(Time::NEVER);
        if let Some(last) = self.target.time() {
            self.explored.reached(last);
        }
        self.recording.has_events = self.target.time().is_some();
        let last = self.target.end().and_then(|end| end.last);
        let (count, part) = (last.map_or(self.known(), |last| last + 1), self.part_recorded());
        let note = match (reached, self.target.end()) {
            (Reached::Interrupted, _) | (_, None) => {
                format!("Interrupted after {count} events{part}: the program runs on when you go beyond them.")
            }
            (_, Some(end)) => {
                let how = describe_end(end);
                let comma = if part.is_empty() { "" } else { "," };
                format!("The program had {count} events{part}{comma} and {how}.")
            }
        };
        let mut answers = vec![Answer::Text(note)];
        self.nav.now = self.target.first();
        if let Some(note) = full_log_note(self) {
            self.recording.warned_budget = true;
            answers.push(Answer::Text(note));
        }
        answers.extend(self.recording_notes().into_iter().map(Answer::Text));
        if self.target.end().is_some() {
            answers.extend(self.unmatched_notes().into_iter().map(Answer::Text));
        }
        self.sync_target();
        answers
    }
}

/// The note, shown once, that the log has begun to drop its oldest contents.
pub(crate) fn full_log_note(session: &Session) -> Option<String> {
    let first = session.dropped_before();
    let events = |first: Time| format!("the events before {first} are forgotten");
    let note = match (session.target.pruned_before(), first) {
        (None, first) => events(first?),
        (Some(t), first) => {
            let dead = format!("objects that the program can no longer reach are forgotten before event {t}");
            let more = first.map_or(String::new(), |first| format!(", and {}", events(first)));
            dead + &more
        }
    };
    Some(format!("The log is full: {note}."))
}
