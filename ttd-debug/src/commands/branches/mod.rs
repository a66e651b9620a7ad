//! Branches: what would have happened if the program had been changed at a time.

mod census;
pub mod code;
pub mod diff;
pub mod frame;
pub mod patch;
pub mod try_each;

use crate::answer::Answer;
use crate::commands::Args;
use crate::commands::print::begun;
use crate::session::Session;
use crate::session::arrive;
use crate::session::branches::MAIN;
use crate::session::stop_view::describe_end;
use crate::syntax::text;
use crate::target::{BranchInfo, Change};

/// The argument of `branch` for one that may change the outside.
const LIVE: &str = "--live";

/// `branch`.
pub fn branch(session: &mut Session, args: &Args) -> Vec<Answer> {
    let words: Vec<&str> = args.text.split_whitespace().collect();
    let (live, name) = match words[..] {
        [] => {
            let here = session.describe_branch(session.target.branch());
            return vec![Answer::Text(format!("On {here}"))];
        }
        [LIVE] => (true, None),
        [LIVE, name] => (true, Some(name)),
        [name] => (false, Some(name)),
        _ => return vec![args.misuse(&format!("Invalid name for a branch: {}", text::quote(&args.text)))],
    };
    if let Some(why) = name.and_then(|name| invalid(session, name)) {
        return vec![args.misuse(&why)];
    }
    session.sync_target();
    if !session.begins_here()
        && let Err(error) = session.change_program(&Change::Statement { source: "pass", frame: 0, names: &[] }, "")
    {
        return vec![Answer::Error(error.to_string())];
    }
    let number = session.target.branch();
    if let Some(name) = name {
        session.branches.rename(number, name);
    }
    if live {
        session.target.let_branch_change_outside();
        session.branches.changed(number, "it may change the outside");
    }
    vec![Answer::Text(format!("On {}", session.describe_branch(number)))]
}

/// Why this cannot be the name of another branch.
fn invalid(session: &Session, name: &str) -> Option<String> {
    let letters = name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
    if !letters || name.starts_with(|c: char| c.is_ascii_digit() || c == '-') || name == MAIN {
        return Some(format!("Invalid name for a branch: {}", text::quote(name)));
    }
    session.branch_named(name).map(|_| format!("There is a branch {name} already"))
}

/// `branches`.
pub fn branches(session: &mut Session, _: &Args) -> Vec<Answer> {
    let all = session.target.branches();
    let mut lines = Vec::new();
    list_below(session, &all, 0, 0, &mut lines);
    vec![Answer::Text(lines.join("\n"))]
}

fn list_below(session: &Session, all: &[BranchInfo], number: usize, depth: usize, lines: &mut Vec<String>) {
    let Some(branch) = all.iter().find(|branch| branch.number == number) else { return };
    let here = number == session.target.branch();
    let frontier = if here { Some(session.frontier()) } else { session.branches.frontier(number) };
    let come = match &branch.end {
        Some(end) => describe_end(end),
        None => format!("at event {} so far", frontier.unwrap_or_default()),
    };
    let leaves = match number {
        0 => String::new(),
        _ => format!("  from event {}: {}", branch.time, session.branches.changes(number)),
    };
    let mark = if here { "*" } else { " " };
    lines.push(format!("{mark} {}{}{leaves}  ({come})", "  ".repeat(depth), session.branches.name(number)));
    for child in all.iter().filter(|child| child.number != 0 && child.parent == number) {
        list_below(session, all, child.number, depth + 1, lines);
    }
}

/// `switch`.
pub fn switch(session: &mut Session, args: &Args) -> Vec<Answer> {
    match session.branch_named(&args.text) {
        Some(branch) => session.switch_branch(branch.number, None),
        None => vec![args.misuse(&unknown(&args.text))],
    }
}

/// `drop`.
pub fn drop_(session: &mut Session, args: &Args) -> Vec<Answer> {
    let branch = match session.branch_named(&args.text) {
        Some(branch) if branch.number != 0 => branch,
        Some(_) => return vec![Answer::Error("The run as it was cannot be dropped".into())],
        None => return vec![args.misuse(&unknown(&args.text))],
    };
    let home = session.target.branch();
    session.drop_branch(&branch);
    let dropped = Answer::Text(format!("Dropped branch {}", args.text));
    match session.target.branch() == home {
        true => vec![dropped],
        false => {
            let place = session.switch_branch(session.target.branch(), Some(session.nav.now));
            std::iter::once(dropped).chain(place).collect()
        }
    }
}

/// `jump`: pdb's rules and messages. What follows is on a branch.
pub fn jump(session: &mut Session, args: &Args) -> Vec<Answer> {
    session.sync_target();
    if session.view.selected != 0 {
        return vec![Answer::Error("You can only jump within the bottom frame".into())];
    }
    let Ok(line) = args.text.parse::<i64>() else {
        return vec![Answer::Error("The 'jump' command requires a line number".into())];
    };
    let before = session.target.branch();
    let warning = match session.change_program(&Change::Jump(line), &format!("jump {line}")) {
        Ok(warning) => warning,
        Err(error) if error.to_string().starts_with("No branch") => return vec![Answer::Error(error.to_string())],
        Err(error) => return vec![Answer::Error(format!("Jump failed: {error}"))],
    };
    let notes = [warning, begun(session, before)].into_iter().filter(|note| !note.is_empty()).map(Answer::Text);
    let notes: Vec<Answer> = notes.collect();
    // The line that the frame goes on at is the next event.
    notes.into_iter().chain(arrive::jump(session, session.nav.now + 1)).collect()
}

/// What to say about a name that no branch has.
pub(crate) fn unknown(name: &str) -> String {
    match name {
        "" => "An argument is required for this command".into(),
        _ => format!("No branch {name}; `branches` lists them"),
    }
}
