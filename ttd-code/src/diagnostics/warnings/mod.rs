//! The warnings of CPython's compiler: invalid escape sequences, literals that are compared by identity or called,
//! asserts of tuples, numbers directly followed by a keyword.
//!
//! A scan of the bytes rules most sources out; the others are parsed again.

mod literals;
mod tokens;

use std::panic::{AssertUnwindSafe, catch_unwind};

use ruff_python_ast::Mod;
use ruff_python_ast::visitor::Visitor;
use ruff_python_parser as parser;
use ruff_source_file::{PositionEncoding, SourceFile, SourceFileBuilder};
use ruff_text_size::{TextRange, TextSize};

use crate::source::{Mode, SyntaxError};

/// The phases of CPython's compiler whose warnings are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Tokenizer and parser, as when a syntax tree is requested.
    Parser,
    /// All phases.
    Compiler,
}

/// Returns the warnings about a text that compiles, in CPython's order. Each is the error that it becomes where
/// warnings are errors.
pub fn warnings(source: &str, path: &str, mode: Mode, part: Phase) -> Vec<SyntaxError> {
    if !suspicious(source.as_bytes(), part) {
        return Vec::new();
    }
    let (source, mode) = for_parser(source, mode);
    let found = catch_unwind(AssertUnwindSafe(|| {
        let parsed = parser::parse(&source, mode.into()).ok()?;
        let mut found = Collector::new(&source, path);
        tokens::check(parsed.tokens(), &mut found);
        if part == Phase::Compiler {
            let mut look = literals::LiteralChecker(&mut found);
            match parsed.syntax() {
                Mod::Module(module) => look.visit_body(&module.body),
                Mod::Expression(e) => look.visit_expr(&e.body),
            }
        }
        Some(found.all)
    }));
    found.ok().flatten().unwrap_or_default()
}

/// Returns the warnings that CPython issues before an error: those about tokens in front of it.
pub fn before_error(source: &str, path: &str, mode: Mode, error: &SyntaxError) -> Vec<SyntaxError> {
    if !suspicious(source.as_bytes(), Phase::Parser) {
        return Vec::new();
    }
    let (source, mode) = for_parser(source, mode);
    let found = catch_unwind(AssertUnwindSafe(|| {
        let parsed = parser::parse_unchecked(&source, mode.into());
        let mut found = Collector::new(&source, path);
        tokens::check(parsed.tokens(), &mut found);
        found.all.retain(|w| (w.end_line, w.end_column) <= (error.line, error.column));
        found.all
    }));
    found.unwrap_or_default()
}

/// Returns the text with line feeds only, and the parser's mode.
fn for_parser(source: &str, mode: Mode) -> (String, parser::Mode) {
    (source.replace("\r\n", "\n").replace('\r', "\n"), mode.for_parser())
}

/// Whether there may be anything to warn about, judged by the bytes.
fn suspicious(source: &[u8], part: Phase) -> bool {
    let word = |c: u8| c.is_ascii_alphanumeric() || c == b'_' || c >= 0x80;
    // The last non-blank byte, the start of the last word, and whether that is a number.
    let (mut last, mut start, mut number) = (b' ', 0, false);
    for (i, &c) in source.iter().enumerate() {
        let glued = i > 0 && word(source[i - 1]);
        if word(c) && !glued {
            start = i;
            number = c.is_ascii_digit();
        }
        let compiler = part == Phase::Compiler;
        let found = match c {
            b'\\' => true,
            b'(' | b'[' if compiler => {
                let literal = ["None", "True", "False"].iter().any(|w| source[start..].starts_with(w.as_bytes()));
                b")]}\"'.".contains(&last) || word(last) && (number || literal)
            }
            b'i' if compiler && !glued => {
                source[i..].starts_with(b"is") && !source.get(i + 2).is_some_and(|c| word(*c))
            }
            b'a' if compiler && !glued => source[i..].starts_with(b"assert"),
            _ => false,
        };
        let keyword = |k: &&str| source[i..].starts_with(k.as_bytes());
        // `1if`, `0x1for`, `1.and`.
        let after_number = number && glued || i > 1 && source[i - 1] == b'.' && source[i - 2].is_ascii_digit();
        let letter = matches!(c, b'a' | b'e' | b'f' | b'i' | b'n' | b'o');
        if found || after_number && letter && tokens::KEYWORDS.iter().any(keyword) {
            return true;
        }
        if !c.is_ascii_whitespace() {
            last = c;
        }
    }
    false
}

/// The warnings found so far.
struct Collector<'s> {
    source: &'s str,
    file: SourceFile,
    path: &'s str,
    all: Vec<SyntaxError>,
}

impl<'s> Collector<'s> {
    fn new(source: &'s str, path: &'s str) -> Self {
        let file = SourceFileBuilder::new(path, source).finish();
        Collector { source, file, path, all: Vec::new() }
    }

    /// Adds a warning about a part of the text.
    fn add(&mut self, range: TextRange, message: String) {
        let code = self.file.to_source_code();
        let place = |at: TextSize| {
            let found = code.source_location(at, PositionEncoding::Utf32);
            (found.line.get() as u32, found.character_offset.to_zero_indexed() as u32 + 1)
        };
        let ((line, column), (end_line, end_column)) = (place(range.start()), place(range.end()));
        let text = self.source.split('\n').nth(line as usize - 1);
        self.all.push(SyntaxError {
            line,
            column,
            end_line,
            end_column,
            text: text.map(|t| format!("{t}\n")),
            ..SyntaxError::without_location(message, self.path)
        });
    }
}
