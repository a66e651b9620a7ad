//! `objects`: every appearance of one object, from the event that made it on.

use crate::answer::{Answer, Sighting};
use crate::commands::Args;
use crate::commands::query::history::writer;
use crate::session::Session;
use crate::session::convenience;
use crate::session::listing::{broken_off, extract, window};
use crate::syntax::text;
use crate::target::{Container, EventQuery, ObjectUse, Reached, SavedValue, WriteQuery};
use crate::travel::Interrupted;

/// Appearances that are shown on either side of the present.
const SHOWN: usize = 20;

/// What an object was seen as, at an event.
type Seen = (u64, ObjectUse);

/// `objects`.
pub fn objects(session: &mut Session, args: &Args) -> Vec<Answer> {
    let object = match object(session, &args.text) {
        Ok(object) => object,
        Err(error) => return vec![Answer::Error(error)],
    };
    let Ok(seen) = appearances(session, object) else {
        return broken_off(session);
    };
    if seen.is_empty() {
        session.sync_target();
        let why = "is older than the first event and has appeared nowhere since";
        return vec![Answer::Error(format!("{} {why}", args.text))];
    }
    let now = session.now;
    let current = seen.partition_point(|(t, _)| *t <= now).saturating_sub(1);
    let shown = window(seen.len(), current, SHOWN);
    let mut rows = Vec::new();
    for (t, what) in &seen[shown.clone()] {
        match row(session, *t, what) {
            Ok(row) => rows.push(row),
            Err(Interrupted) => return broken_off(session),
        }
    }
    session.sync_target();
    extract(Answer::Sightings(rows), &shown, seen.len(), "appearances")
}

/// The object that an expression gives: the number of its allocation.
fn object(session: &mut Session, expression: &str) -> Result<u64, String> {
    session.sync_target();
    let (source, names) = convenience::translate(session, expression)?;
    let kept = session.target.save_value(&source, session.selected, &names);
    match kept.map_err(|error| convenience::in_users_words(&error))? {
        SavedValue::Object(object) => Ok(object),
        _ => Err(format!("{expression} is plain data, and no object that can be told from others")),
    }
}

/// Every appearance of an object so far.
fn appearances(session: &mut Session, object: u64) -> Result<Vec<Seen>, Interrupted> {
    let watch = EventQuery::of_writes(WriteQuery::Object(object));
    let last = session.known().saturating_sub(1);
    let from = session.target.before_birth(object);
    session.road().stand_at(from)?;
    let mut found = Vec::new();
    loop {
        match session.target.run_until(&watch, last) {
            Reached::Interrupted => return Err(Interrupted),
            Reached::Target if session.target.changed() => {
                let t = session.target.time().unwrap_or(last);
                found.extend(session.target.seen().into_iter().map(|what| (t, what)));
                if t >= last {
                    return Ok(found);
                }
            }
            _ => return Ok(found),
        }
    }
}

/// When and where it was, and what.
fn row(session: &mut Session, t: u64, what: &ObjectUse) -> Result<Sighting, Interrupted> {
    let is_event = matches!(what, ObjectUse::Argument(_) | ObjectUse::Returned | ObjectUse::Yielded);
    // What was written was written after the event before.
    let time = if is_event { t } else { t.saturating_sub(1) };
    session.road().stand_at(time)?;
    let time = session.target.time().unwrap_or(time);
    let event = session.target.event();
    let code = session.target.code(event.code);
    let (file, line) = match is_event {
        true => (text::file_name(&code.path).to_string(), event.line),
        false => writer(session),
    };
    Ok(Sighting { time, file, line, text: describe(session, what, &code.qualname) })
}

fn describe(session: &Session, what: &ObjectUse, function: &str) -> String {
    let named = |holder: &Container| {
        let number = session.target.number(holder.object);
        let number = number.map_or_else(String::new, |number| format!(" #{number}"));
        format!("<{}{number}>", holder.class)
    };
    match what {
        ObjectUse::Named(name) => name.clone(),
        ObjectUse::Created => "made".into(),
        ObjectUse::Argument(name) => format!("argument {name} of {function}()"),
        ObjectUse::Returned => format!("returned by {function}()"),
        ObjectUse::Yielded => format!("yielded by {function}()"),
        ObjectUse::Variable(name, function) => format!("variable {name} of {function}()"),
        ObjectUse::Global(name) => format!("variable {name}"),
        ObjectUse::Attribute(holder, name) => format!("attribute {name} of {}", named(holder)),
        ObjectUse::Item(holder, key) => format!("item {key} of {}", named(holder)),
        ObjectUse::Member(holder) => format!("in {}", named(holder)),
    }
}
