//! Strings as CPython's tokenizer reads them, with those that have replacement fields.

use super::{Scanner, Step, Stop};

/// The most texts inside one another, and replacement fields inside one another in one text.
const MOST_TEXTS: usize = 150;
const MOST_FIELDS: i32 = 3;

/// A text with replacement fields that is being read.
pub(crate) struct Text {
    /// `f` or `t`.
    pub(crate) kind: char,
    quote: char,
    size: usize,
    raw: bool,
    /// Where its prefix begins.
    start: usize,
    /// How many brackets are open in it.
    pub(crate) depth: i32,
    /// How many brackets are open around the code of the field that is being read; -1 outside of fields.
    pub(crate) field: i32,
    spec: bool,
    /// Whether text comes next, and no code.
    pub(crate) middle: bool,
}

impl Text {
    /// Whether the code of a field ends here, and a format follows.
    pub(crate) fn begins_spec(&mut self, c: char) -> bool {
        let begins = c == ':' && self.field >= 0 && self.depth - 1 == self.field;
        if begins {
            (self.middle, self.spec) = (true, true);
        }
        begins
    }

    /// A bracket is closed in its code.
    pub(crate) fn close(&mut self, c: char) {
        self.depth -= 1;
        if c == '}' && self.depth == self.field {
            self.field -= 1;
            (self.middle, self.spec) = (true, false);
        }
    }
}

/// Whether a word can stand before a quote as the prefix of a string.
pub(crate) fn is_prefix(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    matches!(word.as_str(), "b" | "u" | "r" | "f" | "t" | "br" | "rb" | "fr" | "rf" | "tr" | "rt")
}

impl Scanner {
    fn is_quoted(&self, quote: char, size: usize) -> bool {
        (0..size).all(|n| self.ahead(n) == Some(quote))
    }

    /// How many lines there are up to here.
    fn lines_read(&self) -> u32 {
        let (line, before) = self.place(self.at);
        if before == 0 && self.at == self.chars.len() { line.saturating_sub(1) } else { line }
    }

    /// A string whose prefix, if there is any, begins at `start`; its quote is the next character.
    pub(crate) fn string(&mut self, start: usize) -> Step {
        let prefix: String = self.chars[start..self.at].iter().collect();
        let prefix = prefix.to_ascii_lowercase();
        let quote = self.chars[self.at];
        let size = if self.is_quoted(quote, 3) { 3 } else { 1 };
        self.at += size;
        if let Some(kind) = prefix.chars().find(|c| matches!(c, 'f' | 't')) {
            if self.texts.len() + 1 >= MOST_TEXTS {
                return Err(self.mistake(format!("too many nested {kind}-strings")));
            }
            let raw = prefix.contains('r');
            self.note(start, true);
            self.texts.push(Text { kind, quote, size, raw, start, depth: 0, field: -1, spec: false, middle: true });
            return Ok(());
        }
        self.plain_string(start, quote, size)?;
        self.note(start, true);
        let (from, to) = (self.place(start), self.place(self.at - size));
        if from.0 < to.0 {
            self.long.push([(from.0, from.1 + 1), (to.0, to.1 + 1)]);
        }
        Ok(())
    }

    /// The rest of a string without fields.
    fn plain_string(&mut self, start: usize, quote: char, size: usize) -> Step {
        let mut escaped = false;
        while !self.is_quoted(quote, size) {
            match self.peek() {
                None => return Err(self.unterminated(start, quote, size, escaped)),
                Some('\n') if size == 1 => {
                    return Err(self.unterminated(start, quote, size, escaped));
                }
                Some('\\') => {
                    escaped |= self.ahead(1) == Some(quote);
                    self.at += 2;
                }
                Some(_) => self.at += 1,
            }
        }
        self.at += size;
        Ok(())
    }

    fn unterminated(&mut self, start: usize, quote: char, size: usize, escaped: bool) -> Stop {
        self.at = self.at.min(self.chars.len());
        let lines = self.lines_read();
        if let Some(text) = self.texts.last()
            && (text.quote, text.size) == (quote, size)
        {
            let kind = text.kind;
            return self.mistake_at(start, format!("{kind}-string: expecting '}}'"));
        }
        let triple = if size == 3 { "triple-quoted " } else { "" };
        let behind = if escaped && size == 1 { "; perhaps you escaped the end quote?" } else { "" };
        let message = format!("unterminated {triple}string literal (detected at line {lines}){behind}");
        self.mistake_at(start, message)
    }

    /// Text up to the next field or to the end of the string.
    pub(crate) fn text_middle(&mut self) -> Step {
        let Some(text) = self.texts.last() else {
            return Ok(());
        };
        let (quote, size, raw, start, kind) = (text.quote, text.size, text.raw, text.start, text.kind);
        let in_spec = text.spec && text.field >= 0;
        let mut named = false;
        loop {
            if self.is_quoted(quote, size) {
                self.at += size;
                self.texts.pop();
                let (from, to) = (self.place(start), self.place(self.at - size));
                self.closed.push([(from.0, from.1 + 1), (to.0, to.1 + 1)]);
                self.note(self.at - size, true);
                return Ok(());
            }
            match self.peek() {
                Some('\n') if size == 1 && in_spec => return self.code(),
                Some('\n') if size == 1 => return Err(self.unterminated_text(start, size, kind)),
                None => return Err(self.unterminated_text(start, size, kind)),
                Some('{') if self.ahead(1) == Some('{') && !in_spec => self.at += 2,
                Some('{') => return self.field(),
                Some('}') if named => (named, self.at) = (false, self.at + 1),
                Some('}') if self.ahead(1) == Some('}') && !in_spec && self.depth() == 0 => self.at += 2,
                Some('}') => return self.code(),
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
        self.texts.last().map_or(0, |text| text.depth)
    }

    /// What follows is code again.
    fn code(&mut self) -> Step {
        let line_ends = self.peek() == Some('\n');
        if let Some(text) = self.texts.last_mut() {
            text.middle = false;
            text.spec &= !line_ends;
        }
        Ok(())
    }

    /// A field begins here.
    fn field(&mut self) -> Step {
        let Some(text) = self.texts.last_mut() else {
            return Ok(());
        };
        text.field += 1;
        if text.field >= MOST_FIELDS {
            let kind = text.kind;
            self.at += 1;
            return Err(self.mistake(format!("{kind}-string: expressions nested too deeply")));
        }
        text.middle = false;
        Ok(())
    }

    fn unterminated_text(&mut self, start: usize, size: usize, kind: char) -> Stop {
        self.at = self.at.min(self.chars.len());
        let lines = self.lines_read();
        let triple = if size == 3 { "triple-quoted " } else { "" };
        self.mistake_at(start, format!("unterminated {triple}{kind}-string literal (detected at line {lines})"))
    }
}
