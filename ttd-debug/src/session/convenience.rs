//! `$names`: values with names of the debugger's own, as in pdb.
//!
//! `$name = EXPRESSION` saves a value, and `$name` in any expression stands for it, at every time. Plain data is saved
//! as it was. An object of the program is saved by identity: it shows what it holds at the present time. Some names are
//! always there: `$_` is the value shown last, `$_exception` the exception being raised, and `$_kind`, `$_line`,
//! `$_args`, `$_retval` and so on are what the words of `find` mean at this event, whatever the program calls its
//! variables. `#5` is the object that is shown with this number, at every time.

use std::collections::BTreeMap;

use crate::answer::Answer;
use crate::session::Session;
use crate::syntax::find_filter::{PROMPT_WORDS, has_value, meaning};
use crate::syntax::text;
use crate::target::{EvalError, EvalResult, EventKind, How, SavedValue};

/// The prefix of a `$name` as the program sees it.
pub(crate) const PREFIX: &str = "_ttd_convenience_";
/// The prefix of a `#number` as the program sees it.
const OBJECT: &str = "_ttd_object_";

/// The names and their values.
#[derive(Default)]
pub(crate) struct Convenience {
    own: BTreeMap<String, SavedValue>,
    /// `$_`.
    last: Option<SavedValue>,
}

impl Convenience {
    /// The user's names, for completion.
    pub(crate) fn names(&self) -> Vec<String> {
        let always = ["_", "_exception"].map(String::from);
        let words = PROMPT_WORDS.iter().map(|word| format!("_{word}"));
        always.into_iter().chain(words).chain(self.own.keys().cloned()).collect()
    }

    /// Whether the user has named no value.
    pub(crate) fn is_empty(&self) -> bool {
        self.own.is_empty()
    }

    /// The value of one of the user's names.
    pub(crate) fn value(&self, name: &str) -> Option<&SavedValue> {
        self.own.get(name)
    }

    /// Sets one of the user's names, or deletes it.
    pub(crate) fn set(&mut self, name: String, value: Option<SavedValue>) {
        match value {
            Some(value) => self.own.insert(name, value),
            None => self.own.remove(&name),
        };
    }

    /// Notes the value that was shown, for `$_`.
    pub(crate) fn shown(&mut self, result: &EvalResult) {
        if result.kept.is_some() {
            self.last = result.kept.clone();
        }
    }
}

/// A piece of a source text.
#[derive(Debug, PartialEq, Eq)]
enum Piece<'a> {
    Python(&'a str),
    Name(&'a str),
    Object(&'a str),
}

/// Cuts a source text into Python, `$names` and `#numbers`. String literals and comments are Python.
fn pieces(source: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let (mut start, mut at) = (0, 0);
    while let Some(c) = source[at..].chars().next() {
        match c {
            '#' => {
                let rest = &source[at + 1..];
                let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                if end == 0 {
                    at += source[at..].find('\n').unwrap_or(source.len() - at);
                    continue;
                }
                pieces.push(Piece::Python(&source[start..at]));
                pieces.push(Piece::Object(&rest[..end]));
                at += 1 + end;
                start = at;
            }
            '\'' | '"' => at += text::literal_len(&source[at..]),
            '$' => {
                let rest = &source[at + 1..];
                let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
                if end > 0 && !rest.starts_with(|c: char| c.is_ascii_digit()) {
                    pieces.push(Piece::Python(&source[start..at]));
                    pieces.push(Piece::Name(&rest[..end]));
                    start = at + 1 + end;
                }
                at += 1 + end;
            }
            c => at += c.len_utf8(),
        }
    }
    pieces.push(Piece::Python(&source[start..]));
    pieces
}

/// The `$names` in a source text.
pub(crate) fn names_in(source: &str) -> Vec<&str> {
    let name = |piece| if let Piece::Name(name) = piece { Some(name) } else { None };
    pieces(source).into_iter().filter_map(name).collect()
}

/// A source text with its `$names` as the program sees them, whether or not they have values.
pub(crate) fn with_prefixes(source: &str) -> String {
    let spell = |piece| match piece {
        Piece::Python(text) => text.to_string(),
        Piece::Object(number) => format!("{OBJECT}{number}"),
        Piece::Name(name) => format!("{PREFIX}{name}"),
    };
    pieces(source).into_iter().map(spell).collect()
}

/// Returns a source text as the program understands it, with the values that the names in it have where the target is.
pub(crate) fn translate(session: &mut Session, source: &str) -> Result<(String, Vec<(String, SavedValue)>), String> {
    if !source.contains(['$', '#']) {
        return Ok((source.to_string(), Vec::new()));
    }
    let mut names: Vec<(String, SavedValue)> = Vec::new();
    let mut out = String::new();
    for piece in pieces(source) {
        match piece {
            Piece::Python(text) => out.push_str(text),
            Piece::Object(number) => {
                let object = number.parse().ok().and_then(|n| session.target.object_with_number(n));
                let object = object.ok_or_else(|| format!("LookupError: there is no #{number}"))?;
                let name = format!("{OBJECT}{number}");
                out.push_str(&name);
                names.push((name, SavedValue::Object(object)));
            }
            Piece::Name(name) => {
                let kept = value(session, name).ok_or_else(|| format!("KeyError: {}", text::quote(name)))?;
                let name = format!("{PREFIX}{name}");
                out.push_str(&name);
                names.push((name, kept));
            }
        }
    }
    Ok((out, names))
}

/// The value of a `$name` at the target's event.
fn value(session: &Session, name: &str) -> Option<SavedValue> {
    let event = session.target.event();
    match name {
        "_" => session.names.convenience.last.clone(),
        "_exception" if event.kind == EventKind::Exception || event.how == How::Unwind => Some(SavedValue::Raised),
        _ => match PROMPT_WORDS.iter().find(|word| name.strip_prefix('_') == Some(**word)) {
            Some(word) if has_value(&[word], &event) => Some(meaning(word, &event, &session.target.code(event.code))),
            _ => session.names.convenience.own.get(name).cloned(),
        },
    }
}

/// Whether a name of a translated text stands for a `$name` or a `#number`.
pub(crate) fn is_own(name: &str) -> bool {
    name.starts_with(PREFIX) || name.starts_with(OBJECT)
}

/// Returns a source text as the program understands it, for a search: its names get their values at each event.
///
/// # Errors
/// A name that has a value at no event.
pub(crate) fn spelled(session: &Session, source: &str) -> Result<String, String> {
    let known = session.names.convenience.names();
    match names_in(source).into_iter().find(|name| known.iter().all(|known| known != name)) {
        Some(name) => Err(format!("KeyError: {}", text::quote(name))),
        None => Ok(with_prefixes(source)),
    }
}

/// Returns an error with the names spelled as the user wrote them.
pub(crate) fn in_users_words(error: EvalError) -> EvalError {
    error.map_text(as_typed)
}

/// A text with the names spelled as the user wrote them.
fn as_typed(text: &str) -> String {
    text.replace(PREFIX, "$").replace(OBJECT, "#")
}

/// Carries out `$name = EXPRESSION`; returns `None` for any other source.
pub(crate) fn assign(session: &mut Session, source: &str) -> Option<Vec<Answer>> {
    let (name, expression) = source.strip_prefix('$')?.split_once('=')?;
    let (name, expression) = (name.trim(), expression.trim());
    let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_') && !name.is_empty();
    if !is_name || expression.starts_with('=') {
        return None;
    }
    session.sync_target();
    let kept = translate(session, expression).map_err(EvalError::Raised).and_then(|(source, names)| {
        session.target.save_value(&source, session.view.selected, &names).map_err(in_users_words)
    });
    Some(match kept {
        Ok(kept) => {
            session.names.convenience.own.insert(name.to_string(), kept);
            Vec::new()
        }
        Err(error) => vec![Answer::Error(error.to_string())],
    })
}

/// Checks that a text is an expression, by compiling it. The error is Python's.
pub(crate) fn check(expression: &str) -> Result<(), String> {
    let compile = |text: &str| {
        let options = ttd_code::Options::default();
        ttd_code::compile(text, "<stdin>", ttd_code::Mode::Eval, options)
    };
    let Err(alone) = compile(expression) else {
        return Ok(());
    };
    // In brackets it may span lines and assign.
    let needs_brackets = expression.contains('\n') || expression.contains(":=");
    match needs_brackets && compile(&format!("(\n{expression}\n)")).is_ok() {
        true => Ok(()),
        false => Err(format!("SyntaxError: {}", alone.message)),
    }
}

/// Writes out the values of the names in a condition, which is evaluated without them at other times.
pub(crate) fn spell_out(session: &mut Session, source: &str) -> Result<String, String> {
    let (translated, names) = translate(session, source)?;
    let mut out = translated;
    // Longer names first: one may begin with another.
    let mut names = names;
    names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    for (name, kept) in names {
        let SavedValue::Text(text) = kept else {
            let name = as_typed(&name);
            return Err(format!("{name} is not plain data: a condition cannot hold it"));
        };
        out = out.replace(&name, &format!("({text})"));
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_python() {
        use Piece::{Name, Object, Python};
        assert_eq!(pieces("$a + 1"), [Python(""), Name("a"), Python(" + 1")]);
        assert_eq!(pieces("f($_x)"), [Python("f("), Name("_x"), Python(")")]);
        assert_eq!(pieces("'$a' + \"\\\"$b\""), [Python("'$a' + \"\\\"$b\"")]);
        assert_eq!(pieces("'''$a'$b''' # $c"), [Python("'''$a'$b''' # $c")]);
        assert_eq!(pieces("$1 $"), [Python("$1 $")]);
        assert_eq!(pieces("#12.x # #3"), [Python(""), Object("12"), Python(".x # #3")]);
    }
}
