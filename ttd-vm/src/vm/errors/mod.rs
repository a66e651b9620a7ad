//! Exceptions: raising, tracebacks, formatting, suggestions, warnings.

pub mod carets;
pub mod format_exception;
pub mod format_syntax_error;
pub mod raise;
pub(crate) mod stdlib_names;
pub(crate) mod suggest;
pub mod traceback;
pub(crate) mod warn;
