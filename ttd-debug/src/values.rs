//! The commands that ask the program for values. Every one of them is a diversion: it leaves no trace.

use crate::answer::Answer;
use crate::commands::{self, Args, Command};
use crate::session::Session;
use crate::target::{EventKind, How};
use crate::text;

/// What is said after a statement, because nobody expects it.
const NO_EFFECT: &str = "(no lasting effect: the program is as it was before)";

/// `whatis` in Python: the texts are pdb's.
const WHATIS: &str = "(lambda v: 'Method ' + v.__func__.__code__.co_name \
    if hasattr(v, '__func__') and hasattr(v.__func__, '__code__') \
    else 'Function ' + v.__code__.co_name if hasattr(v, '__code__') \
    else 'Class ' + v.__module__ + '.' + v.__qualname__ if v.__class__ is type \
    else str(type(v)))";

/// `p`.
pub fn p(session: &mut Session, args: &Args) -> Vec<Answer> {
    vec![evaluate(session, &args.text).unwrap_or_else(Answer::Error)]
}

/// `pp`. Where the library has no pprint it is `p`.
pub fn pp(session: &mut Session, args: &Args) -> Vec<Answer> {
    match through(session, "__import__('pprint').pformat", &args.text) {
        Answer::Error(error) if error.starts_with("ModuleNotFoundError") => p(session, args),
        answer => vec![answer],
    }
}

/// `whatis`.
pub fn whatis(session: &mut Session, args: &Args) -> Vec<Answer> {
    vec![through(session, WHATIS, &args.text)]
}

/// `args`.
pub fn args(session: &mut Session, _: &Args) -> Vec<Answer> {
    session.settle();
    let list = session.target.args(session.selected);
    list.into_iter()
        .map(|(name, value)| Answer::Text(format!("{name} = {value}")))
        .collect()
}

/// `retval`.
pub fn retval(session: &mut Session, _: &Args) -> Vec<Answer> {
    session.settle();
    let event = session.target.event();
    vec![match (event.kind, event.how) {
        (EventKind::Return, How::Unwind) => {
            Answer::Error("No value is returned: the function is left by an exception".into())
        }
        (EventKind::Return, _) => session.target.retval().map_or_else(
            || Answer::Error("The value cannot be told".into()),
            Answer::Value,
        ),
        _ => Answer::Error("Not yet returned!".into()),
    }]
}

/// `!`: an expression or a statement.
pub fn statement(session: &mut Session, source: &str) -> Vec<Answer> {
    if source.is_empty() {
        return Vec::new();
    }
    session.settle();
    let error = match evaluate(session, source) {
        Ok(Answer::Value(value)) if value == "None" => return Vec::new(),
        Ok(Answer::Value(value)) => {
            // What was printed is shown; the None of a call like print() is not.
            return vec![Answer::Value(
                value
                    .strip_suffix("\nNone")
                    .map_or(value.clone(), str::to_string),
            )];
        }
        Ok(answer) => return vec![answer],
        Err(error) => error,
    };
    if !error.starts_with("SyntaxError") {
        return vec![Answer::Error(error)];
    }
    match session.target.exec(source, session.selected) {
        Ok(printed) => vec![Answer::Text(printed), Answer::Text(NO_EFFECT.into())],
        Err(error) => vec![Answer::Error(error)],
    }
}

/// A line that is no command: Python, or a command with a typing error in it.
pub fn python(session: &mut Session, word: &str, whole: &str) -> Vec<Answer> {
    let mut answers = statement(session, whole);
    let unknown = format!("NameError: name '{word}' is not defined");
    let is_typo = matches!(&answers[..], [Answer::Error(error)]
        if error.starts_with(&unknown) || error.starts_with("SyntaxError"));
    if is_typo && let Some(command) = commands::nearest(word) {
        answers.push(Answer::Text(format!(
            "Did you mean the command `{command}`?"
        )));
    }
    answers
}

/// A word that is both an abbreviation of ours and a name of the program's: the name, with a hint. `None` when there is
/// no such name here.
pub fn variable(session: &mut Session, word: &str, command: &Command) -> Option<Vec<Answer>> {
    session.settle();
    let value = session.target.eval(word, session.selected).ok()?;
    let hint = format!(
        "({word} is a variable here; `{}` or `!!{word}` is the command)",
        command.name()
    );
    Some(vec![Answer::Value(value), Answer::Text(hint)])
}

fn evaluate(session: &mut Session, source: &str) -> Result<Answer, String> {
    session.settle();
    session
        .target
        .eval(source, session.selected)
        .map(Answer::Value)
}

/// The str that a Python function makes of a value, with what was printed before it.
fn through(session: &mut Session, function: &str, expression: &str) -> Answer {
    // An expression of its own first: its errors are about what the user typed, not about our call.
    if let Err(error) = evaluate(session, expression) {
        return Answer::Error(error);
    }
    match session
        .target
        .eval(&format!("{function}(\n{expression}\n)"), session.selected)
    {
        Ok(value) => {
            let (printed, last) = value
                .rsplit_once('\n')
                .map_or(("", value.as_str()), |(a, b)| (a, b));
            let last = text::unquote(last).unwrap_or_else(|| last.to_string());
            Answer::Value(if printed.is_empty() {
                last
            } else {
                format!("{printed}\n{last}")
            })
        }
        Err(error) => Answer::Error(error),
    }
}
