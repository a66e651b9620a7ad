//! Code that stands elsewhere than in the text that it was compiled from: a program's own syntax tree is written down
//! to be compiled, and its nodes say where they are.

use std::collections::HashMap;
use std::sync::Arc;

use crate::bytecode::code::{Code, Const, Event, Pos};

/// Line, column, last line and column after the end, lines from 1 and columns from 0.
pub type Span = [u32; 4];

/// Where the parts of a text are said to be.
#[derive(Clone, Debug, Default)]
pub struct Relocations {
    /// By their places in the text.
    pub spans: HashMap<Span, Span>,
    /// The lines that what has no place of its own belongs to.
    pub lines: HashMap<u32, u32>,
}

impl Relocations {
    /// The same code at its new place.
    pub(crate) fn apply(&self, code: Arc<Code>) -> Arc<Code> {
        if self.lines.is_empty() {
            return code;
        }
        Arc::new(self.relocated(&code))
    }

    fn relocated(&self, code: &Code) -> Code {
        let mut code = code.clone();
        code.first_line = self.line(code.first_line);
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
