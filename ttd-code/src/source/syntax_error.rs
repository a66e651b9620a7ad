//! The error of every phase of compilation.

/// An error in a program, with the fields of Python's exception.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// `SyntaxError`, `IndentationError` or `TabError`.
    pub class: &'static str,
    /// The message without the location.
    pub message: String,
    /// The file name, as passed to the compiler.
    pub path: String,
    /// Line from 1; 0 when unknown.
    pub line: u32,
    /// Column in characters from 1; 0 when unknown.
    pub column: u32,
    /// Line of the end; 0 when unknown.
    pub end_line: u32,
    /// Column after the end; 0 when unknown, `u32::MAX` where CPython has -1.
    pub end_column: u32,
    /// The line's text.
    pub text: Option<String>,
    /// Whether more text could complete the program.
    pub incomplete: bool,
    /// Whether the text parsed, and a later phase failed.
    pub after_parsing: bool,
}

impl SyntaxError {
    /// Returns an error without a location.
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
