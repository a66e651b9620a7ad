//! What a machine has: programs on PATH, and the versions that they say they are.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::run::process;
use crate::run::process::Invocation;

/// The last part of a path, which says enough in a table.
pub(crate) fn short(path: &str) -> String {
    let name = Path::new(path).file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// The first file of this name in a folder of PATH.
pub(crate) fn on_path(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// The interpreter of this name that was built beside this program.
pub(crate) fn built(name: &str) -> Option<PathBuf> {
    let own = std::env::current_exe().ok()?;
    let path = own.with_file_name(format!("baseline-{name}"));
    path.is_file().then_some(path)
}

/// What a Python says that it is.
pub(crate) fn python_version(python: &str) -> Result<String, String> {
    let code = "import platform; print(platform.python_implementation(), platform.python_version())";
    version_of(&[python, "-c", code])
}

/// Whether it has `sys.monitoring`.
pub(crate) fn has_monitoring(python: &str) -> bool {
    version_of(&[python, "-c", "import sys; sys.monitoring; print('yes')"]).is_ok()
}

/// The first line that a command prints, or why it prints none.
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
