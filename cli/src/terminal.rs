//! What kind of terminal there is, and where things that outlive a session are kept.

use std::env;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

use ttd_debug::answer::colour::Paint;

/// Somebody types and reads: input and output are a terminal.
pub(crate) fn is_interactive() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Colours, where they can be shown and are wanted (<https://no-color.org>).
pub(crate) fn paint() -> Paint {
    let unwanted = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = env::var_os("TERM").is_none_or(|term| term == "dumb");
    Paint { on: is_interactive() && !unwanted && !dumb }
}

/// The file with what was typed in earlier sessions, its folder made if need be; `None` when there can be none.
pub(crate) fn history_file() -> Option<PathBuf> {
    let folder = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = folder("XDG_STATE_HOME").or_else(|| Some(folder("HOME")?.join(".local/state")))?;
    let ours = state.join("ttd-py");
    std::fs::create_dir_all(&ours).ok()?;
    Some(ours.join("history"))
}
