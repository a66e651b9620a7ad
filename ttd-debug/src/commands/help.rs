//! Help, from the table of commands.

use crate::answer::Answer;
use crate::commands::unknown;
use crate::commands::{self, Args, COMMANDS};
use crate::session::Session;
use crate::syntax::text;

/// `help`.
pub fn help(session: &mut Session, args: &Args) -> Vec<Answer> {
    let width = session.view.width;
    match args.text.as_str() {
        "" => vec![Answer::Text(overview(width))],
        "exec" | "!" => vec![Answer::Text(text::wrap_lines(EXEC, width))],
        topic => match commands::find(topic) {
            Some(command) => vec![Answer::Text(format!(
                "{}\n\n{}\n\nExample: {}",
                text::wrap(&command.usage_line(), width, 4),
                text::wrap(command.doc, width, 0),
                command.example
            ))],
            None => vec![no_help(topic)],
        },
    }
}

fn no_help(topic: &str) -> Answer {
    if let Some(answer) = unknown::elsewhere(topic) {
        return answer;
    }
    let mut text = format!("No help for {}", text::quote(topic));
    if let Some(hint) = unknown::hint(topic) {
        text.push_str(&format!("\n{hint}"));
    }
    Answer::Error(text)
}

/// `quit`.
pub fn quit(_: &mut Session, _: &Args) -> Vec<Answer> {
    vec![Answer::Quit]
}

const EXEC: &str = "!STATEMENT

Run a Python statement in the selected frame. If it changes the program, the run goes on from here on a branch, and the \
run as it was stays (see `branches`). New names stay for the prompt. The exclamation mark may be left out where the line \
does not begin like a command; without it an expression, such as a call, changes nothing.

Example: !n = 3";

/// Columns before the descriptions of the overview.
const INDENT: usize = 19;

fn overview(width: usize) -> String {
    let mut out = String::new();
    let mut theme = "";
    for command in COMMANDS {
        if command.theme != theme {
            theme = command.theme;
            out.push_str(&format!("{}{theme}\n", if out.is_empty() { "" } else { "\n" }));
        }
        let names = command.names.join(" ");
        let first = command.doc.split_inclusive(['.', ';', ':']).next().unwrap_or(command.doc);
        let row = format!("  {names:<16} {}", first.trim_end_matches([';', ':', '.']));
        out.push_str(&format!("{}\n", text::wrap(&row, width, INDENT)));
    }
    let rest = "`help COMMAND` explains one. Everything else is Python: an expression is evaluated, a statement \
                that changes the program begins a branch. An empty line repeats the last command; `;;` separates commands.";
    out.push('\n');
    out.push_str(&text::wrap(rest, width, 0));
    out
}
