//! From a typed line to a command word and its argument, by pdb's rules.

use ttd_code::{Mode, Options};

/// One command of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Nothing but space: repeats the last command.
    Empty,
    /// `!statement`.
    Statement(String),
    /// A word that may be a command, and what follows it. `whole` is both, as typed.
    Word {
        /// The first word.
        word: String,
        /// The rest, without the space around it.
        rest: String,
        /// The line.
        whole: String,
        /// Written `!!word`: the command, even where a variable has its name.
        forced: bool,
    },
}

/// Reads one command.
pub fn parse(line: &str) -> Line {
    let line = line.trim();
    if let Some(topic) = line.strip_prefix('?') {
        return parse(&format!("help {topic}"));
    }
    let forced = line.starts_with("!!");
    let line = line.strip_prefix("!!").map_or(line, str::trim);
    if let Some(statement) = line.strip_prefix('!') {
        return Line::Statement(statement.trim().to_string());
    }
    if line.is_empty() {
        return Line::Empty;
    }
    let end = line.find(|c| !in_word(c)).unwrap_or(line.len());
    let (word, rest) = line.split_at(end);
    Line::Word { word: word.to_string(), rest: rest.trim().to_string(), whole: line.to_string(), forced }
}

/// pdb counts the characters of expressions to the word, so that `c.x` and `list(y)` are Python and not commands.
fn in_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || "_=.[](),\"'+-*/%@&|<>~^".contains(c)
}

/// Python's assignment operators, the longest first where one begins like another.
const ASSIGNMENTS: [&str; 14] =
    ["**=", "//=", ">>=", "<<=", ":=", "+=", "-=", "*=", "/=", "%=", "@=", "&=", "|=", "^="];

/// Whether a line that begins with the name of a command assigns to a variable of that name, as `n = 3` does. In pdb
/// such a line is a wrong argument; no argument of a command begins with an assignment operator, so nothing is lost
/// when it is Python. A keyword, such as `return`, is no variable.
pub fn assigns(word: &str, rest: &str) -> bool {
    let is_name = !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || c == '_');
    if !is_name || KEYWORDS.contains(&word) {
        return false;
    }
    if rest.starts_with('=') {
        return !rest.starts_with("==");
    }
    if ASSIGNMENTS.iter().any(|operator| rest.starts_with(operator)) {
        return true;
    }
    // Further targets, or an annotation: only if Python understands the whole line.
    let begins = rest.starts_with([',', ':']) && rest.contains('=');
    begins && ttd_code::compile(&format!("{word} {rest}\n"), "<stdin>", Mode::Single, Options::default()).is_ok()
}

/// Python's keywords that are names of commands.
const KEYWORDS: [&str; 5] = ["break", "continue", "raise", "return", "try"];

/// Whether an unknown word is a likely misspelling of this command.
pub fn resembles(word: &str, command: &str) -> bool {
    let most = match command.len() {
        0..=2 => 0,
        3..=4 => 1,
        _ => 2,
    };
    let plain = word.chars().all(|c| c.is_ascii_alphabetic());
    plain && word.len() > 2 && crate::syntax::text::distance(word, command) <= most
}

/// Splits a text into words as a shell does: quotes and backslashes keep space inside a word.
///
/// # Errors
/// What Python's `shlex.split` says of a text that ends within quotes or behind a backslash.
pub(crate) fn shell_words(text: &str) -> Result<Vec<String>, &'static str> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (Some(open), c) if c == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => {
                let escaped = chars.next().ok_or("No escaped character")?;
                // Between double quotes a backslash stands for itself before most characters.
                let literal = quote.is_some() && !['"', '\\'].contains(&escaped);
                word.get_or_insert_default().extend(literal.then_some('\\').into_iter().chain([escaped]));
            }
            _ => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err("No closing quotation");
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_shell() {
        let split = |text| shell_words(text).map(|words| words.join("|"));
        assert_eq!(split("a  b"), Ok("a|b".into()));
        assert_eq!(split("'a b' \"c \\\" d\" e\\ f ''"), Ok("a b|c \" d|e f|".into()));
        assert_eq!(split("--name='x y'"), Ok("--name=x y".into()));
        assert_eq!(split("'a"), Err("No closing quotation"));
        assert_eq!(split("a\\"), Err("No escaped character"));
    }

    fn word(line: &str) -> (String, String) {
        match parse(line) {
            Line::Word { word, rest, .. } => (word, rest),
            other => panic!("{line:?} gave {other:?}"),
        }
    }

    #[test]
    fn words_and_arguments() {
        assert_eq!(word("  b 12 , x > 3 "), ("b".into(), "12 , x > 3".into()));
        assert_eq!(word("rn"), ("rn".into(), String::new()));
        assert_eq!(word("c.x"), ("c.x".into(), String::new()));
        assert_eq!(word("list(x)"), ("list(x)".into(), String::new()));
        assert_eq!(word("?next"), ("help".into(), "next".into()));
        assert_eq!(word("!!rc"), ("rc".into(), String::new()));
        assert_eq!(parse("!x = 1"), Line::Statement("x = 1".into()));
        assert_eq!(parse("   "), Line::Empty);
    }

    #[test]
    fn assignments_to_names_of_commands() {
        let assigned = [
            "n = 3",
            "last = [x for x in y]",
            "c =",
            "args += (1,)",
            "p **= 2",
            "list: int = 3",
            "n , c = 1, 2",
            "l //= 4",
            "w <<= 1",
            "next = (",
            "b -= 1",
            "log = {'a': 1}",
            "a @= b",
            "debug = 1",
        ];
        for line in assigned {
            let (word, rest) = word(line);
            assert!(assigns(&word, &rest), "{line}");
        }
        let others = [
            "n == 3",
            "n 3",
            "p -1",
            "return = 5",
            "b 3, x == 4",
            "list 1, 8",
            "until",
            "p n := 3",
            "goto +3",
            "goto -3",
            "l .",
            "alias x = p 3",
            "log 4, \"n={n}\"",
            "p *x",
            "try = 3",
            "p [x] == 3",
        ];
        for line in others {
            let (word, rest) = word(line);
            assert!(!assigns(&word, &rest), "{line}");
        }
    }

    #[test]
    fn typing_errors() {
        assert!(resembles("stpe", "step"));
        assert!(resembles("contniue", "continue"));
        assert!(resembles("brek", "break"));
        assert!(!resembles("x", "p"));
        assert!(!resembles("total", "goto"));
        assert!(!resembles("name", "next"));
    }
}
