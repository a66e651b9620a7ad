//! Rewords the front end's errors as CPython's, and computes the warnings of CPython's compiler.
//!
//! The front end already words most errors as CPython does. Its parser's own messages are replaced here; where CPython
//! says only "invalid syntax", so do we. Line, columns and text follow CPython too, because tracebacks show them.
//!
//! Some answers depend on what CPython would find in a part of the program. To avoid depending on the compiler, which
//! calls this module, such code takes it as a parameter ([`ErrorIn`]).

mod error_location;
mod error_span;
mod grammar_errors;
mod indentation;
mod lexical;
mod missing_comma;
mod python2;
mod select_error;
mod string_escapes;
mod tokenizer;
mod unclosed_brackets;
pub mod warnings;
mod wording;

use rustpython_compiler::{CompileError, ParseError};

use self::select_error::select_error;
use crate::source::{Mode, SyntaxError};

/// Compiles a text for its error alone: source, path, mode.
pub(crate) type ErrorIn = fn(&str, &str, Mode) -> Option<SyntaxError>;

/// Converts an error of the front end to CPython's.
pub(crate) fn convert(error: &CompileError, source: &str, path: &str, mode: Mode, error_in: ErrorIn) -> SyntaxError {
    let (line, column) = error.python_location();
    let (end_line, end_column) = error.python_end_location().unwrap_or((line, column));
    let text = line.checked_sub(1).and_then(|n| source.split('\n').nth(n)).map(|l| format!("{l}\n"));
    let raw = match error {
        CompileError::Parse(ParseError { error, .. }) => error.to_string(),
        CompileError::Codegen(error) => error.error.to_string(),
    };
    let unclosed_bracket = matches!(error, CompileError::Parse(parse) if parse.is_unclosed_bracket);
    let mut out = SyntaxError {
        class: "SyntaxError",
        message: wording::reword(&raw, text.as_deref().unwrap_or_default()),
        path: path.to_owned(),
        line: line as u32,
        column: column as u32,
        end_line: end_line as u32,
        end_column: end_column as u32,
        text,
        incomplete: is_incomplete(error, source),
        after_parsing: matches!(error, CompileError::Codegen(_)),
    };
    if unclosed_bracket && let Some((line, column, end)) = unclosed_brackets::error_behind(source, out.line, mode) {
        // CPython reports an error in the bracket's own line before it reports the bracket.
        out.message = "invalid syntax".into();
        (out.line, out.end_line) = (line, line);
        (out.column, out.end_column) = (column, end);
    }
    indentation::refine(&mut out, source);
    positional_argument(&mut out);
    string_escapes::refine(&mut out, &raw);
    grammar_errors::refine(&mut out);
    error_location::refine(&mut out, source);
    error_span::refine(&mut out, source);
    if matches!(error, CompileError::Parse(_)) && !unclosed_bracket {
        missing_comma::refine(&mut out, source);
    }
    match error {
        CompileError::Codegen(_) => out,
        CompileError::Parse(_) if unclosed_bracket => {
            unclosed_brackets::refine(&mut out, source, mode, error_in);
            let before = unclosed_brackets::error_before(out.line, source, path, error_in);
            before.unwrap_or_else(|| select_error(out, source))
        }
        CompileError::Parse(_) => {
            let other = python2::with_other_name(&out, source, mode, error_in);
            other.unwrap_or_else(|| select_error(out, source))
        }
    }
}

/// Moves the mark behind the argument, where CPython points.
fn positional_argument(error: &mut SyntaxError) {
    if error.message.starts_with("positional argument follows") {
        error.column = error.end_column;
        error.end_column += 1;
    }
}

/// Whether more text could complete the program. The end of a line alone does not count, unless a block must follow.
fn is_incomplete(error: &CompileError, source: &str) -> bool {
    let CompileError::Parse(error) = error else {
        return false;
    };
    let at = usize::from(error.raw_location.start());
    let (before, rest) = source.split_at_checked(at).unwrap_or((source, ""));
    let blank = |line: &str| line.trim().is_empty() || line.trim_start().starts_with('#');
    let raw = error.error.to_string();
    let ends = error.is_unclosed_string || raw == "unexpected EOF while parsing";
    if ends || rest.trim_end() == "\\" || before.ends_with('\\') {
        return true;
    }
    let block = ["Expected an indented block", "expected an indented block", "Expected `except`", "Expected class"];
    let expected = error.is_unclosed_bracket
        || block.iter().any(|b| raw.starts_with(b))
        || before.rsplit('\n').next().is_none_or(blank) && !(before.ends_with("\\\n") && rest.starts_with('\n'));
    rest.split('\n').all(blank) && expected
}
