//! `checkpoint` and `checkpoints`: making checkpoints, and what they cost.

use crate::answer::Answer;
use crate::commands::Args;
use crate::session::Session;

/// `checkpoint`.
pub fn checkpoint(session: &mut Session, _: &Args) -> Vec<Answer> {
    session.sync_target();
    vec![match session.target.checkpoint() {
        true => Answer::Text(format!("Checkpoint at {}", session.nav.now)),
        false if session.target.is_logged() => {
            Answer::Text("Every event is in the log: no checkpoint is needed".into())
        }
        false => Answer::Error("No checkpoint can be made here: library code is waiting for yours".into()),
    }]
}

/// `checkpoints`.
pub fn checkpoints(session: &mut Session, _: &Args) -> Vec<Answer> {
    let list = session.target.checkpoints();
    let mut answers = vec![Answer::Checkpoints(list)];
    if session.target.over_budget() {
        answers.push(Answer::Text(crate::session::arrive::STARVED.into()));
    }
    answers
}
