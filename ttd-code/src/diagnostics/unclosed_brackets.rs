//! Brackets that are never closed, to which CPython's parser does not come.

use crate::compile::{Mode, Options, SyntaxError};
use crate::diagnostics::tokenizer::{KEYWORDS, of_word};

/// Words after which no expression comes, so that a bracket is wrong there whether it is closed or not.
const ALONE: &[&str] = &["pass", "break", "continue", "import", "from", "global", "nonlocal", "def", "async", "class"];

/// Makes the error of a bracket that of what comes before it in its line. Two expressions side by side are none: there
/// CPython looks for what is wrong with the second one, and comes to the bracket.
pub(crate) fn refine(error: &mut SyntaxError, source: &str, mode: Mode) {
    let lines: Vec<&str> = source.split_inclusive('\n').collect();
    let above = (error.line as usize).saturating_sub(1);
    let Some(line) = lines.get(above) else {
        return;
    };
    let before: Vec<char> = line.chars().take((error.column as usize).saturating_sub(1)).collect();
    let text: String = before.iter().collect();
    let statement = text.rsplit([':', ';']).next().unwrap_or_default();
    let first = statement.split_whitespace().next().unwrap_or_default();
    let alone = mode != Mode::Eval && ALONE.contains(&first);
    let without_bracket = lines[..above].concat() + &text;
    let (found, is_fine) = match crate::compile(&without_bracket, "", mode, Options::default()) {
        // Another bracket is open there, and this one is where an expression can be.
        Err(found) if found.message.ends_with("was never closed") => return,
        Err(found) if !found.of_compiler && found.line == error.line => (found, false),
        // Before the bracket nothing is wrong.
        _ if alone => (error.clone(), true),
        _ => return,
    };
    let at = (found.column as usize).saturating_sub(1);
    let colon = ["try", "def"].contains(&first) && found.message == "expected ':'";
    // What is missing at the end of the text is there in the bracket, but for a word that takes none.
    let refused = alone && (is_fine || found.column == error.column && !takes_bracket(first, statement.trim()));
    if at >= before.len() && !refused && !colon {
        return;
    }
    let other = mode != Mode::Eval && text.contains(":=");
    let expected = alone || colon || found.message == "invalid syntax" && !begins_item(&before, at);
    if expected && !other {
        let message = match found.message.as_str() {
            known @ "expected '('" => known,
            _ if colon => "expected ':'",
            _ => "invalid syntax",
        };
        let column = found.column.min(error.column);
        error.message = message.into();
        (error.column, error.end_line) = (column, error.line);
        error.end_column = column + width(&before, at) as u32;
    }
}

/// Whether a bracket can come next in a statement that begins with one of the words `ALONE`.
fn takes_bracket(first: &str, statement: &str) -> bool {
    let last = statement.split_whitespace().next_back().unwrap_or_default();
    match first {
        "def" | "class" | "async" => !["def", "class", "async"].contains(&last) && !statement.ends_with(')'),
        "from" => last == "import",
        _ => false,
    }
}

/// Whether a name, a number or a string begins here.
fn begins_item(line: &[char], at: usize) -> bool {
    let word: String = line.iter().skip(at).take_while(|c| of_word(**c)).collect();
    match line.get(at) {
        Some('"' | '\'') => true,
        _ => !word.is_empty() && !KEYWORDS.contains(&&*word),
    }
}

/// How many characters the token has that begins here.
pub(crate) fn width(line: &[char], at: usize) -> usize {
    let word = line.iter().skip(at).take_while(|c| of_word(**c)).count();
    let pair: String = line.iter().skip(at).take(2).collect();
    let pairs = ["->", ":=", "==", "!=", "<=", ">=", "//", "**", "<<", ">>"];
    match word {
        0 if pairs.contains(&&*pair) => 2,
        _ => word.max(1),
    }
}
