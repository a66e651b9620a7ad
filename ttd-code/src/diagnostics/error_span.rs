//! Where CPython ends the marked part of a line, and how much of the last line it has read.

use super::lexical::is_word_char;
use crate::source::SyntaxError;

/// Stands for CPython's column -1.
const MINUS_ONE: u32 = u32::MAX;

/// Beginnings of the tokenizer's messages. When it fails, it has not read the end of the last line yet.
const TOKENIZER_MESSAGES: &[&str] = &[
    "unterminated",
    "unmatched '",
    "f-string: unmatched",
    "closing parenthesis",
    "invalid decimal literal",
    "invalid hexadecimal literal",
    "invalid octal literal",
    "invalid binary literal",
    "invalid imaginary literal",
    "invalid digit '",
    "leading zeros in decimal",
    "invalid character '",
    "invalid non-printable character",
    "f-string: expecting '}'",
    "f-string: single '}'",
];

/// Whether a message comes from the tokenizer.
pub(crate) fn is_tokenizer_message(message: &str) -> bool {
    TOKENIZER_MESSAGES.iter().any(|words| message.starts_with(words))
}

/// Sets an error's columns and text to CPython's.
pub(crate) fn refine(error: &mut SyntaxError, source: &str) {
    let Some(text) = error.text.clone() else {
        return;
    };
    let line: Vec<char> = text.trim_end_matches('\n').chars().collect();
    if error.end_line == error.line && error.column > 0 {
        columns(error, &line);
    }
    let lines = source.split('\n').count();
    if is_tokenizer_message(&error.message) && !source.ends_with('\n') && error.line as usize == lines {
        error.text = Some(text.trim_end_matches('\n').to_owned());
    }
}

/// Returns the keyword of an expression that begins in this column.
fn keyword(line: &[char], column: u32) -> Option<&'static str> {
    let word: String = line.iter().skip(column as usize - 1).take_while(|c| is_word_char(**c)).collect();
    ["lambda", "yield"].into_iter().find(|keyword| *keyword == word)
}

fn columns(error: &mut SyntaxError, line: &[char]) {
    let starts = |words: &str| error.message.starts_with(words);
    if error.message.ends_with("was never closed")
        || starts("unexpected character after line cont")
        || starts("':' expected after dictionary key")
    {
        error.end_column = 0;
    } else if starts("unexpected EOF") || starts("unexpected indent") || starts("unindent does not match") {
        error.end_column = MINUS_ONE;
    } else if starts("expected 'except' or 'finally'") || starts("expected an indented block") {
        if error.column as usize > line.len() {
            error.end_column = MINUS_ONE;
        }
    } else if starts("Expected one or more names after 'import'") || starts("Type parameter list cannot") {
        error.end_column = error.column;
    } else if starts("future feature ") || starts("not a chance") {
        error.column = indentation(line) as u32 + 1;
        error.end_column = line.len() as u32 + 1;
    } else if starts("cannot mix bytes and nonbytes") {
        error.column = error.end_column;
        error.end_column += 1;
    } else if error.message == "invalid syntax"
        && let Some(keyword) = keyword(line, error.column)
    {
        // CPython marks the keyword alone.
        error.end_column = error.column + keyword.len() as u32;
    } else if error.message == "trailing comma not allowed without surrounding parentheses" {
        trailing_comma(error, line);
    } else if starts("invalid syntax. Perhaps you forgot a comma?") {
        let from = operand_start(line, error.column as usize - 1);
        error.column = from as u32 + 1;
    } else if starts("expected 'else' after 'if' expression") {
        let from = operand_start(line, error.column as usize - 1);
        error.end_column = trimmed(line, error.column as usize - 1) as u32 + 1;
        error.column = from as u32 + 1;
    } else if starts("did you forget parentheses around the comprehension target?") {
        if let Some(end) = before_for(line, error.column as usize - 1) {
            error.end_column = end as u32 + 1;
        }
    } else if error.message == "invalid syntax" {
        narrow(error, line);
    } else if let Some(at) = empty_mark(error, line) {
        (error.column, error.end_column) = (at as u32 + 1, at as u32 + 1);
    }
}

fn indentation(line: &[char]) -> usize {
    line.iter().take_while(|c| c.is_whitespace()).count()
}

/// Returns the end of the text before `to`, without trailing blanks.
fn trimmed(line: &[char], to: usize) -> usize {
    (0..to.min(line.len())).rev().find(|i| !line[*i].is_whitespace()).map_or(0, |i| i + 1)
}

/// Rewords the error for `import a,` and `global a,`, which have no message of their own.
fn trailing_comma(error: &mut SyntaxError, line: &[char]) {
    let words: String = line.iter().collect();
    let first = words.split_whitespace().next().unwrap_or_default();
    if first == "from" {
        error.end_column = error.column + 1;
    } else {
        error.message = "invalid syntax".into();
        error.end_column = error.column + 1;
    }
}

/// Returns the index that an error with an empty mark points at.
fn empty_mark(error: &SyntaxError, line: &[char]) -> Option<usize> {
    let at = (error.column as usize).checked_sub(1)?;
    let message = &error.message;
    let empty = message.starts_with("invalid character '")
        || message.starts_with("closing parenthesis")
        || message.starts_with("f-string: unmatched")
        || message.starts_with("f-string: single '}'")
        || message.starts_with("unterminated string literal");
    (empty && at <= line.len()).then_some(at)
}

/// Returns the beginning of the expression that ends before `to`: behind a comma, an opening bracket, an assignment or
/// a keyword.
fn operand_start(line: &[char], to: usize) -> usize {
    let (mut at, mut depth) = (to.min(line.len()), 0usize);
    while at > 0 {
        let c = line[at - 1];
        match c {
            ')' | ']' | '}' => depth += 1,
            '(' | '[' | '{' if depth == 0 => break,
            '(' | '[' | '{' => depth -= 1,
            '"' | '\'' => match (0..at - 1).rev().find(|i| line[*i] == c) {
                Some(quote) => at = quote + 1,
                None => break,
            },
            ',' | ':' | ';' if depth == 0 => break,
            '=' if depth == 0 && !(at >= 2 && "=<>!".contains(line[at - 2])) && line.get(at) != Some(&'=') => {
                break;
            }
            c if depth == 0 && is_word_char(c) => {
                let start = at - line[..at].iter().rev().take_while(|c| is_word_char(**c)).count();
                let name: String = line[start..at].iter().collect();
                let stops = ["return", "yield", "if", "else", "for", "import", "assert", "del", "lambda", "while"];
                if stops.contains(&name.as_str()) {
                    break;
                }
                at = start + 1;
            }
            _ => {}
        }
        at -= 1;
    }
    at + line[at..to.min(line.len())].iter().take_while(|c| c.is_whitespace()).count()
}

/// Returns the end of the text before ` for `.
fn before_for(line: &[char], from: usize) -> Option<usize> {
    let found = (from..line.len())
        .find(|i| line[*i..].starts_with(&['f', 'o', 'r', ' ']) && *i > 0 && line[*i - 1].is_whitespace())?;
    Some(trimmed(line, found))
}

/// Narrows the mark of the front end to the unexpected token.
fn narrow(error: &mut SyntaxError, line: &[char]) {
    let (from, to) = (error.column as usize - 1, (error.end_column as usize).saturating_sub(1));
    let text: String = line.iter().collect();
    let first = text.split_whitespace().next().unwrap_or_default();
    let marked: String = line.get(from..to.min(line.len())).unwrap_or(&[]).iter().collect();
    let mut point = |at: usize, length: usize| {
        error.column = at as u32 + 1;
        error.end_column = (at + length) as u32 + 1;
    };
    if matches!(first, "import" | "from") && marked.contains('.') && !marked.starts_with('.') {
        point(from + marked.find('.').unwrap_or(0), 1);
    } else if first == "raise" && marked.contains(',') {
        point(from + marked.find(',').unwrap_or(0), 1);
    } else if first == "from" && marked.starts_with("*,") {
        point(from + 1, 1);
    }
}
