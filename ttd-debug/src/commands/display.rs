//! Expressions that are shown when their value has changed at a stop in their frame.

use crate::answer::Answer;
use crate::commands::Args;
use crate::commands::inspect;
use crate::commands::print;
use crate::session::Session;

/// An expression of a frame and the value that was shown last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Display {
    frame: u64,
    expression: String,
    shown: String,
}

impl Display {
    /// What is shown.
    pub(crate) fn expression(&self) -> &str {
        &self.expression
    }
}

/// `display`.
pub fn display(session: &mut Session, args: &Args) -> Vec<Answer> {
    let Some(frame) = inspect::selected(session).map(|at| at.frame) else {
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
    session.displays.retain(|d| d.frame != frame || d.expression != expression);
    session.displays.push(Display { frame, expression, shown });
    vec![answer]
}

fn list(session: &Session, frame: u64) -> Vec<Answer> {
    if session.displays.is_empty() {
        return vec![Answer::Text("No expression is being displayed".into())];
    }
    let here = session.displays.iter().filter(|d| d.frame == frame);
    let lines = here.map(|d| Answer::Text(format!("{}: {}", d.expression, d.shown)));
    std::iter::once(Answer::Text("Currently displaying:".into())).chain(lines).collect()
}

/// `undisplay`.
pub fn undisplay(session: &mut Session, args: &Args) -> Vec<Answer> {
    let Some(frame) = inspect::selected(session).map(|at| at.frame) else {
        return Vec::new();
    };
    let before = session.displays.len();
    let all = args.text.is_empty();
    session.displays.retain(|d| d.frame != frame || !all && d.expression != args.text);
    if !all && session.displays.len() == before {
        return vec![Answer::Error(format!("not displaying {}", args.text))];
    }
    Vec::new()
}

/// What has changed of what is displayed in this frame.
pub(crate) fn changes(session: &mut Session) -> Vec<Answer> {
    if session.displays.is_empty() {
        return Vec::new();
    }
    let Some(frame) = inspect::selected(session).map(|at| at.frame) else {
        return Vec::new();
    };
    let mut answers = Vec::new();
    for index in 0..session.displays.len() {
        let Display { frame: of, expression, shown } = session.displays[index].clone();
        if of != frame {
            continue;
        }
        let new = value(session, &expression);
        if new != shown {
            answers.push(Answer::Text(format!("display {expression}: {new}  [old: {shown}]")));
            session.displays[index].shown = new;
        }
    }
    answers
}

fn value(session: &mut Session, expression: &str) -> String {
    match print::told(session, expression) {
        Ok(told) => told.text,
        Err(error) => format!("** raised {error} **"),
    }
}
