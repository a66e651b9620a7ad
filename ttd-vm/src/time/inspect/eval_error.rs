//! Why an evaluation in a diversion has no value.

use std::fmt;

/// Why an evaluation has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EvalError {
    /// Ctrl-C ended the diversion. The interrupt flag stays set: what was to follow must not run either.
    Interrupted,
    /// The code raised, or a name stands for nothing at this time: `ZeroDivisionError: division by zero`.
    Raised(String),
    /// The source does not compile: `SyntaxError: invalid syntax`.
    NotCompilable(String),
}

impl EvalError {
    /// Changes the text of the error.
    #[must_use]
    pub fn map_text(self, change: impl FnOnce(&str) -> String) -> EvalError {
        match self {
            EvalError::Interrupted => EvalError::Interrupted,
            EvalError::Raised(text) => EvalError::Raised(change(&text)),
            EvalError::NotCompilable(text) => EvalError::NotCompilable(change(&text)),
        }
    }
}

/// The last line of the traceback.
impl fmt::Display for EvalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            EvalError::Interrupted => "KeyboardInterrupt",
            EvalError::Raised(text) | EvalError::NotCompilable(text) => text.as_str(),
        })
    }
}
