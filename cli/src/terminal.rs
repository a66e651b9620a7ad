//! The kind of terminal, and the files that outlive a session.

use std::env;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

use console::Term;
use ttd_debug::answer::colour::Paint;

use crate::user_folders;

/// Whether input and output are a terminal.
pub(crate) fn is_interactive() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// The columns of the terminal, if answers are written to one.
pub(crate) fn columns() -> Option<usize> {
    let (_, columns) = Term::stdout().size_checked()?;
    (columns > 0).then_some(usize::from(columns))
}

/// The lines of the terminal, if answers are written to one.
pub(crate) fn lines() -> Option<usize> {
    let (lines, _) = Term::stdout().size_checked()?;
    (lines > 0).then_some(usize::from(lines))
}

/// Whether the cursor can be moved on the terminal.
pub(crate) fn moves_cursor() -> bool {
    env::var_os("TERM").is_some_and(|term| term != "dumb")
}

/// Colours, if the terminal shows them and the user wants them (<https://no-color.org>).
pub(crate) fn paint() -> Paint {
    let unwanted = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    Paint { on: is_interactive() && !unwanted && moves_cursor() }
}

/// The file with the lines of earlier sessions; creates its folder. `None` when there is no place for one.
pub(crate) fn history_file() -> Option<PathBuf> {
    let ours = user_folders::ours("XDG_STATE_HOME", ".local/state")?;
    std::fs::create_dir_all(&ours).ok()?;
    Some(ours.join("history"))
}
