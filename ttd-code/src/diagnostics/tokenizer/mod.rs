//! What CPython's tokenizer refuses.
//!
//! CPython's parser asks for one token after the other, but once it has failed it reads the text to its end: a token that
//! cannot be goes before any mistake of grammar, wherever the two are. The front end says which comes first in the text, so
//! its errors are looked at again here. Nothing of this runs for programs that compile.

mod brackets;
mod judge;
mod lines;
mod numbers;
mod texts;

pub(crate) use judge::judge;
use texts::Text;
pub(crate) use texts::is_prefix;

/// A token that cannot be, in CPython's words.
#[derive(Debug, PartialEq, Eq)]
struct Mistake {
    message: String,
    line: u32,
    column: u32,
    end_column: u32,
    /// Whether it is in a text with replacement fields, where a mistake of grammar before it goes first.
    in_text: bool,
}

/// Why no more tokens come.
#[derive(Debug, PartialEq, Eq)]
enum Stop {
    /// The end of the text, with the bracket that is still open.
    End(Option<char>),
    /// A mistake that goes before those of the grammar.
    Mistake(Mistake),
    /// Something behind a backslash that continues no line. It only counts where the parser comes that far.
    Continuation(Mistake),
    /// Indentation that cannot be, which the parser has to come to as well.
    Indentation,
}

/// What is known of a text that is no program.
struct Scan {
    stop: Stop,
    /// The first line that is indented without need, and the columns of its indentation.
    indented: Option<(u32, u32)>,
    /// Where tokens begin (line and column), and whether they are names, numbers or strings.
    tokens: Vec<(u32, u32, bool)>,
    /// Where texts with replacement fields begin and where their closing quotes are.
    texts: Vec<[(u32, u32); 2]>,
    /// The same of other strings of more than one line.
    long: Vec<[(u32, u32); 2]>,
}

type Step = Result<(), Stop>;

const MOST_BRACKETS: usize = 200;
const MOST_INDENTS: usize = 100;

/// Words after which the parser does not take what follows for an operand that lost its operator.
pub(crate) const KEYWORDS: &[&str] = &[
    "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else", "except",
    "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise",
    "return", "try", "while", "with", "yield",
];

struct Scanner {
    chars: Vec<char>,
    /// Where lines begin.
    lines: Vec<usize>,
    at: usize,
    /// Open brackets and where they are.
    brackets: Vec<(char, usize)>,
    /// The texts with replacement fields that are being read, the innermost last.
    texts: Vec<Text>,
    /// Columns of the indentation, with tabs of eight and of one.
    indents: Vec<(usize, usize)>,
    line_begins: bool,
    /// The last character of the last token of a line.
    last: Option<char>,
    indented: Option<(u32, u32)>,
    tokens: Vec<(u32, u32, bool)>,
    closed: Vec<[(u32, u32); 2]>,
    long: Vec<[(u32, u32); 2]>,
}

/// Reads a text, whose lines end in line feeds, up to what is no token.
fn scan(source: &str) -> Scan {
    let mut chars: Vec<char> = source.chars().collect();
    if chars.last() != Some(&'\n') {
        chars.push('\n');
    }
    let ends = chars.iter().enumerate().filter(|(_, c)| **c == '\n').map(|(n, _)| n + 1);
    let lines = std::iter::once(0).chain(ends).collect();
    let mut scanner = Scanner {
        chars,
        lines,
        at: 0,
        brackets: Vec::new(),
        texts: Vec::new(),
        indents: vec![(0, 0)],
        line_begins: true,
        last: None,
        indented: None,
        tokens: Vec::new(),
        closed: Vec::new(),
        long: Vec::new(),
    };
    let stop = loop {
        let step = match scanner.texts.last() {
            Some(text) if text.middle => scanner.text_middle(),
            _ => scanner.token(),
        };
        if let Err(stop) = step {
            break stop;
        }
    };
    Scan { stop, indented: scanner.indented, tokens: scanner.tokens, texts: scanner.closed, long: scanner.long }
}

/// Whether a word of a text can have this character, where mistakes are looked for.
pub(crate) fn of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || !c.is_ascii()
}

impl Scanner {
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

    /// The line of a character, and how many characters come before it in that line.
    fn place(&self, at: usize) -> (u32, u32) {
        let at = at.min(self.chars.len());
        let line = self.lines.partition_point(|start| *start <= at);
        (line as u32, (at - self.lines[line - 1]) as u32)
    }

    /// A mistake at the last character that was read.
    fn mistake(&self, message: impl Into<String>) -> Stop {
        self.mistake_at(self.at.saturating_sub(1), message)
    }

    fn mistake_at(&self, at: usize, message: impl Into<String>) -> Stop {
        let (line, before) = self.place(at);
        Stop::Mistake(Mistake {
            message: message.into(),
            line,
            column: before + 1,
            end_column: before + 1,
            in_text: !self.texts.is_empty(),
        })
    }

    fn note(&mut self, start: usize, operand: bool) {
        let (line, column) = self.place(start);
        self.tokens.push((line, column + 1, operand));
        self.last = self.at.checked_sub(1).and_then(|at| self.chars.get(at).copied());
    }

    /// The next token of code.
    fn token(&mut self) -> Step {
        if std::mem::take(&mut self.line_begins) {
            self.indentation()?;
        }
        while matches!(self.peek(), Some(' ' | '\t' | '\x0c' | '\r')) {
            self.at += 1;
        }
        let start = self.at;
        match self.peek() {
            None => return Err(Stop::End(self.brackets.last().map(|b| b.0))),
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
            Some(c) if of_name(c) && !c.is_ascii_digit() => return self.name(),
            Some('"' | '\'') => return self.string(start),
            Some(c) if c.is_ascii_digit() || c == '.' && self.ahead(1).is_some_and(|c| c.is_ascii_digit()) => {
                self.number()?;
            }
            Some(c) => {
                self.at += 1;
                self.punctuation(c)?;
                self.note(start, false);
                return Ok(());
            }
        }
        self.note(start, true);
        Ok(())
    }

    /// A name, or the string of which it is the prefix.
    fn name(&mut self) -> Step {
        let start = self.at;
        while self.peek().is_some_and(of_name) {
            self.at += 1;
        }
        let word: String = self.chars[start..self.at].iter().collect();
        if matches!(self.peek(), Some('"' | '\'')) && texts::is_prefix(&word) {
            return self.string(start);
        }
        if !word.is_ascii()
            && let Some(n) = word.chars().enumerate().position(|(n, c)| !fits(c, n == 0))
        {
            let c = self.chars[start + n];
            return Err(self.mistake_at(start + n, bad_character(c)));
        }
        self.note(start, !KEYWORDS.contains(&word.as_str()));
        Ok(())
    }
}

/// Whether a name can have this character, at its beginning or later.
fn fits(c: char, first: bool) -> bool {
    use crate::unicode::{is_xid_continue, is_xid_start};
    c == '_' || if first { is_xid_start(c) } else { is_xid_continue(c) }
}

/// CPython's message for a character that can be no part of any token.
fn bad_character(c: char) -> String {
    let code = u32::from(c);
    if crate::unicode::is_printable(c) {
        format!("invalid character '{c}' (U+{code:04X})")
    } else {
        format!("invalid non-printable character U+{code:04X}")
    }
}
