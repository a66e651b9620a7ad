//! Shows text that is longer than the screen through a pager.

use std::env;
use std::io::{self, Write};
use std::process::{Command, Stdio};

use console::Term;

/// The default pager: it ends by itself when the text fits after all, keeps colours, and leaves the text on the screen.
const USUAL: &str = "less -FRX";

/// Writes a text to the terminal, through `$PAGER` when it has more lines than the screen.
pub(crate) fn write(text: &str) -> io::Result<()> {
    let rows = Term::stdout().size_checked().map_or(u16::MAX, |(rows, _)| rows);
    let pager = env::var("PAGER").unwrap_or_else(|_| USUAL.into());
    let fits = text.lines().count() < usize::from(rows);
    if fits || pager.trim().is_empty() || !paged(&pager, text) {
        return crate::output::write(text);
    }
    Ok(())
}

/// Shows a text in a pager; returns false when there is no such program.
fn paged(pager: &str, text: &str) -> bool {
    let mut words = pager.split_whitespace();
    let Some(program) = words.next() else {
        return false;
    };
    let child = Command::new(program).args(words).stdin(Stdio::piped()).spawn();
    let Ok(mut child) = child else {
        return false;
    };
    if let Some(mut input) = child.stdin.take() {
        // The user may quit the pager before the end of the text.
        let _ = input.write_all(text.as_bytes());
    }
    child.wait().is_ok()
}
