//! `bisect`: the first event at which a condition holds, in logarithmically many looks.
//!
//! The answer is right where the condition is monotone: false up to an event and true from there on. It is evaluated in
//! the innermost frame, or, where that does not know one of its names, in the frame of a caller. An event at which it
//! cannot be evaluated counts as one at which it is false.

use crate::answer::Answer;
use crate::commands::Args;
use crate::commands::query::range::split_range;
use crate::session::Session;
use crate::session::arrive::jump;
use crate::session::convenience;
use crate::session::listing::broken_off;
use crate::target::{Direction, EvalError, SavedValue, Time};
use crate::travel::Interrupted;

/// `bisect`.
pub fn bisect(session: &mut Session, args: &Args) -> Vec<Answer> {
    let (condition, range) = match split_range(session, args) {
        Ok(read) => read,
        Err(answer) => return vec![*answer],
    };
    session.sync_target();
    let checked = convenience::translate(session, condition).and_then(|(source, names)| {
        convenience::check(&source)?;
        Ok((source, names))
    });
    let (source, names) = match checked {
        Ok(checked) => checked,
        Err(error) => return vec![Answer::Error(error)],
    };
    let first = session.target.first();
    let (from, to) = range.unwrap_or((first, session.frontier()));
    let (from, to) = (from.max(first), to.min(session.frontier()));
    let mut looks = Looks { source: format!("not not (\n{source}\n)"), names, count: 0, failed: 0, error: None };
    match looks.first_true(session, (from, to)) {
        Err(Interrupted) => broken_off(session),
        Ok(found) => answer(session, condition, (from, to), found, &looks),
    }
}

/// What the search has found.
enum Found {
    /// It holds at the first event of the stretch.
    FromTheBeginning,
    /// It does not hold at the last.
    Never,
    /// It holds here, and not at the event before.
    At(Time),
}

fn answer(
    session: &mut Session,
    condition: &str,
    (from, to): (Time, Time),
    found: Found,
    looks: &Looks,
) -> Vec<Answer> {
    let count = if looks.count == 1 { "1 look".to_string() } else { format!("{} looks", looks.count) };
    let failed = looks.error.as_ref().map(|error| {
        let (n, all) = (looks.failed, looks.count);
        Answer::Text(format!("(at {n} of the {all} events that were looked at it cannot be evaluated: {error})"))
    });
    match found {
        Found::At(time) => {
            let note = Answer::Text(format!("(`{condition}` holds from event {time} on; {count})"));
            let arrived = jump(session, time);
            failed.into_iter().chain([note]).chain(arrived).collect()
        }
        Found::FromTheBeginning => {
            session.sync_target();
            vec![Answer::Error(format!("It holds already at event {from}, the first one looked at ({count})"))]
        }
        Found::Never => {
            session.sync_target();
            let so_far = if session.target.end().is_none() && to == session.frontier() { " so far" } else { "" };
            let why = Answer::Error(format!("It does not hold at event {to}, the last one{so_far} ({count})"));
            std::iter::once(why).chain(failed).collect()
        }
    }
}

/// The condition, and what was found out about its evaluation.
struct Looks {
    source: String,
    names: Vec<(String, SavedValue)>,
    count: u64,
    /// Events at which it could not be evaluated.
    failed: u64,
    /// The first reason for that.
    error: Option<String>,
}

impl Looks {
    fn first_true(&mut self, session: &mut Session, (from, to): (Time, Time)) -> Result<Found, Interrupted> {
        let nearest = |session: &Session, time, direction| session.target.nearest(time, direction);
        let ends = nearest(session, from, Direction::Forward).zip(nearest(session, to, Direction::Backward));
        let Some((mut before, mut holds)) = ends.filter(|(first, last)| first <= last) else {
            return Ok(Found::Never);
        };
        if !self.holds_at(session, holds)? {
            return Ok(Found::Never);
        }
        if before == holds || self.holds_at(session, before)? {
            return Ok(Found::FromTheBeginning);
        }
        while before + 1 < holds {
            let middle = before + (holds - before) / 2;
            // Not every event need be recorded.
            let back = nearest(session, middle, Direction::Backward).filter(|time| *time > before);
            let on = || nearest(session, middle, Direction::Forward).filter(|time| *time < holds);
            let Some(middle) = back.or_else(on) else { break };
            match self.holds_at(session, middle)? {
                true => holds = middle,
                false => before = middle,
            }
        }
        Ok(Found::At(holds))
    }

    fn holds_at(&mut self, session: &mut Session, time: Time) -> Result<bool, Interrupted> {
        session.navigator().seek(time)?;
        self.count += 1;
        let mut why = None;
        for frame in 0..session.target.stack().len() {
            match session.target.eval_in_diversion(&self.source, frame, &self.names) {
                Ok(result) => return Ok(result.text.ends_with("True")),
                Err(EvalError::Interrupted) => return Err(Interrupted),
                Err(error) => {
                    let error = convenience::in_users_words(error).to_string();
                    let is_unknown_name = error.starts_with("NameError");
                    why.get_or_insert(error);
                    if !is_unknown_name {
                        break;
                    }
                }
            }
        }
        self.failed += 1;
        self.error = self.error.take().or(why);
        Ok(false)
    }
}
