//! Looks again at a program that was refused.
//!
//! Once it looks for an error the front end takes the blank in a field such as `{x = }` for one. Such a program is
//! judged again with the blank before the `=`, so that the error that it has is found.
//!
//! The front end refuses some programs because of words that it finds in a line, and takes those in comments and
//! strings for code. A program that its parser accepts is therefore judged again as a text in which they say nothing.

use ruff_python_ast::token::{TokenKind, Tokens};
use ruff_python_parser as parser;
use ruff_source_file::SourceFileBuilder;
use ruff_text_size::Ranged;
use rustpython_compiler::codegen::compile::compile_top;
use rustpython_compiler::{CompileError, CompileOpts};
use rustpython_compiler_core::bytecode::CodeObject;

use crate::source::Mode;

/// Returns the code of a program that was refused for what its comments and strings say; else what compiling it gave.
pub(crate) fn reconsider(
    compiled: Result<CodeObject, CompileError>,
    source: &str,
    mode: Mode,
    path: &str,
    opts: &CompileOpts,
) -> Result<CodeObject, CompileError> {
    if !matches!(compiled, Err(CompileError::Parse(_))) {
        return compiled;
    }
    let Ok(parsed) = parser::parse(source, mode.for_parser().into()) else {
        return compiled;
    };
    let silent = silenced(source, parsed.tokens());
    let again = rustpython_compiler::compile(&silent, mode.for_front_end(), path, opts.clone());
    if silent == source || matches!(again, Err(CompileError::Parse(_))) {
        return compiled;
    }
    let file = SourceFileBuilder::new(path, source).finish();
    compile_top(parsed.into_syntax(), file, mode.for_front_end(), opts.clone()).map_err(CompileError::Codegen)
}

/// What compiling gives where the blanks behind the `=` of fields are no errors.
pub(crate) fn without_blamed_blanks(
    compiled: Result<CodeObject, CompileError>,
    source: &str,
    mode: Mode,
    path: &str,
    opts: &CompileOpts,
) -> Result<CodeObject, CompileError> {
    match &compiled {
        Err(CompileError::Parse(error)) if error.error.to_string().ends_with("expecting '!', or ':', or '}'") => {
            let moved = blanks_moved(source, parser::parse_unchecked(source, mode.for_parser().into()).tokens());
            rustpython_compiler::compile(&moved, mode.for_front_end(), path, opts.clone())
        }
        _ => compiled,
    }
}

/// Moves the blanks behind the `=` of fields before it.
fn blanks_moved(source: &str, tokens: &Tokens) -> String {
    let mut out = source.to_string();
    for pair in tokens.windows(2) {
        let [equals, next] = pair else { continue };
        let ends_field = matches!(next.kind(), TokenKind::Exclamation | TokenKind::Colon | TokenKind::Rbrace);
        let blanks = &source[usize::from(equals.end())..usize::from(next.start())];
        if equals.kind() == TokenKind::Equal && ends_field {
            out.replace_range(usize::from(equals.start())..usize::from(next.start()), &format!("{blanks}="));
        }
    }
    out
}

/// Replaces the letters of comments and strings.
fn silenced(source: &str, tokens: &Tokens) -> String {
    let mut out = String::with_capacity(source.len());
    let mut done = 0;
    for token in tokens {
        let (start, end) = (usize::from(token.start()), usize::from(token.end()));
        let text = &source[start..end];
        let kept = match token.kind() {
            TokenKind::Comment => (1, 0),
            TokenKind::String => {
                let quotes = text.bytes().rev().take_while(|b| Some(b) == text.as_bytes().last()).count();
                let quotes = if quotes >= 3 && text.len() >= 6 { 3 } else { 1 };
                (text.find(['"', '\'']).unwrap_or(0) + quotes, quotes)
            }
            TokenKind::FStringMiddle | TokenKind::TStringMiddle => (0, 0),
            _ => continue,
        };
        let inner = start + kept.0..end - kept.1;
        if inner.start > inner.end {
            continue;
        }
        out.push_str(&source[done..inner.start]);
        out.extend(source[inner.clone()].chars().map(|c| if c == '\n' { c } else { 'x' }));
        done = inner.end;
    }
    out.push_str(&source[done..]);
    out
}
