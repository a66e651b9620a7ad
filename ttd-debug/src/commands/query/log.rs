//! `log`: a message for every time that a line was passed, without changing the program.

use crate::answer::Answer;
use crate::commands::Args;
use crate::session::Session;
use crate::session::convenience;
use crate::session::listing::broken_off;
use crate::syntax::text;
use crate::target::{EvalError, Time};

/// Messages shown at most.
const MOST: usize = 1000;

/// `log`.
pub fn log(session: &mut Session, args: &Args) -> Vec<Answer> {
    let Some((place, format)) = args.text.split_once(',') else {
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
    let (source, names) = match convenience::translate(session, &format!("f{format}")) {
        Ok(translated) => translated,
        Err(error) => return vec![Answer::Error(error)],
    };
    session.sync_target();
    if let Err(error) = convenience::check(&source) {
        return vec![Answer::Error(error)];
    }
    let known = session.frontier() + 1;
    let (mut before, mut times) = (known, Vec::new());
    while before > Time::START && times.len() <= MOST {
        let found = session.explored.crossings_before(
            &mut *session.target,
            std::slice::from_ref(&place),
            before,
            Time::START,
            MOST,
        );
        if found.interrupted {
            return broken_off(session);
        }
        let Some(first) = found.times.first() else {
            break;
        };
        before = *first;
        times.splice(0..0, found.times);
    }
    let left_out = times.len().saturating_sub(MOST);
    let mut answers = Vec::new();
    if left_out > 0 {
        answers.push(Answer::Text("(earlier lines are not shown)".into()));
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
        answers.push(Answer::Error(format!(
            "{}:{} has not been passed so far",
            text::file_name(&place.path),
            place.line
        )));
    }
    answers
}
