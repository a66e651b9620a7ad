//! Mistakes for which CPython's grammar has a rule of its own and the front end has none, or another place.
//!
//! Like `places`, this looks at the one line that is shown, around the column where the front end stopped.

use crate::compile::SyntaxError;
use crate::diagnostics::Literal;

/// Says what CPython says where the front end says less.
pub(crate) fn name(error: &mut SyntaxError) {
    let Some(text) = error.text.clone() else {
        return;
    };
    let line: Vec<char> = text.trim_end_matches('\n').chars().collect();
    let Some(at) = (error.column as usize).checked_sub(1).filter(|at| *at < line.len()) else {
        return;
    };
    match error.message.as_str() {
        "invalid syntax" => invalid(error, &line, at),
        "/ must be ahead of *" | "* argument may appear only once" => mark(error, at, 1),
        "named arguments must follow bare *" => slash_after_star(error, &line, at),
        "can't use starred expression here" => starred(error, &line, at),
        "cannot use double starred expression here" => double_starred(error, &line, at),
        "expression expected after dictionary key and ':'" => no_key(error, &line, at),
        message if message.ends_with("prefixes are incompatible") => prefixes(error, &line, at),
        _ => {}
    }
}

/// Marks some characters.
fn mark(error: &mut SyntaxError, at: usize, length: usize) {
    error.column = at as u32 + 1;
    (error.end_line, error.end_column) = (error.line, (at + length) as u32 + 1);
}

/// The first character that is no blank, from a place on.
fn after(line: &[char], at: usize) -> Option<usize> {
    (at..line.len()).find(|i| !line[*i].is_whitespace())
}

/// The last character before a place that is no blank.
fn before(line: &[char], at: usize) -> Option<usize> {
    (0..at.min(line.len())).rev().find(|i| !line[*i].is_whitespace())
}

fn invalid(error: &mut SyntaxError, line: &[char], at: usize) {
    if let Some(place) = bare_star(line, at) {
        error.message = "Invalid star expression".into();
        mark(error, place, 1);
    } else if deletes_text(line, at) {
        error.message = "cannot delete f-string expression".into();
    }
}

/// `f(*)`, `a[*]`, `a[*:]`: the place behind the star.
fn bare_star(line: &[char], at: usize) -> Option<usize> {
    let star = if line[at] == '*' { at } else { before(line, at).filter(|b| line[*b] == '*')? };
    let opened = before(line, star)?;
    let next = after(line, star + 1)?;
    let in_brackets = matches!(line[opened], '(' | '[' | ',') && line[..star].iter().any(|c| matches!(c, '(' | '['));
    let call = !line.starts_with(&['d', 'e', 'f', ' ']) && !line.starts_with(&['l', 'a', 'm', 'b', 'd', 'a']);
    (in_brackets && call && matches!(line[next], ')' | ']' | ':')).then_some(next)
}

/// `del f""`.
fn deletes_text(line: &[char], at: usize) -> bool {
    let start: String = line.iter().collect();
    let rest: String = line[at..].iter().collect();
    let target = rest.trim_start_matches(['\'', '"', ' ']);
    start.trim_start().starts_with("del ") && target.starts_with(['f', 'F']) && target[1..].starts_with(['\'', '"'])
}

/// `def f(*, a, /)`: what is wrong comes later.
fn slash_after_star(error: &mut SyntaxError, line: &[char], at: usize) {
    let slash = (at..line.len()).find(|i| line[*i] == '/');
    if let Some(place) = slash.filter(|p| before(line, *p).is_some_and(|b| line[b] == ',')) {
        error.message = "/ must be ahead of *".into();
        mark(error, place, 1);
    }
}

/// In parentheses of its own; in a slice or an annotation the star is simply not expected.
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
    } else if line[opened] == ':' || behind_in(line, opened) || in_later_pair(line, opened, end) {
        error.message = "invalid syntax".into();
        mark(error, at, 1);
    } else if matches!(line[opened], '[' | '{')
        && let Some(colon) = after(line, end).filter(|c| line[*c] == ':')
    {
        error.message = "invalid syntax".into();
        mark(error, colon, 1);
    }
}

/// Whether the word `in` ends here.
fn behind_in(line: &[char], at: usize) -> bool {
    at > 1 && line[at - 1..=at] == ['i', 'n'] && line[at - 2].is_whitespace()
}

/// Whether a star behind a comma stands where a dict has its keys.
fn in_later_pair(line: &[char], opened: usize, end: usize) -> bool {
    let mut depth = 0;
    let bracket = line[..opened].iter().rev().find(|c| {
        depth += i32::from(matches!(c, ')' | ']' | '}'));
        depth -= i32::from(matches!(c, '(' | '[' | '{'));
        depth < 0
    });
    let colon = after(line, end).is_some_and(|c| line[c] == ':');
    line[opened] == ',' && colon && bracket == Some(&'{')
}

/// `f(**)`: nothing that could be unpacked follows.
fn double_starred(error: &mut SyntaxError, line: &[char], at: usize) {
    let end = (at..line.len()).find(|i| line[*i] != '*');
    if let Some(place) = end.and_then(|end| after(line, end)).filter(|p| matches!(line[*p], ')' | ',' | ']')) {
        error.message = "invalid syntax".into();
        mark(error, place, 1);
    }
}

/// `{:}`: before the colon there is no key at all.
fn no_key(error: &mut SyntaxError, line: &[char], at: usize) {
    let colon = (0..=at).rev().find(|i| line[*i] == ':');
    let Some(colon) = colon else { return };
    if before(line, colon).is_some_and(|b| matches!(line[b], '{' | ',')) {
        error.message = "invalid syntax".into();
        mark(error, colon, 1);
    }
}

/// `ub''`: what stands before the text is a name.
fn prefixes(error: &mut SyntaxError, line: &[char], at: usize) {
    error.message = "invalid syntax".into();
    if let Some(quote) = (at..line.len()).find(|i| matches!(line[*i], '"' | '\'')) {
        let end = Literal::read(line, quote).end;
        mark(error, quote, (end + 1).saturating_sub(quote));
    }
}
