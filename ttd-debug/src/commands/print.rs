//! The commands that ask the program for values. Every one of them is a diversion: it leaves no trace.

use crate::answer::Answer;
use crate::commands::unknown;
use crate::commands::{Args, Command};
use crate::session::Session;
use crate::session::{convenience, input_mode};
use crate::syntax::text;
use crate::target::{EvalResult, EventKind, How};

/// What is said after a statement, because nobody expects it.
const NO_EFFECT: &str = "(no lasting effect: the program is as it was before)";

/// `whatis` in Python: the texts are pdb's.
const WHATIS: &str = "(lambda v: 'Method ' + v.__func__.__code__.co_name \
    if hasattr(getattr(getattr(v, '__func__', None), '__code__', None), 'co_name') \
    else 'Function ' + v.__code__.co_name if hasattr(getattr(v, '__code__', None), 'co_name') \
    else 'Class ' + v.__module__ + '.' + v.__qualname__ if v.__class__ is type \
    else str(type(v)))";

/// What `pp` is made of: a namespace with `pformat`.
const PRETTY: &str = include_str!("../pretty.py");

/// `p`.
pub fn p(session: &mut Session, args: &Args) -> Vec<Answer> {
    vec![match told(session, &args.text) {
        Ok(told) => {
            session.convenience.shown(&told);
            Answer::Value(told.text)
        }
        Err(error) => Answer::Error(error),
    }]
}

/// `pp`.
pub fn pp(session: &mut Session, args: &Args) -> Vec<Answer> {
    let pretty = text::quote(PRETTY);
    let function = format!("(lambda names: (exec({pretty}, names), names['pformat'])[1])({{}})");
    vec![through(session, &function, &args.text)]
}

/// `whatis`.
pub fn whatis(session: &mut Session, args: &Args) -> Vec<Answer> {
    vec![through(session, WHATIS, &args.text)]
}

/// `args`.
pub fn args(session: &mut Session, _: &Args) -> Vec<Answer> {
    session.sync_target();
    let list = session.target.args(session.selected);
    list.into_iter().map(|(name, value)| Answer::Text(format!("{name} = {value}"))).collect()
}

/// `retval`.
pub fn retval(session: &mut Session, _: &Args) -> Vec<Answer> {
    session.sync_target();
    let event = session.target.event();
    vec![match (event.kind, event.how) {
        (EventKind::Return, How::Unwind) => {
            Answer::Error("No value is returned: the function is left by an exception".into())
        }
        (EventKind::Return, _) => {
            session.target.retval().map_or_else(|| Answer::Error("The value cannot be told".into()), Answer::Value)
        }
        _ => Answer::Error("Not yet returned!".into()),
    }]
}

/// `!`: an expression or a statement, or the beginning of one.
pub fn statement(session: &mut Session, source: &str) -> Vec<Answer> {
    if source.is_empty() {
        return Vec::new();
    }
    if let Some(answers) = convenience::assign(session, source) {
        return answers;
    }
    if input_mode::is_unfinished(source) {
        session.unfinished = Some(source.to_string());
        session.last_command.clear();
        return Vec::new();
    }
    run(session, source)
}

/// Evaluates an expression or runs a statement.
pub(crate) fn run(session: &mut Session, source: &str) -> Vec<Answer> {
    let error = match told(session, source) {
        Ok(told) => {
            session.convenience.shown(&told);
            // What was printed is shown; the None of a call like print() is not.
            let text = told.text;
            let shown = text.strip_suffix("None").filter(|printed| printed.is_empty() || printed.ends_with('\n'));
            return match shown {
                Some("") => Vec::new(),
                Some(printed) => vec![Answer::Value(printed.to_string())],
                None => vec![Answer::Value(text)],
            };
        }
        Err(error) => error,
    };
    if !input_mode::is_syntax_error(&error) {
        return vec![Answer::Error(error)];
    }
    let ran = convenience::translate(session, source).and_then(|(source, names)| {
        session
            .target
            .run_statements(None, &source, session.selected, &names)
            .map_err(|error| convenience::in_users_words(&error))
    });
    match ran {
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
    if is_typo && let Some(hint) = unknown::hint(word) {
        answers.push(Answer::Text(hint));
    }
    answers
}

/// A word that is both an abbreviation of ours and a name of the program's: the name, with a hint. `None` when there is
/// no such name here.
pub fn variable(session: &mut Session, word: &str, command: &Command) -> Option<Vec<Answer>> {
    session.sync_target();
    let value = session.target.eval(word, session.selected).ok()?;
    let hint = format!("({word} is a variable here; `{}` or `!!{word}` is the command)", command.name());
    Some(vec![Answer::Value(value), Answer::Text(hint)])
}

/// What the program says to an expression, which may contain `$names`.
pub(crate) fn told(session: &mut Session, source: &str) -> Result<EvalResult, String> {
    session.sync_target();
    let (source, names) = convenience::translate(session, source)?;
    let told = session.target.eval_in_diversion(&source, session.selected, &names);
    told.map_err(|error| convenience::in_users_words(&error))
}

/// The str that a Python function makes of a value, with what was printed before it.
fn through(session: &mut Session, function: &str, expression: &str) -> Answer {
    let told = match told(session, &format!("{function}(\n{expression}\n)")) {
        // An expression of its own: its errors are about what the user typed, not about our call.
        Err(error) if input_mode::is_syntax_error(&error) => {
            return Answer::Error(self::told(session, expression).err().unwrap_or(error));
        }
        Err(error) => return Answer::Error(error),
        Ok(told) => told.text,
    };
    let (printed, last) = told.rsplit_once('\n').unwrap_or(("", told.as_str()));
    let last = text::unquote(last).unwrap_or_else(|| last.to_string());
    Answer::Value(match printed {
        "" => last,
        _ => format!("{printed}\n{last}"),
    })
}
