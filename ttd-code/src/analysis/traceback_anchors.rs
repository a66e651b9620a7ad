//! Finds the anchors of tracebacks in a piece of source: its operator or its brackets.
//!
//! CPython marks the failing part of a line with `~~~^^^`: the `^` are under the operator of a binary operation, or
//! under the brackets of a call or a subscript. Columns here count characters, lines count from 0.

use ruff_python_ast::{Expr, Stmt};
use ruff_python_parser::parse_module;
use ruff_text_size::{Ranged, TextSize};

/// A position in a piece of source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextPosition {
    /// Line, from 0.
    pub line: usize,
    /// Column, in characters.
    pub col: usize,
}

/// The part of an expression that is marked with `^`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Anchors {
    /// Its first character.
    pub from: TextPosition,
    /// After its last character.
    pub to: TextPosition,
}

/// The form of a statement, as far as it decides whether a traceback shows marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Statement {
    /// No statement: a comment or nothing.
    Empty,
    /// `return f(...)` or `x = f(...)`: where the call begins and ends, with columns in bytes.
    NamedCall(TextPosition, TextPosition),
    /// Anything else.
    Other,
}

/// Returns the operator or the brackets of an expression, which may span lines; `None` for any other kind of
/// expression.
pub fn anchors(expression: &str) -> Option<Anchors> {
    // In parentheses an expression that spans lines is a statement too.
    let text = format!("(\n{expression}\n)");
    let parsed = parse_module(&text).ok()?;
    let [Stmt::Expr(statement)] = parsed.suite().as_slice() else {
        return None;
    };
    let source = Piece::new(expression);
    match &*statement.value {
        Expr::BinOp(e) => {
            let operator = source.find(e.left.end(), |c| !c.is_whitespace() && c != ')')?;
            source.operator(operator, source.place(e.right.start()))
        }
        Expr::Subscript(e) => {
            let from = source.find(e.value.end(), |c| c == '[')?;
            Some(Anchors { from, to: source.place(e.end()) })
        }
        Expr::Call(e) => {
            let from = source.find(e.func.end(), |c| c == '(')?;
            Some(Anchors { from, to: source.place(e.end()) })
        }
        _ => None,
    }
}

/// Classifies the first statement of a text; `None` if the text is not a program.
pub fn statement(text: &str) -> Option<Statement> {
    let parsed = parse_module(text).ok()?;
    let Some(first) = parsed.suite().first() else {
        return Some(Statement::Empty);
    };
    let value = match first {
        Stmt::Return(s) => match s.value.as_deref() {
            Some(Expr::Call(call)) if call.func.is_name_expr() => call,
            _ => return Some(Statement::Other),
        },
        Stmt::Assign(s) => match (s.targets.as_slice(), &*s.value) {
            ([Expr::Name(_)], Expr::Call(call)) => call,
            _ => return Some(Statement::Other),
        },
        _ => return Some(Statement::Other),
    };
    let place = |at: TextSize| {
        let before = &text[..at.to_usize()];
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        TextPosition { line: before.matches('\n').count(), col: before.len() - line_start }
    };
    Some(Statement::NamedCall(place(value.start()), place(value.end())))
}

/// A piece of source as lines of characters.
struct Piece<'a> {
    text: &'a str,
    lines: Vec<Vec<char>>,
}

impl<'a> Piece<'a> {
    fn new(text: &'a str) -> Self {
        Piece { text, lines: text.split('\n').map(|l| l.chars().collect()).collect() }
    }

    /// Returns the position of an offset in the parsed text, which has two more characters in front.
    fn place(&self, at: TextSize) -> TextPosition {
        let before = &self.text[..(at.to_usize() - 2).min(self.text.len())];
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        TextPosition { line: before.matches('\n').count(), col: before[line_start..].chars().count() }
    }

    /// Returns the first wanted character from an offset on, skipping comments and line continuations.
    fn find(&self, from: TextSize, wanted: impl Fn(char) -> bool) -> Option<TextPosition> {
        let TextPosition { mut line, mut col } = self.place(from);
        loop {
            let Some(c) = self.lines.get(line)?.get(col) else {
                (line, col) = (line + 1, 0);
                continue;
            };
            match c {
                '\\' | '#' => (line, col) = (line + 1, 0),
                c if wanted(*c) => return Some(TextPosition { line, col }),
                _ => col += 1,
            }
        }
    }

    /// Returns the operator at `from`, with its second character unless that belongs to the right operand.
    fn operator(&self, from: TextPosition, right: TextPosition) -> Option<Anchors> {
        let next = from.col + 1;
        let free = right.line > from.line || next < right.col;
        let second = self.lines[from.line].get(next).filter(|c| free && !c.is_whitespace() && !matches!(c, '\\' | '#'));
        let to = TextPosition { line: from.line, col: if second.is_some() { next + 1 } else { next } };
        Some(Anchors { from, to })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(expression: &str, want: Option<[usize; 4]>) {
        let got = anchors(expression).map(|a| [a.from.line, a.from.col, a.to.line, a.to.col]);
        assert_eq!(got, want, "{expression:?}");
    }

    #[test]
    fn operators_and_brackets() {
        check("a + b", Some([0, 2, 0, 3]));
        check("a // b", Some([0, 2, 0, 4]));
        check("(a) +(b)", Some([0, 4, 0, 6]));
        check("a **-b", Some([0, 2, 0, 4]));
        check("a -b", Some([0, 2, 0, 3]));
        check("f(x)(y)", Some([0, 4, 0, 7]));
        check("d['a']['b']", Some([0, 6, 0, 11]));
        check("self.items[name]", Some([0, 10, 0, 16]));
        check("ü.é(1)", Some([0, 3, 0, 6]));
        check("a < b", None);
        check("-a", None);
        check("a.b", None);
        check("a +", None);
        check("x = 1", None);
        check("", None);
    }

    #[test]
    fn several_lines() {
        check("a + \\\nb", Some([0, 2, 0, 3]));
        check("(a  # + one\n) \\\n * b", Some([2, 1, 2, 2]));
        check("f(\n  1,\n)", Some([0, 1, 2, 1]));
    }

    #[test]
    fn statements() {
        let at = |line, col| TextPosition { line, col };
        assert_eq!(statement("return f(1)"), Some(Statement::NamedCall(at(0, 7), at(0, 11))));
        assert_eq!(statement("x = a.f(\n1)"), Some(Statement::NamedCall(at(0, 4), at(1, 2))));
        assert_eq!(statement("return a.f()"), Some(Statement::Other));
        assert_eq!(statement("x = y = f()"), Some(Statement::Other));
        assert_eq!(statement("# nothing"), Some(Statement::Empty));
        assert_eq!(statement("for x in f():"), None);
    }
}
