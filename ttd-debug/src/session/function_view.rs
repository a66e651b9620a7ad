//! The source of the selected frame's function, with the lines that have run in this call.

use std::collections::BTreeSet;

use crate::answer::{FunctionLine, FunctionView};
use crate::session::Session;
use crate::syntax::source;

/// Lines of the screen that are left for answers and the prompt.
const ROOM: usize = 9;
/// Lines of a function that are shown on the smallest screen.
const FEWEST: usize = 5;

impl Session {
    /// The function of the selected frame, or as much of it around the current line as the screen has room for.
    pub(crate) fn function_view(&mut self) -> Option<FunctionView> {
        let mut view = self.whole_function()?;
        let most = self.view.height.map_or(usize::MAX, |height| height.saturating_sub(ROOM).max(FEWEST));
        if view.lines.len() > most {
            let here = view.lines.iter().position(|line| line.current).unwrap_or(0);
            let first = here.saturating_sub(most / 2).min(view.lines.len() - most);
            view.lines = view.lines.drain(first..first + most).collect();
        }
        Some(view)
    }

    /// The function of the selected frame.
    pub(crate) fn whole_function(&mut self) -> Option<FunctionView> {
        let at = self.selected_frame()?;
        let code = self.target.code(at.code);
        let text = self.sources.lines(&*self.target, &code.path)?;
        let (first, last) = source::extent(&text, &code.name, code.first_line, code.lines.last().copied().unwrap_or(0));
        let breakpoints = self.breakpoints.lines_in(&code.path);
        let with_code = self.sources.lines_with_code(&*self.target, &code.path);
        let looks_elsewhere = self.view.thread.is_some();
        let ran = if looks_elsewhere { None } else { self.lines_run(&at) };
        let mut status = None;
        let numbered = (1u32..).zip(text.iter()).filter(|(number, _)| (first..=last).contains(number));
        let lines = numbered.map(|(number, text)| {
            status = state_of(number, ran.as_ref(), &with_code, status);
            FunctionLine {
                number,
                text: text.clone(),
                breakpoint: breakpoints.contains(&number),
                current: number == at.line,
                ran: status.filter(|_| !text.trim().is_empty()),
            }
        });
        let lines = lines.collect();
        Some(FunctionView { path: code.path, line: at.line, function: code.name, lines })
    }
}

/// Whether a line has run. One without code of its own belongs to the line before.
fn state_of(line: u32, ran: Option<&BTreeSet<u32>>, with_code: &[u32], before: Option<bool>) -> Option<bool> {
    let ran = ran?;
    match ran.contains(&line) {
        true => Some(true),
        false if with_code.binary_search(&line).is_ok() => Some(false),
        false => before.or(Some(false)),
    }
}
