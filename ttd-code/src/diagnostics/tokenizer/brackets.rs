//! Brackets and other punctuation.

use super::{MAX_BRACKETS, Progress, Tokenizer, bad_character};

impl Tokenizer {
    /// Reads a character that is not part of a word.
    pub(crate) fn punctuation(&mut self, c: char) -> Progress {
        if let Some(fstring) = self.fstrings.last_mut()
            && fstring.begins_spec(c)
        {
            return Ok(());
        }
        match c {
            '(' | '[' | '{' => {
                if self.brackets.len() >= MAX_BRACKETS {
                    return Err(self.error("too many nested parentheses"));
                }
                self.brackets.push((c, self.at - 1));
                if let Some(fstring) = self.fstrings.last_mut() {
                    fstring.depth += 1;
                }
            }
            ')' | ']' | '}' => self.close(c)?,
            c if c.is_ascii_control() => return Err(self.error(bad_character(c))),
            _ => {}
        }
        Ok(())
    }

    fn close(&mut self, c: char) -> Progress {
        if c == '}'
            && let Some(fstring) = self.fstrings.last()
            && fstring.depth == 0
        {
            let kind = fstring.kind;
            return Err(self.error(format!("{kind}-string: single '}}' is not allowed")));
        }
        let Some((open, at)) = self.brackets.pop() else {
            return Err(self.error(format!("unmatched '{c}'")));
        };
        if !matches!((open, c), ('(', ')') | ('[', ']') | ('{', '}')) {
            if let Some(fstring) =
                self.fstrings.last().filter(|fstring| open == '{' && fstring.depth - 1 == fstring.field)
            {
                let kind = fstring.kind;
                return Err(self.error(format!("{kind}-string: unmatched '{c}'")));
            }
            let (line, here) = (self.location(at).0, self.location(self.at - 1).0);
            let behind = if line == here { String::new() } else { format!(" on line {line}") };
            return Err(
                self.error(format!("closing parenthesis '{c}' does not match opening parenthesis '{open}'{behind}"))
            );
        }
        if let Some(fstring) = self.fstrings.last_mut() {
            fstring.close(c);
        }
        Ok(())
    }
}
