//! The table of commands. Parsing, help, completion and `docs/commands.md` come from it, and nothing else decides by a
//! command's name.
//!
//! A row is: names (the first is the command's own), the argument, further columns, what it does, an example, the
//! handler. A column that is not named has its usual value; [`Command`] says what each means. `docs/add-a-command.md`
//! adds a row step by step. The rows are in a file for each kind of command.

macro_rules! commands {
    ($( $theme:literal { $(
        $($name:literal)+ ($usage:literal) [$($column:ident $(($value:ident))?)*] $doc:literal $example:literal
            => $handler:path;
    )* } )*) => {
        &[$($(
            Command::row(($theme, &[$($name),+]), $usage, $doc, $example, $handler)
                $(.$column($(commands!(@ $column $value))?))*,
        )*)*]
    };
    (@ yields $value:ident) => { Yields::$value };
    (@ completes $value:ident) => { Completes::$value };
}

pub mod command;

mod branches;
mod history;
mod inspecting;
mod motions;
mod session;

use command::Command;

/// The rows in the order in which help lists them.
const PARTS: [&[Command]; 5] = [motions::ROWS, inspecting::ROWS, history::ROWS, branches::ROWS, session::ROWS];

/// How many commands there are.
const COUNT: usize = {
    let (mut count, mut part) = (0, 0);
    while part < PARTS.len() {
        count += PARTS[part].len();
        part += 1;
    }
    count
};

/// Every command.
pub const COMMANDS: &[Command] = &joined();

const fn joined() -> [Command; COUNT] {
    let mut all = [PARTS[0][0]; COUNT];
    let (mut count, mut part) = (0, 0);
    while part < PARTS.len() {
        let mut row = 0;
        while row < PARTS[part].len() {
            all[count] = PARTS[part][row];
            count += 1;
            row += 1;
        }
        part += 1;
    }
    all
}

/// The command that goes by this name or abbreviation.
pub fn find(word: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.names.contains(&word))
}

/// The commands that begin like this, for completion.
pub fn complete(start: &str) -> Vec<&'static str> {
    let mut found: Vec<_> = COMMANDS.iter().map(Command::name).filter(|name| name.starts_with(start)).collect();
    found.sort_unstable();
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::unknown;

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = COMMANDS.iter().flat_map(|command| command.names).chain(unknown::PLANNED).collect();
        let all = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn examples_are_lines_of_their_command() {
        for command in COMMANDS {
            let (word, rest) = command.example.split_once(' ').unwrap_or((command.example, ""));
            assert!(command.names.contains(&word), "{}", command.example);
            assert!(command.read(rest).is_ok(), "{}", command.example);
        }
    }

    #[test]
    fn arguments() {
        let next = find("n").expect("a command");
        assert_eq!(next.read("").map(|args| args.count()), Ok(1));
        assert_eq!(next.read("12").map(|args| args.count()), Ok(12));
        assert_eq!(next.read("0"), Err("Invalid argument: 0\nUsage: next | n [count]\nExample: next 3".into()));
        assert!(next.read("= 3").is_err());
    }
}
