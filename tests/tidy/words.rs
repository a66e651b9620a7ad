//! Words that are not to stand in comments, because the field has better ones.

use crate::sources::rust;

/// Phrases, in lower case, that no comment has.
const BANNED: [&str; 4] = ["so many", "of what", "told", "whoever"];

#[test]
fn comments_speak_the_language_of_the_field() {
    let mut wrong = String::new();
    for source in rust() {
        if source.path.starts_with("tests/tidy/") {
            continue;
        }
        let mut before = "";
        for (n, line) in source.text.lines().enumerate() {
            let comment = line.trim_start();
            if !comment.starts_with("//") {
                before = "";
                continue;
            }
            let words = comment.trim_start_matches(['/', '!']).trim();
            let is_first = before.is_empty();
            before = comment;
            if is_first && comment.starts_with("///") && words.starts_with("The same") {
                wrong += &format!("{}:{}: begins with `The same`\n", source.path, n + 1);
            }
            for phrase in BANNED.iter().filter(|phrase| has(&words.to_lowercase(), phrase)) {
                wrong += &format!("{}:{}: `{phrase}`\n", source.path, n + 1);
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// Whether the phrase stands there as words of their own.
fn has(text: &str, phrase: &str) -> bool {
    let is_edge = |c: Option<char>| !c.is_some_and(char::is_alphanumeric);
    text.match_indices(phrase)
        .any(|(at, _)| is_edge(text[..at].chars().next_back()) && is_edge(text[at + phrase.len()..].chars().next()))
}
