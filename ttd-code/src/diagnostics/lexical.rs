//! Characters and words as the tokenizer and the text searches of this folder classify them.

/// CPython's keywords. The parser never takes what follows one for an operand whose operator is missing.
pub(crate) const KEYWORDS: &[&str] = &[
    "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else", "except",
    "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise",
    "return", "try", "while", "with", "yield",
];

/// Whether a character can be part of a name, a keyword or a number, for searches in a line of text.
pub(crate) fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether CPython's tokenizer reads a character as part of a name; it validates non-ASCII ones afterwards.
pub(crate) fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || !c.is_ascii()
}

/// Whether a word in front of a quote is the prefix of a string.
pub(crate) fn is_string_prefix(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    matches!(word.as_str(), "b" | "u" | "r" | "f" | "t" | "br" | "rb" | "fr" | "rf" | "tr" | "rt")
}
