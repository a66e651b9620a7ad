//! Number literals.

use super::{Progress, Stop, Tokenizer};
use crate::diagnostics::lexical::is_name_char;

/// The message for an integer with leading zeros.
pub(crate) const LEADING_ZEROS: &str =
    "leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers";

impl Tokenizer {
    fn digit(&self) -> bool {
        self.peek().is_some_and(|c| c.is_ascii_digit())
    }

    /// Reads a number, whose first character is a digit or the point of a fraction.
    pub(crate) fn number(&mut self) -> Progress {
        if self.take('.') {
            return self.fraction();
        }
        if self.peek() == Some('0') {
            return self.zero();
        }
        self.decimal()?;
        self.after_digits()
    }

    /// Reads digits with single underscores between them.
    fn decimal(&mut self) -> Progress {
        loop {
            while self.digit() {
                self.at += 1;
            }
            if !self.take('_') {
                return Ok(());
            }
            if !self.digit() {
                return Err(self.error("invalid decimal literal"));
            }
        }
    }

    fn after_digits(&mut self) -> Progress {
        if self.take('.') { self.fraction() } else { self.exponent() }
    }

    fn fraction(&mut self) -> Progress {
        if self.digit() {
            self.decimal()?;
        }
        self.exponent()
    }

    fn exponent(&mut self) -> Progress {
        if matches!(self.peek(), Some('e' | 'E')) {
            let signed = matches!(self.ahead(1), Some('+' | '-'));
            let digit = self.ahead(1 + usize::from(signed)).is_some_and(|c| c.is_ascii_digit());
            if !digit && !signed {
                return self.check_end("decimal");
            }
            self.at += 1 + usize::from(signed);
            if !digit {
                return Err(self.error("invalid decimal literal"));
            }
            self.decimal()?;
        }
        if matches!(self.peek(), Some('j' | 'J')) {
            self.at += 1;
            return self.check_end("imaginary");
        }
        self.check_end("decimal")
    }

    /// Reads a number that begins with a zero.
    fn zero(&mut self) -> Progress {
        let start = self.at;
        self.at += 1;
        match self.peek() {
            Some('x' | 'X') => return self.radix(16, "hexadecimal"),
            Some('o' | 'O') => return self.radix(8, "octal"),
            Some('b' | 'B') => return self.radix(2, "binary"),
            _ => {}
        }
        loop {
            if self.take('_') && !self.digit() {
                return Err(self.error("invalid decimal literal"));
            }
            if !self.take('0') {
                break;
            }
        }
        if !self.digit() {
            return match self.peek() {
                Some('.' | 'e' | 'E' | 'j' | 'J') => self.after_digits(),
                _ => self.check_end("decimal"),
            };
        }
        let zeros_end = self.at + 1;
        self.decimal()?;
        if matches!(self.peek(), Some('.' | 'e' | 'E' | 'j' | 'J')) {
            return self.after_digits();
        }
        // CPython counts the columns of this error in bytes.
        let line = self.lines[self.location(start).0 as usize - 1];
        let bytes = |end: usize| self.chars[line..end].iter().map(|c| c.len_utf8() as u32).sum::<u32>();
        let mut stop = self.error_at(start, LEADING_ZEROS);
        if let Stop::Error(error) = &mut stop {
            (error.column, error.end_column) = (bytes(start) + 1, bytes(zeros_end));
        }
        Err(stop)
    }

    /// Reads the digits behind `0x`, `0o` or `0b`.
    fn radix(&mut self, radix: u32, kind: &str) -> Progress {
        self.at += 1;
        loop {
            self.take('_');
            let start = self.at;
            while self.peek().is_some_and(|c| c.is_digit(radix)) {
                self.at += 1;
            }
            if let Some(c) = self.peek().filter(|c| c.is_ascii_digit()) {
                self.at += 1;
                return Err(self.error(format!("invalid digit '{c}' in {kind} literal")));
            }
            if self.at == start {
                return Err(self.error(format!("invalid {kind} literal")));
            }
            if self.peek() != Some('_') {
                return self.check_end(kind);
            }
        }
    }

    /// Checks what follows a number: not a name, but some keywords still are allowed.
    fn check_end(&mut self, kind: &str) -> Progress {
        let words: &[&str] = match self.peek() {
            Some('a') => &["and"],
            Some('e') => &["else"],
            Some('f') => &["for"],
            Some('i') => &["if", "in", "is"],
            Some('o') => &["or"],
            Some('n') => &["not"],
            _ => &[],
        };
        let rest = &self.chars[self.at..];
        if words.iter().any(|word| rest.iter().copied().zip(word.chars()).filter(|(a, b)| a == b).count() == word.len())
        {
            return Ok(());
        }
        match self.peek() {
            Some(c) if c.is_ascii() && is_name_char(c) => Err(self.error(format!("invalid {kind} literal"))),
            _ => Ok(()),
        }
    }
}
