//! Errors for which CPython's grammar has a rule of its own and the front end has none, or points elsewhere.
//!
//! Like `error_location`, this examines the line that is shown, around the column where the front end stopped.

use super::string_escapes::Literal;
use crate::source::SyntaxError;

/// Replaces the front end's error by CPython's more specific one.
pub(crate) fn refine(error: &mut SyntaxError) {
    let Some(text) = error.text.clone() else {
        return;
    };
    let line: Vec<char> = text.trim_end_matches('\n').chars().collect();
    let Some(at) = (error.column as usize).checked_sub(1).filter(|at| *at < line.len()) else {
        return;
    };
    match error.message.as_str() {
        "invalid syntax" => invalid_syntax(error, &line, at),
        "/ must be ahead of *" | "* argument may appear only once" => mark(error, at, 1),
        "named arguments must follow bare *" => slash_after_star(error, &line, at),
        "can't use starred expression here" => starred(error, &line, at),
        "cannot use double starred expression here" => double_starred(error, &line, at),
        "expression expected after dictionary key and ':'" => no_key(error, &line, at),
        message if message.ends_with("prefixes are incompatible") => prefixes(error, &line, at),
        _ => {}
    }
}

/// Marks `length` characters.
fn mark(error: &mut SyntaxError, at: usize, length: usize) {
    error.column = at as u32 + 1;
    (error.end_line, error.end_column) = (error.line, (at + length) as u32 + 1);
}

/// Returns the index of the first non-blank character from `at` on.
fn after(line: &[char], at: usize) -> Option<usize> {
    (at..line.len()).find(|i| !line[*i].is_whitespace())
}

/// Returns the index of the last non-blank character before `at`.
fn before(line: &[char], at: usize) -> Option<usize> {
    (0..at.min(line.len())).rev().find(|i| !line[*i].is_whitespace())
}

fn invalid_syntax(error: &mut SyntaxError, line: &[char], at: usize) {
    if let Some(place) = bare_star(line, at) {
        error.message = "Invalid star expression".into();
        mark(error, place, 1);
    } else if deletes_fstring(line, at) {
        error.message = "cannot delete f-string expression".into();
    }
}

/// `f(*)`, `a[*]`, `a[*:]`: returns the index behind the star.
fn bare_star(line: &[char], at: usize) -> Option<usize> {
    let star = if line[at] == '*' { at } else { before(line, at).filter(|b| line[*b] == '*')? };
    let opened = before(line, star)?;
    let next = after(line, star + 1)?;
    let in_brackets = matches!(line[opened], '(' | '[' | ',') && line[..star].iter().any(|c| matches!(c, '(' | '['));
    let call = !line.starts_with(&['d', 'e', 'f', ' ']) && !line.starts_with(&['l', 'a', 'm', 'b', 'd', 'a']);
    (in_brackets && call && matches!(line[next], ')' | ']' | ':')).then_some(next)
}

/// `del f""`.
fn deletes_fstring(line: &[char], at: usize) -> bool {
    let start: String = line.iter().collect();
    let rest: String = line[at..].iter().collect();
    let target = rest.trim_start_matches(['\'', '"', ' ']);
    start.trim_start().starts_with("del ") && target.starts_with(['f', 'F']) && target[1..].starts_with(['\'', '"'])
}

/// `def f(*, a, /)`: moves the mark to the slash.
fn slash_after_star(error: &mut SyntaxError, line: &[char], at: usize) {
    let slash = (at..line.len()).find(|i| line[*i] == '/');
    if let Some(place) = slash.filter(|p| before(line, *p).is_some_and(|b| line[b] == ',')) {
        error.message = "/ must be ahead of *".into();
        mark(error, place, 1);
    }
}

/// A starred expression in parentheses has its own message; in a slice or an annotation the star is unexpected.
fn starred(error: &mut SyntaxError, line: &[char], at: usize) {
    let Some(opened) = before(line, at) else {
        return;
    };
    let end = (error.end_column as usize).saturating_sub(1);
    if "+-*/%@&|^~<>".contains(line[opened]) {
        error.message = "invalid syntax".into();
        mark(error, at, 1);
    } else if line[opened] == '(' {
        error.message = "cannot use starred expression here".into();
    } else if line[opened] == ':' || ends_in_keyword(line, opened) || is_dict_key(line, opened, end) {
        error.message = "invalid syntax".into();
        mark(error, at, 1);
    } else if matches!(line[opened], '[' | '{')
        && let Some(colon) = after(line, end).filter(|c| line[*c] == ':')
    {
        error.message = "invalid syntax".into();
        mark(error, colon, 1);
    }
}

/// Whether the keyword `in` ends at `at`.
fn ends_in_keyword(line: &[char], at: usize) -> bool {
    at > 1 && line[at - 1..=at] == ['i', 'n'] && line[at - 2].is_whitespace()
}

/// Whether a star behind a comma is in the place of a dict's key.
fn is_dict_key(line: &[char], opened: usize, end: usize) -> bool {
    let mut depth = 0;
    let bracket = line[..opened].iter().rev().find(|c| {
        depth += i32::from(matches!(c, ')' | ']' | '}'));
        depth -= i32::from(matches!(c, '(' | '[' | '{'));
        depth < 0
    });
    let colon = after(line, end).is_some_and(|c| line[c] == ':');
    line[opened] == ',' && colon && bracket == Some(&'{')
}

/// `f(**)`: nothing follows that could be unpacked.
fn double_starred(error: &mut SyntaxError, line: &[char], at: usize) {
    let end = (at..line.len()).find(|i| line[*i] != '*');
    if let Some(place) = end.and_then(|end| after(line, end)).filter(|p| matches!(line[*p], ')' | ',' | ']')) {
        error.message = "invalid syntax".into();
        mark(error, place, 1);
    }
}

/// `{:}`: there is no key before the colon.
fn no_key(error: &mut SyntaxError, line: &[char], at: usize) {
    let colon = (0..=at).rev().find(|i| line[*i] == ':');
    let Some(colon) = colon else { return };
    if before(line, colon).is_some_and(|b| matches!(line[b], '{' | ',')) {
        error.message = "invalid syntax".into();
        mark(error, colon, 1);
    }
}

/// `ub''`: the word before the string is a name.
fn prefixes(error: &mut SyntaxError, line: &[char], at: usize) {
    error.message = "invalid syntax".into();
    if let Some(quote) = (at..line.len()).find(|i| matches!(line[*i], '"' | '\'')) {
        let end = Literal::read(line, quote).end;
        mark(error, quote, (end + 1).saturating_sub(quote));
    }
}
