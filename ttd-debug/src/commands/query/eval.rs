//! `eval`: an expression over all events of a frame, or of all frames of a function, where its value changes.

use std::collections::HashMap;

use crate::answer::{Answer, Value};
use crate::commands::Args;
use crate::commands::query::range::{RANGE, Times, at_semicolon, time_range};
use crate::session::Session;
use crate::session::convenience;
use crate::session::listing::{broken_off, shown, visit};
use crate::syntax::text;
use crate::target::{EvalError, Event, Filter, Test, Time};
use crate::travel::Interrupted;

/// Values shown at most.
const MOST: usize = 200;

/// `eval`.
pub fn eval(session: &mut Session, args: &Args) -> Vec<Answer> {
    let (expression, whole, range) = match asked(session, args) {
        Ok(asked) => asked,
        Err(error) => return vec![*error],
    };
    session.sync_target();
    if let Some(refused) = session.refusal_for_thread("`eval` asks a frame of the thread that runs") {
        return vec![Answer::Error(refused)];
    }
    let Some(here) = session.target.stack().get(session.view.selected).cloned() else {
        return Vec::new();
    };
    let (source, names) = match convenience::translate(session, expression) {
        Ok(translated) => translated,
        Err(error) => return vec![Answer::Error(error)],
    };
    if let Err(error) = convenience::check(&source) {
        return vec![Answer::Error(error)];
    }
    let mut rows = Vec::new();
    let mut known: HashMap<u64, String> = HashMap::new();
    let mut failed = None;
    let (mut more, most) = (None, if range.is_some() { RANGE } else { MOST });
    let (begins, test) = match whole {
        true => (Time::START, Test::Codes(vec![here.code])),
        false => (Time(here.frame), Test::Frame(here.frame)),
    };
    let (from, to) = range.unwrap_or((Time::START, Time::NEVER));
    let (first, last) = (from.max(begins), session.frontier().min(to));
    let filter = Filter { tests: vec![test.clone()], ..Filter::default() };
    let read = visit(session, first, last, &filter, |session, time, event| {
        if !test.matches("", "", event) {
            return Ok(true);
        }
        let value = match session.target.eval_in_diversion(&source, 0, &names) {
            Ok(result) => result.text,
            Err(EvalError::Interrupted) => return Err(Interrupted),
            Err(error) => {
                failed = Some((time, error));
                return Ok(true);
            }
        };
        if known.get(&event.frame) == Some(&value) {
            return Ok(true);
        }
        if rows.len() == most {
            more = Some(time);
            return Ok(false);
        }
        rows.push(row(session, (time, event), whole, &value));
        known.insert(event.frame, value);
        Ok(true)
    });
    if read.is_err() {
        return broken_off(session);
    }
    session.sync_target();
    if rows.is_empty() {
        return vec![no_value(expression, whole, failed)];
    }
    let mut answers = vec![Answer::Values(rows)];
    if let Some(time) = more {
        let of = if whole { "all " } else { "" };
        let rest = format!("eval {expression}; {of}{time}");
        answers.push(Answer::Text(format!("(later values are not shown; `{rest}` lists them)")));
    }
    answers
}

/// The row of a value, with the frame where `whole` functions are asked.
fn row(session: &Session, (time, event): (Time, &Event), whole: bool, value: &str) -> Value {
    let path = session.target.code(event.code).path;
    let (frame, file) = (whole.then_some(event.frame), text::file_name(&path).to_string());
    Value { time, frame, file, line: event.line, value: shown(session, value) }
}

/// That an expression had no value anywhere, and the last reason.
fn no_value(expression: &str, whole: bool, failed: Option<(Time, EvalError)>) -> Answer {
    let of = if whole { "function" } else { "frame" };
    let why = failed.map_or(String::new(), |(time, error)| format!("; at event {time}: {error}"));
    Answer::Error(format!("{expression} has no value at any event of this {of}{why}"))
}

/// The expression, whether it is asked at all frames of the function, and the range of times.
fn asked<'a>(session: &Session, args: &'a Args) -> Result<(&'a str, bool, Option<Times>), Box<Answer>> {
    let (expression, after) = at_semicolon(&args.text);
    let (word, times) = after.split_once(char::is_whitespace).unwrap_or((after, ""));
    let (whole, times) = match word {
        "frame" => (false, times),
        "all" => (true, times),
        _ => (false, after),
    };
    Ok((expression, whole, time_range(session, args, times)?))
}
