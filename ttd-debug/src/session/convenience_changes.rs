//! Statements that change the values of `$names`: `$n += 1`, `$list[0] = 9`, `$list.append(9)`, `$a, $b = 1, 2`,
//! `del $n`.

use crate::answer::Answer;
use crate::session::Session;
use crate::session::convenience::{self, PREFIX};
use crate::syntax::text;
use crate::target::SavedValue;

/// Carries out a statement whose first target is a `$name`, `del` of such, or a call that changes one; `None` for any
/// other source.
pub(crate) fn change(session: &mut Session, source: &str) -> Option<Vec<Answer>> {
    let source = source.trim();
    if !source.strip_prefix("del ").map_or(source, str::trim_start).starts_with('$') {
        return None;
    }
    let is_expression = convenience::check(&convenience::with_prefixes(source)).is_ok();
    if is_expression && !source.contains('(') {
        return None;
    }
    let names = names_in(source);
    if is_expression && names.iter().any(|name| session.names.convenience.value(name).is_none()) {
        return None;
    }
    let own = |name: &&str| matches!(session.names.convenience.value(name), None | Some(SavedValue::Text(_)));
    if !names.iter().all(|name| own(&&**name)) {
        // An object of the program is changed on a branch.
        return None;
    }
    session.sync_target();
    let values = names.iter().map(|name| new_value(session, source, name, &names)).collect::<Result<Vec<_>, _>>();
    let values = match values {
        Ok(values) => values,
        Err(error) => return Some(vec![Answer::Error(error)]),
    };
    let has_new = names.iter().zip(&values).any(|(name, new)| session.names.convenience.value(name) != new.as_ref());
    if is_expression && !has_new {
        return None;
    }
    let answer = is_expression.then(|| result_of(session, source, &names)).flatten();
    for (name, value) in names.into_iter().zip(values) {
        session.names.convenience.set(name, value);
    }
    Some(answer.into_iter().collect())
}

/// What an expression gives, unless that is None.
fn result_of(session: &mut Session, source: &str, names: &[String]) -> Option<Answer> {
    let known = values_of(session, names);
    let source = convenience::with_prefixes(source);
    let result = session.target.eval_in_diversion(&source, session.view.selected, &known).ok()?;
    (result.text != "None").then_some(Answer::Value(result.text))
}

/// The `$names` that have values, as the program sees them.
fn values_of(session: &Session, names: &[String]) -> Vec<(String, SavedValue)> {
    let value = |name: &String| Some((format!("{PREFIX}{name}"), session.names.convenience.value(name)?.clone()));
    names.iter().filter_map(value).collect()
}

/// The `$names` of a source, each once.
fn names_in(source: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in convenience::names_in(source) {
        if !names.iter().any(|known| known == name) {
            names.push(name.to_string());
        }
    }
    names
}

/// The value of a `$name` after a statement; `None` if it is deleted.
fn new_value(session: &mut Session, source: &str, name: &str, all: &[String]) -> Result<Option<SavedValue>, String> {
    let known = values_of(session, all);
    let entries: Vec<String> = known.iter().map(|(name, _)| format!("'{name}': {name}")).collect();
    let statement = text::quote(&convenience::with_prefixes(source));
    let names = format!("{{**globals(), **locals(), {}}}", entries.join(", "));
    let run = |answer: &str| format!("(lambda names: (exec({statement}, names), {answer})[1])({names})");
    let key = format!("'{PREFIX}{name}'");
    let exists = session
        .target
        .eval_in_diversion(&run(&format!("{key} in names")), session.view.selected, &known)
        .map_err(|error| convenience::in_users_words(error).to_string())?;
    if !exists.text.ends_with("True") {
        return Ok(None);
    }
    let value = session.target.save_value(&run(&format!("names[{key}]")), session.view.selected, &known);
    value.map(Some).map_err(|error| convenience::in_users_words(error).to_string())
}
