//! The errors of CPython's tokenizer, for texts that do not compile.
//!
//! When CPython's parser fails, it tokenizes the rest of the text, and an invalid token takes precedence over the
//! grammatical error wherever the two are. The front end reports whichever comes first in the text. This tokenizer
//! finds the first invalid token; `select_error` decides.

mod brackets;
mod lines;
mod numbers;
mod strings;

use self::strings::FString;
use super::lexical::{KEYWORDS, is_name_char, is_string_prefix};
use ttd_pyalgos::unicode::{is_printable, is_xid_continue, is_xid_start};

#[cfg(test)]
pub(super) use self::numbers::LEADING_ZEROS;

/// An invalid token, with CPython's message and columns.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TokenError {
    pub(super) message: String,
    pub(super) line: u32,
    pub(super) column: u32,
    pub(super) end_column: u32,
    /// Whether it is in an f-string, where an earlier grammatical error takes precedence.
    pub(super) in_fstring: bool,
}

/// Why tokenizing stopped.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The end of the text.
    End,
    /// An error that takes precedence over grammatical ones.
    Error(TokenError),
    /// A character behind a line continuation. Counts only if the parser reaches it.
    Continuation(TokenError),
    /// Invalid indentation. Counts only if the parser reaches it.
    Indentation,
}

/// The tokens of a text, as far as the choice of its error depends on them. Lines and columns count from 1.
pub(super) struct Scan {
    pub(super) stop: Stop,
    /// The first unexpectedly indented line, and the columns of its indentation.
    pub(super) indented: Option<(u32, u32)>,
    /// Line and column of each token, and whether it is an operand: a name, a number or a string.
    pub(super) tokens: Vec<(u32, u32, bool)>,
    /// Beginning and closing quote of each f-string.
    pub(super) fstrings: Vec<[(u32, u32); 2]>,
    /// Beginning and closing quote of each other string that spans lines.
    pub(super) multiline: Vec<[(u32, u32); 2]>,
}

type Progress = Result<(), Stop>;

const MAX_BRACKETS: usize = 200;
const MAX_INDENTS: usize = 100;

struct Tokenizer {
    chars: Vec<char>,
    /// Index of each line's first character.
    lines: Vec<usize>,
    at: usize,
    /// Open brackets, each with its index.
    brackets: Vec<(char, usize)>,
    /// The f-strings that are being read, the innermost last.
    fstrings: Vec<FString>,
    /// The levels of indentation, with tabs of eight columns and of one.
    indents: Vec<(usize, usize)>,
    line_begins: bool,
    /// The last character of the last token.
    last: Option<char>,
    indented: Option<(u32, u32)>,
    tokens: Vec<(u32, u32, bool)>,
    fstrings_read: Vec<[(u32, u32); 2]>,
    multiline: Vec<[(u32, u32); 2]>,
}

/// Tokenizes a text, whose lines end in line feeds, up to the first invalid token.
pub(super) fn scan(source: &str) -> Scan {
    let mut chars: Vec<char> = source.chars().collect();
    if chars.last() != Some(&'\n') {
        chars.push('\n');
    }
    let ends = chars.iter().enumerate().filter(|(_, c)| **c == '\n').map(|(n, _)| n + 1);
    let lines = std::iter::once(0).chain(ends).collect();
    let mut tokenizer = Tokenizer {
        chars,
        lines,
        at: 0,
        brackets: Vec::new(),
        fstrings: Vec::new(),
        indents: vec![(0, 0)],
        line_begins: true,
        last: None,
        indented: None,
        tokens: Vec::new(),
        fstrings_read: Vec::new(),
        multiline: Vec::new(),
    };
    let stop = loop {
        let progress = match tokenizer.fstrings.last() {
            Some(fstring) if fstring.in_literal => tokenizer.fstring_literal(),
            _ => tokenizer.token(),
        };
        if let Err(stop) = progress {
            break stop;
        }
    };
    Scan {
        stop,
        indented: tokenizer.indented,
        tokens: tokenizer.tokens,
        fstrings: tokenizer.fstrings_read,
        multiline: tokenizer.multiline,
    }
}

impl Tokenizer {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn ahead(&self, n: usize) -> Option<char> {
        self.chars.get(self.at + n).copied()
    }

    fn take(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        self.at += usize::from(found);
        found
    }

    /// Returns the line of a character, and the number of characters before it in that line.
    fn location(&self, at: usize) -> (u32, u32) {
        let at = at.min(self.chars.len());
        let line = self.lines.partition_point(|start| *start <= at);
        (line as u32, (at - self.lines[line - 1]) as u32)
    }

    /// Returns an error at the last character read.
    fn error(&self, message: impl Into<String>) -> Stop {
        self.error_at(self.at.saturating_sub(1), message)
    }

    fn error_at(&self, at: usize, message: impl Into<String>) -> Stop {
        let (line, before) = self.location(at);
        Stop::Error(TokenError {
            message: message.into(),
            line,
            column: before + 1,
            end_column: before + 1,
            in_fstring: !self.fstrings.is_empty(),
        })
    }

    fn push_token(&mut self, start: usize, operand: bool) {
        let (line, column) = self.location(start);
        self.tokens.push((line, column + 1, operand));
        self.last = self.at.checked_sub(1).and_then(|at| self.chars.get(at).copied());
    }

    /// Reads the next token of code.
    fn token(&mut self) -> Progress {
        if std::mem::take(&mut self.line_begins) {
            self.indentation()?;
        }
        while matches!(self.peek(), Some(' ' | '\t' | '\x0c' | '\r')) {
            self.at += 1;
        }
        let start = self.at;
        match self.peek() {
            None => return Err(Stop::End),
            Some('#') => {
                while self.peek().is_some_and(|c| c != '\n') {
                    self.at += 1;
                }
                return Ok(());
            }
            Some('\n') => {
                self.at += 1;
                self.line_begins = true;
                return Ok(());
            }
            Some('\\') => return self.continuation(),
            Some(c) if is_name_char(c) && !c.is_ascii_digit() => return self.name(),
            Some('"' | '\'') => return self.string(start),
            Some(c) if c.is_ascii_digit() || c == '.' && self.ahead(1).is_some_and(|c| c.is_ascii_digit()) => {
                self.number()?;
            }
            Some(c) => {
                self.at += 1;
                self.punctuation(c)?;
                self.push_token(start, false);
                return Ok(());
            }
        }
        self.push_token(start, true);
        Ok(())
    }

    /// Reads a name, or the string whose prefix it is.
    fn name(&mut self) -> Progress {
        let start = self.at;
        while self.peek().is_some_and(is_name_char) {
            self.at += 1;
        }
        let word: String = self.chars[start..self.at].iter().collect();
        if matches!(self.peek(), Some('"' | '\'')) && is_string_prefix(&word) {
            return self.string(start);
        }
        if !word.is_ascii()
            && let Some(n) = word.chars().enumerate().position(|(n, c)| !is_valid_in_name(c, n == 0))
        {
            let c = self.chars[start + n];
            return Err(self.error_at(start + n, bad_character(c)));
        }
        self.push_token(start, !KEYWORDS.contains(&word.as_str()));
        Ok(())
    }
}

/// Whether a name can contain a character, as its first or a later one.
fn is_valid_in_name(c: char, first: bool) -> bool {
    c == '_' || if first { is_xid_start(c) } else { is_xid_continue(c) }
}

/// Returns CPython's message for a character that no token can contain.
fn bad_character(c: char) -> String {
    let code = u32::from(c);
    if is_printable(c) {
        format!("invalid character '{c}' (U+{code:04X})")
    } else {
        format!("invalid non-printable character U+{code:04X}")
    }
}
