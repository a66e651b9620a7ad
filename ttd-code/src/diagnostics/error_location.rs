//! Where CPython points in a line, and its message, where the front end has only part of the error.
//!
//! Everything here works on the line that is shown. Columns count characters from 1, as in `SyntaxError`.

use super::lexical::is_word_char;
use crate::source::SyntaxError;

/// The end of CPython's message where `==` may be meant.
const MEANT_EQUALS: &str = " here. Maybe you meant '==' instead of '='?";

/// Sets an error's message and columns to CPython's.
pub(crate) fn refine(error: &mut SyntaxError, source: &str) {
    let Some(text) = error.text.clone() else {
        return;
    };
    if error.message.starts_with("unterminated triple-quoted") {
        let lines = source.strip_suffix('\n').unwrap_or(source).split('\n').count();
        let column = (error.column as usize).saturating_sub(1);
        let formatted = column.checked_sub(1).and_then(|i| text.chars().nth(i));
        let kind = match formatted {
            Some('f' | 'F') => {
                error.column -= 1;
                error.end_column = error.column;
                "f-string"
            }
            _ => "string",
        };
        error.message = format!("unterminated triple-quoted {kind} literal (detected at line {lines})");
    }
    if error.column > 0 && error.end_column > 0 && error.end_line == error.line {
        let line = Line(text.trim_end_matches('\n').chars().collect());
        correct_mark(error, &line);
    }
    // An error at the end of the file is reported in its last line.
    let lines = source.lines().count();
    if text == "\n" && error.line as usize > lines {
        error.text = source.lines().last().map(|l| format!("{l}\n"));
        (error.line, error.end_line) = (lines as u32, lines as u32);
        (error.column, error.end_column) = (0, 0);
    }
}

/// Corrects the mark in the line.
fn correct_mark(error: &mut SyntaxError, line: &Line) {
    let starts = |words: &str| error.message.starts_with(words);
    if starts("cannot assign to ") {
        assignment(error, line);
    } else if starts("expression cannot contain assignment") {
        line.extend_to_equals(error);
    } else if error.message.ends_with("':=' instead of '='?") {
        comparison(error, line);
    } else if starts("Missing parentheses in call") || starts("Did you mean to use 'from") {
        error.end_column = line.expressions_end(error.column as usize - 1) as u32 + 1;
    } else if starts("trailing comma not allowed") {
        error.column = line.0.len() as u32 + 1;
        error.end_column = error.column;
    } else if starts("(unicode error) 'unicodeescape'")
        && let Some((from, to)) = line.string_around(error.column as usize)
    {
        (error.column, error.end_column) = (from as u32 + 1, to as u32 + 1);
    }
}

/// `f() = 1` may be meant as a comparison, `f() = x = 1` may not.
fn assignment(error: &mut SyntaxError, line: &Line) {
    let (from, to) = (error.column as usize - 1, error.end_column as usize - 1);
    let Some(equals) = line.equals_after(to) else {
        return;
    };
    let before = line.without_spaces(from.min(line.0.len()));
    let chain = line.assigns_before(from) || line.assignment_after(equals + 1).is_some();
    let marked: String = line.0.get(from..to).unwrap_or(&[]).iter().collect();
    let logical = marked.starts_with("not ") || [" and ", " or "].iter().any(|op| marked.contains(op));
    if error.message.ends_with(MEANT_EQUALS) {
        if chain || logical && error.message.starts_with("cannot assign to expression") {
            error.message = error.message.replace(MEANT_EQUALS, "");
        }
    } else if matches!(error.message.as_str(), "cannot assign to function call" | "cannot assign to list comprehension")
    {
        if before == 0 && !chain {
            error.message.push_str(MEANT_EQUALS);
        }
    } else if before > 0 && matches!(line.0[before - 1], '(' | ',') {
        // A keyword argument whose keyword is not a name.
        line.extend_to_equals(error);
    }
}

/// `if x = 1:` is marked from the name to the end of the other operand.
fn comparison(error: &mut SyntaxError, line: &Line) {
    let mut from = error.column as usize - 1;
    while matches!(line.0.get(from), Some('(' | ' ')) {
        from += 1;
    }
    if let Some(equals) = line.assignment_after(from) {
        error.column = from as u32 + 1;
        error.end_column = line.operand_end(equals + 1) as u32 + 1;
    }
}

/// The characters of a line.
struct Line(Vec<char>);

impl Line {
    /// Returns the index of a `=` that follows, with only spaces before it.
    fn equals_after(&self, from: usize) -> Option<usize> {
        let at = (from..self.0.len()).find(|i| self.0[*i] != ' ')?;
        self.is_assignment(at).then_some(at)
    }

    /// Whether the character is a `=` of its own, not part of `==`, `<=`, `:=` and the like.
    fn is_assignment(&self, at: usize) -> bool {
        let alone = |i: usize| !self.0.get(i).is_some_and(|c| "=<>!:+-*/%&|^@".contains(*c));
        self.0.get(at) == Some(&'=') && self.0.get(at + 1) != Some(&'=') && (at == 0 || alone(at - 1))
    }

    fn assigns_before(&self, to: usize) -> bool {
        self.assignment_after(0).is_some_and(|at| at < to)
    }

    /// Returns the index of the next `=` outside brackets and strings.
    fn assignment_after(&self, from: usize) -> Option<usize> {
        let end = self.scan(from, |line, at| line.is_assignment(at));
        (end < self.0.len() && self.0[end] == '=').then_some(end)
    }

    /// Returns the end of the comparison's operand that begins at `from`.
    fn operand_end(&self, from: usize) -> usize {
        let words = ["and", "or", "not", "in", "is", "if", "else", "for"];
        let end = self.scan(from, |line, at| {
            let word: String = line.0[at..].iter().take_while(|c| is_word_char(**c)).collect();
            let starts = at == 0 || !is_word_char(line.0[at - 1]);
            ",:;=<>!".contains(line.0[at]) || starts && words.contains(&word.as_str())
        });
        self.without_spaces(end)
    }

    /// Returns the end of a statement's expressions.
    fn expressions_end(&self, from: usize) -> usize {
        let end = self.scan(from, |line, at| line.0[at] == ';');
        self.without_spaces(end)
    }

    fn without_spaces(&self, end: usize) -> usize {
        (0..end).rev().find(|i| !self.0[*i].is_whitespace()).map_or(0, |i| i + 1)
    }

    /// Returns the first index from `from` on that is wanted, outside brackets and strings. Comments, closing brackets
    /// and the end of the line end the search too.
    fn scan(&self, from: usize, wanted: impl Fn(&Line, usize) -> bool) -> usize {
        let (mut at, mut depth) = (from, 0usize);
        while at < self.0.len() {
            match self.0[at] {
                '#' => return at,
                ')' | ']' | '}' if depth == 0 => return at,
                '"' | '\'' => at = self.string_end(at) - 1,
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth -= 1,
                _ if depth == 0 && wanted(self, at) => return at,
                _ => {}
            }
            at += 1;
        }
        self.0.len()
    }

    /// Returns the index behind the string that begins with this quote.
    fn string_end(&self, quote: usize) -> usize {
        let mark = self.0[quote];
        let triple = self.0[quote..].iter().take(3).filter(|c| **c == mark).count() == 3;
        let mut at = quote + if triple { 3 } else { 1 };
        while at < self.0.len() {
            match self.0[at] {
                '\\' => at += 1,
                c if c == mark && !triple => return at + 1,
                c if c == mark && self.0[at..].iter().take(3).filter(|c| **c == mark).count() == 3 => {
                    return at + 3;
                }
                _ => {}
            }
            at += 1;
        }
        self.0.len()
    }

    /// Returns the extent of the string literal around a column, prefix included.
    fn string_around(&self, column: usize) -> Option<(usize, usize)> {
        let mut at = 0;
        while at < self.0.len() {
            if matches!(self.0[at], '"' | '\'') {
                let end = self.string_end(at);
                if column <= end {
                    let prefix = self.0[..at].iter().rev().take_while(|c| c.is_alphanumeric());
                    return Some((at - prefix.count(), end));
                }
                at = end;
            } else if self.0[at] == '#' {
                return None;
            } else {
                at += 1;
            }
        }
        None
    }

    /// Extends the mark up to the `=` of a keyword argument.
    fn extend_to_equals(&self, error: &mut SyntaxError) {
        if let Some(equals) = self.equals_after(error.end_column as usize - 1) {
            error.end_column = equals as u32 + 2;
        }
    }
}
