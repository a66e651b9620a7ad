//! How the tests start the program where its answers are compared with a file.

use std::path::Path;
use std::process::{Command, Stdio};

/// `ttd-py` in a folder, with pipes for its standard streams. The environment is made of objects, so that addresses
/// depend on it: it is always the same.
pub(crate) fn ttd_py(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ttd-py"));
    command.current_dir(folder).env_clear().envs([("HOME", "/nowhere"), ("PATH", "/usr/bin:/bin"), ("TZ", "UTC")]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}
