//! Named times, and undo and redo of motions.

use crate::answer::{Answer, Mark};
use crate::commands::Args;
use crate::session::Session;
use crate::session::arrive;
use crate::target::Time;

/// `mark`.
pub fn mark(session: &mut Session, args: &Args) -> Vec<Answer> {
    let name = args.text.as_str();
    let letters = name.chars().all(|c| c.is_alphanumeric() || c == '_');
    if !letters || name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) || ["start", "end"].contains(&name)
    {
        let why = format!("Invalid name for a mark: {}", crate::syntax::text::quote(name));
        return vec![args.misuse(&why)];
    }
    session.nav.marks.insert(name.to_string(), session.place());
    vec![Answer::Text(format!("Mark {name} at {}", session.nav.now))]
}

/// `marks`.
pub fn marks(session: &mut Session, _: &Args) -> Vec<Answer> {
    let now = session.nav.now;
    let mut list: Vec<Mark> = session
        .nav
        .marks
        .iter()
        .map(|(name, place)| {
            let shared = session.time_of_mark(name);
            let branch = shared.is_none().then(|| session.branches.name(place.branch));
            Mark { name: name.clone(), time: place.time, branch, here: shared == Some(now) }
        })
        .collect();
    list.sort_by_key(|mark| mark.time);
    match list.is_empty() {
        true => vec![Answer::Text("No marks".into())],
        false => vec![Answer::Marks(list)],
    }
}

/// `back`.
pub fn back(session: &mut Session, args: &Args) -> Vec<Answer> {
    travel(session, args.count(), |session| (&mut session.nav.past, &mut session.nav.future), "Nothing to go back to")
}

/// `forward`.
pub fn forward(session: &mut Session, args: &Args) -> Vec<Answer> {
    travel(
        session,
        args.count(),
        |session| (&mut session.nav.future, &mut session.nav.past),
        "Nothing to go forward to",
    )
}

type Stacks<'a> = (&'a mut Vec<Time>, &'a mut Vec<Time>);

fn travel(session: &mut Session, count: u64, stacks: fn(&mut Session) -> Stacks<'_>, empty: &str) -> Vec<Answer> {
    let mut to = session.nav.now;
    for _ in 0..count {
        let (from, onto) = stacks(session);
        let Some(time) = from.pop() else { break };
        onto.push(to);
        to = time;
    }
    if to == session.nav.now {
        return vec![Answer::Error(empty.into())];
    }
    // A jump would write into the history that was just changed.
    let (past, future) = (session.nav.past.clone(), session.nav.future.clone());
    let answers = arrive::jump(session, to);
    (session.nav.past, session.nav.future) = (past, future);
    answers
}
