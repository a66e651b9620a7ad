//! What `sticky` adds to the answers: the function on top of every stop.

use crate::answer::Answer;
use crate::session::Session;

/// Puts the function in front of answers that show where the program is now.
pub(crate) fn on_top(session: &mut Session, mut answers: Vec<Answer>) -> Vec<Answer> {
    let shows_place = |answer: &Answer| matches!(answer, Answer::Stop(_) | Answer::Frame(_));
    let has_view = answers.iter().any(|answer| matches!(answer, Answer::Function(_)));
    if !session.view.sticky || has_view || !answers.iter().any(shows_place) {
        return answers;
    }
    let view = session.in_thread(Session::function_view);
    answers.splice(0..0, view.map(Answer::Function));
    answers
}
