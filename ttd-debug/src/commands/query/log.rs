//! `log`: a line that the program never printed, for every time that a place was passed.

use crate::answer::Answer;
use crate::commands::Args;
use crate::session::Session;
use crate::session::convenience;
use crate::session::listing::broken_off;
use crate::syntax::{source_location, text};

/// Lines that are shown.
const MOST: usize = 1000;

/// `log`.
pub fn log(session: &mut Session, args: &Args) -> Vec<Answer> {
    let Some((place, format)) = args.text.split_once(',') else {
        return vec![args.misuse("A place and a text are required for this command")];
    };
    let place = match source_location::resolve(session, place.trim()) {
        Ok(place) => place,
        Err(answer) => return vec![*answer],
    };
    let format = format.trim();
    if !format.starts_with(['"', '\'']) {
        return vec![args.misuse(&format!("The text stands in quotes: {format}"))];
    }
    let (source, names) = match convenience::translate(session, &format!("f{format}")) {
        Ok(translated) => translated,
        Err(error) => return vec![Answer::Error(error)],
    };
    session.sync_target();
    if let Err(error) = convenience::check(&source) {
        return vec![Answer::Error(error)];
    }
    let known = session.known();
    let (mut before, mut times) = (known, Vec::new());
    while before > 0 && times.len() <= MOST {
        let found = session.timeline.passes_before(&mut *session.target, std::slice::from_ref(&place), before, 0, MOST);
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
        if session.road().stand_at(*time).is_err() {
            return broken_off(session);
        }
        let told = match session.target.eval_in_diversion(&source, 0, &names) {
            Ok(told) => text::unquote(&told.text).unwrap_or(told.text),
            Err(error) if error == "KeyboardInterrupt" => return broken_off(session),
            Err(error) => format!("*** {}", convenience::in_users_words(&error)),
        };
        answers.push(Answer::Text(format!("{time:>10}  {told}")));
    }
    session.sync_target();
    if times.is_empty() {
        answers.push(Answer::Error(format!("{}:{} was not passed so far", text::file_name(&place.path), place.line)));
    }
    answers
}
