//! Help, from the table of commands.

use crate::answer::Answer;
use crate::commands::unknown;
use crate::commands::{self, Args, COMMANDS};
use crate::session::Session;
use crate::syntax::text;

/// `help`.
pub fn help(_: &mut Session, args: &Args) -> Vec<Answer> {
    match args.text.as_str() {
        "" => vec![Answer::Text(overview())],
        "exec" | "!" => vec![Answer::Text(EXEC.into())],
        topic => match commands::find(topic) {
            Some(command) => vec![Answer::Text(format!(
                "{}\n\n{}\n\nExample: {}",
                command.usage_line(),
                command.doc,
                command.example
            ))],
            None => vec![no_help(topic)],
        },
    }
}

fn no_help(topic: &str) -> Answer {
    if let Some(answer) = unknown::not_yet(topic) {
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

Run a Python statement in the selected frame. Its changes are undone at once: it has no lasting effect.
The exclamation mark may be left out where the line does not begin like a command.

Example: !n = 3";

fn overview() -> String {
    let mut out = String::new();
    let mut theme = "";
    for command in COMMANDS {
        if command.theme != theme {
            theme = command.theme;
            out.push_str(&format!("{}{theme}\n", if out.is_empty() { "" } else { "\n" }));
        }
        let names = command.names.join(" ");
        let first = command.doc.split_inclusive(['.', ';', ':']).next().unwrap_or(command.doc);
        out.push_str(&format!("  {names:<16} {}\n", first.trim_end_matches([';', ':', '.'])));
    }
    out.push_str(
        "\n`help COMMAND` explains one. Everything else is Python: an expression is evaluated, a statement is run\n",
    );
    out.push_str("without lasting effect. An empty line repeats the last command; `;;` separates commands.");
    out
}
