//! `-m dis`: lists the code that a file compiles to.

use ttd_code::{Mode, Options, SyntaxError};
use ttd_vm::vm::errors::format_syntax_error::format_syntax_error;

/// Returns the listing.
///
/// # Errors
/// The text for standard error.
pub(crate) fn listing(path: &str) -> Result<String, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("ttd-py: {path}: {error}"))?;
    let compile = || -> Result<String, SyntaxError> {
        let source = ttd_code::decode_file(&bytes, path)?;
        // Counted, as user code is when it runs, so that the listing shows the events.
        let options = Options { counted: true, ..Options::default() };
        let code = ttd_code::compile(&source, path, Mode::Exec, options)?;
        Ok(ttd_code::disassemble(&code))
    };
    compile().map_err(|error| format_syntax_error(&error))
}
