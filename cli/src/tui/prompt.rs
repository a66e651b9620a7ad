//! The prompt below the panes: a line with the usual keys, the history of earlier lines, and completion.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use rustyline::line_buffer::{ChangeListener, DeleteListener, Direction, LineBuffer};
use rustyline::{At, Word};

/// Bytes of the longest line.
const LONGEST: usize = 1 << 16;

/// The line that is typed.
pub(super) struct Line {
    buffer: LineBuffer,
    /// The text that was deleted last.
    killed: String,
    /// Lines of the history, the latest last.
    earlier: Vec<String>,
    /// Which of them is shown, counted from the latest.
    shown: usize,
    /// What was typed before the history was looked at.
    typed: String,
}

/// Nobody needs to know what changes, but deleted text is kept.
struct Killed<'a>(&'a mut String);

impl DeleteListener for Killed<'_> {
    fn delete(&mut self, _: usize, text: &str, _: Direction) {
        text.clone_into(self.0);
    }
}

impl ChangeListener for Killed<'_> {
    fn insert_char(&mut self, _: usize, _: char) {}
    fn insert_str(&mut self, _: usize, _: &str) {}
    fn replace(&mut self, _: usize, _: &str, _: &str) {}
}

impl Line {
    /// An empty line, with these lines before it.
    pub(super) fn new(earlier: Vec<String>) -> Line {
        let buffer = LineBuffer::with_capacity(LONGEST);
        Line { buffer, killed: String::new(), earlier, shown: 0, typed: String::new() }
    }

    /// The text.
    pub(super) fn text(&self) -> &str {
        self.buffer.as_str()
    }

    /// The bytes before the cursor.
    pub(super) fn position(&self) -> usize {
        self.buffer.pos()
    }

    /// Takes the text away, for it to be executed, and remembers it.
    pub(super) fn take(&mut self) -> String {
        let text = self.text().to_string();
        self.set("");
        self.shown = 0;
        if !text.trim().is_empty() && self.earlier.last() != Some(&text) {
            self.earlier.push(text.clone());
        }
        text
    }

    /// Replaces the text.
    pub(super) fn set(&mut self, text: &str) {
        let text = if text.len() < LONGEST { text } else { "" };
        self.buffer.update(text, text.len(), &mut Killed(&mut String::new()));
    }

    /// Replaces the part from `start` to the cursor.
    pub(super) fn complete(&mut self, start: usize, text: &str) {
        let at = self.position();
        if start <= at && self.buffer.len() + text.len() < LONGEST {
            self.buffer.replace(start..at, text, &mut Killed(&mut String::new()));
            self.buffer.set_pos(start + text.len());
        }
    }

    /// Inserts text that was pasted; line breaks become spaces.
    pub(super) fn insert(&mut self, text: &str) {
        let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        if self.buffer.len() + plain.len() < LONGEST {
            let at = self.position();
            self.buffer.insert_str(at, &plain, &mut Killed(&mut String::new()));
            self.buffer.set_pos(at + plain.len());
        }
    }

    /// Edits the line by a key. Returns whether the key means something here.
    pub(super) fn edit(&mut self, key: KeyEvent) -> bool {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let alt = key.modifiers.contains(KeyModifiers::ALT);
        let (line, mut killed) = (&mut self.buffer, Killed(&mut self.killed));
        let mut unkept = String::new();
        match key.code {
            KeyCode::Char('a') if control => line.move_home(),
            KeyCode::Char('e') if control => line.move_end(),
            KeyCode::Char('b') if control => line.move_backward(1),
            KeyCode::Char('f') if control => line.move_forward(1),
            KeyCode::Char('k') if control => line.kill_line(&mut killed),
            KeyCode::Char('u') if control => line.discard_line(&mut killed),
            KeyCode::Char('w') if control => line.delete_prev_word(Word::Big, 1, &mut killed),
            KeyCode::Char('h') if control => line.backspace(1, &mut Killed(&mut unkept)),
            KeyCode::Char('t') if control => line.transpose_chars(&mut Killed(&mut unkept)),
            KeyCode::Char('y') if control => {
                let text = self.killed.clone();
                self.insert(&text);
                true
            }
            KeyCode::Char('b') if alt => line.move_to_prev_word(Word::Emacs, 1),
            KeyCode::Char('f') if alt => line.move_to_next_word(At::AfterEnd, Word::Emacs, 1),
            KeyCode::Char('d') if alt => line.delete_word(At::AfterEnd, Word::Emacs, 1, &mut killed),
            KeyCode::Backspace if alt => line.delete_prev_word(Word::Emacs, 1, &mut killed),
            KeyCode::Char('p') if control => self.go_through_history(1),
            KeyCode::Char('n') if control => self.go_through_history(-1),
            KeyCode::Char(c) if !control && !alt => {
                line.insert(c, 1, &mut Killed(&mut unkept));
                true
            }
            KeyCode::Backspace => line.backspace(1, &mut Killed(&mut unkept)),
            KeyCode::Delete => line.delete(1, &mut Killed(&mut unkept)).is_some(),
            KeyCode::Left => line.move_backward(1),
            KeyCode::Right => line.move_forward(1),
            KeyCode::Home => line.move_home(),
            KeyCode::End => line.move_end(),
            KeyCode::Up => self.go_through_history(1),
            KeyCode::Down => self.go_through_history(-1),
            _ => return false,
        };
        true
    }

    /// Shows an earlier line (1), or a later one (-1).
    fn go_through_history(&mut self, by: isize) -> bool {
        let wanted = self.shown.saturating_add_signed(by).min(self.earlier.len());
        if wanted == self.shown {
            return false;
        }
        if self.shown == 0 {
            self.typed = self.text().to_string();
        }
        self.shown = wanted;
        let text = match wanted {
            0 => self.typed.clone(),
            n => self.earlier[self.earlier.len() - n].clone(),
        };
        self.set(&text);
        true
    }
}

/// What all candidates begin with.
pub(super) fn common_start(candidates: &[String]) -> String {
    let mut common = candidates.first().cloned().unwrap_or_default();
    for candidate in candidates {
        let same = common.chars().zip(candidate.chars()).take_while(|(a, b)| a == b).count();
        common = common.chars().take(same).collect();
    }
    common
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(line: &mut Line, code: KeyCode, modifiers: KeyModifiers) {
        line.edit(KeyEvent::new(code, modifiers));
    }

    fn type_in(line: &mut Line, text: &str) {
        text.chars().for_each(|c| press(line, KeyCode::Char(c), KeyModifiers::NONE));
    }

    #[test]
    fn a_line_is_edited() {
        let mut line = Line::new(vec![]);
        type_in(&mut line, "p größe + x");
        press(&mut line, KeyCode::Char('w'), KeyModifiers::CONTROL);
        press(&mut line, KeyCode::Backspace, KeyModifiers::NONE);
        assert_eq!(line.text(), "p größe +");
        press(&mut line, KeyCode::Char('a'), KeyModifiers::CONTROL);
        press(&mut line, KeyCode::Delete, KeyModifiers::NONE);
        type_in(&mut line, "pp");
        assert_eq!((line.text(), line.position()), ("pp größe +", 2));
        press(&mut line, KeyCode::Char('k'), KeyModifiers::CONTROL);
        press(&mut line, KeyCode::Char('y'), KeyModifiers::CONTROL);
        assert_eq!((line.text(), line.position()), ("pp größe +", "pp größe +".len()));
        line.insert("1\n2");
        assert_eq!(line.text(), "pp größe +1 2");
        line.set(&"x".repeat(LONGEST - 2));
        line.insert("too long");
        press(&mut line, KeyCode::Left, KeyModifiers::NONE);
        assert_eq!(line.text().len(), LONGEST - 2);
    }

    #[test]
    fn earlier_lines_come_back() {
        let mut line = Line::new(vec!["a".into(), "b".into()]);
        type_in(&mut line, "new");
        press(&mut line, KeyCode::Up, KeyModifiers::NONE);
        assert_eq!(line.text(), "b");
        press(&mut line, KeyCode::Up, KeyModifiers::NONE);
        press(&mut line, KeyCode::Up, KeyModifiers::NONE);
        assert_eq!(line.text(), "a");
        assert_eq!(line.take(), "a");
        press(&mut line, KeyCode::Up, KeyModifiers::NONE);
        press(&mut line, KeyCode::Down, KeyModifiers::NONE);
        assert_eq!(line.text(), "");
    }

    #[test]
    fn completion_replaces_a_word() {
        let mut line = Line::new(vec![]);
        type_in(&mut line, "p num");
        let candidates = ["number".to_string(), "numbers".to_string()];
        line.complete(2, &common_start(&candidates));
        assert_eq!(line.text(), "p number");
        assert_eq!(common_start(&[]), "");
    }
}
