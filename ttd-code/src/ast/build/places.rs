//! Positions of a tree without a text: a text of the same lines and columns stands in for it.

use std::sync::Arc;

use ruff_text_size::{TextRange, TextSize};

use super::super::Node;
use super::each_node;
use crate::bytecode::code::{Code, Const, Pos};

/// The largest text. A tree that claims to be of a larger one gets a text of the lines and columns that its nodes have,
/// and these are counted.
const MOST_TEXT: usize = 64 << 20;

/// A line that nodes begin or end on.
struct Line {
    number: u32,
    /// The offset of its first column.
    start: u32,
    /// Its columns in order, if they are counted.
    columns: Vec<u32>,
}

/// The lines and columns of a tree, and the text.
pub(crate) struct Places {
    lines: Vec<Line>,
    text: String,
    /// Whether lines and columns of the text are numbers of those of the tree.
    counted: bool,
}

impl Places {
    /// Collects the positions of a tree.
    pub(crate) fn of(tree: &Node) -> Places {
        // A module begins on its first line, wherever its first statement stands.
        let mut points = vec![(1, 0)];
        each_node(tree, &mut |node| {
            if let Some([line, column, last, end]) = node.span {
                points.extend([(line, column), (last, end)]);
            }
        });
        points.sort_unstable();
        points.dedup();
        let last = points[points.len() - 1].0 as usize;
        let widths = points.chunk_by(|a, b| a.0 == b.0).map(|line| line[line.len() - 1].1 as usize);
        // A text has no line 0, which a program may give to nodes.
        let counted = points[0].0 == 0 || widths.fold(last, usize::saturating_add) > MOST_TEXT;
        let mut places = Places { lines: Vec::new(), text: String::new(), counted };
        let mut next = 1;
        for line in points.chunk_by(|a, b| a.0 == b.0) {
            let number = line[0].0;
            if !counted {
                places.text.extend(std::iter::repeat_n('\n', (number - next) as usize));
                next = number + 1;
            }
            let width = if counted { line.len() } else { line[line.len() - 1].1 as usize };
            let columns = if counted { line.iter().map(|point| point.1).collect() } else { Vec::new() };
            places.lines.push(Line { number, start: places.text.len() as u32, columns });
            // No letter of it is a space or a sign of Python's, which the front end looks for beside expressions.
            places.text.extend(std::iter::repeat_n('.', width));
            places.text.push('\n');
        }
        places
    }

    /// The text that stands in for the tree's.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The range of a position.
    pub(super) fn range(&self, [line, column, last, end]: [u32; 4]) -> TextRange {
        let (start, end) = (self.offset(line, column), self.offset(last, end));
        TextRange::new(start, end.max(start))
    }

    fn offset(&self, line: u32, column: u32) -> TextSize {
        let at = self.lines.partition_point(|l| l.number < line);
        let line = &self.lines[at.min(self.lines.len() - 1)];
        let column = if self.counted { line.columns.partition_point(|c| *c < column) as u32 } else { column };
        TextSize::new(line.start + column)
    }

    /// The tree's line for one of the text.
    pub(crate) fn line(&self, line: u32) -> u32 {
        self.counted_line(line).map_or(line, |line| line.number)
    }

    /// The tree's column for one of the text. Columns count from 0.
    pub(crate) fn column(&self, line: u32, column: u32) -> u32 {
        let known = self.counted_line(line).and_then(|line| line.columns.get(column as usize));
        known.copied().unwrap_or(column)
    }

    fn counted_line(&self, line: u32) -> Option<&Line> {
        let at = (line as usize).checked_sub(1).filter(|_| self.counted)?;
        self.lines.get(at)
    }

    /// Gives code the tree's positions.
    pub(crate) fn apply(&self, code: Arc<Code>) -> Arc<Code> {
        if self.counted { Arc::new(self.applied(&code)) } else { code }
    }

    fn applied(&self, code: &Code) -> Code {
        let mut code = code.clone();
        code.change_lines(|line| self.line(line), |pos| self.pos(pos));
        for constant in &mut code.consts {
            if let Const::Code(inner) = constant {
                *constant = Const::Code(Arc::new(self.applied(inner)));
            }
        }
        code
    }

    fn pos(&self, pos: Pos) -> Pos {
        let column = |line: u32, at: i32| u32::try_from(at).map_or(at, |at| self.column(line, at) as i32);
        Pos {
            line: self.line(pos.line),
            col: column(pos.line, pos.col),
            end_line: self.line(pos.end_line),
            end_col: column(pos.end_line, pos.end_col),
        }
    }
}
