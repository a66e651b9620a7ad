//! Lines that are no commands: Python typed in `interact`, the rest of a statement, the answer to a question.

use crate::answer::Answer;
use crate::commands::{Args, print};
use crate::session::Session;
use crate::session::input_mode::{InputMode, Interact, LEFT, Typed, is_unfinished};

/// `interact`.
pub fn interact(session: &mut Session, _: &Args) -> Vec<Answer> {
    session.input = InputMode::Interact(Interact::default());
    vec![Answer::Text(
        "*pdb interact start*\n(Ctrl-D or exit() leaves; what changes the program does so on a branch)".into(),
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
    let before = session.target.branch();
    let answers = print::run(session, &source, Typed::Interact);
    let answers = match &answers[..] {
        [Answer::Error(error)] if error.starts_with("NameError") => {
            beside(session, &interact.earlier, &source).unwrap_or(answers)
        }
        _ => answers,
    };
    let note = Answer::Text(print::begun(session, before));
    let changed = answers.contains(&note);
    if !changed && !matches!(&answers[..], [Answer::Error(error)] if error.starts_with("SyntaxError")) {
        interact.earlier.push(source);
    }
    session.input = InputMode::Interact(interact);
    // The first change says where it goes; the others join it.
    let joins = session.target.branch() == before;
    answers.into_iter().filter(|answer| !joins || *answer != note).collect()
}

/// Runs a statement in a namespace of its own, filled from the frame and its module, after the earlier ones: a function
/// that is defined there knows the variables of the frame. It has no lasting effect. `None` if it raises there too.
fn beside(session: &mut Session, earlier: &[String], source: &str) -> Option<Vec<Answer>> {
    let printed = session.target.run_statements(Some(earlier), source, session.view.selected, &[]).ok()?;
    Some(vec![Answer::Text(printed)])
}
