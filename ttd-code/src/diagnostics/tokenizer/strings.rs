//! String literals, f-strings and t-strings. "F-string" means both kinds with replacement fields.

use super::{Progress, Stop, Tokenizer};

/// CPython's limits of nesting: f-strings, and replacement fields within one f-string.
const MAX_FSTRINGS: usize = 150;
const MAX_FIELD_DEPTH: i32 = 3;

/// An f-string that is being read.
pub(crate) struct FString {
    /// `f` or `t`.
    pub(crate) kind: char,
    quote: char,
    quote_len: usize,
    raw: bool,
    /// Index of the first character of its prefix.
    start: usize,
    /// Number of open brackets in its code.
    pub(crate) depth: i32,
    /// Number of brackets around the code of the current replacement field, -1 outside of fields.
    pub(crate) field: i32,
    spec: bool,
    /// Whether literal text comes next rather than code.
    pub(crate) in_literal: bool,
}

impl FString {
    /// Handles a `:` that ends a field's code; true when the format specification begins.
    pub(crate) fn begins_spec(&mut self, c: char) -> bool {
        let begins = c == ':' && self.field >= 0 && self.depth - 1 == self.field;
        if begins {
            (self.in_literal, self.spec) = (true, true);
        }
        begins
    }

    /// Handles a closing bracket in its code.
    pub(crate) fn close(&mut self, c: char) {
        self.depth -= 1;
        if c == '}' && self.depth == self.field {
            self.field -= 1;
            (self.in_literal, self.spec) = (true, false);
        }
    }
}

impl Tokenizer {
    /// Whether a run of `quote_len` quotes comes next.
    fn at_quotes(&self, quote: char, quote_len: usize) -> bool {
        (0..quote_len).all(|n| self.ahead(n) == Some(quote))
    }

    /// Number of lines read so far.
    fn lines_read(&self) -> u32 {
        let (line, before) = self.location(self.at);
        if before == 0 && self.at == self.chars.len() { line.saturating_sub(1) } else { line }
    }

    /// Reads a string whose prefix, if any, begins at `start`. The next character is its quote.
    pub(crate) fn string(&mut self, start: usize) -> Progress {
        let prefix: String = self.chars[start..self.at].iter().collect();
        let prefix = prefix.to_ascii_lowercase();
        let quote = self.chars[self.at];
        let quote_len = if self.at_quotes(quote, 3) { 3 } else { 1 };
        self.at += quote_len;
        if let Some(kind) = prefix.chars().find(|c| matches!(c, 'f' | 't')) {
            if self.fstrings.len() + 1 >= MAX_FSTRINGS {
                return Err(self.error(format!("too many nested {kind}-strings")));
            }
            let raw = prefix.contains('r');
            self.push_token(start, true);
            self.fstrings.push(FString {
                kind,
                quote,
                quote_len,
                raw,
                start,
                depth: 0,
                field: -1,
                spec: false,
                in_literal: true,
            });
            return Ok(());
        }
        self.string_body(start, quote, quote_len)?;
        self.push_token(start, true);
        let (from, to) = (self.location(start), self.location(self.at - quote_len));
        if from.0 < to.0 {
            self.multiline.push([(from.0, from.1 + 1), (to.0, to.1 + 1)]);
        }
        Ok(())
    }

    /// Reads a string without replacement fields up to its end.
    fn string_body(&mut self, start: usize, quote: char, quote_len: usize) -> Progress {
        let mut escaped = false;
        while !self.at_quotes(quote, quote_len) {
            match self.peek() {
                None => return Err(self.unterminated(start, quote, quote_len, escaped)),
                Some('\n') if quote_len == 1 => {
                    return Err(self.unterminated(start, quote, quote_len, escaped));
                }
                Some('\\') => {
                    escaped |= self.ahead(1) == Some(quote);
                    self.at += 2;
                }
                Some(_) => self.at += 1,
            }
        }
        self.at += quote_len;
        Ok(())
    }

    fn unterminated(&mut self, start: usize, quote: char, quote_len: usize, escaped: bool) -> Stop {
        self.at = self.at.min(self.chars.len());
        let lines = self.lines_read();
        if let Some(fstring) = self.fstrings.last()
            && (fstring.quote, fstring.quote_len) == (quote, quote_len)
        {
            let kind = fstring.kind;
            return self.error_at(start, format!("{kind}-string: expecting '}}'"));
        }
        let triple = if quote_len == 3 { "triple-quoted " } else { "" };
        let behind = if escaped && quote_len == 1 { "; perhaps you escaped the end quote?" } else { "" };
        let message = format!("unterminated {triple}string literal (detected at line {lines}){behind}");
        self.error_at(start, message)
    }

    /// Reads literal text of an f-string up to the next field or the end of the string.
    pub(crate) fn fstring_literal(&mut self) -> Progress {
        let Some(fstring) = self.fstrings.last() else {
            return Ok(());
        };
        let (quote, quote_len, raw, start, kind) =
            (fstring.quote, fstring.quote_len, fstring.raw, fstring.start, fstring.kind);
        let in_spec = fstring.spec && fstring.field >= 0;
        let mut named = false;
        loop {
            if self.at_quotes(quote, quote_len) {
                self.at += quote_len;
                self.fstrings.pop();
                let (from, to) = (self.location(start), self.location(self.at - quote_len));
                self.fstrings_read.push([(from.0, from.1 + 1), (to.0, to.1 + 1)]);
                self.push_token(self.at - quote_len, true);
                return Ok(());
            }
            match self.peek() {
                Some('\n') if quote_len == 1 && in_spec => return self.begin_code(),
                Some('\n') if quote_len == 1 => return Err(self.unterminated_fstring(start, quote_len, kind)),
                None => return Err(self.unterminated_fstring(start, quote_len, kind)),
                Some('{') if self.ahead(1) == Some('{') && !in_spec => self.at += 2,
                Some('{') => return self.begin_field(),
                Some('}') if named => (named, self.at) = (false, self.at + 1),
                Some('}') if self.ahead(1) == Some('}') && !in_spec && self.depth() == 0 => self.at += 2,
                Some('}') => return self.begin_code(),
                Some('\\') if matches!(self.ahead(1), Some('{' | '}')) => self.at += 1,
                Some('\\') if !raw && self.ahead(1) == Some('N') && self.ahead(2) == Some('{') => {
                    (named, self.at) = (true, self.at + 3);
                }
                Some('\\') => self.at += 2,
                Some(_) => self.at += 1,
            }
        }
    }

    fn depth(&self) -> i32 {
        self.fstrings.last().map_or(0, |fstring| fstring.depth)
    }

    /// Returns from literal text to code.
    fn begin_code(&mut self) -> Progress {
        let line_ends = self.peek() == Some('\n');
        if let Some(fstring) = self.fstrings.last_mut() {
            fstring.in_literal = false;
            fstring.spec &= !line_ends;
        }
        Ok(())
    }

    /// Begins a replacement field.
    fn begin_field(&mut self) -> Progress {
        let Some(fstring) = self.fstrings.last_mut() else {
            return Ok(());
        };
        fstring.field += 1;
        if fstring.field >= MAX_FIELD_DEPTH {
            let kind = fstring.kind;
            self.at += 1;
            return Err(self.error(format!("{kind}-string: expressions nested too deeply")));
        }
        fstring.in_literal = false;
        Ok(())
    }

    fn unterminated_fstring(&mut self, start: usize, quote_len: usize, kind: char) -> Stop {
        self.at = self.at.min(self.chars.len());
        let lines = self.lines_read();
        let triple = if quote_len == 3 { "triple-quoted " } else { "" };
        self.error_at(start, format!("unterminated {triple}{kind}-string literal (detected at line {lines})"))
    }
}
