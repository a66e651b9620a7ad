//! Sending the innermost frame on another way, on a branch: it returns, raises, or a statement runs above it.

use crate::answer::Answer;
use crate::commands::Args;
use crate::commands::print::{Scoped, begun, in_scope};
use crate::session::arrive;
use crate::session::{Session, convenience};
use crate::target::{Change, EventKind, Time, Typed};

/// `return VALUE`.
pub fn return_value(session: &mut Session, args: &Args) -> Vec<Answer> {
    session.sync_target();
    let typed = format!("return {}", args.text);
    if session.view.selected != 0 {
        return vec![Answer::Error("You can only return from the bottom frame".into())];
    }
    returns(session, &args.text, &typed)
}

/// Has the innermost frame return a value, and goes to its `return` event.
fn returns(session: &mut Session, value: &str, typed: &str) -> Vec<Answer> {
    let is_returning = session.target.event().kind == EventKind::Return;
    let to = session.nav.now + u64::from(!is_returning);
    change(session, value, typed, returning, to)
}

/// `raise`.
pub fn raise_(session: &mut Session, args: &Args) -> Vec<Answer> {
    session.sync_target();
    if session.view.selected != 0 {
        return vec![Answer::Error("You can only raise in the bottom frame".into())];
    }
    let to = session.nav.now + 1;
    change(session, &args.text, &format!("raise {}", args.text), raising, to)
}

fn returning(value: Typed<'_>) -> Change<'_> {
    Change::Return(value)
}

fn raising(exception: Typed<'_>) -> Change<'_> {
    Change::Raise(exception)
}

/// `skip`.
pub fn skip(session: &mut Session, args: &Args) -> Vec<Answer> {
    session.sync_target();
    let value = if args.text.is_empty() { "None" } else { &args.text };
    let typed = format!("skip {}", args.text).trim_end().to_string();
    let here = session.nav.now;
    match go_to_call(session) {
        None => vec![Answer::Error(
            "The next event is no call from this line: `step` to the call first, or `jump` over the line".into(),
        )],
        Some(_) => {
            let answers = returns(session, value, &typed);
            if matches!(answers[..], [Answer::Error(_)]) {
                session.nav.now = here;
                session.sync_target();
            }
            answers
        }
    }
}

/// Makes the `call` event that the present is, or that comes next, the present. `None` if there is no such event.
fn go_to_call(session: &mut Session) -> Option<Time> {
    let event = session.target.event();
    if event.kind == EventKind::Call {
        return Some(session.nav.now);
    }
    let (here, depth) = (session.nav.now, event.depth);
    let next = here + 1;
    session.target.seek(next);
    let came = session.target.time();
    session.explored.reached(came.unwrap_or(here));
    let event = session.target.event();
    if came == Some(next) && event.kind == EventKind::Call && event.depth == depth + 1 {
        session.nav.now = next;
        return Some(next);
    }
    session.sync_target();
    None
}

/// `debug`.
pub fn debug(session: &mut Session, args: &Args) -> Vec<Answer> {
    session.sync_target();
    if session.view.selected != 0 {
        return vec![Answer::Error("A statement can only run above the bottom frame".into())];
    }
    let before = session.target.branch();
    let typed = format!("debug {}", args.text);
    if let Err(error) = session.change_program(&Change::Debug(&args.text), &typed) {
        return vec![Answer::Error(error.to_string())];
    }
    let notes = [begun(session, before), "ENTERING RECURSIVE DEBUGGER".into()];
    // The call of the statement's code comes before its first line.
    let arrived = arrive::jump(session, session.nav.now + 2);
    notes.into_iter().map(Answer::Text).chain(arrived).collect()
}

/// `switch-thread`.
pub fn switch_thread(session: &mut Session, args: &Args) -> Vec<Answer> {
    session.sync_target();
    let Ok(number) = args.text.parse::<u64>() else {
        return vec![args.misuse(&format!("Invalid number of a thread: {}", args.text))];
    };
    let before = session.target.branch();
    if let Err(error) = session.change_program(&Change::Thread(number), &format!("switch-thread {number}")) {
        return vec![Answer::Error(error.to_string())];
    }
    let note = Answer::Text(begun(session, before));
    std::iter::once(note).chain(arrive::jump(session, session.nav.now + 1)).collect()
}

/// Makes a change that an expression is needed for, and goes to the event that it leads to.
fn change(session: &mut Session, source: &str, typed: &str, how: fn(Typed<'_>) -> Change<'_>, to: Time) -> Vec<Answer> {
    let before = session.target.branch();
    let changed = in_scope(session, source).and_then(|Scoped { source, names, .. }| {
        session.change_program(&how(Typed { source: &source, names: &names }), typed)
    });
    let printed = match changed.map_err(convenience::in_users_words) {
        Ok(printed) => printed,
        Err(error) => return vec![Answer::Error(error.to_string())],
    };
    let notes = [printed.trim_end().to_string(), begun(session, before)];
    let notes = notes.into_iter().filter(|note| !note.is_empty()).map(Answer::Text);
    let notes: Vec<Answer> = notes.collect();
    notes.into_iter().chain(arrive::jump(session, to)).collect()
}
