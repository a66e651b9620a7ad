//! Names for commands: `alias` and `unalias`, as in pdb.

use std::collections::BTreeMap;

use crate::answer::Answer;
use crate::commands::Args;
use crate::session::Session;
use crate::syntax::text;

/// Aliases of aliases that are followed at most.
const DEPTH: usize = 100;
/// Bytes of a line that aliases may make.
const LONGEST: usize = 1 << 16;

/// Replaces an alias by its text, with the words of the line for `%1`, `%2` … and `%*`.
///
/// # Errors
/// pdb's message when the words do not fit the parameters, or when the alias refers to itself.
pub fn expand(aliases: &BTreeMap<String, String>, line: &str) -> Result<String, String> {
    let mut line = line.to_string();
    for _ in 0..DEPTH {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some(text) = words.first().and_then(|name| aliases.get(*name)) else {
            return Ok(line);
        };
        line = fill(text, &words)?;
        if line.len() > LONGEST {
            break;
        }
    }
    let name = line.split_whitespace().next().unwrap_or_default();
    Err(format!("Alias {} stands for itself", text::quote(name)))
}

fn fill(text: &str, words: &[&str]) -> Result<String, String> {
    let mut line = text.to_string();
    for number in 1..10 {
        let parameter = format!("%{number}");
        match (line.contains(&parameter), words.get(number)) {
            (true, Some(word)) => line = line.replace(&parameter, word),
            (true, None) => {
                return Err(format!("Not enough arguments for alias {}", text::quote(words[0])));
            }
            (false, Some(_)) if !line.contains("%*") => {
                return Err(format!("Too many arguments for alias {}", text::quote(words[0])));
            }
            (false, _) => break,
        }
    }
    Ok(line.replace("%*", &words[1..].join(" ")))
}

/// `alias`.
pub fn alias(session: &mut Session, args: &Args) -> Vec<Answer> {
    let Some((name, command)) = args.text.split_once(char::is_whitespace) else {
        let shown = |(name, command): (&String, &String)| Answer::Text(format!("{name} = {command}"));
        return match args.text.as_str() {
            "" => session.names.aliases.iter().map(shown).collect(),
            name => vec![match session.names.aliases.get_key_value(name) {
                Some(found) => shown(found),
                None => Answer::Error(format!("Unknown alias {}", text::quote(name))),
            }],
        };
    };
    let used: Vec<bool> = (1..10).map(|number| command.contains(&format!("%{number}"))).collect();
    if !command.contains("%*") && used.windows(2).any(|pair| !pair[0] && pair[1]) {
        return vec![Answer::Error("Replaceable parameters must be consecutive".into())];
    }
    session.names.aliases.insert(name.to_string(), command.trim().to_string());
    Vec::new()
}

/// `unalias`.
pub fn unalias(session: &mut Session, args: &Args) -> Vec<Answer> {
    match session.names.aliases.remove(args.text.as_str()) {
        Some(_) => Vec::new(),
        None => vec![Answer::Error(format!("Unknown alias {}", text::quote(&args.text)))],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters() {
        let aliases: BTreeMap<String, String> =
            [("nn", "next %1"), ("pa", "p [%*]"), ("two", "n;;nn 2"), ("loop", "loop")]
                .map(|(name, text)| (name.to_string(), text.to_string()))
                .into();
        let expand = |line| super::expand(&aliases, line);
        assert_eq!(expand("nn 3"), Ok("next 3".into()));
        assert_eq!(expand("pa 1, 2"), Ok("p [1, 2]".into()));
        assert_eq!(expand("two"), Ok("n;;nn 2".into()));
        assert_eq!(expand("p x"), Ok("p x".into()));
        assert_eq!(expand("nn"), Err("Not enough arguments for alias 'nn'".into()));
        assert_eq!(expand("nn 1 2"), Err("Too many arguments for alias 'nn'".into()));
        assert!(expand("loop").is_err());
    }
}
