//! Answers to words that are no commands: commands that do not exist yet, and mistyped ones.

use crate::answer::Answer;
use crate::commands::{COMMANDS, Command, complete};

/// pdb's commands that do not exist yet: a clear message is better than a NameError.
pub const NOT_YET: &[(&str, &str)] = &[
    ("debug", "it would step through a diversion, and diversions leave no trace"),
    ("jump", "it changes the program, which needs branching timelines"),
    ("j", "it changes the program, which needs branching timelines"),
];

/// Planned commands. A program may use these names, so they are Python first.
pub(crate) const PLANNED: &[&str] = &["branch", "timelines", "switch", "diff", "threads", "thread", "tasks"];

/// The answer to one of pdb's commands that does not exist yet.
pub fn not_yet(word: &str) -> Option<Answer> {
    let (_, why) = NOT_YET.iter().find(|(name, _)| *name == word)?;
    Some(Answer::Error(format!("{word} is not supported by ttd-py yet: {why}")))
}

/// A hint for a word that is neither a command nor Python.
pub fn hint(word: &str) -> Option<String> {
    if PLANNED.contains(&word) {
        return Some(format!("The command `{word}` is not supported by ttd-py yet."));
    }
    let begun = if word.len() > 1 { complete(word) } else { Vec::new() };
    match &begun[..] {
        [] => nearest(word).map(|command| format!("Did you mean the command `{command}`?")),
        [command] => Some(format!("Did you mean the command `{command}`?")),
        [rest @ .., last] => Some(format!("Ambiguous command: `{}` or `{last}`?", rest.join("`, `"))),
    }
}

/// The command that an unknown word most resembles.
pub fn nearest(word: &str) -> Option<&'static str> {
    let alike = COMMANDS.iter().map(Command::name).filter(|name| crate::syntax::parse::resembles(word, name));
    alike.min_by_key(|name| crate::syntax::text::distance(word, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn completion_and_likeness() {
        assert_eq!(complete("rn"), ["rnext"]);
        assert_eq!(complete("re"), ["restart", "return", "retval"]);
        assert_eq!(nearest("brek"), Some("break"));
        assert_eq!(nearest("value"), None);
        assert_eq!(hint("cond").as_deref(), Some("Did you mean the command `condition`?"));
        assert_eq!(hint("un").as_deref(), Some("Ambiguous command: `unalias`, `undisplay`, `until` or `unwatch`?"));
        assert_eq!(hint("x"), None);
    }
}
