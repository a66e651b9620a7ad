//! Expressions that are shown when their value has changed at a stop in their frame.

use crate::answer::Answer;
use crate::commands::Args;
use crate::commands::print;
use crate::session::Session;
use crate::session::view::Display;

/// `display`.
pub fn display(session: &mut Session, args: &Args) -> Vec<Answer> {
    let Some(frame) = session.selected_frame().map(|at| at.frame) else {
        return Vec::new();
    };
    let expression = args.text.clone();
    if expression.is_empty() {
        return list(session, frame);
    }
    let shown = value(session, &expression);
    if let Some(error) = shown.strip_prefix("** raised SyntaxError") {
        let error = error.trim_end_matches(" **");
        return vec![Answer::Error(format!("Unable to display {expression}: SyntaxError{error}"))];
    }
    let answer = Answer::Text(format!("display {expression}: {shown}"));
    session.view.displays.retain(|d| d.frame != frame || d.expression != expression);
    session.view.displays.push(Display { frame, expression, shown });
    vec![answer]
}

fn list(session: &Session, frame: u64) -> Vec<Answer> {
    if session.view.displays.is_empty() {
        return vec![Answer::Text("No expression is being displayed".into())];
    }
    let here = session.view.displays.iter().filter(|d| d.frame == frame);
    let lines = here.map(|d| Answer::Text(format!("{}: {}", d.expression, d.shown)));
    std::iter::once(Answer::Text("Currently displaying:".into())).chain(lines).collect()
}

/// `undisplay`.
pub fn undisplay(session: &mut Session, args: &Args) -> Vec<Answer> {
    let Some(frame) = session.selected_frame().map(|at| at.frame) else {
        return Vec::new();
    };
    let before = session.view.displays.len();
    let all = args.text.is_empty();
    session.view.displays.retain(|d| d.frame != frame || !all && d.expression != args.text);
    if !all && session.view.displays.len() == before {
        return vec![Answer::Error(format!("not displaying {}", args.text))];
    }
    Vec::new()
}

/// The displayed expressions of this frame whose values have changed.
pub(crate) fn changes(session: &mut Session) -> Vec<Answer> {
    if session.view.displays.is_empty() {
        return Vec::new();
    }
    let Some(frame) = session.selected_frame().map(|at| at.frame) else {
        return Vec::new();
    };
    let mut answers = Vec::new();
    for index in 0..session.view.displays.len() {
        let Display { frame: of, expression, shown } = session.view.displays[index].clone();
        if of != frame {
            continue;
        }
        let new = value(session, &expression);
        if new != shown {
            answers.push(Answer::Change(format!("display {expression}: {new}  [old: {shown}]")));
            session.view.displays[index].shown = new;
        }
    }
    answers
}

fn value(session: &mut Session, expression: &str) -> String {
    match print::evaluate(session, expression) {
        Ok(result) => result.text,
        Err(error) => format!("** raised {error} **"),
    }
}
