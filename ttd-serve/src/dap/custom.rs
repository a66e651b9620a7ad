//! Requests of our own: commands of the prompt with their answers as data.

use serde_json::{Value, json};

use super::adapter::Adapter;
use super::requests::{Reply, Request};
use crate::json;

impl Adapter<'_> {
    /// `ttd/command`: a line as typed at the prompt.
    pub(super) fn command(&mut self, request: &Request) -> Reply {
        let line = request.needed_text("command")?.to_string();
        self.answers_to(request, &line)
    }

    /// `ttd/history`, `ttd/origin`: a command about an expression.
    pub(super) fn on_expression(&mut self, request: &Request, command: &str) -> Reply {
        let expression = request.needed_text("expression")?;
        let line = format!("{command} {expression}");
        self.answers_to(request, &line)
    }

    /// A command without an argument.
    pub(super) fn plain(&mut self, command: &str) -> Reply {
        let thread = self.session()?.running_thread();
        self.as_data(command, thread, 0)
    }

    /// `ttd/goto`: to an event, a mark, `start` or `end`.
    pub(super) fn goto_event(&mut self, request: &Request) -> Reply {
        let event = match request.arguments.get("event") {
            Some(Value::Number(number)) if number.is_u64() => number.to_string(),
            Some(Value::String(text)) if !text.contains(['\n', ';']) => text.clone(),
            _ => return Err("ttd/goto needs the number or name of an \"event\"".into()),
        };
        let thread = self.session()?.running_thread();
        self.as_data(&format!("goto {event}"), thread, 0)
    }

    fn answers_to(&mut self, request: &Request, line: &str) -> Reply {
        if line.contains('\n') {
            return Err(format!("{} takes one line", request.command));
        }
        let (thread, frame) = self.frame_or_newest(request)?;
        self.as_data(line, thread, frame)
    }

    fn as_data(&mut self, line: &str, thread: u64, frame: usize) -> Reply {
        let (answers, prompt) = self.type_lines(line, thread, frame)?;
        let answers: Vec<Value> = answers.iter().map(json::answer).collect();
        Ok(json!({ "answers": answers, "prompt": json::prompt(&prompt) }))
    }
}
