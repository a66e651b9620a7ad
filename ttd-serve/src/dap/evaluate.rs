//! Expressions and, in the console, the whole command language of the prompt.

use serde_json::{Value, json};
use ttd_debug::answer::colour::Paint;
use ttd_debug::answer::render;
use ttd_debug::{Answer, Prompt};

use super::adapter::Adapter;
use super::requests::{Reply, Request};
use super::while_running::is_urgent;
use crate::inbox::Running;

impl Adapter<'_> {
    pub(super) fn evaluate(&mut self, request: &Request) -> Reply {
        let expression = request.needed_text("expression")?;
        let (thread, frame) = self.frame_or_newest(request)?;
        if request.text("context") == Some("repl") {
            return self.console_line(expression, thread, frame);
        }
        let session = self.session()?;
        let described = session.with_frame(thread, frame, |session| session.describe(expression));
        let child = described.map_err(|error| error.to_string())?;
        Ok(self.shown_value(&child, thread, frame))
    }

    /// A line of the console. Several lines are a statement, ended by an empty one as at Python's prompt.
    fn console_line(&mut self, text: &str, thread: u64, frame: usize) -> Reply {
        let (answers, prompt) = self.type_lines(text, thread, frame)?;
        if answers.last() == Some(&Answer::Quit) {
            self.is_over = true;
            self.client.event("terminated", json!({}));
            return Ok(json!({ "result": "", "variablesReference": 0 }));
        }
        if let [Answer::Error(why)] = &answers[..] {
            return Err(why.clone());
        }
        let is_value = matches!(&answers[..], [Answer::Value(_)]) && !text.trim().contains(['\n', ';']);
        if is_value {
            // What has parts can be expanded, if it is an expression and no command.
            let session = self.session()?;
            let described = session.with_frame(thread, frame, |session| session.describe(text.trim()));
            if let Ok(child) = described
                && child.items + child.attributes > 0
            {
                return Ok(self.shown_value(&child, thread, frame));
            }
        }
        let mut result = render::paint_all(&answers, Paint::default()).trim_end_matches('\n').to_string();
        if !matches!(prompt, Prompt::Command(_)) {
            let awaits = render::prompt(&prompt);
            result = format!("{result}{}{awaits}", if result.is_empty() { "" } else { "\n" });
        }
        Ok(json!({ "result": result, "variablesReference": 0 }))
    }

    /// Executes lines as if they were typed, in a frame. Returns the answers and what is awaited then.
    pub(super) fn type_lines(
        &mut self,
        text: &str,
        thread: u64,
        frame: usize,
    ) -> Result<(Vec<Answer>, Prompt), String> {
        self.meter.begin(text);
        self.connection.inbox.begin(Running::Runs, is_urgent);
        let session = self.session()?;
        let lines: Vec<&str> = text.trim_end_matches('\n').split('\n').collect();
        let mut answers = session.with_frame(thread, frame, |session| {
            lines.iter().flat_map(|line| session.execute(line.trim_end_matches('\r'))).collect::<Vec<_>>()
        });
        if lines.len() > 1 && session.prompt() == Prompt::Rest {
            answers.extend(session.with_frame(thread, frame, |session| session.execute("")));
        }
        let prompt = session.prompt();
        self.connection.inbox.end();
        self.meter.end();
        self.streams.catch_up();
        Ok((answers, prompt))
    }

    pub(super) fn completions(&mut self, request: &Request) -> Reply {
        let (thread, frame) = self.frame_or_newest(request)?;
        let text = request.needed_text("text")?;
        let number = request.size("line").unwrap_or(1).max(1);
        let line = text.split('\n').nth(number - 1).unwrap_or_default();
        let column = request.size("column").unwrap_or(usize::MAX).saturating_sub(1);
        let at = byte_of(line, column);
        let session = self.session()?;
        let (begin, found) = session.with_frame(thread, frame, |session| session.completions(line, at));
        let utf16 = |text: &str| text.encode_utf16().count();
        let (start, length) = (utf16(&line[..begin.min(at)]), utf16(&line[begin.min(at)..at]));
        let target = |label: String| json!({ "label": label, "start": start, "length": length });
        Ok(json!({ "targets": found.into_iter().map(target).collect::<Vec<Value>>() }))
    }
}

/// The byte at which a number of UTF-16 units of a line end.
fn byte_of(line: &str, units: usize) -> usize {
    let mut passed = 0;
    for (at, c) in line.char_indices() {
        if passed >= units {
            return at;
        }
        passed += c.len_utf16();
    }
    line.len()
}
