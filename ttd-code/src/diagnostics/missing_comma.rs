//! Two operands within brackets that nothing stands between: CPython marks both and asks whether a comma is missing.
//!
//! The front end has this message for a few kinds of operands in one line. Here the tokens decide: from where CPython
//! tries to read an expression up to the end of the operand that follows it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use ruff_python_ast::token::TokenKind;
use ruff_python_parser as parser;
use ruff_text_size::{Ranged, TextRange};

use crate::source::SyntaxError;

const MESSAGE: &str = "invalid syntax. Perhaps you forgot a comma?";

/// Gives an error of operands next to each other CPython's message and place.
pub(crate) fn refine(error: &mut SyntaxError, source: &str) {
    let is_assignment = error.message.starts_with("expression cannot contain assignment");
    let is_starred = error.message == "cannot use starred expression here";
    if error.message != "invalid syntax" && error.message != MESSAGE && !is_assignment && !is_starred {
        return;
    }
    let tokens = Tokens::read(source);
    let Some(pair) = tokens.first_pair() else { return };
    let at = |offset: usize| place(source, offset);
    let (second, reported) = (at(tokens.start(pair.second)), (error.line, error.column));
    let Some((first, last)) = tokens.operands(source, &pair) else {
        if error.message == MESSAGE {
            error.message = "invalid syntax".into();
            mark(error, source, second, at(tokens.end(pair.second)));
        }
        return;
    };
    let is_here = if is_assignment {
        reported <= second && second <= (error.end_line, error.end_column)
    } else if is_starred {
        first > 0 && reported == at(tokens.start(first - 1))
    } else {
        reported >= at(tokens.start(first))
    };
    if is_here {
        error.message = MESSAGE.into();
        mark(error, source, at(tokens.start(first)), at(tokens.end(last)));
        if error.line != second.0 {
            // CPython looks for the end in the line where the first operand begins.
            let length = error.text.as_deref().unwrap_or_default().chars().count();
            error.text = error.text.take().map(|text| text.trim_end_matches('\n').to_owned());
            error.end_column = error.end_column.min(length as u32);
        }
    }
}

/// Places an error, with the line of its beginning.
fn mark(error: &mut SyntaxError, source: &str, from: (u32, u32), to: (u32, u32)) {
    (error.line, error.column) = from;
    (error.end_line, error.end_column) = to;
    error.text = source.split('\n').nth(from.0 as usize - 1).map(|line| format!("{line}\n"));
}

/// Returns line and column of an offset, which count from 1 and in characters.
fn place(source: &str, offset: usize) -> (u32, u32) {
    let before = &source[..offset];
    let line = before.rsplit('\n').next().unwrap_or_default();
    (before.matches('\n').count() as u32 + 1, line.chars().count() as u32 + 1)
}

/// Operands next to each other.
struct Pair {
    /// The token that the second begins with.
    second: usize,
    /// The innermost open bracket.
    bracket: usize,
}

/// The tokens of a text, without comments. A formatted string is one token, of the kind of its beginning.
struct Tokens(Vec<(TokenKind, TextRange)>);

impl Tokens {
    fn read(source: &str) -> Tokens {
        use TokenKind::{Comment, FStringEnd, FStringStart, NonLogicalNewline, TStringEnd, TStringStart};
        // The front end has been met to panic at broken text: then there is nothing to add.
        let parse = AssertUnwindSafe(|| parser::parse_unchecked(source, parser::Mode::Module.into()));
        let Ok(parsed) = catch_unwind(parse) else { return Tokens(Vec::new()) };
        let (mut found, mut depth): (Vec<(TokenKind, TextRange)>, usize) = (Vec::new(), 0);
        for token in parsed.tokens().iter() {
            let kind = token.kind();
            if matches!(kind, Comment | NonLogicalNewline) {
                continue;
            }
            if depth == 0 {
                found.push((kind, token.range()));
            } else if let Some(whole) = found.last_mut() {
                whole.1 = whole.1.cover(token.range());
            }
            match kind {
                FStringStart | TStringStart => depth += 1,
                FStringEnd | TStringEnd => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        Tokens(found)
    }

    fn kind(&self, at: usize) -> TokenKind {
        self.0.get(at).map_or(TokenKind::EndOfFile, |token| token.0)
    }

    fn before(&self, at: usize) -> TokenKind {
        at.checked_sub(1).map_or(TokenKind::EndOfFile, |at| self.kind(at))
    }

    fn start(&self, at: usize) -> usize {
        self.0[at].1.start().to_usize()
    }

    fn end(&self, at: usize) -> usize {
        self.0[at].1.end().to_usize()
    }

    /// Returns the first operands within brackets that follow each other.
    fn first_pair(&self) -> Option<Pair> {
        let mut brackets = Vec::new();
        for at in 0..self.0.len() {
            let kind = self.kind(at);
            if let Some(&bracket) = brackets.last()
                && ends_operand(self.before(at))
                && self.begins_operand(at)
                && !(is_string(kind) && is_string(self.before(at)))
            {
                return Some(Pair { second: at, bracket });
            }
            match kind {
                TokenKind::Lpar | TokenKind::Lsqb | TokenKind::Lbrace => brackets.push(at),
                TokenKind::Rpar | TokenKind::Rsqb | TokenKind::Rbrace => {
                    brackets.pop();
                }
                _ => {}
            }
        }
        None
    }

    fn begins_operand(&self, at: usize) -> bool {
        match self.kind(at) {
            TokenKind::Tilde | TokenKind::Lbrace | TokenKind::Lambda | TokenKind::Await => true,
            TokenKind::Not => self.kind(at + 1) != TokenKind::In,
            kind => is_atom(kind),
        }
    }

    /// Returns the first token of the first operand and the last of the second, where CPython reads expressions.
    fn operands(&self, source: &str, pair: &Pair) -> Option<(usize, usize)> {
        let first = self.first_operand(source, pair)?;
        Some((first, self.expression_end(pair.second)?))
    }

    fn first_operand(&self, source: &str, pair: &Pair) -> Option<usize> {
        use TokenKind as K;
        if self.takes_no_expressions(pair.bracket) {
            return None;
        }
        let (mut at, mut depth) = (pair.second, 0);
        loop {
            at = at.checked_sub(1)?;
            match self.kind(at) {
                K::Rpar | K::Rsqb | K::Rbrace => depth += 1,
                K::Lpar | K::Lsqb | K::Lbrace if depth > 0 => depth -= 1,
                _ if depth > 0 => {}
                K::Lpar | K::Lsqb | K::Lbrace | K::Comma | K::Colon | K::Equal | K::ColonEqual => break,
                K::Yield | K::From => break,
                // Conditions and what a comprehension goes through are no expressions of their own.
                K::If | K::Else | K::For | K::Async | K::Lambda | K::Newline | K::Semi => return None,
                _ => {}
            }
        }
        let mut first = at + 1;
        if matches!(self.kind(first), K::Star | K::DoubleStar) {
            let calls = self.kind(pair.bracket) == K::Lpar && ends_operand(self.before(pair.bracket));
            first = calls.then_some(first + 1)?;
        }
        let text = &source[self.start(first)..self.end(first)];
        let is_name = is_atom(self.kind(first)) && text.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let is_soft = matches!(text, "_" | "case" | "match" | "type");
        let is_prefix = is_name && self.kind(first) == K::Name && is_string(self.kind(first + 1));
        let is_statement = first + 1 == pair.second && matches!(text, "print" | "exec");
        (!is_soft && !is_prefix && !is_statement).then_some(first)
    }

    /// Whether a bracket holds parameters, imported names or a pattern.
    fn takes_no_expressions(&self, bracket: usize) -> bool {
        use TokenKind as K;
        let named = self.before(bracket) == K::Name && bracket >= 2;
        let head = if named { self.kind(bracket - 2) } else { K::EndOfFile };
        let line = (0..bracket).rev().find(|at| matches!(self.kind(*at), K::Newline | K::Indent | K::Dedent));
        let first = self.kind(line.map_or(0, |at| at + 1));
        let has_parameters = head == K::Def || self.kind(bracket) == K::Lsqb && matches!(head, K::Class | K::Type);
        has_parameters || first == K::Def || self.before(bracket) == K::Import || first == K::Case
    }

    /// Returns the last token of the longest expression that begins here.
    fn expression_end(&self, from: usize) -> Option<usize> {
        use TokenKind as K;
        let (mut at, mut end) = (from, None);
        loop {
            while matches!(self.kind(at), K::Not | K::Minus | K::Plus | K::Tilde | K::Await) {
                at += 1;
            }
            if self.kind(at) == K::Lambda {
                at = (at..self.0.len()).find(|i| self.kind(*i) == K::Colon)? + 1;
                continue;
            }
            let Some(last) = self.primary_end(at) else { return end };
            end = Some(last);
            at = last + 1;
            at += match (self.kind(at), self.kind(at + 1)) {
                (K::If, _) => return self.choice_end(at).or(end),
                (K::Not, K::In) | (K::Is, K::Not) => 2,
                (kind, _) if is_binary(kind) => 1,
                _ => return end,
            };
        }
    }

    /// Returns the last token of `… if a else b`, from the `if` on.
    fn choice_end(&self, at: usize) -> Option<usize> {
        let condition = self.expression_end(at + 1)?;
        let otherwise = (self.kind(condition + 1) == TokenKind::Else).then_some(condition + 2)?;
        self.expression_end(otherwise)
    }

    /// Returns the last token of an atom with its attributes, arguments and subscripts.
    fn primary_end(&self, from: usize) -> Option<usize> {
        use TokenKind as K;
        let mut last = match self.kind(from) {
            K::Lpar | K::Lsqb | K::Lbrace => self.closing(from)?,
            kind if is_string(kind) => (from..).take_while(|at| is_string(self.kind(*at))).last()?,
            kind if is_atom(kind) => from,
            _ => return None,
        };
        loop {
            last = match self.kind(last + 1) {
                K::Dot if is_atom(self.kind(last + 2)) => last + 2,
                K::Lpar | K::Lsqb => self.closing(last + 1)?,
                _ => return Some(last),
            };
        }
    }

    fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0;
        (open..self.0.len()).find(|at| {
            match self.kind(*at) {
                TokenKind::Lpar | TokenKind::Lsqb | TokenKind::Lbrace => depth += 1,
                TokenKind::Rpar | TokenKind::Rsqb | TokenKind::Rbrace => depth -= 1,
                _ => {}
            }
            depth == 0
        })
    }
}

fn is_string(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::String | TokenKind::FStringStart | TokenKind::TStringStart)
}

fn is_atom(kind: TokenKind) -> bool {
    use TokenKind::{Case, Complex, Ellipsis, False, Float, Int, Match, Name, None, True, Type};
    is_string(kind)
        || matches!(kind, Name | Int | Float | Complex | True | False | None | Ellipsis | Case | Match | Type)
}

fn ends_operand(kind: TokenKind) -> bool {
    is_atom(kind) || matches!(kind, TokenKind::Rpar | TokenKind::Rsqb | TokenKind::Rbrace)
}

fn is_binary(kind: TokenKind) -> bool {
    use TokenKind as K;
    let arithmetic = matches!(
        kind,
        K::Plus | K::Minus | K::Star | K::Slash | K::DoubleSlash | K::Percent | K::At | K::DoubleStar | K::Amper
    );
    let bits = matches!(kind, K::Vbar | K::CircumFlex | K::LeftShift | K::RightShift);
    let compared = matches!(kind, K::EqEqual | K::NotEqual | K::Less | K::LessEqual | K::Greater | K::GreaterEqual);
    arithmetic || bits || compared || matches!(kind, K::And | K::Or | K::In | K::Is)
}

#[cfg(test)]
mod tests {
    use crate::{Mode, Options, compile};

    fn shown(source: &str) -> String {
        let e = compile(source, "f", Mode::Exec, Options::default()).expect_err("an error");
        format!("{} {}:{}-{}:{}", e.message, e.line, e.column, e.end_line, e.end_column)
    }

    #[test]
    fn marks_both_operands() {
        for (source, place) in [
            ("f(1, 2\n 3)", "1:6-2:3"),
            ("x = [\n  'a',\n  'b'  # it's\n  'c' + y\n  d,\n]", "3:3-5:4"),
            ("f(\n g(\n  1)\n x)", "2:2-4:3"),
            ("d = {'a': 1\n 'b': 2}", "1:11-2:5"),
            ("f(a=1\n b=2)", "1:5-2:3"),
            ("f(not a\n b)", "1:3-2:3"),
            ("f(lambda: 1\n b)", "1:11-2:3"),
            ("f(*a\n b)", "1:4-2:3"),
            ("f(a := b\n c)", "1:8-2:3"),
            ("x = (1\n + 2 3)", "1:6-2:7"),
            ("f(a\n b if c else d, e)", "1:3-2:4"),
            ("(a b if c else d)", "1:2-1:17"),
            ("(a b.c(1) + 2 d)", "1:2-1:14"),
            ("(a {1} [2])", "1:2-1:11"),
            ("f(\n  'value'\n  foo='bar',\n)", "2:3-3:6"),
        ] {
            assert_eq!(shown(source), format!("{} {place}", super::MESSAGE), "{source}");
        }
    }

    #[test]
    fn leaves_what_is_no_expression() {
        for (source, place) in [
            ("f(x for x in y\n 1)", "2:2-2:3"),
            ("f(a if b else c\n d)", "2:2-2:3"),
            ("[x, *y\n z]", "2:2-2:3"),
            ("def f(a b): pass", "1:9-1:10"),
            ("f(r2 '')", "1:6-1:8"),
        ] {
            assert_eq!(shown(source), format!("invalid syntax {place}"), "{source}");
        }
    }
}
