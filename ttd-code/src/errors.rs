//! The front end's errors in CPython's words.
//!
//! The compiler crate already words most errors as CPython does. What is left over are the parser's own messages:
//! here they become CPython's, and where CPython says no more than "invalid syntax", so do we.

use rustpython_compiler::{CompileError, ParseError};

use crate::compile::SyntaxError;
use crate::places;

/// The parser's messages (their beginnings) and CPython's for the same mistake.
const WORDS: &[(&str, &str)] = &[
    ("Expected `:`, found newline", "expected ':'"),
    (
        "Expected `except` or `finally` after `try` block",
        "expected 'except' or 'finally' block",
    ),
    ("Expected `else`", "expected 'else' after 'if' expression"),
    ("Expected an indented block", "expected an indented block"),
    (
        "Positional argument cannot follow keyword argument unpacking",
        "positional argument follows keyword argument unpacking",
    ),
    (
        "Positional argument cannot follow keyword argument",
        "positional argument follows keyword argument",
    ),
    (
        "Iterable argument unpacking cannot follow keyword argument unpacking",
        "iterable argument unpacking follows keyword argument unpacking",
    ),
    (
        "Iterable unpacking cannot be used in a comprehension",
        "iterable unpacking cannot be used in comprehension",
    ),
    (
        "Unparenthesized generator expression cannot be used here",
        "Generator expression must be parenthesized",
    ),
    (
        "Parameter cannot follow var-keyword parameter",
        "arguments cannot follow var-keyword argument",
    ),
    (
        "Parameter without a default cannot follow a parameter with a default",
        "parameter without a default follows parameter with a default",
    ),
    (
        "Expected one or more keyword parameter after `*` separator",
        "named arguments must follow bare *",
    ),
    (
        "Parameter with `*` or `**` cannot have default value",
        "var-positional argument cannot have default value",
    ),
    (
        "Starred expression cannot be used here",
        "can't use starred expression here",
    ),
    ("Unexpected indentation", "unexpected indent"),
    (
        "Trailing comma not allowed",
        "trailing comma not allowed without surrounding parentheses",
    ),
    (
        "f-string: single `}` is not allowed",
        "f-string: single '}' is not allowed",
    ),
];

/// Beginnings of CPython's own messages that start with a capital.
const CAPITALS: &[&str] = &[
    "Missing parentheses",
    "Generator expression must",
    "Did you mean",
    "Expected one or more names",
    "Function parameters",
    "Lambda expression parameters",
];

/// Makes the front end's error ours.
pub(crate) fn convert(error: &CompileError, source: &str, path: &str) -> SyntaxError {
    let (line, column) = error.python_location();
    let (end_line, end_column) = error.python_end_location().unwrap_or((line, column));
    let text = line
        .checked_sub(1)
        .and_then(|n| source.split('\n').nth(n))
        .map(|l| format!("{l}\n"));
    let raw = match error {
        CompileError::Parse(ParseError { error, .. }) => error.to_string(),
        CompileError::Codegen(error) => error.error.to_string(),
    };
    let mut out = SyntaxError {
        class: "SyntaxError",
        message: words(&raw, text.as_deref().unwrap_or_default()),
        path: path.to_owned(),
        line: line as u32,
        column: column as u32,
        end_line: end_line as u32,
        end_column: end_column as u32,
        text,
    };
    adjust(&mut out, &raw, source);
    places::refine(&mut out, source);
    out
}

fn words(raw: &str, text: &str) -> String {
    let code = text.trim();
    if raw.starts_with("Expected one or more symbol names")
        && (code.starts_with("from") || code == "import")
    {
        return "Expected one or more names after 'import'".into();
    }
    if let Some((_, ours)) = WORDS.iter().find(|(theirs, _)| raw.starts_with(theirs)) {
        return (*ours).into();
    }
    let first = code.trim_start_matches("async ").split([' ', ':']).next();
    if raw.starts_with("Expected `(`") && first == Some("def") {
        return "expected '('".into();
    }
    if raw.starts_with("Expected `:`") && matches!(first, Some("def" | "try" | "else" | "finally"))
    {
        return "expected ':'".into();
    }
    let foreign = raw.starts_with(|c: char| c.is_ascii_uppercase())
        && !CAPITALS.iter().any(|c| raw.starts_with(c));
    let same = raw == "cannot use attribute as import target";
    if foreign || same {
        "invalid syntax".into()
    } else {
        raw.into()
    }
}

/// What depends on more than the message: the class, and where CPython points elsewhere.
fn adjust(error: &mut SyntaxError, raw: &str, source: &str) {
    let indentation = [
        "unexpected indent",
        "unindent does not match",
        "expected an indented block",
    ];
    if indentation.iter().any(|m| error.message.starts_with(m)) {
        error.class = "IndentationError";
        if error.message == "unexpected indent" {
            let indent = indentation_of(error.text.as_deref().unwrap_or_default()).len();
            (error.column, error.end_line, error.end_column) = (indent as u32, error.line, 0);
        }
        let level = !error.message.starts_with("expected an indented block");
        if level && mixes_tabs(source, error.line as usize) {
            error.class = "TabError";
            error.message = "inconsistent use of tabs and spaces in indentation".into();
            (error.column, error.end_line, error.end_column) = (1, error.line, 0);
        }
    } else if error.message.starts_with("inconsistent use of tabs") {
        error.class = "TabError";
    } else if error.message.starts_with("positional argument follows") {
        // CPython points at what comes after the argument.
        error.column = error.end_column;
        error.end_column += 1;
    } else if raw == "Got unexpected unicode" || raw.starts_with("Missing `") {
        let found = error
            .text
            .as_deref()
            .and_then(|t| bad_escape(t, error.column as usize));
        error.message = found.unwrap_or_else(|| "invalid syntax".into());
    }
}

fn indentation_of(line: &str) -> &str {
    &line[..line.len() - line.trim_start_matches([' ', '\t', '\x0c']).len()]
}

/// Whether the indentation of a line is more or less than that of the line before it depending on the tab size.
fn mixes_tabs(source: &str, line: usize) -> bool {
    let width = |line: &str, tab: usize| {
        indentation_of(line).chars().fold(0, |col, c| {
            if c == '\t' {
                (col / tab + 1) * tab
            } else {
                col + 1
            }
        })
    };
    let lines: Vec<&str> = source.split('\n').take(line).collect();
    let Some((this, before)) = lines.split_last() else {
        return false;
    };
    let Some(previous) = before.iter().rev().find(|l| !l.trim().is_empty()) else {
        return false;
    };
    width(this, 8).cmp(&width(previous, 8)) != width(this, 1).cmp(&width(previous, 1))
}

/// CPython's message for the escape sequence in a string literal around a column.
fn bad_escape(text: &str, column: usize) -> Option<String> {
    let chars: Vec<char> = text.chars().collect();
    let near = column.min(chars.len());
    let escape = (0..near).rev().find(|i| chars[*i] == '\\')?;
    let quote = (0..escape)
        .rev()
        .find(|i| matches!(chars[*i], '"' | '\''))?;
    let kind = *chars.get(escape + 1)?;
    let digits = chars[escape + 2..]
        .iter()
        .take_while(|c| c.is_ascii_hexdigit())
        .count();
    let wanted = match kind {
        'x' => 2,
        'u' => 4,
        'U' => 8,
        _ => 0,
    };
    let close = chars[escape..].iter().position(|c| *c == '}');
    let (length, reason) = match kind {
        'N' => match close {
            Some(n) if chars.get(escape + 2) == Some(&'{') => {
                (n, "unknown Unicode character name".to_owned())
            }
            _ => (1, "malformed \\N character escape".to_owned()),
        },
        _ if digits < wanted => (
            1 + digits,
            format!("truncated \\{kind}{} escape", "X".repeat(wanted)),
        ),
        _ => (1 + wanted, "illegal Unicode character".to_owned()),
    };
    let bytes = |range: &[char]| range.iter().map(|c| c.len_utf8()).sum::<usize>();
    let start = bytes(&chars[quote + 1..escape]);
    Some(format!(
        "(unicode error) 'unicodeescape' codec can't decode bytes in position {start}-{}: {reason}",
        start + length
    ))
}
