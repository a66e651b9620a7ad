//! The one place that writes to standard output, and complaints to standard error.

use std::io::{self, Write};

/// Writes a text to standard output, at once: the debugged program writes there too.
pub(crate) fn write(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Writes a line to standard error.
pub(crate) fn complain(text: &str) {
    // When this fails nobody is left to read it.
    let _ = writeln!(io::stderr(), "{text}");
}
