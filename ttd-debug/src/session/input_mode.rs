//! Lines that are no commands: the rest of a statement, Python typed in `interact`, the answer to a question.

use ttd_code::{Mode, Options};

use crate::answer::Answer;
use crate::commands::Args;
use crate::commands::print;
use crate::session::Session;

/// What the debugger is waiting for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Prompt {
    /// A command, at this time, of so many events that are known.
    Command(u64, u64),
    /// A command of a breakpoint, or `end`.
    Definition,
    /// The rest of a statement.
    Rest,
    /// Python, in `interact`.
    Python,
    /// Yes or no.
    Question(String),
}

/// A question whose answer is the next line.
pub(crate) struct PendingConfirm {
    /// The question.
    pub(crate) text: String,
    /// What to do when the answer is yes.
    pub(crate) then: fn(&mut Session) -> Vec<Answer>,
}

/// The statements of `interact` so far. All of them are one question: each new one is asked after the earlier ones.
#[derive(Default)]
pub(crate) struct Interact {
    earlier: Vec<String>,
}

/// pdb's word at the end of it.
const LEFT: &str = "*exit from pdb interact command*";

/// `interact`.
pub fn interact(session: &mut Session, _: &Args) -> Vec<Answer> {
    session.interact = Some(Interact::default());
    vec![Answer::Text(
        "*pdb interact start*\n(Ctrl-D or exit() leaves; all of it is one question, which has no lasting effect)"
            .into(),
    )]
}

impl Session {
    /// What the debugger is waiting for.
    pub fn prompt(&self) -> Prompt {
        if let Some(asked) = &self.pending_confirm {
            return Prompt::Question(asked.text.clone());
        }
        if self.unfinished.is_some() {
            return Prompt::Rest;
        }
        if self.interact.is_some() {
            return Prompt::Python;
        }
        if self.defining.is_some() {
            return Prompt::Definition;
        }
        Prompt::Command(self.now, self.known())
    }

    /// Ctrl-C at a prompt: what was begun is dropped.
    pub fn interrupted(&mut self) -> Vec<Answer> {
        self.pending_confirm = None;
        self.unfinished = None;
        let told = match self.defining.take() {
            Some(defining) => {
                let (number, before) = (defining.number, defining.before);
                self.breakpoints.change(number, |b| b.commands = before);
                "command definition aborted, old commands restored"
            }
            None => "--KeyboardInterrupt--",
        };
        vec![Answer::Text(told.into())]
    }

    /// The end of the input: leaves what was begun, or the debugger.
    pub fn end_of_input(&mut self) -> Vec<Answer> {
        let line_break = Answer::Text("\n".into());
        if self.pending_confirm.take().is_some() || self.unfinished.take().is_some() || self.defining.take().is_some() {
            return vec![line_break];
        }
        if self.interact.take().is_some() {
            return vec![line_break, Answer::Text(LEFT.into())];
        }
        vec![line_break, Answer::Quit]
    }

    /// Whether the next line is text for something that was begun, and no command.
    pub(crate) fn awaits_text(&self) -> bool {
        self.pending_confirm.is_some() || self.unfinished.is_some() || self.interact.is_some()
    }

    /// Takes a line for what was begun.
    pub(crate) fn text(&mut self, line: &str) -> Vec<Answer> {
        if let Some(asked) = self.pending_confirm.take() {
            return match line.trim().to_lowercase().as_str() {
                "y" | "yes" => (asked.then)(self),
                _ => Vec::new(),
            };
        }
        let leaves = ["exit", "quit", "exit()", "quit()"].contains(&line.trim());
        if leaves && self.unfinished.is_none() {
            self.interact = None;
            return vec![Answer::Text(LEFT.into())];
        }
        let source = match self.unfinished.take() {
            Some(begun) => format!("{begun}\n{line}"),
            None if line.trim().is_empty() => return Vec::new(),
            None => line.to_string(),
        };
        if is_unfinished(&source) {
            self.unfinished = Some(source);
            return Vec::new();
        }
        match self.interact.take() {
            Some(conversation) => self.converse(conversation, source),
            None => print::run(self, &source),
        }
    }

    fn converse(&mut self, mut conversation: Interact, source: String) -> Vec<Answer> {
        self.sync_target();
        let said = self.target.run_statements(Some(&conversation.earlier), &source, self.selected, &[]);
        let is_statement = !matches!(&said, Err(error) if is_syntax_error(error));
        if is_statement {
            conversation.earlier.push(source);
        }
        self.interact = Some(conversation);
        vec![said.map_or_else(Answer::Error, Answer::Text)]
    }
}

/// Whether an error says that the text is no Python.
pub(crate) fn is_syntax_error(error: &str) -> bool {
    let class = error.split(':').next().unwrap_or_default();
    ["SyntaxError", "IndentationError", "TabError"].contains(&class)
}

/// Whether more lines must follow before this can be run, by the rules of Python's prompt: an open bracket or string, or
/// a block of several lines that no empty line has ended.
pub(crate) fn is_unfinished(source: &str) -> bool {
    let ended = source.lines().last().is_none_or(|line| line.trim().is_empty()) || source.ends_with('\n');
    match ttd_code::compile(&format!("{source}\n"), "<stdin>", Mode::Single, Options::default()) {
        Ok(_) => !ended && source.contains('\n') && is_block(source),
        Err(error) => {
            let last = source.lines().last().unwrap_or_default();
            let says = |text: &str| error.message.contains(text);
            let open = says("was never closed") || says("unterminated triple-quoted") || says("unexpected EOF");
            let block = says("expected an indented block") && last.trim_end().ends_with(':');
            let try_ = says("expected 'except' or 'finally' block");
            open || !ended && (block || try_ || last.trim_start().starts_with('@'))
        }
    }
}

fn is_block(source: &str) -> bool {
    let words = ["for", "while", "if", "try", "with", "def", "class", "async"];
    let first = source.lines().next().unwrap_or_default();
    let word = first.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
    words.contains(&word) || first.starts_with('@') || word == "match" && first.trim_end().ends_with(':')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_statements_end() {
        for begun in ["for i in x:", "if a:\n  b", "f(1,", "'''a", "x = [\n1", "@d", "try:\n  a"] {
            assert!(is_unfinished(begun), "{begun:?}");
        }
        for done in [
            "x = 1",
            "for i in x: y",
            "def f(): pass",
            "f(1,\n2)",
            "a b",
            "if a:\nb",
            "if a:\n\n",
            "match = 3",
            "'''a\nb'''",
        ] {
            assert!(!is_unfinished(done), "{done:?}");
        }
    }
}
