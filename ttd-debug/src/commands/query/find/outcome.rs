//! What `find` says when no event matches.

use crate::answer::Answer;
use crate::target::Time;

/// What came of evaluating the expression, for the answer that nothing matches.
#[derive(Default)]
pub(crate) struct Outcome {
    /// It had a value at an event.
    pub(crate) evaluated: bool,
    /// The earliest event at which it raised, and the error.
    pub(crate) failed: Option<(Time, String)>,
    /// A word that is a variable of a function, and this function's name.
    pub(crate) hidden: Option<(&'static str, String)>,
}

impl Outcome {
    /// Notes that the expression raised at an event. In which order events are looked at depends on the mode.
    pub(crate) fn note_failure(&mut self, time: Time, error: String) {
        if self.failed.as_ref().is_none_or(|(known, _)| time < *known) {
            self.failed = Some((time, error));
        }
    }

    /// Why nothing may have matched. Where its names do not exist an expression does not match, which is no error
    /// unless they exist nowhere.
    pub(crate) fn notes(self) -> Vec<Answer> {
        let failed = self.failed.filter(|_| !self.evaluated);
        let failed = failed.map(|(t, error)| format!("It can be evaluated at none of them; at event {t}: {error}"));
        let hidden = self.hidden.map(|(word, function)| Answer::Text(hidden_note(word, &function)));
        failed.map(Answer::Error).into_iter().chain(hidden).collect()
    }
}

/// That a word means a variable in a function.
pub(crate) fn hidden_note(word: &str, function: &str) -> String {
    format!("(`{word}` is a variable of {function}(); `$_{word}` is the event's)")
}
