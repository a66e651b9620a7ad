//! `exceptions`: the chain of the exception that is being raised or handled, and where each was raised.

use crate::answer::{Answer, Link};
use crate::commands::Args;
use crate::session::Session;
use crate::session::arrive;
use crate::target::{Raised, Time};

/// `exceptions`.
pub fn exceptions(session: &mut Session, args: &Args) -> Vec<Answer> {
    session.sync_target();
    let now = session.nav.now;
    // Where an older exception of the chain was raised, the later ones do not exist yet: keep the chain that the user
    // is following.
    let follows = session.last.chain.iter().any(|link| link.at.map(Time) == Some(now));
    let mut chain = session.target.exceptions();
    if follows && chain.len() < session.last.chain.len() {
        chain = session.last.chain.clone();
    }
    session.last.chain = chain;
    if session.last.chain.is_empty() {
        return vec![Answer::Error("No exception is being raised or handled here".into())];
    }
    if args.text.is_empty() {
        return vec![list(session)];
    }
    let Ok(number) = args.text.parse::<usize>() else {
        return vec![args.misuse("Argument must be an integer")];
    };
    match session.last.chain.get(number).map(|link| link.at) {
        None => vec![Answer::Error("No exception with that number".into())],
        Some(None) => vec![Answer::Error("This exception was not raised in your code, cannot jump to it".into())],
        Some(Some(at)) => arrive::jump(session, Time(at)),
    }
}

fn list(session: &Session) -> Answer {
    let here = session.last.chain.iter().position(|link| link.at.map(Time) == Some(session.nav.now));
    let current = here.unwrap_or(session.last.chain.len() - 1);
    let link = |(number, raised): (usize, &Raised)| Link {
        number,
        current: number == current,
        text: raised.text.clone(),
        at: raised.at.map(Time),
    };
    Answer::Exceptions(session.last.chain.iter().enumerate().map(link).collect())
}
