//! The error that every phase of compilation returns.

/// A program that is not Python, with the fields of Python's exception.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// `SyntaxError`, `IndentationError` or `TabError`.
    pub class: &'static str,
    /// The message without the place.
    pub message: String,
    /// The file as it was named.
    pub path: String,
    /// Line from 1; 0 when unknown.
    pub line: u32,
    /// Column in characters from 1; 0 when unknown.
    pub column: u32,
    /// Line of the end; 0 when unknown.
    pub end_line: u32,
    /// Column after the end; 0 when unknown, and the largest number where CPython says -1.
    pub end_column: u32,
    /// The line's text.
    pub text: Option<String>,
    /// Whether the text ends before anything is wrong with it: more of it could mend it.
    pub incomplete: bool,
    /// Whether the text was parsed, and what is wrong came out later.
    pub after_parsing: bool,
}

impl SyntaxError {
    /// An error that belongs to no place in the source.
    pub(crate) fn without_location(message: String, path: &str) -> Self {
        SyntaxError {
            class: "SyntaxError",
            message,
            path: path.to_owned(),
            line: 0,
            column: 0,
            end_line: 0,
            end_column: 0,
            text: None,
            incomplete: false,
            after_parsing: false,
        }
    }
}

impl std::fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {} ({}, line {})", self.class, self.message, self.path, self.line)
    }
}

impl std::error::Error for SyntaxError {}
