//! Named times, and the undo and redo of travelling.

use crate::answer::{Answer, Mark};
use crate::commands::Args;
use crate::session::Session;
use crate::session::arrive;

/// `mark`.
pub fn mark(session: &mut Session, args: &Args) -> Vec<Answer> {
    let name = args.text.as_str();
    let letters = name.chars().all(|c| c.is_alphanumeric() || c == '_');
    if !letters || name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) || ["start", "end"].contains(&name)
    {
        let why = format!("Not a name for a mark: {}", crate::syntax::text::quote(name));
        return vec![args.misuse(&why)];
    }
    session.marks.insert(name.to_string(), session.now);
    vec![Answer::Text(format!("Mark {name} at {}", session.now))]
}

/// `marks`.
pub fn marks(session: &mut Session, _: &Args) -> Vec<Answer> {
    let now = session.now;
    let mut list: Vec<Mark> =
        session.marks.iter().map(|(name, time)| Mark { name: name.clone(), time: *time, here: *time == now }).collect();
    list.sort_by_key(|mark| mark.time);
    match list.is_empty() {
        true => vec![Answer::Text("No marks".into())],
        false => vec![Answer::Marks(list)],
    }
}

/// `back`.
pub fn back(session: &mut Session, args: &Args) -> Vec<Answer> {
    travel(session, args.count(), |session| (&mut session.past, &mut session.future), "Nothing to go back to")
}

/// `forward`.
pub fn forward(session: &mut Session, args: &Args) -> Vec<Answer> {
    travel(session, args.count(), |session| (&mut session.future, &mut session.past), "Nothing to go forward to")
}

type Stacks<'a> = (&'a mut Vec<u64>, &'a mut Vec<u64>);

fn travel(session: &mut Session, count: u64, stacks: fn(&mut Session) -> Stacks<'_>, empty: &str) -> Vec<Answer> {
    let mut to = session.now;
    for _ in 0..count {
        let (from, onto) = stacks(session);
        let Some(time) = from.pop() else { break };
        onto.push(to);
        to = time;
    }
    if to == session.now {
        return vec![Answer::Error(empty.into())];
    }
    // A jump writes into the navigation's history, which must stay as it was made here.
    let (past, future) = (session.past.clone(), session.future.clone());
    let answers = arrive::jump(session, to);
    (session.past, session.future) = (past, future);
    answers
}
