//! Numbers as CPython's tokenizer reads them.

use super::{Scanner, Step, of_name};

/// What is said of a number with zeros before it.
pub(crate) const ZEROS: &str =
    "leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers";

impl Scanner {
    fn digit(&self) -> bool {
        self.peek().is_some_and(|c| c.is_ascii_digit())
    }

    /// A number, which begins here with a digit or with the point of a fraction.
    pub(crate) fn number(&mut self) -> Step {
        if self.take('.') {
            return self.fraction();
        }
        if self.peek() == Some('0') {
            return self.zero();
        }
        self.decimal()?;
        self.after_digits()
    }

    /// Digits, with underscores between them.
    fn decimal(&mut self) -> Step {
        loop {
            while self.digit() {
                self.at += 1;
            }
            if !self.take('_') {
                return Ok(());
            }
            if !self.digit() {
                return Err(self.mistake("invalid decimal literal"));
            }
        }
    }

    fn after_digits(&mut self) -> Step {
        if self.take('.') { self.fraction() } else { self.exponent() }
    }

    fn fraction(&mut self) -> Step {
        if self.digit() {
            self.decimal()?;
        }
        self.exponent()
    }

    fn exponent(&mut self) -> Step {
        if matches!(self.peek(), Some('e' | 'E')) {
            let signed = matches!(self.ahead(1), Some('+' | '-'));
            let digit = self.ahead(1 + usize::from(signed)).is_some_and(|c| c.is_ascii_digit());
            if !digit && !signed {
                return self.end("decimal");
            }
            self.at += 1 + usize::from(signed);
            if !digit {
                return Err(self.mistake("invalid decimal literal"));
            }
            self.decimal()?;
        }
        if matches!(self.peek(), Some('j' | 'J')) {
            self.at += 1;
            return self.end("imaginary");
        }
        self.end("decimal")
    }

    /// A number that begins with a zero.
    fn zero(&mut self) -> Step {
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
                return Err(self.mistake("invalid decimal literal"));
            }
            if !self.take('0') {
                break;
            }
        }
        if !self.digit() {
            return match self.peek() {
                Some('.' | 'e' | 'E' | 'j' | 'J') => self.after_digits(),
                _ => self.end("decimal"),
            };
        }
        let zeros_end = self.at + 1;
        self.decimal()?;
        if matches!(self.peek(), Some('.' | 'e' | 'E' | 'j' | 'J')) {
            return self.after_digits();
        }
        // These columns alone are counted in bytes.
        let line = self.lines[self.place(start).0 as usize - 1];
        let bytes = |end: usize| self.chars[line..end].iter().map(|c| c.len_utf8() as u32).sum::<u32>();
        let mut stop = self.mistake_at(start, ZEROS);
        if let super::Stop::Mistake(mistake) = &mut stop {
            (mistake.column, mistake.end_column) = (bytes(start) + 1, bytes(zeros_end));
        }
        Err(stop)
    }

    /// The digits behind `0x`, `0o` and `0b`.
    fn radix(&mut self, radix: u32, kind: &str) -> Step {
        self.at += 1;
        loop {
            self.take('_');
            let start = self.at;
            while self.peek().is_some_and(|c| c.is_digit(radix)) {
                self.at += 1;
            }
            if let Some(c) = self.peek().filter(|c| c.is_ascii_digit()) {
                self.at += 1;
                return Err(self.mistake(format!("invalid digit '{c}' in {kind} literal")));
            }
            if self.at == start {
                return Err(self.mistake(format!("invalid {kind} literal")));
            }
            if self.peek() != Some('_') {
                return self.end(kind);
            }
        }
    }

    /// What may follow a number: no part of a name, but for now a keyword.
    fn end(&mut self, kind: &str) -> Step {
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
            Some(c) if c.is_ascii() && of_name(c) => Err(self.mistake(format!("invalid {kind} literal"))),
            _ => Ok(()),
        }
    }
}
