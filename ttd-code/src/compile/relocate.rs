//! Relocates code: a syntax tree that a program has built is compiled from generated text, and its nodes define the
//! positions.

use std::collections::HashMap;
use std::sync::Arc;

use crate::bytecode::code::{Code, Const, Event, Pos};

/// First line, first column, last line, column after the end. Lines count from 1, columns from 0.
pub type Span = [u32; 4];

/// New positions for the parts of a text.
#[derive(Clone, Debug, Default)]
pub struct Relocations {
    /// New spans by spans in the text.
    pub spans: HashMap<Span, Span>,
    /// New lines for instructions without a span of their own.
    pub lines: HashMap<u32, u32>,
    /// Names of the text, and what they stand for: names of nodes that no text can contain.
    pub names: Vec<(String, String)>,
}

impl Relocations {
    /// Returns the code with its new positions.
    pub(crate) fn apply(&self, code: Arc<Code>) -> Arc<Code> {
        if self.lines.is_empty() && self.names.is_empty() {
            return code;
        }
        let mut moved = self.relocated(&code);
        // A module begins on its first line, wherever its first statement stands.
        moved.first_line = code.first_line;
        for (new, old) in moved.events.iter_mut().zip(&code.events) {
            if matches!(old.1, Event::Call(_)) {
                *new = *old;
            }
        }
        Arc::new(moved)
    }

    fn relocated(&self, code: &Code) -> Code {
        let mut code = code.clone();
        code.first_line = self.line(code.first_line);
        self.rename(&mut code);
        for pos in &mut code.positions {
            *pos = self.relocated_pos(*pos);
        }
        for (_, event) in &mut code.events {
            *event = match *event {
                Event::Call(n) => Event::Call(self.line(n)),
                Event::Line(n) => Event::Line(self.line(n)),
                Event::Return(n) => Event::Return(self.line(n)),
            };
        }
        for handler in &mut code.handlers {
            handler.line = self.line(handler.line);
        }
        for constant in &mut code.consts {
            if let Const::Code(inner) = constant {
                *constant = Const::Code(Arc::new(self.relocated(inner)));
            }
        }
        code
    }

    /// Gives the names of a code object their meaning, but not those of the code inside it.
    fn rename(&self, code: &mut Code) {
        if self.names.is_empty() {
            return;
        }
        let locals = code.locals.iter_mut().map(|local| &mut local.name);
        for name in [&mut code.name, &mut code.qualname].into_iter().chain(&mut code.names).chain(locals) {
            if let Some(new) = self.meant(name) {
                *name = new.into();
            }
        }
        code.consts.iter_mut().for_each(|constant| self.rename_in(constant));
    }

    /// Renames in constants: they hold the names of keywords and of annotated variables, and qualified names.
    fn rename_in(&self, constant: &mut Const) {
        match constant {
            Const::Str(text) => {
                if let Some(new) = std::str::from_utf8(text).ok().and_then(|text| self.meant(text)) {
                    *text = new.into_bytes().into();
                }
            }
            Const::Tuple(items) => items.iter_mut().for_each(|item| self.rename_in(item)),
            _ => {}
        }
    }

    /// What a text means, if a name that stands for another is in it.
    fn meant(&self, text: &str) -> Option<String> {
        let found = self.names.iter().filter(|(from, _)| text.contains(from.as_str()));
        found.fold(None, |out, (from, to)| Some(out.as_deref().unwrap_or(text).replace(from.as_str(), to)))
    }

    fn line(&self, line: u32) -> u32 {
        self.lines.get(&line).copied().unwrap_or(line)
    }

    fn relocated_pos(&self, pos: Pos) -> Pos {
        let column = |n: i32| u32::try_from(n).unwrap_or(0);
        let place = [pos.line, column(pos.col), pos.end_line, column(pos.end_col)];
        if let Some([line, column, last, end]) = self.spans.get(&place).filter(|_| pos.col >= 0) {
            return Pos { line: *line, col: *column as i32, end_line: *last, end_col: *end as i32 };
        }
        let line = self.line(pos.line);
        Pos { line, end_line: line.saturating_add(pos.end_line.saturating_sub(pos.line)), ..pos }
    }
}
