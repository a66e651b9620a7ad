//! `print x` and `exec x`: what looks like a statement of Python 2 and is none.

use crate::compile::{Mode, Options, SyntaxError};

/// Words that no expression begins with.
const GO_ON: &[&str] = &["and", "as", "else", "for", "from", "if", "import", "in", "is", "or", "yield"];

/// What is wrong where a name that was a statement once is followed by something that cannot have been its operand: the
/// same as with any other name.
pub(crate) fn with_other_name(error: &SyntaxError, source: &str, mode: Mode) -> Option<SyntaxError> {
    let rest = error.message.strip_prefix("Missing parentheses in call to '")?;
    let name = rest.split('\'').next()?;
    let before: usize = source.split_inclusive('\n').take((error.line as usize).checked_sub(1)?).map(str::len).sum();
    let (above, below) = source.split_at(before);
    let at = below.char_indices().nth((error.column as usize).checked_sub(1)?)?.0;
    let behind = below[at..].strip_prefix(name)?;
    let next = behind.split_whitespace().next()?;
    if !GO_ON.contains(&next) {
        return None;
    }
    let other = [above, &below[..at], &"_".repeat(name.len()), behind].concat();
    let found = crate::compile(&other, &error.path, mode, Options::default()).err()?;
    let text = source.split('\n').nth((found.line as usize).checked_sub(1)?);
    Some(SyntaxError { text: found.text.as_ref().and(text).map(|line| format!("{line}\n")), ..found })
}
