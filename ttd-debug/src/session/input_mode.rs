//! What the next line of input is: a command, or text for something that was begun.

use ttd_code::{Mode, Options};

use crate::answer::{Answer, Prompt, PromptPlace};
use crate::session::Session;

/// What the next line of input is.
#[derive(Default)]
pub(crate) enum InputMode {
    /// A command.
    #[default]
    Command,
    /// A command of a breakpoint, or `end`.
    DefiningCommands(Definition),
    /// The rest of a statement, which begins with these lines.
    Continuation(String, Typed),
    /// Python, in `interact`.
    Interact(Interact),
    /// The answer to a yes-or-no question.
    Confirm(PendingConfirm),
}

/// How a line of Python was typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Typed {
    /// With an exclamation mark: it is meant to do something.
    Action,
    /// Without one: an expression is a question.
    Plain,
    /// In `interact`: as an action, without notes about new names.
    Interact,
}

/// The commands of a breakpoint, while they are being typed.
pub(crate) struct Definition {
    /// The breakpoint.
    pub(crate) number: u32,
    /// The commands it had before.
    pub(crate) before: Vec<String>,
}

/// The state of `interact`.
#[derive(Default)]
pub(crate) struct Interact {
    /// The statements so far that have not changed the program. They run again before one that needs a namespace of its
    /// own, in one diversion.
    pub(crate) earlier: Vec<String>,
    /// The lines of a statement that is not complete.
    pub(crate) unfinished: Option<String>,
}

/// A question whose answer is the next line.
pub(crate) struct PendingConfirm {
    /// The question.
    pub(crate) text: String,
    /// What to do when the answer is yes.
    pub(crate) then: fn(&mut Session) -> Vec<Answer>,
}

/// pdb's message at the end of `interact`.
pub(crate) const LEFT: &str = "*exit from pdb interact command*";

impl Session {
    /// What the debugger is waiting for.
    pub fn prompt(&self) -> Prompt {
        match &self.input {
            InputMode::Command => Prompt::Command(PromptPlace {
                now: self.nav.now,
                last: self.frontier(),
                branch: self.branch_of_prompt(),
                thread: self.thread_of_prompt(),
            }),
            InputMode::DefiningCommands(_) => Prompt::Definition,
            InputMode::Continuation(..) | InputMode::Interact(Interact { unfinished: Some(_), .. }) => Prompt::Rest,
            InputMode::Interact(_) => Prompt::Python,
            InputMode::Confirm(asked) => Prompt::Question(asked.text.clone()),
        }
    }

    /// The thread that is looked at, if the program has several now.
    fn thread_of_prompt(&self) -> Option<u64> {
        if self.target.time() != Some(self.nav.now) {
            return None;
        }
        self.chosen_thread().or_else(|| self.target.thread())
    }

    /// Drops what was begun, `interact` too: the next line is a command.
    pub fn give_up_input(&mut self) {
        self.interrupted();
        self.input = InputMode::Command;
    }

    /// Does something that executes commands, whatever was begun at the prompt; that is as before afterwards.
    pub fn beside_input<T>(&mut self, act: impl FnOnce(&mut Session) -> T) -> T {
        let begun = std::mem::take(&mut self.input);
        let done = act(self);
        self.input = begun;
        done
    }

    /// Handles Ctrl-C at a prompt: drops what was begun, except `interact` itself.
    pub fn interrupted(&mut self) -> Vec<Answer> {
        let note = match std::mem::take(&mut self.input) {
            InputMode::DefiningCommands(Definition { number, before }) => {
                self.breakpoints.change(number, |b| b.commands = before);
                "command definition aborted, old commands restored"
            }
            InputMode::Interact(interact) => {
                self.input = InputMode::Interact(Interact { unfinished: None, ..interact });
                "--KeyboardInterrupt--"
            }
            InputMode::Command | InputMode::Continuation(..) | InputMode::Confirm(_) => "--KeyboardInterrupt--",
        };
        vec![Answer::Text(note.into())]
    }

    /// Handles the end of the input: leaves what was begun, or the debugger.
    pub fn end_of_input(&mut self) -> Vec<Answer> {
        let line_break = Answer::Text("\n".into());
        match std::mem::take(&mut self.input) {
            InputMode::Command => vec![line_break, Answer::Quit],
            InputMode::Interact(interact) if interact.unfinished.is_some() => {
                self.input = InputMode::Interact(Interact { unfinished: None, ..interact });
                vec![line_break]
            }
            InputMode::Interact(_) => vec![line_break, Answer::Text(LEFT.into())],
            InputMode::DefiningCommands(_) | InputMode::Continuation(..) | InputMode::Confirm(_) => vec![line_break],
        }
    }

    /// Whether the next line is text for something that was begun, and no command.
    pub(crate) fn awaits_text(&self) -> bool {
        !matches!(self.input, InputMode::Command | InputMode::DefiningCommands(_))
    }
}

/// Whether more lines must follow before this can run, by the rules of Python's prompt: a bracket or string is open, or
/// no empty line has ended a block of several lines.
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
