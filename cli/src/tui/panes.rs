//! What the panes show, read from the session after every command.

use std::collections::BTreeMap;

use console::strip_ansi_codes;
use ttd_debug::answer::colour::{Ink, Paint};
use ttd_debug::answer::{TimelineView, VariableView, render};
use ttd_debug::views::StackFrame;
use ttd_debug::{Answer, Session};

/// Lines of answers that are kept.
const KEPT: usize = 5000;
/// Bytes of the program's output that are shown, the last ones.
const OUTPUT: usize = 1 << 16;

/// A line of text, and what it is.
pub(super) type Row = (Option<Ink>, String);

/// A line of the source.
pub(super) struct SourceRow {
    pub(super) number: u32,
    pub(super) text: String,
    pub(super) breakpoint: bool,
    /// It has run in this call; `None` outside the function, or if that is not known.
    pub(super) ran: Option<bool>,
}

/// The contents of the panes.
#[derive(Default)]
pub(crate) struct Panes {
    /// `file.py(12) function()`.
    pub(super) title: String,
    pub(super) source: Vec<SourceRow>,
    /// The current line.
    pub(super) line: u32,
    pub(super) variables: Vec<VariableView>,
    pub(super) stack: Vec<StackFrame>,
    pub(super) selected: usize,
    pub(super) output: Vec<String>,
    pub(super) timeline: Option<TimelineView>,
    /// Commands and their answers.
    pub(super) answers: Vec<Row>,
    /// Where the last command is among the answers.
    pub(super) asked: usize,
}

impl Panes {
    /// Reads everything anew. The timeline has at most `columns` columns.
    pub(super) fn refresh(&mut self, session: &mut Session, columns: usize) {
        self.read_source(session);
        self.variables = session.variables_here();
        self.stack = Vec::new();
        if session.has_events() {
            let (thread, selected) = session.selection();
            self.stack = session.stack_of(thread);
            self.selected = selected;
        }
        let (text, _) = session.output_by_now();
        let text = String::from_utf8_lossy(&text[text.len().saturating_sub(OUTPUT)..]).into_owned();
        self.output = plain(&text).lines().map(str::to_string).collect();
        self.timeline = session.timeline_so_far(columns).ok();
    }

    fn read_source(&mut self, session: &mut Session) {
        let Some(view) = session.function_here() else {
            *self = Panes { answers: std::mem::take(&mut self.answers), asked: self.asked, ..Panes::default() };
            return;
        };
        let name = view.path.rsplit('/').next().unwrap_or_default();
        self.title = format!("{name}({}) {}()", view.line, view.function);
        self.line = view.line;
        let ran: BTreeMap<u32, Option<bool>> = view.lines.iter().map(|line| (line.number, line.ran)).collect();
        let breakpoints = session.breakpoint_lines(&view.path);
        let text = session.source_text(&view.path).unwrap_or_default();
        let row = |(number, text): (u32, &str)| SourceRow {
            number,
            text: plain(text),
            breakpoint: breakpoints.contains(&number),
            ran: ran.get(&number).copied().flatten(),
        };
        self.source = (1..).zip(text.lines()).map(row).collect();
    }

    /// Adds a command, as it was typed behind its prompt, and its answers.
    pub(super) fn add(&mut self, typed: &str, answers: &[Answer]) {
        self.asked = self.answers.len();
        if !typed.is_empty() {
            self.answers.push((Some(Ink::Prompt), plain(typed)));
        }
        for answer in answers {
            let text = plain(&render::render(answer, Paint::default()));
            let mut ink = ink_of(answer);
            for line in text.lines() {
                let error = line.starts_with("***").then_some(Ink::Error);
                self.answers.push((error.or(ink), line.to_string()));
                // Of a place the first line alone stands out.
                ink = ink.filter(|ink| *ink != Ink::Here);
            }
        }
        let surplus = self.answers.len().saturating_sub(KEPT);
        self.answers.drain(..surplus);
        self.asked = self.asked.saturating_sub(surplus);
    }
}

fn ink_of(answer: &Answer) -> Option<Ink> {
    match answer {
        Answer::Error(_) => Some(Ink::Error),
        Answer::Change(_) => Some(Ink::Changed),
        Answer::Stop(_) | Answer::Frame(_) => Some(Ink::Here),
        _ => None,
    }
}

/// A text without what moves the cursor or changes colours; tabs become spaces.
pub(super) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut column = 0;
    for c in strip_ansi_codes(text).chars() {
        match c {
            '\n' => column = 0,
            '\t' => {
                let width = 8 - column % 8;
                out.extend(std::iter::repeat_n(' ', width));
                column += width;
                continue;
            }
            c if c.is_control() => continue,
            _ => column += 1,
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_moves_the_cursor() {
        assert_eq!(plain("a\tb\n\tc\r\n\x1b[31mred\x1b[0m\x07"), "a       b\n        c\nred");
    }

    #[test]
    fn old_answers_go() {
        let mut panes = Panes::default();
        for n in 0..KEPT {
            panes.add(&format!("p {n}"), &[Answer::Value(n.to_string())]);
        }
        assert_eq!(panes.answers.len(), KEPT);
        assert_eq!(panes.answers[panes.asked].1, format!("p {}", KEPT - 1));
    }
}
