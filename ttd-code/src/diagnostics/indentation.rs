//! Errors of indentation: their classes, and their columns in CPython.

use crate::source::SyntaxError;

/// Sets the class of an error about indentation, and where CPython points for it.
pub(super) fn refine(error: &mut SyntaxError, source: &str) {
    let indentation = ["unexpected indent", "unindent does not match", "expected an indented block"];
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
    }
}

/// Returns the blanks that a line begins with.
fn indentation_of(line: &str) -> &str {
    &line[..line.len() - line.trim_start_matches([' ', '\t', '\x0c']).len()]
}

/// Whether a line compares differently with the line before it under tabs of eight columns and of one.
fn mixes_tabs(source: &str, line: usize) -> bool {
    let width = |line: &str, tab: usize| {
        indentation_of(line).chars().fold(0, |col, c| if c == '\t' { (col / tab + 1) * tab } else { col + 1 })
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
