//! Brackets and other punctuation as CPython's tokenizer reads them.

use super::{MOST_BRACKETS, Scanner, Step, bad_character};

impl Scanner {
    /// A character that is no part of a word.
    pub(crate) fn punctuation(&mut self, c: char) -> Step {
        if let Some(text) = self.texts.last_mut()
            && text.begins_spec(c)
        {
            return Ok(());
        }
        match c {
            '(' | '[' | '{' => {
                if self.brackets.len() >= MOST_BRACKETS {
                    return Err(self.mistake("too many nested parentheses"));
                }
                self.brackets.push((c, self.at - 1));
                if let Some(text) = self.texts.last_mut() {
                    text.depth += 1;
                }
            }
            ')' | ']' | '}' => self.close(c)?,
            c if c.is_ascii_control() => return Err(self.mistake(bad_character(c))),
            _ => {}
        }
        Ok(())
    }

    fn close(&mut self, c: char) -> Step {
        if c == '}'
            && let Some(text) = self.texts.last()
            && text.depth == 0
        {
            let kind = text.kind;
            return Err(self.mistake(format!("{kind}-string: single '}}' is not allowed")));
        }
        let Some((open, at)) = self.brackets.pop() else {
            return Err(self.mistake(format!("unmatched '{c}'")));
        };
        if !matches!((open, c), ('(', ')') | ('[', ']') | ('{', '}')) {
            if let Some(text) = self.texts.last().filter(|text| open == '{' && text.depth - 1 == text.field) {
                let kind = text.kind;
                return Err(self.mistake(format!("{kind}-string: unmatched '{c}'")));
            }
            let (line, here) = (self.place(at).0, self.place(self.at - 1).0);
            let behind = if line == here { String::new() } else { format!(" on line {line}") };
            return Err(
                self.mistake(format!("closing parenthesis '{c}' does not match opening parenthesis '{open}'{behind}"))
            );
        }
        if let Some(text) = self.texts.last_mut() {
            text.close(c);
        }
        Ok(())
    }
}
