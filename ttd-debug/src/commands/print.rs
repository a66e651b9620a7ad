//! The commands that evaluate Python. Each runs in a diversion, which leaves no trace.

use crate::answer::Answer;
use crate::commands::unknown;
use crate::commands::{Args, Command};
use crate::session::Session;
use crate::session::input_mode::{InputMode, Typed, is_unfinished};
use crate::session::{convenience, convenience_changes};
use crate::syntax::find_filter;
use crate::syntax::text;
use crate::target::{Change, EvalError, EvalResult, EventKind, How, SavedValue, Target};

/// The note after an expression whose missing effect would surprise.
const NO_EFFECT: &str =
    "(no lasting effect: the program is as it was before; with `!` in front it changes on a branch)";

/// `whatis` in Python: the texts are pdb's.
const WHATIS: &str = "(lambda v: 'Method ' + v.__func__.__code__.co_name \
    if hasattr(getattr(getattr(v, '__func__', None), '__code__', None), 'co_name') \
    else 'Function ' + v.__code__.co_name if hasattr(getattr(v, '__code__', None), 'co_name') \
    else 'Class ' + v.__module__ + '.' + v.__qualname__ if v.__class__ is type \
    else str(type(v)))";

/// The Python behind `pp`: it defines `pformat`.
const PRETTY: &str = include_str!("../pretty.py");

/// `p`.
pub fn p(session: &mut Session, args: &Args) -> Vec<Answer> {
    vec![match evaluate(session, &args.text) {
        Ok(result) => {
            session.names.convenience.shown(&result);
            Answer::Value(result.text)
        }
        Err(error) => Answer::Error(error.to_string()),
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
    let list = session.target.args(session.view.selected);
    if list.is_empty() {
        return vec![Answer::Text("No arguments".into())];
    }
    list.into_iter().map(|(name, value)| Answer::Text(format!("{name} = {value}"))).collect()
}

/// `retval`.
pub fn retval(session: &mut Session, _: &Args) -> Vec<Answer> {
    session.sync_target();
    let newest = session.target.event();
    // Only the newest frame can be returning.
    let selected = session.view.selected;
    let event = session.navigator().event_of(selected, newest);
    vec![match (event.kind, event.how) {
        (EventKind::Return, How::Unwind) => {
            Answer::Error("No value is returned: the function is left by an exception".into())
        }
        (EventKind::Return, _) => {
            session.target.retval().map_or_else(|| Answer::Error("The value is not known".into()), Answer::Value)
        }
        _ => Answer::Error("Not yet returned!".into()),
    }]
}

/// An expression or a statement, or the beginning of one.
pub(crate) fn statement(session: &mut Session, source: &str, typed: Typed) -> Vec<Answer> {
    if source.is_empty() {
        return Vec::new();
    }
    if let Some(answers) = convenience::assign(session, source) {
        return answers;
    }
    if is_unfinished(source) {
        session.input = InputMode::Continuation(source.to_string(), typed);
        session.last.command.clear();
        return Vec::new();
    }
    if let Some(answers) = convenience_changes::change(session, source) {
        return answers;
    }
    run(session, source, typed)
}

/// Evaluates an expression or runs a statement.
pub(crate) fn run(session: &mut Session, source: &str, typed: Typed) -> Vec<Answer> {
    let evaluated = evaluate_by(session, source, |target, translated, frame, names| match source.contains('(') {
        true => target.eval_at_prompt(translated, frame, names),
        false => Ok((target.eval_in_diversion(translated, frame, names)?, false)),
    });
    let error = match evaluated {
        Ok((result, changes)) => {
            let effect = changes.then(|| effect_of_expression(session, source, typed));
            session.names.convenience.shown(&result);
            // Output is shown; the None of a call like print() is not.
            let text = result.text;
            let shown = text.strip_suffix("None").filter(|printed| printed.is_empty() || printed.ends_with('\n'));
            let value = match shown {
                Some("") => None,
                Some(printed) => Some(Answer::Value(printed.to_string())),
                None => Some(Answer::Value(text)),
            };
            return value.into_iter().chain(effect).collect();
        }
        Err(error) => error,
    };
    if !matches!(error, EvalError::NotCompilable(_)) {
        return vec![Answer::Error(error.to_string())];
    }
    let (translated, names) = match convenience::translate(session, source) {
        Ok(translated) => translated,
        Err(error) => return vec![Answer::Error(error)],
    };
    let ran = session.target.run_at_prompt(&translated, session.view.selected, &names, typed != Typed::Plain);
    let ran = match ran.map_err(convenience::in_users_words) {
        Ok(ran) => ran,
        Err(error) => return vec![Answer::Error(error.to_string())],
    };
    let mut answers = vec![Answer::Text(ran.printed)];
    let stay =
        |new: &[String]| if let [one] = new { format!("{one} stays") } else { format!("{} stay", new.join(", ")) };
    // What an annotation needs is of no use to the user.
    let new: Vec<String> = ran.new.into_iter().filter(|name| !name.starts_with("__")).collect();
    match &new[..] {
        _ if ran.changes => answers.push(change(session, source, &translated, &names)),
        [] => {}
        _ if typed == Typed::Interact => {}
        new => answers.push(Answer::Text(format!("({} for the prompt; the program is as it was before)", stay(new)))),
    }
    answers
}

/// Changes the program as an expression does that was typed as an action, or says that it would.
fn effect_of_expression(session: &mut Session, source: &str, typed: Typed) -> Answer {
    match (typed, convenience::translate(session, source)) {
        (Typed::Plain, _) => Answer::Text(NO_EFFECT.into()),
        (_, Ok((translated, names))) => change(session, source, &translated, &names),
        (_, Err(error)) => Answer::Error(error),
    }
}

/// Runs a statement for good, on a branch. `typed` is how the user has said it.
fn change(session: &mut Session, typed: &str, source: &str, names: &[(String, SavedValue)]) -> Answer {
    let before = session.target.branch();
    let frame = session.view.selected;
    if let Err(error) = session.change_program(&Change::Statement { source, frame, names }, typed) {
        return Answer::Error(error.to_string());
    }
    Answer::Text(begun(session, before))
}

/// Says which branch a change has begun, or joined.
pub(crate) fn begun(session: &Session, before: usize) -> String {
    let here = session.target.branch();
    let all = session.target.branches();
    let name = session.branches.name(here);
    let parent = all.iter().find(|branch| branch.number == here).map_or(0, |branch| branch.parent);
    let parent = session.branches.name(parent);
    match here == before {
        true => format!("(branch {name} begins with this as well)"),
        false => format!("(branch {name} begins here; `switch {parent}` leads to the run without this)"),
    }
}

/// Runs a line that is no command: Python, or a mistyped command.
pub fn python(session: &mut Session, word: &str, whole: &str) -> Vec<Answer> {
    let mut answers = statement(session, whole, Typed::Plain);
    let name = word.split('-').next().unwrap_or(word);
    let unknown = format!("NameError: name '{name}' is not defined");
    let is_typo = matches!(&answers[..], [Answer::Error(error)]
        if error.starts_with(&unknown) || error.starts_with("SyntaxError"));
    if !is_typo {
        return answers;
    }
    if let Some(answer) = unknown::elsewhere(whole) {
        return vec![answer];
    }
    answers.extend(unknown::hint(word).map(Answer::Text));
    answers
}

/// Shows the variable of a word that is a command as well, with a hint. `None` when there is no such variable here.
pub fn variable(session: &mut Session, word: &str, command: &Command) -> Option<Vec<Answer>> {
    session.sync_target();
    let value = session.target.eval(word, session.view.selected).ok()?;
    // A builtin like `eval` is no variable.
    let ask = format!("{word} is getattr(__import__('builtins'), {}, ...)", text::quote(word));
    if session.target.eval(&ask, session.view.selected).is_ok_and(|text| text == "True") {
        return None;
    }
    let hint = format!("({word} is a variable here; `{}` or `!!{word}` is the command)", command.name());
    Some(vec![Answer::Value(value), Answer::Text(hint)])
}

/// Evaluates an expression, which may contain `$names` and the words of `find`, in the selected frame.
pub(crate) fn evaluate(session: &mut Session, source: &str) -> Result<EvalResult, EvalError> {
    evaluate_by(session, source, |target, source, frame, names| target.eval_in_diversion(source, frame, names))
}

/// As `evaluate`, by this function of the target.
fn evaluate_by<T>(
    session: &mut Session,
    source: &str,
    ask: impl FnOnce(&mut dyn Target, &str, usize, &[(String, SavedValue)]) -> Result<T, EvalError>,
) -> Result<T, EvalError> {
    let Scoped { source, names, missing } = in_scope(session, source)?;
    let result = ask(&mut *session.target, &source, session.view.selected, &names);
    result.map_err(convenience::in_users_words).map_err(|error| match missing {
        Some(word) => error.map_text(|text| not_here(text, word)),
        None => error,
    })
}

/// An expression as the program can evaluate it.
pub(crate) struct Scoped {
    pub(crate) source: String,
    /// The debugger's own names in it.
    pub(crate) names: Vec<(String, SavedValue)>,
    /// A word of `find` in it that has no value at this event.
    missing: Option<&'static str>,
}

/// Reads an expression, which may contain `$names` and the words of `find`.
pub(crate) fn in_scope(session: &mut Session, source: &str) -> Result<Scoped, EvalError> {
    session.sync_target();
    let (source, mut names) = convenience::translate(session, source).map_err(EvalError::Raised)?;
    let words = words(session, &source);
    let event = session.target.event();
    let code = session.target.code(event.code);
    let has_value = |word: &&str| find_filter::has_value(&[*word], &event);
    let missing = words.iter().copied().find(|word| !has_value(word));
    let meant = words.iter().copied().filter(has_value);
    names.extend(meant.map(|word| (word.to_string(), find_filter::meaning(word, &event, &code))));
    Ok(Scoped { source, names, missing })
}

/// The words of `find` in a source text. A variable of the program goes before them.
fn words(session: &mut Session, source: &str) -> Vec<&'static str> {
    let frame = session.view.selected;
    let mut words = find_filter::PROMPT_WORDS.to_vec();
    words.retain(|word| find_filter::mentions(source, word));
    words.retain(|word| session.target.eval(&format!("({word}, None)[1]"), frame).is_err());
    words
}

/// Says in an error that a word has no value at this event.
fn not_here(error: &str, word: &str) -> String {
    let unknown = format!("NameError: name '{word}' is not defined");
    let event = if word == "exc" { "raises nothing" } else { "returns nothing" };
    match error.strip_prefix(&unknown) {
        Some(_) => format!("{unknown}: this event {event}"),
        None => error.to_string(),
    }
}

/// Shows the str that a Python function makes of a value, after what was printed.
fn through(session: &mut Session, function: &str, expression: &str) -> Answer {
    // Checked on its own, so that the error is about what the user typed and not about the call around it.
    let spelled = convenience::spelled(session, expression);
    if let Err(error) = spelled.and_then(|source| convenience::check(&source)) {
        return Answer::Error(error);
    }
    let text = match evaluate(session, &format!("{function}((\n{expression}\n))")) {
        Err(error) => return Answer::Error(error.to_string()),
        Ok(result) => result.text,
    };
    let (printed, last) = text.rsplit_once('\n').unwrap_or(("", text.as_str()));
    let last = text::unquote(last).unwrap_or_else(|| last.to_string());
    Answer::Value(match printed {
        "" => last,
        _ => format!("{printed}\n{last}"),
    })
}
