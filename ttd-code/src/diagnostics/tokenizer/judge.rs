//! Which of several mistakes CPython tells of.

use super::{Mistake, Scan, Stop, scan};
use crate::compile::SyntaxError;
use crate::diagnostics;
use crate::diagnostics::error_span;

/// The error that CPython has for a text in which the front end found this one.
pub(crate) fn judge(error: SyntaxError, source: &str) -> SyntaxError {
    let scan = scan(source);
    if error.message == "unexpected indent" {
        return error;
    }
    match &scan.stop {
        Stop::Mistake(mistake) if mistake.in_text && !is_reached(&error, &scan) => error,
        Stop::Mistake(mistake) => match scan.indented {
            Some((line, columns)) if line <= mistake.line && !(of_grammar(&error) && error.line < line) => {
                unexpected_indent(error, source, line, columns)
            }
            _ => refused(error, source, mistake),
        },
        Stop::Continuation(mistake) if is_reached(&error, &scan) => {
            let mut error = refused(error, source, mistake);
            error.text = error.text.map(|text| text + "\n");
            error_span::refine(&mut error, source);
            error
        }
        Stop::End(_) if error.message.starts_with("(unicode error)") => at_end_of_text(error, &scan, source),
        Stop::End(_) => in_string(in_long_string(error, &scan, source), &scan),
        _ => error,
    }
}

/// Whether it is the grammar that is hurt, as far as is known.
fn of_grammar(error: &SyntaxError) -> bool {
    let of_text = error.message.starts_with("f-string: newlines are not allowed");
    !error_span::of_tokenizer(&error.message) && !error.message.ends_with("was never closed") && !of_text
}

fn line_of(source: &str, line: u32) -> Option<String> {
    let found = source.split('\n').nth((line as usize).checked_sub(1)?)?;
    Some(found.to_owned())
}

fn refused(error: SyntaxError, source: &str, mistake: &Mistake) -> SyntaxError {
    SyntaxError {
        class: "SyntaxError",
        message: mistake.message.clone(),
        line: mistake.line,
        column: mistake.column,
        end_line: mistake.line,
        end_column: mistake.end_column,
        text: line_of(source, mistake.line),
        ..error
    }
}

fn unexpected_indent(error: SyntaxError, source: &str, line: u32, columns: u32) -> SyntaxError {
    let mut error = SyntaxError {
        class: "IndentationError",
        message: "unexpected indent".into(),
        line,
        column: columns,
        end_line: line,
        end_column: 0,
        text: line_of(source, line).map(|text| text + "\n"),
        ..error
    };
    error_span::refine(&mut error, source);
    error
}

/// Whether the parser comes to the last token before it gives up: it reads on as long as one operand follows the other, as
/// operators may have been left out.
fn is_reached(error: &SyntaxError, scan: &Scan) -> bool {
    let from = (error.line, error.column);
    let behind = |(line, column, _): &&(u32, u32, bool)| (*line, *column) >= from;
    !of_grammar(error) || scan.tokens.iter().filter(behind).all(|(_, _, operand)| *operand)
}

/// A text with replacement fields is decoded when all of it has been read.
fn at_end_of_text(error: SyntaxError, scan: &Scan, source: &str) -> SyntaxError {
    let at = (error.line, error.column);
    let around = |[from, to]: &&[(u32, u32); 2]| *from <= at && at <= *to;
    let Some([_, (line, column)]) = scan.texts.iter().find(around) else {
        return error;
    };
    if *line == error.line {
        return error;
    }
    SyntaxError {
        line: *line,
        column: *column,
        end_line: *line,
        end_column: column + 1,
        text: line_of(source, *line).map(|text| text + "\n"),
        ..error
    }
}

/// An escape sequence that is none, in a string of more than one line: the mistake is where the string begins.
fn in_long_string(error: SyntaxError, scan: &Scan, source: &str) -> SyntaxError {
    let at = (error.line, error.column);
    let around = |[from, to]: &&[(u32, u32); 2]| *from < at && at < *to;
    let Some([(line, column), (last, _)]) = scan.long.iter().find(around) else {
        return error;
    };
    if error.message != "invalid syntax" {
        return error;
    }
    let lines = source.split_inclusive('\n').skip(*line as usize - 1);
    let text: String = lines.take((last - line) as usize + 1).collect();
    let Some(message) = diagnostics::bad_escape(&text, *column as usize) else {
        return error;
    };
    SyntaxError {
        message,
        line: *line,
        column: *column,
        end_line: *last,
        end_column: column + 1,
        text: line_of(source, *line).map(|text| text + "\n"),
        ..error
    }
}

/// A string behind an operand is looked into before the parser says that it is not expected there.
fn in_string(mut error: SyntaxError, scan: &Scan) -> SyntaxError {
    let at = scan.tokens.iter().position(|(line, column, _)| (*line, *column) == (error.line, error.column));
    let behind = at.and_then(|at| at.checked_sub(1)).map(|before| scan.tokens[before]);
    let follows = behind.is_some_and(|(line, _, operand)| operand && line == error.line);
    if error.message == "invalid syntax"
        && follows
        && let Some(text) = &error.text
        && text.chars().nth(error.column as usize - 1).is_some_and(|c| matches!(c, '"' | '\''))
        && let Some(message) = diagnostics::bad_escape(text, error.column as usize)
    {
        error.message = message;
    }
    error
}

#[cfg(test)]
mod tests {
    use crate::{Mode, Options, compile};

    fn message(source: &str) -> String {
        compile(source, "f", Mode::Exec, Options::default()).expect_err("a mistake").to_string()
    }

    #[test]
    fn tokens_go_before_grammar() {
        assert_eq!(message("a b\n$ 'c"), "SyntaxError: unterminated string literal (detected at line 2) (f, line 2)");
        assert_eq!(message("a b\n0777"), format!("SyntaxError: {} (f, line 2)", super::super::numbers::ZEROS));
        assert_eq!(message("a\n b \u{a0}"), "IndentationError: unexpected indent (f, line 2)");
        assert_eq!(message("f'{a:\n'"), "SyntaxError: f-string: expecting '}' (f, line 2)");
        assert_eq!(message("f'{a)}'"), "SyntaxError: f-string: unmatched ')' (f, line 1)");
        assert_eq!(message("a b\n(c"), "SyntaxError: invalid syntax (f, line 1)");
    }
}
