//! Work for an answer that takes several turns, with other requests in between.

use serde_json::Value;

use super::desk::Desk;

/// What came of a turn.
pub(super) enum Step {
    /// There is more to do.
    More(Option<Update>),
    /// The answer.
    Done(Value),
    /// Why there is none.
    Failed(String),
}

/// What the client hears of it meanwhile.
pub(super) enum Update {
    /// A part of the answer.
    Part(Value),
    /// How much of the work is done, and of how much.
    Progress(u64, u64),
}

/// The work.
pub(super) trait Job {
    /// Does a piece that takes a few milliseconds. When the session's flag is set it gives up early and does the piece
    /// again the next time.
    fn step(&mut self, desk: &mut Desk) -> Step;
}

/// What a request is answered with.
pub(super) enum Reply {
    /// This.
    Answer(Value),
    /// What this work leads to.
    Later(Box<dyn Job>),
}

impl From<Value> for Reply {
    fn from(answer: Value) -> Reply {
        Reply::Answer(answer)
    }
}
