//! Source lines in tracebacks, and the marks under the part that failed.
//!
//! As in CPython 3.13: marks show where in the line the instruction comes from; `~~~^^^` distinguishes the operator or
//! the brackets. They are omitted if they would cover the whole line. Of an expression of many lines, the first, the
//! last and those around the operator or brackets are shown.
//!
//! Columns count characters of the dedented lines; `Pos` counts bytes of the file's lines.

use std::collections::BTreeSet;

use ttd_code::analysis::traceback_anchors;
use ttd_code::analysis::traceback_anchors::{Anchors, Statement};
use ttd_code::bytecode::code::Pos;

/// The lines of a traceback entry, indented, with marks where they help.
pub fn source_block(lines: &[String], line: u32, pos: Option<Pos>) -> String {
    let known = pos.filter(|p| p.line > 0 && p.end_line >= p.line && p.col >= 0 && p.end_col >= 0);
    let (first, last) = known.map_or((line, line), |p| (p.line, p.end_line));
    let original: Vec<&str> = (first..=last).map(|n| source_line(lines, n)).collect();
    if original.iter().all(|l| l.trim().is_empty()) {
        return String::new();
    }
    match known {
        Some(pos) => Block::new(&original, pos).format(),
        None => format!("    {}\n", original[0].trim()),
    }
}

fn source_line(lines: &[String], n: u32) -> &str {
    (n as usize).checked_sub(1).and_then(|i| lines.get(i)).map_or("", |l| l.trim_end())
}

/// The lines of an instruction and the range to mark.
struct Block {
    /// Dedented.
    lines: Vec<Vec<char>>,
    /// Column in the first line.
    start: usize,
    /// Column after the end, in the last line.
    end: usize,
    anchors: Option<Anchors>,
}

impl Block {
    fn new(original: &[&str], pos: Pos) -> Block {
        let lines: Vec<Vec<char>> = dedent(original).iter().map(|l| l.chars().collect()).collect();
        let cut = original[0].chars().count() - lines[0].len();
        let column = |line: &str, bytes: i32| {
            line.char_indices().take_while(|(i, _)| (*i as i32) < bytes).count().saturating_sub(cut)
        };
        let start = column(original[0], pos.col);
        let end = column(original[original.len() - 1], pos.end_col);
        let mut block = Block { lines, start, end, anchors: None };
        block.anchors = traceback_anchors::anchors(&block.segment()).map(|a| block.shifted(a));
        block
    }

    /// The source text of the instruction.
    fn segment(&self) -> String {
        let last = self.lines.len() - 1;
        let piece = |i: usize| {
            let line = &self.lines[i];
            let to = if i == last { self.end.min(line.len()) } else { line.len() };
            let from = if i == 0 { self.start.min(to) } else { 0 };
            line[from..to].iter().collect::<String>()
        };
        (0..=last).map(piece).collect::<Vec<_>>().join("\n")
    }

    /// Converts anchors in the segment to positions in the lines.
    fn shifted(&self, mut anchors: Anchors) -> Anchors {
        for place in [&mut anchors.from, &mut anchors.to] {
            if place.line == 0 {
                place.col += self.start;
            }
        }
        anchors
    }

    /// Whether marks help: not if the line contains only the instruction, nor for `return f(...)` and `x = f(...)`.
    fn has_marks(&self) -> bool {
        let text: Vec<String> = self.lines.iter().map(|l| l.iter().collect()).collect();
        let last = self.lines.len() - 1;
        match traceback_anchors::statement(&text.join("\n")) {
            Some(Statement::Empty) => return false,
            Some(Statement::NamedCall(from, to))
                if (from.line, from.col, to.line, to.col) == (0, self.start, last, self.end) =>
            {
                return false;
            }
            _ => {}
        }
        let blank = |chars: &[char]| chars.iter().all(|c| c.is_whitespace());
        let before = &self.lines[0][..self.start.min(self.lines[0].len())];
        let after = &self.lines[last][self.end.min(self.lines[last].len())..];
        self.anchors.is_some() || !blank(before) || !blank(after)
    }

    /// The lines to show: the first, the last, and those around the ends of the anchors.
    fn significant(&self) -> Vec<usize> {
        let mut shown = BTreeSet::from([0, self.lines.len() - 1]);
        for at in self.anchors.iter().flat_map(|a| [a.from.line, a.to.line]) {
            shown.extend(at.saturating_sub(1)..=(at + 1).min(self.lines.len() - 1));
        }
        shown.into_iter().collect()
    }

    fn format(&self) -> String {
        let marks = self.has_marks();
        let mut out: Vec<String> = Vec::new();
        let mut before: Option<usize> = None;
        for line in self.significant() {
            match before.map_or(0, |b| line - b - 1) {
                0 => {}
                1 => self.push_line(line - 1, marks, &mut out),
                hidden => out.push(format!("...<{hidden} lines>...")),
            }
            self.push_line(line, marks, &mut out);
            before = Some(line);
        }
        let shown: Vec<&str> = out.iter().map(String::as_str).collect();
        dedent(&shown).iter().map(|l| format!("    {l}\n")).collect()
    }

    fn push_line(&self, line: usize, marks: bool, out: &mut Vec<String>) {
        out.push(self.lines[line].iter().collect());
        if marks {
            out.push(self.marks(line));
        }
    }

    /// The marks below a line.
    fn marks(&self, line: usize) -> String {
        let text = &self.lines[line];
        let spaces = text.iter().take_while(|c| c.is_whitespace()).count();
        let last = line == self.lines.len() - 1;
        let to = width(text, if last { self.end } else { text.len() });
        let from = if line == 0 { width(text, self.start).max(spaces) } else { spaces };
        let mark = |col: usize| match &self.anchors {
            _ if col < from => ' ',
            None => '^',
            Some(a) => {
                let reached = line > a.from.line || line == a.from.line && col >= width(text, a.from.col);
                let passed = line > a.to.line || line == a.to.line && col >= width(text, a.to.col);
                if reached && !passed { '^' } else { '~' }
            }
        };
        (0..to).map(mark).collect()
    }
}

/// Display width of the first `n` characters.
fn width(line: &[char], n: usize) -> usize {
    if line.iter().all(char::is_ascii) {
        return n;
    }
    line.iter().take(n).map(|c| if is_wide(*c) { 2 } else { 1 }).sum()
}

fn is_wide(c: char) -> bool {
    !c.is_ascii() && ttd_pyalgos::unicode::is_wide(c)
}

/// Removes the common indentation of spaces and tabs. Blank lines do not count and become empty.
fn dedent(lines: &[&str]) -> Vec<String> {
    let blank = |l: &str| l.trim_start_matches([' ', '\t']).is_empty();
    let mut margin: Option<&str> = None;
    for line in lines.iter().filter(|l| !blank(l)) {
        let indent = &line[..line.len() - line.trim_start_matches([' ', '\t']).len()];
        margin = Some(match margin {
            None => indent,
            Some(m) => {
                let same = m.bytes().zip(indent.bytes()).take_while(|(a, b)| a == b).count();
                &m[..same]
            }
        });
    }
    let cut = margin.map_or(0, str::len);
    lines.iter().map(|l| if blank(l) { String::new() } else { l[cut..].to_string() }).collect()
}

#[cfg(test)]
#[path = "carets_test.rs"]
mod tests;
