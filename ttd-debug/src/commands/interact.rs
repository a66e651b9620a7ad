//! Lines that are no commands: Python typed in `interact`, the rest of a statement, the answer to a question.

use crate::answer::Answer;
use crate::commands::{Args, print};
use crate::session::Session;
use crate::session::input_mode::{InputMode, Interact, LEFT, is_unfinished};
use crate::target::EvalError;

/// `interact`.
pub fn interact(session: &mut Session, _: &Args) -> Vec<Answer> {
    session.input = InputMode::Interact(Interact::default());
    vec![Answer::Text(
        "*pdb interact start*\n(Ctrl-D or exit() leaves; nothing you do here has a lasting effect)".into(),
    )]
}

/// Takes a line as text for what was begun.
pub(crate) fn take_text(session: &mut Session, line: &str) -> Vec<Answer> {
    match std::mem::take(&mut session.input) {
        InputMode::Confirm(asked) => match line.trim().to_lowercase().as_str() {
            "y" | "yes" => (asked.then)(session),
            _ => Vec::new(),
        },
        InputMode::Continuation(begun, typed) => {
            let source = format!("{begun}\n{line}");
            if is_unfinished(&source) {
                session.input = InputMode::Continuation(source, typed);
                return Vec::new();
            }
            print::run(session, &source, typed)
        }
        InputMode::Interact(interact) => converse(session, interact, line),
        // No text is awaited: `Session::awaits_text` says so.
        other @ (InputMode::Command | InputMode::DefiningCommands(_)) => {
            session.input = other;
            Vec::new()
        }
    }
}

/// Runs a statement of `interact` after the earlier ones, if it is complete.
fn converse(session: &mut Session, mut interact: Interact, line: &str) -> Vec<Answer> {
    let leaves = ["exit", "quit", "exit()", "quit()"].contains(&line.trim());
    if leaves && interact.unfinished.is_none() {
        return vec![Answer::Text(LEFT.into())];
    }
    let source = match interact.unfinished.take() {
        Some(begun) => format!("{begun}\n{line}"),
        None => line.to_string(),
    };
    if source.trim().is_empty() || is_unfinished(&source) {
        interact.unfinished = Some(source).filter(|source| !source.trim().is_empty());
        session.input = InputMode::Interact(interact);
        return Vec::new();
    }
    session.sync_target();
    let printed = session.target.run_statements(Some(&interact.earlier), &source, session.view.selected, &[]);
    if !matches!(&printed, Err(EvalError::NotCompilable(_))) {
        interact.earlier.push(source);
    }
    session.input = InputMode::Interact(interact);
    vec![printed.map_or_else(|error| Answer::Error(error.to_string()), Answer::Text)]
}
