//! `eval`: an expression over all events of a frame, or of all frames of a function, where its value changes.

use std::collections::HashMap;

use crate::answer::{Answer, Value};
use crate::commands::Args;
use crate::session::Session;
use crate::session::convenience;
use crate::session::listing::{broken_off, each, shown};
use crate::syntax::text;
use crate::target::{EvalError, Event, FrameInfo, Time};
use crate::travel::Interrupted;

/// Values shown at most.
const MOST: usize = 200;

/// `eval`.
pub fn eval(session: &mut Session, args: &Args) -> Vec<Answer> {
    let (expression, whole) = match args.text.rsplit_once(';').map(|(e, word)| (e.trim(), word.trim())) {
        None => (args.text.as_str(), false),
        Some((expression, "frame")) => (expression, false),
        Some((expression, "all")) => (expression, true),
        Some((_, other)) => {
            let why = format!("Say `frame` or `all` after the semicolon, not {other}");
            return vec![args.misuse(&why)];
        }
    };
    session.sync_target();
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
    let Ok(times) = events_of(session, &here, whole) else {
        return broken_off(session);
    };
    let mut rows = Vec::new();
    let mut known: HashMap<u64, String> = HashMap::new();
    let mut more = false;
    for (time, event) in times {
        if session.navigator().seek(time).is_err() {
            return broken_off(session);
        }
        let value = match session.target.eval_in_diversion(&source, 0, &names) {
            Ok(result) => result.text,
            Err(EvalError::Interrupted) => return broken_off(session),
            Err(_) => continue,
        };
        if known.get(&event.frame) == Some(&value) {
            continue;
        }
        more = rows.len() == MOST;
        if more {
            break;
        }
        let path = session.target.code(event.code).path;
        rows.push(Value {
            time,
            frame: whole.then_some(event.frame),
            file: text::file_name(&path).to_string(),
            line: event.line,
            value: shown(session, &value),
        });
        known.insert(event.frame, value);
    }
    session.sync_target();
    if rows.is_empty() {
        let error =
            format!("{expression} has no value at any event of this {}", if whole { "function" } else { "frame" });
        return vec![Answer::Error(error)];
    }
    let mut answers = vec![Answer::Values(rows)];
    if more {
        answers.push(Answer::Text("(later values are not shown)".into()));
    }
    answers
}

/// The events so far of a frame, or of all frames of its function.
fn events_of(session: &mut Session, here: &FrameInfo, whole: bool) -> Result<Vec<(Time, Event)>, Interrupted> {
    let last = session.frontier();
    let first = if whole { Time::START } else { Time(here.frame) };
    let mut times = Vec::new();
    each(session, first, last, |_, time, event| {
        if event.frame == here.frame || whole && event.code == here.code {
            times.push((time, *event));
        }
    })?;
    Ok(times)
}
