//! Decides which of several errors in a text CPython reports.

use super::error_span;
use super::string_escapes::bad_escape;
use super::tokenizer::{Scan, Stop, TokenError, scan};
use crate::source::SyntaxError;

/// Returns the error that CPython reports where the front end found `error`.
pub(crate) fn select_error(error: SyntaxError, source: &str) -> SyntaxError {
    let scan = scan(source);
    if error.message == "unexpected indent" {
        return error;
    }
    match &scan.stop {
        Stop::Error(token) if token.in_fstring && !is_reached(&error, &scan) => error,
        Stop::Error(token) => match scan.indented {
            Some((line, columns)) if line <= token.line && !(is_grammatical(&error) && error.line < line) => {
                unexpected_indent(error, source, line, columns)
            }
            _ => at_token(error, source, token),
        },
        Stop::Continuation(token) if is_reached(&error, &scan) => {
            let mut error = at_token(error, source, token);
            error.text = error.text.map(|text| text + "\n");
            error_span::refine(&mut error, source);
            error
        }
        Stop::End if error.message.starts_with("(unicode error)") => at_fstring_end(error, &scan, source),
        Stop::End => escape_behind_operand(in_multiline_string(error, &scan, source), &scan),
        _ => error,
    }
}

/// Whether an error is the parser's rather than the tokenizer's.
fn is_grammatical(error: &SyntaxError) -> bool {
    let in_fstring = error.message.starts_with("f-string: newlines are not allowed");
    !error_span::is_tokenizer_message(&error.message) && !error.message.ends_with("was never closed") && !in_fstring
}

fn line_of(source: &str, line: u32) -> Option<String> {
    let found = source.split('\n').nth((line as usize).checked_sub(1)?)?;
    Some(found.to_owned())
}

fn at_token(error: SyntaxError, source: &str, token: &TokenError) -> SyntaxError {
    SyntaxError {
        class: "SyntaxError",
        message: token.message.clone(),
        line: token.line,
        column: token.column,
        end_line: token.line,
        end_column: token.end_column,
        text: line_of(source, token.line),
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

/// Whether CPython's parser reaches the last token before it fails. It reads on while operands follow each other, in
/// case operators are missing.
fn is_reached(error: &SyntaxError, scan: &Scan) -> bool {
    let from = (error.line, error.column);
    let behind = |(line, column, _): &&(u32, u32, bool)| (*line, *column) >= from;
    !is_grammatical(error) || scan.tokens.iter().filter(behind).all(|(_, _, operand)| *operand)
}

/// Moves a decoding error to the end of its f-string, where CPython decodes it.
fn at_fstring_end(error: SyntaxError, scan: &Scan, source: &str) -> SyntaxError {
    let at = (error.line, error.column);
    let around = |[from, to]: &&[(u32, u32); 2]| *from <= at && at <= *to;
    let Some([_, (line, column)]) = scan.fstrings.iter().find(around) else {
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

/// Moves the error of an invalid escape sequence to the beginning of a string that spans lines.
fn in_multiline_string(error: SyntaxError, scan: &Scan, source: &str) -> SyntaxError {
    let at = (error.line, error.column);
    let around = |[from, to]: &&[(u32, u32); 2]| *from < at && at < *to;
    let Some([(line, column), (last, _)]) = scan.multiline.iter().find(around) else {
        return error;
    };
    if error.message != "invalid syntax" {
        return error;
    }
    let lines = source.split_inclusive('\n').skip(*line as usize - 1);
    let text: String = lines.take((last - line) as usize + 1).collect();
    let Some(message) = bad_escape(&text, *column as usize) else {
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

/// Reports an invalid escape sequence in a string behind an operand: CPython decodes the string before it refuses it
/// there.
fn escape_behind_operand(mut error: SyntaxError, scan: &Scan) -> SyntaxError {
    let at = scan.tokens.iter().position(|(line, column, _)| (*line, *column) == (error.line, error.column));
    let behind = at.and_then(|at| at.checked_sub(1)).map(|before| scan.tokens[before]);
    let follows = behind.is_some_and(|(line, _, operand)| operand && line == error.line);
    if error.message == "invalid syntax"
        && follows
        && let Some(text) = &error.text
        && text.chars().nth(error.column as usize - 1).is_some_and(|c| matches!(c, '"' | '\''))
        && let Some(message) = bad_escape(text, error.column as usize)
    {
        error.message = message;
    }
    error
}

#[cfg(test)]
mod tests {
    use crate::{Mode, Options, compile};

    fn message(source: &str) -> String {
        compile(source, "f", Mode::Exec, Options::default()).expect_err("an error").to_string()
    }

    #[test]
    fn tokens_take_precedence_over_grammar() {
        assert_eq!(message("a b\n$ 'c"), "SyntaxError: unterminated string literal (detected at line 2) (f, line 2)");
        assert_eq!(
            message("a b\n0777"),
            format!("SyntaxError: {} (f, line 2)", crate::diagnostics::tokenizer::LEADING_ZEROS)
        );
        assert_eq!(message("a\n b \u{a0}"), "IndentationError: unexpected indent (f, line 2)");
        assert_eq!(message("f'{a:\n'"), "SyntaxError: f-string: expecting '}' (f, line 2)");
        assert_eq!(message("f'{a)}'"), "SyntaxError: f-string: unmatched ')' (f, line 1)");
        assert_eq!(message("a b\n(c"), "SyntaxError: invalid syntax (f, line 1)");
    }
}
