//! `print x` and `exec x`: lines that look like statements of Python 2 but are not.

use super::ErrorIn;
use crate::source::{Mode, SyntaxError};

/// Words that begin no expression and so cannot follow a Python 2 `print`.
const CONTINUATIONS: &[&str] = &["and", "as", "else", "for", "from", "if", "import", "in", "is", "or", "yield"];

/// Returns the error with the name replaced by an ordinary one, where no operand of a Python 2 statement follows it.
pub(crate) fn with_other_name(error: &SyntaxError, source: &str, mode: Mode, error_in: ErrorIn) -> Option<SyntaxError> {
    let rest = error.message.strip_prefix("Missing parentheses in call to '")?;
    let name = rest.split('\'').next()?;
    let before: usize = source.split_inclusive('\n').take((error.line as usize).checked_sub(1)?).map(str::len).sum();
    let (above, below) = source.split_at(before);
    let at = below.char_indices().nth((error.column as usize).checked_sub(1)?)?.0;
    let behind = below[at..].strip_prefix(name)?;
    let next = behind.split_whitespace().next()?;
    if !CONTINUATIONS.contains(&next) {
        return None;
    }
    let other = [above, &below[..at], &"_".repeat(name.len()), behind].concat();
    let found = error_in(&other, &error.path, mode)?;
    let text = source.split('\n').nth((found.line as usize).checked_sub(1)?);
    Some(SyntaxError { text: found.text.as_ref().and(text).map(|line| format!("{line}\n")), ..found })
}
