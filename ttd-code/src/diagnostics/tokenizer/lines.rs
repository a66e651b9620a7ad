//! Indentation and line continuation.

use super::{MAX_INDENTS, Progress, Stop, TokenError, Tokenizer};

impl Tokenizer {
    /// Reads a backslash, which must be the last character of its line.
    pub(crate) fn continuation(&mut self) -> Progress {
        self.at += 1;
        while self.take('\r') {}
        if !self.take('\n') {
            let (line, before) = self.location(self.at);
            let message = "unexpected character after line continuation character".into();
            return Err(Stop::Continuation(TokenError {
                message,
                line,
                column: before + 1,
                end_column: 0,
                in_fstring: false,
            }));
        }
        if self.at == self.chars.len() { Err(Stop::End) } else { Ok(()) }
    }

    /// Reads the beginning of a line. Blank lines, comment lines and lines inside brackets have no indentation.
    pub(crate) fn indentation(&mut self) -> Progress {
        let (mut column, mut narrow, mut continued) = (0, 0, None);
        let start = self.at;
        loop {
            match self.peek() {
                Some(' ') => (column, narrow) = (column + 1, narrow + 1),
                Some('\t') => (column, narrow) = ((column / 8 + 1) * 8, narrow + 1),
                Some('\x0c') => (column, narrow) = (0, 0),
                Some('\\') => {
                    continued.get_or_insert((column, narrow));
                    self.continuation()?;
                    continue;
                }
                _ => break,
            }
            self.at += 1;
        }
        if matches!(self.peek(), None | Some('#' | '\n' | '\r')) || !self.brackets.is_empty() {
            return Ok(());
        }
        let found = continued.unwrap_or((column, narrow));
        let top = self.indents[self.indents.len() - 1];
        if found.0 > top.0 {
            if found.1 <= top.1 || self.indents.len() >= MAX_INDENTS {
                return Err(Stop::Indentation);
            }
            self.indents.push(found);
            if self.last != Some(':') && self.indented.is_none() {
                self.indented = Some((self.location(self.at).0, (self.at - start) as u32));
            }
            return Ok(());
        }
        while self.indents.len() > 1 && found.0 < self.indents[self.indents.len() - 1].0 {
            self.indents.pop();
        }
        if self.indents.last() == Some(&found) { Ok(()) } else { Err(Stop::Indentation) }
    }
}
