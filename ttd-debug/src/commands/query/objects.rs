//! `objects`: every use of one object, from its creation on.

use crate::answer::{Answer, TraceRow};
use crate::commands::Args;
use crate::commands::query::history::writer;
use crate::commands::query::range::{chosen, extract_by, split_range};
use crate::session::Session;
use crate::session::convenience;
use crate::session::listing::broken_off;
use crate::syntax::text;
use crate::target::{Container, EventQuery, ObjectUse, SavedValue, Time, WriteQuery};
use crate::travel::Interrupted;

/// Uses shown on either side of the present.
const SHOWN: usize = 20;

/// A use of an object and when it happened: at an event, or after it.
pub(crate) type Use = (Time, ObjectUse);

/// `objects`.
pub fn objects(session: &mut Session, args: &Args) -> Vec<Answer> {
    let (expression, range) = match split_range(session, args) {
        Ok(split) => split,
        Err(error) => return vec![*error],
    };
    let object = match object(session, expression) {
        Ok(object) => object,
        Err(error) => return vec![Answer::Error(error)],
    };
    let Ok(uses) = uses(session, object) else {
        return broken_off(session);
    };
    if uses.is_empty() {
        session.sync_target();
        let why = "is older than the first event and has not been used since";
        return vec![Answer::Error(format!("{expression} {why}"))];
    }
    let now = session.nav.now;
    let times: Vec<Time> = uses.iter().map(|(t, _)| *t).collect();
    let current = times.partition_point(|t| *t <= now).saturating_sub(1);
    let part = chosen(&times, range, (current, SHOWN));
    let mut rows = Vec::new();
    for (t, what) in &uses[part.shown.clone()] {
        match row(session, *t, what) {
            Ok(row) => rows.push(row),
            Err(Interrupted) => return broken_off(session),
        }
    }
    session.sync_target();
    extract_by(Answer::Uses(rows), &part, &times, ("uses", &format!("objects {expression};")))
}

/// The allocation id of the object that an expression gives.
pub(crate) fn object(session: &mut Session, expression: &str) -> Result<u64, String> {
    session.sync_target();
    let (source, names) = convenience::translate(session, expression)?;
    let kept = session.in_thread(|session| session.target.save_value(&source, session.view.selected, &names));
    match kept.map_err(|error| convenience::in_users_words(error).to_string())? {
        SavedValue::Object(object) => Ok(object),
        _ => Err(format!("{expression} is plain data, which has no identity")),
    }
}

/// Every use of an object so far, by time.
pub(crate) fn uses(session: &mut Session, object: u64) -> Result<Vec<Use>, Interrupted> {
    let mut uses = observed(session, object)?;
    // What was written before an event is listed there after what happened at the event itself.
    uses.sort_by_key(|(t, _)| *t);
    Ok(uses)
}

/// Whether something happened at an event; writes happen between two.
fn is_event(what: &ObjectUse) -> bool {
    matches!(what, ObjectUse::Argument(_) | ObjectUse::Returned | ObjectUse::Yielded)
}

/// Notes the uses that were observed at event `t`.
fn note(found: &mut Vec<Use>, t: Time, uses: Vec<ObjectUse>) {
    let is_item = |what: &ObjectUse, of: &Container| matches!(what, ObjectUse::Item(holder, _) if holder == of);
    for what in &uses {
        // An item of a new container is seen in the container as well: that is one store.
        let twice = matches!(what, ObjectUse::Member(holder) if uses.iter().any(|other| is_item(other, holder)));
        if !twice {
            found.push((if is_event(what) { t } else { t.saturating_sub(1) }, what.clone()));
        }
    }
}

fn observed(session: &mut Session, object: u64) -> Result<Vec<Use>, Interrupted> {
    let query = EventQuery::of_writes(WriteQuery::Object(object));
    let last = session.frontier();
    let from = session.target.before_birth(object);
    let mut found = Vec::new();
    let all = session.target.all_object_uses(&query, from, last).ok_or(Interrupted)?;
    all.into_iter().for_each(|(t, uses)| note(&mut found, t, uses));
    Ok(found)
}

/// The row of a use.
pub(crate) fn row(session: &mut Session, t: Time, what: &ObjectUse) -> Result<TraceRow, Interrupted> {
    session.navigator().seek(t)?;
    let time = session.target.time().unwrap_or(t);
    let event = session.target.event();
    let code = session.target.code(event.code);
    let (file, line) = match is_event(what) {
        true => (text::file_name(&code.path).to_string(), event.line),
        false => writer(session),
    };
    Ok(TraceRow { time, file, line, text: describe(session, what, &code.qualname) })
}

fn describe(session: &Session, what: &ObjectUse, function: &str) -> String {
    let named = |holder: &Container| {
        let number = session.target.object_number(holder.object);
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
