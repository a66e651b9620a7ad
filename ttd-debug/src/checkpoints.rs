//! `checkpoint` and `checkpoints`: what makes going back fast, and what it costs.

use crate::answer::Answer;
use crate::commands::Args;
use crate::session::Session;

/// `checkpoint`.
pub fn checkpoint(session: &mut Session, _: &Args) -> Vec<Answer> {
    session.settle();
    vec![match session.target.checkpoint() {
        Ok(()) => Answer::Text(format!("Checkpoint at {}", session.now)),
        Err(error) => Answer::Error(error),
    }]
}

/// `checkpoints`.
pub fn checkpoints(session: &mut Session, _: &Args) -> Vec<Answer> {
    let list = session.target.checkpoints();
    vec![Answer::Checkpoints(list)]
}
