//! `exceptions`: the chain of the exception that is on its way or being handled, and where each of it was raised.

use crate::answer::{Answer, Link};
use crate::commands::Args;
use crate::session::Session;
use crate::session::arrive;

/// `exceptions`.
pub fn exceptions(session: &mut Session, args: &Args) -> Vec<Answer> {
    session.sync_target();
    let now = session.now;
    // Where an older exception of the chain was raised the younger ones are not there yet: the chain that the user
    // follows stays.
    let follows = session.chain.iter().any(|link| link.at == Some(now));
    let mut chain = session.target.exceptions();
    if follows && chain.len() < session.chain.len() {
        chain = session.chain.clone();
    }
    session.chain = chain;
    if session.chain.is_empty() {
        return vec![Answer::Error("No exception is being raised or handled here".into())];
    }
    if args.text.is_empty() {
        return vec![list(session)];
    }
    let Ok(number) = args.text.parse::<usize>() else {
        return vec![args.misuse("Argument must be an integer")];
    };
    match session.chain.get(number).map(|link| link.at) {
        None => vec![Answer::Error("No exception with that number".into())],
        Some(None) => vec![Answer::Error("This exception was not raised in your code, cannot jump to it".into())],
        Some(Some(at)) => arrive::jump(session, at),
    }
}

fn list(session: &Session) -> Answer {
    let here = session.chain.iter().position(|link| link.at == Some(session.now));
    let current = here.unwrap_or(session.chain.len() - 1);
    let link = |(number, raised): (usize, &crate::target::Raised)| Link {
        number,
        current: number == current,
        text: raised.text.clone(),
        at: raised.at,
    };
    Answer::Exceptions(session.chain.iter().enumerate().map(link).collect())
}
