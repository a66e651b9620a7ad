//! The front end's errors in CPython's words.
//!
//! The compiler crate already words most errors as CPython does. What is left over are the parser's own messages:
//! here they become CPython's, and where CPython says no more than "invalid syntax", so do we.

pub(crate) mod error_location;
pub(crate) mod error_span;
pub(crate) mod grammar_errors;
pub(crate) mod python2;
pub(crate) mod tokenizer;
pub(crate) mod unclosed_brackets;
pub mod warnings;

use ruff_python_parser as parser;
use rustpython_compiler::{CompileError, ParseError};

use crate::compile::{Mode, SyntaxError};
use crate::diagnostics::tokenizer::{judge, of_word};

/// The parser's messages (their beginnings) and CPython's for the same mistake.
const WORDS: &[(&str, &str)] = &[
    ("Expected `:`, found newline", "expected ':'"),
    ("Expected `except` or `finally` after `try` block", "expected 'except' or 'finally' block"),
    ("Expected `else`", "expected 'else' after 'if' expression"),
    ("Expected an indented block", "expected an indented block"),
    (
        "Positional argument cannot follow keyword argument unpacking",
        "positional argument follows keyword argument unpacking",
    ),
    ("Positional argument cannot follow keyword argument", "positional argument follows keyword argument"),
    (
        "Iterable argument unpacking cannot follow keyword argument unpacking",
        "iterable argument unpacking follows keyword argument unpacking",
    ),
    ("Iterable unpacking cannot be used in a comprehension", "iterable unpacking cannot be used in comprehension"),
    ("Unparenthesized generator expression cannot be used here", "Generator expression must be parenthesized"),
    ("Parameter cannot follow var-keyword parameter", "arguments cannot follow var-keyword argument"),
    (
        "Parameter without a default cannot follow a parameter with a default",
        "parameter without a default follows parameter with a default",
    ),
    ("Expected one or more keyword parameter after `*` separator", "named arguments must follow bare *"),
    ("Parameter with `*` or `**` cannot have default value", "var-positional argument cannot have default value"),
    ("Starred expression cannot be used here", "can't use starred expression here"),
    ("Unexpected indentation", "unexpected indent"),
    ("Trailing comma not allowed", "trailing comma not allowed without surrounding parentheses"),
    ("f-string: single `}` is not allowed", "f-string: single '}' is not allowed"),
    ("f-string: expecting `}`", "f-string: expecting '}'"),
    (
        "f-string: conversion type must come right after",
        "f-string: conversion type must come right after the exclamanation mark",
    ),
    ("too many nested f-strings", "too many nested f-strings"),
    ("'/' parameter must appear before '*'", "/ must be ahead of *"),
    ("Position-only parameter separator not allowed as first parameter", "at least one argument must precede /"),
    ("Only one '*' parameter allowed", "* argument may appear only once"),
    ("Only one '*' separator allowed", "* argument may appear only once"),
    ("Multiple exception types must be parenthesized", "multiple exception types must be parenthesized"),
    ("Expected one or more exception types", "expected one or more exception types"),
    ("Boolean 'not' expression cannot be used here", "'not' after an operator must be parenthesized"),
    ("Positional patterns cannot follow keyword patterns", "positional patterns follow keyword patterns"),
    ("Expected a real number in complex literal", "real number required in complex literal"),
    ("Expected an imaginary number in complex literal", "imaginary number required in complex literal"),
    ("invalid syntax. Is this intended to be part of the string?", "invalid syntax"),
    ("Bytes literal cannot be mixed", "cannot mix bytes and nonbytes literals"),
];

/// Beginnings of CPython's own messages that start with a capital.
const CAPITALS: &[&str] = &[
    "Exceeds the limit",
    "Missing parentheses",
    "Generator expression must",
    "Did you mean",
    "Expected one or more names",
    "Function parameters",
    "Lambda expression parameters",
    "Type parameter list cannot be empty",
];

/// Makes the front end's error ours.
pub(crate) fn convert(error: &CompileError, source: &str, path: &str, mode: Mode) -> SyntaxError {
    let (line, column) = error.python_location();
    let (end_line, end_column) = error.python_end_location().unwrap_or((line, column));
    let text = line.checked_sub(1).and_then(|n| source.split('\n').nth(n)).map(|l| format!("{l}\n"));
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
        incomplete: incomplete(error, source),
        of_compiler: matches!(error, CompileError::Codegen(_)),
    };
    if let CompileError::Parse(parse) = error
        && parse.is_unclosed_bracket
        && let Some((line, column, end)) = earlier(source, out.line, mode)
    {
        // What is wrong in the bracket's own line is said before that it was never closed.
        out.message = "invalid syntax".into();
        (out.line, out.end_line) = (line, line);
        (out.column, out.end_column) = (column, end);
    }
    adjust(&mut out, &raw, source);
    grammar_errors::name(&mut out);
    error_location::refine(&mut out, source);
    error_span::refine(&mut out, source);
    if matches!(error, CompileError::Parse(parse) if parse.is_unclosed_bracket) {
        unclosed_brackets::refine(&mut out, source, mode);
    }
    match error {
        CompileError::Parse(parse) if parse.is_unclosed_bracket => {
            before_bracket(out.line, source, path).unwrap_or_else(|| judge(out, source))
        }
        CompileError::Parse(_) => python2::with_other_name(&out, source, mode).unwrap_or_else(|| judge(out, source)),
        CompileError::Codegen(_) => out,
    }
}

/// What is wrong before the line with a bracket that is never closed: the parser does not come to that line.
fn before_bracket(line: u32, source: &str, path: &str) -> Option<SyntaxError> {
    let lines = source.split_inclusive('\n').take((line as usize).checked_sub(1)?);
    let before: String = lines.collect();
    let options = crate::Options::default();
    let error = crate::compile(&before, path, crate::Mode::Exec, options).err()?;
    // A string or a line that is not at its end may go on in the line with the bracket.
    let of_later = error.incomplete || error.of_compiler || error_span::of_tokenizer(&error.message);
    (!of_later).then_some(error)
}

/// Line, column and column after the end of a mistake in this line, before the end of the text.
fn earlier(source: &str, line: u32, mode: Mode) -> Option<(u32, u32, u32)> {
    let parsed = parser::parse_unchecked(source, parser::Mode::Module.into());
    let error = parsed.errors().first()?;
    let at = usize::from(error.location.start());
    let (before, rest) = source.split_at_checked(at)?;
    let here = before.matches('\n').count() as u32 + 1;
    let in_line = before.rsplit('\n').next()?.chars().count() as u32;
    let blank = |line: &str| line.trim().is_empty() || line.trim_start().starts_with('#');
    // Only a word that is not expected: other mistakes are looked for when there is nothing worse.
    // What begins an expression is taken for the next item of the bracket, and only its end is missing.
    let item = |c: char| of_word(c) || "\"'([{".contains(c);
    let foreign = !error.error.to_string().starts_with("Expected") || rest.starts_with(item);
    // CPython looks into what is assigned in a statement, as that is a known mistake.
    let assigned = mode != Mode::Eval && rest.starts_with(":=");
    let chars: Vec<char> = rest.lines().next().unwrap_or_default().chars().collect();
    let word = unclosed_brackets::width(&chars, 0);
    let wanted = here == line && !foreign && !assigned && !rest.split('\n').all(blank) && !rest.starts_with('\n');
    wanted.then_some((line, in_line + 1, in_line + 1 + word as u32))
}

/// Whether the end of the text is what is wrong with it. The end of a line is not, unless a block has to follow.
fn incomplete(error: &CompileError, source: &str) -> bool {
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

fn words(raw: &str, text: &str) -> String {
    let code = text.trim();
    if raw.starts_with("Expected one or more symbol names") && (code.starts_with("from") || code == "import") {
        return "Expected one or more names after 'import'".into();
    }
    if let Some((_, ours)) = WORDS.iter().find(|(theirs, _)| raw.starts_with(theirs)) {
        return (*ours).into();
    }
    let first = code.trim_start_matches("async ").split([' ', ':']).next();
    if raw.starts_with("Expected `(`") && first == Some("def") {
        return "expected '('".into();
    }
    if raw.starts_with("Expected `:`") && matches!(first, Some("def" | "try" | "else" | "finally")) {
        return "expected ':'".into();
    }
    let foreign = raw.starts_with(|c: char| c.is_ascii_uppercase()) && !CAPITALS.iter().any(|c| raw.starts_with(c));
    let same = raw == "cannot use attribute as import target";
    if foreign || same { "invalid syntax".into() } else { raw.into() }
}

/// What depends on more than the message: the class, and where CPython points elsewhere.
fn adjust(error: &mut SyntaxError, raw: &str, source: &str) {
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
    } else if error.message.starts_with("positional argument follows") {
        // CPython points at what comes after the argument.
        error.column = error.end_column;
        error.end_column += 1;
    } else if raw == "Got unexpected unicode" || raw.starts_with("Missing `") {
        let found = error.text.as_deref().and_then(|t| bad_escape(t, error.column as usize));
        error.message = found.unwrap_or_else(|| "invalid syntax".into());
    }
}

fn indentation_of(line: &str) -> &str {
    &line[..line.len() - line.trim_start_matches([' ', '\t', '\x0c']).len()]
}

/// Whether the indentation of a line is more or less than that of the line before it depending on the tab size.
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

/// CPython's message for the first bad escape sequence of the string literal around a column.
pub(crate) fn bad_escape(text: &str, column: usize) -> Option<String> {
    let chars: Vec<char> = text.chars().collect();
    let mut at = 0;
    while at < chars.len() {
        if chars[at] == '#' {
            return None;
        }
        if !matches!(chars[at], '"' | '\'') {
            at += 1;
            continue;
        }
        let literal = Literal::read(&chars, at);
        if column <= literal.end + 1 {
            return literal.bad_escape(&chars);
        }
        at = literal.end + 1;
    }
    None
}

/// Where a string literal is in a line.
pub(crate) struct Literal {
    /// Its first character after the quotes.
    start: usize,
    /// Its closing quote, or the end of the line.
    pub(crate) end: usize,
    bytes: bool,
    formatted: bool,
}

impl Literal {
    pub(crate) fn read(chars: &[char], quote: usize) -> Literal {
        let word = (0..quote).rev().take_while(|i| of_word(chars[*i])).last().unwrap_or(quote);
        let prefix: String = chars[word..quote].iter().collect();
        // What is no prefix is a name of its own.
        let prefix = match crate::diagnostics::tokenizer::is_prefix(&prefix) {
            true => prefix.to_ascii_lowercase(),
            false => String::new(),
        };
        let triple = chars[quote..].iter().take(3).filter(|c| **c == chars[quote]).count() == 3;
        let width = if triple { 3 } else { 1 };
        let start = quote + width;
        let mut end = start;
        while end < chars.len() && !chars[end..].iter().take(width).all(|c| *c == chars[quote]) {
            end += if chars[end] == '\\' { 2 } else { 1 };
        }
        let end = end.min(chars.len());
        Literal { start, end, bytes: prefix.contains('b'), formatted: prefix.contains(['f', 't']) }
    }

    fn bad_escape(&self, chars: &[char]) -> Option<String> {
        // CPython decodes text in which every character beyond ASCII is an escape of ten characters.
        let (mut at, mut position) = (self.start, 0);
        while at < self.end {
            match chars[at] {
                // What comes after a replacement field is a string of its own.
                '{' | '}' if self.formatted => position = 0,
                '\\' => {
                    if let Some(message) = self.problem(&chars[at..self.end], position) {
                        return Some(message);
                    }
                    at += 1;
                    position += 2;
                }
                c => position += if c.is_ascii() { 1 } else { 10 },
            }
            at += 1;
        }
        None
    }

    /// What is wrong with the escape sequence at the beginning of these characters.
    fn problem(&self, chars: &[char], position: usize) -> Option<String> {
        let kind = *chars.get(1)?;
        let digits: String = chars[2..].iter().take_while(|c| c.is_ascii_hexdigit()).collect();
        if self.bytes {
            return (kind == 'x' && digits.len() < 2)
                .then(|| format!("(value error) invalid \\x escape at position {position}"));
        }
        let wanted = match kind {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            'N' => {
                return named(chars).map(|(length, reason)| unicode_error(position, length, &reason));
            }
            _ => return None,
        };
        if digits.len() < wanted {
            let reason = format!("truncated \\{kind}{} escape", "X".repeat(wanted));
            return Some(unicode_error(position, 1 + digits.len(), &reason));
        }
        let code = u32::from_str_radix(&digits[..wanted], 16).unwrap_or(u32::MAX);
        (code > 0x10_FFFF).then(|| unicode_error(position, 1 + wanted, "illegal Unicode character"))
    }
}

/// The problem of `\N{...}`, unless it cannot be seen from here whether there is such a character.
fn named(chars: &[char]) -> Option<(usize, String)> {
    let close = chars.iter().position(|c| *c == '}');
    match close {
        Some(n) if chars.get(2) == Some(&'{') && n > 3 => {
            let name: String = chars[3..n].iter().collect();
            let known = crate::unicode::names::character(&name).is_some();
            (!known).then(|| (n, "unknown Unicode character name".to_owned()))
        }
        _ => Some((1, "malformed \\N character escape".to_owned())),
    }
}

fn unicode_error(start: usize, length: usize, reason: &str) -> String {
    let end = start + length;
    format!("(unicode error) 'unicodeescape' codec can't decode bytes in position {start}-{end}: {reason}")
}
