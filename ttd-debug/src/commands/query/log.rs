//! `log`: a message for every time that a line was passed, without changing the program.

use crate::answer::Answer;
use crate::commands::Args;
use crate::commands::query::range::{RANGE, split_range};
use crate::session::Session;
use crate::session::convenience;
use crate::session::listing::broken_off;
use crate::syntax::text;
use crate::target::{EvalError, EventQuery, Time};

/// Messages shown at most.
const MOST: usize = 1000;

/// `log`.
pub fn log(session: &mut Session, args: &Args) -> Vec<Answer> {
    let (text, range) = match split_range(session, args) {
        Ok(split) => split,
        Err(error) => return vec![*error],
    };
    let Some((place, format)) = text.split_once(',') else {
        return vec![args.misuse("A line and a text are required for this command")];
    };
    let place = match session.resolver().resolve(place.trim()) {
        Ok(place) => place,
        Err(answer) => return vec![*answer],
    };
    if let Some(why) = session.without_events(&place.path) {
        return vec![Answer::Error(why)];
    }
    let format = format.trim();
    if !format.starts_with(['"', '\'']) {
        return vec![args.misuse(&format!("The text must be in quotes: {format}"))];
    }
    session.sync_target();
    let (source, names) = match convenience::translate(session, &format!("f{format}")) {
        Ok(translated) => translated,
        Err(error) => return vec![Answer::Error(error)],
    };
    if let Err(error) = convenience::check(&source) {
        return vec![Answer::Error(error)];
    }
    let crossings = EventQuery::of_locations(vec![place.clone()]);
    let (floor, to) = range.unwrap_or((Time::START, Time::NEVER));
    let most = if range.is_some() { RANGE } else { MOST };
    let (mut before, mut times) = (session.frontier().min(to) + 1, Vec::new());
    while before > floor && times.len() <= most {
        let found = session.explored.crossings_before(&mut *session.target, &crossings, before, floor, most);
        if found.interrupted {
            return broken_off(session);
        }
        let Some(first) = found.times.first() else {
            break;
        };
        before = *first;
        times.splice(0..0, found.times);
    }
    let left_out = times.len().saturating_sub(most);
    let mut answers = Vec::new();
    if let Some(last) = left_out.checked_sub(1).and_then(|at| times.get(at)) {
        let rest = format!("log {text}; {floor} {last}");
        answers.push(Answer::Text(format!("(earlier lines are not shown; `{rest}` lists them)")));
    }
    for time in &times[left_out..] {
        if session.navigator().seek(*time).is_err() {
            return broken_off(session);
        }
        let text = match session.target.eval_in_diversion(&source, 0, &names) {
            Ok(result) => text::unquote(&result.text).unwrap_or(result.text),
            Err(EvalError::Interrupted) => return broken_off(session),
            Err(error) => format!("*** {}", convenience::in_users_words(error)),
        };
        answers.push(Answer::Text(format!("{time:>10}  {text}")));
    }
    session.sync_target();
    if times.is_empty() {
        let when = match range {
            Some((from, to)) => format!("from event {from} to {to}"),
            None => "so far".into(),
        };
        let (file, line) = (text::file_name(&place.path), place.line);
        answers.push(Answer::Error(format!("{file}:{line} has not been passed {when}")));
    }
    answers
}
