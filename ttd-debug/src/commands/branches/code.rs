//! Other code on a branch: from the present on, or for the whole run.

use std::process::Command;

use crate::answer::Answer;
use crate::commands::Args;
use crate::commands::branches::patch;
use crate::commands::goto::to_the_end;
use crate::session::branches::MAIN;
use crate::session::stop_view::{self, describe_end};
use crate::session::{Session, convenience};
use crate::syntax::patch::Texts;
use crate::target::EvalError;

/// The argument of `reload` for the whole run.
const FROM_START: &str = "--from-start";
/// The argument of `reload` before the name of a patch.
const PATCH: &str = "--patch";

/// `reload`.
pub fn reload(session: &mut Session, args: &Args) -> Vec<Answer> {
    let words: Vec<&str> = args.text.split_whitespace().collect();
    match words[..] {
        [] => from_here(session, None),
        [FROM_START] => from_start(session, None),
        [PATCH, ..] if words.len() > 1 => with_patch(session, args.text.trim_start_matches(PATCH).trim()),
        [file] if !file.starts_with('-') => from_here(session, Some(file)),
        _ => vec![args.misuse(&format!("Invalid argument: {}", args.text))],
    }
}

/// The run again with a patch.
fn with_patch(session: &mut Session, file: &str) -> Vec<Answer> {
    let read = std::fs::read_to_string(file).map_err(|error| format!("Can't read {file}: {error}"));
    match read.and_then(|text| patch::patched(session, file, &text)) {
        Ok(texts) => from_start(session, Some(&texts)),
        Err(why) => vec![Answer::Error(why)],
    }
}

/// The run again with the sources as they are now, or with these texts.
fn from_start(session: &mut Session, texts: Option<&Texts>) -> Vec<Answer> {
    let before = session.target.branches().into_iter().find(|branch| branch.number == 0).and_then(|main| main.end);
    let paths = match session.reload(texts) {
        Ok(paths) => paths,
        Err(error) => return vec![refusal(&error)],
    };
    let name = session.branches.name(session.target.branch());
    let files = paths.join(", ");
    let mut notes =
        vec![format!("(branch {name} runs again with the new text of {files}; `switch {MAIN}` leads back)")];
    notes.extend(before.map(|end| format!("({MAIN} {})", describe_end(&end))));
    notes.into_iter().map(Answer::Text).chain(to_the_end(session)).collect()
}

/// Other code for what is called from now on.
fn from_here(session: &mut Session, file: Option<&str>) -> Vec<Answer> {
    session.sync_target();
    let home = session.branches.name(session.target.branch());
    let reloaded = match session.reload_here(file) {
        Ok(reloaded) => reloaded,
        Err(error) => return vec![refusal(&error)],
    };
    let name = session.branches.name(session.target.branch());
    let files = reloaded.paths.join(", ");
    let mut notes = vec![format!(
        "(branch {name} begins here, with the new text of {files}; `switch {home}` leads to the run without this)"
    )];
    notes.extend(reloaded.not_again.iter().map(|(name, path)| match &**name {
        "<module>" => format!("(the lines of {path} outside of functions do not run again)"),
        class => format!("(the lines of {class} outside of functions do not run again)"),
    }));
    vec![stop_view::here(session, notes)]
}

fn refusal(error: &EvalError) -> Answer {
    Answer::Error(error.to_string().trim_end().to_string())
}

/// `edit`.
pub fn edit(session: &mut Session, args: &Args) -> Vec<Answer> {
    session.sync_target();
    let (path, line) = match &*args.text {
        "" => {
            let event = session.target.event();
            (session.target.code(event.code).path, event.line)
        }
        name => match session.resolver().function(name) {
            Some((path, function)) => (path, function.first_line),
            None => {
                let unknown = format!("No function {name} was found");
                return vec![Answer::Error(convenience::check(name).err().unwrap_or(unknown))];
            }
        },
    };
    match run_editor(&path, line) {
        Ok(()) => from_here(session, Some(&path)),
        Err(why) => vec![Answer::Error(why)],
    }
}

/// Lets the user change a file, beginning at a line.
fn run_editor(path: &str, line: u32) -> Result<(), String> {
    let named = ["VISUAL", "EDITOR"].into_iter().find_map(|name| std::env::var(name).ok().filter(|v| !v.is_empty()));
    let Some(editor) = named else { return Err("Set the environment variable EDITOR to the editor to use".into()) };
    // The variable may hold arguments; the shell divides it.
    let script = format!("{editor} \"$@\"");
    let status = Command::new("sh").args(["-c", &script, "sh", &format!("+{line}"), path]).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{editor}: {status}; nothing has changed")),
        Err(error) => Err(format!("{editor}: {error}")),
    }
}
