//! Finds programs on PATH and their versions.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::run::process;
use crate::run::process::Invocation;

/// Returns the last component of a path, for tables.
pub(crate) fn short(path: &str) -> String {
    let name = Path::new(path).file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Returns the first file of this name in a folder of PATH.
pub(crate) fn on_path(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// Returns the interpreter of this name that was built beside this program.
pub(crate) fn built(name: &str) -> Option<PathBuf> {
    let own = std::env::current_exe().ok()?;
    let path = own.with_file_name(format!("baseline-{name}"));
    path.is_file().then_some(path)
}

/// Asks a Python for its version.
pub(crate) fn python_version(python: &str) -> Result<String, String> {
    let code = "import platform; print(platform.python_implementation(), platform.python_version())";
    version_of(&[python, "-c", code])
}

/// Whether a Python has `sys.monitoring`.
pub(crate) fn has_monitoring(python: &str) -> bool {
    version_of(&[python, "-c", "import sys; sys.monitoring; print('yes')"]).is_ok()
}

/// Returns the first line that a command prints, or why there is none.
pub(crate) fn version_of(words: &[&str]) -> Result<String, String> {
    let invocation = Invocation { words: words.iter().map(|w| (*w).to_owned()).collect(), stdin: String::new() };
    let done = process::run(&invocation, Duration::from_secs(30)).map_err(|why| why.to_string())?;
    let text = if done.stdout.trim().is_empty() { &done.stderr } else { &done.stdout };
    let first = text.lines().next().unwrap_or_default().trim().to_owned();
    match done.status.success() {
        true if first.is_empty() => Err("says nothing about its version".to_owned()),
        true => Ok(first),
        false => Err(format!("{}: {first}", done.status)),
    }
}
