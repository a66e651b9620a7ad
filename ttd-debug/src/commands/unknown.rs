//! Answers to words that are no commands: commands that do not exist yet, those of other debuggers, and mistyped ones.

use crate::answer::Answer;
use crate::commands::{COMMANDS, Command, complete};

/// Planned commands. A program may use these names, so they are Python first.
pub(crate) const PLANNED: &[&str] = &["timelines"];

/// What users of other debuggers type, and the command that does it. A program may use these names, so they are Python
/// first.
const ELSEWHERE: &[(&str, &str)] = &[
    ("advance", "until"),
    ("backtrace", "where"),
    ("delete", "clear"),
    ("fin", "return"),
    ("finish", "return"),
    ("frame", "where"),
    ("info args", "args"),
    ("info b", "break"),
    ("info break", "break"),
    ("info breakpoints", "break"),
    ("info checkpoints", "checkpoints"),
    ("info display", "display"),
    ("info frame", "where"),
    ("info line", "when"),
    ("info locals", "locals"),
    ("info source", "longlist"),
    ("info stack", "where"),
    ("info threads", "threads"),
    ("info watchpoints", "watch"),
    ("info", "help"),
    ("inspect", "p"),
    ("ni", "next"),
    ("nexti", "next"),
    ("print", "p"),
    ("ptype", "whatis"),
    ("rb", "rcontinue"),
    ("reverse-continue", "rcontinue"),
    ("reverse-finish", "rreturn"),
    ("reverse-next", "rnext"),
    ("reverse-nexti", "rnext"),
    ("reverse-step", "rstep"),
    ("reverse-stepi", "rstep"),
    ("rfinish", "rreturn"),
    ("rni", "rnext"),
    ("rsi", "rstep"),
    ("si", "step"),
    ("start", "restart"),
    ("stepi", "step"),
    ("thbreak", "tbreak"),
    ("undo", "back"),
];

/// The answer to a line as it is typed in another debugger.
pub(crate) fn elsewhere(line: &str) -> Option<Answer> {
    let mut words = line.split_whitespace();
    let (first, second) = (words.next()?, words.next().unwrap_or_default());
    let both = format!("{first} {second}");
    let (theirs, ours) = ELSEWHERE.iter().find(|(theirs, _)| *theirs == both || *theirs == first)?;
    let name = ours.split(' ').next().unwrap_or(ours);
    let doc = COMMANDS.iter().find(|command| command.name() == name)?.doc;
    let doc = doc.split_inclusive(['.', ';', ':']).next().unwrap_or(doc).trim_end_matches([';', ':', '.']);
    Some(Answer::Error(format!("{theirs} is no command here. `{ours}`: {doc}.")))
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
        assert_eq!(complete("re"), ["reload", "restart", "return", "retval"]);
        assert_eq!(nearest("brek"), Some("break"));
        assert_eq!(nearest("value"), None);
        assert_eq!(hint("cond").as_deref(), Some("Did you mean the command `condition`?"));
        assert_eq!(hint("un").as_deref(), Some("Ambiguous command: `unalias`, `undisplay`, `until` or `unwatch`?"));
        assert_eq!(hint("x"), None);
    }

    #[test]
    fn other_debuggers() {
        let said = |line| elsewhere(line).map(|answer| crate::answer::render::render_all(&[answer]));
        let finish = "*** finish is no command here. `return`: Go to where this function returns.\n";
        assert_eq!(said("finish").as_deref(), Some(finish));
        assert!(said("reverse-step 3").is_some_and(|text| text.contains("`rstep`")));
        assert!(said("info  locals").is_some_and(|text| text.contains("`locals`")));
        assert!(said("info registers").is_some_and(|text| text.contains("`help`")));
        assert_eq!(said("local"), None);
        let is_row = |ours: &str| COMMANDS.iter().any(|command| Some(command.name()) == ours.split(' ').next());
        assert!(ELSEWHERE.iter().all(|(_, ours)| is_row(ours)));
    }
}
