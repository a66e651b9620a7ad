//! Unclosed brackets behind another error, which CPython's parser meets first.

use ruff_python_parser as parser;

use super::ErrorIn;
use super::error_span::is_tokenizer_message;
use super::lexical::{KEYWORDS, is_word_char};
use crate::source::{Mode, SyntaxError};

/// Keywords that no expression follows: a bracket behind them is wrong, closed or not.
const NO_EXPRESSION: &[&str] =
    &["pass", "break", "continue", "import", "from", "global", "nonlocal", "def", "async", "class"];

/// Replaces the error of an unclosed bracket by one before it in its line, if CPython finds one there. Two adjacent
/// expressions do not count: CPython reads on to find what is wrong with the second, and meets the bracket.
pub(super) fn refine(error: &mut SyntaxError, source: &str, mode: Mode, error_in: ErrorIn) {
    let lines: Vec<&str> = source.split_inclusive('\n').collect();
    let above = (error.line as usize).saturating_sub(1);
    let Some(line) = lines.get(above) else {
        return;
    };
    let before: Vec<char> = line.chars().take((error.column as usize).saturating_sub(1)).collect();
    let text: String = before.iter().collect();
    let statement = text.rsplit([':', ';']).next().unwrap_or_default();
    let first = statement.split_whitespace().next().unwrap_or_default();
    let alone = mode != Mode::Eval && NO_EXPRESSION.contains(&first);
    let without_bracket = lines[..above].concat() + &text;
    let (found, is_fine) = match error_in(&without_bracket, "", mode) {
        // Inside an outer bracket this one can begin an expression.
        Some(found) if found.message.ends_with("was never closed") => return,
        Some(found) if !found.after_parsing && found.line == error.line => (found, false),
        // Nothing is wrong before the bracket.
        _ if alone => (error.clone(), true),
        _ => return,
    };
    let at = (found.column as usize).saturating_sub(1);
    let colon = ["try", "def"].contains(&first) && found.message == "expected ':'";
    // The bracket supplies what is missing at the end of the text, unless the keyword takes no bracket.
    let refused = alone && (is_fine || found.column == error.column && !takes_bracket(first, statement.trim()));
    if at >= before.len() && !refused && !colon {
        return;
    }
    let other = mode != Mode::Eval && text.contains(":=");
    let expected = alone || colon || found.message == "invalid syntax" && !begins_item(&before, at);
    if expected && !other {
        let message = match found.message.as_str() {
            known @ "expected '('" => known,
            _ if colon => "expected ':'",
            _ => "invalid syntax",
        };
        let column = found.column.min(error.column);
        error.message = message.into();
        (error.column, error.end_line) = (column, error.line);
        error.end_column = column + width(&before, at) as u32;
    }
}

/// Returns the error in the lines above an unclosed bracket, if CPython's parser stops there.
pub(super) fn error_before(line: u32, source: &str, path: &str, error_in: ErrorIn) -> Option<SyntaxError> {
    let lines = source.split_inclusive('\n').take((line as usize).checked_sub(1)?);
    let before: String = lines.collect();
    let error = error_in(&before, path, Mode::Exec)?;
    // An unfinished string or line may continue in the line with the bracket.
    let later = error.incomplete || error.after_parsing || is_tokenizer_message(&error.message);
    (!later).then_some(error)
}

/// Returns line, column and end column of an unexpected token in the line of an unclosed bracket.
pub(super) fn error_behind(source: &str, line: u32, mode: Mode) -> Option<(u32, u32, u32)> {
    let parsed = parser::parse_unchecked(source, parser::Mode::Module.into());
    let error = parsed.errors().first()?;
    let at = usize::from(error.location.start());
    let (before, rest) = source.split_at_checked(at)?;
    let here = before.matches('\n').count() as u32 + 1;
    let in_line = before.rsplit('\n').next()?.chars().count() as u32;
    let blank = |line: &str| line.trim().is_empty() || line.trim_start().starts_with('#');
    // Only unexpected tokens count: CPython looks for other errors last. It takes the beginning of an expression for
    // the bracket's next item, which leaves only the end missing.
    let item = |c: char| is_word_char(c) || "\"'([{".contains(c);
    let other_error = !error.error.to_string().starts_with("Expected") || rest.starts_with(item);
    // In a statement CPython has a rule for `:=`, and reads the assigned value.
    let assigned = mode != Mode::Eval && rest.starts_with(":=");
    let chars: Vec<char> = rest.lines().next().unwrap_or_default().chars().collect();
    let width = width(&chars, 0);
    let wanted = here == line && !other_error && !assigned && !rest.split('\n').all(blank) && !rest.starts_with('\n');
    wanted.then_some((line, in_line + 1, in_line + 1 + width as u32))
}

/// Whether a bracket can come next in a statement that begins with one of `NO_EXPRESSION`.
fn takes_bracket(first: &str, statement: &str) -> bool {
    let last = statement.split_whitespace().next_back().unwrap_or_default();
    match first {
        "def" | "class" | "async" => !["def", "class", "async"].contains(&last) && !statement.ends_with(')'),
        "from" => last == "import",
        _ => false,
    }
}

/// Whether a name, a number or a string begins at `at`.
fn begins_item(line: &[char], at: usize) -> bool {
    let word: String = line.iter().skip(at).take_while(|c| is_word_char(**c)).collect();
    match line.get(at) {
        Some('"' | '\'') => true,
        _ => !word.is_empty() && !KEYWORDS.contains(&&*word),
    }
}

/// Returns the length in characters of the token at `at`.
fn width(line: &[char], at: usize) -> usize {
    let word = line.iter().skip(at).take_while(|c| is_word_char(**c)).count();
    let pair: String = line.iter().skip(at).take(2).collect();
    let pairs = ["->", ":=", "==", "!=", "<=", ">=", "//", "**", "<<", ">>"];
    match word {
        0 if pairs.contains(&&*pair) => 2,
        _ => word.max(1),
    }
}
